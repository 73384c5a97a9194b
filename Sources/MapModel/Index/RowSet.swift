/// A set of rows of a source by number, as bits: the rows that match a filter.
///
/// Rows are numbered in the order of the source, so that a set survives another index of the same rows.
public struct RowSet: Sendable, Hashable {
    /// Rows are 0..<capacity.
    public private(set) var capacity: Int
    /// Bits 64 rows at a time, the lowest bit first; bits beyond `capacity` are 0.
    public private(set) var words: [UInt64]

    /// A set for the rows 0..<capacity, empty or with all of them.
    public init(capacity: Int, containsAll: Bool = false) {
        precondition(capacity >= 0)
        self.capacity = capacity
        words = Array(repeating: containsAll ? .max : 0, count: (capacity + 63) / 64)
        if containsAll { clearTail() }
    }

    /// The rows for which `contains` is true.
    ///
    /// - Complexity: O(capacity) calls, without a branch for each.
    @inlinable
    public init(capacity: Int, where contains: (Int) -> Bool) {
        self.init(capacity: capacity)
        for wordIndex in 0..<wordCount {
            var word: UInt64 = 0
            let first = wordIndex << 6
            for bit in 0..<Swift.min(64, capacity - first) {
                word |= (contains(first + bit) ? 1 : 0) << UInt64(bit)
            }
            setWord(wordIndex, word)
        }
    }

    /// A set of these words; nil where they are not those of `capacity` rows.
    public init?(words: [UInt64], capacity: Int) {
        guard capacity >= 0, words.count == (capacity + 63) / 64 else { return nil }
        (self.capacity, self.words) = (capacity, words)
        if let last = words.last, capacity & 63 != 0, last >> UInt64(capacity & 63) != 0 { return nil }
    }

    /// How many members there are.
    ///
    /// - Complexity: O(capacity / 64).
    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Whether there are no members.
    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Whether `row` is a member; false for rows beyond the capacity.
    @inline(__always)
    public func contains(_ row: UInt32) -> Bool {
        let index = Int(row >> 6)
        return index < words.count && words[index] & 1 << UInt64(row & 63) != 0
    }

    /// Adds a row below the capacity.
    public mutating func insert(_ row: UInt32) {
        precondition(Int(row) < capacity)
        words[Int(row >> 6)] |= 1 << UInt64(row & 63)
    }

    /// Makes room for the rows 0..<capacity; never less than before.
    public mutating func grow(to capacity: Int) {
        guard capacity > self.capacity else { return }
        self.capacity = capacity
        words += Array(repeating: 0, count: (capacity + 63) / 64 - words.count)
    }

    /// The members in ascending order.
    public var rows: [UInt32] {
        var rows: [UInt32] = []
        rows.reserveCapacity(count)
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                rows.append(UInt32(index << 6 + rest.trailingZeroBitCount))
                rest &= rest &- 1
            }
        }
        return rows
    }

    /// The first `count` members; all where there are fewer.
    ///
    /// - Complexity: O(capacity / 64).
    public func prefix(_ count: Int) -> RowSet {
        var prefix = RowSet(capacity: capacity)
        var left = count
        for (index, word) in words.enumerated() where left > 0 {
            var taken = word
            // The members of a word beyond those that are left, the last one first.
            while taken.nonzeroBitCount > left { taken &= ~(1 << UInt64(63 - taken.leadingZeroBitCount)) }
            prefix.words[index] = taken
            left -= taken.nonzeroBitCount
        }
        return prefix
    }

    /// The members among `rows`, counted from the first of these: what is left of a set for one of several tables.
    ///
    /// - Complexity: O(rows).
    public func slice(_ rows: Range<Int>) -> RowSet {
        RowSet(capacity: rows.count) { contains(UInt32(truncatingIfNeeded: rows.lowerBound + $0)) }
    }

    /// Whether all members are in `other` as well.
    public func isSubset(of other: RowSet) -> Bool {
        words.indices.allSatisfy { words[$0] & ~other.word($0) == 0 }
    }

    /// Keeps the rows that are in `other` as well; the sets must have the same capacity.
    public mutating func formIntersection(_ other: RowSet) {
        precondition(capacity == other.capacity, "sets of different sources")
        for index in words.indices { words[index] &= other.words[index] }
    }

    /// Adds the rows of `other`; the sets must have the same capacity.
    public mutating func formUnion(_ other: RowSet) {
        precondition(capacity == other.capacity, "sets of different sources")
        for index in words.indices { words[index] |= other.words[index] }
    }

    /// Removes the rows of `other`; the sets must have the same capacity.
    public mutating func subtract(_ other: RowSet) {
        precondition(capacity == other.capacity, "sets of different sources")
        for index in words.indices { words[index] &= ~other.words[index] }
    }

    /// Removes the rows of `other` that are members, and adds the others; the sets must have the same capacity.
    public mutating func formSymmetricDifference(_ other: RowSet) {
        precondition(capacity == other.capacity, "sets of different sources")
        for index in words.indices { words[index] ^= other.words[index] }
    }

    /// Members become others, others become members.
    public mutating func formComplement() {
        for index in words.indices { words[index] = ~words[index] }
        clearTail()
    }

    private mutating func clearTail() {
        let rest = capacity & 63
        if rest != 0 { words[words.count - 1] &= UInt64.max >> UInt64(64 - rest) }
    }

    // MARK: - Words of 64 rows

    /// Calls `body` with the words, whose bits beyond the capacity must stay 0.
    mutating func withWords(_ body: (UnsafeMutableBufferPointer<UInt64>) -> Void) {
        words.withUnsafeMutableBufferPointer { body($0) }
    }

    /// Words of 64 rows each; the last may be shorter.
    public var wordCount: Int { words.count }

    /// The bits of the rows from 64 × `index` on; none for rows beyond the capacity.
    public func word(_ index: Int) -> UInt64 { index < words.count ? words[index] : 0 }

    /// Replaces the bits of 64 rows; bits beyond the capacity must be 0.
    public mutating func setWord(_ index: Int, _ word: UInt64) {
        assert(index + 1 < words.count || capacity & 63 == 0 || word >> UInt64(capacity & 63) == 0)
        words[index] = word
    }
}
