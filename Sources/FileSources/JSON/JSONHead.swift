import CByteScan
import Platform
import RowValues
import Rows
import Streams

/// What the first bytes of JSON show: how records are wrapped, and where flat ones have their place.
struct JSONHead {
    let style: JSONFramer.Style
    /// Nil where the records seen are features.
    let layout: FlatLayout?
    /// The document is a FeatureCollection.
    let isCollection: Bool
    /// The way to the records of a document; nil where they are not inside an object.
    var path: RecordPath?
    /// Further containers of records with places, which are not read.
    var others: [RecordPath] = []

    /// Lines that are tried when the first one is damaged.
    private static let triedLines = 20
    /// The most bytes that are searched for coordinates.
    private static let sampleBytes = 1 << 18
    /// A single line longer than this is looked into.
    private static let longestLine = 1 << 20
    private static let lineEndings = [
        ".ndjson", ".jsonl", ".ndgeojson", ".geojsonl", ".geojsons", ".geojsonseq",
    ]

    /// Judges the beginning of a source; nil when more bytes are needed.
    ///
    /// - Parameters:
    ///   - isWhole: no bytes follow `head`.
    ///   - isLargest: there is no room for more bytes.
    static func judged(
        _ head: ByteRun, isWhole: Bool, isLargest: Bool, name: String, options: ColumnOptions
    ) throws(SourceError) -> JSONHead? {
        guard let style = style(head, isWhole: isWhole, isLargest: isLargest, name: name) else { return nil }
        if style == .document, let found = inner(head, options) { return found }
        var framer = JSONFramer(style: style)
        var sample = FlatSample()
        var featureCount = 0
        // A record may be larger than any sample: what it is shows at its end.
        var isCut = false
        walk: while !sample.isFull, featureCount < FlatSample.sampleLimit {
            switch framer.next(in: head, isFinal: isWhole) {
            case .record(let start, let end, let isFeature):
                if isFeature { return JSONHead(style: style, layout: nil, isCollection: true) }
                var cursor = JSONCursor(head, from: start, to: end, isFinal: end != nil || isWhole)
                let isFlat = take(&cursor, into: &sample)
                guard isFlat != nil || end != nil else {
                    isCut = true
                    break walk
                }
                if isFlat == false { featureCount += 1 }
                framer.pass(to: end ?? cursor.offset)
            case .malformed(let offset) where sample.count == 0 && featureCount == 0:
                throw notJSON(head, offset, line: framer.line, name: name)
            case .malformed, .trailing, .end, .more: break walk
            }
        }
        let isCollection = framer.isCollection == true
        guard sample.count > 0 else {
            let isEnough =
                featureCount > 0 || isWhole || isCollection || isLargest
                || !isCut && head.count >= sampleBytes
            return isEnough ? JSONHead(style: style, layout: nil, isCollection: isCollection) : nil
        }
        do throws(ColumnError) {
            return JSONHead(style: style, layout: try sample.layout(options), isCollection: false)
        } catch {
            if featureCount > 0 { return JSONHead(style: style, layout: nil, isCollection: false) }
            if !isWhole, head.count < sampleBytes, !sample.isFull { return nil }
            throw .columns(style == .document ? innerFault(head, options) ?? error : error, file: name)
        }
    }

    /// Why no records within a document have places; nil when there are none.
    private static func innerFault(_ head: ByteRun, _ options: ColumnOptions) -> ColumnError? {
        var cursor = JSONCursor(head, isFinal: false)
        guard (try? cursor.peek()) == UInt8(ascii: "{"),
            let first = RecordSearch(head, from: cursor.offset).candidates.first(where: { !$0.path.isKeyed })
        else { return nil }
        let sample = sample(of: first, head).sample
        do throws(ColumnError) {
            _ = try sample.layout(options)
            return nil
        } catch {
            return error
        }
    }

    /// The first container of records within a document that is an object; nil without one.
    private static func inner(_ head: ByteRun, _ options: ColumnOptions) -> JSONHead? {
        var cursor = JSONCursor(head, isFinal: false)
        guard (try? cursor.peek()) == UInt8(ascii: "{"), (try? isFlat(cursor)) != false else { return nil }
        let candidates = RecordSearch(head, from: cursor.offset).candidates
        for (number, candidate) in candidates.enumerated() {
            guard var found = judged(candidate, head, options) else { continue }
            let isCollection = found.layout == nil && candidate.path.keys == [Array("features".utf8)]
            // The framer knows collections, and looks for the coordinate system in them.
            if isCollection { return nil }
            found.others = withPlaces(candidates[(number + 1)...], besides: candidate.path, head, options)
            return found
        }
        return nil
    }

    /// More of them are not named.
    static let namedContainers = 3
    /// Two objects with coordinates are more often the corners of a box than records.
    private static let fewestKeyed = 3

    /// The paths of containers of records with places, one more than are named at most.
    private static func withPlaces(
        _ candidates: some Sequence<RecordSearch.Candidate>, besides path: RecordPath, _ bytes: ByteRun,
        _ options: ColumnOptions
    ) -> [RecordPath] {
        var found: [RecordPath] = []
        for candidate in candidates where found.count <= namedContainers {
            let isKnown = candidate.path.isRelated(to: path) || found.contains(candidate.path)
            guard !isKnown, judged(candidate, bytes, options) != nil else { continue }
            if candidate.path.isKeyed, sample(of: candidate, bytes).sample.count < fewestKeyed { continue }
            found.append(candidate.path)
        }
        return found
    }

    /// The containers of records with places behind those that `path` leads to, which end at `end`; as far as they are in
    /// `bytes`.
    static func others(
        in bytes: ByteRun, from end: Int, behind path: RecordPath, _ options: ColumnOptions
    ) -> [RecordPath] {
        withPlaces(RecordSearch(bytes, from: end, behind: path).candidates, besides: path, bytes, options)
    }

