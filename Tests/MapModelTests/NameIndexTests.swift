import TestSupport
import Testing

@testable import MapModel

/// The same search with strings.
private struct PlainSearch {
    let terms: [[String]]

    init(_ query: SearchQuery) {
        terms = query.terms.map { $0.spellings.map { String(decoding: $0, as: UTF8.self) } }
    }

    func kind(of fields: [String]) -> MatchKind? {
        var kinds: [MatchKind] = []
        for spellings in terms {
            let found = spellings.indices.compactMap { index in
                kind(of: spellings[index], in: fields).map { index == 0 ? $0 : $0.worse }
            }
            guard let best = found.min() else { return nil }
            kinds.append(best)
        }
        guard terms.count > 1 else { return kinds[0] }
        return phraseKind(fields) ?? max(kinds.max() ?? .inside, .labelWord)
    }

    private func kind(of word: String, in fields: [String]) -> MatchKind? {
        fields.indices.compactMap { index -> MatchKind? in
            let field = fields[index]
            if field == word { return index == 0 ? .exactLabel : .exactField }
            if field.hasPrefix(word) { return index == 0 ? .labelPrefix : .fieldPrefix }
            if field.split(separator: " ").contains(where: { $0.hasPrefix(word) }) {
                return index == 0 ? .labelWord : .fieldWord
            }
            return contains(field, word) ? .inside : nil
        }.min()
    }

    private func phraseKind(_ fields: [String]) -> MatchKind? {
        var phrases = [("", true)]
        for spellings in terms {
            phrases = phrases.flatMap { phrase, isTyped in
                spellings.indices.map {
                    (phrase + (phrase.isEmpty ? "" : " ") + spellings[$0], isTyped && $0 == 0)
                }
            }
        }
        return fields.indices.flatMap { index in
            phrases.compactMap { phrase, isTyped -> MatchKind? in
                guard fields[index].hasPrefix(phrase) else { return nil }
                let isWhole = fields[index] == phrase
                let kind: MatchKind =
                    index == 0 ? isWhole ? .exactLabel : .labelPrefix : isWhole ? .exactField : .fieldPrefix
                return isTyped ? kind : kind.worse
            }
        }.min()
    }

    private func contains(_ text: String, _ word: String) -> Bool {
        ByteRarity.isPart(Array(word.utf8), of: Array(text.utf8))
    }
}

extension SeededRandom {
    fileprivate mutating func word() -> String {
        let parts = ["ab", "an", "ba", "na", "é", "ß", "東", "京", "ü", "ue", "Мо", "n", "울", "x", "o'", "z-"]
        return (0..<number(1...4)).map { _ in parts[number(0...parts.count - 1)] }.joined()
    }

    fileprivate mutating func fields() -> [String] {
        (0..<number(1...3)).map { _ in (0..<number(0...3)).map { _ in word() }.joined(separator: " ") }
    }
}

@Suite struct NameIndexTests {
    private func index(_ records: [[String]]) -> NameIndex {
        var builder = NameIndex.Builder()
        for record in records { builder.append(record) }
        return builder.snapshot()
    }

    /// - Parameter records: folded.
    private func expected(_ query: SearchQuery, _ records: [[String]]) -> NameMatches {
        var matches = NameMatches(query: query)
        let search = PlainSearch(query)
        for (number, record) in records.enumerated() {
            if let kind = search.kind(of: record) { matches.append(UInt32(number), kind) }
        }
        return matches
    }

    @Test(arguments: 0..<40)
    func findsWhatStringsFind(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let records = (0..<random.number(0...100)).map { _ in random.fields() }
        let index = index(records)
        let folded = records.map { $0.map { String(decoding: FoldedText.folded($0), as: UTF8.self) } }
        for _ in 0..<8 {
            let query = SearchQuery(
                (0..<random.number(1...2)).map { _ in random.word() }.joined(separator: " "))
            guard !query.isEmpty else { continue }
            let found = try #require(index.matches(query))
            #expect(found == expected(query, folded), "\(query)")
        }
    }

    @Test(arguments: 0..<20)
    func longerQueriesFindTheSameAmongEarlierHits(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let index = index((0..<150).map { _ in random.fields() })
        let words = random.word() + " " + random.word()
        for length in 1..<words.count {
            let old = SearchQuery(String(words.prefix(length)))
            let new = SearchQuery(String(words.prefix(length + 1)))
            guard new.extends(old), let previous = index.matches(old) else { continue }
            #expect(index.matches(new, among: previous) == index.matches(new), "\(words.prefix(length + 1))")
        }
    }

