import Platform

/// An element with everything in it, of the kind that most elements are: tags with attributes and text, without references,
/// comments, sections, instructions or carriage returns.
///
/// Whatever it accepts is well-formed; what it does not accept may be so as well.
struct PlainElement {
    /// A tag or a text.
    struct Token {
        enum Kind { case start, text, end }

        let kind: Kind
        /// The name, or the text.
        let bytes: UnsafeBufferPointer<UInt8>
        /// The attributes of a start, as indices.
        var attributes: Range<Int> = 0..<0
    }

    /// Longer elements are not looked through to their end.
    private static let longest = 1 << 14
    private static let attributeLimit = 16

    /// The tokens, the first of which may be white space before the element.
    private(set) var tokens: [Token] = []
    private(set) var attributes: [XMLAttributes.Plain] = []
    private var open: [UnsafeBufferPointer<UInt8>] = []
    /// All bits of names, values and texts: the highest is set when they are not all ASCII.
    private var bits: UInt8 = 0

    /// Reads the element that begins at `start`, perhaps after white space; nil when it is not plain, or not whole.
    ///
    /// - Parameter room: how deep elements may be nested in it, itself included.
    /// - Returns: where it ends.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, room: Int) -> Int? {
        tokens.removeAll(keepingCapacity: true)
        attributes.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        bits = 0
        let bytes = UnsafeBufferPointer(rebasing: bytes[..<min(bytes.count, start + Self.longest)])
        var offset = start
        while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
        append(.text, bytes, start..<offset)
        repeat {
            guard let end = tag(bytes, offset, room: room) else { return nil }
            offset = end
            guard !open.isEmpty else { break }
            let textStart = offset
            while offset < bytes.count, Self.isPlain(bytes[offset]) {
                bits |= bytes[offset]
                offset += 1
            }
            append(.text, bytes, textStart..<offset)
        } while true
        guard bits < 0x80 || Self.isUTF8(bytes, start..<offset) else { return nil }
        return offset
    }

    private mutating func append(
        _ kind: Token.Kind, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) {
        guard !range.isEmpty else { return }
        tokens.append(Token(kind: kind, bytes: UnsafeBufferPointer(rebasing: bytes[range])))
    }

    /// Reads a tag; returns where it ends.
    private mutating func tag(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, room: Int) -> Int? {
        guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "<") else { return nil }
        if bytes[start + 1] == UInt8(ascii: "/") { return endTag(bytes, start + 2) }
        guard open.count < room, let nameEnd = Self.nameEnd(bytes, start + 1) else { return nil }
        let name = UnsafeBufferPointer(rebasing: bytes[start + 1..<nameEnd])
        let first = attributes.count
        guard var offset = readAttributes(bytes, nameEnd) else { return nil }
        tokens.append(Token(kind: .start, bytes: name, attributes: first..<attributes.count))
        if bytes[offset] == UInt8(ascii: "/") {
            tokens.append(Token(kind: .end, bytes: name))
            offset += 1
        } else {
            open.append(name)
        }
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: ">") else { return nil }
        return offset + 1
    }

    private mutating func endTag(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        guard let name = open.popLast(), let first = name.baseAddress, let base = bytes.baseAddress,
            start + name.count < bytes.count, Bytes.areEqual(first, base + start, count: name.count),
            bytes[start + name.count] == UInt8(ascii: ">")
        else { return nil }
        tokens.append(Token(kind: .end, bytes: name))
        return start + name.count + 1
    }

    /// Reads the attributes of a tag; returns where they end: at ">" or "/".
    private mutating func readAttributes(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        let first = attributes.count
        var offset = start
        while true {
            let blank = offset
            while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
            guard offset < bytes.count else { return nil }
            if bytes[offset] == UInt8(ascii: ">") || bytes[offset] == UInt8(ascii: "/") { return offset }
            guard offset > blank, attributes.count - first < Self.attributeLimit,
                let nameEnd = Self.nameEnd(bytes, offset), nameEnd + 1 < bytes.count,
                bytes[nameEnd] == UInt8(ascii: "=")
            else { return nil }
            let name = UnsafeBufferPointer(rebasing: bytes[offset..<nameEnd])
            let quote = bytes[nameEnd + 1]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                !attributes[first...].contains(where: { $0.name.elementsEqual(name) })
            else { return nil }
            offset = nameEnd + 2
            while offset < bytes.count, bytes[offset] != quote, bytes[offset] >= 0x20,
                bytes[offset] != UInt8(ascii: "<"), bytes[offset] != UInt8(ascii: "&")
            {
                bits |= bytes[offset]
                offset += 1
            }
            guard offset < bytes.count, bytes[offset] == quote else { return nil }
            let value = UnsafeBufferPointer(rebasing: bytes[nameEnd + 2..<offset])
            attributes.append(XMLAttributes.Plain(name: name, value: value))
            offset += 1
        }
    }

    // MARK: bytes

    /// The end of a name in ASCII; nil where none begins.
    @inline(__always)
    private static func nameEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        guard start < bytes.count, isLetter(bytes[start]) else { return nil }
        var end = start + 1
        while end < bytes.count, isLetter(bytes[end]) || (0x2D...0x3A).contains(bytes[end]) {
            // The slash lies between the point and the digits.
            if bytes[end] == UInt8(ascii: "/") { break }
            end += 1
        }
        return end
    }

    @inline(__always)
    private static func isLetter(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
    }

    @inline(__always)
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

    /// Text that stays as it is. The end of a section is an error in text: so brackets are not plain.
    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20
            ? byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "]")
            : byte == 0x0A || byte == 0x09
    }

    /// Valid, without the characters at the end of the first plane, two of which XML forbids.
    private static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        let bytes = UnsafeBufferPointer(rebasing: bytes[range])
        for index in bytes.indices.dropLast() where bytes[index] == 0xEF && bytes[index + 1] == 0xBF {
            return false
        }
        return String(validating: bytes, as: UTF8.self) != nil
    }
}
