import RowValues
import Streams

/// Objects of JSON, one a line: their members are columns, those of objects inside them with dots between the keys.
struct MemberReader: LogLineReader {
    private let keys: [[UInt8]]
    let columnNames: [String]
    let words = "JSON, an object a line"
    let namesColumns = true

    init(keys: [String] = []) {
        self.keys = keys.map { Array($0.utf8) }
        columnNames = keys
    }

    /// More members than this are no columns.
    private static let limit = 2_000
    /// Objects nested deeper are values.
    private static let depthLimit = 16

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        visit(line) { name, value, cursor in
            guard let column = column(of: name, &fields.expectedKey) else {
                fields.hasNews = keys.count < Self.limit
                return
            }
            switch value {
            case .text(let text) where text.hasEscapes:
                fields.make(column) { try? JSONString.unescape(cursor.slice(text.range), into: &$0) }
            case .text(let text): fields.set(column, text.range)
            case .number(let range), .boolean(let range), .container(let range): fields.set(column, range)
            case .noNumber, .null: break
            }
        }
    }

    /// What stands in quotes is text.
    func kind(of column: Int, at range: Range<Int>, in line: LogLine) -> FieldValue.Kind {
        guard range.lowerBound > line.range.lowerBound,
            line.bytes[range.lowerBound - 1] != UInt8(ascii: "\"")
        else { return .text }
        switch line.bytes[range.lowerBound] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        default: return .number
        }
    }

    /// A text without letters is one, too.
    func isText(_ column: Int, at range: Range<Int>, in line: LogLine) -> Bool {
        range.lowerBound > line.range.lowerBound && line.bytes[range.lowerBound - 1] == UInt8(ascii: "\"")
    }

    private func column(of name: [UInt8], _ expected: inout Int) -> Int? {
        let found =
            expected < keys.count && keys[expected] == name ? expected : keys.firstIndex(of: name)
        guard let found else { return nil }
        expected = found + 1
        return found + 1
    }

    func learning(from line: LogLine) -> (any LogLineReader)? {
        var names: [String] = []
        _ = visit(line) { name, _, _ in names.append(String(decoding: name, as: UTF8.self)) }
        return adding(names)
    }

    func adding(_ names: [String]) -> (any LogLineReader)? {
        let known = Set(columnNames)
        var new: [String] = []
        for name in names where !known.contains(name) && !new.contains(name) { new.append(name) }
        guard !new.isEmpty, keys.count < Self.limit else { return nil }
        return MemberReader(keys: Array((columnNames + new).prefix(Self.limit)))
    }

    // MARK: members

    private typealias Body = (_ name: [UInt8], JSONCursor.Scalar, JSONCursor) -> Void

    /// Calls `body` with each member of the object that a line is; false, perhaps after some calls, where it is none.
    private func visit(_ line: LogLine, _ body: Body) -> Bool {
        var cursor = JSONCursor(
            line.bytes, from: line.range.lowerBound, to: line.range.upperBound, isFinal: true)
        guard (try? visit(&cursor, within: [], depth: 1, body)) != nil else { return false }
        return cursor.isAtEnd()
    }

    private func visit(
        _ cursor: inout JSONCursor, within outer: [UInt8], depth: Int, _ body: Body
    ) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "{") else { throw .malformed }
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return }
        repeat {
            let key = try cursor.key()
            var name = outer
            if key.hasEscapes {
                try JSONString.unescape(cursor.slice(key.range), into: &name)
            } else {
                name += cursor.slice(key.range)
            }
            var inside = cursor
            if try cursor.peek() == UInt8(ascii: "{"), depth < Self.depthLimit,
                try inside.enter(closedBy: UInt8(ascii: "}"))
            {
                name.append(UInt8(ascii: "."))
                try visit(&cursor, within: name, depth: depth + 1, body)
            } else {
                body(name, try cursor.value(), cursor)
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
    }
}
