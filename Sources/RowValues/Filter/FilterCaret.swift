/// What the tokens before a caret expect at it.
struct FilterCaret {
    enum Expectation: Equatable {
        /// A column, NOT, a function or a bracket.
        case condition
        /// A comparison of this column.
        case sign(Int?)
        /// A value of this column.
        case value(Int?)
        /// LIKE, IN or BETWEEN.
        case afterNot
        case null, list, and, listEnd, connector
    }

    /// Bytes of the word at the caret; empty where there is none.
    let range: Range<Int>
    /// The word up to the caret, without a quote.
    let typed: String
    /// The word has a quote at its beginning.
    let isQuoted: Bool
    /// The word is a text in single quotes.
    let isText: Bool
    /// A word or value stands right before the word.
    let needsBlank: Bool
    private(set) var expectation = Expectation.condition

    private let columns: FilterColumns
    private var column: Int?
    private var isInList = false
    private var isBetween = false

    init(_ text: String, caret: Int, columns: FilterColumns) {
        self.columns = columns
        let caret = min(max(caret, 0), text.utf8.count)
        let tokens = FilterLexer.tokens(of: text).dropLast()
        let current = tokens.last { Self.holds($0, caret) }
        let bytes = Array(text.utf8)
        range = current?.range ?? caret..<caret
        isQuoted = current?.kind == .text || current?.kind == .quotedName
        isText = current?.kind == .text
        let start = range.lowerBound + (isQuoted ? 1 : 0)
        typed = String(decoding: bytes[min(start, caret)..<caret], as: UTF8.self)
        let last = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0x20
        needsBlank = last != 0x20 && last != UInt8(ascii: "(")
        let before = Array(tokens.filter { $0.range.upperBound <= range.lowerBound })
        for token in before.withoutPlaceFunctions { read(token) }
    }

    /// Whether the caret is inside a word or at its end; behind a closed quote it is not.
    private static func holds(_ token: FilterToken, _ caret: Int) -> Bool {
        guard token.range.lowerBound < caret, caret <= token.range.upperBound else { return false }
        switch token.kind {
        case .word, .number, .bareText: return true
        case .geometry: return false
        case .text, .quotedName: return !token.isClosed || caret < token.range.upperBound
        case .sign, .unknown, .end: return false
        }
    }

    private mutating func read(_ token: FilterToken) {
        if let keyword = token.keyword { return read(keyword) }
        switch token.kind {
        case .sign(let sign): read(sign)
        case .word, .quotedName:
            if expectation != .condition { return readValue() }
            if token.kind == .word, FilterFunction(word: token.value) != nil,
                columns.index(of: token.value) == nil
            {
                return
            }
            column = columns.index(of: token.value)
            expectation = .sign(column)
        case .geometry: expectation = .connector
        case .text, .number, .bareText:
            if expectation == .condition { expectation = .sign(nil) } else { readValue() }
        case .unknown, .end: break
        }
    }

    private mutating func readValue() {
        expectation = isInList ? .listEnd : isBetween ? .and : .connector
    }

    private mutating func read(_ keyword: FilterKeyword) {
        switch keyword {
        case .and where isBetween:
            isBetween = false
            expectation = .value(column)
        case .and, .or: begin()
        case .not:
            if case .sign = expectation { expectation = .afterNot }
        case .like: expectation = .value(column)
        case .in: expectation = .list
        case .between:
            isBetween = true
            expectation = .value(column)
        case .is: expectation = .null
        case .null, .true, .false: readValue()
        }
    }

    private mutating func begin() {
        column = nil
        isInList = false
        isBetween = false
        expectation = .condition
    }

    private mutating func read(_ sign: FilterToken.Sign) {
        switch sign {
        case .and, .or, .not: begin()
        case .open:
            if expectation == .list {
                isInList = true
                expectation = .value(column)
            }
        case .close:
            if isInList {
                isInList = false
                expectation = .connector
            } else if case .sign = expectation {
                // A function of the column.
                break
            } else {
                expectation = .connector
            }
        case .comma: expectation = .value(column)
        case .plus, .minus, .times, .divided: expectation = .value(nil)
        case .equal, .notEqual, .less, .atMost, .greater, .atLeast, .contains, .notContains:
            expectation = .value(column)
        }
    }
}
