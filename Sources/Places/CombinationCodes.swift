import RowValues
import Rows
import Streams

/// The different combinations of values of some columns, and the number of that of each row.
struct CombinationCodes {
    /// The number of the combination of each row that waits for its place; `none` for others.
    private(set) var codes: [UInt32]
    private(set) var combinations: [PlaceCombination]

    /// Of rows that the reader has skipped.
    static let none = UInt32.max

    /// Codes that were numbered already.
    init(codes: [UInt32], combinations: [PlaceCombination]) {
        (self.codes, self.combinations) = (codes, combinations)
    }

    /// Joins columns of words: those of rows in `waiting`, ascending.
    ///
    /// - Complexity: O(rows · columns).
    init(_ columns: [WordCodes], rowCount: Int, waiting: [UInt32]) {
        var codes = [UInt32](repeating: 0, count: rowCount)
        var keys: [SIMD4<UInt32>] = [SIMD4(repeating: 0)]
        for (slot, column) in columns.enumerated() {
            Self.join(column, slot, &codes, &keys)
        }
        // Combinations are numbered in the order of the rows that wait for their place.
        var numbers = [UInt32](repeating: Self.none, count: keys.count)
        var order: [Int] = []
        var rows: [Int] = []
        var joined = [UInt32](repeating: Self.none, count: rowCount)
        for row in waiting {
            let key = Int(codes[Int(row)])
            if numbers[key] == Self.none {
                numbers[key] = UInt32(order.count)
                order.append(key)
                rows.append(0)
            }
            rows[Int(numbers[key])] += 1
            joined[Int(row)] = numbers[key]
        }
        self.codes = joined
        combinations = zip(order, rows).map { key, rows in
            PlaceCombination(
                values: columns.enumerated().map { slot, column in
                    let code = Int(Self.part(slot, of: keys[key]))
                    return code == 0 ? "" : column.word(code)
                }, rows: rows)
        }
    }

    /// So many columns are joined.
    static let columnLimit = 4

    private static func part(_ slot: Int, of key: SIMD4<UInt32>) -> UInt32 { key[slot] }

    /// Numbers the pairs of what rows have so far and their word in one more column.
    private static func join(
        _ column: WordCodes, _ slot: Int, _ codes: inout [UInt32], _ keys: inout [SIMD4<UInt32>]
    ) {
        var table = PairTable()
        var joined: [SIMD4<UInt32>] = []
        var row = 0
        column.forEach { code in
            let (number, isNew) = table.number(of: UInt64(codes[row]) << 32 | UInt64(code))
            if isNew {
                var key = keys[Int(codes[row])]
                key[slot] = UInt32(code)
                joined.append(key)
            }
            codes[row] = number
            row += 1
        }
        keys = joined
    }
}

/// Numbers for pairs in the order of their first appearance: a hash table of open addressing.
private struct PairTable {
    private var slots: [(key: UInt64, number: UInt32)]
    private var count = 0
    private var last: (key: UInt64, number: UInt32) = (.max, 0)

    private static let free = UInt64.max

    init() { slots = Array(repeating: (Self.free, 0), count: 1 << 12) }

    @inline(__always)
    mutating func number(of key: UInt64) -> (number: UInt32, isNew: Bool) {
        if key == last.key { return (last.number, false) }
        var slot = Self.slot(of: key, slots.count)
        while slots[slot].key != Self.free {
            if slots[slot].key == key {
                last = slots[slot]
                return (last.number, false)
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = (key, UInt32(count))
        last = slots[slot]
        count += 1
        if count * 2 > slots.count { grow() }
        return (last.number, true)
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: (Self.free, 0), count: old.count * 4)
        for entry in old where entry.key != Self.free {
            var slot = Self.slot(of: entry.key, slots.count)
            while slots[slot].key != Self.free { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = entry
        }
    }

    @inline(__always)
    private static func slot(of key: UInt64, _ count: Int) -> Int {
        let mixed = (key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 24) & (count - 1)
    }
}
