import Streams
import Platform

/// A step by step look at one line of a log.
struct LineCursor {
    let bytes: ByteRun
    /// The next byte to look at.
    var next: Int
    let end: Int

    init(_ bytes: ByteRun, _ range: Range<Int>) {
        (self.bytes, next, end) = (bytes, range.lowerBound, range.upperBound)
    }

    var isAtEnd: Bool { next >= end }
    var rest: Range<Int> { next..<end }

    @inline(__always)
    var peek: UInt8? { next < end ? bytes[next] : nil }

    /// The byte so far behind the next one; 0 behind the end.
    @inline(__always)
    func byte(_ distance: Int) -> UInt8 { next &+ distance < end ? bytes[next &+ distance] : 0 }

    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next < end, bytes[next] == byte else { return false }
        next &+= 1
        return true
    }

    mutating func skip(_ text: StaticString) -> Bool {
        guard end - next >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where bytes[next + index] != text.utf8Start[index] {
            return false
        }
        next += text.utf8CodeUnitCount
        return true
    }

    mutating func skipBlanks() {
        while next < end, bytes[next] == 0x20 || bytes[next] == 0x09 { next &+= 1 }
    }

    /// Where a byte stands next.
    @inline(__always)
    func offset(of byte: UInt8) -> Int? {
        guard next < end else { return nil }
        return Bytes.offset(of: byte, in: bytes.base + next, count: end - next).map { next + $0 }
    }

    /// What stands before the next blank; the blanks behind it are skipped. Nil at the end.
    mutating func word() -> Range<Int>? {
        let start = next
        while next < end, bytes[next] != 0x20 { next &+= 1 }
        guard next > start else { return nil }
        let found = start..<next
        while next < end, bytes[next] == 0x20 { next &+= 1 }
        return found
    }

    /// What stands before a byte, which is skipped; nil where it does not come.
    mutating func text(before byte: UInt8) -> Range<Int>? {
        guard let found = offset(of: byte) else { return nil }
        defer { next = found + 1 }
        return next..<found
    }

    /// What stands in the quotes that begin here, in which `\"` is no end; of quotes that do not end, the rest.
    mutating func quoted() -> (range: Range<Int>, isClosed: Bool)? {
        guard skip(UInt8(ascii: "\"")) else { return nil }
        let start = next
        while next < end {
            guard let found = offset(of: UInt8(ascii: "\"")) else { break }
            next = found + 1
            var slashes = 0
            while found - slashes > start, bytes[found - slashes - 1] == UInt8(ascii: "\\") { slashes += 1 }
            if slashes % 2 == 0 { return (start..<found, true) }
        }
        next = end
        return (start..<end, false)
    }

    /// What stands in brackets that begin here.
    mutating func bracketed() -> Range<Int>? {
        guard skip(UInt8(ascii: "[")) else { return nil }
        return text(before: UInt8(ascii: "]"))
    }

    /// A number of so many digits.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        var value = 0
        let start = next
        while next < end, bytes[next] &- 48 < 10, next - start < digits.upperBound {
            value = value * 10 + Int(bytes[next] - 48)
            next += 1
        }
        return next - start >= digits.lowerBound ? value : nil
    }

    /// Skips what syslog writes in front for the priority of a line, `<189>`; lines without it stay as they are.
    mutating func skipPriority() {
        var behind = self
        guard behind.skip(UInt8(ascii: "<")), behind.number(digits: 1...3) != nil,
            behind.skip(UInt8(ascii: ">"))
        else { return }
        self = behind
    }

    /// The month that three letters name.
    mutating func month() -> Int? {
        guard end - next >= 3 else { return nil }
        let letters = (0..<3).reduce(0) { $0 << 8 | UInt32(bytes[next + $1] | 0x20) }
        guard let found = Self.months.firstIndex(of: letters) else { return nil }
        next += 3
        return found + 1
    }

    private static let months: [UInt32] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ].map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
}

extension ByteRun {
    /// Whether a range is the sign for no value.
    func isDash(_ range: Range<Int>) -> Bool {
        range.count == 1 && self[range.lowerBound] == UInt8(ascii: "-")
    }

    /// Whether a range is a word.
    func isWord(_ range: Range<Int>, _ word: StaticString) -> Bool {
        range.count == word.utf8CodeUnitCount
            && range.indices.allSatisfy { self[$0] == word.utf8Start[$0 - range.lowerBound] }
    }
}

extension LogFields {
    /// A value, unless it is a dash.
    mutating func setUnlessDash(_ column: Int, _ range: Range<Int>, in bytes: ByteRun) {
        if !bytes.isDash(range) { set(column, range) }
    }

    /// The method, the path and the protocol of a request in three columns; one that has not three words is all method.
    mutating func setRequest(
        _ column: Int, _ request: (range: Range<Int>, isClosed: Bool), in bytes: ByteRun
    ) {
        var words = LineCursor(bytes, request.range)
        guard let method = words.word(), let path = words.word(), let version = words.word(), words.isAtEnd,
            request.isClosed
        else {
            if !bytes.isDash(request.range) { setUnescaped(column, request.range, in: bytes) }
            return
        }
        set(column, method)
        setUnescaped(column + 1, path, in: bytes)
        set(column + 2, version)
    }

    /// A text in which `\"` and `\\` stand for a quote and a backslash.
    mutating func setUnescaped(_ column: Int, _ range: Range<Int>, in bytes: ByteRun) {
        guard
            Bytes.offset(of: UInt8(ascii: "\\"), in: bytes.base + range.lowerBound, count: range.count) != nil
        else { return set(column, range) }
        make(column) { text in
            var index = range.lowerBound
            while index < range.upperBound {
                let isEscape =
                    bytes[index] == UInt8(ascii: "\\") && index + 1 < range.upperBound
                    && [UInt8(ascii: "\""), UInt8(ascii: "\\")].contains(bytes[index + 1])
                if isEscape { index += 1 }
                text.append(bytes[index])
                index += 1
            }
        }
    }
}
