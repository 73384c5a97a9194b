import CByteScan
import Platform
import RowValues
import Streams

/// Finds the records of JSON in any kind of wrapping.
///
/// A document is a FeatureCollection or an array, whose elements are the records, or a sequence of objects,
/// which are records themselves. In lines and in text sequences (RFC 8142) each item is a record.
struct JSONFramer {
    enum Style: Equatable, Sendable {
        case document
        case lines
        case sequence
    }

    enum Step: Equatable {
        /// A record begins at `start`; it ends at `end`, or where its value ends.
        case record(start: Int, end: Int?, isFeature: Bool)
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
        case afterRecord
        /// In the object of a collection, after a member.
        case members
        case elements(isCollection: Bool, isFirst: Bool)
        case afterDocument
        /// After the records of a path: what follows them does not matter.
        case afterRecords
    }

    static let recordMark: UInt8 = 0x1E

    let style: Style
    /// The way to the records of a document; nil where it is a collection, an array, or records itself.
    let path: RecordPath?
    /// Everything before this was consumed.
    private(set) var offset = 0
    /// The line of the last step, counted from 1.
    private(set) var line = 1
    /// The coordinate system that the document names, unless it is WGS 84.
    private(set) var foreignSystem: String?
    /// The document is a FeatureCollection; nil until that is known.
    private(set) var isCollection: Bool?

    /// A comma stands before the end of the list.
    private(set) var hasLastComma = false
    /// Commas stand between objects that no list holds.
    private(set) var hasCommas = false
    /// Documents that were begun: files are joined with cat.
    private(set) var documentCount = 1

    /// Where the key of the last record stands, of records that are members of an object.
    private(set) var keyOffset: Int?

    /// Where the records of a path ended, if they did so in these bytes.
    private(set) var recordsEnd: Int?
    private var isPastRecords = false

    private var state = State.start
    /// Lines were counted up to here.
    private var counted = 0

    init(style: Style, path: RecordPath? = nil, from offset: Int = 0) {
        self.style = style
        self.path = path
        self.offset = offset
    }

    /// Whether the next record is an element of an array, or what follows is its end.
    var isInArray: Bool {
        if case .elements = state { path?.isKeyed != true } else { false }
    }

    /// The framer of records like the next ones, the first of which begins at `offset`, in line 1.
    func moved(to offset: Int) -> JSONFramer {
        var framer = self
        framer.offset = offset
        framer.counted = offset
        framer.line = 1
        if case .elements(let isCollection, _) = state {
            framer.state = .elements(isCollection: isCollection, isFirst: true)
        }
        return framer
    }

    /// What the next step will be.
    func following(in bytes: ByteRun, isFinal: Bool) -> Step {
        var framer = self
        return framer.next(in: bytes, isFinal: isFinal)
    }

    /// As many lines more stand before it.
    mutating func addLines(_ count: Int) { line += count }

    /// The first `length` bytes were discarded.
    mutating func rebase(by length: Int) {
        offset -= length
        counted -= length
        recordsEnd = nil
    }

    /// Goes back to where the records of a path ended, if they did so in these bytes.
    mutating func returnToRecordsEnd() {
        guard let end = recordsEnd else { return }
        offset = end
        recordsEnd = nil
        isPastRecords = false
    }

    /// Everything up to `end` was read.
    @inline(__always)
    mutating func pass(to end: Int) {
        offset = end
        if style == .document, case .elements(let isCollection, _) = state {
            state = .elements(isCollection: isCollection, isFirst: false)
        }
    }

    /// Everything up to `end` was passed over unread.
    mutating func pass(over end: Int, in bytes: ByteRun) {
        if end > counted { line += byte_count_lines(bytes.base + counted, end - counted) }
        counted = max(counted, end)
        offset = end
    }

    /// The next step.
    @inline(__always)
    mutating func next(in bytes: ByteRun, isFinal: Bool) -> Step {
        let step =
            style == .document ? nextInDocument(bytes, isFinal: isFinal) : nextFrame(bytes, isFinal: isFinal)
        let end: Int
        switch step {
        case .record(let start, _, _), .trailing(let start), .malformed(let start): end = start
        case .more, .end: end = offset
        }
        if end > counted {
            line += byte_count_lines(bytes.base + counted, end - counted)
            counted = end
        }
        return step
    }

    // MARK: lines and sequences

    private mutating func nextFrame(_ bytes: ByteRun, isFinal: Bool) -> Step {
        var start = offset
        repeat {
            start = json_space_end(bytes.base, start, bytes.count)
            guard start < bytes.count, bytes[start] == Self.recordMark else { break }
            start += 1
        } while true
        offset = start
        guard start < bytes.count else { return isFinal ? .end : .more }
        let separator = style == .lines ? UInt8(ascii: "\n") : Self.recordMark
        guard let found = Bytes.offset(of: separator, in: bytes.base + start, count: bytes.count - start)
        else {
            return isFinal ? .record(start: start, end: bytes.count, isFeature: false) : .more
        }
        return .record(start: start, end: start + found, isFeature: false)
    }

    // MARK: documents

