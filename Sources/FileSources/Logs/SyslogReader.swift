import RowValues
import Streams

/// Lines of the system's log: of the old syslog without a year, with ISO times, and as journalctl prints them.
struct SyslogReader: LogLineReader {
    let columnNames = ["time", "host", "program", "pid", "message", "ip"]
    let words = "syslog"
    var textColumn: Int? { 5 }
    var addressColumn: Int? { 6 }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        if cursor.peek == UInt8(ascii: "<") {
            cursor.next += 1
            guard cursor.number(digits: 1...3) != nil, cursor.skip(UInt8(ascii: ">")) else { return false }
        }
        guard let time = LogMoment(&cursor), !time.isOfProgram, cursor.skip(UInt8(ascii: " ")) else {
            return false
        }
        cursor.skipBlanks()
        let host = time.isOld && Self.namesProgram(cursor) ? nil : cursor.word()
        let rest = cursor.rest
        let tag = LogTag(&cursor)
        guard let first = host ?? tag?.program, !Self.isLevel(first, line.bytes),
            !Self.isPeer(first, line.bytes)
        else { return false }
        // Only the old form has messages without a program.
        guard tag != nil || time.isOld else { return false }
        fields.make(1) { time.append(to: &$0, line.clock) }
        if let host { fields.set(2, host) }
        if let tag {
            fields.set(3, tag.program)
            if let pid = tag.pid { fields.set(4, pid) }
        }
        let message = tag == nil ? rest : cursor.rest
        fields.set(5, message)
        if let tag, line.bytes.isWord(tag.program, "haproxy"), let client = Self.proxyClient(message, line) {
            fields.setAddress(6, field: client, of: line.bytes)
        } else {
            fields.setAddress(6, foundIn: message, of: line.bytes)
        }
        return true
    }

    /// Whether no host stands before the program, as in logs that programs such as dnsmasq write themselves: `dnsmasq[812]: query`.
    private static func namesProgram(_ cursor: LineCursor) -> Bool {
        var next = cursor
        return LogTag(&next)?.pid != nil
    }

    /// The client before the time of a message of HAProxy, `2001:db8::7:51022 [26/Nov/2026:…`, without the port that is always
    /// there.
    private static func proxyClient(_ message: Range<Int>, _ line: LogLine) -> Range<Int>? {
        var cursor = LineCursor(line.bytes, message)
        guard let word = cursor.word(), cursor.skip("["), cursor.byte(2) == UInt8(ascii: "/") else {
            return nil
        }
        let client = line.bytes.withoutPort(word)
        return client == word ? nil : client
    }

    /// Whether a word is who is spoken with, as in lines of OpenVPN: `203.0.113.9:1194`, `anna/203.0.113.9:1194`.
    private static func isPeer(_ range: Range<Int>, _ bytes: ByteRun) -> Bool {
        let text = bytes.buffer(range)
        return text.contains(UInt8(ascii: ":")) && text.contains(UInt8(ascii: "."))
    }

    private static func isLevel(_ range: Range<Int>, _ bytes: ByteRun) -> Bool {
        let levels: [StaticString] = [
            "INFO", "WARN", "WARNING", "ERROR", "DEBUG", "TRACE", "FATAL", "NOTICE", "CRITICAL", "info",
            "warn", "error", "debug",
        ]
        return levels.contains { bytes.isWord(range, $0) }
    }
}

/// What names the program of a message: `sshd[812]: `.
struct LogTag {
    let program: Range<Int>
    private(set) var pid: Range<Int>?

    /// - Parameter cursor: stands on the message afterwards.
    init?(_ cursor: inout LineCursor) {
        let start = cursor.next
        while let byte = cursor.peek, byte > 0x20, byte != UInt8(ascii: "["), byte != UInt8(ascii: ":") {
            cursor.next += 1
        }
        program = start..<cursor.next
        guard !program.isEmpty else { return nil }
        if cursor.peek == UInt8(ascii: "[") {
            guard let found = cursor.bracketed() else { return nil }
            pid = found
        }
        guard cursor.skip(UInt8(ascii: ":")), cursor.isAtEnd || cursor.peek == 0x20 else { return nil }
        cursor.skipBlanks()
    }
}

/// The time at the beginning of a line, in one of the forms of system logs.
struct LogMoment {
    private enum Form {
        /// `Nov 26 14:03:10`, perhaps with the year behind the day.
        case calendar(month: Int, day: Int, year: Int?)
        /// `2026-11-26T14:03:10.2Z`, `2026-11-26 14:03:10 CET`, `Thu Nov 26 14:03:10 CET 2026`.
        case dated(year: Int, month: Int, day: Int, zone: Zone)
        /// Seconds since 1970.
        case epoch(seconds: Int, micros: Int)
    }

