import Streams

/// Lines of keys and values, `ts=… level=warn client_ip=203.0.113.9`, perhaps behind a time and a source as Heroku's
/// router writes them.
struct KeyedReader: LogLineReader {
    private let isRouted: Bool
    /// They are the messages of another log, as of a firewall, where more words have no key and commas may stand behind values.
    private let isEnclosed: Bool
    private let keys: LogKeys
    let columnNames: [String]

    /// - Parameter isRouted: each line begins as those of Heroku do.
    init(isRouted: Bool = false, isEnclosed: Bool = false, keys: LogKeys = LogKeys()) {
        (self.isRouted, self.isEnclosed, self.keys) = (isRouted, isEnclosed, keys)
        columnNames = (isRouted ? Self.head : []) + keys.names
    }

    private static let head = ["time", "source", "process", "ip", "message"]

    var words: String { isRouted ? "router of Heroku" : "logfmt" }
    var textColumn: Int? { isRouted ? 5 : nil }
    var addressColumn: Int? { isRouted ? 4 : nil }
    var namesColumns: Bool { true }
    private var firstKey: Int { isRouted ? Self.head.count + 1 : 1 }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        cursor.skipPriority()
        if isRouted, !readHead(&cursor, line, &fields) { return false }
        let start = cursor.next
        var (pairs, others) = (0, 0)
        var forwarded: Range<Int>?
        KeyedWords(cursor).forEach { key, value, isQuoted in
            guard let key else {
                // A sentence may stand before the pairs of a message.
                if !isEnclosed || pairs > 0 { others += 1 }
                return
            }
            pairs += 1
            if isRouted, line.bytes.isWord(key, "fwd") { forwarded = value }
            guard let column = keys.number(of: key, line.bytes, &fields.expectedKey) else {
                fields.hasNews = keys.mayGrow
                return
            }
            if isQuoted {
                fields.setEscaped(firstKey + column, value, in: line.bytes)
            } else {
                let hasComma = isEnclosed && value.last.map { line.bytes[$0] == UInt8(ascii: ",") } ?? false
                fields.set(firstKey + column, hasComma ? value.dropLast() : value)
            }
        }
        if isRouted {
            if pairs < 2 { fields.set(5, start..<line.range.upperBound) }
            if let forwarded {
                fields.setAddress(4, foundIn: forwarded, of: line.bytes)
            } else if pairs < 2 {
                fields.setAddress(4, foundIn: start..<line.range.upperBound, of: line.bytes)
            }
            return true
        }
        if isEnclosed { return pairs >= 4 && pairs * 5 >= (pairs + others) * 3 }
        return pairs >= 2 && pairs * 5 >= (pairs + others) * 4
    }

    /// `2026-11-26T14:03:10.123456+00:00 heroku[router]: `.
    private func readHead(_ cursor: inout LineCursor, _ line: LogLine, _ fields: inout LogFields) -> Bool {
        guard let time = LogMoment(&cursor), !time.isOld, cursor.skip(0x20), let tag = LogTag(&cursor),
            let process = tag.pid,
            line.bytes.isWord(tag.program, "heroku") || line.bytes.isWord(tag.program, "app")
        else { return false }
        fields.make(1) { time.append(to: &$0, line.clock) }
        fields.set(2, tag.program)
        fields.set(3, process)
        return true
    }

    func learning(from line: LogLine) -> (any LogLineReader)? {
        var cursor = line.cursor
        cursor.skipPriority()
        if isRouted {
            var fields = LogFields(columnCount: Self.head.count + 1, wantsTexts: false)
            guard readHead(&cursor, line, &fields) else { return nil }
        }
        var names: [String] = []
        KeyedWords(cursor).forEach { key, _, _ in
            if let name = key.flatMap({ LogKeys.name(of: $0, line.bytes) }) { names.append(name) }
        }
        return adding(names)
    }

    func adding(_ names: [String]) -> (any LogLineReader)? {
        keys.adding(names, besides: isRouted ? Self.head : []).map {
            KeyedReader(isRouted: isRouted, isEnclosed: isEnclosed, keys: $0)
        }
    }
}

/// The words of a line, of which most are a key and a value.
private struct KeyedWords {
    private var cursor: LineCursor

    init(_ cursor: LineCursor) { self.cursor = cursor }

    /// Calls `body` with the key of each word, nil where it has none, and its value without quotes.
    func forEach(_ body: (_ key: Range<Int>?, _ value: Range<Int>, _ isQuoted: Bool) -> Void) {
        var cursor = cursor
        cursor.skipBlanks()
        while !cursor.isAtEnd {
            let start = cursor.next
            while let byte = cursor.peek, Self.isKey(byte) { cursor.next &+= 1 }
            let key = start..<cursor.next
            if !key.isEmpty, cursor.skip(UInt8(ascii: "=")) {
                if let text = cursor.quoted() {
                    body(key, text.range, true)
                } else {
                    let value = cursor.next
                    while let byte = cursor.peek, byte > 0x20 { cursor.next &+= 1 }
                    body(key, value..<cursor.next, false)
                }
            } else {
                while let byte = cursor.peek, byte > 0x20 { cursor.next &+= 1 }
                body(nil, start..<cursor.next, false)
            }
            // Never stay: a control character is skipped as a blank is.
            while let byte = cursor.peek, byte <= 0x20 { cursor.next &+= 1 }
        }
    }

    private static func isKey(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x40: true
        default: byte >= 0x80
        }
    }
}

extension LogFields {
    /// A text with the escapes of Go and of CEF: `\"`, `\\`, `\n`, `\t`, `\=`, `\|`.
    mutating func setEscaped(_ column: Int, _ range: Range<Int>, in bytes: ByteRun) {
        guard range.contains(where: { bytes[$0] == UInt8(ascii: "\\") }) else { return set(column, range) }
        make(column) { text in
            var index = range.lowerBound
            while index < range.upperBound {
                var byte = bytes[index]
                if byte == UInt8(ascii: "\\"), index + 1 < range.upperBound,
                    let meant = Self.escapes[bytes[index + 1]]
                {
                    byte = meant
                    index += 1
                }
                text.append(byte)
                index += 1
            }
        }
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "="): UInt8(ascii: "="), UInt8(ascii: "|"): UInt8(ascii: "|"), UInt8(ascii: "n"): 10,
        UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13,
    ]
}
