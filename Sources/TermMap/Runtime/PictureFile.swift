import App
import CellGraphics
import Platform
import Rows
import Streams

/// How a frame, or a film of frames, is written as a picture.
package enum PictureFormat: String, CaseIterable, Sendable {
    case svg, html, ansi
    /// A recording of a terminal, asciicast v2.
    case cast

    /// The format that the ending of a name stands for; nil for any other.
    package init?(path: String) {
        let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased()
        switch ending {
        case "svg": self = .svg
        case "html", "htm": self = .html
        case "ansi", "ans", "txt": self = .ansi
        default: return nil
        }
    }

    /// The text of the picture, with the colours of the theme.
    package func text(of frame: CellBuffer, theme: Theme, title: String) -> String {
        let picture = FramePicture(frame, theme.pictureColors)
        return switch self {
        case .svg: picture.svg
        case .html: picture.html(title: title)
        case .ansi: frame.coloredText(palette: theme.palette)
        case .cast: text(of: [FilmFrame(frame, for: .seconds(1))], theme: theme, title: title)
        }
    }

    /// The text of the film; as `ansi` one frame after the other.
    package func text(of frames: [FilmFrame], theme: Theme, title: String) -> String {
        let film = FrameFilm(frames, theme.pictureColors)
        return switch self {
        case .svg: film.svg
        case .html: film.html(title: title)
        case .ansi: frames.map { $0.cells.coloredText(palette: theme.palette) }.joined()
        case .cast: Self.recording(film, size: frames.first?.cells.bounds, title: title)
        }
    }

    /// The text of a film whose frames say what is below them; as `ansi` what a terminal must be sent, the changes of each
    /// frame to the one before.
    package func text(ofWindows frames: [FilmFrame], theme: Theme, title: String) -> String {
        if self == .svg || self == .html { return text(of: frames, theme: theme, title: title) }
        let frames = frames.map(\.withCaptionRow)
        guard self == .ansi else { return text(of: frames, theme: theme, title: title) }
        let film = FrameFilm(frames, theme.pictureColors)
        return film.terminalOutput().map { "\u{1B}[H" + $0.text }.joined()
    }

    /// A line with the size and the title, then a line for each frame with its time.
    private static func recording(_ film: FrameFilm, size: CellRect?, title: String) -> String {
        func quoted(_ text: String) -> String {
            var bytes: [UInt8] = []
            JSONText.append(Array(text.utf8), to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        let (width, height) = (size?.width ?? 0, size?.height ?? 0)
        var text =
            "{\"version\":2,\"width\":\(width),\"height\":\(height),\"title\":\(quoted(title))}\n"
        for (milliseconds, output) in film.terminalOutput() {
            text += "[\((Double(milliseconds) / 1_000).fixed(3)),\"o\",\(quoted(output))]\n"
        }
        return text
    }
}

extension Theme {
    /// The colours of pictures.
    fileprivate var pictureColors: FrameColors {
        background == .dark
            ? FrameColors(palette, ink: 0xd3dae0, paper: 0x0b0f14)
            : FrameColors(palette, ink: 0x1f2a33, paper: 0xffffff)
    }
}

/// A picture that the user asked for by name.
struct PictureFile: Sendable {
    private let request: SaveRequest
    /// Nil for a name whose ending stands for no format.
    private let text: String?

    init(_ request: SaveRequest, of frame: CellBuffer, theme: Theme, title: String) {
        self.request = request
        text = PictureFormat(path: request.path)?.text(of: frame, theme: theme, title: title)
    }

    /// Writes the picture whole or not at all; what is wrong, in one line.
    func write() -> KeyedText? {
        guard let text else {
            return
                "\(request.path): cannot write this kind of file: end the name in .svg, .html, .ansi, .csv, .ndjson or .geojson"
        }
        if let refusal = request.refusal { return refusal }
        do throws(FileError) {
            var file = try AtomicFile(replacing: try SaveTarget(request.expandedPath))
            try file.write(Array(text.utf8))
            try file.commit()
            return nil
        } catch {
            return request.words(of: error)
        }
    }
}
