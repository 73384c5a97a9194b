import RowValues
import Rows
import Streams

extension FileKind {
    /// Location files of Google: records, Semantic Location History, timelines of phones.
    package static let google = FileKind(
        name: "google",
        reader: { GoogleLoader($0, options: $1.features(isStream: $0.isStream)) },
        judge: { head in ByteRun.with(head.bytes) { GoogleHead($0).isGoogle ? .certain : nil } })
}

extension FileKind {
    private static let googleBeginnings = [
        #"{"locations":["#, #"{"timelineObjects":["#, #"{"semanticSegments":["#, #"{"rawSignals":["#,
        #"[{"endTime":"#, #"[{"startTime":"#,
    ].map { Array($0.utf8) }
    /// So many bytes show what a document is that begins like a location file.
    private static let enoughBytes = 1 << 12

    /// Whether more bytes may show that a stream is a location file.
    package static func mayBecomeGoogle(_ bytes: [UInt8]) -> Bool {
        guard bytes.count < enoughBytes else { return false }
        let text = bytes.filter { $0 > 0x20 }
        guard googleBeginnings.contains(where: { $0.starts(with: text) || text.starts(with: $0) }) else {
            return false
        }
        return !ByteRun.with(bytes) { GoogleHead($0).isGoogle }
    }
}

/// The first bytes of a document, judged by its first keys.
struct GoogleHead {
    private let bytes: ByteRun

    init(_ bytes: ByteRun) { self.bytes = bytes }

    /// Whether they are those of a location file.
    var isGoogle: Bool {
        var cursor = JSONCursor(bytes, isFinal: false)
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { cursor.offset = 3 }
        do throws(JSONFault) {
            switch try cursor.peek() {
            case UInt8(ascii: "{"): return try isDocument(&cursor)
            case UInt8(ascii: "["): return try isPhoneList(&cursor)
            default: return false
            }
        } catch {
            return false
        }
    }

    /// An object with one of the lists.
    private func isDocument(_ cursor: inout JSONCursor) throws(JSONFault) -> Bool {
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return false }
        repeat {
            let list = GoogleList(key: cursor.slice(try cursor.key().range))
            if list != .other, try cursor.peek() == UInt8(ascii: "[") {
                return holdsEntry(of: list, JSONCursor(bytes, from: cursor.offset, isFinal: false))
            }
            _ = try cursor.skipValue()
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        return false
    }

    /// Whether an entry of a list has a key that only these files have. Others may have lists called `locations`.
    private func holdsEntry(of list: GoogleList, _ start: JSONCursor) -> Bool {
        // An empty list of such a name is that of a location file, but for `locations`.
        var cursor = start
        guard let isFull = try? cursor.enter(closedBy: UInt8(ascii: "]")), isFull else {
            return list != .records
        }
        let keys: [StaticString] =
            switch list {
            case .records: ["latitudeE7", "longitudeE7"]
            case .timelineObjects: ["placeVisit", "activitySegment"]
            case .segments: ["startTime", "endTime", "visit", "activity", "timelinePath", "timelineMemory"]
            case .signals: ["position", "wifiScan", "activityRecord"]
            case .phoneSegments, .other: []
            }
        // Records without a position may come first.
        for _ in 0..<Self.judgedEntries {
            if holds(keys, in: cursor) { return true }
            guard (try? cursor.skipValue()) != nil,
                let hasNext = try? cursor.hasNext(closedBy: UInt8(ascii: "]")), hasNext
            else { return false }
        }
        return false
    }

    private static let judgedEntries = 100

    /// Whether the object that comes next has one of the keys, as far as it is there.
    private func holds(_ keys: [StaticString], in start: JSONCursor) -> Bool {
        var cursor = start
        guard (try? cursor.peek()) == UInt8(ascii: "{"),
            let isFull = try? cursor.enter(closedBy: UInt8(ascii: "}")), isFull
        else { return false }
        repeat {
            guard let key = try? cursor.key().range else { return false }
            if keys.contains(where: { cursor.isWord(key, $0) }) { return true }
            guard (try? cursor.skipValue()) != nil else { return false }
        } while (try? cursor.hasNext(closedBy: UInt8(ascii: "}"))) == true
        return false
    }

    /// An array whose first object has a time, and a visit, an activity, a path or a memory.
    private func isPhoneList(_ cursor: inout JSONCursor) throws(JSONFault) -> Bool {
        guard try cursor.enter(closedBy: UInt8(ascii: "]")), try cursor.peek() == UInt8(ascii: "{"),
            try cursor.enter(closedBy: UInt8(ascii: "}"))
        else { return false }
        let contents: [(key: StaticString, opening: UInt8)] = [
            ("visit", UInt8(ascii: "{")), ("activity", UInt8(ascii: "{")),
            ("timelineMemory", UInt8(ascii: "{")), ("timelinePath", UInt8(ascii: "[")),
        ]
        var (hasTime, hasContent) = (false, false)
        repeat {
            let key = try cursor.key().range
            let first = try cursor.peek()
            hasTime = hasTime || cursor.isWord(key, "startTime") || cursor.isWord(key, "endTime")
            hasContent =
                hasContent || contents.contains { cursor.isWord(key, $0.key) && first == $0.opening }
            if hasTime, hasContent { return true }
            _ = try cursor.skipValue()
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        return false
    }
}
