import Addresses

extension FilterBinding {
    // MARK: - Comparisons

    func compared(
        _ first: FilterNode, _ comparison: FilterComparison, _ second: FilterNode
    ) throws(FilterProblem) -> FilterCondition {
        switch (try operand(first), try operand(second)) {
        case (.number(let one), .number(let other)): return numbers(one, comparison, other)
        case (.number(let one), .constant(let node, _)):
            return numbers(one, comparison, .constant(try number(node, for: first)))
        case (.constant(let node, _), .number(let other)):
            return numbers(other, comparison.mirrored, .constant(try number(node, for: second)))
        case (.column(let column, let kind, let folding), .constant(let node, let more)):
            return try compared(column, kind, folding.union(more), comparison, node)
        case (.constant(let node, let more), .column(let column, let kind, let folding)):
            return try compared(column, kind, folding.union(more), comparison.mirrored, node)
        case (.column(let column, .time, _), .number(.constant)):
            return Self.time(column, comparison, try month(second, for: column))
        case (.column(let one, let kind, let folding), .column(let other, let otherKind, let more))
        where kind == otherKind:
            return try columns(one, comparison, other, kind, folding.union(more), second)
        case (.constant(let one, let folding), .constant(let other, let more)):
            return try constants(one, comparison, other, folding.union(more))
        case (.number, .column), (.column, .number), (.column, .column):
            throw problem(
                "\(source(first)) and \(source(second)) are of different types", second,
                isUnfinished: isAtEnd(second))
        }
    }

    private func numbers(
        _ first: FilterNumber, _ comparison: FilterComparison, _ second: FilterNumber
    ) -> FilterCondition {
        for case .constant(let number) in [first, second] where number.isNaN { return .never }
        if case .constant(let one) = first, case .constant(let other) = second {
            return comparison.holds(one, other) ? .always : .never
        }
        if case .constant = first { return .numbers(second, comparison.mirrored, first) }
        return .numbers(first, comparison, second)
    }

    private func compared(
        _ column: Int, _ kind: ColumnKind, _ folding: FilterFolding, _ comparison: FilterComparison,
        _ node: FilterNode
    ) throws(FilterProblem) -> FilterCondition {
        switch kind {
        case .number: return numbers(.column(column), comparison, .constant(try number(node, for: column)))
        case .time: return Self.time(column, comparison, try span(node, for: column))
        case .text:
            let text = try text(node, for: column, isOrdered: comparison != .equal && comparison != .notEqual)
            return .word(column: column, folding, .compared(comparison, folding.folded(text)))
        case .boolean:
            let value = try boolean(node, for: column)
            guard comparison == .equal || comparison == .notEqual else {
                throw problem("\(name(column)) is true or false: use = or <>", node)
            }
            return .truth(column: column, value == (comparison == .equal))
        }
    }

    private func columns(
        _ first: Int, _ comparison: FilterComparison, _ second: Int, _ kind: ColumnKind,
        _ folding: FilterFolding, _ node: FilterNode
    ) throws(FilterProblem) -> FilterCondition {
        switch kind {
        case .number, .time: return .numbers(.column(first), comparison, .column(second))
        case .text: return .words(first, comparison, second, folding)
        case .boolean:
            guard comparison == .equal || comparison == .notEqual else {
                throw problem("\(name(second)) is true or false: use = or <>", node)
            }
            return .truths(first, second, areEqual: comparison == .equal)
        }
    }

    private func constants(
        _ first: FilterNode, _ comparison: FilterComparison, _ second: FilterNode, _ folding: FilterFolding
    ) throws(FilterProblem) -> FilterCondition {
        let holds: Bool
        switch (first.content, second.content) {
        case (.number(let one), .number(let other)): holds = comparison.holds(one, other)
        case (.text(let one), .text(let other)):
            holds = comparison.holds(ByteOrder(folding.folded(one)), ByteOrder(folding.folded(other)))
        case (.boolean(let one), .boolean(let other)) where comparison == .equal: holds = one == other
        case (.boolean(let one), .boolean(let other)) where comparison == .notEqual: holds = one != other
        default: throw problem("expected a column: \(source(first))", first)
        }
        return holds ? .always : .never
    }

    /// A time compared with all that a date means: `<= 2026-11-22` includes that day.
    private static func time(
        _ column: Int, _ comparison: FilterComparison, _ span: TimeSpan
    ) -> FilterCondition {
        let time = FilterNumber.column(column)
        func before(_ moment: Double) -> FilterCondition { .numbers(time, .less, .constant(moment)) }
        func notBefore(_ moment: Double) -> FilterCondition { .numbers(time, .atLeast, .constant(moment)) }
        switch comparison {
        case .equal: return .all([notBefore(span.start), before(span.end)])
        case .notEqual: return .any([before(span.start), notBefore(span.end)])
        case .less: return before(span.start)
        case .atMost: return before(span.end)
        case .greater: return notBefore(span.end)
        case .atLeast: return notBefore(span.start)
        }
    }