    @Test(arguments: [
        ("berlin", MatchKind.exactLabel), ("berl", .labelPrefix), ("old town", .labelWord),
        ("dec", .exactField),
        ("germ", .fieldWord), ("fed", .fieldPrefix), ("erman", .inside), ("berlin old", .labelPrefix),
        ("berlin old town", .exactLabel),
        ("old berlin", .labelWord), ("berlin dec", .exactField), ("berlin many", .inside),
    ])
    func kindsFollowWhereWordsStand(query: String, expected: MatchKind) throws {
        let label = query.hasPrefix("berl") && !query.contains(" ") ? "Berlin" : "Berlin Old Town"
        let found = try #require(index([[label, "Federal Germany", "DEC"]]).matches(SearchQuery(query)))
        #expect(found.kinds == [expected])
    }

    @Test func otherSpellingsAreFoundOneKindWorse() throws {
        let index = index([["München"], ["Muenchen"]])
        let found = try #require(index.matches(SearchQuery("muenchen")))
        #expect(found.kinds == [.labelPrefix, .exactLabel])
    }

    @Test func wordsDoNotReachOverFieldsAndRecords() throws {
        let index = index([["ab", "cd"], ["ef"]])
        for query in ["abcd", "bc", "de", "cdef"] {
            #expect(try #require(index.matches(SearchQuery(query))).total == 0)
        }
        #expect(try #require(index.matches(SearchQuery("cd ab"))).total == 1)
    }

    /// Many segments: numbers go on, snapshots share what is full, parts join to the whole.
    @Test func segmentsAndSnapshotsAgree() throws {
        var builder = NameIndex.Builder()
        let filler = String(repeating: "filler ", count: 500)
        var early: NameIndex?
        for number in 0..<6_000 {
            builder.append(number % 1_000 == 7 ? ["Needle \(number)", filler] : ["Hay \(number)", filler])
            if number == 3_500 { early = builder.snapshot() }
        }
        let index = builder.snapshot()
        #expect(index.segmentCount == 3)
        #expect(index.recordCount == 6_000)
        let query = SearchQuery("needle")
        let whole = try #require(index.matches(query))
        #expect(whole.records == [7, 1_007, 2_007, 3_007, 4_007, 5_007])
        let parts = try (0..<3).map { try #require(index.matches(query, in: $0..<$0 + 1)) }
        #expect(parts.flatMap(\.records) == whole.records && parts.flatMap(\.kinds) == whole.kinds)
        let first = try #require(early)
        #expect(first.recordCount == 3_501)
        #expect(try #require(first.matches(query)).records == [7, 1_007, 2_007, 3_007])
        let longer = SearchQuery("needle 40")
        #expect(try #require(index.matches(longer, among: whole)).records == [4_007])
        #expect(index.fields(of: 5_007)[0] == "needle 5007")
    }

    @Test func everyRecordMayBeHit() throws {
        var builder = NameIndex.Builder()
        for _ in 0..<9_000 { builder.append(["an an an"]) }
        let found = try #require(builder.snapshot().matches(SearchQuery("an")))
        #expect(found.total == 9_000)
        #expect(found.kinds.allSatisfy { $0 == .labelPrefix })
    }

    @Test func longFieldsAreCutAtAWholeScalar() throws {
        var builder = NameIndex.Builder()
        builder.append([String(repeating: "東", count: 2_000) + "end", "next"])
        let index = builder.snapshot()
        #expect(index.fields(of: 0) == [String(repeating: "東", count: 1_365), "next"])
        #expect(try #require(index.matches(SearchQuery("end"))).total == 0)
    }

    @Test func recordsWithEndlessFieldsAreCut() {
        var builder = NameIndex.Builder()
        builder.append((0..<300).map { _ in String(repeating: "x", count: 4_000) })
        #expect(builder.snapshot().byteCount < 100_000)
    }

    @Test func searchesStopWhenCancelled() {
        let index = index([["abc"]])
        let query = SearchQuery("abc")
        #expect(index.matches(query, isCancelled: { true }) == nil)
        let previous = index.matches(query)
        #expect(previous.flatMap { index.matches(query, among: $0, isCancelled: { true }) } == nil)
    }

    @Test func emptyIndexesAndQueriesFindNothing() throws {
        #expect(try #require(index([]).matches(SearchQuery("abc"))).total == 0)
        #expect(try #require(index([["abc"]]).matches(SearchQuery(""))).total == 0)
        #expect(try #require(index([["", ""], []]).matches(SearchQuery("abc"))).total == 0)
    }
}