    /// What the records of a container show; nil when they have no places.
    private static func judged(
        _ candidate: RecordSearch.Candidate, _ head: ByteRun, _ options: ColumnOptions
    ) -> JSONHead? {
        let (sample, hasFeatures) = sample(of: candidate, head)
        if hasFeatures {
            return JSONHead(style: .document, layout: nil, isCollection: false, path: candidate.path)
        }
        let isKeyed = candidate.path.isKeyed
        guard sample.count > (isKeyed ? 1 : 0), let layout = try? sample.layout(options),
            !isKeyed || sample.isRegular(layout)
        else { return nil }
        return JSONHead(style: .document, layout: layout, isCollection: false, path: candidate.path)
    }

    /// The first records of a container, as far as they are flat; whether others are features.
    private static func sample(
        of candidate: RecordSearch.Candidate, _ head: ByteRun
    ) -> (sample: FlatSample, hasFeatures: Bool) {
        let path = RecordPath(keys: [], isKeyed: candidate.path.isKeyed)
        var framer = JSONFramer(style: .document, path: path, from: candidate.offset)
        var sample = FlatSample()
        while !sample.isFull, case .record(let start, _, _) = framer.next(in: head, isFinal: false) {
            var cursor = JSONCursor(head, from: start, isFinal: false)
            guard let isFlat = take(&cursor, into: &sample) else { break }
            if !isFlat { return (sample, true) }
            framer.pass(to: cursor.offset)
        }
        return (sample, false)
    }

    private static func notJSON(_ bytes: ByteRun, _ offset: Int, line: Int, name: String) -> SourceError {
        let start = min(offset, bytes.count)
        let text = bytes.bytes(start..<min(start + SkippedRows.textLimit, bytes.count))
        var cursor = JSONCursor(bytes, isFinal: false)
        _ = try? cursor.skipValue()
        let words: String
        if JSONCursor.isTooDeep(bytes, from: 0, at: max(start, cursor.offset)) {
            words = JSONRun.tooDeep
        } else if JSONCursor.isCutOff(bytes, at: start) {
            words = "unexpected end of file"
        } else {
            words = "not JSON: \(quoted(String(decoding: text, as: UTF8.self)))"
        }
        return .file(FileError(file: name, reason: .notReadable(line: line, words: words)))
    }

    /// Whether the next record is a flat object, which is added to the sample; nil when it cannot be read.
    private static func take(_ cursor: inout JSONCursor, into sample: inout FlatSample) -> Bool? {
        let start = cursor
        guard (try? cursor.skipValue()) != nil else { return nil }
        var record = start
        guard (try? record.peek()) == UInt8(ascii: "{"), let isFlat = try? isFlat(start) else { return false }
        if isFlat { try? sample.add(&record) }
        return isFlat
    }

    private static func isFlat(_ record: JSONCursor) throws(JSONFault) -> Bool {
        var cursor = record
        _ = try cursor.peek()
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return true }
        repeat {
            let key = try cursor.key().range
            if cursor.isWord(key, "type"), try cursor.peek() == UInt8(ascii: "\"") {
                let word = try cursor.text().range
                let isOurs =
                    cursor.isWord(word, "Feature") || cursor.isWord(word, "FeatureCollection")
                    || GeometryJSON.kind(cursor, word) != nil
                if isOurs { return false }
            } else {
                _ = try cursor.skipValue()
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        return true
    }

    // MARK: style

    private static func style(
        _ head: ByteRun, isWhole: Bool, isLargest: Bool, name: String
    ) -> JSONFramer.Style? {
        let start = json_space_end(head.base, 0, head.count)
        guard start < head.count else { return isWhole ? .document : nil }
        if head[start] == JSONFramer.recordMark { return .sequence }
        if head[start] == UInt8(ascii: "[") { return .document }
        var framer = JSONFramer(style: .document)
        let step = framer.next(in: head, isFinal: isWhole)
        if framer.isCollection == true { return .document }
        guard let end = lineEnd(head, from: start) else {
            if isWhole || isLargest { return .document }
            // A long line with lists of objects in it is a document; else it may be the first of many records.
            let isDocument = head.count >= longestLine && !RecordSearch(head, from: start).candidates.isEmpty
            return isDocument ? .document : nil
        }
        if isWholeObject(head, start..<end) {
            guard json_space_end(head.base, end, head.count) == head.count,
                !RecordSearch(head, from: start).candidates.isEmpty
            else { return .lines }
            // One line that contains lists of objects, as services answer: a document, unless others follow.
            return isWhole ? .document : nil
        }
        if case .malformed = step {
            let isLines = hasWholeLine(head, from: end) || lineEndings.contains { name.hasSuffix($0) }
            return isLines ? .lines : .document
        }
        return .document
    }

    private static func lineEnd(_ head: ByteRun, from start: Int) -> Int? {
        Bytes.offset(of: 0x0A, in: head.base + start, count: head.count - start).map { start + $0 }
    }

    private static func isWholeObject(_ head: ByteRun, _ range: Range<Int>) -> Bool {
        var cursor = JSONCursor(head, from: range.lowerBound, to: range.upperBound, isFinal: true)
        guard (try? cursor.peek()) == UInt8(ascii: "{") else { return false }
        return (try? cursor.skipValue()) != nil && cursor.isAtEnd()
    }

    private static func hasWholeLine(_ head: ByteRun, from first: Int) -> Bool {
        var start = first
        for _ in 0..<triedLines {
            start = json_space_end(head.base, start, head.count)
            guard start < head.count, let end = lineEnd(head, from: start) else { return false }
            if isWholeObject(head, start..<end) { return true }
            start = end
        }
        return false
    }
}
