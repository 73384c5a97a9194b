import Addresses
import Platform
import RowValues
import Streams

/// Lines of a web server: the common and the combined form, perhaps with the host in front and something behind.
struct AccessReader: LogLineReader {
    /// What follows the agent.
    enum Tail {
        /// The client addresses that a proxy passed on, as in X-Forwarded-For.
        case forwarded
        /// `1 "shop@docker" "http://10.0.0.5:80" 3ms`, as Traefik writes it.
        case route
        case other

        var columnNames: [String] {
            switch self {
            case .forwarded: ["forwarded"]
            case .route: ["requests", "router", "server", "duration_ms"]
            case .other: ["extra"]
            }
        }
    }

    private let host: Int?
    private let tail: Tail?
    /// The first of ip, user, time, method, path, protocol, status, bytes, referer, agent.
    private let first: Int
    let columnNames: [String]
    var addressColumn: Int? { first }

    init(hasHost: Bool = false, tail: Tail? = nil) {
        host = hasHost ? 1 : nil
        first = hasHost ? 2 : 1
        self.tail = tail
        columnNames = (hasHost ? ["host"] : []) + Self.names + (tail?.columnNames ?? [])
    }

    private static let names = [
        "ip", "user", "time", "method", "path", "protocol", "status", "bytes", "referer", "agent",
    ]

