/// Splits a stream of bytes into lines, ended by LF, CR or both, within bounded memory.
///
/// Empty lines are skipped. A line longer than the limit is dropped and counted; reading continues with the
/// next one.
package struct LineFramer: Sendable {
    let limit: Int
    /// Lines that were too long.
    package private(set) var tooLongCount = 0
    /// Bytes of the line that has not ended yet, including dropped ones.
    package private(set) var openByteCount = 0
    private var open: [UInt8] = []

    /// A framer for lines of at most `limit` bytes.
    package init(limit: Int) { self.limit = limit }

    /// Calls `body` with each line that ends within `bytes`, without its end.
    ///
    /// - Complexity: O(number of bytes).
    package mutating func feed(_ bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        var start = 0
        for offset in bytes.indices where bytes[offset] == 10 || bytes[offset] == 13 {
            endLine(bytes.extracting(start..<offset), body)
            start = offset + 1
        }
        keep(bytes.extracting(start..<bytes.count))
    }

    /// Calls `body` with the unfinished line at the end of the stream, if there is one.
    package mutating func finish(_ body: (Span<UInt8>) -> Void) {
        let nothing: [UInt8] = []
        endLine(nothing.span, body)
    }

    private mutating func endLine(_ rest: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
        if openByteCount + rest.count > limit {
            tooLongCount += 1
        } else if openByteCount == 0 {
            if rest.count > 0 { body(rest) }
        } else {
            append(rest)
            body(open.span)
        }
        open.removeAll(keepingCapacity: true)
        openByteCount = 0
    }

    private mutating func keep(_ rest: Span<UInt8>) {
        openByteCount += rest.count
        if openByteCount <= limit { append(rest) } else { open.removeAll(keepingCapacity: true) }
    }

    private mutating func append(_ bytes: Span<UInt8>) {
        for index in bytes.indices { open.append(bytes[index]) }
    }
}
