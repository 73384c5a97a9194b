import MapModel
import Streams

/// The text of filters: quoting, colours, and filters made of values.
package enum FilterText {
    // MARK: - Quoting

    /// A name as a filter needs it: in double quotes unless it is a plain word.
    package static func name(_ name: String) -> String {
        let tokens = FilterLexer.tokens(of: name)
        let isPlain =
            tokens.count == 2 && tokens[0].kind == .word && tokens[0].keyword == nil
            && tokens[0].value.utf8.elementsEqual(name.utf8)
        return isPlain ? name : "\"" + name.escaping("\"") + "\""
    }

    /// A text in single quotes, those inside doubled.
    package static func text(_ text: String) -> String { "'" + text.escaping("'") + "'" }

    /// A value of a column as a filter needs it.
    package static func value(_ value: String, of kind: ColumnKind) -> String {
        switch kind {
        case .number: value
        case .boolean: value.uppercased()
        case .time, .text: text(value)
        }
    }

    /// A number as a filter needs it, of times a moment.
    package static func number(_ number: Double, of kind: ColumnKind) -> String {
        guard kind == .time, let milliseconds = Int64(exactly: number.rounded()),
            let instant = UTCInstant(milliseconds: milliseconds)
        else { return "\(number)" }
        return "TIMESTAMP('\(instant)')"
    }

    // MARK: - Filters made of values

    /// The rows with a value only, or those without it, among those of another filter.
    ///
    /// - Parameters:
    ///   - old: the filter so far; empty for none.
    ///   - value: the value as `ColumnValues.text(at:)` has it; nil for rows without one.
    ///   - isNegated: rows with the value are left out; those without any stay.
    package static func adding(
        to old: String, column: String, kind: ColumnKind, value: String?, isNegated: Bool
    ) -> String {
        let name = name(column)
        let test: String
        switch (value, isNegated) {
        case (nil, false): test = "\(name) IS NULL"
        case (nil, true): test = "\(name) IS NOT NULL"
        case (let value?, false): test = "\(name) = \(self.value(value, of: kind))"
        case (let value?, true): test = "(\(name) <> \(self.value(value, of: kind)) OR \(name) IS NULL)"
        }
        return adding(test, to: old)
    }

    /// The rows whose address is one of a network, or all others.
    package static func within(_ column: String, _ network: String, isNegated: Bool) -> String {
        let name = name(column)
        let test = "\(name) \(isNegated ? "NOT IN" : "IN") \(text(network))"
        return isNegated ? "(\(test) OR \(name) IS NULL)" : test
    }

    /// The rows that match another test as well.
    package static func adding(_ test: String, to old: String) -> String {
        let old = trimmed(old)
        guard !old.isEmpty, let node = try? FilterParser.parse(old).root else { return test }
        if old == test || old.hasSuffix(" AND " + test) { return old }
        var test = test
        if let added = try? FilterParser.parse(test).root, case .any = added.content,
            !isBracketed(test, added)
        {
            test = "(\(test))"
            if old.hasSuffix(" AND " + test) { return old }
        }
        // A NOT or a single test needs no brackets.
        if case .any = node.content, !isBracketed(old, node) { return "(\(old)) AND \(test)" }
        return "\(old) AND \(test)"
    }

    private static func isBracketed(_ text: String, _ node: FilterNode) -> Bool {
        node.range == 0..<text.utf8.count && text.utf8.first == UInt8(ascii: "(")
            && (try? FilterParser.parse(String(text.dropFirst().dropLast()))) != nil
    }

    private static func trimmed(_ text: String) -> String {
        let rest = text.drop { $0.isWhitespace }
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(rest[...last])
    }

    // MARK: - Colours

    /// What a piece of a filter is, for its colour.
    package enum Role: Sendable, Equatable {
        case column, keyword, text, number, sign
    }

    /// The pieces of `text` and what they are, in bytes of UTF-8; blanks are left out.
    ///
    /// - Complexity: O(length · columns).
    package static func roles(of text: String, columns: [String]) -> [(range: Range<Int>, role: Role)] {
        let tokens = FilterLexer.tokens(of: text)
        let columns = FilterColumns(columns)
        return zip(tokens, tokens.dropFirst()).map { token, next in
            (token.range, role(of: token, before: next, columns))
        }
    }

    private static func role(
        of token: FilterToken, before next: FilterToken, _ columns: FilterColumns
    ) -> Role {
        switch token.kind {
        case .quotedName: return .column
        case .text, .bareText: return .text
        case .number, .geometry: return .number
        case .sign, .unknown, .end: return .sign
        case .word:
            let isFunction = FilterFunction(word: token.value) != nil && next.kind == .sign(.open)
            if token.keyword != nil || isFunction { return .keyword }
            if columns.lookup(token.value) != .unknown { return .column }
            return token.value.lowercased() == "escape" && next.kind == .text ? .keyword : .text
        }
    }

    // MARK: - Places

    /// A range of bytes in UTF-8 as a range of characters; ranges beyond the text are cut.
    package static func characters(_ bytes: Range<Int>, in text: String) -> Range<Int> {
        func offset(_ byte: Int) -> Int {
            var (passed, count) = (0, 0)
            for character in text {
                if passed >= byte { return count }
                passed += character.utf8.count
                count += 1
            }
            return count
        }
        let start = offset(bytes.lowerBound)
        return start..<max(start, offset(bytes.upperBound))
    }
}
