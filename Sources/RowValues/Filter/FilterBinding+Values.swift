/// Values as they were written, as the type of what they are compared with.
extension FilterBinding {
    /// The number that is compared with `subject`.
    func number(_ node: FilterNode, for subject: FilterNode) throws(FilterProblem) -> Double {
        if let number = plainNumber(node) { return number }
        throw mismatch(source(subject), .number, node)
    }

    func number(_ node: FilterNode, for column: Int) throws(FilterProblem) -> Double {
        if let number = plainNumber(node) { return number }
        throw mismatch(name(column), .number, node)
    }

    private func plainNumber(_ node: FilterNode) -> Double? {
        switch node.content {
        case .number(let number): return number
        case .text(var text):
            return text.withUTF8 { ValueText.number(ValueText.trimmed($0), decimalMark: UInt8(ascii: ".")) }
        case .arithmetic:
            guard case .constant(let number)? = try? number(node) else { return nil }
            return number
        default: return nil
        }
    }

    /// A date, or a year without quotes.
    func span(_ node: FilterNode, for column: Int) throws(FilterProblem) -> TimeSpan {
        switch node.content {
        case .time(let span): return span
        case .text(let text): if let span = TimeSpan(text) { return span }
        case .number: if let span = TimeSpan(source(node)) { return span }
        default: break
        }
        throw mismatch(name(column), .time, node)
    }

    /// `2026-11` without quotes, which looks like a difference.
    func month(_ node: FilterNode, for column: Int) throws(FilterProblem) -> TimeSpan {
        guard let span = TimeSpan(source(node)) else { throw mismatch(name(column), .time, node) }
        return span
    }

    func boolean(_ node: FilterNode, for column: Int) throws(FilterProblem) -> Bool {
        switch node.content {
        case .boolean(let value): return value
        case .number(1): return true
        case .number(0): return false
        case .text(var text):
            if let value = text.withUTF8({ ValueText.boolean(ValueText.trimmed($0)) }) { return value }
        default: break
        }
        throw mismatch(name(column), .boolean, node)
    }

    /// A text; digits without quotes are one where they need no order: codes look like numbers.
    func text(_ node: FilterNode, for column: Int, isOrdered: Bool) throws(FilterProblem) -> String {
        switch node.content {
        case .text(let text):
            // Without quotes a date is meant, and the order of dates.
            let isQuoted = source(node).hasPrefix("'")
            if isOrdered, !isQuoted, text.utf8.count >= 8, TimeSpan(text) != nil {
                throw mismatch(name(column), .text, node)
            }
            return text
        case .number where !isOrdered: return source(node)
        case .boolean(let value) where !isOrdered: return value ? "true" : "false"
        default: throw mismatch(name(column), .text, node)
        }
    }

    /// The same; what the value ignores is added to `folding`.
    func text(
        _ node: FilterNode, for column: Int, isOrdered: Bool, _ folding: inout FilterFolding
    ) throws(FilterProblem) -> String {
        guard case .folded(let inner, let more) = node.content else {
            return try text(node, for: column, isOrdered: isOrdered)
        }
        folding.formUnion(more)
        return try text(inner, for: column, isOrdered: isOrdered, &folding)
    }
}
