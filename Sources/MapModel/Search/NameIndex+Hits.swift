import CByteScan

extension NameIndex {
    /// The records in which every word of `query` is found, in any field; nil when cancelled.
    ///
    /// The same records as those of `matches`. Sets of letters narrow down the records to look at.
    /// - Parameters:
    ///   - segments: those to search, or all, so that threads may share the work; see `NameHits.init(joining:of:)`.
    ///   - rankedCount: how many of the best hits are ranked by kind; a kind is ranked as a whole.
    ///   - isCancelled: asked for each segment, about every millisecond.
    /// - Complexity: O(records / 64) for each letter, 10 ns for each record that has the letters, and 30 ns
    ///   for each that begins with them.
    public func hits(
        _ query: SearchQuery, in segments: Range<Int>? = nil, rankedCount: Int,
        isCancelled: () -> Bool = { false }
    ) -> NameHits? {
        guard !query.isEmpty else { return NameHits(joining: [], of: query) }
        var hits = NameHits(query: query)
        let part = self.segments[segments ?? self.segments.indices]
        let isDone = NameSearch(query).withMatcher { matcher in
            let finder = HitFinder(terms: query.terms, matcher: matcher)
            for segment in part {
                guard !isCancelled(), let found = finder.hits(in: segment, isCancelled) else { return false }
                hits.append(found)
            }
            return finder.rank(&hits, in: part, max(rankedCount, 1), isCancelled)
        }
        return isDone ? hits : nil
    }

    /// The same hits, with those better than `.inside` separated from the rest.
    func ranked(_ hits: NameHits) -> NameHits {
        var ranked = hits.unranked
        guard let first = hits.segments.first.map({ segmentIndex(of: $0.firstRecord) }) else { return ranked }
        let part = segments[first..<first + hits.segments.count]
        NameSearch(hits.query).withMatcher { matcher in
            _ = HitFinder(terms: hits.query.terms, matcher: matcher).rank(&ranked, in: part, .max) { false }
        }
        return ranked
    }
}

/// Finds the hits of a query in segments by their sets of letters.
private struct HitFinder {
    let terms: [SearchTerm]
    let matcher: NameMatcher

    // MARK: - Which records match

    /// Nil when cancelled.
    func hits(in segment: NameSegment, _ isCancelled: () -> Bool) -> NameHits.Segment? {
        var hits = NameHits.Segment(
            firstRecord: segment.firstRecord,
            bits: [UInt64](repeating: ~0, count: (segment.recordCount + 63) / 64))
        guard let sets = segment.sets else {
            return matcher.hits(in: segment, isCancelled).map {
                hits.bits = $0; return hits
            }
        }
        for slot in slots(of: sets) { sets.intersect(&hits.bits, with: slot) }
        hits.clear(from: segment.recordCount)
        for (place, term) in terms.enumerated() where !sets.decides(term) {
            guard !isCancelled() else { return nil }
            segment.withRecords { matcher.keep(&hits.bits, $0, word: place) }
        }
        return hits
    }

    /// The sets in which all records have a bit that have the anchors of all words.
    private func slots(of sets: LetterSets) -> Set<UInt8> {
        Set(terms.flatMap { sets.slots(of: $0.anchor) }).subtracting([LetterSets.unused])
    }

    // MARK: - How well they match

    /// Looks at the hits of better kinds until there are so many of them; false when cancelled.
    func rank(
        _ hits: inout NameHits, in segments: ArraySlice<NameSegment>, _ count: Int, _ isCancelled: () -> Bool
    ) -> Bool {
        for depth in [NameHits.Depth.labels, .words] where hits.ranked.count < count {
            let worse = hits.depth.worst
            for (place, segment) in segments.enumerated() {
                guard !isCancelled() else { return false }
                rank(&hits, in: segment, at: place, beyond: worse, to: depth)
            }
            hits.depth = depth
        }
        return true
    }

