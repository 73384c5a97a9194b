import Platform
import RowValues
import Streams

/// Finds where a record ends that is not read, piece by piece: by its separator, or by brackets and texts.
struct RecordEnd {
    /// The byte behind a line or a text of a sequence; nil for an element of a document.
    private let separator: UInt8?
    private var nesting = JSONNesting()

    init(in style: JSONFramer.Style) {
        separator =
            switch style {
            case .document: nil
            case .lines: 0x0A
            case .sequence: JSONFramer.recordMark
            }
    }

    /// Where the record ends that begins or goes on at `start`; nil where it continues beyond the bytes.
    mutating func find(in bytes: ByteRun, from start: Int) -> Int? {
        if let separator {
            return Bytes.offset(of: separator, in: bytes.base + start, count: bytes.count - start).map {
                start + $0
            }
        }
        for offset in start..<bytes.count where isLast(bytes[offset]) { return offset + 1 }
        return nil
    }

    /// Whether a byte closes the value.
    private mutating func isLast(_ byte: UInt8) -> Bool {
        let before = nesting
        nesting.take(byte)
        return before.isInText
            ? !nesting.isInText && nesting.depth == 0 : nesting.depth < before.depth && nesting.depth <= 0
    }
}
