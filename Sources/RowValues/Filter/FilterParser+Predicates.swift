extension FilterParser {
    /// A value with a comparison after it, or a condition in brackets, or a column that is true or false.
    mutating func predicate() throws(FilterProblem) -> FilterNode {
        let subject = try sum()
        if let comparison = comparisonSign {
            try requireValue(subject)
            advance()
            let other = try value()
            return node(.comparison(subject, comparison, other), subject, other)
        }
        if current.kind == .sign(.contains) || current.kind == .sign(.notContains) {
            try requireValue(subject)
            let isNegated = current.kind == .sign(.notContains)
            advance()
            let other = try value()
            return node(.contains(subject, other, isNegated: isNegated), subject, other)
        }
        guard let keyword = current.keyword else { return subject }
        let isNegated = keyword == .not && [.like, .in, .between].contains(following.keyword)
        if isNegated { advance() }
        switch current.keyword {
        case .like: return try like(subject, isNegated)
        case .in: return try among(subject, isNegated)
        case .between: return try between(subject, isNegated)
        case .is: return try null(subject)
        default: return subject
        }
    }

    private func node(
        _ content: FilterNode.Content, _ first: FilterNode, _ last: FilterNode
    ) -> FilterNode {
        FilterNode(content, first.range.lowerBound..<last.range.upperBound)
    }

    private func requireValue(_ node: FilterNode) throws(FilterProblem) {
        if node.isCondition { throw FilterProblem("a condition cannot be compared", at: node.range) }
    }

    /// A value that is no condition.
    private mutating func value() throws(FilterProblem) -> FilterNode {
        if current.keyword == .null {
            throw FilterProblem("use IS NULL or IS NOT NULL", at: current.range)
        }
        let node = try sum()
        try requireValue(node)
        return node
    }

    private var comparisonSign: FilterComparison? {
        guard case .sign(let sign) = current.kind else { return nil }
        switch sign {
        case .equal: return .equal
        case .notEqual: return .notEqual
        case .less: return .less
        case .atMost: return .atMost
        case .greater: return .greater
        case .atLeast: return .atLeast
        default: return nil
        }
    }

    private mutating func like(_ subject: FilterNode, _ isNegated: Bool) throws(FilterProblem) -> FilterNode {
        try requireValue(subject)
        advance()
        let pattern = try value()
        var end = pattern.range.upperBound
        var escape: String?
        if current.kind == .word, current.value.lowercased() == "escape" {
            advance()
            guard current.kind == .text, current.isClosed, current.value.unicodeScalars.count == 1 else {
                throw missing("one character in quotes")
            }
            escape = current.value
            end = current.range.upperBound
            advance()
        }
        return FilterNode(
            .like(subject, pattern, escape: escape, isNegated: isNegated), subject.range.lowerBound..<end)
    }

    private mutating func among(_ subject: FilterNode, _ isNegated: Bool) throws(FilterProblem) -> FilterNode
    {
        try requireValue(subject)
        advance()
        if current.kind == .text, current.isClosed {
            let network = try value()
            return node(.within(subject, network, isNegated: isNegated), subject, network)
        }
        guard skip(sign: .open) else { throw missing("( and a list, or a network in quotes") }
        var values: [FilterNode] = []
        repeat { values.append(try value()) } while skip(sign: .comma)
        let end = current.range.upperBound
        guard skip(sign: .close) else { throw missing(", or )") }
        return FilterNode(.among(subject, values, isNegated: isNegated), subject.range.lowerBound..<end)
    }

    private mutating func between(
        _ subject: FilterNode, _ isNegated: Bool
    ) throws(FilterProblem) -> FilterNode {
        try requireValue(subject)
        advance()
        let low = try value()
        guard skip(.and) || skip(sign: .and) else { throw missing("AND and the upper bound") }
        let high = try value()
        return node(.between(subject, low, high, isNegated: isNegated), subject, high)
    }

    private mutating func null(_ subject: FilterNode) throws(FilterProblem) -> FilterNode {
        try requireValue(subject)
        advance()
        let isNegated = skip(.not)
        let end = current.range.upperBound
        guard skip(.null) else { throw missing(isNegated ? "NULL" : "NULL or NOT NULL") }
        return FilterNode(.isNull(subject, isNegated: isNegated), subject.range.lowerBound..<end)
    }
}
