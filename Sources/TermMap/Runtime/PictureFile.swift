import App
import CellGraphics
import Platform
import Streams

/// How a frame is written as a picture.
package enum PictureFormat: String, CaseIterable, Sendable {
    case svg, html, ansi

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
        let (ink, paper): (UInt32, UInt32) =
            theme.background == .dark ? (0xd3dae0, 0x0b0f14) : (0x1f2a33, 0xffffff)
        let picture = FramePicture(frame, palette: theme.palette, ink: ink, paper: paper)
        return switch self {
        case .svg: picture.svg
        case .html: picture.html(title: title)
        case .ansi: frame.coloredText(palette: theme.palette)
        }
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
            return KeyedText(error.description)
        }
    }
}

extension SaveRequest {
    /// The path without `~`: no shell is there to replace it.
    var expandedPath: String {
        guard path.hasPrefix("~/"), let home = Environment["HOME"] else { return path }
        return home + path.dropFirst()
    }

    /// Why the file is not written; nil when it may be.
    var refusal: KeyedText? {
        !replaces && FilePath.allows(.knowing, expandedPath)
            ? "\(path) exists already (\(key: .savePicture(replaces: true)) replaces it)" : nil
    }
}
