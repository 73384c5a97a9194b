import MapModel
import TestSupport
import Testing

@testable import RowValues
@testable import Streams

/// Words that are counted by partition, against a dictionary of all of them.
struct WordTallyTests {
    /// Words around the lengths of 8, 15 and 16 bytes, with zeros at their ends and letters beyond ASCII.
    private static func word(_ random: inout SeededRandom) -> [UInt8] {
        let length = [0, 1, 3, 7, 8, 9, 14, 15, 16, 17, 23, 24, 40].randomElement(using: &random) ?? 0
        let letters = ["a", "b", "é", "e\u{301}", "\0", "日"]
        var word: [UInt8] = []
        while word.count < length { word += Array((letters.randomElement(using: &random) ?? "").utf8) }
        return Array(word.prefix(length))
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func countsWhatADictionaryCounts(seed: UInt64) {
        var random = SeededRandom(seed)
        var (counts, tally, emptyCount) = ([[UInt8]: Int](), WordTally(), 0)
        for _ in 0..<random.number(1...5) {
            var part = WordTally()
            for _ in 0..<random.number(0...400) {
                let word = Self.word(&random)
                if word.isEmpty { emptyCount += 1 } else { counts[word, default: 0] += 1 }
                Self.append(word, to: &part, isPadded: random.number(0...1) == 0, &random)
                if random.number(0...100) == 0 { part.close() }
            }
            tally.append(part)
        }
        #expect(tally.emptyCount == emptyCount, "seed \(seed)")
        let found = tally.finish(limit: 1_000_000, by: .alone)
        #expect(found.distinctCount == counts.count, "seed \(seed)")
        // Words that are not UTF-8 are listed with the same text.
        let texts = counts.map { (word: String(decoding: $0, as: UTF8.self), count: $1) }
        func described(_ words: [(word: String, count: Int)]) -> [String] {
            words.map { "\($0.count) \(Array($0.word.utf8))" }.sorted()
        }
        #expect(described(found.frequent) == described(texts), "seed \(seed)")
        let isOrdered = zip(found.frequent, found.frequent.dropFirst()).allSatisfy {
            $0.count > $1.count || $0.count == $1.count && $0.word <= $1.word
        }
        #expect(isOrdered, "seed \(seed)")
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func theFirstOfManyAreThoseOfAll(seed: UInt64) {
        var random = SeededRandom(seed)
        let length = [1, 12, 30].randomElement(using: &random) ?? 1
        let words = (0..<3_000).map { _ in
            String(repeating: "x", count: length) + "\(random.number(0...2_000))"
        }
        var tally = WordTally()
        for word in words { Array(word.utf8).withUnsafeBufferPointer { tally.append($0) } }
        let counts = words.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        let expected = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5)
        let found = tally.finish(limit: 5, by: .alone)
        #expect(found.frequent.map(\.word) == expected.map(\.key), "seed \(seed)")
        #expect(found.frequent.map(\.count) == expected.map(\.value), "seed \(seed)")
        #expect(found.distinctCount == counts.count)
    }

    /// Hashes of long words alone would not distinguish them: their texts do.
    @Test func longWordsWithEqualHashesAreDifferent() {
        let words = ["a word of twenty letters", "a word of other letters!"].map { Array($0.utf8) }
        var part = WordTally()
        for word in words + words { word.withUnsafeBufferPointer { part.count($0, hash: 7) } }
        let found = part.finish(limit: 5, by: .alone)
        #expect(found.distinctCount == 2 && found.frequent.map(\.count) == [2, 2])
    }

    private static func append(
        _ word: [UInt8], to tally: inout WordTally, isPadded: Bool, _ random: inout SeededRandom
    ) {
        guard isPadded else { return word.withUnsafeBufferPointer { tally.append($0) } }
        // What follows a word must not be read as a part of it.
        let padded = word + (0..<64).map { _ in UInt8(random.number(0...255)) }
        padded.withUnsafeBufferPointer { tally.append(padded: $0.baseAddress, count: word.count) }
    }
}
