import Streams

/// Leaves of each line the object at its end: OwnTracks' recorder writes a time before it, server-sent events `data:`. The
/// name of a service, as `docker compose logs` and `kubectl logs --prefix` write it, becomes a member of the object.
///
/// A line without an object becomes an empty one: the others keep their numbers.
struct JSONBehindText: ByteFilter {
    private static let judgedLines = 20

    /// The line that is not complete yet.
    private var open: [UInt8] = []
    /// The first lines are those of services.
    private let namesServices: Bool

    /// Nil where the first lines are not such.
    init?(_ head: UnsafeRawBufferPointer) {
        guard let lines = Self.judged(head) else { return nil }
        namesServices = lines.allSatisfy { Self.service(Array(Self.cut($0).text)) != nil }
    }

    /// Whether the first lines are such.
    static func begins(_ head: UnsafeRawBufferPointer) -> Bool { judged(head) != nil }

    /// The first lines, blank ones and comments of server-sent events aside; nil where one has no object behind a text.
    private static func judged(_ head: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>]? {
        var lines = head.prefix(1 << 16).split(separator: 0x0A)
        // The last one may be cut off.
        if lines.count > 1, head.count > 1 << 16 || head.last != 0x0A { lines.removeLast() }
        let judged = lines.lazy.filter { line in
            guard let first = line.first(where: { $0 > 0x20 }) else { return false }
            return first != UInt8(ascii: ":")
        }.prefix(judgedLines)
        guard let first = judged.first, first.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") else {
            return nil
        }
        let areSuch = judged.allSatisfy { line in
            let (text, object) = cut(line)
            guard let object, object.last == UInt8(ascii: "}"), !text.isEmpty else { return false }
            // A quote before it: the object is the value of a member, or within a field; a bracket: it is in an array.
            return !text.contains(UInt8(ascii: "\"")) && text.last(where: { $0 > 0x20 }) != UInt8(ascii: "[")
        }
        return areSuch ? Array(judged) : nil
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

    /// The name of a service that a text begins with: `web-1  | `, `[pod/web-1/nginx] `; nil for other texts.
    private static func service(_ text: [UInt8]) -> ArraySlice<UInt8>? {
        let name: ArraySlice<UInt8>
        if text.first == UInt8(ascii: "[") {
            // A time may stand in brackets, too.
            guard let end = text.firstIndex(of: UInt8(ascii: "]")), text[(end + 1)...].first == 0x20,
                text[..<end].contains(UInt8(ascii: "/")), !text[..<end].contains(UInt8(ascii: ":"))
            else { return nil }
            name = text[1..<end]
        } else {
            name = text.prefix { $0 != 0x20 }
            guard text[name.endIndex...].drop(while: { $0 == 0x20 }).starts(with: "| ".utf8) else {
                return nil
            }
        }
        guard let first = name.first, (first | 0x20) &- 0x61 < 26,
            name.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
        else { return nil }
        return name
    }

    /// The object of the line that is complete now, with the service that wrote it unless it names one itself.
    private func object() -> [UInt8] {
        let (text, object) = Self.cut(open)
        guard let object else { return [] }
        guard namesServices, let service = Self.service(Array(text)) else { return Array(object) }
        let members = object.dropFirst()
        guard members.firstRange(of: "\"service\"".utf8) == nil else { return Array(object) }
        let isEmpty = members.first { $0 > 0x20 } == UInt8(ascii: "}")
        var line = Array("{\"service\":\"".utf8)
        line += service
        line += (isEmpty ? "\"" : "\",").utf8
        line += members
        return line
    }

    mutating func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == 0x0A {
                result += object()
                result.append(byte)
                open.removeAll(keepingCapacity: true)
            } else {
                open.append(byte)
            }
        }
        if isLast {
            result += object()
            open = []
        }
        return result
    }
}
