import DataSets

/// The list of sets of areas from which one is chosen; what is typed narrows it.
package struct AreaPicker: ListWithCursor, Equatable, Sendable {
    /// What stands for no areas, and is typed for it.
    static let none = "none"

    /// The sets whose names contain it are listed.
    package private(set) var field = TextField()
    /// The line that Enter takes.
    package var cursor = ListCursor()
    /// Areas are shown, which can be put away.
    private let hasAreas: Bool

    /// - Parameter used: the name of the set that is shown.
    package init(_ sets: [AreaSets.Outline], used: String?) {
        hasAreas = used != nil
        let own = sets.indices.filter { sets[$0].kind != .shipped }
        let first = sets.firstIndex { $0.name == used } ?? (own.count == 1 ? own[0] : 0)
        cursor = ListCursor(index: first + (hasAreas ? 1 : 0))
    }

    /// The matching sets, the best match first; nil is none of them.
    package func lines(of sets: [AreaSets.Outline]) -> [Int?] {
        let none: [Int?] = hasAreas && Self.none.hasPrefix(field.text.lowercased()) ? [nil] : []
        return none + ColumnPicker.ranked(sets.map(\.name), by: field.text)
    }

    /// Edits what is typed; the cursor is on the best match then.
    package mutating func type(_ edit: TextEdit) {
        let before = field.text
        field.apply(edit)
        if field.text != before { cursor = ListCursor() }
    }
}
