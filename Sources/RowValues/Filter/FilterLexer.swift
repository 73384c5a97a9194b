/// Splits the text of a filter into tokens. It never fails: what it does not know is a token too.
struct FilterLexer {
    private let bytes: [UInt8]
    private var offset = 0

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// The tokens of `text`; the last one is `.end`.
    ///
    /// - Complexity: O(length).
    static func tokens(of text: String) -> [FilterToken] {
        var lexer = FilterLexer(text)
        var tokens: [FilterToken] = []
        while let token = lexer.next() { tokens.append(token) }
        let end = lexer.bytes.count
        tokens.append(FilterToken(kind: .end, range: end..<end, value: ""))
        return tokens
    }

    private mutating func next() -> FilterToken? {
        while let blank = blankLength { offset += blank }
        guard offset < bytes.count else { return nil }
        switch bytes[offset] {
        case UInt8(ascii: "'"): return quoted(.text)
        case UInt8(ascii: "\""): return quoted(.quotedName)
        case let byte where Self.isDigit(byte) || byte == UInt8(ascii: ".") && isDigit(at: offset + 1):
            return numberOrBareText()
        case let byte where Self.isLetter(byte):
            return geometry() ?? token(.word, to: endOfWord(from: offset))
        default: return sign() ?? token(.unknown, to: offset + 1)
        }
    }

    /// A blank, a line's end or a no-break space.
    private var blankLength: Int? {
        guard offset < bytes.count else { return nil }
        if bytes[offset] == 0x20 || (9...13).contains(bytes[offset]) { return 1 }
        return bytes[offset] == 0xC2 && offset + 1 < bytes.count && bytes[offset + 1] == 0xA0 ? 2 : nil
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private mutating func token(_ kind: FilterToken.Kind, to end: Int) -> FilterToken {
        let range = offset..<end
        offset = end
        return FilterToken(kind: kind, range: range, value: string(range))
    }

    // MARK: - Quotes

    /// A quote inside is doubled.
    private mutating func quoted(_ kind: FilterToken.Kind) -> FilterToken {
        let start = offset
        let quote = bytes[offset]
        var value: [UInt8] = []
        offset += 1
        while offset < bytes.count {
            if bytes[offset] == quote {
                guard offset + 1 < bytes.count, bytes[offset + 1] == quote else {
                    offset += 1
                    return FilterToken(
                        kind: kind, range: start..<offset, value: String(decoding: value, as: UTF8.self))
                }
                offset += 1
            }
            value.append(bytes[offset])
            offset += 1
        }
        return FilterToken(
            kind: kind, range: start..<offset, value: String(decoding: value, as: UTF8.self), isClosed: false)
    }

    // MARK: - Words

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (65...90).contains(byte & 0xDF) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private func isDigit(at index: Int) -> Bool { index < bytes.count && Self.isDigit(bytes[index]) }

    private func isPartOfWord(at index: Int) -> Bool {
        index < bytes.count && (Self.isLetter(bytes[index]) || Self.isDigit(bytes[index]))
    }

    /// `.` and `:` join words: `addr:street`, `t.name`.
    private func endOfWord(from start: Int) -> Int {
        var end = start
        while end < bytes.count {
            let joins = bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ":")
            guard isPartOfWord(at: end) || joins && isPartOfWord(at: end + 1) else { break }
            // A no-break space separates.
            if bytes[end] == 0xC2, end + 1 < bytes.count, bytes[end + 1] == 0xA0 { break }
            end += 1
        }
        return end
    }

    /// A geometry, or as much of it as there is: no token for each of its corners.
    private mutating func geometry() -> FilterToken? {
        var end = endOfWord(from: offset)
        guard PlaceLiteral.begins(with: bytes[offset..<end]) else { return nil }
        end = endOfBlanks(end)
        // POINT Z (8 47 400)
        let mark = endOfWord(from: end)
        if (1...2).contains(mark - end), bytes[end..<mark].allSatisfy({ "ZzMm".utf8.contains($0) }) {
            end = endOfBlanks(mark)
        }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "(") else { return nil }
        var depth = 0
        let start = offset
        while end < bytes.count {
            let byte = bytes[end]
            end += 1
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") {
                depth -= 1
                if depth == 0 { return token(.geometry, to: end) }
            }
        }
        offset = end
        return FilterToken(kind: .geometry, range: start..<end, value: string(start..<end), isClosed: false)
    }

    private func endOfBlanks(_ start: Int) -> Int {
        bytes[start...].firstIndex { $0 > 0x20 } ?? bytes.count
    }

    // MARK: - Numbers

    private mutating func numberOrBareText() -> FilterToken {
        if let end = endOfDate ?? endOfDottedDay { return token(.bareText, to: end) }
        var end = endOfDigits(offset)
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") { end = endOfDigits(end + 1) }
        end = endOfExponent(end)
        guard isPartOfWord(at: end) else { return token(.number, to: end) }
        return token(.bareText, to: endOfWord(from: end))
    }

    private func endOfDigits(_ start: Int) -> Int {
        var end = start
        while isDigit(at: end) { end += 1 }
        return end
    }

    private func endOfExponent(_ start: Int) -> Int {
        guard start < bytes.count, bytes[start] | 0x20 == UInt8(ascii: "e") else { return start }
        var digits = start + 1
        if digits < bytes.count, bytes[digits] == UInt8(ascii: "-") || bytes[digits] == UInt8(ascii: "+") {
            digits += 1
        }
        return isDigit(at: digits) ? endOfDigits(digits) : start
    }

    /// The end of `2026-11-22` or `2026-11-22T09:30Z` at the offset; nil for anything else.
    private var endOfDate: Int? {
        let digits = [0, 1, 2, 3, 5, 6, 8, 9]
        guard offset + 10 <= bytes.count, digits.allSatisfy({ isDigit(at: offset + $0) }),
            bytes[offset + 4] == UInt8(ascii: "-"), bytes[offset + 7] == UInt8(ascii: "-")
        else { return nil }
        var end = offset + 10
        guard end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "t") else {
            return isPartOfWord(at: end) ? nil : end
        }
        while end < bytes.count, isPartOfWord(at: end) || ":.+-".utf8.contains(bytes[end]) { end += 1 }
        return end
    }

    /// The end of `22.11.2026` at the offset, also where its year is being typed; nil for anything else.
    private var endOfDottedDay: Int? {
        let point = UInt8(ascii: ".")
        let month = endOfDigits(offset) + 1
        guard month - offset <= 3, month < bytes.count, bytes[month - 1] == point else { return nil }
        let year = endOfDigits(month) + 1
        guard 2...3 ~= year - month, year <= bytes.count, bytes[year - 1] == point else { return nil }
        let end = endOfDigits(year)
        return (end - year == 4 || end == bytes.count) && !isPartOfWord(at: end) ? end : nil
    }

    // MARK: - Signs

    private static let signs = FilterToken.Sign.allCases.map { ($0, Array($0.rawValue.utf8)) }
    private static let otherSigns: [(FilterToken.Sign, [UInt8])] = [
        (.equal, Array("==".utf8)), (.notEqual, Array("!=".utf8)),
    ]

    private mutating func sign() -> FilterToken? {
        for (sign, text) in Self.otherSigns + Self.signs where bytes[offset...].starts(with: text) {
            return token(.sign(sign), to: offset + text.count)
        }
        return nil
    }
}
