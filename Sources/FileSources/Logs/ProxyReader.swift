import Streams

/// Lines of Squid: `1795701790.123    921 203.0.113.9 TCP_MISS/200 507 GET http://example.org/ - DIRECT/192.0.2.1 text/html`.
struct ProxyReader: LogLineReader {
    let columnNames = [
        "time", "elapsed_ms", "ip", "result", "status", "bytes", "method", "url", "user", "hierarchy",
        "server", "type",
    ]
    let words = "access log of Squid"
    var addressColumn: Int? { 3 }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        guard let seconds = cursor.number(digits: 9...10), cursor.skip(UInt8(ascii: ".")),
            let thousandths = cursor.number(digits: 3...3), cursor.skip(0x20)
        else { return false }
        cursor.skipBlanks()
        guard let elapsed = cursor.word(), let client = cursor.word(), let result = cursor.word(),
            let code = Self.halves(result, line.bytes), let bytes = cursor.word(), let method = cursor.word(),
            let url = cursor.word(), let user = cursor.word(), let hierarchy = cursor.word(),
            let server = Self.halves(hierarchy, line.bytes)
        else { return false }
        fields.make(1) {
            LogTime.append(
                microseconds: Int64(seconds) * 1_000_000 + Int64(thousandths) * 1_000, to: &$0)
        }
        fields.set(2, elapsed)
        fields.setAddress(3, field: client, of: line.bytes)
        fields.set(4, code.0)
        fields.set(5, code.1)
        for (column, word) in [(6, bytes), (7, method), (8, url), (9, user), (10, server.0), (11, server.1)] {
            fields.setUnlessDash(column, word, in: line.bytes)
        }
        if let type = cursor.word() { fields.setUnlessDash(12, type, in: line.bytes) }
        return true
    }

    /// What stands before and behind the slash of a word.
    private static func halves(_ word: Range<Int>, _ bytes: ByteRun) -> (Range<Int>, Range<Int>)? {
        var cursor = LineCursor(bytes, word)
        guard let first = cursor.text(before: UInt8(ascii: "/")), !first.isEmpty else { return nil }
        return (first, cursor.rest)
    }
}
