import TestSupport
import Testing

@testable import MapModel

/// The scan of all text is the oracle of the sets of letters.
@Suite struct NameHitsTests {
    private static let words = [
        "Anna", "an", "Berlin", "ing", "new", "New", "a", "b", "c", "Müller", "Mueller", "東京", "京都", "Москва",
        "9",
        "Singing", "sing", "O\u{2019}Brien", "zzz", "qu", "ä", "Tromsø", "울", "x1", "",
    ]
    private static let queries = [
        "an", "ing", "sing", "a b c", "a", "b a", "zzz", "qu", "mueller", "müller", "東京", "京", "мос",
        "ber an", "new a",
        "9", "x1", "tromsoe", "anna berlin", "singing", "울", "nothing", "a a", "e", "in be",
    ].map { SearchQuery($0) }

    private static func index(_ seed: UInt64, records: Int, filler: Int = 0, snapshot: Bool = false)
        -> NameIndex
    {
        var random = SeededRandom(seed)
        var builder = NameIndex.Builder(hasLetterSets: true)
        for _ in 0..<records {
            for _ in 0..<random.number(0...3) {
                let count = random.number(0...3)
                builder.appendField(
                    (0..<count).map { _ in words[random.number(0...words.count - 1)] }.joined(separator: " "))
            }
            if filler > 0, random.number(0...3) == 0 {
                builder.appendField(String(repeating: "w", count: filler))
            }
            builder.endRecord()
        }
        return snapshot ? builder.snapshot() : builder.finish()
    }

    private func records(of hits: NameHits) -> [UInt32] {
        var records: [UInt32] = []
        hits.visitRecords {
            records.append($0); return true
        }
        return records
    }

    /// - Parameter limit: hits to rank.
    private func check(_ hits: NameHits, _ matches: NameMatches, limit: Int) {
        #expect(records(of: hits) == matches.records, "\(matches.query.text)")
        #expect(hits.total == matches.total)
        #expect(hits.bestKind == matches.kinds.min(), "\(matches.query.text)")
        // Whatever is ranked is all of these kinds, the records of each ascending.
        let ranked = hits.ranked.sorted { ($0.kind, $0.record) < ($1.kind, $1.record) }
        let expected = zip(matches.records, matches.kinds)
            .filter { hit in hits.depth.worst.map { hit.1 <= $0 } ?? false }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        #expect(ranked.map(\.record) == expected.map(\.0), "\(matches.query.text)")
        #expect(ranked.map(\.kind) == expected.map(\.1), "\(matches.query.text)")
        for kind in MatchKind.allCases {
            let found = hits.ranked.filter { $0.kind == kind }.map(\.record)
            #expect(found == found.sorted())
        }
        if hits.depth != .words { #expect(hits.rankedCount >= limit) }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func setsFindWhatAScanFinds(seed: UInt64) throws {
        let index = Self.index(seed, records: [0, 1, 63, 64, 65, 700][Int(seed % 6)])
        for query in Self.queries {
            let matches = try #require(index.matches(query))
            for limit in [1, 20, 100_000] {
                check(try #require(index.hits(query, rankedCount: limit)), matches, limit: limit)
            }
        }
    }

    @Test func queriesLetterByLetterFindWhatAScanFinds() throws {
        var random = SeededRandom(5)
        let index = Self.index(6, records: 900)
        for _ in 0..<80 {
            let words = (0..<random.number(1...3)).map { _ in
                Self.words[random.number(0...Self.words.count - 1)]
            }
            let query = SearchQuery(words.map { $0.prefix(random.number(0...4)) }.joined(separator: " "))
            check(
                try #require(index.hits(query, rankedCount: 10)), try #require(index.matches(query)),
                limit: 10)
        }
    }

    /// Records that are longer than the bits of a word, and several segments.
    @Test(arguments: [70, 3_000])
    func longRecordsAndSeveralSegmentsAreFound(filler: Int) throws {
        let index = Self.index(7, records: filler > 1_000 ? 14_000 : 900, filler: filler)
        #expect((index.segmentCount > 1) == (filler > 1_000))
        for query in Self.queries {
            let matches = try #require(index.matches(query))
            check(try #require(index.hits(query, rankedCount: 50)), matches, limit: 50)
            let parts = try (0..<index.segmentCount).map {
                try #require(index.hits(query, in: $0..<$0 + 1, rankedCount: 50))
            }
            check(NameHits(joining: parts, of: query), matches, limit: 50)
        }
    }

    @Test func theNewestRecordsOfAGrowingIndexAreFound() throws {
        let index = Self.index(8, records: 500, snapshot: true)
        for query in Self.queries {
            check(
                try #require(index.hits(query, rankedCount: 7)), try #require(index.matches(query)), limit: 7)
        }
    }

    @Test func appendedIndexesAreOne() throws {
        var builder = NameIndex.Builder(hasLetterSets: true)
        let parts = [Self.index(1, records: 128), Self.index(2, records: 64), Self.index(3, records: 30)]
        for part in parts { builder.append(part) }
        let isAtBoundary = builder.isAtBoundary
        #expect(!isAtBoundary)
        let index = builder.finish()
        #expect(index.recordCount == 222)
        for record in 0..<UInt32(30) {
            #expect(index.fields(of: 192 + record) == parts[2].fields(of: record))
        }
        for query in Self.queries {
            let total = parts.reduce(0) { $0 + ($1.matches(query)?.total ?? 0) }
            let found = try #require(index.hits(query, rankedCount: 10))
            #expect(found.total == total)
            check(found, try #require(index.matches(query)), limit: 10)
        }
    }

    @Test func cancelledSearchesFindNothing() {
        let index = Self.index(1, records: 100)
        #expect(index.hits(SearchQuery("an"), rankedCount: 10, isCancelled: { true }) == nil)
    }
}
