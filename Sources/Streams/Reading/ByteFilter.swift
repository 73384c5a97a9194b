/// Changes the bytes of a source on their way to its reader.
package protocol ByteFilter {
    /// The changed bytes, as far as they are complete.
    ///
    /// - Parameter isLast: no bytes follow.
    mutating func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8]
}

/// Makes one tab of the blanks between two columns, and nothing of those around a line.
///
/// Blanks within double quotes stay, up to the end of the line: a quote that does not close is text.
package struct BlankColumns: ByteFilter {
    private var isInQuotes = false
    private var isAtLineStart = true
    private var hasBlank = false

    /// A filter at the beginning of a text.
    package init() {}

    /// The bytes with tabs between columns.
    package mutating func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if !isInQuotes, byte == 0x20 || byte == 0x09 {
                hasBlank = true
                continue
            }
            let isLineEnd = byte == 0x0A || byte == 0x0D
            if hasBlank, !isAtLineStart, !isLineEnd { result.append(0x09) }
            hasBlank = false
            if byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
            if isLineEnd { isInQuotes = false }
            isAtLineStart = isLineEnd
            result.append(byte)
        }
        return result
    }
}

/// Two filters, one after the other.
struct ByteFilterChain: ByteFilter {
    var first: any ByteFilter
    var second: any ByteFilter

    mutating func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        first.filtered(bytes, isLast: isLast).withUnsafeBytes { second.filtered($0, isLast: isLast) }
    }
}
