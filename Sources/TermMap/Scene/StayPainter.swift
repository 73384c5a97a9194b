import App
import CellGraphics
import MapModel

/// Draws the way of a history with its stops: a sign for each, and the names of those for which there is room, the
/// longest first.
struct StayPainter {
    private struct Sign {
        var cell: CellPoint
        var isLong: Bool
        var rect: CellRect { CellRect(column: cell.column, row: cell.row, width: 1, height: 1) }
    }

    private typealias Label = (name: DisplayText, stay: DisplayText, rect: CellRect)
    private typealias Callout = (cell: CellPoint, text: DisplayText, rect: CellRect?)

    private let appearance: Appearance
    private let area: CellRect
    private let lines: [LineCells]
    private let signs: [Sign]
    private let labels: [Label]
    private let chosen: Callout?

    private var isASCII: Bool { appearance.charset == .ascii }
    /// Stops of half a day and more show how long they are.
    private static let secondsToSay = 43_200.0

    /// Nil while the list of stops is closed.
    init?(_ state: AppState, lines: [LineCells]) {
        guard let stays = state.staysOnMap else { return nil }
        appearance = state.screen.appearance
        area = state.visibleMap
        self.lines = lines
        var occupancy = CellOccupancy(area: area)
        for line in lines { for rect in line.rects { occupancy.take(rect) } }
        let shown = Self.shown(stays, state)
        // Long ones lie above short ones.
        signs = shown.reversed().map { Sign(cell: $0.cell, isLong: $0.stay.isLong) }
        for sign in signs { occupancy.take(sign.rect) }
        let current = stays.stay(atLine: state.panels.stops.index)
        chosen = shown.first { $0.number == current }.map { Self.callout($0, state, &occupancy) }
        labels = Self.labels(of: shown.filter { $0.number != current }, &occupancy)
    }

    /// A stop in view.
    private struct Shown {
        var number: Int
        var stay: Stay
        var cell: CellPoint
    }

    /// The stops in view, the longest first.
    private static func shown(_ stays: Stays, _ state: AppState) -> [Shown] {
        let order = stays.stays.indices.sorted { stays.stays[$0].seconds > stays.stays[$1].seconds }
        return order.compactMap { number in
            let stay = stays.stays[number]
            let cell = state.map.viewport.dot(of: WebMercator.project(stay.place)).cell
            return state.visibleMap.contains(cell) ? Shown(number: number, stay: stay, cell: cell) : nil
        }
    }

    /// Name and length of the chosen stop, beside it where there is room, else over others.
    private static func callout(_ shown: Shown, _ state: AppState, _ occupancy: inout CellOccupancy)
        -> Callout
    {
        let dot: DisplayText = state.screen.appearance.charset == .ascii ? "  " : " · "
        let length = DisplayText(sanitising: JourneyWords.stay(shown.stay.seconds))
        let text = state.name(of: shown.stay) + dot + length
        let mark = CellRect(column: shown.cell.column - 1, row: shown.cell.row, width: 3, height: 1)
        let places = SelectionPainter.places(for: text.width + 2, beside: mark)
        let ordered = [places[3], places[2], places[0], places[1]]
        let rect =
            ordered.first { occupancy.isFree($0) } ?? ordered.first { $0.lies(in: state.visibleMap) }
        if let rect { occupancy.take(rect) }
        occupancy.take(mark)
        return (shown.cell, text, rect)
    }

    /// Names for which there is room; a place that somebody came back to is named once.
    private static func labels(of shown: [Shown], _ occupancy: inout CellOccupancy) -> [Label] {
        var labels: [Label] = []
        var named: Set<DisplayText> = []
        for shown in shown where !shown.stay.name.isEmpty && !named.contains(shown.stay.name) {
            guard let label = label(of: shown, &occupancy) else { continue }
            labels.append(label)
            named.insert(label.name)
        }
        return labels
    }

    /// The name with the length of a long stop, else the name alone; nil where neither has room.
    private static func label(of shown: Shown, _ occupancy: inout CellOccupancy) -> Label? {
        let isSaid = shown.stay.seconds >= secondsToSay
        let length = isSaid ? DisplayText(sanitising: JourneyWords.stay(shown.stay.seconds)) : .empty
        let dot = CellRect(column: shown.cell.column, row: shown.cell.row, width: 1, height: 1)
        for text in length.isEmpty ? [DisplayText.empty] : [length, .empty] {
            let width = shown.stay.name.width + (text.isEmpty ? 0 : 2 + text.width)
            let places = SelectionPainter.places(for: width, beside: dot)
            guard let rect = places.first(where: { occupancy.isFree($0) }) else { continue }
            // A cell stands free between two of them.
            occupancy.take(
                CellRect(column: rect.column - 1, row: rect.row, width: rect.width + 2, height: 1))
            return (shown.stay.name, text, rect)
        }
        return nil
    }

    /// Names keep off.
    func take(from occupancy: inout CellOccupancy) {
        for line in lines { for rect in line.rects { occupancy.take(rect) } }
        for rect in labels.map(\.rect) + (chosen?.rect.map { [$0] } ?? []) { occupancy.take(rect) }
        for sign in signs { occupancy.take(sign.rect) }
    }

    func drawLines(into frame: inout CellBuffer) {
        for line in lines { line.draw(into: &frame, appearance.charset) }
    }

    func drawSigns(into frame: inout CellBuffer) {
        for (name, stay, rect) in labels {
            LabelAir(rect, appearance).clear(in: area, &frame)
            let start = CellPoint(column: rect.column, row: rect.row)
            let text = stay.isEmpty ? name : name + "  "
            frame.put(text, at: start, style: Style(.placeLabel), keepingPaper: true, within: area)
            frame.put(
                stay, at: CellPoint(column: start.column + text.width, row: start.row),
                style: Style(.cityLabel), keepingPaper: true, within: area)
        }
        for sign in signs {
            let style = Style(sign.isLong ? .place : .placeLabel, sign.isLong ? .bold : [])
            frame.put(isASCII ? "#" : "■", at: sign.cell, style: style, keepingPaper: true, within: area)
        }
        guard let (cell, text, rect) = chosen else { return }
        frame.put(
            isASCII ? "[#]" : "[■]", at: CellPoint(column: cell.column - 1, row: cell.row),
            style: Style(.selection, .bold), keepingPaper: true, within: area)
        if let rect { CalloutPainter(text: text, rect: rect, appearance: appearance).draw(into: &frame) }
    }
}

/// The cells at both ends of a label: without tints the signs of the terrain would run into it.
private struct LabelAir {
    private let rect: CellRect
    private let isNeeded: Bool

    init(_ rect: CellRect, _ appearance: Appearance) {
        self.rect = rect
        isNeeded = !appearance.theme.mode.isTinted
    }

    func clear(in area: CellRect, _ frame: inout CellBuffer) {
        guard isNeeded else { return }
        for column in [rect.column - 1, rect.endColumn] {
            frame.put(
                " ", at: CellPoint(column: column, row: rect.row), style: Style(.text), keepingPaper: true,
                within: area)
        }
    }
}