    private func rank(
        _ hits: inout NameHits, in segment: NameSegment, at place: Int, beyond better: MatchKind?,
        to depth: NameHits.Depth
    ) {
        guard let worst = depth.worst else { return }
        let bits = beginnings(hits.segments[place].bits, segment.sets, depth)
        segment.withRecords { records in
            for (word, rest) in bits.enumerated() {
                records_prefetch(records.base, records.starts.baseAddress, bits, bits.count, word)
                var rest = rest
                while rest != 0 {
                    let record = 64 * word + rest.trailingZeroBitCount
                    rest &= rest - 1
                    guard let kind = matcher.kind(of: records.range(of: record), records), kind <= worst,
                        better.map({ kind > $0 }) ?? true
                    else { continue }
                    hits.rank(segment.firstRecord + UInt32(record), kind)
                }
            }
        }
    }

    /// The hits of which all words may begin words, of the label or of any field.
    private func beginnings(_ hits: [UInt64], _ sets: LetterSets?, _ depth: NameHits.Depth) -> [UInt64] {
        guard let sets else { return hits }
        var bits = hits
        let starts: [WordStart] = depth == .labels ? [.label] : WordStart.allCases
        for term in terms {
            var any = [UInt64](repeating: 0, count: bits.count)
            for start in starts {
                for spelling in term.spellings {
                    var those = hits
                    for slot in sets.slots(ofBeginning: spelling, start) {
                        sets.intersect(&those, with: slot)
                    }
                    name_sets_unite(&any, those, any.count)
                }
            }
            name_sets_intersect(&bits, any, bits.count)
        }
        return bits
    }
}

extension NameHits.Segment {
    /// No bits from a record on, which ends the segment.
    fileprivate mutating func clear(from record: Int) {
        guard record & 63 != 0 else { return }
        bits[record >> 6] &= 1 << UInt64(record & 63) - 1
    }
}

extension LetterSets {
    /// The sets of the letters and pairs of a word.
    func slots(of word: [UInt8]) -> [UInt8] {
        word.map { slots[Self.slot(of: $0)] } + zip(word, word.dropFirst()).map { slots[Self.slot(of: $0)] }
    }

    /// Whether the sets of a word have exactly the records that match it: it is one letter or two with a set of their
    /// own.
    func decides(_ term: SearchTerm) -> Bool {
        guard term.spellings.count == 1, term.typed.count <= 2, term.typed.allSatisfy({ $0 < 0x80 }),
            let last = slots(of: term.typed).last
        else { return false }
        return last < Self.ownCount
    }

    func intersect(_ bits: inout [UInt64], with slot: UInt8) {
        withWords(of: slot, bits.count) { name_sets_intersect(&bits, $0, width) }
    }

    private func withWords(of slot: UInt8, _ count: Int, _ body: (UnsafePointer<UInt64>) -> Void) {
        precondition(slot < Self.unused && count == width)
        words.withUnsafeBufferPointer { words in
            if let base = words.baseAddress { body(base + Int(slot) * width) }
        }
    }
}

extension NameMatcher {
    /// Clears the bits of records that have the word in no spelling.
    fileprivate func keep(_ bits: inout [UInt64], _ records: NameRecords, word: Int) {
        guard let starts = records.starts.baseAddress else { return }
        let all = bits
        for spelling in words[word] {
            let needle = needles[spelling].bytes
            if spelling == words[word].lowerBound {
                records_keep_containing(records.base, starts, &bits, bits.count, needle)
            } else {
                var others = zip(all, bits).map { $0 & ~$1 }
                records_keep_containing(records.base, starts, &others, others.count, needle)
                name_sets_unite(&bits, others, bits.count)
            }
        }
    }

    /// The hits of a segment as bits, found by a scan of its text; nil when cancelled.
    fileprivate func hits(in segment: NameSegment, _ isCancelled: () -> Bool) -> [UInt64]? {
        var bits = [UInt64](repeating: 0, count: (segment.recordCount + 63) / 64)
        let isDone = find(in: segment, isCancelled: isCancelled) { found, records in
            var last = -1
            for place in found {
                let record = records.record(at: place)
                guard record != last else { continue }
                last = record
                guard isPlain || kind(of: records.range(of: record), records) != nil else { continue }
                bits[record >> 6] |= 1 << UInt64(record & 63)
            }
        }
        return isDone ? bits : nil
    }
}
