import App
import CellGraphics
import MapModel

/// Draws the way of a history with its stops: a sign for each, and the names of those for which there is room, the
/// longest first.
struct StayPainter {
    private struct Sign {
        var cell: CellPoint
        var isLong: Bool
    }

    private let appearance: Appearance
    private let area: CellRect
    private let lines: [LineCells]
    private let signs: [Sign]
    private let labels: [(name: DisplayText, stay: DisplayText, rect: CellRect)]
    private let chosen: (cell: CellPoint, text: DisplayText, rect: CellRect?)?

    private var isASCII: Bool { appearance.charset == .ascii }
    /// Stops of half a day and more show how long they are.
    private static let secondsToSay = 43_200.0

    /// Nil while the list of stops is closed.
    init?(_ state: AppState, lines: [LineCells]) {
        guard let stays = state.staysOnMap else { return nil }
        appearance = state.screen.appearance
        let (area, viewport) = (state.visibleMap, state.map.viewport)
        self.area = area
        self.lines = lines
        var occupancy = CellOccupancy(area: area)
        for line in lines { for rect in line.rects { occupancy.take(rect) } }
        func shownCell(_ stay: Stay) -> CellPoint? {
            let cell = viewport.dot(of: WebMercator.project(stay.place)).cell
            return area.contains(cell) ? cell : nil
        }
        let order = stays.stays.indices.sorted { stays.stays[$0].seconds > stays.stays[$1].seconds }
        var signs: [Sign] = []
        for number in order {
            guard let cell = shownCell(stays.stays[number]) else { continue }
            signs.append(Sign(cell: cell, isLong: stays.stays[number].isLong))
            occupancy.take(CellRect(column: cell.column, row: cell.row, width: 1, height: 1))
        }
        // Long ones lie above short ones.
        self.signs = signs.reversed()
        let current = stays.stay(atLine: state.panels.stops.index)
        var chosen: (cell: CellPoint, text: DisplayText, rect: CellRect?)?
        if let current, let cell = shownCell(stays.stays[current]) {
            let stay = stays.stays[current]
            let dot: DisplayText = appearance.charset == .ascii ? "  " : " · "
            let text =
                state.name(of: stay) + dot + DisplayText(sanitising: JourneyWords.stay(stay.seconds))
            let mark = CellRect(column: cell.column - 1, row: cell.row, width: 3, height: 1)
            let places = SelectionPainter.places(for: text.width + 2, beside: mark)
            let ordered = [places[3], places[2], places[0], places[1]]
            let rect = ordered.first { occupancy.isFree($0) } ?? ordered.first { $0.lies(in: area) }
            chosen = (cell, text, rect)
            if let rect { occupancy.take(rect) }
            occupancy.take(mark)
        }
        self.chosen = chosen
        var labels: [(name: DisplayText, stay: DisplayText, rect: CellRect)] = []
        var named: Set<DisplayText> = []
        for number in order where number != current {
            let stay = stays.stays[number]
            let name = stay.name
            // A place that somebody came back to is named once.
            guard let cell = shownCell(stay), !name.isEmpty, !named.contains(name) else { continue }
            let length =
                stay.seconds >= Self.secondsToSay
                ? DisplayText(sanitising: JourneyWords.stay(stay.seconds)) : .empty
            for stayText in length.isEmpty ? [DisplayText.empty] : [length, .empty] {
                let width = name.width + (stayText.isEmpty ? 0 : 2 + stayText.width)
                let dot = CellRect(column: cell.column, row: cell.row, width: 1, height: 1)
                guard
                    let rect = SelectionPainter.places(for: width, beside: dot).first(where: {
                        occupancy.isFree($0)
                    })
                else { continue }
                // A cell stands free between two of them.
                occupancy.take(
                    CellRect(column: rect.column - 1, row: rect.row, width: rect.width + 2, height: 1))
                labels.append((name, stayText, rect))
                named.insert(name)
                break
            }
        }
        self.labels = labels
    }

    /// Names keep off.
    func take(from occupancy: inout CellOccupancy) {
        for line in lines { for rect in line.rects { occupancy.take(rect) } }
        for rect in labels.map(\.rect) + (chosen?.rect.map { [$0] } ?? []) { occupancy.take(rect) }
        for sign in signs {
            occupancy.take(CellRect(column: sign.cell.column, row: sign.cell.row, width: 1, height: 1))
        }
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
