import RowValues
import Streams

extension JSONCursor {
    /// Reads a member's or element's value; what it leaves is skipped.
    typealias Reading = (inout JSONCursor) throws(JSONFault) -> Void

    /// Calls `body` with the key of each member of the object that comes next, the cursor on its value; any
    /// other value is skipped.
    mutating func eachMember(
        _ body: (String, inout JSONCursor) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        guard try peek() == UInt8(ascii: "{") else { return _ = try skipValue() }
        guard try enter(closedBy: UInt8(ascii: "}")) else { return }
        repeat {
            let key = try string(try key())
            try reading { cursor throws(JSONFault) in try body(key, &cursor) }
        } while try hasNext(closedBy: UInt8(ascii: "}"))
    }

    /// The same for the elements of an array.
    mutating func eachElement(_ body: Reading) throws(JSONFault) {
        guard try peek() == UInt8(ascii: "[") else { return _ = try skipValue() }
        guard try enter(closedBy: UInt8(ascii: "]")) else { return }
        repeat { try reading(body) } while try hasNext(closedBy: UInt8(ascii: "]"))
    }

    /// The plain values of an array, at most `limit`.
    mutating func texts(limit: Int) throws(JSONFault) -> [String] {
        var texts: [String] = []
        try eachElement { cursor throws(JSONFault) in
            if texts.count < limit, let text = try cursor.plainText() { texts.append(text) }
        }
        return texts
    }

    /// The next value as text: a string without its escapes, a number or a boolean as written; nil for others.
    mutating func plainText() throws(JSONFault) -> String? {
        switch try value() {
        case .text(let text): try string(text)
        case .number(let range), .boolean(let range): String(decoding: slice(range), as: UTF8.self)
        default: nil
        }
    }

    private mutating func reading(_ body: Reading) throws(JSONFault) {
        _ = try peek()
        let start = offset
        try body(&self)
        if offset == start { _ = try skipValue() }
    }

    private func string(_ text: Text) throws(JSONFault) -> String {
        guard text.hasEscapes else { return String(decoding: slice(text.range), as: UTF8.self) }
        var bytes: [UInt8] = []
        try JSONString.unescape(slice(text.range), into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