    @inline(__always)
    private mutating func nextInDocument(_ bytes: ByteRun, isFinal: Bool) -> Step {
        var cursor = JSONCursor(bytes, from: offset, isFinal: isFinal)
        do throws(JSONFault) {
            if case .elements(let isCollection, let isFirst) = state,
                let start = try element(&cursor, isFirst: isFirst)
            {
                return .record(start: start, end: nil, isFeature: isCollection)
            }
            return try nextOutside(&cursor, isFinal: isFinal)
        } catch {
            return error == .incomplete ? .more : .malformed(cursor.offset)
        }
    }

    /// The start of the next element; nil at the end of the array, which is left then.
    @inline(__always)
    private mutating func element(_ cursor: inout JSONCursor, isFirst: Bool) throws(JSONFault) -> Int? {
        let closing = path?.isKeyed == true ? UInt8(ascii: "}") : UInt8(ascii: "]")
        var byte = try cursor.peek()
        if byte != closing, !isFirst {
            try cursor.expect(UInt8(ascii: ","))
            byte = try cursor.peek()
            if byte == closing { hasLastComma = true }
        }
        if byte == closing {
            state = path != nil ? .afterRecords : isCollection == true ? .members : .afterDocument
            offset = cursor.offset + 1
            cursor.offset = offset
            return nil
        }
        if path?.isKeyed == true {
            keyOffset = cursor.offset
            _ = try cursor.key()
            _ = try cursor.peek()
        }
        return cursor.offset
    }

    @inline(never)
    private mutating func nextOutside(_ cursor: inout JSONCursor, isFinal: Bool) throws(JSONFault) -> Step {
        while true {
            switch state {
            case .start, .afterRecord:
                if cursor.isAtEnd() {
                    offset = cursor.offset
                    return isFinal ? .end : .more
                }
                if case .afterRecord = state, try cursor.peek() == UInt8(ascii: ",") {
                    // A list without its brackets.
                    hasCommas = true
                    cursor.offset += 1
                    offset = cursor.offset
                    continue
                }
                if let step = try beginning(&cursor) { return step }
            case .members:
                if try cursor.hasNext(closedBy: UInt8(ascii: "}")) {
                    try member(&cursor)
                } else {
                    state = .afterDocument
                }
                offset = cursor.offset
            case .elements(let isCollection, let isFirst):
                guard let start = try element(&cursor, isFirst: isFirst) else { continue }
                return .record(start: start, end: nil, isFeature: isCollection)
            case .afterDocument:
                if cursor.isAtEnd() {
                    offset = cursor.offset
                    return isFinal ? .end : .more
                }
                guard try "{[".utf8.contains(cursor.peek()) else { return .trailing(cursor.offset) }
                (state, isCollection) = (.start, nil)
                documentCount += 1
            case .afterRecords:
                if !isPastRecords { recordsEnd = cursor.offset }
                isPastRecords = true
                offset = cursor.bytes.count
                return isFinal ? .end : .more
            }
        }
    }

    /// Enters the container that `path` leads to.
    private mutating func enterRecords(_ path: RecordPath, _ cursor: inout JSONCursor) throws(JSONFault) {
        for key in path.keys {
            guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { throw .malformed }
            while try !cursor.slice(cursor.key().range).elementsEqual(key) {
                _ = try cursor.skipValue()
                guard try cursor.hasNext(closedBy: UInt8(ascii: "}")) else { throw .malformed }
            }
            _ = try cursor.peek()
        }
        cursor.offset += 1
        isCollection = false
        state = .elements(isCollection: false, isFirst: true)
    }

    /// At the first value, or one after a record: its kind; nil when it is a document, which was entered.
    private mutating func beginning(_ cursor: inout JSONCursor) throws(JSONFault) -> Step? {
        let byte = try cursor.peek()
        let start = cursor.offset
        guard case .start = state else {
            return byte == UInt8(ascii: "{")
                ? .record(start: start, end: nil, isFeature: false) : .trailing(start)
        }
        if let path {
            try enterRecords(path, &cursor)
        } else if byte == UInt8(ascii: "[") {
            cursor.offset += 1
            isCollection = false
            state = .elements(isCollection: false, isFirst: true)
        } else {
            guard byte == UInt8(ascii: "{") else { throw .malformed }
            guard try enterCollection(&cursor) else {
                isCollection = false
                state = .afterRecord
                return .record(start: start, end: nil, isFeature: false)
            }
        }
        offset = cursor.offset
        return nil
    }

    /// Enters the features of an object that has some; false for another object, which is skipped.
    private mutating func enterCollection(_ cursor: inout JSONCursor) throws(JSONFault) -> Bool {
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return false }
        repeat {
            try member(&cursor)
            if case .elements = state { return true }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        return false
    }

    /// Skips a member of the outermost object, or enters its features.
    private mutating func member(_ cursor: inout JSONCursor) throws(JSONFault) {
        let key = try cursor.key().range
        if cursor.isWord(key, "features"), try cursor.peek() == UInt8(ascii: "[") {
            cursor.offset += 1
            isCollection = true
            state = .elements(isCollection: true, isFirst: true)
        } else if cursor.isWord(key, "crs") {
            foreignSystem = try CoordinateSystemJSON.foreignName(&cursor) ?? foreignSystem
        } else {
            _ = try cursor.skipValue()
        }
    }
}
