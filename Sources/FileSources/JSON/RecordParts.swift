import Platform
import RowValues
import Rows
import Streams
import Synchronization

/// The parts of a file of JSON that threads read side by side, each from where a record seems to begin.
///
/// A line feed ends a line, and a mark begins a text of a sequence, wherever they stand. In an array a part guesses
/// that a record begins where the text is that of the first record up to its first value. The end of the part before
/// it verifies that: where the guess is wrong, the part is read again from the right place.
final class RecordParts: Sendable {
    /// What was read of one part.
    struct Part: Sendable {
        /// Where it was begun to read: for a guess, where a record seems to begin; nil where none does.
        var start: Int?
        /// Where the record after the last begins; nil where something else follows.
        var next: Int?
        /// After the last record.
        var place: Place
        var features: FeatureReader
        var foreignSystem: String?
        var fault: FileError?
    }

    /// A place in the file.
    struct Place: Sendable {
        /// Its offsets count from `base`.
        var framer: JSONFramer
        var base: Int

        var offset: Int { base + framer.offset }

        /// The same place, with offsets from itself.
        var rebased: Place {
            var place = Place(framer: framer, base: offset)
            place.framer.rebase(by: framer.offset)
            return place
        }
    }

    let cuts: FileParts
    /// What stands before a record, or at its beginning.
    private let sign: RecordSign
    /// Reads like the first records, without rows.
    private let features: FeatureReader
    /// About as much as a part needs.
    private let room: RowRoom
    /// After the first records.
    private let first: Place
    private let recordLimit: Int
    /// Memory in which parts are read, one after another.
    private let pool = Mutex<[[UInt8]]>([])

    /// - Parameters:
    ///   - first: where the first part begins.
    ///   - features: read the records before it.
    init(
        _ cuts: FileParts, from first: Place, sign: RecordSign, features: FeatureReader, recordLimit: Int
    ) {
        self.cuts = cuts
        self.first = first.rebased
        self.sign = sign
        let rows = features.collector.values
        room = rows.room * (1.1 * Double(cuts.size) / Double(max(first.offset, 1)))
        self.features = features.emptied(room: rows.room * 0)
        self.recordLimit = recordLimit
    }

    /// Reads a part.
    ///
    /// - Parameter place: where the part before it ends; nil to guess it.
    func part(_ number: Int, from place: Place? = nil) -> Part {
        var memory = pool.withLock { $0.popLast() } ?? []
        defer { pool.withLock { $0.append(memory) } }
        let known = number == 0 ? first : place?.rebased
        let base = known?.base ?? cuts.start(of: number) - sign.lead
        let limit = cuts.end(of: number) - base
        do throws(FileError) {
            return try cuts.read(number, from: base, into: &memory) { bytes, isFinal in
                if let known { return part(bytes, from: known, limit: limit, isFinal: isFinal) }
                let place = sign.firstOffset(in: bytes, before: limit).map {
                    Place(framer: first.framer.moved(to: $0), base: base)
                }
                switch place?.framer.following(in: bytes, isFinal: isFinal) {
                // Lines count from the record on, not from the white space before it.
                case .record(let start, _, _):
                    let place = Place(framer: first.framer.moved(to: start), base: base)
                    return part(bytes, from: place, limit: limit, isFinal: isFinal)
                case .more where !isFinal: return nil
                default: return Part(place: Place(framer: first.framer, base: base), features: features)
                }
            }
        } catch {
            return Part(
                place: known ?? Place(framer: first.framer, base: base), features: features, fault: error)
        }
    }

    /// What `bytes`, the first of which is at the base of `place`, hold of a part; nil when its last record goes on
    /// after them.
    private func part(_ bytes: ByteRun, from place: Place, limit: Int, isFinal: Bool) -> Part? {
        var reader = RecordReader(framer: place.framer, features: features.emptied(room: room))
        var part = Part(start: place.offset, place: place, features: features)
        switch reader.advance(bytes, limit: limit, isFinal: isFinal) {
        case .limit(let next): part.next = place.base + next
        case .more where !isFinal && bytes.count - reader.offset < recordLimit: return nil
        case .more, .end, .trailing, .malformed: break
        }
        part.place.framer = reader.framer
        // What follows the records is looked at in windows.
        part.place.framer.returnToRecordsEnd()
        part.features = reader.features
        part.foreignSystem = reader.foreignSystem
        return part
    }
}

/// What tells where a record begins.
enum RecordSign: Sendable {
    /// This byte stands before it.
    case mark(UInt8)
    /// It begins with this text.
    case beginning([UInt8])

    /// The sign of the record that `framer` sees next; nil where records cannot be told apart.
    init?(_ framer: JSONFramer, in bytes: ByteRun) {
        var framer = framer
        guard case .record(let start, _, _) = framer.next(in: bytes, isFinal: false) else { return nil }
        switch framer.style {
        case .lines: self = .mark(0x0A)
        case .sequence: self = .mark(JSONFramer.recordMark)
        case .document:
            guard framer.isInArray, let end = Self.beginning(bytes, start) else { return nil }
            self = .beginning(bytes.bytes(start..<end))
        }
    }

    /// The end of a record's first key and of the colon after it, and of its value in `"type": "Feature"`.
    private static func beginning(_ bytes: ByteRun, _ start: Int) -> Int? {
        var cursor = JSONCursor(bytes, from: start, isFinal: false)
        do throws(JSONFault) {
            guard try cursor.peek() == UInt8(ascii: "{"), try cursor.enter(closedBy: UInt8(ascii: "}")) else {
                return nil
            }
            _ = try cursor.key()
            let end = cursor.offset
            guard try cursor.peek() == UInt8(ascii: "\"") else { return end }
            return cursor.isWord(try cursor.text().range, "Feature") ? cursor.offset : end
        } catch {
            return nil
        }
    }

    /// Bytes before a part that may show that a record begins with it.
    var lead: Int { if case .mark = self { 1 } else { 0 } }

    /// Where the first record of `bytes` seems to begin; nil where none begins before `limit`.
    func firstOffset(in bytes: ByteRun, before limit: Int) -> Int? {
        switch self {
        case .mark(let mark): return Self.first(mark, in: bytes, 0..<min(limit, bytes.count)).map { $0 + 1 }
        case .beginning(let text):
            let end = min(limit, bytes.count - text.count + 1)
            var start = 0
            while start < end, let found = Self.first(text[0], in: bytes, start..<end) {
                if Bytes.areEqual(bytes.base + found, text, count: text.count) { return found }
                start = found + 1
            }
            return nil
        }
    }

    private static func first(_ byte: UInt8, in bytes: ByteRun, _ range: Range<Int>) -> Int? {
        Bytes.offset(of: byte, in: bytes.base + range.lowerBound, count: range.count).map {
            range.lowerBound + $0
        }
    }
}
