import Streams

/// Lines of HAProxy without the head of syslog, of `option httplog` and of `option tcplog`:
/// `9.9.9.9:33317 [06/Feb/2026:12:14:14.655] web shop/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {a} {b} "GET / HTTP/1.1"`
/// `9.9.9.9:33313 [06/Feb/2026:12:12:51.443] mail smtp/srv1 0/0/5007 212 -- 0/0/0/0/3 0/0`
struct HAProxyReader: LogLineReader {
    let columnNames = [
        "ip", "time", "frontend", "backend", "server", "request_ms", "queue_ms", "connect_ms", "response_ms",
        "total_ms", "status", "bytes", "request_cookie", "response_cookie", "termination", "connections",
        "queues", "request_headers", "response_headers", "method", "path", "protocol",
    ]
    let words = "log of HAProxy"
    var addressColumn: Int? { Column.ip }
    var hasLocalTimes: Bool { true }

    private enum Column {
        static let ip = 1, time = 2, frontend = 3, backend = 4, server = 5
        static let request = 6, queue = 7, total = 10, status = 11, bytes = 12, cookie = 13, termination = 15
        static let connections = 16, queues = 17, headers = 18, method = 20
    }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        guard let client = cursor.word(), cursor.skip("["),
            let time = AccessTime(&cursor, hasZone: false), cursor.skip("] "),
            let frontend = cursor.word(), let target = cursor.word(), let times = cursor.word()
        else { return false }
        let count = Self.numberCount(times, line.bytes)
        guard count == 5 || count == 3, readAnswer(&cursor, isHTTP: count == 5, &fields) else { return false }
        fields.setAddress(Column.ip, field: line.bytes.withoutPort(client), of: line.bytes)
        fields.make(Column.time) { time.append(to: &$0, line.clock) }
        fields.set(Column.frontend, frontend)
        var names = LineCursor(line.bytes, target)
        if let backend = names.text(before: UInt8(ascii: "/")) {
            fields.set(Column.backend, backend)
            fields.set(Column.server, names.rest)
        } else {
            fields.set(Column.backend, target)
        }
        setTimes(times, count, line, &fields)
        return true
    }

    /// What stands behind the times.
    private func readAnswer(_ cursor: inout LineCursor, isHTTP: Bool, _ fields: inout LogFields) -> Bool {
        let bytes = cursor.bytes
        if isHTTP {
            guard let status = cursor.word() else { return false }
            fields.set(Column.status, status)
        }
        guard let size = cursor.word() else { return false }
        fields.set(Column.bytes, Self.withoutPlus(size, bytes))
        if isHTTP {
            for column in Column.cookie...Column.cookie + 1 {
                guard let cookie = cursor.word() else { return false }
                fields.setUnlessDash(column, cookie, in: bytes)
            }
        }
        guard let termination = cursor.word(), termination.count == (isHTTP ? 4 : 2),
            let connections = cursor.word(), Self.numberCount(connections, bytes) == 5,
            let queues = cursor.word(), Self.numberCount(queues, bytes) == 2
        else { return false }
        fields.set(Column.termination, termination)
        fields.set(Column.connections, connections)
        fields.set(Column.queues, queues)
        guard isHTTP else { return true }
        for column in Column.headers...Column.headers + 1 {
            guard cursor.skip("{") else { break }
            guard let headers = cursor.text(before: UInt8(ascii: "}")) else { return false }
            fields.setUnescaped(column, headers, in: bytes)
            cursor.skipBlanks()
        }
        guard let request = cursor.quoted() else { return false }
        fields.setRequest(Column.method, request, in: bytes)
        return true
    }

    /// Five times of a request, or three of a connection: those of waiting in a queue and connecting, and the whole.
    private func setTimes(_ times: Range<Int>, _ count: Int, _ line: LogLine, _ fields: inout LogFields) {
        var cursor = LineCursor(line.bytes, times)
        for number in 0..<count {
            let text = cursor.text(before: UInt8(ascii: "/")) ?? cursor.rest
            let first = count == 5 ? Column.request : Column.queue
            fields.set(
                number == count - 1 ? Column.total : first + number, Self.withoutPlus(text, line.bytes))
        }
    }

    /// With `option logasap` the end is not known yet.
    private static func withoutPlus(_ word: Range<Int>, _ bytes: ByteRun) -> Range<Int> {
        word.count > 1 && bytes[word.lowerBound] == UInt8(ascii: "+") ? word.dropFirst() : word
    }

    /// How many numbers with slashes between them a word has; 0 where it has something else.
    private static func numberCount(_ word: Range<Int>, _ bytes: ByteRun) -> Int {
        var (count, digits) = (1, 0)
        for index in word {
            let byte = bytes[index]
            if byte == UInt8(ascii: "/") {
                guard digits > 0 else { return 0 }
                (count, digits) = (count + 1, 0)
            } else if byte &- 48 < 10 {
                digits += 1
            } else if digits > 0 || byte != UInt8(ascii: "-") && byte != UInt8(ascii: "+") {
                return 0
            }
        }
        return digits > 0 ? count : 0
    }
}
