import RowValues
import Rows
import Streams

/// The records of containers that stand side by side in a document, as Firebase exports them: `users.u0.points`,
/// `users.u1.points` and so on, each with the same members for the place.
///
/// They are made lines of objects, so that all are rows of one table.
struct SiblingRecords {
    /// The records, a line each.
    private(set) var lines: [UInt8] = []
    /// The paths of the containers.
    private(set) var paths: [String] = []
    private let bytes: ByteRun
    private let path: RecordPath
    private let layout: FlatLayout
    private let options: ColumnOptions

    /// The most records of a container that are judged.
    private static let judgedRecords = 20

    /// Nil unless several containers are like the one at `path`: their ways differ from it in one key.
    ///
    /// - Parameter isWhole: `bytes` are the whole document; what is cut off is left out.
    init?(
        _ bytes: ByteRun, isWhole: Bool, like path: RecordPath, _ layout: FlatLayout, _ options: ColumnOptions
    ) {
        guard !path.keys.isEmpty else { return nil }
        (self.bytes, self.path, self.layout, self.options) = (bytes, path, layout, options)
        var cursor = JSONCursor(bytes, isFinal: isWhole)
        do throws(JSONFault) {
            try walk(&cursor, depth: 0, differences: 0, [])
        } catch {
            if isWhole { return nil }
        }
        guard paths.count > 1 else { return nil }
    }

    /// Enters the members of an object that lie on the way, or beside it.
    private mutating func walk(
        _ cursor: inout JSONCursor, depth: Int, differences: Int, _ keys: [[UInt8]]
    ) throws(JSONFault) {
        let first = try cursor.peek()
        if depth == path.keys.count {
            guard first == UInt8(ascii: path.isKeyed ? "{" : "["), try isAlike(cursor) else {
                _ = try cursor.skipValue()
                return
            }
            paths.append(RecordPath(keys: keys, isKeyed: path.isKeyed).description)
            return try appendRecords(&cursor)
        }
        guard first == UInt8(ascii: "{") else {
            _ = try cursor.skipValue()
            return
        }
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return }
        repeat {
            let key = bytes.bytes(try cursor.key().range)
            let next = differences + (key == path.keys[depth] ? 0 : 1)
            if next > 1 {
                _ = try cursor.skipValue()
            } else {
                try walk(&cursor, depth: depth + 1, differences: next, keys + [key])
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
    }

    /// Whether the records of the container that comes next have their places under the same names.
    private func isAlike(_ cursor: JSONCursor) throws(JSONFault) -> Bool {
        var cursor = cursor
        var sample = FlatSample()
        let closing = UInt8(ascii: path.isKeyed ? "}" : "]")
        guard try cursor.enter(closedBy: closing) else { return false }
        repeat {
            if path.isKeyed { _ = try cursor.key() }
            guard try cursor.peek() == UInt8(ascii: "{") else { return false }
            var record = cursor
            try sample.add(&record)
            _ = try cursor.skipValue()
            if sample.count >= Self.judgedRecords { break }
        } while try cursor.hasNext(closedBy: closing)
        return (try? sample.layout(options))?.coordinates == layout.coordinates
    }

    private mutating func appendRecords(_ cursor: inout JSONCursor) throws(JSONFault) {
        let closing = UInt8(ascii: path.isKeyed ? "}" : "]")
        guard try cursor.enter(closedBy: closing) else { return }
        repeat {
            if path.isKeyed { _ = try cursor.key() }
            _ = try cursor.peek()
            JSONText.appendOnOneLine(bytes.buffer(try cursor.skipValue()), to: &lines)
            lines.append(UInt8(ascii: "\n"))
        } while try cursor.hasNext(closedBy: closing)
    }
}
