import RowValues
import Rows
import Streams

/// Reads the records of JSON window by window, or a part of them.
struct RecordReader {
    /// Why reading stopped.
    enum Ending {
        case trailing(line: Int, text: String)
        /// The text is empty when the source ends too early.
        case malformed(line: Int, text: String)
        /// A record is nested deeper than values may be.
        case tooDeep(line: Int)
        case tooLong(line: Int)
    }

    private(set) var framer: JSONFramer
    var features: FeatureReader
    private(set) var ending: Ending?
    /// What is known of a record that is too long and does not end in the window, and the line where it begins.
    private(set) var long: (end: RecordEnd, line: Int)?

    /// Bytes of the window that were consumed and can be discarded.
    var offset: Int { framer.offset }

    /// Where the records of a document ended, if they did so in this window.
    var recordsEnd: Int? { framer.recordsEnd }

    var foreignSystem: String? { framer.foreignSystem ?? features.foreignSystem }

    mutating func rebase() { framer.rebase(by: framer.offset) }

    /// Adds the records of a part that follow; false, and none are added, when there are so many columns that what
    /// is one depends on those before it.
    mutating func append(_ next: FeatureReader, linesBefore: Int) -> Bool {
        features.collector.append(
            next.collector, linesBefore: linesBefore, columnLimit: FlatLayout.columnLimit - 1)
    }

    /// Goes on at the place that `framer` has reached, after the records of parts.
    mutating func move(to framer: JSONFramer) { self.framer = framer }

    /// Reads all complete records of a window, from `offset`.
    mutating func read(_ bytes: ByteRun, isFinal: Bool) {
        if let line = long?.line {
            passLong(bytes, from: offset)
            // The last line needs no line feed.
            if long != nil, isFinal, framer.style == .document { ending = .tooLong(line: line) }
            if long != nil { return }
        }
        switch advance(bytes, limit: .max, isFinal: isFinal) {
        case .more, .end, .limit: break
        case .trailing(let offset): ending = .trailing(line: framer.line, text: text(bytes, offset))
        case .malformed(let offset): stop(bytes, offset)
        }
    }

    /// What ends the complete records of a window.
    enum Stop {
        /// A record that begins here, beyond the limit.
        case limit(Int)
        /// A record that continues beyond the bytes.
        case more
        case end
        case trailing(Int)
        case malformed(Int)
    }

    /// Reads all complete records of a window that begin before `limit`, from `offset`.
    mutating func advance(_ bytes: ByteRun, limit: Int, isFinal: Bool) -> Stop {
        while true {
            switch framer.next(in: bytes, isFinal: isFinal) {
            case .record(let start, let end, let isFeature):
                guard start < limit else { return .limit(start) }
                if let stop = take(bytes, start, end, isFeature: isFeature, isFinal: isFinal) { return stop }
            case .more: return .more
            case .end: return .end
            case .trailing(let offset): return .trailing(offset)
            case .malformed(let offset): return .malformed(offset)
            }
        }
    }

    /// Counts a record that is too long to be read, and passes over what the window has of it; false where something else is
    /// too long.
    mutating func passLong(_ bytes: ByteRun) -> Bool {
        let step = framer.next(in: bytes, isFinal: false)
        let line = framer.line
        features.skipUnreadable(bytes, framer.offset..<bytes.count, because: .tooLong, line: line)
        guard framer.style == .document else {
            long = (RecordEnd(in: framer.style), line)
            return passLong(bytes, from: framer.offset)
        }
        guard case .record(let start, _, _) = step else {
            ending = .tooLong(line: line)
            return false
        }
        long = (RecordEnd(in: .document), line)
        return passLong(bytes, from: start)
    }

    /// Passes over what the window has of the record that is too long; true.
    @discardableResult
    private mutating func passLong(_ bytes: ByteRun, from start: Int) -> Bool {
        let end = long?.end.find(in: bytes, from: start)
        framer.pass(over: end ?? bytes.count, in: bytes)
        if let end {
            framer.pass(to: end)
            long = nil
        }
        return true
    }

    /// Reads a record; what stops that when it continues beyond the bytes, or is damaged in a document.
    @inline(__always)
    private mutating func take(
        _ bytes: ByteRun, _ start: Int, _ end: Int?, isFeature: Bool, isFinal: Bool
    ) -> Stop? {
        var cursor = JSONCursor(bytes, from: start, to: end, isFinal: end != nil || isFinal)
        features.keyOffset = framer.keyOffset
        do throws(JSONFault) {
            try features.read(&cursor, isFeature: isFeature, line: framer.line)
            framer.pass(to: end ?? cursor.offset)
            if let end, !cursor.isAtEnd() { noteRest(bytes, cursor.offset..<end) }
        } catch {
            if error == .incomplete { return .more }
            guard let end else {
                return passDamaged(bytes, start, at: cursor.offset, isFinal: isFinal)
            }
            features.skipUnreadable(bytes, start..<end, line: framer.line)
            if isFinal, end == bytes.count { noteCut() }
            framer.pass(to: end)
        }
        return nil
    }

    /// Counts a damaged element of a document and passes over it, where brackets and texts show its end; what stops that.
    private mutating func passDamaged(_ bytes: ByteRun, _ start: Int, at fault: Int, isFinal: Bool) -> Stop? {
        var search = RecordEnd(in: .document)
        guard framer.isInArray, "{[".utf8.contains(bytes[start]) else { return .malformed(fault) }
        guard let end = search.find(in: bytes, from: start), fault < end else {
            return isFinal || bytes.count - start > Self.longestDamage ? .malformed(fault) : .more
        }
        var next = end
        while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
        guard next < bytes.count else { return isFinal ? .malformed(fault) : .more }
        guard ",]".utf8.contains(bytes[next]) else { return .malformed(fault) }
        features.skipUnreadable(bytes, fault..<end, line: framer.line)
        framer.pass(to: end)
        return nil
    }

    /// The end of a damaged element is looked for in so many bytes.
    private static let longestDamage = 16 << 20

    /// A last line without an end that cannot be read is cut off.
    private mutating func noteCut() {
        features.collector.notes.earlyEnd = .torn(line: framer.line, words: "the last line is cut off")
    }

    /// Text after the record on a line is a record that cannot be read.
    private mutating func noteRest(_ bytes: ByteRun, _ rest: Range<Int>) {
        features.skipUnreadable(bytes, rest, line: framer.line)
    }

    private mutating func stop(_ bytes: ByteRun, _ offset: Int) {
        features.skipUnreadable(bytes, min(offset, bytes.count)..<bytes.count, line: framer.line)
        if JSONCursor.isTooDeep(bytes, from: framer.offset, at: offset) {
            ending = .tooDeep(line: framer.line)
            return
        }
        let isCutOff = JSONCursor.isCutOff(bytes, at: offset)
        ending = .malformed(line: framer.line, text: isCutOff ? "" : text(bytes, offset))
    }

    private func text(_ bytes: ByteRun, _ offset: Int) -> String {
        let start = min(offset, bytes.count)
        return String(
            decoding: bytes.bytes(start..<min(start + SkippedRows.textLimit, bytes.count)), as: UTF8.self)
    }
}