    // MARK: - Lists and ranges

    func among(
        _ subject: FilterNode, _ values: [FilterNode], isNegated: Bool
    ) throws(FilterProblem) -> FilterCondition {
        let comparison: FilterComparison = isNegated ? .notEqual : .equal
        func compared() throws(FilterProblem) -> FilterCondition {
            var tests: [FilterCondition] = []
            for node in values { tests.append(try self.compared(subject, comparison, node)) }
            return isNegated ? .all(tests) : .any(tests)
        }
        if values.contains(where: \.hasColumn) { return try compared() }
        switch try operand(subject) {
        case .number(let number):
            var numbers: [Double] = []
            for node in values { numbers.append(try self.number(node, for: subject)) }
            return .among(number, numbers, isNegated: isNegated)
        case .column(let column, .text, var folding):
            var texts: [String] = []
            for node in values { texts.append(try text(node, for: column, isOrdered: false, &folding)) }
            // A list with networks is one of addresses.
            if texts.contains(where: { $0.contains("/") }), texts.allSatisfy({ AddressNetwork($0) != nil }) {
                return try within(subject, values, isNegated: isNegated)
            }
            return .word(
                column: column, folding, .among(texts.map(folding.folded), isNegated: isNegated))
        default: return try compared()
        }
    }

    /// Addresses of networks.
    func within(
        _ subject: FilterNode, _ values: [FilterNode], isNegated: Bool
    ) throws(FilterProblem) -> FilterCondition {
        let (column, _) = try textColumn(subject, "IN '…'")
        var networks: [AddressNetwork] = []
        for node in values {
            guard let network = AddressNetwork(try text(node, for: column, isOrdered: false)) else {
                throw problem("\(source(node)) is no network (expected '203.0.113.0/24')", node)
            }
            networks.append(network)
        }
        return .word(column: column, [], .within(networks, isNegated: isNegated))
    }

    func between(
        _ subject: FilterNode, _ low: FilterNode, _ high: FilterNode, isNegated: Bool
    ) throws(FilterProblem) -> FilterCondition {
        let isAbove = try compared(subject, isNegated ? .less : .atLeast, low)
        let isBelow = try compared(subject, isNegated ? .greater : .atMost, high)
        return isNegated ? .any([isAbove, isBelow]) : .all([isAbove, isBelow])
    }

    // MARK: - Texts

    func like(
        _ subject: FilterNode, _ pattern: FilterNode, _ escape: String?, isNegated: Bool
    ) throws(FilterProblem) -> FilterCondition {
        var (column, folding) = try textColumn(subject, "LIKE")
        let text = try text(pattern, for: column, isOrdered: false, &folding)
        let parsed = TextPattern(like: text, escape: escape?.unicodeScalars.first ?? "\\")
        return .word(column: column, folding, .like(parsed.folded(folding), isNegated: isNegated))
    }

    func contains(
        _ subject: FilterNode, _ node: FilterNode, isNegated: Bool
    ) throws(FilterProblem) -> FilterCondition {
        var (column, folding) = try textColumn(subject, "~")
        folding.formUnion([.case, .accents])
        let text = try text(node, for: column, isOrdered: false, &folding)
        return .word(
            column: column, folding,
            .like(TextPattern(containing: folding.folded(text)), isNegated: isNegated))
    }

    private func textColumn(
        _ node: FilterNode, _ sign: String
    ) throws(FilterProblem) -> (Int, FilterFolding) {
        switch try operand(node) {
        case .column(let column, .text, let folding): return (column, folding)
        case .column(let column, let kind, _):
            throw problem("\(name(column)) is \(kind.words): \(sign) needs a text", node)
        case .number: throw problem("\(source(node)) is a number: \(sign) needs a text", node)
        case .constant: throw problem("expected a column: \(source(node))", node)
        }
    }

    // MARK: - NULL and truth

    func null(_ subject: FilterNode, isNegated: Bool) throws(FilterProblem) -> FilterCondition {
        let column: Int
        switch try operand(subject) {
        case .number(.column(let number)): column = number
        case .column(let number, _, _): column = number
        case .number, .constant: throw problem("IS NULL needs a column", subject)
        }
        return isNegated ? .present(column: column) : .missing(column: column)
    }

    func truth(_ node: FilterNode, isNegated: Bool) throws(FilterProblem) -> FilterCondition {
        if case .column(let column) = node.content {
            let kind = kinds[column] ?? .text
            if kind == .boolean { return .truth(column: column, !isNegated) }
            throw FilterProblem(
                "\(name(column)) is \(kind.words): a comparison is missing", at: node.range,
                isUnfinished: isLast(node))
        }
        throw FilterProblem("a comparison is missing", at: node.range, isUnfinished: isLast(node))
    }

    /// Only blanks follow.
    private func isLast(_ node: FilterNode) -> Bool {
        text.utf8.dropFirst(node.range.upperBound).allSatisfy { $0 == 0x20 }
    }
}
