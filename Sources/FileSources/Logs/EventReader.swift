import Addresses
import Streams

/// Events in CEF and LEEF, perhaps behind the head of syslog:
/// `CEF:0|Vendor|Product|1.0|100|Login failed|5|src=203.0.113.9 msg=…`, `LEEF:1.0|Vendor|Product|1.0|100|src=203.0.113.9 …`.
struct EventReader: LogLineReader {
    private let keys: LogKeys
    let columnNames: [String]
    let words = "events in CEF or LEEF"
    let namesColumns = true
    var addressColumn: Int? { Column.ip }

    private enum Column {
        static let time = 1, host = 2, vendor = 3, event = 6, name = 7, severity = 8, ip = 9
    }

    private static let head = [
        "time", "host", "vendor", "product", "version", "event", "name", "severity", "ip",
    ]

    init(keys: LogKeys = LogKeys()) {
        self.keys = keys
        columnNames = Self.head + keys.names
    }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        guard let head = EventHead(line) else { return false }
        for (index, range) in head.fields.enumerated() {
            fields.setEscaped(Column.vendor + index, range, in: line.bytes)
        }
        var front = LineCursor(line.bytes, head.front)
        if front.skip("<") { _ = front.text(before: UInt8(ascii: ">")) }
        // Of RFC 5424 a version follows.
        if front.byte(1) == 0x20 { front.next += 2 }
        if let time = LogMoment(&front) {
            fields.make(Column.time) { time.append(to: &$0, line.clock) }
            front.skipBlanks()
            if let host = front.word() { fields.set(Column.host, host) }
        }
        var ends: (source: Range<Int>?, target: Range<Int>?)
        head.forEachPair(line.bytes) { key, value in
            if fields.isEmpty(Column.time), line.bytes.isWord(key, "rt") || line.bytes.isWord(key, "devTime")
            {
                setTime(value, line, &fields)
            }
            if line.bytes.isWord(key, "src") { ends.source = value }
            if line.bytes.isWord(key, "dst") { ends.target = value }
            guard let column = keys.number(of: key, line.bytes, &fields.expectedKey) else {
                fields.hasNews = keys.mayGrow
                return
            }
            if head.hasEscapes {
                fields.setEscaped(Self.head.count + 1 + column, value, in: line.bytes)
            } else {
                fields.set(Self.head.count + 1 + column, value)
            }
        }
        setAddress(ends.source, ends.target, line, &fields)
        return true
    }

    /// When an event was noticed, where no head of syslog says when it was sent: in milliseconds since 1970, or a date.
    private func setTime(_ text: Range<Int>, _ line: LogLine, _ fields: inout LogFields) {
        var cursor = LineCursor(line.bytes, text)
        if text.count == 13, let millis = cursor.number(digits: 13...13) {
            fields.make(Column.time) { LogTime.append(microseconds: Int64(millis) * 1_000, to: &$0) }
        } else if text.count != 13, let time = LogMoment(&cursor) {
            fields.make(Column.time) { time.append(to: &$0, line.clock) }
        }
    }

    /// Who asked, unless that address is not public and the other one is.
    private func setAddress(
        _ source: Range<Int>?, _ target: Range<Int>?, _ line: LogLine, _ fields: inout LogFields
    ) {
        let ends = [source, target].compactMap { $0 }
        let found = ends.first { end in
            NetworkAddress(line.bytes.buffer(end)).map { AddressKind($0) == .public } ?? false
        }
        if let end = found ?? ends.first { fields.setAddress(Column.ip, field: end, of: line.bytes) }
    }

    func learning(from line: LogLine) -> (any LogLineReader)? {
        var names: [String] = []
        EventHead(line)?.forEachPair(line.bytes) { key, _ in
            if let name = LogKeys.name(of: key, line.bytes) { names.append(name) }
        }
        return adding(names)
    }

    func adding(_ names: [String]) -> (any LogLineReader)? {
        keys.adding(names, besides: Self.head).map { EventReader(keys: $0) }
    }
}

/// What an event says before its keys.
private struct EventHead {
    /// What stands before it.
    let front: Range<Int>
    /// Vendor, product, version, identifier, and of CEF name and severity.
    private(set) var fields: [Range<Int>] = []
    /// Keys and values.
    private let pairs: Range<Int>
    /// What stands between two of them; nil for a blank, which values have as well.
    private let delimiter: UInt8?

