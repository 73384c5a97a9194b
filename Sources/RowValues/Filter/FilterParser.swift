import Streams

/// Makes a tree of the tokens of a filter, by recursive descent. docs/FILTER.md has the grammar.
struct FilterParser {
    /// Brackets, NOTs, functions and signs inside each other, and operations in a row.
    static let depthLimit = 100

    private let text: String
    private let tokens: [FilterToken]
    private var index = 0
    var depth = 0
    /// The tests of places so far; the tree has their numbers.
    var places: [PlaceTest] = []
    /// Inside the filter of a set of areas.
    var isInSet = false

    private init(_ text: String) {
        self.text = text
        tokens = FilterLexer.tokens(of: text)
    }

    /// The tree of a text, and the tests of places in it.
    static func parse(_ text: String) throws(FilterProblem) -> (root: FilterNode, places: [PlaceTest]) {
        var parser = FilterParser(text)
        let geometries = parser.tokens.lazy.filter { $0.kind == .geometry }.reduce(0) { $0 + $1.range.count }
        guard text.utf8.count - geometries <= Filter.lengthLimit, geometries <= PlaceLiteral.lengthLimit
        else {
            throw FilterProblem(
                "too long (at most \(Filter.lengthLimit) bytes)", at: Filter.lengthLimit..<text.utf8.count)
        }
        let node = try parser.disjunction()
        guard parser.current.kind == .end else { throw parser.unexpectedAfterCondition(node) }
        return (node, parser.places)
    }

    // MARK: - Tokens

    var current: FilterToken { tokens[index] }
    var previous: FilterToken? { index > 0 ? tokens[index - 1] : nil }
    var following: FilterToken { tokens[min(index + 1, tokens.count - 1)] }

    mutating func advance() { index = min(index + 1, tokens.count - 1) }

    /// A piece of the text as it was written.
    func source(_ range: Range<Int>) -> String {
        String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }

    mutating func skip(sign: FilterToken.Sign) -> Bool {
        guard current.kind == .sign(sign) else { return false }
        advance()
        return true
    }

    mutating func skip(_ keyword: FilterKeyword) -> Bool {
        guard current.keyword == keyword else { return false }
        advance()
        return true
    }

    /// What was expected is missing at the current token.
    func missing(_ what: String) -> FilterProblem {
        if current.kind == .end {
            return FilterProblem("\(what) is missing", at: current.range, isUnfinished: true)
        }
        return FilterProblem("expected \(what)", at: current.range, isUnfinished: isBeingTyped)
    }

    /// Whether the current token is a word at the end of the text: it may become a keyword or a sign.
    private var isBeingTyped: Bool {
        guard following.kind == .end, following.range.lowerBound == current.range.upperBound else {
            return false
        }
        if current.kind == .unknown { return "&|".contains(current.value) }
        guard current.kind == .word else { return current.kind == .sign(.not) }
        let word = current.value.lowercased()
        return FilterKeyword.allCases.contains { $0.rawValue.hasPrefix(word) }
    }

    private func unexpectedAfterCondition(_ node: FilterNode) -> FilterProblem {
        switch current.kind {
        case .sign(.close): return FilterProblem("no ( before this", at: current.range)
        case .word, .bareText, .number:
            if !node.isCondition { return missing("a comparison") }
            let isText = previous?.kind == .word && previous?.keyword == nil
            if isText, !isBeingTyped, let previous {
                return FilterProblem(
                    "expected AND or OR; a text with blanks needs quotes: '\(text(from: previous))'",
                    at: current.range)
            }
            return missing("AND or OR")
        case .sign(.comma) where previous?.kind == .number && node.isCondition:
            return FilterProblem(
                "expected AND or OR; write numbers without separators: 1037.5", at: current.range)
        default: return missing(node.isCondition ? "AND or OR" : "a comparison")
        }
    }

    /// The words and numbers from a token on to the next keyword or sign.
    private func text(from first: FilterToken) -> String {
        let more = tokens[index...].prefix { token in
            switch token.kind {
            case .word: token.keyword == nil
            case .bareText, .number: true
            default: false
            }
        }
        return printable(([first] + more).map(\.value).joined(separator: " "), limit: 40)
    }

    mutating func deeper<Result>(
        _ body: (inout Self) throws(FilterProblem) -> Result
    ) throws(FilterProblem) -> Result {
        guard depth < Self.depthLimit else {
            throw FilterProblem("too deeply nested (at most \(Self.depthLimit) levels)", at: current.range)
        }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    // MARK: - AND, OR, NOT

    mutating func disjunction() throws(FilterProblem) -> FilterNode {
        var nodes = [try conjunction()]
        while skip(.or) || skip(sign: .or) { nodes.append(try conjunction()) }
        return joined(nodes) { .any($0) }
    }

    private mutating func conjunction() throws(FilterProblem) -> FilterNode {
        var nodes = [try negation()]
        while skip(.and) || skip(sign: .and) { nodes.append(try negation()) }
        return joined(nodes) { .all($0) }
    }

    private func joined(
        _ nodes: [FilterNode], _ content: ([FilterNode]) -> FilterNode.Content
    ) -> FilterNode {
        guard nodes.count > 1 else { return nodes[0] }
        return FilterNode(content(nodes), nodes[0].range.lowerBound..<nodes[nodes.count - 1].range.upperBound)
    }

    private mutating func negation() throws(FilterProblem) -> FilterNode {
        let start = current.range.lowerBound
        guard skip(.not) || skip(sign: .not) else { return try predicate() }
        let node = try deeper { parser throws(FilterProblem) in try parser.negation() }
        return FilterNode(.not(node), start..<node.range.upperBound)
    }
}
