import Streams

/// Leaves of each line the object at its end: OwnTracks' recorder writes a time before it, server-sent events `data:`.
///
/// A line without an object becomes an empty one: the others keep their numbers.
struct JSONBehindText: ByteFilter {
    private static let judgedLines = 20

    /// The line that is not complete yet.
    private var open: [UInt8] = []

    /// Whether the first lines are such, blank ones and comments of server-sent events aside.
    static func begins(_ head: UnsafeRawBufferPointer) -> Bool {
        var lines = head.prefix(1 << 16).split(separator: 0x0A)
        // The last one may be cut off.
        if lines.count > 1, head.count > 1 << 16 || head.last != 0x0A { lines.removeLast() }
        let judged = lines.lazy.filter { line in
            guard let first = line.first(where: { $0 > 0x20 }) else { return false }
            return first != UInt8(ascii: ":")
        }.prefix(judgedLines)
        guard let first = judged.first, first.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") else {
            return false
        }
        return judged.allSatisfy { line in
            let (text, object) = cut(line)
            guard let object, object.last == UInt8(ascii: "}"), !text.isEmpty else { return false }
            // A quote before it: the object is the value of a member, or within a field; a bracket: it is in an array.
            return !text.contains(UInt8(ascii: "\"")) && text.last(where: { $0 > 0x20 }) != UInt8(ascii: "[")
        }
    }

    /// What stands before the object at the end of a line, and the object without the blanks behind it.
    private static func cut<Line: BidirectionalCollection<UInt8>>(
        _ line: Line
    ) -> (text: Line.SubSequence, object: Line.SubSequence?) {
        guard let start = line.firstIndex(of: UInt8(ascii: "{")),
            let last = line.lastIndex(where: { $0 > 0x20 })
        else {
            return (line[...], nil)
        }
        return (line[..<start], line[start...last])
    }

    mutating func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == 0x0A {
                result += Self.cut(open).object ?? []
                result.append(byte)
                open.removeAll(keepingCapacity: true)
            } else {
                open.append(byte)
            }
        }
        if isLast {
            result += Self.cut(open).object ?? []
            open = []
        }
        return result
    }
}
