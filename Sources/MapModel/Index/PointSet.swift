/// A set of indices of a `QuadTree` as bits: which points are highlighted, such as the matches of a search.
///
/// One bit a point. Counts over ranges of indices, such as clusters and cells, take 64 indices at a time.
public struct PointSet: Sendable, Hashable {
    /// Positions are 0..<capacity, as many as the tree has points.
    public let capacity: Int
    /// Members, 0...capacity. Complexity: O(1).
    public private(set) var count = 0
    private var words: [UInt64]

    /// An empty set for the indices of a tree of `capacity` points.
    public init(capacity: Int) {
        precondition(capacity >= 0)
        self.capacity = capacity
        words = Array(repeating: 0, count: (capacity + 63) / 64)
    }

    /// A set of some indices of a tree of `capacity` points.
    public init(_ members: some Sequence<Int>, capacity: Int) {
        self.init(capacity: capacity)
        for index in members { insert(index) }
    }

    /// A set for the indices of a tree of `capacity` points, whose words are written by the workers, each by one of them.
    ///
    /// - Parameter fill: writes the words of a range; bits from `capacity` on must be 0.
    init(
        capacity: Int, by workers: Workers,
        fill: @escaping @Sendable (UnsafeMutableBufferPointer<UInt64>, Range<Int>) -> Void
    ) {
        precondition(capacity >= 0)
        self.capacity = capacity
        let wordCount = (capacity + 63) / 64
        words = [UInt64](unsafeUninitializedCapacity: wordCount) { words, count in
            // Each worker writes to the words of its own share.
            nonisolated(unsafe) let words = words
            workers.run(workers.count) { fill(words, workers.share($0, of: wordCount)) }
            count = wordCount
        }
        count = count(ofWords: 0..<wordCount)
    }

    /// Whether there are no members.
    public var isEmpty: Bool { count == 0 }

    /// Whether `index`, 0..<capacity, is a member. Complexity: O(1).
    public func contains(_ index: Int) -> Bool {
        precondition(index >= 0 && index < capacity)
        return words[index >> 6] & 1 << UInt64(index & 63) != 0
    }

    /// Whether all members of a set of the same capacity are members.
    ///
    /// - Complexity: O(capacity / 64).
    public func isSuperset(of other: PointSet) -> Bool {
        precondition(capacity == other.capacity, "sets of two trees")
        return words.indices.allSatisfy { other.words[$0] & ~words[$0] == 0 }
    }

    /// How many members are also in `other`, a set of the same capacity.
    ///
    /// - Complexity: O(capacity / 64).
    public func count(in other: PointSet) -> Int {
        precondition(capacity == other.capacity, "sets of two trees")
        return zip(words, other.words).reduce(0) { $0 + ($1.0 & $1.1).nonzeroBitCount }
    }

    /// How many members lie in `range`.
    ///
    /// - Complexity: O(length / 64).
    public func count(in range: Range<Int>) -> Int {
        var total = 0
        forEachWord(of: range) { wordIndex, mask in total += (words[wordIndex] & mask).nonzeroBitCount }
        return total
    }

    /// How many members lie in `runs`.
    public func count(in runs: IndexRuns) -> Int {
        runs.runs.reduce(0) { $0 + count(in: $1) }
    }

    /// The least member at or after `index`; nil when there is none.
    ///
    /// - Complexity: O(distance / 64).
    public func first(from index: Int) -> Int? {
        let index = Swift.max(index, 0)
        guard index < capacity else { return nil }
        var wordIndex = index >> 6
        var word = words[wordIndex] & (~0 << UInt64(index & 63))
        while word == 0 {
            wordIndex += 1
            guard wordIndex < words.count else { return nil }
            word = words[wordIndex]
        }
        return wordIndex << 6 + word.trailingZeroBitCount
    }

    /// The least member after `index`; nil when there is none.
    public func first(after index: Int) -> Int? {
        index == .max ? nil : first(from: index + 1)
    }

    /// All members, ascending.
    public var members: [Int] {
        var members: [Int] = []
        members.reserveCapacity(count)
        forEachMember { members.append($0) }
        return members
    }

