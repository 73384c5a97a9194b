import Streams

/// Lines of the load balancers of AWS, classic (from the time on) or of applications (a type in front).
struct BalancerReader: LogLineReader {
    let columnNames = [
        "type", "time", "balancer", "ip", "target", "request_time", "target_time", "response_time", "status",
        "target_status", "received", "bytes", "method", "path", "protocol", "agent",
    ]
    let words = "load balancer of AWS"
    var addressColumn: Int? { Column.ip }

    private enum Column {
        static let type = 1, time = 2, ip = 4, method = 13, agent = 16
    }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        guard var word = cursor.word() else { return false }
        if let first = cursor.peek, first &- 48 < 10, line.bytes[word.lowerBound] &- 97 < 26,
            ["http", "https", "h2", "grpcs", "ws", "wss"].contains(where: { line.bytes.isWord(word, $0) })
        {
            fields.set(Column.type, word)
            guard let next = cursor.word() else { return false }
            word = next
        }
        var time = LineCursor(line.bytes, word)
        guard let moment = LogMoment(&time), !moment.isOld, time.isAtEnd else { return false }
        // Balancer, client, target, three times, two statuses, two sizes, then the request.
        for column in Column.time + 1...Column.method - 1 {
            guard let word = cursor.word(), line.bytes[word.lowerBound] != UInt8(ascii: "\"") else {
                return false
            }
            if column == Column.ip {
                fields.setAddress(column, field: line.bytes.withoutPort(word), of: line.bytes)
            } else {
                fields.setUnlessDash(column, word, in: line.bytes)
            }
        }
        guard let request = cursor.quoted() else { return false }
        fields.make(Column.time) { moment.append(to: &$0, line.clock) }
        var words = LineCursor(line.bytes, request.range)
        for column in Column.method..<Column.agent {
            if let word = words.word() { fields.setUnlessDash(column, word, in: line.bytes) }
        }
        cursor.skipBlanks()
        if let agent = cursor.quoted() { fields.setUnlessDash(Column.agent, agent.range, in: line.bytes) }
        return true
    }
}
