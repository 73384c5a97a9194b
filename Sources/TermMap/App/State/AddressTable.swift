import DataSets
import MapModel

/// The panel of addresses: what its lines are, and what was counted.
package struct AddressTable: Sendable {
    package internal(set) var grouping = AddressQuestion.Grouping.address
    package internal(set) var order = AddressQuestion.Order.lines
    var cursor = ListCursor()
    package private(set) var groups: AddressGroups?
    /// What was selected when the rows of a line were listed.
    var selectionBefore: Selection?
    private var asked: AddressQuestion?
    private var ticket = 0

    /// The ticket of a question that was not asked; nil for one that was.
    mutating func ask(_ question: AddressQuestion) -> Int? {
        guard question != asked else { return nil }
        asked = question
        ticket += 1
        return ticket
    }

    /// The cursor stays on what it was on, where that still is.
    mutating func receive(_ groups: AddressGroups, ticket: Int, pageRows: Int) {
        guard ticket == self.ticket else { return }
        let isSame = self.groups?.question.grouping == groups.question.grouping
        let name = isSame && cursor.index > 0 ? current?.name : nil
        self.groups = groups
        let index = name.flatMap { name in groups.lines.firstIndex { $0.name == name } }
        cursor.move(to: index ?? (isSame ? cursor.index : 0), of: groups.lines.count, pageRows: pageRows)
    }

    /// What the cursor is on.
    package var current: AddressGroups.Line? {
        groups.flatMap { $0.lines.indices.contains(cursor.index) ? $0.lines[cursor.index] : nil }
    }

    /// The line on the cursor.
    package var cursorIndex: Int { cursor.index }

    /// The next time it is opened it is counted again.
    mutating func close() { (groups, asked, cursor, selectionBefore) = (nil, nil, ListCursor(), nil) }

    mutating func turnGrouping(by step: Int) {
        grouping = Self.next(grouping, step)
        cursor = ListCursor()
    }

    mutating func turnOrder() {
        order = Self.next(order, 1)
        cursor = ListCursor()
    }

    private static func next<Value: CaseIterable & Equatable>(_ value: Value, _ step: Int) -> Value {
        let all = Array(Value.allCases)
        let index = (all.firstIndex(of: value) ?? 0) + step
        return all[(index + all.count) % all.count]
    }
}

/// What keys do in the panel of addresses, and where its databases are shown.
package enum AddressListCommand: Hashable, Sendable {
    /// The next, or the previous, thing that lines stand for.
    case group(step: Int)
    /// By lines, by the newest, by name.
    case sort
    /// Only the rows of the line, or all others.
    case filter(isNegated: Bool)
    /// Marks the rows of the line.
    case mark
    case copy
    /// The rows of the line as a table.
    case table
    /// The databases that were asked.
    case databases
}
