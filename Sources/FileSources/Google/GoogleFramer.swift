import CByteScan
import RowValues
import Streams

/// Finds the entries of a location file: the elements of the lists in its document.
struct GoogleFramer {
    enum Step {
        /// An entry, which was parsed to its end.
        case entry(Range<Int>, GoogleList)
        /// It continues beyond the bytes.
        case more
        case end
        /// The document has ended, but there are more bytes.
        case trailing(Int)
        /// The bytes from here are not JSON.
        case malformed(Int)
    }

    private enum State {
        case start
        /// In the object of the document.
        case members(isFirst: Bool)
        /// In a list of the object, or in the array that is the document.
        case entries(GoogleList, isFirst: Bool)
        case afterDocument
    }

    /// Everything before this was consumed.
    private(set) var offset = 0
    /// The line of the last step, counted from 1.
    private(set) var line = 1
    /// Documents that were begun: files are joined with cat.
    private(set) var documentCount = 1
    /// A comma stands before the end of a list or of the document.
    private(set) var hasLastComma = false

    private var state = State.start
    private var isArray = false
    /// Lines were counted up to here.
    private var counted = 0

    /// The bytes before `offset` were discarded, after `.more`.
    mutating func rebase() {
        counted -= offset
        offset = 0
    }

    /// The next step.
    mutating func next(in bytes: ByteRun, isFinal: Bool) -> Step {
        var cursor = JSONCursor(bytes, from: offset, isFinal: isFinal)
        do throws(JSONFault) {
            while true {
                guard let step = try advance(&cursor, isFinal: isFinal) else {
                    offset = cursor.offset
                    continue
                }
                if case .more = step { countLines(to: offset, bytes) }
                return step
            }
        } catch {
            if error == .incomplete {
                // What was consumed may be discarded.
                countLines(to: offset, bytes)
                return .more
            }
            countLines(to: min(cursor.offset, bytes.count), bytes)
            return .malformed(cursor.offset)
        }
    }

    private mutating func countLines(to end: Int, _ bytes: ByteRun) {
        guard end > counted else { return }
        line += byte_count_lines(bytes.base + counted, end - counted)
        counted = end
    }

    /// Goes on by a bracket, a member or an entry; nil where what follows must be looked at.
    private mutating func advance(_ cursor: inout JSONCursor, isFinal: Bool) throws(JSONFault) -> Step? {
        switch state {
        case .start: return try begin(&cursor, isFinal: isFinal)
        case .members(let isFirst):
            if try isClosed(&cursor, by: UInt8(ascii: "}"), isFirst: isFirst) {
                state = .afterDocument
                return nil
            }
            let key = try cursor.key().range
            guard try cursor.peek() == UInt8(ascii: "[") else {
                _ = try cursor.skipValue()
                state = .members(isFirst: false)
                return nil
            }
            cursor.offset += 1
            state = .entries(GoogleList(key: cursor.slice(key)), isFirst: true)
            return nil
        case .entries(let list, let isFirst):
            if try isClosed(&cursor, by: UInt8(ascii: "]"), isFirst: isFirst) {
                state = isArray ? .afterDocument : .members(isFirst: false)
                return nil
            }
            let range = try cursor.skipValue()
            state = .entries(list, isFirst: false)
            guard list != .other else { return nil }
            offset = cursor.offset
            countLines(to: range.lowerBound, cursor.bytes)
            return .entry(range, list)
        case .afterDocument:
            if cursor.isAtEnd() { return end(cursor, isFinal) }
            guard try "{[".utf8.contains(cursor.peek()) else {
                countLines(to: cursor.offset, cursor.bytes)
                return .trailing(cursor.offset)
            }
            state = .start
            documentCount += 1
            return nil
        }
    }

    private mutating func begin(_ cursor: inout JSONCursor, isFinal: Bool) throws(JSONFault) -> Step? {
        if cursor.isAtEnd() { return end(cursor, isFinal) }
        let first = try cursor.peek()
        isArray = first == UInt8(ascii: "[")
        guard isArray || first == UInt8(ascii: "{") else { throw .malformed }
        cursor.offset += 1
        state = isArray ? .entries(.phoneSegments, isFirst: true) : .members(isFirst: true)
        return nil
    }

    private mutating func end(_ cursor: JSONCursor, _ isFinal: Bool) -> Step {
        offset = cursor.offset
        return isFinal ? .end : .more
    }

    /// Whether the container ends here; it is left then. Passes the comma before another value.
    private mutating func isClosed(
        _ cursor: inout JSONCursor, by closing: UInt8, isFirst: Bool
    ) throws(JSONFault) -> Bool {
        var byte = try cursor.peek()
        if byte != closing, !isFirst {
            try cursor.expect(UInt8(ascii: ","))
            byte = try cursor.peek()
            if byte == closing { hasLastComma = true }
        }
        guard byte == closing else { return false }
        cursor.offset += 1
        return true
    }
}