    private enum Zone {
        case local
        case offset(Range<Int>)
        /// Minutes east of Greenwich, of a zone that has a name.
        case named(minutes: Int)
        case utc
    }

    private let form: Form
    private let clock: LogTimeOfDay?
    private let bytes: ByteRun
    /// Only programs write it so in logs of their own: no host follows.
    let isOfProgram: Bool

    /// As the old syslog has it, mostly without a year.
    var isOld: Bool { if case .calendar = form { true } else { false } }

    /// Whether it names its zone.
    var hasZone: Bool {
        switch form {
        case .calendar, .dated(_, _, _, .local): false
        case .dated, .epoch: true
        }
    }

    /// - Parameter cursor: stands behind the time afterwards.
    init?(_ cursor: inout LineCursor) {
        guard let first = cursor.peek else { return nil }
        isOfProgram = cursor.byte(4) == UInt8(ascii: "/") || cursor.byte(2) == UInt8(ascii: "-")
        let found = first &- 48 < 10 ? Self.dated(&cursor) : Self.calendar(&cursor)
        guard let found else { return nil }
        (form, clock, bytes) = (found.form, found.clock, cursor.bytes)
    }

    private typealias Parts = (form: Form, clock: LogTimeOfDay?)

    private static func calendar(_ cursor: inout LineCursor, isBehindWeekday: Bool = false) -> Parts? {
        guard let month = cursor.month() else {
            guard !isBehindWeekday, cursor.byte(3) == 0x20 else { return nil }
            cursor.next += 4
            return cursor.byte(0) &- 48 < 10 ? dated(&cursor) : calendar(&cursor, isBehindWeekday: true)
        }
        cursor.skipBlanks()
        guard let day = cursor.number(digits: 1...2), cursor.skip(0x20), (1...31).contains(day) else {
            return nil
        }
        var year: Int?
        if cursor.byte(2) != UInt8(ascii: ":") {
            guard let found = cursor.number(digits: 4...4), cursor.skip(0x20) else { return nil }
            year = found
        }
        guard let clock = LogTimeOfDay(&cursor) else { return nil }
        // `Thu Nov 26 14:03:10 2026`, as C writes it, and `Thu Nov 26 02:03:10 PM CET 2026`, as `date` does.
        var behind = cursor
        if isBehindWeekday, year == nil {
            let clock = clock.withHalf(&behind)
            let zone = zoneBeforeYear(&behind)
            if behind.skip(0x20), let found = behind.number(digits: 4...4), endsTime(behind) {
                guard let zone else { return nil }
                cursor = behind
                return (.dated(year: found, month: month, day: day, zone: zone), clock)
            }
        }
        return (.calendar(month: month, day: day, year: year), clock)
    }

    /// The zone between the clock and the year, ` CET` or ` -03`; that of the computer where there is none, nil for one that is
    /// not known.
    private static func zoneBeforeYear(_ cursor: inout LineCursor) -> Zone? {
        var next = cursor
        guard next.skip(0x20), let word = next.word(), next.next > word.upperBound else { return .local }
        let text = cursor.bytes.buffer(word)
        let isName = (2...5).contains(text.count) && text.allSatisfy { $0 &- 0x41 < 26 }
        let hasSign = text.first == UInt8(ascii: "+") || text.first == UInt8(ascii: "-")
        guard isName || hasSign else { return .local }
        cursor.next = word.upperBound
        if isName {
            return TimeText.minutes(ofZone: String(decoding: text, as: UTF8.self)).map {
                .named(minutes: $0)
            }
        }
        var digits = LineCursor(cursor.bytes, word.dropFirst())
        guard let hours = digits.number(digits: 2...2) else { return nil }
        let minutes = digits.number(digits: 2...2) ?? 0
        guard digits.isAtEnd, hours <= 14, minutes < 60 else { return nil }
        let offset = hours * 60 + minutes
        return .named(minutes: text.first == UInt8(ascii: "-") ? -offset : offset)
    }

    private static func endsTime(_ cursor: LineCursor) -> Bool {
        cursor.isAtEnd || cursor.peek == 0x20 || cursor.peek == UInt8(ascii: "]")
    }

    /// `2009/11/10 23:00:00`, as Go writes it, and `10-Nov-2009 23:00:00.123`, as BIND does.
    private static func datedByProgram(_ cursor: inout LineCursor) -> Parts? {
        let (slash, dash) = (UInt8(ascii: "/"), UInt8(ascii: "-"))
        let date: (year: Int?, month: Int?, day: Int?)
        if cursor.byte(4) == slash {
            let (year, isYear) = (cursor.number(digits: 4...4), cursor.skip(slash))
            let (month, isMonth) = (cursor.number(digits: 2...2), cursor.skip(slash))
            guard isYear, isMonth else { return nil }
            date = (year, month, cursor.number(digits: 2...2))
        } else {
            let (day, isDay) = (cursor.number(digits: 2...2), cursor.skip(dash))
            let (month, isMonth) = (cursor.month(), cursor.skip(dash))
            guard isDay, isMonth else { return nil }
            date = (cursor.number(digits: 4...4), month, day)
        }
        guard let year = date.year, let month = date.month, let day = date.day, (1...12).contains(month),
            (1...31).contains(day), cursor.skip(0x20), let clock = LogTimeOfDay(&cursor)
        else { return nil }
        return (.dated(year: year, month: month, day: day, zone: .local), clock)
    }