    /// Values have `\=` and `\n` for what would end them.
    var hasEscapes: Bool { delimiter == nil }

    /// The head of syslog is shorter.
    private static let longestFront = 300

    init?(_ line: LogLine) {
        var cursor = line.cursor
        guard let start = Self.start(line) else { return nil }
        front = line.range.lowerBound..<start
        cursor.next = start
        let isLong = cursor.skip("LEEF:")
        guard isLong || cursor.skip("CEF:"), let version = cursor.text(before: UInt8(ascii: "|")),
            (1...4).contains(version.count), line.bytes[version.lowerBound] &- 48 < 10
        else { return nil }
        for _ in 0..<(isLong ? 4 : 6) {
            guard let field = Self.field(&cursor) else { return nil }
            fields.append(field)
        }
        guard isLong else {
            delimiter = nil
            pairs = cursor.rest
            return
        }
        // The second version names what is between two attributes.
        var mark = UInt8(ascii: "\t")
        if line.bytes[version.lowerBound] == UInt8(ascii: "2"), let named = Self.mark(&cursor) {
            mark = named
        }
        delimiter = mark
        pairs = cursor.rest
    }

    private static func start(_ line: LogLine) -> Int? {
        var cursor = LineCursor(
            line.bytes,
            line.range.lowerBound..<min(line.range.upperBound, line.range.lowerBound + longestFront))
        while let colon = cursor.offset(of: UInt8(ascii: ":")) {
            cursor.next = colon + 1
            for length in [3, 4] where colon - length >= line.range.lowerBound {
                let start = colon - length
                var word = LineCursor(line.bytes, start..<line.range.upperBound)
                let stands = start == line.range.lowerBound || line.bytes[start - 1] == 0x20
                if stands, length == 3 ? word.skip("CEF:") : word.skip("LEEF:") { return start }
            }
        }
        return nil
    }

    /// What stands before the next bar; `\|` is none.
    private static func field(_ cursor: inout LineCursor) -> Range<Int>? {
        let start = cursor.next
        while let bar = cursor.offset(of: UInt8(ascii: "|")) {
            cursor.next = bar + 1
            if bar == start || cursor.bytes[bar - 1] != UInt8(ascii: "\\") { return start..<bar }
        }
        return nil
    }

    /// A character, or its number as `x09` or `0x09`.
    private static func mark(_ cursor: inout LineCursor) -> UInt8? {
        var next = cursor
        guard let field = next.text(before: UInt8(ascii: "|")), (1...4).contains(field.count) else {
            return nil
        }
        cursor = next
        let text = String(decoding: cursor.bytes.buffer(field), as: UTF8.self)
        if field.count > 1, let sign = text.firstIndex(of: "x") {
            return UInt8(text[text.index(after: sign)...], radix: 16)
        }
        return cursor.bytes[field.lowerBound]
    }

    /// Calls `body` with each key and its value; of values with blanks the last word is the next key where `=` follows.
    func forEachPair(_ bytes: ByteRun, _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Void) {
        var key: Range<Int>?
        var start = pairs.lowerBound
        var cursor = LineCursor(bytes, pairs)
        while let sign = cursor.offset(of: UInt8(ascii: "=")) {
            cursor.next = sign + 1
            var first = sign
            while first > start, Self.isKey(bytes[first - 1]) { first -= 1 }
            let stands =
                first < sign && (first == pairs.lowerBound || bytes[first - 1] == delimiter ?? 0x20)
            guard stands else { continue }
            if let key { body(key, value(start, first, bytes)) }
            key = first..<sign
            start = sign + 1
        }
        if let key { body(key, value(start, pairs.upperBound, bytes)) }
    }

    /// A value without what stands before the next key.
    private func value(_ start: Int, _ end: Int, _ bytes: ByteRun) -> Range<Int> {
        var end = end
        while end > start, bytes[end - 1] == delimiter ?? 0x20 { end -= 1 }
        return start..<end
    }

    private static func isKey(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x5B, 0x5D: true
        default: false
        }
    }
}
