import Streams

/// Lines of several services behind their names, as `docker compose logs` and `kubectl logs --prefix` print them:
/// `web-1  | 203.0.113.9 - - […`, `[pod/web-1/nginx] 203.0.113.9 - - […`; behind these names, or without them as `docker logs`
/// prints the lines of one service, perhaps with the times of `-t`.
struct ServiceReader: LogLineReader {
    private let hasNames: Bool
    private let hasTimes: Bool
    let columnNames: [String]

    init(hasNames: Bool = true, hasTimes: Bool = false) {
        (self.hasNames, self.hasTimes) = (hasNames, hasTimes)
        columnNames = (hasNames ? ["service"] : []) + (hasTimes ? ["time"] : []) + ["message", "ip"]
    }

    var words: String {
        hasNames ? "lines of services" + (hasTimes ? " with times" : "") : "lines of a service with times"
    }
    var textColumn: Int? { columnNames.count - 1 }
    var addressColumn: Int? { columnNames.count }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        if hasNames {
            guard let service = Self.service(&cursor) else { return false }
            fields.set(1, service)
        }
        if hasTimes {
            if let time = Self.time(&cursor) {
                fields.make(hasNames ? 2 : 1) { time.append(to: &$0, line.clock) }
            } else if !hasNames {
                return false
            }
        }
        cursor.skipBlanks()
        fields.set(columnNames.count - 1, cursor.rest)
        fields.setAddress(columnNames.count, foundIn: cursor.rest, of: line.bytes)
        return true
    }

    /// Whether a time stands behind the name of a service.
    static func hasTime(_ line: LogLine) -> Bool {
        var cursor = line.cursor
        return service(&cursor) != nil && time(&cursor) != nil
    }

    /// The time that Docker and Kubernetes write before a line, with a zone.
    private static func time(_ cursor: inout LineCursor) -> LogMoment? {
        var next = cursor
        guard cursor.byte(10) == UInt8(ascii: "T"), let time = LogMoment(&next), time.hasZone, next.skip(0x20)
        else { return nil }
        cursor = next
        return time
    }

    /// The name of a service; the cursor stands on what follows it.
    private static func service(_ cursor: inout LineCursor) -> Range<Int>? {
        let bytes = cursor.bytes
        let service: Range<Int>
        if let name = cursor.bracketed() {
            let text = bytes.buffer(name)
            // A time may stand in brackets, too.
            guard text.contains(UInt8(ascii: "/")), !text.contains(UInt8(ascii: ":")), cursor.peek == 0x20
            else { return nil }
            service = name
        } else {
            guard let name = cursor.word(), cursor.skip("| ") else { return nil }
            service = name
        }
        guard !service.isEmpty, (bytes[service.lowerBound] | 0x20) &- 0x61 < 26 else { return nil }
        cursor.skipBlanks()
        return service
    }
}