    /// Calls `body` with each member in some words, ascending.
    @inline(__always)
    func forEachMember(ofWords range: Range<Int>, _ body: (Int) -> Void) {
        for wordIndex in range {
            var rest = words[wordIndex]
            while rest != 0 {
                body(wordIndex << 6 + rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }

    /// How many words the bits take.
    var wordCount: Int { words.count }

    /// The bits of 64 indices, the lowest bit first.
    @inline(__always)
    func word(_ wordIndex: Int) -> UInt64 { words[wordIndex] }

    /// Lends the words.
    func withWords<Result>(_ body: (UnsafeBufferPointer<UInt64>) -> Result) -> Result {
        words.withUnsafeBufferPointer(body)
    }

    /// Members in some words.
    func count(ofWords range: Range<Int>) -> Int {
        words[range].reduce(0) { $0 &+ $1.nonzeroBitCount }
    }

    /// Calls `body` with each member, ascending.
    @inline(__always)
    func forEachMember(_ body: (Int) -> Void) { forEachMember(ofWords: words.indices, body) }

    /// The members, ascending.
    ///
    /// - Complexity: O(capacity / 64 + members).
    public var indices: [UInt32] {
        var indices: [UInt32] = []
        indices.reserveCapacity(count)
        forEachMember { indices.append(UInt32(truncatingIfNeeded: $0)) }
        return indices
    }

    /// Calls `body` for each word that `range` touches, with the bits of the range in it.
    @inline(__always)
    private func forEachWord(of range: Range<Int>, _ body: (Int, UInt64) -> Void) {
        precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
        guard !range.isEmpty else { return }
        let first = range.lowerBound >> 6
        let last = (range.upperBound - 1) >> 6
        for wordIndex in first...last {
            var mask = UInt64.max
            if wordIndex == first { mask &= ~0 << UInt64(range.lowerBound & 63) }
            if wordIndex == last { mask &= ~0 >> UInt64(63 - (range.upperBound - 1) & 63) }
            body(wordIndex, mask)
        }
    }
}

// MARK: - Filling

extension PointSet {
    /// Adds `index`, 0..<capacity; one that is a member already changes nothing. Complexity: O(1).
    public mutating func insert(_ index: Int) {
        precondition(index >= 0 && index < capacity)
        let bit: UInt64 = 1 << UInt64(index & 63)
        if words[index >> 6] & bit == 0 { count += 1 }
        words[index >> 6] |= bit
    }

    /// Removes `index`, 0..<capacity; one that is no member changes nothing. Complexity: O(1).
    public mutating func remove(_ index: Int) {
        precondition(index >= 0 && index < capacity)
        let bit: UInt64 = 1 << UInt64(index & 63)
        if words[index >> 6] & bit != 0 { count -= 1 }
        words[index >> 6] &= ~bit
    }

    /// Adds a range of indices.
    ///
    /// - Complexity: O(length / 64).
    public mutating func insert(contentsOf range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
        var index = range.lowerBound
        while index < range.upperBound {
            let bit = index & 63
            let length = Swift.min(64 - bit, range.upperBound - index)
            let mask = (UInt64.max >> UInt64(64 - length)) << UInt64(bit)
            count += length - (words[index >> 6] & mask).nonzeroBitCount
            words[index >> 6] |= mask
            index += length
        }
    }

    /// Adds all indices of `runs`.
    ///
    /// - Complexity: O(runs + indices / 64).
    public mutating func insert(contentsOf runs: IndexRuns) {
        for run in runs.runs { insert(contentsOf: run) }
    }

    /// Adds the members of a set of the same capacity.
    public mutating func formUnion(_ other: PointSet) { combine(other) { $0 | $1 } }

    /// Removes the members of a set of the same capacity.
    public mutating func subtract(_ other: PointSet) { combine(other) { $0 & ~$1 } }

    /// Removes the indices of a set of the same capacity that are members, and adds the others.
    public mutating func formSymmetricDifference(_ other: PointSet) { combine(other) { $0 ^ $1 } }

    @inline(__always)
    private mutating func combine(_ other: PointSet, _ operation: (UInt64, UInt64) -> UInt64) {
        precondition(capacity == other.capacity, "sets of two trees")
        count = 0
        for wordIndex in words.indices {
            words[wordIndex] = operation(words[wordIndex], other.words[wordIndex])
            count += words[wordIndex].nonzeroBitCount
        }
    }
}

// MARK: - Ranks

/// How many members of a set are below indices that ascend.
struct PointRanks {
    private let points: PointSet
    private var wordIndex: Int
    /// Members below that word.
    private var before: Int

    /// - Parameter first: the least index that is asked for.
    init(of points: PointSet, from first: Int) {
        self.points = points
        wordIndex = first >> 6
        before = points.count(ofWords: 0..<wordIndex)
    }

    /// - Parameter index: not below the one before, and at most the capacity.
    @inline(__always)
    mutating func count(below index: Int) -> Int {
        while wordIndex < index >> 6 {
            before &+= points.word(wordIndex).nonzeroBitCount
            wordIndex += 1
        }
        let bit = UInt64(index & 63)
        return bit == 0 ? before : before &+ (points.word(wordIndex) & (1 << bit - 1)).nonzeroBitCount
    }
}
