import RowValues
import Streams

/// The way to the records of a document that is one object: `data.items` in {"data": {"items": [{…}, {…}]}}.
struct RecordPath: Equatable, Sendable {
    /// The keys that lead to the records, as they are written.
    let keys: [[UInt8]]
    /// The records are the members of an object, not the elements of an array.
    let isKeyed: Bool

    /// Whether one of them leads into the other.
    func isRelated(to other: RecordPath) -> Bool {
        zip(keys, other.keys).allSatisfy { $0 == $1 }
    }

    /// The keys in words.
    var description: String {
        keys.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
    }
}

/// Finds the containers of a document that may hold its records.
struct RecordSearch {
    /// A container of objects, and where it begins.
    struct Candidate {
        let path: RecordPath
        let offset: Int
    }

    private static let depthLimit = 8
    private static let candidateLimit = 64

    /// The arrays of objects, then the objects of objects, as far as `head` shows.
    private(set) var candidates: [Candidate] = []

    /// A search in the object that begins at `start`.
    init(_ head: ByteRun, from start: Int) {
        var cursor = JSONCursor(head, from: start, isFinal: false)
        var keyed: [Candidate] = []
        // What is cut off leaves the candidates before it.
        try? walk(&cursor, within: [], &keyed)
        candidates += keyed
    }

    /// A search in what follows the records that `path` leads to, which end at `end`.
    init(_ bytes: ByteRun, from end: Int, behind path: RecordPath) {
        var cursor = JSONCursor(bytes, from: end, isFinal: false)
        var keyed: [Candidate] = []
        try? walk(&cursor, behind: path.keys, &keyed)
        candidates += keyed
    }

    private mutating func walk(
        _ cursor: inout JSONCursor, behind path: [[UInt8]], _ keyed: inout [Candidate]
    ) throws(JSONFault) {
        for depth in path.indices.reversed() {
            while try cursor.hasNext(closedBy: UInt8(ascii: "}")) {
                _ = try member(&cursor, within: Array(path[..<depth]), &keyed)
            }
        }
    }

    private mutating func walk(
        _ cursor: inout JSONCursor, within path: [[UInt8]], _ keyed: inout [Candidate]
    ) throws(JSONFault) {
        _ = try cursor.peek()
        let start = cursor.offset
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return }
        var objects = 0
        var others = 0
        defer {
            if objects > 1, others == 0, keyed.count < Self.candidateLimit {
                keyed.append(Candidate(path: RecordPath(keys: path, isKeyed: true), offset: start))
            }
        }
        repeat {
            if try member(&cursor, within: path, &keyed) { objects += 1 } else { others += 1 }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
    }

    /// Looks at a member of an object; whether it is an object itself.
    private mutating func member(
        _ cursor: inout JSONCursor, within path: [[UInt8]], _ keyed: inout [Candidate]
    ) throws(JSONFault) -> Bool {
        let key = cursor.bytes.bytes(try cursor.key().range)
        switch try cursor.peek() {
        case UInt8(ascii: "{") where path.count < Self.depthLimit:
            try walk(&cursor, within: path + [key], &keyed)
            return true
        case UInt8(ascii: "["):
            var elements = cursor
            if try elements.enter(closedBy: UInt8(ascii: "]")), try elements.peek() == UInt8(ascii: "{"),
                candidates.count < Self.candidateLimit
            {
                candidates.append(
                    Candidate(path: RecordPath(keys: path + [key], isKeyed: false), offset: cursor.offset))
            }
        default: break
        }
        _ = try cursor.skipValue()
        return false
    }
}
