import Streams

/// Lines of several services behind their names, as `docker compose logs` and `kubectl logs --prefix` print them:
/// `web-1  | 203.0.113.9 - - […`, `[pod/web-1/nginx] 203.0.113.9 - - […`.
struct ServiceReader: LogLineReader {
    let columnNames = ["service", "message", "ip"]
    let words = "lines of services"
    var textColumn: Int? { 2 }
    var addressColumn: Int? { 3 }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        let service: Range<Int>
        if let name = cursor.bracketed() {
            let text = line.bytes.buffer(name)
            // A time may stand in brackets, too.
            guard text.contains(UInt8(ascii: "/")), !text.contains(UInt8(ascii: ":")), cursor.peek == 0x20
            else { return false }
            service = name
        } else {
            guard let name = cursor.word(), cursor.skip("| ") else { return false }
            service = name
        }
        guard !service.isEmpty, (line.bytes[service.lowerBound] | 0x20) &- 0x61 < 26 else { return false }
        cursor.skipBlanks()
        fields.set(1, service)
        fields.set(2, cursor.rest)
        fields.setAddress(3, foundIn: cursor.rest, of: line.bytes)
        return true
    }
}
