import App
import CellGraphics
import MapModel

/// The legend of a density picture: how many cells have each shade, and which counts the shades are for.
struct DensityLegend {
    private static let contentWidth = 24
    /// A narrower map has no room for more than the shades and their counts.
    private static let columnsForTitle = 60
    private static let barRows = 2

    let painter: DensityPainter
    let viewport: Viewport
    let unit: DistanceUnit
    let visible: CellRect

    private var picture: DensityPicture { painter.picture }
    private var isSmall: Bool { visible.width < Self.columnsForTitle }

    var box: LegendBox {
        var box = LegendBox(title: "Density", contentWidth: Self.contentWidth)
        box.note = boxSize
        box.showsTitle = !isSmall
        if !isSmall, picture.form != .signs { box.rows = (0..<Self.barRows).map(bars) }
        box.rows += [strip, marks]
        return box
    }

    /// Where it lies; nil without room, or without rows.
    var rect: CellRect? {
        guard picture.filledCount > 0, visible.width >= 40 else { return nil }
        return box.rect(in: visible)
    }

    func draw(into frame: inout CellBuffer) {
        guard let rect else { return }
        box.draw(into: &frame, rect: rect)
    }

    /// The level that a column of the legend shows.
    private func level(_ column: Int) -> Int { 1 + column * picture.form.levelCount / Self.contentWidth }

    private func ink(_ level: Int) -> Role {
        Role(rawValue: painter.legendStyle(of: level).ink.rawValue) ?? .panelText
    }

    private func span(_ column: Int, _ text: DisplayText, _ level: Int, on paper: Role? = nil)
        -> LegendBox.Span
    {
        LegendBox.Span(
            column: column, text: text, ink: ink(level), paper: paper ?? .panel,
            attributes: painter.legendStyle(of: level).attributes)
    }

    /// How many cells have each level: eighths of a row; the upper row comes first.
    private func bars(_ row: Int) -> [LegendBox.Span] {
        let most = max(picture.boxesByLevel.dropFirst().max() ?? 1, 1)
        return (0..<Self.contentWidth).map { column in
            let boxes = picture.boxesByLevel[level(column)]
            // Roots: a level that most cells have leaves something to be seen of the others.
            let share = (Double(boxes) / Double(most)).squareRoot()
            let height = boxes == 0 ? 0 : max(Int(share * Double(Self.barRows * 8)), 1)
            let shown = min(max(height - (Self.barRows - 1 - row) * 8, 0), 8)
            let bar = BarGlyph(filled: shown, ink: ink(level(column)), on: painter.appearance)
            return span(column, bar.text, level(column), on: bar.paper)
        }
    }

    private var strip: [LegendBox.Span] {
        (0..<Self.contentWidth).map { column in
            let level = level(column)
            let text: String =
                switch picture.form {
                case .shades: "▀"
                case .dots where painter.appearance.charset == .block:
                    String(
                        Character(DensityShading.quadrant(UInt8(1 << ((level + 1) / 2) - 1)).scalar ?? " "))
                case .dots: String(Character(Glyph(braille: DensityPainter.evenDots(level)).scalar ?? " "))
                case .signs: String(Character(DensityForm.levelSigns[level - 1]))
                }
            return span(column, DisplayText(sanitising: text), level)
        }
    }

    /// The middle one of the columns with the shade of a count.
    private func column(of count: UInt32) -> Int {
        let wanted = Int(picture.scale.level(of: count))
        let columns = (0..<Self.contentWidth).filter { level($0) == wanted }
        // With more levels than columns, that of the nearest lower level.
        guard let first = columns.first, let last = columns.last else {
            return (0..<Self.contentWidth).last { level($0) < wanted } ?? 0
        }
        return (first + last) / 2
    }

    /// The counts at the ends of the scale and at its quarters, each under its shade; those without room are left out.
    private var marks: [LegendBox.Span] {
        let last = Self.contentWidth - 1
        let marks = picture.scale.marks
        var spans: [LegendBox.Span] = []
        var end = -1
        // The ends come first: they say most.
        let texts = marks.map {
            DisplayText(sanitising: ClusterScale.abbreviatedCount(Int($0)))
        }
        guard let least = texts.first, let most = texts.last else { return [] }
        for (index, text) in texts.enumerated() {
            // Few rows have few counts: each is shown once.
            let isRepeated = text == most || spans.last?.text == text
            if isRepeated, index > 0, index < texts.count - 1 { continue }
            let column = min(
                max(self.column(of: marks[index]) - text.width / 2, 0), last + 1 - text.width)
            let limit = index == texts.count - 1 ? last + 1 : last - most.width
            guard column > end, column + text.width <= limit || index == texts.count - 1 else { continue }
            spans.append(LegendBox.Span(column: column, text: text, ink: .panelText))
            end = column + text.width
            if least == most { break }
        }
        return spans
    }

    /// The size on the ground of what is counted, in the middle of the map: "in 8.4 × 17 km".
    private var boxSize: DisplayText {
        let middle = viewport.coordinate(at: DotPoint(middleOf: visible.middle))
        let dot = viewport.metersPerDot(at: middle.latitude)
        let scale = picture.form.isByCell ? 2.0 : 1.0
        let (width, height) = (dot * scale, dot * scale * 2)
        let small: DistanceUnit = unit == .miles ? .feet : .meters
        let shown = height < unit.meters ? small : unit
        func text(_ meters: Double) -> String {
            let value = meters / shown.meters
            return value >= 9.5 ? Int(value.rounded()).grouped : value.trimmed(1)
        }
        let sign = picture.form == .signs ? "x" : "×"
        let size = "\(text(width)) \(sign) \(text(height)) \(shown.symbol)"
        // The title comes first.
        let hasRoom = size.count + 3 <= Self.contentWidth - 8
        return DisplayText(sanitising: hasRoom ? "in " + size : size)
    }
}

extension DensityPainter {
    /// What the shades mean.
    func legend(_ state: AppState) -> DensityLegend {
        DensityLegend(
            painter: self, viewport: state.map.viewport, unit: state.screen.distanceUnit,
            visible: state.visibleMap)
    }
}
