import Streams

/// Lines of fail2ban: `2026-11-26 14:03:10,123 fail2ban.actions [812]: NOTICE [sshd] Ban 203.0.113.9`.
struct BanReader: LogLineReader {
    let columnNames = ["time", "program", "pid", "level", "jail", "message", "ip"]
    let words = "fail2ban"
    var textColumn: Int? { 6 }
    var addressColumn: Int? { 7 }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        guard let time = LogMoment(&cursor), !time.isOld, cursor.skip(0x20) else { return false }
        cursor.skipBlanks()
        let start = cursor.next
        guard cursor.skip("fail2ban"), let program = LineCursor.wordRange(from: start, &cursor),
            let pid = cursor.bracketed(), cursor.skip(UInt8(ascii: ":"))
        else { return false }
        cursor.skipBlanks()
        guard let level = cursor.word() else { return false }
        fields.make(1) { time.append(to: &$0, line.clock) }
        fields.set(2, program)
        fields.set(3, pid)
        fields.set(4, level)
        var message = cursor
        if let jail = message.bracketed() {
            fields.set(5, jail)
            message.skipBlanks()
            cursor = message
        }
        fields.set(6, cursor.rest)
        fields.setAddress(7, foundIn: cursor.rest, of: line.bytes)
        return true
    }
}

extension LineCursor {
    /// The rest of a word that began before, and the blanks behind it.
    static func wordRange(from start: Int, _ cursor: inout LineCursor) -> Range<Int>? {
        while let byte = cursor.peek, byte != 0x20 { cursor.next += 1 }
        let found = start..<cursor.next
        cursor.skipBlanks()
        return found
    }
}
