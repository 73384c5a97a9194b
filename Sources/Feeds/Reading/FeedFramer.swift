import RowValues
import Streams

/// Finds messages in a stream of bytes: lines, and objects of JSON over any number of lines.
///
/// Whatever is cut off or without an end costs bounded memory, and the next message is found again.
struct FeedFramer {
    /// What was found.
    enum Frame {
        case line
        case object
        /// An object that ends too early.
        case cut
        case tooLong
    }

    private var buffer: [UInt8] = []
    /// Content, without the padding behind it.
    private var count = 0
    /// Where the open message begins.
    private var start = 0
    /// Up to where it was looked at.
    private var next = 0
    private var isObject = false
    private var isDropping = false
    private var nesting = JSONNesting()
    private var isAtLineStart = false
    /// The last sign of an object that is no blank.
    private var lastSign: UInt8 = 0

    /// Calls `body` with each message that ends in these bytes.
    mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Frame, ByteRun, Range<Int>) -> Void) {
        append(bytes)
        find(isFinal: false, body)
        compact()
    }

    /// Calls `body` with the message that the stream ends within.
    mutating func finish(_ body: (Frame, ByteRun, Range<Int>) -> Void) {
        append(UnsafeBufferPointer(start: nil, count: 0))
        find(isFinal: true, body)
        self = FeedFramer()
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        buffer.removeLast(buffer.count - count)
        buffer.append(contentsOf: bytes)
        count = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: ByteRun.padding))
    }

    /// Gives up what was read.
    private mutating func compact() {
        if isDropping { start = next }
        guard start > 0, start == count || start > 1 << 16 else { return }
        buffer.removeSubrange(0..<start)
        count -= start
        next -= start
        start = 0
    }

    private mutating func find(isFinal: Bool, _ body: (Frame, ByteRun, Range<Int>) -> Void) {
        // The buffer is handed to `body`, while this value changes.
        let bytes = buffer
        let count = count
        bytes.withUnsafeBufferPointer { pointer in
            guard let base = pointer.baseAddress else { return }
            let run = ByteRun(base: base, count: count)
            while true {
                if !isObject, next == start, !isDropping {
                    while start < count, run[start] <= 0x20 || run[start] == 0x1E { start += 1 }
                    next = start
                    guard start < count else { return }
                    guard let isObject = beginsObject(run, isFinal) else { return }
                    if isObject { beginObject() }
                }
                let isFound = isObject ? findObject(run, body) : findLine(run, isFinal, body)
                guard isFound else { break }
            }
            guard isFinal, start < count, isObject else { return }
            body(.cut, run, start..<count)
        }
    }

    /// Whether an object or a list of objects begins; nil where more bytes must show it.
    private func beginsObject(_ run: ByteRun, _ isFinal: Bool) -> Bool? {
        if run[start] == UInt8(ascii: "{") { return true }
        // Other brackets may be around a stamp.
        guard run[start] == UInt8(ascii: "[") else { return false }
        var next = start + 1
        while next < run.count, run[next] <= 0x20 { next += 1 }
        guard next < run.count else { return isFinal || next - start > FeedLimit.lineBytes ? false : nil }
        return run[next] == UInt8(ascii: "{")
    }

    private mutating func beginObject() {
        (isObject, nesting, isAtLineStart, lastSign) = (true, JSONNesting(), false, 0)
    }

    private mutating func findLine(
        _ run: ByteRun, _ isFinal: Bool, _ body: (Frame, ByteRun, Range<Int>) -> Void
    ) -> Bool {
        while next < run.count, run[next] != 0x0A, run[next] != 0x0D { next += 1 }
        if next == run.count, !isFinal {
            if next - start > FeedLimit.lineBytes { isDropping = true }
            return false
        }
        let isEmpty = next == start
        if isDropping || next - start > FeedLimit.lineBytes {
            body(.tooLong, run, start..<start)
        } else if !isEmpty {
            body(.line, run, start..<next)
        }
        isDropping = false
        if next < run.count { next += 1 }
        start = next
        return start < run.count
    }

    private mutating func findObject(_ run: ByteRun, _ body: (Frame, ByteRun, Range<Int>) -> Void) -> Bool {
        while next < run.count {
            let byte = run[next]
            if nesting.isInText {
                // No text goes over the end of a line.
                if byte == 0x0A || byte == 0x0D, !nesting.isEscaped {
                    return endObject(.cut, at: next, run, body)
                }
                nesting.take(byte)
                if !nesting.isInText { lastSign = byte }
                next += 1
                continue
            }
            if byte <= 0x20 {
                if byte == 0x0A || byte == 0x0D { isAtLineStart = true }
                next += 1
                continue
            }
            let depth = nesting.depth
            if isAtLineStart, depth > 0, beginsAnother(run) { return endObject(.cut, at: next, run, body) }
            isAtLineStart = false
            nesting.take(byte)
            if nesting.depth < depth, nesting.depth == 0 {
                next += 1
                return endObject(.object, at: next, run, body)
            }
            lastSign = byte
            next += 1
            if next - start > FeedLimit.documentBytes { isDropping = true }
        }
        return false
    }

    private mutating func endObject(
        _ frame: Frame, at end: Int, _ run: ByteRun, _ body: (Frame, ByteRun, Range<Int>) -> Void
    ) -> Bool {
        body(isDropping ? .tooLong : frame, run, isDropping ? end..<end : start..<end)
        (isObject, isDropping) = (false, false)
        start = end
        next = end
        return true
    }

    /// Whether what begins at the start of a line cannot belong to the open object: that was cut off.
    private func beginsAnother(_ run: ByteRun) -> Bool {
        switch run[next] {
        case UInt8(ascii: "{"):
            let isExpected =
                lastSign == UInt8(ascii: ",") || lastSign == UInt8(ascii: ":")
                || lastSign == UInt8(ascii: "[")
            return !isExpected || Self.beginsDocument(run, next)
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: ","),
            UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return false
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return false
        default: return true
        }
    }

    /// `{"now"` and `{"_type"` begin whole messages.
    private static func beginsDocument(_ run: ByteRun, _ start: Int) -> Bool {
        var next = start + 1
        while next < run.count, run[next] <= 0x20 { next += 1 }
        guard next + 5 <= run.count, run[next] == UInt8(ascii: "\"") else { return false }
        return run.isWord(next..<next + 5, "\"now\"") || run.isWord(next..<next + 5, "\"_typ")
    }
}