    private static func dated(_ cursor: inout LineCursor) -> Parts? {
        let dash = UInt8(ascii: "-")
        if cursor.byte(4) == UInt8(ascii: "/") || cursor.byte(2) == dash { return datedByProgram(&cursor) }
        if cursor.byte(4) == dash, cursor.byte(7) == dash {
            guard let year = cursor.number(digits: 4...4), cursor.skip(dash),
                let month = cursor.number(digits: 2...2), cursor.skip(dash),
                let day = cursor.number(digits: 2...2), (1...12).contains(month), (1...31).contains(day),
                cursor.skip(UInt8(ascii: "T")) || cursor.skip(0x20), let clock = LogTimeOfDay(&cursor)
            else { return nil }
            return (.dated(year: year, month: month, day: day, zone: zone(&cursor)), clock)
        }
        guard let seconds = cursor.number(digits: 9...10), cursor.skip(UInt8(ascii: ".")),
            let micros = cursor.number(digits: 6...6)
        else { return nil }
        return (.epoch(seconds: seconds, micros: micros), nil)
    }

    /// `Z`, an offset, or the name of a zone; the computer's where there is none.
    private static func zone(_ cursor: inout LineCursor) -> Zone {
        if cursor.skip(UInt8(ascii: "Z")) { return .utc }
        if let offset = offset(&cursor) { return offset }
        let isUTC = cursor.skip(" UTC ") || cursor.skip(" GMT ")
        if isUTC {
            cursor.next -= 1
            return .utc
        }
        // The name of a zone in capital letters, before the host.
        var length = 1
        while cursor.byte(length) &- 0x41 < 26 { length += 1 }
        let start = cursor.next
        guard cursor.byte(0) == 0x20, (4...6).contains(length), cursor.byte(length) == 0x20 else {
            return .local
        }
        let name = cursor.bytes.buffer(start + 1..<start + length)
        cursor.next += length
        return TimeText.minutes(ofZone: String(decoding: name, as: UTF8.self)).map {
            .named(minutes: $0)
        } ?? .local
    }

    /// `+01:00`, `+0100`, perhaps behind a blank, where it must be one that a country has.
    private static func offset(_ cursor: inout LineCursor) -> Zone? {
        var next = cursor
        let isBehindBlank = next.skip(0x20)
        let start = next.next
        guard next.skip(UInt8(ascii: "+")) || next.skip(UInt8(ascii: "-")),
            let hours = next.number(digits: 2...2)
        else { return nil }
        _ = next.skip(UInt8(ascii: ":"))
        guard let minutes = next.number(digits: 2...2),
            !isBehindBlank || hours <= 14 && minutes < 60 && minutes % 15 == 0 && endsTime(next)
        else { return nil }
        cursor = next
        return .offset(start..<next.next)
    }

    /// Appends it as ISO 8601 has it.
    func append(to text: inout [UInt8], _ now: LogClock) {
        switch form {
        case .epoch(let seconds, let micros):
            LogTime.append(microseconds: Int64(seconds) * 1_000_000 + Int64(micros), to: &text)
        case .calendar(let month, let day, let year):
            let year = year ?? now.year(month: month, day: day, secondOfDay: clock?.secondOfDay ?? 0)
            append(year, month, day, .local, to: &text, now)
        case .dated(let year, let month, let day, let zone):
            append(year, month, day, zone, to: &text, now)
        }
    }

    private func append(
        _ year: Int, _ month: Int, _ day: Int, _ zone: Zone, to text: inout [UInt8], _ now: LogClock
    ) {
        LogTime.append(year: year, month: month, day: day, to: &text)
        clock?.append(to: &text)
        switch zone {
        case .utc: text.append(UInt8(ascii: "Z"))
        case .local:
            let time = WallTime(
                year: year, month: month, day: day, hour: clock?.hour ?? 0, minute: clock?.minute ?? 0)
            if let time { now.appendOffset(of: time, to: &text) }
        case .named(let minutes): LogTime.append(offsetMinutes: minutes, to: &text)
        case .offset(let range):
            text += bytes.bytes(range.lowerBound..<range.lowerBound + 3)
            text.append(UInt8(ascii: ":"))
            text += bytes.bytes(range.upperBound - 2..<range.upperBound)
        }
    }
}
