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
    private var isPlain: Bool { needles.count == 2 }
    private var anchor: Needle { needles[needles.count - 1] }

    /// Appends the hits of a segment; false when cancelled.
    func find(in segment: NameSegment, into matches: inout NameMatches, isCancelled: () -> Bool) -> Bool {
        segment.withRecords { records in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.placeLimit) { places in
                let anchor = anchor
                // The stretches overlap by the length of an anchor.
                let overlap = anchor.count - 1
                var cursor = Cursor(firstRecord: segment.firstRecord)
                var position = 1
                while position < records.end {
                    if isCancelled() { return false }
                    let limit = min(records.end, position + Self.stride + overlap)
                    let count = anchor.find(in: records.base, &position, limit: limit, into: places)
                    if position == limit, limit < records.end { position -= overlap }
                    let found = UnsafeBufferPointer(rebasing: places[..<count])
                    if isPlain {
                        takeAll(found, records, &cursor, &matches)
                    } else {
                        takeRecords(found, records, &cursor, &matches)
                    }
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
        for word in words {
            guard let kind = kind(of: word, in: record, records) else { return nil }
            worst = max(worst, kind)
        }
        guard words.count > 1 else { return worst }
        // Several words are a field or begin it only one after the other.
        return phraseKind(record, records) ?? max(worst, .labelWord)
    }

    /// The best match of a word in any spelling.
    private func kind(of word: Range<Int>, in record: Range<Int>, _ records: NameRecords) -> MatchKind? {
        var best: MatchKind?
        for index in word {
            guard let kind = kind(of: needles[index], in: record, records) else { continue }
            best = min(best ?? .inside, index == word.lowerBound ? kind : kind.worse)
        }
        return best
    }

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