    var words: String {
        "access log, combined or common" + (host == nil ? "" : ", with hosts")
            + (tail == .forwarded ? ", with forwarded addresses" : tail == .route ? ", of Traefik" : "")
    }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        if fields.askOnly(first...first + 1) {
            return Self.timeStart(line).map { readClient(line, until: $0 - 1, &fields) } ?? false
        }
        guard let cursor = readToAgent(line, &fields) else { return false }
        let column = first + Self.names.count
        switch tail {
        case .route: readRoute(cursor, column, &fields)
        case .forwarded, .other: readTail(cursor, column, &fields)
        case nil: break
        }
        return true
    }

    /// Reads all but the tail, where the cursor stands then; nil for a line of another form.
    private func readToAgent(_ line: LogLine, _ fields: inout LogFields) -> LineCursor? {
        var cursor = line.cursor
        guard let time = Self.timeStart(line), readClient(line, until: time - 1, &fields) else { return nil }
        cursor.next = time + 1
        guard readTime(&cursor, line, &fields), readRequest(&cursor, &fields) else { return nil }
        for column in [first + 6, first + 7] {
            cursor.skipBlanks()
            guard let word = cursor.word() else { return cursor }
            guard line.bytes.isDash(word) || word.allSatisfy({ line.bytes[$0] &- 48 < 10 }) else {
                return nil
            }
            fields.setUnlessDash(column, word, in: line.bytes)
        }
        for column in [first + 8, first + 9] {
            Self.skipNumbers(&cursor)
            guard let text = cursor.quoted() else { break }
            if !line.bytes.isDash(text.range) { fields.setUnescaped(column, text.range, in: line.bytes) }
        }
        return cursor
    }

    /// Passes over blanks, and over numbers before a text in quotes, such as how long an answer took.
    private static func skipNumbers(_ cursor: inout LineCursor) {
        cursor.skipBlanks()
        var next = cursor
        while let word = next.word() {
            guard word.allSatisfy({ ",-.".utf8.contains(cursor.bytes[$0]) || cursor.bytes[$0] &- 48 < 10 })
            else { return }
            if next.peek == UInt8(ascii: "\"") {
                cursor = next
                return
            }
        }
    }

    /// The time in brackets, as web servers write it or in ISO 8601.
    private func readTime(_ cursor: inout LineCursor, _ line: LogLine, _ fields: inout LogFields) -> Bool {
        if cursor.byte(2) == UInt8(ascii: "/") {
            guard let clock = AccessTime(&cursor) else { return false }
            fields.make(first + 2) { clock.append(to: &$0, line.clock) }
        } else {
            guard let moment = LogMoment(&cursor) else { return false }
            fields.make(first + 2) { moment.append(to: &$0, line.clock) }
        }
        return cursor.skip(UInt8(ascii: "]"))
    }

    /// Where ` [` stands before a day: a user's name may have blanks.
    private static func timeStart(_ line: LogLine) -> Int? {
        var cursor = line.cursor
        while let found = cursor.offset(of: UInt8(ascii: "[")) {
            cursor.next = found + 1
            if found > line.range.lowerBound, line.bytes[found - 1] == 0x20, cursor.byte(0) &- 48 < 10,
                cursor.byte(2) == UInt8(ascii: "/") || cursor.byte(4) == UInt8(ascii: "-")
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
        guard var client = Self.list(&cursor), let second = cursor.word() else { return false }
        var isList = line.bytes.buffer(client).contains(UInt8(ascii: ","))
        let beforeThird = cursor.next
        if let third = cursor.word(), !cursor.isAtEnd || host != nil, !line.bytes.isDash(second),
            line.bytes.isDash(third) || Self.isAddress(second, line.bytes)
        {
            // The addresses that a proxy passes on come before its own.
            isList = isList || host == nil && Self.isAddress(client, line.bytes)
            if let host, !isList { fields.setUnlessDash(host, client, in: line.bytes) }
            client = isList ? client.lowerBound..<second.upperBound : second
        } else {
            cursor.next = beforeThird
        }
        if isList {
            fields.setAddress(first, foundIn: client, of: line.bytes)
        } else {
            guard Self.isName(client, line.bytes) else { return false }
            fields.setAddress(first, field: client, of: line.bytes)
        }
        fields.setUnlessDash(first + 1, cursor.rest, in: line.bytes)
        return true
    }

    /// The first word, with those behind it that a comma joins to it.
    private static func list(_ cursor: inout LineCursor) -> Range<Int>? {
        guard var word = cursor.word() else { return nil }
        while cursor.bytes[word.upperBound - 1] == UInt8(ascii: ","), let next = cursor.word() {
            word = word.lowerBound..<next.upperBound
        }
        return word
    }

    /// An address or the name of a host.
    private static func isName(_ range: Range<Int>, _ bytes: ByteRun) -> Bool {
        range.allSatisfy {
            switch bytes[$0] {
            // Letters, digits and -./:%[]_
            case 0x25, 0x2D...0x3A, 0x41...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x80...: true
            default: false
            }
        }
    }

    /// Whether the line has the host that was asked: in front, or in quotes before the request.
    static func hasHost(_ line: LogLine) -> Bool {
        var cursor = line.cursor
        guard let first = list(&cursor), let second = cursor.word() else { return false }
        let isFirst = !isAddress(first, line.bytes) && !line.bytes.buffer(first).contains(UInt8(ascii: ","))
        if isFirst, isAddress(second, line.bytes) { return !line.bytes.isDash(first) }
        guard let time = timeStart(line) else { return false }
        cursor.next = time
        guard cursor.bracketed() != nil else { return false }
        cursor.skipBlanks()
        guard cursor.quoted() != nil else { return false }
        cursor.skipBlanks()
        return cursor.peek == UInt8(ascii: "\"")
    }

    /// What follows the agent; nil for nothing.
    static func tail(_ line: LogLine) -> Tail? {
        let reader = AccessReader()
        var fields = LogFields(columnCount: reader.columnNames.count + 1)
        guard let cursor = reader.readToAgent(line, &fields) else { return nil }
        if route(cursor) != nil { return .route }
        guard let text = tailText(cursor) else { return nil }
        return AddressScan(line.bytes, text).hasAny ? .forwarded : .other
    }

    private static func isAddress(_ range: Range<Int>, _ bytes: ByteRun) -> Bool {
        range.count <= 64 && NetworkAddress(bytes.buffer(range)) != nil
    }

    /// Three words, or all of it as the method; false where something else than a request in quotes follows, or the host and
    /// the request.
    private func readRequest(_ cursor: inout LineCursor, _ fields: inout LogFields) -> Bool {
        cursor.skipBlanks()
        guard var request = cursor.quoted() else { return cursor.isAtEnd }
        cursor.skipBlanks()
        if let host, let next = cursor.quoted() {
            fields.setUnlessDash(host, request.range, in: cursor.bytes)
            request = next
        }
        fields.setRequest(first + 3, request, in: cursor.bytes)
        return true
    }

    /// The first text in quotes with an address, else the first one, else all that can be seen; nil for a dash and for nothing.
    private static func tailText(_ cursor: LineCursor) -> Range<Int>? {
        var cursor = cursor
        let bytes = cursor.bytes
        cursor.skipBlanks()
        let all = cursor.rest
        var found: Range<Int>?
        while let start = cursor.offset(of: UInt8(ascii: "\"")) {
            cursor.next = start
            guard let text = cursor.quoted() else { break }
            let hasAddress = AddressScan(bytes, text.range).hasAny
            if hasAddress || found == nil { found = text.range }
            if hasAddress { break }
        }
        let text = found ?? all
        return bytes.isDash(text) || text.allSatisfy { bytes[$0] <= 0x20 } ? nil : text
    }

    private func readTail(_ cursor: LineCursor, _ column: Int, _ fields: inout LogFields) {
        if let text = Self.tailText(cursor) { fields.setUnescaped(column, text, in: cursor.bytes) }
    }

    /// The number of the request, the names of router and server, and how long it took in milliseconds, as Traefik writes them.
    private static func route(
        _ cursor: LineCursor
    ) -> (requests: Range<Int>, router: Range<Int>, server: Range<Int>, duration: Range<Int>)? {
        var cursor = cursor
        let bytes = cursor.bytes
        cursor.skipBlanks()
        guard let requests = cursor.word(), let router = cursor.quoted(), cursor.skip(" "),
            let server = cursor.quoted(), cursor.skip(" "), let word = cursor.word(), word.count > 2,
            bytes.isWord(word.suffix(2), "ms")
        else { return nil }
        let duration = word.dropLast(2)
        func isNumber(_ range: Range<Int>) -> Bool { range.allSatisfy { bytes[$0] &- 48 < 10 } }
        guard isNumber(requests), isNumber(duration) else { return nil }
        return (requests, router.range, server.range, duration)
    }

    private func readRoute(_ cursor: LineCursor, _ column: Int, _ fields: inout LogFields) {
        guard let route = Self.route(cursor) else { return }
        fields.set(column, route.requests)
        fields.setUnlessDash(column + 1, route.router, in: cursor.bytes)
        fields.setUnlessDash(column + 2, route.server, in: cursor.bytes)
        fields.set(column + 3, route.duration)
    }
}

