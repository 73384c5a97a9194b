import CellGraphics
import MapModel

/// The addresses of a badge or of the view, their networks, organisations or countries.
package enum AddressList: PanelList {
    package static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.addresses.cursor }

    package static func count(_ state: AppState) -> Int { state.panels.addresses.groups?.lines.count ?? 0 }

    /// Rows above the list: at the side its title, places, and what lines stand for, below the map one.
    package static func headCount(_ state: AppState) -> Int { state.layout.isSidePanel ? 6 : 2 }

    /// Beside the map the other half shows the current address; the last row says how many more there are.
    package static func pageRows(_ state: AppState) -> Int {
        guard let panel = state.layout.panel else { return 1 }
        let room = panel.height - headCount(state)
        guard state.layout.isSidePanel else { return max(room - 1, 1) }
        return max(min(usualLines, room - leastDetailRows), room - mostDetailRows, 1)
    }

    private static let usualLines = 10
    /// How many more there are, a rule, what is known of one and some of its rows; and all that is ever shown of it.
    private static let (leastDetailRows, mostDetailRows) = (12, 22)

    package static func hints(_ state: AppState) -> [CommandHint] {
        [
            CommandHint(.addresses(.group(step: -1)), .addresses(.group(step: 1))),
            CommandHint(.open, says: "its lines"), CommandHint(.addresses(.filter(isNegated: false))),
            CommandHint(.addresses(.filter(isNegated: true))), CommandHint(.addresses(.sort)),
            CommandHint(.cancel, says: "close"), CommandHint(.addresses(.mark)),
            CommandHint(.addresses(.table)),
            CommandHint(.addresses(.copy)),
        ]
    }

    package static func choose(_ state: inout AppState) -> [Effect] { [] }
    package static func open(_ state: inout AppState) -> [Effect] { state.openLinesOfAddress() }

    package static func point(at cell: CellPoint, in area: CellRect, _ state: inout AppState) -> Bool {
        let row = cell.row - area.row - headCount(state)
        let index = state.panels.addresses.cursor.top + row
        guard 0..<pageRows(state) ~= row, index < count(state) else { return false }
        state.panels.addresses.cursor.index = index
        return true
    }
}

/// As it is spoken; on the screen each line has a bar.
extension AddressList: LineList {
    package static func head(_ state: AppState) -> ListHead {
        guard let groups = state.panels.addresses.groups else { return ListHead(title: "Counting …") }
        return ListHead(
            title: "\(groups.rowCount.grouped) " + state.rowWord
                + " here, by \(groups.question.grouping.word)",
            remark: "\(groups.addressCount.counted("address", "addresses"))")
    }

    package static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        (state.panels.addresses.groups?.lines[rows] ?? []).map { line in
            ListLine(
                text: DisplayText(sanitising: line.name.isEmpty ? "unknown" : line.name, limit: 200),
                remark: "\(line.count.grouped)")
        }
    }

    package static func emptyText(_ state: AppState) -> KeyedText { "No addresses here" }
}
