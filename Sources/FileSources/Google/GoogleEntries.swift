import RowValues
import Rows
import Streams

/// Reads the entries of a location file window by window.
struct GoogleEntries {
    /// Why reading stopped.
    enum Ending {
        case trailing(String)
        /// The text is empty when the source ends too early.
        case malformed(String)
        case tooDeep
        case tooLong
    }

    private(set) var framer = GoogleFramer()
    var reader: GoogleReader
    private(set) var ending: Ending?

    init(name: String, options: FeatureOptions) { reader = GoogleReader(name: name, options: options) }

    /// The bytes that were read were discarded.
    mutating func rebase() { framer.rebase() }

    /// Reads the complete entries of a window; whether they are the last.
    mutating func read(_ bytes: ByteRun, isFinal: Bool) -> Bool {
        while true {
            switch framer.next(in: bytes, isFinal: isFinal) {
            case .entry(let range, let list): reader.read(bytes, range, of: list, line: framer.line)
            case .more: return false
            case .end: return true
            case .trailing(let offset):
                ending = .trailing(text(bytes, offset))
                return true
            case .malformed(let offset):
                stop(bytes, offset)
                return true
            }
        }
    }

    private mutating func stop(_ bytes: ByteRun, _ offset: Int) {
        let isCutOff = JSONCursor.isCutOff(bytes, at: offset)
        // Of an entry that is cut off the beginning says more.
        skipRest(bytes, from: isCutOff ? beginning(bytes) : offset, because: .unreadable)
        if JSONCursor.isTooDeep(bytes, from: framer.offset, at: offset) {
            ending = .tooDeep
        } else {
            ending = .malformed(isCutOff ? "" : text(bytes, offset))
        }
    }

    /// Where the entry begins that was not read to its end.
    private func beginning(_ bytes: ByteRun) -> Int {
        var start = framer.offset
        while start < bytes.count, bytes[start] <= 0x20 || bytes[start] == UInt8(ascii: ",") { start += 1 }
        return start
    }

    /// Counts an entry that is too long to be read.
    mutating func stop(tooLong bytes: ByteRun) {
        skipRest(bytes, from: framer.offset, because: .tooLong)
        ending = .tooLong
    }

    private mutating func skipRest(_ bytes: ByteRun, from offset: Int, because reason: SkippedRows.Reason) {
        let start = min(offset, bytes.count)
        let end = min(bytes.count, start + SkippedRows.textLimit)
        reader.collector.skip(reason, line: framer.line, what: "row", text: bytes.bytes(start..<end))
    }

    private func text(_ bytes: ByteRun, _ offset: Int) -> String {
        let start = min(offset, bytes.count)
        return String(
            decoding: bytes.bytes(start..<min(start + SkippedRows.textLimit, bytes.count)), as: UTF8.self)
    }

    // MARK: the result

    /// Why the document is not read to its end; nil where it is.
    var faultWords: String? {
        switch ending {
        case .malformed(let text): text.isEmpty ? "unexpected end of file" : "not JSON: \(quoted(text))"
        case .tooDeep: "nested deeper than \(JSONCursor.depthLimit) levels"
        case .tooLong: "record too long"
        case .trailing, nil: nil
        }
    }

    /// Messages about the document, each behind the name of the file.
    var notices: [String] {
        var notices: [String] = []
        if case .trailing(let text) = ending {
            notices.append(":\(framer.line): ignored text after the end of the document: \(quoted(text))")
        }
        if framer.documentCount > 1 {
            notices.append(": \(framer.documentCount) documents, one after the other: all are read")
        }
        if framer.hasLastComma { notices.append(": the comma before the end of the list is ignored") }
        let overflows = reader.overflowCount
        if overflows > 0 {
            let words = overflows == 1 ? "coordinate" : "coordinates"
            notices.append(": \(grouped(overflows)) \(words) beyond 32 bits, corrected")
        }
        if let withoutPlaceNotice { notices.append(": \(withoutPlaceNotice)") }
        return notices
    }

    /// What gave no row; nil where all did.
    var withoutPlaceNotice: String? {
        let total = reader.withoutPlace.reduce(0) { $0 + $1.count }
        guard total > 0 else { return nil }
        let kinds = reader.withoutPlace.map { "\($0.what): \(grouped($0.count))" }.joined(separator: ", ")
        return "\(grouped(total)) \(total == 1 ? "entry" : "entries") without a position (\(kinds))"
    }
}
