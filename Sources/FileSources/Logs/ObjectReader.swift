import RowValues
import Streams

/// Objects of logs, one a line: of the journal (`journalctl -o json`), and of Docker, which keeps what a program wrote.
struct ObjectReader: LogLineReader {
    /// Which program wrote the log.
    enum Writer: Sendable { case journal, docker }

    private let writer: Writer
    let columnNames: [String]
    /// The column of each key; that of the times of the journal is in microseconds.
    private let keys: [(key: StaticString, column: Int)]
    private let message: Int

    init(_ writer: Writer) {
        self.writer = writer
        switch writer {
        case .journal:
            columnNames = ["priority", "time", "host", "program", "pid", "unit", "message", "ip"]
            keys = [
                ("PRIORITY", 1), ("__REALTIME_TIMESTAMP", 2), ("_HOSTNAME", 3), ("SYSLOG_IDENTIFIER", 4),
                ("_COMM", 4), ("_PID", 5), ("SYSLOG_PID", 5), ("_SYSTEMD_UNIT", 6), ("MESSAGE", 7),
            ]
            message = 7
        case .docker:
            columnNames = ["time", "stream", "message", "ip"]
            keys = [("time", 1), ("stream", 2), ("log", 3)]
            message = 3
        }
    }

    var words: String {
        writer == .journal ? "journal, a JSON object a line" : "Docker, a JSON object a line"
    }
    var textColumn: Int? { message }
    var addressColumn: Int? { columnNames.count }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        var cursor = JSONCursor(
            line.bytes, from: line.range.lowerBound, to: line.range.upperBound, isFinal: true)
        do throws(JSONFault) {
            guard try cursor.peek() == UInt8(ascii: "{"), try cursor.enter(closedBy: UInt8(ascii: "}")) else {
                return false
            }
            var isFound = (time: false, message: false)
            repeat {
                let key = try cursor.key()
                let value = try cursor.value()
                guard let column = keys.first(where: { cursor.isWord(key.range, $0.key) })?.column else {
                    continue
                }
                if column == message { isFound.message = true }
                if column == (writer == .journal ? 2 : 1) { isFound.time = true }
                set(column, value, cursor, &fields)
            } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
            guard isFound.time, isFound.message else { return false }
        } catch {
            return false
        }
        fields.setAddress(ofColumn: message, to: columnNames.count, in: line.bytes)
        return true
    }

    private func set(
        _ column: Int, _ value: JSONCursor.Scalar, _ cursor: JSONCursor, _ fields: inout LogFields
    ) {
        let isMicros = writer == .journal && column == 2
        // What was given first stays: a program names itself better than its file does.
        guard fields.isEmpty(column) else { return }
        switch value {
        case .text(let text):
            if isMicros {
                let digits = String(decoding: cursor.slice(text.range), as: UTF8.self)
                guard let micros = Int64(digits), micros >= 0, micros < 1 << 57 else { return }
                fields.make(column) { LogTime.append(microseconds: micros, to: &$0) }
            } else if text.hasEscapes {
                fields.make(column, neededBy: needing(column)) { bytes in
                    try? JSONString.unescape(cursor.slice(text.range), into: &bytes)
                    if bytes.last == 10, column == message { bytes.removeLast() }
                }
            } else {
                fields.set(column, text.range)
            }
        case .container(let range) where cursor.bytes[range.lowerBound] == UInt8(ascii: "["):
            // The journal writes what is no printable text as its bytes.
            guard let bytes = Self.bytes(cursor, range) else { return fields.set(column, range) }
            fields.make(column, neededBy: needing(column)) { $0 += bytes }
        case .number(let range), .boolean(let range), .noNumber(let range), .container(let range):
            fields.set(column, range)
        case .null: break
        }
    }

    /// The column that is taken from another one: the address is in the message.
    private func needing(_ column: Int) -> Int { column == message ? columnNames.count : column }

    /// The bytes that an array of numbers stands for; nil for another array.
    private static func bytes(_ cursor: JSONCursor, _ range: Range<Int>) -> [UInt8]? {
        var array = JSONCursor(cursor.bytes, from: range.lowerBound, to: range.upperBound, isFinal: true)
        var bytes: [UInt8] = []
        do throws(JSONFault) {
            guard try array.enter(closedBy: UInt8(ascii: "]")) else { return [] }
            repeat {
                guard case .number(let number) = try array.value(),
                    let byte = UInt8(String(decoding: array.slice(number), as: UTF8.self))
                else { return nil }
                bytes.append(byte)
            } while try array.hasNext(closedBy: UInt8(ascii: "]"))
        } catch {
            return nil
        }
        return bytes
    }
}

extension LogFields {
    /// The address that the text of a column is about.
    mutating func setAddress(ofColumn column: Int, to target: Int, in bytes: ByteRun) {
        let text = with(column, in: bytes) { Array($0) }
        guard !text.isEmpty else { return }
        make(target) { made in
            ByteRun.with(text) { run in
                if let address = AddressScan(run, 0..<run.count).best { made += address.description.utf8 }
            }
        }
    }
}
