import MapModel
import Streams

/// The order in which people look for words: regardless of case and accents, numbers inside them by value.
///
/// "Item 18" comes before "Item 101", "école" beside "Ecole". Words that differ in nothing else are ordered by their
/// bytes, so that equal ones stay together.
package struct NaturalOrder {
    /// Bytes of a word that are compared by their meaning; what follows is compared as it is.
    private static let keyLimit = 256
    /// Fewer words than this are compared with each other.
    private static let fewWords = 48
    private static let wordsPerCheck = 65_536

    private let words: WordDictionary
    /// The keys of all words one after the other, without zeros.
    private var bytes: [UInt8] = []
    private var starts: [Int] = [0]

    /// The place of each word, from 0 on, no two the same.
    ///
    /// - Parameter isCancelled: checked now and then; true makes it throw `.cancelled`.
    /// - Complexity: O(words · log words) for the few whose beginnings are the same, O(words) for others.
    package static func ranks(of words: WordDictionary, isCancelled: () -> Bool) throws(SourceError)
        -> [UInt32]
    {
        var order = NaturalOrder(words)
        try order.makeKeys(isCancelled)
        var sorted = (0..<UInt32(words.count)).map { $0 }
        try order.sort(&sorted, 0..<words.count, depth: 0, isCancelled)
        var ranks = [UInt32](repeating: 0, count: words.count)
        for (rank, word) in sorted.enumerated() { ranks[Int(word)] = UInt32(rank) }
        return ranks
    }

    private init(_ words: WordDictionary) { self.words = words }

    // MARK: - Keys

    private mutating func makeKeys(_ isCancelled: () -> Bool) throws(SourceError) {
        bytes.reserveCapacity(words.byteCount)
        starts.reserveCapacity(words.count + 1)
        for word in 0..<words.count {
            if word % Self.wordsPerCheck == 0, isCancelled() { throw .cancelled }
            words.withBytes(of: word) { Self.appendKey(of: $0, to: &bytes) }
            starts.append(bytes.count)
        }
    }

    /// Bytes that are ordered like the word.
    package static func key(of word: String) -> [UInt8] {
        var word = word
        return word.withUTF8 { bytes in
            var key: [UInt8] = []
            appendKey(of: bytes, to: &key)
            return key
        }
    }

    /// Appends bytes that are ordered like the word.
    static func appendKey(of word: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        let end = min(word.count, keyLimit)
        var place = 0
        while place < end {
            let byte = word[place]
            if byte >= 0x80 {
                let start = place
                while place < word.count, word[place] >= 0x80 { place += 1 }
                appendFolded(UnsafeBufferPointer(rebasing: word[start..<place]), to: &key)
            } else if isDigit(byte) {
                let start = place
                while place < word.count, isDigit(word[place]) { place += 1 }
                appendNumber(UnsafeBufferPointer(rebasing: word[start..<place]), to: &key)
            } else {
                let isCapital = (0x41...0x5A).contains(byte)
                key.append(isCapital ? byte | 0x20 : max(byte, 1))
                place += 1
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Letters without their accents; marks alone vanish.
    private static func appendFolded(_ text: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        key += FoldedText.folded(String(decoding: text, as: UTF8.self))
    }

    /// How many digits there are, then the digits; before all letters.
    private static func appendNumber(_ digits: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        let significant = digits.drop { $0 == 0x30 }
        key.append(0x30 + UInt8(min(significant.count, 9)))
        if significant.count >= 9 { key.append(UInt8(min(significant.count, 255))) }
        key += significant.prefix(keyLimit)
    }

    // MARK: - Sorting

    /// Sorts words whose keys are the same before `depth` by eight bytes at a time.
    private func sort(
        _ order: inout [UInt32], _ part: Range<Int>, depth: Int, _ isCancelled: () -> Bool
    ) throws(SourceError) {
        guard part.count >= Self.fewWords, depth < 2 * Self.keyLimit else {
            if part.count > 1 { order[part].sort { precedes(Int($0), Int($1), from: depth) } }
            return
        }
        if part.count >= Self.wordsPerCheck, isCancelled() { throw .cancelled }
        var keys = order[part].map { prefix(of: Int($0), from: depth) }
        var rows = Array(order[part])
        let sorted = RadixSort.sorted(keys: &keys, rows: &rows)
        order.replaceSubrange(part, with: sorted.rows)
        var start = 0
        while start < sorted.keys.count {
            let key = sorted.keys[start]
            var end = start + 1
            while end < sorted.keys.count, sorted.keys[end] == key { end += 1 }
            let same = part.lowerBound + start..<part.lowerBound + end
            // Where a key ends within the eight bytes, the words differ in nothing but their bytes.
            if key & 0xFF == 0 {
                if same.count > 1 { order[same].sort { isBefore(Int($0), Int($1)) } }
            } else {
                try sort(&order, same, depth: depth + 8, isCancelled)
            }
            start = end
        }
    }

    /// Eight bytes of a key from `depth` on as a number; zeros after its end.
    private func prefix(of word: Int, from depth: Int) -> UInt64 {
        var prefix: UInt64 = 0
        let start = starts[word] + depth
        let end = min(start + 8, starts[word + 1])
        guard start < end else { return 0 }
        for place in start..<end { prefix = prefix << 8 | UInt64(bytes[place]) }
        return prefix << UInt64(8 * (8 - (end - start)))
    }

    private func precedes(_ first: Int, _ second: Int, from depth: Int) -> Bool {
        let left = bytes[min(starts[first] + depth, starts[first + 1])..<starts[first + 1]]
        let right = bytes[min(starts[second] + depth, starts[second + 1])..<starts[second + 1]]
        for (one, other) in zip(left, right) where one != other { return one < other }
        return left.count == right.count ? isBefore(first, second) : left.count < right.count
    }

    /// By the words themselves.
    private func isBefore(_ first: Int, _ second: Int) -> Bool {
        words.withBytes(of: first) { left in
            words.withBytes(of: second) { right in left.lexicographicallyPrecedes(right) }
        }
    }
}
