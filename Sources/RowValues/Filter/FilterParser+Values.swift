import Streams

extension FilterParser {
    /// Terms that are added.
    mutating func sum() throws(FilterProblem) -> FilterNode {
        try chain([.plus: .plus, .minus: .minus]) { parser throws(FilterProblem) in try parser.product() }
    }

    private mutating func product() throws(FilterProblem) -> FilterNode {
        try chain([.times: .times, .divided: .divided]) { parser throws(FilterProblem) in
            try parser.signedValue()
        }
    }

    private mutating func chain(
        _ operations: [FilterToken.Sign: FilterArithmetic],
        _ operand: (inout Self) throws(FilterProblem) -> FilterNode
    ) throws(FilterProblem) -> FilterNode {
        var node = try operand(&self)
        var length = 0
        while case .sign(let sign) = current.kind, let operation = operations[sign] {
            length += 1
            guard !node.isCondition else {
                throw FilterProblem("no arithmetic with a condition", at: node.range)
            }
            guard depth + length < Self.depthLimit else {
                throw FilterProblem("too many operations (at most \(Self.depthLimit))", at: current.range)
            }
            advance()
            let other = try operand(&self)
            guard !other.isCondition else {
                throw FilterProblem("no arithmetic with a condition", at: other.range)
            }
            node = FilterNode(
                .arithmetic(node, operation, other), node.range.lowerBound..<other.range.upperBound)
        }
        return node
    }

    private mutating func signedValue() throws(FilterProblem) -> FilterNode {
        let start = current.range.lowerBound
        if skip(sign: .plus) {
            return try deeper { parser throws(FilterProblem) in try parser.signedValue() }
        }
        guard skip(sign: .minus) else { return try primary() }
        let node = try deeper { parser throws(FilterProblem) in try parser.signedValue() }
        let range = start..<node.range.upperBound
        if case .number(let number) = node.content { return FilterNode(.number(-number), range) }
        guard !node.isCondition else {
            throw FilterProblem("no arithmetic with a condition", at: node.range)
        }
        return FilterNode(.arithmetic(FilterNode(.number(0), start..<start), .minus, node), range)
    }

    private mutating func primary() throws(FilterProblem) -> FilterNode {
        let token = current
        switch token.kind {
        case .sign(.open): return try bracketed()
        case .text, .quotedName:
            guard token.isClosed else {
                throw FilterProblem("the quote is not closed", at: token.range, isUnfinished: true)
            }
            advance()
            return FilterNode(
                token.kind == .text ? .text(token.value) : .name(token.value, isQuoted: true), token.range)
        case .number:
            advance()
            guard let number = Double(token.value), number.isFinite else {
                throw FilterProblem("not a number: \(printable(token.value, limit: 40))", at: token.range)
            }
            return FilterNode(.number(number), token.range)
        case .bareText:
            advance()
            return FilterNode(.text(token.value), token.range)
        case .word: return try word()
        case .geometry:
            throw FilterProblem(
                "a geometry stands only in NEAR and S_INTERSECTS", at: token.range,
                isUnfinished: !token.isClosed)
        case .unknown, .end, .sign: throw missing("a column or a value")
        }
    }

    private mutating func bracketed() throws(FilterProblem) -> FilterNode {
        let start = current.range.lowerBound
        advance()
        let node = try deeper { parser throws(FilterProblem) in try parser.disjunction() }
        let end = current.range.upperBound
        guard skip(sign: .close) else { throw missing(")") }
        return FilterNode(node.content, start..<end)
    }

    private mutating func word() throws(FilterProblem) -> FilterNode {
        let token = current
        if let keyword = token.keyword {
            guard keyword == .true || keyword == .false else { throw missing("a column or a value") }
            advance()
            return FilterNode(.boolean(keyword == .true), token.range)
        }
        guard following.kind == .sign(.open) else {
            advance()
            return FilterNode(.name(token.value, isQuoted: false), token.range)
        }
        guard let function = FilterFunction(word: token.value) else { throw unknownFunction(token) }
        advance()
        advance()
        return try deeper { parser throws(FilterProblem) in
            function.isAboutPlaces
                ? try parser.place(function, token) : try parser.argument(of: function, token)
        }
    }

    /// The functions of CQL2 that are left out are recognised.
    private func unknownFunction(_ token: FilterToken) -> FilterProblem {
        let name = printable(token.value, limit: 40)
        let upper = token.value.uppercased()
        if ["S_", "T_", "A_"].contains(where: upper.hasPrefix)
            || ["INTERVAL", "DIV"].contains(upper)
        {
            return FilterProblem("\(upper) is not supported", at: token.range)
        }
        return FilterProblem(
            "no function \(name) (CASEI, ACCENTI, DATE, TIMESTAMP, HOUR, WEEKDAY, DAY, MONTH, YEAR, INSIDE, NEAR)",
            at: token.range)
    }

    private mutating func argument(
        of function: FilterFunction, _ name: FilterToken
    ) throws(FilterProblem) -> FilterNode {
        let content: FilterNode.Content
        switch function {
        case .casei, .accenti:
            let node = try sum()
            content = .folded(node, function == .casei ? .case : .accents)
        case .date, .timestamp:
            guard current.kind == .text || current.kind == .bareText, current.isClosed else {
                throw missing("a date in quotes")
            }
            let text = current.value
            guard let span = function == .date ? TimeSpan(day: text) : TimeSpan(moment: text) else {
                let example = function == .date ? "2026-11-22" : "2026-11-22T09:30:00Z"
                throw FilterProblem("expected a time such as '\(example)'", at: current.range)
            }
            advance()
            content = .time(span)
        default:
            guard let part = function.part else { throw unknownFunction(name) }
            content = .clock(try sum(), part)
        }
        let end = current.range.upperBound
        guard skip(sign: .close) else { throw missing(")") }
        return FilterNode(content, name.range.lowerBound..<end)
    }
}

extension TimeSpan {
    /// The millisecond of a time of RFC 3339; nil for a day and anything else.
    fileprivate init?(moment text: String) {
        guard TimeSpan(day: text) == nil, let span = TimeSpan(text), span.end == span.start + 1 else {
            return nil
        }
        self = span
    }
}
