/// How far bytes of JSON lie inside of objects, arrays and texts, followed byte by byte without being parsed.
@frozen public struct JSONNesting: Sendable {
    @usableFromInline var openCount = 0
    @usableFromInline var isText = false
    @usableFromInline var isEscape = false

    /// Brackets and braces that are open; below 0 where more were closed.
    @inlinable public var depth: Int { openCount }
    /// Whether the next byte belongs to a text, or ends it.
    @inlinable public var isInText: Bool { isText }
    /// Whether a backslash stands before the next byte of a text.
    @inlinable public var isEscaped: Bool { isEscape }

    /// Outside of everything.
    @inlinable public init() {}

    /// Follows the next byte.
    @inlinable public mutating func take(_ byte: UInt8) {
        if isText {
            if isEscape {
                isEscape = false
            } else if byte == UInt8(ascii: "\\") {
                isEscape = true
            } else if byte == UInt8(ascii: "\"") {
                isText = false
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): openCount += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): openCount -= 1
        default: break
        }
    }
}
