import CByteScan

/// A query prepared to search segments.
struct NameSearch: Sendable {
    /// All spellings, one after the other.
    private var bytes: [UInt8] = []
    /// Where the spellings stand in `bytes`: those of each word as it was typed first, then the anchor.
    private var spellings: [Range<Int>] = []
    /// The spellings of each word.
    private var words: [Range<Int>] = []

    /// - Precondition: the query is not empty.
    init(_ query: SearchQuery) {
        guard let anchor = query.terms.map(\.anchor).max(by: { ByteRarity.of($0) < ByteRarity.of($1) }) else {
            preconditionFailure("a query without words finds nothing")
        }
        for term in query.terms {
            let first = spellings.count
            for spelling in term.spellings { append(spelling) }
            words.append(first..<spellings.count)
        }
        append(anchor)
    }

    private mutating func append(_ spelling: [UInt8]) {
        spellings.append(bytes.count..<bytes.count + spelling.count)
        bytes += spelling
    }

    /// Calls `body` with the query in memory without reference counting: it is used for millions of records.
    func withMatcher<Result>(_ body: (NameMatcher) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            let needles = spellings.map { Needle(UnsafeBufferPointer(rebasing: bytes[$0])) }
            return needles.withUnsafeBufferPointer { needles in
                words.withUnsafeBufferPointer { body(NameMatcher(needles: needles, words: $0)) }
            }
        }
    }
}

/// A query in memory borrowed for the length of a call.
struct NameMatcher {
    /// Bytes scanned, and places noted, between two checks for cancellation.
    private static let stride = 1 << 20
    private static let placeLimit = 4_096

    /// The spellings of all words, and the anchor last: the anchor is searched for first, the words where it
    /// was found.
    let needles: UnsafeBufferPointer<Needle>
    let words: UnsafeBufferPointer<Range<Int>>

    /// There is one word in one spelling, so that each place found is a hit.
    var isPlain: Bool { needles.count == 2 }
    private var anchor: Needle { needles[needles.count - 1] }

    /// Appends the hits of a segment; false when cancelled.
    func find(in segment: NameSegment, into matches: inout NameMatches, isCancelled: () -> Bool) -> Bool {
        var cursor = Cursor(firstRecord: segment.firstRecord)
        return find(in: segment, isCancelled: isCancelled) { found, records in
            if isPlain {
                takeAll(found, records, &cursor, &matches)
            } else {
                takeRecords(found, records, &cursor, &matches)
            }
        }
    }

    /// Calls `take` with the places where the anchor is found, many at a time; false when cancelled.
    func find(
        in segment: NameSegment, isCancelled: () -> Bool,
        _ take: (UnsafeBufferPointer<UInt32>, NameRecords) -> Void
    ) -> Bool {
        segment.withRecords { records in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.placeLimit) { places in
                let anchor = anchor
                // The stretches overlap by the length of an anchor.
                let overlap = anchor.count - 1
                var position = 1
                while position < records.end {
                    if isCancelled() { return false }
                    let limit = min(records.end, position + Self.stride + overlap)
                    let count = anchor.find(in: records.base, &position, limit: limit, into: places)
                    if position == limit, limit < records.end { position -= overlap }
                    take(UnsafeBufferPointer(rebasing: places[..<count]), records)
                }
                return true
            }
        }
    }

    /// The state of a scan: the record of the last place, and its match.
    private struct Cursor {
        let firstRecord: UInt32
        var record = 0
        var isTaken = false
    }

    /// Every place is a hit; of several in one record the best counts.
    private func takeAll(
        _ places: UnsafeBufferPointer<UInt32>, _ records: NameRecords, _ cursor: inout Cursor,
        _ matches: inout NameMatches
    ) {
        let length = anchor.count
        for place in places {
            let record = records.record(at: place)
            let isNew = record != cursor.record || !cursor.isTaken
            cursor.record = record
            cursor.isTaken = true
            let kind = records.kind(at: Int(place), length: length, in: records.range(of: record))
            if isNew {
                matches.append(cursor.firstRecord &+ UInt32(record), kind)
            } else {
                matches.improveLast(kind)
            }
        }
    }

    /// Places determine which records to check.
    private func takeRecords(
        _ places: UnsafeBufferPointer<UInt32>, _ records: NameRecords, _ cursor: inout Cursor,
        _ matches: inout NameMatches
    ) {
        for place in places {
            let record = records.record(at: place)
            if record == cursor.record, cursor.isTaken { continue }
            cursor.record = record
            cursor.isTaken = true
            if let kind = kind(of: records.range(of: record), records) {
                matches.append(cursor.firstRecord &+ UInt32(record), kind)
            }
        }
    }
}

