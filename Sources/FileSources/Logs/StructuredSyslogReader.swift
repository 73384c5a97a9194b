import Streams

/// Lines of RFC 5424: `<38>1 2026-11-26T14:03:10.2Z gate sshd 812 - - Failed password …`.
struct StructuredSyslogReader: LogLineReader {
    let columnNames = ["priority", "time", "host", "program", "pid", "id", "message", "ip"]
    let words = "syslog, RFC 5424"
    var textColumn: Int? { 7 }
    var addressColumn: Int? { 8 }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        // A length may stand before it, as RFC 6587 frames lines.
        if let first = cursor.peek, first &- 48 < 10 {
            guard cursor.number(digits: 1...9) != nil, cursor.skip(0x20) else { return false }
        }
        guard cursor.skip(UInt8(ascii: "<")), let priority = cursor.text(before: UInt8(ascii: ">")),
            (1...3).contains(priority.count), priority.allSatisfy({ line.bytes[$0] &- 48 < 10 }),
            let version = cursor.number(digits: 1...2), version > 0, cursor.skip(0x20)
        else { return false }
        var words: [Range<Int>] = []
        for _ in 0..<5 {
            guard let word = cursor.word() else { return false }
            words.append(word)
        }
        var time = LineCursor(line.bytes, words[0])
        let moment = LogMoment(&time)
        guard line.bytes.isDash(words[0]) || moment != nil && time.isAtEnd else { return false }
        fields.set(1, priority)
        if let moment { fields.make(2) { moment.append(to: &$0, line.clock) } }
        for (index, word) in words.dropFirst().enumerated() {
            fields.setUnlessDash(3 + index, word, in: line.bytes)
        }
        let (data, message) = Self.parts(cursor)
        fields.set(7, message.isEmpty ? data : message)
        let named = AddressScan(line.bytes, message).hasAny ? message : data
        fields.setAddress(8, foundIn: named, of: line.bytes)
        return true
    }

    /// Structured data, `[origin ip="192.0.2.1"][…]`, and the text behind them.
    private static func parts(_ cursor: LineCursor) -> (data: Range<Int>, message: Range<Int>) {
        var cursor = cursor
        let start = cursor.next
        if !cursor.skip(UInt8(ascii: "-")) { while element(&cursor) {} }
        let data = start..<cursor.next
        cursor.skipBlanks()
        if cursor.byte(0) == 0xEF, cursor.byte(1) == 0xBB, cursor.byte(2) == 0xBF { cursor.next += 3 }
        return (data, cursor.rest)
    }

    /// Passes over one element, in whose quoted values `\"` and `]` are no ends; false where there is none.
    private static func element(_ cursor: inout LineCursor) -> Bool {
        var inside = cursor
        guard inside.skip(UInt8(ascii: "[")) else { return false }
        while let byte = inside.peek {
            if byte == UInt8(ascii: "\"") {
                guard inside.quoted()?.isClosed == true else { return false }
                continue
            }
            inside.next += 1
            if byte == UInt8(ascii: "]") {
                cursor = inside
                return true
            }
        }
        return false
    }
}
