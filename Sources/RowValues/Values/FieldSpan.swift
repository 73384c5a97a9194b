import Streams

/// Where a field of a record lies among bytes, its quotes included; empty where the record does not have it.
package struct FieldSpan: BitwiseCopyable, Sendable {
    /// The offset of the first byte.
    package let start: Int
    /// The offset after the last one.
    package let end: Int

    /// From the first byte to the one after the last.
    @inline(__always)
    package init(start: Int, end: Int) { (self.start, self.end) = (start, end) }

    /// Of a record that does not have the field.
    package static var missing: FieldSpan { FieldSpan(start: 0, end: 0) }

    @inline(__always) var isEmpty: Bool { end <= start }
    @inline(__always) var count: Int { end &- start }

    /// Calls `body` with the text of the field, without its quotes and with doubled ones made single.
    func withText(in bytes: ByteRun, quote: UInt8, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let text = bytes.buffer(start..<max(start, end))
        guard text.first == quote else { return body(text) }
        let inner = UnsafeBufferPointer(rebasing: text.dropFirst().dropLast())
        if text.count > 1, text.last == quote, !inner.contains(quote) {
            body(inner)
        } else {
            RecordFields.unquoted(text, quote: quote).withUnsafeBufferPointer { body($0) }
        }
    }
}