// MARK: - One record

extension NameMatcher {
    /// How a record matches; nil when some word does not occur in it.
    func kind(of record: Range<Int>, _ records: NameRecords) -> MatchKind? {
        var worst = MatchKind.exactLabel
        var beginsField = false
        for place in words.indices {
            guard let found = standing(of: words[place], in: record, records) else { return nil }
            worst = max(worst, found.kind)
            if place == 0 { beginsField = found.beginsField }
        }
        guard words.count > 1 else { return worst }
        // Several words are a field or begin it only one after the other.
        let phrase = beginsField ? phraseKind(record, records) : nil
        return phrase ?? max(worst, .labelWord)
    }

    /// How a word stands in a record.
    private struct Standing {
        var kind: MatchKind
        /// Some field begins with it.
        var beginsField: Bool
    }

    /// The best match of a word in any spelling.
    @inline(__always)
    private func standing(of word: Range<Int>, in record: Range<Int>, _ records: NameRecords) -> Standing? {
        var best: Standing?
        for index in word {
            guard var found = standing(of: needles[index], in: record, records) else { continue }
            if index != word.lowerBound { found.kind = found.kind.worse }
            if let other = best {
                found.kind = min(other.kind, found.kind)
                found.beginsField = found.beginsField || other.beginsField
            }
            best = found
        }
        return best
    }

    @inline(__always)
    private func standing(of spelling: Needle, in record: Range<Int>, _ records: NameRecords) -> Standing? {
        guard record.count <= record_short_length else {
            return kind(of: spelling, in: record, records).map { Standing(kind: $0, beginsField: true) }
        }
        let found = record_standing(records.base + record.lowerBound, record.count, spelling.bytes)
        return MatchKind(rawValue: found.kind).map {
            Standing(kind: $0, beginsField: found.begins_field != 0)
        }
    }

    /// Every place is looked at one by one.
    private func kind(of spelling: Needle, in record: Range<Int>, _ records: NameRecords) -> MatchKind? {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16) { places in
            var best: MatchKind?
            var position = record.lowerBound
            while position < record.upperBound {
                let count = spelling.find(
                    in: records.base, &position, limit: record.upperBound, into: places)
                for place in places[..<count] {
                    let kind = records.kind(at: Int(place), length: spelling.count, in: record)
                    best = min(best ?? .inside, kind)
                }
            }
            return best
        }
    }

    /// The best field that is or begins with the words one after the other.
    private func phraseKind(_ record: Range<Int>, _ records: NameRecords) -> MatchKind? {
        var best: MatchKind?
        for start in record
        where start == record.lowerBound || records.base[start - 1] == NameSegment.fieldMark {
            guard let kind = phraseKind(at: start, record, records) else { continue }
            best = min(best ?? .inside, kind)
        }
        return best
    }

    private func phraseKind(at start: Int, _ record: Range<Int>, _ records: NameRecords) -> MatchKind? {
        var position = start
        var isTyped = true
        for index in words.indices {
            if index > 0 {
                guard position < record.upperBound, records.base[position] == 0x20 else { return nil }
                position += 1
            }
            let isLast = index == words.count - 1
            let found = words[index].first { spelling in
                let needle = needles[spelling]
                let end = position + needle.count
                return needle.isAt(position, in: records.base, limit: record.upperBound)
                    && (isLast || (end < record.upperBound && records.base[end] == 0x20))
            }
            guard let found else { return nil }
            position += needles[found].count
            isTyped = isTyped && found == words[index].lowerBound
        }
        let kind = records.kind(at: start, length: position - start, in: record)
        return isTyped ? kind : kind.worse
    }
}
