import MapModel

/// Counts the words of a partition in a table that is used again for the next.
struct WordCounter {
    private var keys: [WordKey] = []
    private var counts: [Int] = []

    /// Adds the different words of a partition of all parts.
    mutating func count(_ parts: [WordPart], _ partition: Int, into found: inout FrequentWords) {
        let total = parts.reduce(0) { $0 + $1.keys(of: partition).count }
        guard total > 0 else { return }
        var size = 64
        while size < total + total / 2 { size *= 2 }
        if counts.count < size {
            keys = [WordKey](repeating: WordKey(hash: 0, text: 0), count: size)
            counts = [Int](repeating: 0, count: size)
        }
        let mask = counts.count - 1
        for (number, part) in parts.enumerated() {
            for key in part.keys(of: partition) {
                var key = key
                if key.isLong { key.part = number }
                // The highest bits of the hash are those of the partition.
                var slot = Int(truncatingIfNeeded: key.hash >> 16) & mask
                while counts[slot] != 0, !Self.areEqual(keys[slot], key, parts) { slot = (slot + 1) & mask }
                if counts[slot] == 0 { keys[slot] = key }
                counts[slot] += 1
            }
        }
        for slot in counts.indices where counts[slot] != 0 {
            found.add(keys[slot], counts[slot], parts)
            counts[slot] = 0
        }
    }

    @inline(__always)
    private static func areEqual(_ one: WordKey, _ other: WordKey, _ parts: [WordPart]) -> Bool {
        guard one.first == other.first else { return false }
        guard one.isLong, other.isLong else { return one.second == other.second }
        return haveEqualTexts(one, other, parts)
    }

    private static func haveEqualTexts(_ one: WordKey, _ other: WordKey, _ parts: [WordPart]) -> Bool {
        parts[one.part].withText(of: one) { text in
            parts[other.part].withText(of: other) { text.elementsEqual($0) }
        }
    }
}

/// The most frequent of some words, and how many different ones there are.
struct FrequentWords: Sendable {
    /// A word and how often it occurs.
    struct Word: Sendable {
        let key: WordKey
        let bytes: [UInt8]
        let count: Int

        /// More frequent words come before others, equal ones by their texts as strings are compared.
        func isBefore(_ other: Word) -> Bool {
            if count != other.count { return count > other.count }
            if key.isPlain, other.key.isPlain { return key.isPlainBefore(other.key) }
            let isASCII = bytes.allSatisfy { $0 < 0x80 } && other.bytes.allSatisfy { $0 < 0x80 }
            if isASCII { return bytes.lexicographicallyPrecedes(other.bytes) }
            return String(decoding: bytes, as: UTF8.self) < String(decoding: other.bytes, as: UTF8.self)
        }
    }

    private(set) var distinctCount = 0
    /// The most frequent ones first.
    private(set) var words: [Word] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Adds a word that is different from all others.
    @inline(__always)
    mutating func add(_ key: WordKey, _ count: Int, _ parts: [WordPart]) {
        distinctCount &+= 1
        if let last = words.last, words.count == limit {
            guard count >= last.count else { return }
            if count == last.count, key.isPlain, last.key.isPlain, !key.isPlainBefore(last.key) { return }
        }
        let bytes =
            key.isLong
            ? parts[key.part].withText(of: key) { Array($0) } : key.withShortBytes { Array($0) }
        insert(Word(key: key, bytes: bytes, count: count))
    }

    /// Adds words that are different from these.
    mutating func append(_ others: FrequentWords) {
        distinctCount += others.distinctCount
        for word in others.words { insert(word) }
    }

    private mutating func insert(_ word: Word) {
        let place = Bisection.first(in: words.indices) { word.isBefore(words[$0]) }
        guard place < limit else { return }
        words.insert(word, at: place)
        if words.count > limit { words.removeLast() }
    }
}
