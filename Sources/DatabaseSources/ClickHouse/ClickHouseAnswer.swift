import RowValues
import Streams

/// The bytes of an answer in the format JSONCompact.
///
/// It has an end and says how many rows it holds, so that one that was cut off, or that a server ended with an exception,
/// is not taken for a complete one.
struct ClickHouseAnswer {
    private(set) var columnNames: [String] = []
    private(set) var rows: [[String?]] = []
    /// How many rows it says it has.
    private var rowCount: Int?
    /// What newer servers append when a statement fails after the first rows.
    private(set) var exception: String?

    /// Nil for anything else than a complete answer with as many values in each row as columns, and for more rows than
    /// `rowLimit`.
    init?(_ body: [UInt8], rowLimit: Int) {
        let bytes = body + [UInt8](repeating: 0, count: ByteRun.padding)
        let isRead = bytes.withUnsafeBufferPointer { buffer -> Bool in
            guard let base = buffer.baseAddress else { return false }
            var cursor = JSONCursor(ByteRun(base: base, count: body.count), isFinal: true)
            do throws(JSONFault) {
                try readMembers(&cursor, rowLimit)
                return cursor.isAtEnd()
            } catch {
                return false
            }
        }
        guard isRead, exception != nil || rowCount == rows.count else { return nil }
    }

    private mutating func readMembers(_ cursor: inout JSONCursor, _ rowLimit: Int) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "{"), try cursor.enter(closedBy: UInt8(ascii: "}")) else {
            throw .malformed
        }
        repeat {
            switch Self.string(cursor.slice(try cursor.key().range)) {
            case "meta": try readColumns(&cursor)
            case "data": try readRows(&cursor, rowLimit)
            case "rows":
                rowCount = try Self.text(&cursor).flatMap { Int($0) }
            case "exception": exception = try Self.text(&cursor) ?? ""
            default: _ = try cursor.skipValue()
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
    }

    private mutating func readColumns(_ cursor: inout JSONCursor) throws(JSONFault) {
        try Self.each(&cursor) { cursor throws(JSONFault) in
            guard try cursor.peek() == UInt8(ascii: "{"), try cursor.enter(closedBy: UInt8(ascii: "}")) else {
                throw .malformed
            }
            var name: String?
            repeat {
                let isName = Self.string(cursor.slice(try cursor.key().range)) == "name"
                if isName { name = try Self.text(&cursor) } else { _ = try cursor.skipValue() }
            } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
            guard let name else { throw .malformed }
            columnNames.append(name)
        }
    }

    private mutating func readRows(_ cursor: inout JSONCursor, _ rowLimit: Int) throws(JSONFault) {
        let count = columnNames.count
        try Self.each(&cursor) { cursor throws(JSONFault) in
            var row: [String?] = []
            row.reserveCapacity(count)
            try Self.each(&cursor) { cursor throws(JSONFault) in row.append(try Self.text(&cursor)) }
            guard row.count == count, rows.count < rowLimit else { throw .malformed }
            rows.append(row)
        }
    }

    private static func each(
        _ cursor: inout JSONCursor, _ body: (inout JSONCursor) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "[") else { throw .malformed }
        guard try cursor.enter(closedBy: UInt8(ascii: "]")) else { return }
        repeat { try body(&cursor) } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
    }

    /// A plain value as text; nil for null, as which NaN and infinities are written.
    private static func text(_ cursor: inout JSONCursor) throws(JSONFault) -> String? {
        switch try cursor.value() {
        case .text(let text):
            guard text.hasEscapes else { return string(cursor.slice(text.range)) }
            var bytes: [UInt8] = []
            try JSONString.unescape(cursor.slice(text.range), into: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        case .number(let range), .boolean(let range): return string(cursor.slice(range))
        case .null, .noNumber: return nil
        case .container: throw .malformed
        }
    }

    private static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
