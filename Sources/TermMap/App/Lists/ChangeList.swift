import CellGraphics
import DataSets
import MapModel

/// The table of changes.
enum ChangeList: LineList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.changes.cursor }

    static func count(_ state: AppState) -> Int { state.panels.changes.lines.count }

    static func hints(_ state: AppState) -> [CommandHint] {
        [
            .choose, CommandHint(.open, says: "old & new"),
            CommandHint(.changes(.sort(step: -1)), .changes(.sort(step: 1))), CommandHint(.changes(.search)),
            CommandHint(.mark),
            CommandHint(.centerSelection), .close,
        ]
    }

    static func listedRow(_ state: AppState) -> (tree: QuadTree, index: Int)? {
        let (lines, index) = (state.panels.changes.lines, state.panels.changes.cursor.index)
        guard index < lines.count, let place = state.placeOfChange(lines[index].row) else { return nil }
        return state.data.tree.index(ofRow: lines[index].row, at: place.coordinate).map {
            (state.data.tree, $0)
        }
    }

    static func scroll(_ state: inout AppState) -> [Effect] {
        guard let changes = state.data.rows.changes else { return [] }
        let asked = state.panels.changes.ask(
            changes, state.data.rows.kept, generation: state.data.generation)
        move(by: 0, &state)
        return (asked.map { [.listChanges($0.question, ticket: $0.ticket)] } ?? [])
            + state.readChanges(of: state.panels.changes.lines[shown(state)].map(\.row))
    }

    static func choose(_ state: inout AppState) -> [Effect] { selectRow(&state) + scroll(&state) }

    static func head(_ state: AppState) -> ListHead {
        let order: KeyedText =
            switch state.panels.changes.order {
            case .change: "by change"
            case .source: "as in the file"
            case .column: "by column"
            }
        let words = state.panels.changes.search.map {
            KeyedText(" with “" + DisplayText(sanitising: $0, limit: 40) + "”")
        }
        return ListHead(title: "Changes", remark: order + (words ?? ""))
    }

    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        guard let changes = state.data.rows.changes else { return [] }
        return state.panels.changes.lines[rows].map { line in
            let key = state.key(ofRow: line.row, changes)
            let title = state.title(ofRow: line.row)
            var listed = ListLine(
                text: "  " + (key.isEmpty ? title : key + "  " + title),
                remark: state.remark(state.words(of: line, changes)), isMarked: state.marks.contains(line.row)
            )
            listed.change = changes.sign(ofRow: line.row)
            return listed
        }
    }

    static func emptyText(_ state: AppState) -> KeyedText {
        if state.panels.changes.isAwaited { return "Loading …" }
        return state.panels.changes.search == nil
            ? "No differences: \(key: .changes(.turn)) shows both sources"
            : "None of the changes contains that: \(key: .changes(.search)) searches again"
    }
}

extension AppState {
    mutating func receive(_ listing: ChangeListing?, ticket: Int) -> [Effect] {
        guard panels.changes.receive(listing, ticket: ticket), panels.list == .changes else { return [] }
        return ChangeList.choose(&self)
    }

    /// Looks for words in the values of what changed; none lists all again.
    mutating func searchChanges(_ text: String) -> [Effect] {
        panels.changes.find(text)
        return readLists()
    }

    /// Asks for the columns of rows that are on the screen, where they are not known.
    mutating func readChanges(of rows: [UInt32]) -> [Effect] {
        let missing = selection.near.missing(Set(rows).sorted(), numbering: data.numbering)
        return missing.isEmpty ? [] : [.readChanges(rows: missing)]
    }

    /// As much of a remark as leaves room for what it is about.
    func remark(_ text: DisplayText) -> DisplayText {
        let isASCII = screen.appearance.charset == .ascii
        return text.clipped(
            to: max((layout.panel?.width ?? 0) - 18, 8), ellipsis: isASCII ? .tilde : .unicode)
    }

    /// What identifies a row, once it is read.
    func key(ofRow row: UInt32, _ changes: ShownChanges) -> DisplayText {
        guard let values = selection.near.values[row] else { return "" }
        let parts = changes.difference.key.compactMap { name in
            data.columnNames.firstIndex(of: name).flatMap { $0 < values.count ? values[$0] : nil }
        }
        return DisplayText(sanitising: parts.joined(separator: " "), limit: 40)
    }

    /// `elevation 746 → 767`, or how far it moved.
    fileprivate func words(of line: ChangeListing.Line, _ changes: ShownChanges) -> DisplayText {
        guard let column = line.column else { return verdict(ofRow: line.row, changes) }
        let name = changes.difference.columns[column].name
        let shown = DisplayText(sanitising: name, limit: 40)
        guard let values = selection.near.values[line.row] else { return shown }
        let record = ChangedRecord(line.row, names: data.columnNames, values: values, changes)
        guard let field = record.changed.first(where: { $0.name == name }) else { return shown }
        return shown + " " + Self.oneLine(field.old).clipped(to: 30) + " → "
            + Self.oneLine(field.new).clipped(to: 30)
    }
}
