import App
import CellGraphics

/// The legend of the difference of two windows.
struct DifferenceLegend {
    let first: (window: DisplayText, rows: Int)
    let second: (window: DisplayText, rows: Int)
    let scale: DifferenceScale
    /// Badges with more rows, and with fewer.
    let badges: (more: Int, less: Int)
    let appearance: Appearance

    private static let contentWidth = 31
    private static let columnsPerStep = 3

    private var isASCII: Bool { appearance.charset == .ascii }

    /// The box, before it has a place.
    var box: LegendBox {
        var box = LegendBox(title: "B less A", contentWidth: Self.contentWidth)
        box.note = scale.isRate ? "rows a day" : "rows"
        box.rows = [line("A", .category1, first), line("B", .panelKey, second)]
        if appearance.theme.mode.isTinted { box.rows += [colors, breaks] }
        box.rows.append([
            .init(
                column: 0, text: "more at \(badges.more.counted("badge")), less at \(badges.less.grouped)",
                ink: .panelDim)
        ])
        return box
    }

    func draw(into frame: inout CellBuffer, in visible: CellRect, besides others: [CellRect] = []) {
        guard let rect = box.rect(in: visible) else { return }
        let corner = FreeCorner.rect(width: rect.width, height: rect.height, in: visible, besides: others)
        box.draw(into: &frame, rect: corner)
    }

    private func line(_ name: DisplayText, _ ink: Role, _ window: (window: DisplayText, rows: Int))
        -> [LegendBox.Span]
    {
        let rows = DisplayText(sanitising: window.rows.grouped)
        return [
            .init(column: 0, text: name, ink: ink, attributes: .bold),
            .init(
                column: 2, text: window.window.clipped(to: max(Self.contentWidth - 3 - rows.width, 1)),
                ink: .panelText),
            .init(column: Self.contentWidth - rows.width, text: rows, ink: .panelDim),
        ]
    }

    private static let steps = [-4, -3, -2, -1, 1, 2, 3, 4]

    private var colors: [LegendBox.Span] {
        let palette = DifferencePalette(theme: appearance.theme)
        return Self.steps.enumerated().map { index, step in
            let role = palette.paper(ofStep: step)
            return .init(
                column: index * Self.columnsPerStep, text: isASCII ? "###" : "███", ink: role,
                paper: isASCII ? .panel : role)
        }
    }

    private var breaks: [LegendBox.Span] {
        let number = scale.breaks.last.map { $0 < 1 ? $0.fixed(2) : Int($0).grouped } ?? ""
        let (less, more) = isASCII ? ("<= -", ">= ") : ("≤ −", "≥ ")
        var spans: [LegendBox.Span] = [
            .init(column: 0, text: DisplayText(sanitising: less + number), ink: .panelDim),
            .init(column: 22, text: DisplayText(sanitising: more + number), ink: .panelDim),
        ]
        if !scale.isRate {
            spans.append(.init(column: 11, text: isASCII ? "-1 +1" : "−1 +1", ink: .panelDim))
        }
        return spans
    }
}
