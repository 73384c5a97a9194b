import Rows
import Streams

/// Reads the records of JSON window by window.
struct RecordReader {
    /// Why reading stopped.
    enum Ending {
        case trailing(line: Int, text: String)
        /// The text is empty when the source ends too early.
        case malformed(line: Int, text: String)
        case tooLong(line: Int)
    }

    private(set) var framer: JSONFramer
    var features: FeatureReader
    private(set) var ending: Ending?

    init(style: JSONFramer.Style, path: RecordPath?, features: FeatureReader) {
        framer = JSONFramer(style: style, path: path)
        self.features = features
    }

    /// Bytes of the window that were consumed and can be discarded.
    var offset: Int { framer.offset }

    var foreignSystem: String? { framer.foreignSystem ?? features.foreignSystem }

    mutating func rebase() { framer.rebase(by: framer.offset) }

    /// Reads all complete records of a window, from `offset`.
    mutating func read(_ bytes: ByteRun, isFinal: Bool) {
        while true {
            switch framer.next(in: bytes, isFinal: isFinal) {
            case .record(let start, let end, let isFeature):
                guard take(bytes, start, end, isFeature: isFeature, isFinal: isFinal) else { return }
            case .more, .end: return
            case .trailing(let offset):
                ending = .trailing(line: framer.line, text: text(bytes, offset))
                return
            case .malformed(let offset):
                stop(bytes, offset)
                return
            }
        }
    }

    /// Counts a record that is too long to be read.
    mutating func stop(tooLong bytes: ByteRun) {
        features.skipUnreadable(
            bytes, framer.offset..<bytes.count, because: .tooLong, line: framer.line)
        ending = .tooLong(line: framer.line)
    }

    /// False when the record continues beyond the bytes, or is damaged in a document.
    @inline(__always)
    private mutating func take(
        _ bytes: ByteRun, _ start: Int, _ end: Int?, isFeature: Bool, isFinal: Bool
    ) -> Bool {
        var cursor = JSONCursor(bytes, from: start, to: end, isFinal: end != nil || isFinal)
        do throws(JSONFault) {
            try features.read(&cursor, isFeature: isFeature, line: framer.line)
            framer.pass(to: end ?? cursor.offset)
            if let end, !cursor.isAtEnd() { noteRest(bytes, cursor.offset..<end) }
            return true
        } catch {
            if error == .incomplete { return false }
            guard let end else {
                stop(bytes, cursor.offset)
                return false
            }
            features.skipUnreadable(bytes, start..<end, line: framer.line)
            framer.pass(to: end)
            return true
        }
    }

    /// Text after the record on a line is a record that cannot be read.
    private mutating func noteRest(_ bytes: ByteRun, _ rest: Range<Int>) {
        features.skipUnreadable(bytes, rest, line: framer.line)
    }

    private mutating func stop(_ bytes: ByteRun, _ offset: Int) {
        features.skipUnreadable(bytes, min(offset, bytes.count)..<bytes.count, line: framer.line)
        let isCutOff = JSONCursor.isCutOff(bytes, at: offset)
        ending = .malformed(line: framer.line, text: isCutOff ? "" : text(bytes, offset))
    }

    private func text(_ bytes: ByteRun, _ offset: Int) -> String {
        let start = min(offset, bytes.count)
        return String(
            decoding: bytes.bytes(start..<min(start + SkippedRows.textLimit, bytes.count)), as: UTF8.self)
    }
}
