import MapModel

/// How often each word of a column occurs, without a code for each row: for words that are nearly all different.
///
/// A table of all of them would miss the cache for each word. So words lie by the highest bits of their hash, in partitions of
/// which each fits the cache, and are counted partition by partition. A word of up to 15 bytes is its own key; a longer one has
/// its text beside its hash.
struct WordTally: Sendable {
    /// Rows that were appended.
    private(set) var rowCount = 0
    /// Counted rows without a word.
    private(set) var emptyCount = 0
    /// The rows that are counted; nil for all.
    private let counted: RowSet?
    /// The number of the first row.
    private let firstRow: Int
    private var parts: [WordPart] = []
    private var open = OpenWords()

    /// Words that are sorted by partition at a time.
    private static let partSize = 1 << 16

    /// Counts the words of some rows, of all where `rows` is nil.
    init(of rows: RowSet? = nil, from firstRow: Int = 0) { (counted, self.firstRow) = (rows, firstRow) }

    /// Counts the word of the next row; an empty one means no value.
    mutating func append(_ word: UnsafeBufferPointer<UInt8>) {
        guard let start = word.baseAddress, word.count > 0, word.count <= WordKey.shortLength else {
            return append(padded: word.baseAddress, count: word.count)
        }
        var bytes: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &bytes) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: start, count: word.count))
            append(padded: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: word.count)
        }
    }

    /// The same for a word that is followed by as many readable bytes as make 16 with it.
    @inline(__always)
    mutating func append(padded start: UnsafePointer<UInt8>?, count: Int) {
        rowCount &+= 1
        if let counted, !counted.contains(UInt32(truncatingIfNeeded: firstRow &+ rowCount &- 1)) { return }
        guard let start, count > 0 else {
            emptyCount &+= 1
            return
        }
        if count <= WordKey.shortLength {
            open.keys.append(WordKey(short: start, count: count))
        } else {
            let word = UnsafeBufferPointer(start: start, count: count)
            self.count(word, hash: WordHash.hash(word))
        }
        if open.keys.count == Self.partSize { close() }
    }

    /// Counts a long word by its hash and its text.
    mutating func count(_ word: UnsafeBufferPointer<UInt8>, hash: UInt64) {
        open.keys.append(WordKey(hash: hash, text: open.ends.count))
        open.texts.append(contentsOf: word)
        open.ends.append(open.texts.count)
    }

    /// Appends the rows of a part.
    mutating func append(_ part: consuming WordTally) {
        part.close()
        rowCount += part.rowCount
        emptyCount += part.emptyCount
        parts += part.parts
    }

    /// Sorts the words so far by partition, so that whoever joins parts does not have to.
    mutating func close() {
        guard !open.keys.isEmpty else { return }
        parts.append(WordPart(open))
        open = OpenWords()
    }

    /// How many different words there are, and the most frequent ones; equal ones in the order of their texts.
    ///
    /// - Complexity: O(words), shared by the workers.
    consuming func finish(
        limit: Int, by workers: Workers
    ) -> (distinctCount: Int, frequent: [(word: String, count: Int)]) {
        close()
        let parts = parts
        let shares = workers.shares(of: WordPart.partitionCount) { partitions in
            var found = FrequentWords(limit: limit)
            var counter = WordCounter()
            for partition in partitions { counter.count(parts, partition, into: &found) }
            return found
        }
        var all = FrequentWords(limit: limit)
        for share in shares { all.append(share) }
        return (all.distinctCount, all.words.map { (String(decoding: $0.bytes, as: UTF8.self), $0.count) })
    }
}

/// What a word is compared by.
struct WordKey: Hashable, Sendable {
    /// The first eight bytes of a short word, the hash of a long one.
    var first: UInt64
    /// The other bytes of a short word and, in the highest byte, its length. Of a long word where its text is.
    var second: UInt64

    /// Words of up to so many bytes are their own key.
    static let shortLength = 15
    private static let longBits: UInt64 = 0xFF << 56

