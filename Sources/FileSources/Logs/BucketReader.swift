import Streams

/// Lines of S3 about requests for the objects of a bucket: `OWNER BUCKET [26/Nov/2026:14:03:10 +0000] 203.0.113.9 …`.
struct BucketReader: LogLineReader {
    let columnNames = [
        "owner", "bucket", "time", "ip", "requester", "request_id", "operation", "key", "method", "path",
        "protocol", "status", "error", "bytes", "object_size", "total_ms", "turnaround_ms", "referer",
        "agent",
        "version", "host_id", "signature", "cipher", "authentication", "host", "tls", "access_point", "acl",
    ]
    let words = "access log of S3"
    var addressColumn: Int? { Column.ip }

    private enum Column {
        static let owner = 1, bucket = 2, time = 3, ip = 4, requester = 5, key = 8
        static let request = 9...11, status = 12, error = 13, turnaround = 17, referer = 18, agent = 19
        static let rest = 20...28
    }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        guard let owner = cursor.word(), let bucket = cursor.word(), cursor.skip("["),
            let time = AccessTime(&cursor), cursor.skip("] "), let client = cursor.word()
        else { return false }
        // Requester, identifier, operation and key, all without blanks.
        for column in Column.requester...Column.key {
            guard let word = cursor.word(), line.bytes[word.lowerBound] != UInt8(ascii: "\"") else {
                return false
            }
            fields.setUnlessDash(column, word, in: line.bytes)
        }
        if let request = cursor.quoted() {
            read(request.range, line, &fields)
            cursor.skipBlanks()
        } else {
            guard cursor.skip("- ") else { return false }
        }
        guard let status = cursor.word(), Self.isNumber(status, line.bytes), let error = cursor.word() else {
            return false
        }
        fields.setUnlessDash(Column.owner, owner, in: line.bytes)
        fields.set(Column.bucket, bucket)
        fields.make(Column.time) { time.append(to: &$0, line.clock) }
        fields.setAddress(Column.ip, field: client, of: line.bytes)
        fields.setUnlessDash(Column.status, status, in: line.bytes)
        fields.setUnlessDash(Column.error, error, in: line.bytes)
        for column in Column.error + 1...Column.turnaround {
            guard let word = cursor.word() else { return true }
            fields.setUnlessDash(column, word, in: line.bytes)
        }
        for column in [Column.referer, Column.agent] {
            if let text = cursor.quoted() {
                if !line.bytes.isDash(text.range) { fields.setUnescaped(column, text.range, in: line.bytes) }
                cursor.skipBlanks()
            } else {
                _ = cursor.word()
            }
        }
        // Fields are added at the end now and then.
        for column in Column.rest {
            guard let word = cursor.word() else { break }
            fields.setUnlessDash(column, word, in: line.bytes)
        }
        return true
    }

    private static func isNumber(_ word: Range<Int>, _ bytes: ByteRun) -> Bool {
        bytes.isDash(word) || word.allSatisfy { bytes[$0] &- 48 < 10 }
    }

    private func read(_ request: Range<Int>, _ line: LogLine, _ fields: inout LogFields) {
        var words = LineCursor(line.bytes, request)
        for column in Column.request {
            if let word = words.word() { fields.setUnlessDash(column, word, in: line.bytes) }
        }
    }
}
