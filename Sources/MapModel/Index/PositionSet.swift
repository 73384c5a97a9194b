/// A set of positions of a `QuadTree` as bits: which points are highlighted, such as the matches of a search.
///
/// One bit a point. Counts over ranges of positions, such as clusters and cells, take 64 positions at a time.
public struct PositionSet: Sendable, Hashable {
    /// Positions are 0..<capacity, as many as the tree has points.
    public let capacity: Int
    /// Members, 0...capacity. Complexity: O(1).
    public private(set) var count = 0
    private var words: [UInt64]

    /// An empty set for the positions of a tree of `capacity` points.
    public init(capacity: Int) {
        precondition(capacity >= 0)
        self.capacity = capacity
        words = Array(repeating: 0, count: (capacity + 63) / 64)
    }

    /// Whether there are no members.
    public var isEmpty: Bool { count == 0 }

    /// Whether `position`, 0..<capacity, is a member. Complexity: O(1).
    public func contains(_ position: Int) -> Bool {
        precondition(position >= 0 && position < capacity)
        return words[position >> 6] & 1 << UInt64(position & 63) != 0
    }

    /// How many members lie in `range`.
    ///
    /// - Complexity: O(length / 64).
    public func count(in range: Range<Int>) -> Int {
        var total = 0
        forEachWord(of: range) { index, mask in total += (words[index] & mask).nonzeroBitCount }
        return total
    }

    /// How many members lie in `runs`.
    public func count(in runs: PositionRuns) -> Int {
        runs.runs.reduce(0) { $0 + count(in: $1) }
    }

    /// The least member at or after `position`; nil when there is none.
    ///
    /// - Complexity: O(distance / 64).
    public func first(from position: Int) -> Int? {
        let position = Swift.max(position, 0)
        guard position < capacity else { return nil }
        var index = position >> 6
        var word = words[index] & (~0 << UInt64(position & 63))
        while word == 0 {
            index += 1
            guard index < words.count else { return nil }
            word = words[index]
        }
        return index << 6 + word.trailingZeroBitCount
    }

    /// The least member after `position`; nil when there is none.
    public func first(after position: Int) -> Int? {
        position == .max ? nil : first(from: position + 1)
    }

    /// Calls `body` for each word that `range` touches, with the bits of the range in it.
    @inline(__always)
    private func forEachWord(of range: Range<Int>, _ body: (Int, UInt64) -> Void) {
        precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
        guard !range.isEmpty else { return }
        let first = range.lowerBound >> 6
        let last = (range.upperBound - 1) >> 6
        for index in first...last {
            var mask = UInt64.max
            if index == first { mask &= ~0 << UInt64(range.lowerBound & 63) }
            if index == last { mask &= ~0 >> UInt64(63 - (range.upperBound - 1) & 63) }
            body(index, mask)
        }
    }
}

// MARK: - Filling

extension PositionSet {
    /// Adds `position`, 0..<capacity; one that is a member already changes nothing. Complexity: O(1).
    public mutating func insert(_ position: Int) {
        precondition(position >= 0 && position < capacity)
        let bit: UInt64 = 1 << UInt64(position & 63)
        if words[position >> 6] & bit == 0 { count += 1 }
        words[position >> 6] |= bit
    }

    /// Adds a range of positions.
    ///
    /// - Complexity: O(length / 64).
    public mutating func insert(contentsOf range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
        var position = range.lowerBound
        while position < range.upperBound {
            let bit = position & 63
            let length = Swift.min(64 - bit, range.upperBound - position)
            let mask = (UInt64.max >> UInt64(64 - length)) << UInt64(bit)
            count += length - (words[position >> 6] & mask).nonzeroBitCount
            words[position >> 6] |= mask
            position += length
        }
    }

    /// Adds all positions of `runs`.
    ///
    /// - Complexity: O(runs + positions / 64).
    public mutating func insert(contentsOf runs: PositionRuns) {
        for run in runs.runs { insert(contentsOf: run) }
    }

    /// Adds the members of a set of the same capacity.
    public mutating func formUnion(_ other: PositionSet) {
        precondition(capacity == other.capacity, "sets of two trees")
        count = 0
        for index in words.indices {
            words[index] |= other.words[index]
            count += words[index].nonzeroBitCount
        }
    }

    /// The members of both sets, which must have the same capacity.
    ///
    /// - Complexity: O(capacity / 64).
    public func union(_ other: PositionSet) -> PositionSet {
        var union = self
        union.formUnion(other)
        return union
    }
}