    /// A word of 1…15 bytes, followed by as many readable ones as make 16.
    @inline(__always)
    init(short start: UnsafePointer<UInt8>, count: Int) {
        let words = UnsafeRawPointer(start)
        first = UInt64(littleEndian: words.loadUnaligned(as: UInt64.self))
        second = UInt64(truncatingIfNeeded: count) &<< 56
        if count <= 8 {
            first &= UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        } else {
            let rest = UInt64(littleEndian: words.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            second |= rest & (UInt64.max &>> UInt64(truncatingIfNeeded: 128 &- 8 &* count))
        }
    }

    /// A longer word with the number of its text among those of its part.
    init(hash: UInt64, text: Int) {
        first = hash
        second = Self.longBits | UInt64(text)
    }

    @inline(__always) var isLong: Bool { second >= Self.longBits }
    /// The bytes of a short word.
    var count: Int { Int(second >> 56) }
    /// Where the text of a long word is.
    var text: Int { Int(second & (1 << 32 - 1)) }
    /// The part of the text of a long word; 0 unless it was set.
    var part: Int {
        get { Int(second >> 32 & (1 << 24 - 1)) }
        set { second |= UInt64(newValue) << 32 }
    }

    /// Whether a short word is ASCII: its bytes are in the order of its characters.
    @inline(__always) var isPlain: Bool {
        let high: UInt64 = 0x8080_8080_8080_8080
        return !isLong && first & high == 0 && second & (high >> 8) == 0
    }

    /// Equal words have equal hashes.
    @inline(__always) var hash: UInt64 {
        let mixed = isLong ? first : first ^ (second &* 0x9E37_79B9_7F4A_7C15)
        let folded = (mixed ^ mixed >> 32) &* 0xFF51_AFD7_ED55_8CCD
        return (folded ^ folded >> 32) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Whether a plain word comes before another one.
    @inline(__always)
    func isPlainBefore(_ other: WordKey) -> Bool {
        if first != other.first { return first.byteSwapped < other.first.byteSwapped }
        let (rest, others) = ((second << 8).byteSwapped, (other.second << 8).byteSwapped)
        return rest != others ? rest < others : count < other.count
    }

    /// Calls `body` with the bytes of a short word.
    func withShortBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let words = (first.littleEndian, second.littleEndian)
        return withUnsafeBytes(of: words) { bytes in
            body(UnsafeBufferPointer(rebasing: bytes.bindMemory(to: UInt8.self)[..<count]))
        }
    }
}

/// Words in the order of their rows.
private struct OpenWords: Sendable {
    var keys: [WordKey] = []
    var texts: [UInt8] = []
    var ends: [Int] = []
}

/// The words of some rows, those of each partition together.
struct WordPart: Sendable {
    private static let partitionBits = 9
    static let partitionCount = 1 << partitionBits

    private var keys: [WordKey] = []
    /// Where each partition begins, and the end of the last one.
    private var starts = [UInt32](repeating: 0, count: partitionCount + 1)
    private let texts: [UInt8]
    private let textEnds: [Int]

    fileprivate init(_ words: consuming OpenWords) {
        texts = words.texts
        textEnds = words.ends
        let open = words.keys
        for key in open { starts[Self.partition(of: key) + 1] += 1 }
        for partition in 1..<starts.count { starts[partition] += starts[partition - 1] }
        var next = starts
        keys = [WordKey](unsafeUninitializedCapacity: open.count) { keys, count in
            next.withUnsafeMutableBufferPointer { next in
                for key in open {
                    let partition = Self.partition(of: key)
                    keys.initializeElement(at: Int(next[partition]), to: key)
                    next[partition] += 1
                }
            }
            count = open.count
        }
    }

    @inline(__always)
    private static func partition(of key: WordKey) -> Int {
        Int(truncatingIfNeeded: key.hash >> UInt64(64 - partitionBits))
    }

    func keys(of partition: Int) -> ArraySlice<WordKey> {
        keys[Int(starts[partition])..<Int(starts[partition + 1])]
    }

    /// Calls `body` with the text of a long word.
    func withText<Result>(of key: WordKey, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let start = key.text == 0 ? 0 : textEnds[key.text - 1]
        return texts.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[start..<textEnds[key.text]]))
        }
    }
}