/// The time of a web server: `26/Nov/2026:14:03:10 +0100`; HAProxy writes it without a zone.
struct AccessTime {
    private let day: Int
    private let month: Int
    private let year: Int
    private let clock: LogTimeOfDay
    /// Where the zone stands; nil for that of the computer.
    private let zone: Int?
    private let bytes: ByteRun

    init?(_ cursor: inout LineCursor, hasZone: Bool = true) {
        let slash = UInt8(ascii: "/")
        guard let day = cursor.number(digits: 2...2), cursor.skip(slash), let month = cursor.month(),
            cursor.skip(slash), let year = cursor.number(digits: 4...4), cursor.skip(UInt8(ascii: ":")),
            let clock = LogTimeOfDay(&cursor)
        else { return nil }
        (self.day, self.month, self.year, self.clock, bytes) = (day, month, year, clock, cursor.bytes)
        guard hasZone else {
            zone = nil
            return
        }
        guard cursor.skip(0x20) else { return nil }
        zone = cursor.next
        guard cursor.skip(UInt8(ascii: "+")) || cursor.skip(UInt8(ascii: "-")),
            cursor.number(digits: 4...4) != nil
        else { return nil }
    }

    func append(to text: inout [UInt8], _ now: LogClock) {
        LogTime.append(year: year, month: month, day: day, to: &text)
        clock.append(to: &text)
        guard let zone else {
            let time = LocalTime(
                year: year, month: month, day: day, hour: clock.hour, minute: clock.minute)
            if let time { now.appendOffset(of: time, to: &text) }
            return
        }
        text += bytes.buffer(zone..<zone + 3)
        text.append(UInt8(ascii: ":"))
        text += bytes.buffer(zone + 3..<zone + 5)
    }
}
