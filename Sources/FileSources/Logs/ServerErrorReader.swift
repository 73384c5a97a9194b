import Addresses
import Streams

/// Errors of nginx: `2026/11/26 14:03:10 [error] 812#812: *1 open() … failed, client: 203.0.113.9, server: …`; and of
/// Apache: `[Thu Nov 26 14:03:10.123456 2026] [core:error] [pid 812] [client 203.0.113.9:51022] …`.
struct ServerErrorReader: LogLineReader {
    let columnNames = ["time", "level", "pid", "message", "ip"]
    let words = "errors of a web server"
    var textColumn: Int? { 4 }
    var addressColumn: Int? { 5 }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        return cursor.peek == UInt8(ascii: "[")
            ? readApache(&cursor, line, &fields) : readNginx(&cursor, line, &fields)
    }

    private func readNginx(_ cursor: inout LineCursor, _ line: LogLine, _ fields: inout LogFields) -> Bool {
        let slash = UInt8(ascii: "/")
        guard let year = cursor.number(digits: 4...4), cursor.skip(slash),
            let month = cursor.number(digits: 2...2), cursor.skip(slash),
            let day = cursor.number(digits: 2...2), cursor.skip(0x20), let clock = LogTimeOfDay(&cursor),
            cursor.skip(0x20), let level = cursor.bracketed()
        else { return false }
        let date = LogDate(year: year, month: month, day: day, clock: clock)
        fields.make(1) { date.append(to: &$0, line.clock) }
        fields.set(2, level)
        cursor.skipBlanks()
        var pid = cursor
        if pid.number(digits: 1...10) != nil, pid.skip(UInt8(ascii: "#")) {
            fields.set(3, cursor.next..<pid.next - 1)
            if let end = cursor.offset(of: UInt8(ascii: ":")) { cursor.next = end + 1 }
            cursor.skipBlanks()
        }
        fields.set(4, cursor.rest)
        setClient(cursor.rest, behind: "client: ", hasPort: false, line, &fields)
        return true
    }

    private func readApache(_ cursor: inout LineCursor, _ line: LogLine, _ fields: inout LogFields) -> Bool {
        guard cursor.skip("["), cursor.byte(3) == 0x20 else { return false }
        cursor.next += 4
        guard let month = cursor.month(), cursor.skip(0x20) else { return false }
        cursor.skipBlanks()
        guard let day = cursor.number(digits: 1...2), cursor.skip(0x20), let clock = LogTimeOfDay(&cursor),
            cursor.skip(0x20), let year = cursor.number(digits: 4...4), cursor.skip(UInt8(ascii: "]")),
            cursor.skip(0x20), let level = cursor.bracketed()
        else { return false }
        let date = LogDate(year: year, month: month, day: day, clock: clock)
        fields.make(1) { date.append(to: &$0, line.clock) }
        fields.set(2, level)
        cursor.skipBlanks()
        while cursor.peek == UInt8(ascii: "["), cursor.byte(1) == UInt8(ascii: "p"),
            cursor.byte(2) == UInt8(ascii: "i"), let text = cursor.bracketed()
        {
            var pid = LineCursor(line.bytes, text)
            let start = text.lowerBound + 4
            if pid.skip("pid "), pid.number(digits: 1...10) != nil { fields.set(3, start..<pid.next) }
            cursor.skipBlanks()
        }
        fields.set(4, cursor.rest)
        // Since 2.4, which writes the module before the level, there is always a port.
        let hasPort = level.contains { line.bytes[$0] == UInt8(ascii: ":") }
        setClient(cursor.rest, behind: "[client ", hasPort: hasPort, line, &fields)
        return true
    }

    /// The address that the server names as its client, else one in the text.
    private func setClient(
        _ message: Range<Int>, behind label: StaticString, hasPort: Bool, _ line: LogLine,
        _ fields: inout LogFields
    ) {
        var cursor = LineCursor(line.bytes, message)
        while let found = cursor.offset(of: label.utf8Start[0]) {
            cursor.next = found
            guard cursor.skip(label) else {
                cursor.next = found + 1
                continue
            }
            let start = cursor.next
            _ = cursor.bracketed()
            while let byte = cursor.peek, byte > 0x20, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]") {
                cursor.next += 1
            }
            let client = start..<cursor.next
            let isAddress = !hasPort && NetworkAddress(line.bytes.buffer(client)) != nil
            return fields.setAddress(
                5, field: isAddress ? client : line.bytes.withoutPort(client), of: line.bytes)
        }
        fields.setAddress(5, foundIn: message, of: line.bytes)
    }
}

/// A day and a clock without a zone: those of the computer.
struct LogDate {
    let year: Int
    let month: Int
    let day: Int
    let clock: LogTimeOfDay

    func append(to text: inout [UInt8], _ now: LogClock) {
        LogTime.append(year: year, month: month, day: day, to: &text)
        clock.append(to: &text)
        now.appendOffset(year: year, month: month, day: day, clock, to: &text)
    }
}

extension LogClock {
    /// Appends the offset of a day and a clock; nothing for a day that is none.
    func appendOffset(year: Int, month: Int, day: Int, _ clock: LogTimeOfDay, to text: inout [UInt8]) {
        guard let time = LocalTime(year: year, month: month, day: day, hour: clock.hour, minute: clock.minute)
        else { return }
        appendOffset(of: time, to: &text)
    }
}
