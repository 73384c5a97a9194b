import Streams

/// Lines of containers as Kubernetes keeps them: `2026-11-26T14:03:10.123456789Z stdout F GET / from 203.0.113.9`.
struct ContainerReader: LogLineReader {
    let columnNames = ["time", "stream", "message", "ip"]
    let words = "containers, a time and a stream before each line"
    var textColumn: Int? { 3 }
    var addressColumn: Int? { 4 }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = line.cursor
        guard let time = LogMoment(&cursor), !time.isOld, cursor.skip(0x20), let stream = cursor.word(),
            line.bytes.isWord(stream, "stdout") || line.bytes.isWord(stream, "stderr")
        else { return false }
        cursor.skipBlanks()
        // Of a long line all pieces but the last are partial.
        guard let tag = cursor.word(), line.bytes.isWord(tag, "F") || line.bytes.isWord(tag, "P") else {
            return false
        }
        cursor.skipBlanks()
        fields.make(1) { time.append(to: &$0, line.clock) }
        fields.set(2, stream)
        fields.set(3, cursor.rest)
        fields.setAddress(4, foundIn: cursor.rest, of: line.bytes)
        return true
    }
}
