import CellGraphics
import MapModel

/// Where a history stood still, by days.
package enum StopList: LineList {
    package static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.stops }
    package static var headRows: Int { 4 }

    /// Rows below the list for the stay under the cursor.
    private static let detailRows = 7
    /// From so many rows on they are there.
    private static let rowsForDetails = 20

    package static func count(_ state: AppState) -> Int { state.map.journeys.stays?.lines.count ?? 0 }

    package static func pageRows(_ state: AppState) -> Int {
        guard let area = state.layout.panel else { return 1 }
        let room = area.height - headRows - (showsDetails(in: area) ? detailRows : 0)
        return max(room, 1)
    }

    /// Whether there is room for all of a stay.
    package static func showsDetails(in area: CellRect) -> Bool { area.height >= rowsForDetails }

    package static func hints(_ state: AppState) -> [CommandHint] {
        [
            .cursor("stop"), CommandHint(.open, says: "zoom to it"),
            CommandHint(.strip(.toggle), says: "profile"),
            CommandHint(.stops(.order)), CommandHint(.stops(.copy), says: "copy"),
            .close,
        ]
    }

    package static func choose(_ state: inout AppState) -> [Effect] {
        state.revealStay()
        return []
    }

    package static func open(_ state: inout AppState) -> [Effect] {
        state.showStay()
        return []
    }

    package static func head(_ state: AppState) -> ListHead {
        guard let stays = state.map.journeys.stays else { return ListHead(title: "Stops") }
        let title = DisplayText(sanitising: stays.stays.count.counted("stop"))
        return ListHead(title: title, remark: KeyedText(stays.period))
    }

    /// As they are spoken; the panel draws them with bars.
    package static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        guard let stays = state.map.journeys.stays else { return [] }
        return rows.map { row in
            switch stays.lines[row] {
            case .day(let name): ListLine(text: name)
            case .stay(let number):
                ListLine(
                    text: stays.words(stays.stays[number].start) + "  " + state.name(of: stays.stays[number]),
                    remark: DisplayText(sanitising: JourneyWords.stay(stays.stays[number].seconds)))
            }
        }
    }

    package static func emptyText(_ state: AppState) -> KeyedText { state.staysText }

    /// The names of days are passed over.
    package static func move(by rows: Int, _ state: inout AppState) {
        guard let stays = state.map.journeys.stays else { return }
        let (count, page) = (stays.lines.count, pageRows(state))
        state.panels.stops.move(by: rows, of: count, pageRows: page)
        skipDays(forward: rows >= 0, stays, page, &state)
    }

    package static func move(pages: Int, _ state: inout AppState) {
        guard let stays = state.map.journeys.stays else { return }
        let page = pageRows(state)
        state.panels.stops.move(pages: pages, of: stays.lines.count, pageRows: page)
        skipDays(forward: pages >= 0, stays, page, &state)
    }

    private static func skipDays(forward: Bool, _ stays: Stays, _ page: Int, _ state: inout AppState) {
        let index = state.panels.stops.index
        guard stays.stay(atLine: index) == nil else { return showDay(above: index, stays, &state) }
        let later = stays.lines.indices.first { $0 > index && stays.stay(atLine: $0) != nil }
        let earlier = stays.lines.indices.last { $0 < index && stays.stay(atLine: $0) != nil }
        guard let next = forward ? later ?? earlier : earlier ?? later else { return }
        state.panels.stops.move(to: next, of: stays.lines.count, pageRows: page)
        showDay(above: next, stays, &state)
    }

    /// The first stay of a day at the top of the list stands below the name of the day.
    private static func showDay(above index: Int, _ stays: Stays, _ state: inout AppState) {
        guard index > 0, state.panels.stops.top == index, stays.stay(atLine: index - 1) == nil else { return }
        state.panels.stops.top -= 1
    }

    package static func point(at cell: CellPoint, in area: CellRect, _ state: inout AppState) -> Bool {
        let row = cell.row - area.row - headRows
        let index = state.panels.stops.top + row
        guard 0..<pageRows(state) ~= row, state.map.journeys.stays?.stay(atLine: index) != nil else {
            return false
        }
        state.panels.stops.index = index
        return true
    }
}
