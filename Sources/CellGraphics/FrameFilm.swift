/// A frame of a film.
public struct FilmFrame {
    /// What is shown.
    public var cells: CellBuffer
    /// How long it is shown.
    public var duration: Duration
    /// What is written below it, such as the keys that led to it.
    public var caption: String

    /// A frame that is shown for `duration`.
    public init(_ cells: CellBuffer, for duration: Duration, caption: String = "") {
        self.cells = cells
        self.duration = duration
        self.caption = caption
    }

    /// The same with the caption in a row of its own below the others.
    public var withCaptionRow: FilmFrame {
        var taller = CellBuffer(width: cells.width, height: cells.height + 1, glyphs: cells.glyphs)
        for row in 0..<cells.height {
            for column in 0..<cells.width { taller[column, row] = cells[column, row] }
        }
        let text = DisplayText(sanitising: caption, limit: cells.width)
        let column = max(cells.width - text.width, 0) / 2
        taller.put(text, at: CellPoint(column: column, row: cells.height), style: Style())
        return FilmFrame(taller, for: duration)
    }
}

/// Frames of one size and table of glyphs, one after the other and over again.
public struct FrameFilm {
    private let frames: [FilmFrame]
    private let colors: FrameColors
    /// When each frame begins, in milliseconds, and when the last one ends.
    private let times: [Int64]

    /// A film of `frames`, without those of another size than the first or of less than a millisecond.
    public init(_ frames: [FilmFrame], _ colors: FrameColors) {
        self.frames = frames.filter {
            $0.duration >= .milliseconds(1) && $0.cells.bounds == frames[0].cells.bounds
        }
        self.colors = colors
        times = self.frames.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.duration.milliseconds) }
    }

    /// The film as a document of SVG that plays by itself, without scripts. A row is in it once for each of its looks, and
    /// visible while a frame shows it so; what asks for less motion shows the first frame.
    ///
    /// - Complexity: linear in the cells of all frames.
    public var svg: String {
        guard let first = frames.first?.cells else { return "" }
        let hasCaptions = frames.contains { !$0.caption.isEmpty }
        let page = SVGPage(first, colors, extraHeight: hasCaptions ? Self.captionHeight : 0)
        let scenes = scenes()
        let moving = scenes.indices.filter { scenes[$0].frames != [0..<frames.count] }
        var elements = "<style>\n" + moving.map { rule(scenes[$0].frames, "s\($0)") }.joined()
        elements += """
            .m{animation:\(Self.decimal(times[frames.count], 1_000))s step-end infinite}
            @media(prefers-reduced-motion:reduce){.m{animation:none}}
            </style>

            """
        for (number, scene) in scenes.enumerated() {
            let isFirst = scene.frames[0].lowerBound == 0
            let attributes =
                moving.contains(number)
                ? " class=\"m\" style=\"animation-name:s\(number)\(isFirst ? "" : ";visibility:hidden")\""
                : ""
            elements += "<g\(attributes)>\n\(scene.drawing.elements)\(scene.captions)</g>\n"
        }
        return page.document(elements)
    }

    /// The film as a page of HTML on its own.
    public func html(title: String) -> String {
        frames.first.map { SVGPage($0.cells, colors).html(svg, title: title) } ?? ""
    }

    /// What a terminal must be sent to show the film, and when: the changes of each frame to the one before.
    public func terminalOutput() -> [(milliseconds: Int64, text: String)] {
        var previous: CellBuffer?
        return zip(times, frames).map { time, frame in
            let cells = previous ?? CellBuffer(width: 0, height: 0, glyphs: frame.cells.glyphs)
            let runs = frame.cells.changes(from: cells).map { run in
                "\u{1B}[\(run.row + 1);\(run.columns.lowerBound + 1)H"
                    + frame.cells.coloredText(of: run, palette: colors.palette)
            }
            defer { previous = frame.cells }
            return (time, (previous == nil ? "\u{1B}[?25l\u{1B}[2J" : "") + runs.joined())
        }
    }

    // MARK: - Scenes

    /// What is visible during the same frames.
    private struct Scene {
        let frames: [Range<Int>]
        var drawing: FrameDrawing
        var captions = ""
    }

    private static let captionHeight = 30

    /// All looks of all rows by the frames that show them, in the order in which they appear.
    private func scenes() -> [Scene] {
        var scenes: [[Range<Int>]: Scene] = [:]
        func change(_ shown: [Range<Int>], _ body: (inout Scene) -> Void) {
            body(&scenes[shown, default: Scene(frames: shown, drawing: FrameDrawing(colors))])
        }
        for row in 0..<(frames.first?.cells.height ?? 0) {
            for (cells, shown) in Self.runs(of: frames.map { Array($0.cells.row(row)) }) {
                change(shown) { $0.drawing.draw(cells, row: row, glyphs: frames[0].cells.glyphs) }
            }
        }
        for (caption, shown) in Self.runs(of: frames.map(\.caption)) where !caption.isEmpty {
            change(shown) { $0.captions += captionElement(caption) }
        }
        return scenes.values.sorted { first, second in
            first.frames.lexicographicallyPrecedes(second.frames) {
                ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
            }
        }
    }

    /// Each value with the frames in which it is, in the order of the first.
    private static func runs<Value: Hashable>(of values: [Value]) -> [(value: Value, frames: [Range<Int>])] {
        var places: [Value: Int] = [:]
        var runs: [(value: Value, frames: [Range<Int>])] = []
        for (number, value) in values.enumerated() {
            guard let place = places[value] else {
                places[value] = runs.count
                runs.append((value, [number..<(number + 1)]))
                continue
            }
            let last = runs[place].frames.count - 1
            if runs[place].frames[last].upperBound == number {
                runs[place].frames[last] = runs[place].frames[last].lowerBound..<(number + 1)
            } else {
                runs[place].frames.append(number..<(number + 1))
            }
        }
        return runs
    }

    private func captionElement(_ caption: String) -> String {
        let top = frames[0].cells.height * FrameDrawing.cellHeight
        return """
            <text x="\(frames[0].cells.width * FrameDrawing.cellWidth / 2)" y="\(top + 21)" text-anchor="middle" \
            font-family="'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="16" xml:space="preserve" \
            fill="\(FrameDrawing.hex(colors.ink))">\(FrameDrawing.escaped(caption))</text>

            """
    }

    // MARK: - Times

    private func rule(_ shown: [Range<Int>], _ name: String) -> String {
        var steps = shown[0].lowerBound == 0 ? "" : "0%{visibility:hidden}"
        for range in shown {
            steps += "\(percent(range.lowerBound)){visibility:visible}"
            if range.upperBound < frames.count { steps += "\(percent(range.upperBound)){visibility:hidden}" }
        }
        return "@keyframes \(name){\(steps)}\n"
    }

    private func percent(_ frame: Int) -> String {
        Self.decimal(times[frame] * 1_000_000 / times[frames.count], 10_000) + "%"
    }

    /// `value / unit` without zeros at the end; the unit is a power of ten.
    private static func decimal(_ value: Int64, _ unit: Int64) -> String {
        let digits = String(unit + value % unit).dropFirst()
        let fraction = digits.prefix(digits.count - digits.reversed().prefix { $0 == "0" }.count)
        return "\(value / unit)" + (fraction.isEmpty ? "" : ".\(fraction)")
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        let limit: Int64 = 86_400_000
        let (seconds, fraction) = components
        return seconds >= 86_400 ? limit : seconds * 1_000 + fraction / 1_000_000_000_000_000
    }
}
