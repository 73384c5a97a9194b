import CellGraphics
import Rows
import RowValues

/// The columns, of which one colours the rows or gives a figure.
enum ColumnList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.columns.listCursor }
    static let isTyped = true
    static let isMenu = true

    static func count(_ state: AppState) -> Int {
        state.panels.columns?.lines(of: state.data.columnNames).count ?? 0
    }

    static func noneCount(_ state: AppState) -> Int {
        state.panels.columns?.lines(of: state.data.columnNames).first == .some(nil) ? 1 : 0
    }

    static func hints(_ state: AppState) -> [CommandHint] {
        guard let picker = state.panels.columns else { return [] }
        let function = CommandHint(.edit(.left), .edit(.right), says: picker.function.rawValue)
        return [.choose, .letters("a–z", "narrow"), CommandHint(.edit(.accept), says: "take")]
            + (picker.purpose == .figure ? [function] : [])
            + [CommandHint(.edit(.complete), says: picker.badgeWords), .dismiss]
    }

    static func choose(_ state: inout AppState) -> [Effect] { [] }
    static func open(_ state: inout AppState) -> [Effect] {
        state.panels.columns.map { state.choose($0) } ?? []
    }
    static func type(_ edit: TextEdit, _ state: inout AppState) -> [Effect] { state.typeInColumns(edit) }
}

extension ColumnList: LineList {
    static func head(_ state: AppState) -> ListHead {
        guard let picker = state.panels.columns else { return ListHead(title: .empty) }
        let all = state.data.columnNames.count
        let count = picker.lines(of: state.data.columnNames).count { $0 != nil }
        let title: DisplayText =
            picker.purpose == .figure
            ? DisplayText(sanitising: picker.function.rawValue)
                + (picker.changesBadges ? " and size of badges" : " on badges")
            : picker.changesBadges ? "Badges by" : "Colour by"
        return ListHead(
            title: title,
            remark: count == all
                ? "\(all.counted("column"))" : "\(count.grouped) of \(all.counted("column"))",
            field: picker.field)
    }

    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        guard let picker = state.panels.columns else { return [] }
        let names = state.data.columnNames
        let none: DisplayText = picker.purpose == .figure ? "counts" : "no column"
        return picker.lines(of: names)[rows].map { column in
            guard let column else { return ListLine(text: none) }
            let name = DisplayText(sanitising: names[column])
            guard column < state.data.columns.count else { return ListLine(text: name) }
            let outline = state.data.columns[column]
            let percent = Int((outline.missingShare * 100).rounded())
            let missing = percent > 0 ? "\(percent) % without  " : ""
            return ListLine(text: name, remark: DisplayText(sanitising: missing + outline.kind.noun))
        }
    }

    static func emptyText(_ state: AppState) -> KeyedText { "No column contains this" }
}

extension ColumnKind {
    /// For lists of columns.
    package var noun: String {
        switch self {
        case .number: "number"
        case .time: "date"
        case .boolean: "true, false"
        case .text: "text"
        }
    }
}
