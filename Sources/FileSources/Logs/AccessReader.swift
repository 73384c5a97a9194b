import Addresses
import Platform
import RowValues
import Streams

/// Lines of a web server: the common and the combined form, perhaps with the host in front and the address that a proxy was
/// told behind.
struct AccessReader: LogLineReader {
    private let host: Int?
    private let forwarded: Int?
    /// The first of ip, user, time, method, path, protocol, status, bytes, referer, agent.
    private let first: Int
    let columnNames: [String]

    init(hasHost: Bool, isForwarded: Bool) {
        host = hasHost ? 1 : nil
        first = hasHost ? 2 : 1
        forwarded = isForwarded ? first + Self.names.count : nil
        columnNames = (hasHost ? ["host"] : []) + Self.names + (isForwarded ? ["forwarded"] : [])
    }

    private static let names = [
        "ip", "user", "time", "method", "path", "protocol", "status", "bytes", "referer", "agent",
    ]

    var words: String {
        "access log, combined or common" + (host == nil ? "" : ", with hosts")
            + (forwarded == nil ? "" : ", with forwarded addresses")
    }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        guard let time = Self.timeStart(line), readClient(line, until: time - 1, &fields) else {
            return false
        }
        cursor.next = time + 1
        guard let clock = ClientTime(&cursor), cursor.skip(UInt8(ascii: "]")) else { return false }
        fields.make(first + 2) { clock.append(to: &$0) }
        cursor.skipBlanks()
        readRequest(&cursor, &fields)
        for column in [first + 6, first + 7] {
            cursor.skipBlanks()
            guard let word = cursor.word() else { return true }
            fields.setUnlessDash(column, word, in: line.bytes)
        }
        for column in [first + 8, first + 9] {
            cursor.skipBlanks()
            guard let text = cursor.quoted() else { break }
            if !line.bytes.isDash(text.range) { fields.setUnescaped(column, text.range, in: line.bytes) }
        }
        if let forwarded { readForwarded(&cursor, forwarded, &fields) }
        return true
    }

    /// Where ` [` stands before a day: a user's name may have blanks.
    private static func timeStart(_ line: LogLine) -> Int? {
        var cursor = line.cursor
        while let found = cursor.offset(of: UInt8(ascii: "[")) {
            cursor.next = found + 1
            if found > line.range.lowerBound, line.bytes[found - 1] == 0x20, cursor.byte(0) &- 48 < 10,
                cursor.byte(2) == UInt8(ascii: "/")
            {
                return found
            }
            // Names are short.
            if found - line.range.lowerBound > 1_024 { return nil }
        }
        return nil
    }

    /// The host, the address and the user, which end before `end`.
    private func readClient(_ line: LogLine, until end: Int, _ fields: inout LogFields) -> Bool {
        var cursor = LineCursor(line.bytes, line.range.lowerBound..<end)
        guard var client = cursor.word(), let second = cursor.word() else { return false }
        let beforeThird = cursor.next
        if let third = cursor.word(), !cursor.isAtEnd || host != nil, !line.bytes.isDash(second),
            line.bytes.isDash(third) || Self.isAddress(second, line.bytes)
        {
            if let host { fields.setUnlessDash(host, client, in: line.bytes) }
            client = second
        } else {
            cursor.next = beforeThird
        }
        fields.setAddress(first, field: client, of: line.bytes)
        fields.setUnlessDash(first + 1, cursor.rest, in: line.bytes)
        return true
    }

    /// Whether the line begins with the host that was asked.
    static func hasHost(_ line: LogLine) -> Bool {
        var cursor = line.cursor
        guard let first = cursor.word(), let second = cursor.word() else { return false }
        return !isAddress(first, line.bytes) && isAddress(second, line.bytes)
    }

    /// Whether something follows the agent.
    static func isForwarded(_ line: LogLine) -> Bool {
        let reader = AccessReader(hasHost: false, isForwarded: true)
        var fields = LogFields(columnCount: reader.columnNames.count + 1)
        return reader.read(line, into: &fields) && !fields.isEmpty(reader.columnNames.count)
    }

    private static func isAddress(_ range: Range<Int>, _ bytes: ByteRun) -> Bool {
        range.count <= 64 && NetworkAddress(bytes.buffer(range)) != nil
    }

    /// Three words, or all of it as the method.
    private func readRequest(_ cursor: inout LineCursor, _ fields: inout LogFields) {
        guard let request = cursor.quoted() else { return }
        var words = LineCursor(cursor.bytes, request.range)
        guard let method = words.word(), let path = words.word(), let version = words.word(), words.isAtEnd,
            request.isClosed
        else {
            if !cursor.bytes.isDash(request.range) {
                fields.setUnescaped(first + 3, request.range, in: cursor.bytes)
            }
            return
        }
        fields.set(first + 3, method)
        fields.setUnescaped(first + 4, path, in: cursor.bytes)
        fields.set(first + 5, version)
    }

    /// What follows the agent: the first text in quotes, else all of it.
    private func readForwarded(_ cursor: inout LineCursor, _ column: Int, _ fields: inout LogFields) {
        cursor.skipBlanks()
        if let text = cursor.quoted() {
            fields.setUnlessDash(column, text.range, in: cursor.bytes)
        } else if !cursor.isAtEnd {
            fields.setUnlessDash(column, cursor.rest, in: cursor.bytes)
        }
    }
}

/// The time of a web server: `26/Nov/2026:14:03:10 +0100`.
private struct ClientTime {
    private let day: Int
    private let month: Int
    private let year: Int
    private let clock: LogTimeOfDay
    private let zone: Int
    private let bytes: ByteRun

    init?(_ cursor: inout LineCursor) {
        let slash = UInt8(ascii: "/")
        guard let day = cursor.number(digits: 2...2), cursor.skip(slash), let month = cursor.month(),
            cursor.skip(slash), let year = cursor.number(digits: 4...4), cursor.skip(UInt8(ascii: ":")),
            let clock = LogTimeOfDay(&cursor), cursor.skip(UInt8(ascii: " "))
        else { return nil }
        zone = cursor.next
        guard cursor.skip(UInt8(ascii: "+")) || cursor.skip(UInt8(ascii: "-")),
            cursor.number(digits: 4...4) != nil
        else { return nil }
        (self.day, self.month, self.year, self.clock, bytes) = (day, month, year, clock, cursor.bytes)
    }

    func append(to text: inout [UInt8]) {
        LogTime.append(year: year, month: month, day: day, to: &text)
        clock.append(to: &text)
        text += bytes.bytes(zone..<zone + 3)
        text.append(UInt8(ascii: ":"))
        text += bytes.bytes(zone + 3..<zone + 5)
    }
}
