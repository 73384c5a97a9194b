import Streams

/// Gives a resolved tree its types, and moves NOT to the single tests.
struct FilterBinding {
    let columns: FilterColumns
    let kinds: [Int: ColumnKind]
    /// The text of the filter, for messages.
    let text: String
    /// How times are read and shown.
    let calendar: TimeQuestion
    /// The times that are known by row; nil for a database.
    let times: FilterTimes?
    /// No row has a value in the columns from here on.
    let firstAbsent: Int

    /// A value of either side of a test.
    enum Operand {
        case number(FilterNumber)
        case column(Int, ColumnKind, FilterFolding)
        /// A value as it was written; its type is that of what it is compared with.
        case constant(FilterNode, FilterFolding)
    }

    func condition(_ node: FilterNode, isNegated: Bool = false) throws(FilterProblem) -> FilterCondition {
        switch node.content {
        case .all(let nodes):
            let parts = try conditions(nodes, isNegated)
            return isNegated ? .any(parts) : .all(parts)
        case .any(let nodes):
            let parts = try conditions(nodes, isNegated)
            return isNegated ? .all(parts) : .any(parts)
        case .not(let node): return try condition(node, isNegated: !isNegated)
        case .comparison(let first, let comparison, let second):
            return try compared(first, isNegated ? comparison.negated : comparison, second)
        case .like(let subject, let pattern, let escape, let isNot):
            return try like(subject, pattern, escape, isNegated: isNot != isNegated)
        case .contains(let subject, let text, let isNot):
            return try contains(subject, text, isNegated: isNot != isNegated)
        case .among(let subject, let values, let isNot):
            return try among(subject, values, isNegated: isNot != isNegated)
        case .between(let subject, let low, let high, let isNot):
            return try between(subject, low, high, isNegated: isNot != isNegated)
        case .isNull(let subject, let isNot): return try null(subject, isNegated: isNot != isNegated)
        case .within(let subject, let network, let isNot):
            return try within(subject, [network], isNegated: isNot != isNegated)
        case .place(let number): return .place(number, isNegated: isNegated)
        case .boolean(let value): return value != isNegated ? .always : .never
        default: return try truth(node, isNegated: isNegated)
        }
    }

    private func conditions(
        _ nodes: [FilterNode], _ isNegated: Bool
    ) throws(FilterProblem) -> [FilterCondition] {
        var parts: [FilterCondition] = []
        for node in nodes { parts.append(try condition(node, isNegated: isNegated)) }
        return parts
    }

    // MARK: - Operands

    func operand(
        _ node: FilterNode, _ folding: FilterFolding = []
    ) throws(FilterProblem) -> Operand {
        switch node.content {
        case .column(let column):
            let kind = kinds[column] ?? .text
            if !folding.isEmpty, kind != .text { throw notText(column, kind, node) }
            return kind == .number ? .number(.column(column)) : .column(column, kind, folding)
        case .folded(let inner, let more):
            let operand = try operand(inner, folding.union(more))
            if case .number = operand { throw problem("expected a text", node) }
            return operand
        case .arithmetic, .clock: return .number(try number(node))
        default: return .constant(node, folding)
        }
    }

    private func notText(_ column: Int, _ kind: ColumnKind, _ node: FilterNode) -> FilterProblem {
        problem("\(name(column)) is \(kind.words), not a text", node)
    }

    /// The number that a node is.
    func number(_ node: FilterNode) throws(FilterProblem) -> FilterNumber {
        switch node.content {
        case .number(let number): return .constant(number)
        case .column(let column):
            let kind = kinds[column] ?? .text
            guard kind == .number else {
                throw problem("\(name(column)) is \(kind.words), not a number", node)
            }
            return .column(column)
        case .arithmetic(let first, let operation, let second):
            let (first, second) = (try number(first), try number(second))
            if case .constant(let one) = first, case .constant(let other) = second {
                return .constant(operation.result(one, other))
            }
            return .arithmetic(first, operation, second)
        case .clock(let inner, let part): return try clock(part, of: inner)
        default: throw problem("not a number: \(source(node))", node)
        }
    }

    /// A part of the times of a column: those of a database are times by their type, or numbers whose name says time.
    private func clock(_ part: TimeFold.Part, of node: FilterNode) throws(FilterProblem) -> FilterNumber {
        guard case .column(let column) = node.content else {
            throw problem("expected a column of times", node)
        }
        let kind = kinds[column] ?? .text
        var unit: EpochUnit?
        if case .epoch(let given) = calendar.format(of: columns.names[column]) { unit = given }
        if let times {
            guard times.has(column) || column >= firstAbsent else {
                throw problem("times are not known here", node)
            }
        } else {
            let isEpoch = kind == .number && (unit != nil || TimeText.isName(columns.names[column]))
            guard kind == .time || isEpoch else {
                throw problem("\(name(column)) is \(kind.words), not a date", node)
            }
        }
        return .clock(
            column: column,
            FilterClock(
                part: part, readZone: calendar.readZone, shownZone: calendar.shownZone, unit: unit,
                isOfNumbers: kind == .number))
    }

    // MARK: - Words

    func name(_ column: Int) -> String { printable(columns.names[column], limit: 40) }

    /// A node as it was written.
    func source(_ node: FilterNode) -> String {
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: node.range.lowerBound)
        let end = utf8.index(utf8.startIndex, offsetBy: node.range.upperBound)
        return printable(String(text[start..<end]), limit: 40)
    }

    func problem(_ words: String, _ node: FilterNode, isUnfinished: Bool = false) -> FilterProblem {
        FilterProblem(words, at: node.range, isUnfinished: isUnfinished)
    }

    /// A value of another type than that of the column.
    func mismatch(_ subject: String, _ kind: ColumnKind, _ node: FilterNode) -> FilterProblem {
        let source = source(node)
        var words = "\(subject) is \(kind.words), \(source) is \(kind == .boolean ? "neither" : "not")"
        if kind == .text, let first = source.first, first.isNumber || "+-.".contains(first) {
            words += " ('\(source)' is compared character by character)"
        }
        return problem(words, node, isUnfinished: isAtEnd(node))
    }

    /// A value at the end may become another one: `2026-1` a date, `12e` a number.
    func isAtEnd(_ node: FilterNode) -> Bool {
        node.range.upperBound == text.utf8.count && text.utf8.last != UInt8(ascii: "'")
    }
}
