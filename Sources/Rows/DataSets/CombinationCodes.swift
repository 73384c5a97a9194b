import MapModel
import RowValues
import Streams

/// The different combinations of values of some columns, and the number of that of each row.
package struct CombinationCodes: Sendable {
    /// The number of the combination of each row that waits for its place; `none` for others.
    package private(set) var codes: [UInt32]
    /// The different ones, each with its rows.
    package private(set) var combinations: [PlaceCombination]

    /// Of rows that the reader has skipped.
    package static let none = UInt32.max
    /// So many columns are joined.
    package static let columnLimit = 4

    /// Codes that were numbered already.
    package init(codes: [UInt32], combinations: [PlaceCombination]) {
        (self.codes, self.combinations) = (codes, combinations)
    }

    /// Reads some columns of a table, together or one by one: those of rows in `waiting`, of all rows without.
    package init(
        of table: any RowTable, _ columns: [Int], waiting: RowSet?, isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        if let table = table as? any CombiningTable,
            let read = try table.combinations(of: columns, isCancelled: isCancelled, progress: progress)
        {
            self.init(read, waiting: waiting)
            return
        }
        var builders = columns.map { ColumnBuilder(name: table.columnNames[$0], kind: .text) }
        try table.appendColumns(columns, to: &builders, isCancelled: isCancelled, progress: progress)
        let words: [WordCodes] = builders.compactMap {
            if case .words(let words) = $0.finish().storage { words } else { nil }
        }
        self.init(words, rowCount: table.recordCount, waiting: waiting)
    }

    /// Numbers combinations that were read together: those of rows in `waiting`, of all rows without.
    ///
    /// - Complexity: O(rows).
    package init(_ read: RowCombinations, waiting: RowSet?) {
        // Values may be written in several ways: with quotes and without.
        var known: [[String]: Int] = [:]
        let first = read.values.enumerated().map { code, values in
            if let first = known[values] { return first }
            known[values] = code
            return code
        }
        var numbers = [UInt32](repeating: Self.none, count: first.count)
        var combinations: [PlaceCombination] = []
        var counts: [Int] = []
        var codes: [UInt32] = []
        codes.reserveCapacity(read.codes.count)
        read.codes.forEach { code in
            if let waiting, !waiting.contains(UInt32(truncatingIfNeeded: codes.count)) {
                return codes.append(Self.none)
            }
            if numbers[code] == Self.none {
                if numbers[first[code]] == Self.none {
                    numbers[first[code]] = UInt32(truncatingIfNeeded: counts.count)
                    combinations.append(PlaceCombination(values: read.values[code], rows: 0))
                    counts.append(0)
                }
                numbers[code] = numbers[first[code]]
            }
            counts[Int(numbers[code])] += 1
            codes.append(numbers[code])
        }
        for (number, count) in counts.enumerated() { combinations[number].rows = count }
        (self.codes, self.combinations) = (codes, combinations)
    }

    /// Joins at most `columnLimit` columns of words: those of rows in `waiting`, of all rows without.
    ///
    /// Combinations are numbered in the order of their first rows, for any number of workers.
    /// - Complexity: O(rows · columns), shared by the workers.
    package init(
        _ columns: [WordCodes], rowCount: Int, waiting: RowSet? = nil, by workers: Workers = .processors
    ) {
        let shares = workers.shares(of: rowCount) { rows in
            CombinationShare(columns, rows: rows, waiting: waiting)
        }
        var numbers = CombinationNumbers()
        var rows: [Int] = []
        codes = []
        for share in shares {
            let map = zip(share.numbers.keys, share.rows).map { key, count in
                let number = numbers.number(of: key)
                if Int(number) == rows.count { rows.append(0) }
                rows[Int(number)] += count
                return number
            }
            if codes.isEmpty {
                // The first share has the first numbers.
                codes = share.codes
                if shares.count > 1 { codes.reserveCapacity(rowCount) }
            } else {
                codes.append(contentsOf: share.codes.lazy.map { $0 == Self.none ? $0 : map[Int($0)] })
            }
        }
        let words = columns.map { column in [""] + (0..<column.dictionary.count).map { column.word($0 + 1) } }
        combinations = zip(numbers.keys, rows).map { key, rows in
            PlaceCombination(
                values: words.indices.map { slot in words[slot][Int(key[slot])] }, rows: rows)
        }
    }
}

/// The combinations of neighbouring rows, numbered by themselves.
private struct CombinationShare {
    private(set) var codes: [UInt32] = []
    private(set) var numbers = CombinationNumbers()
    /// Rows of each combination.
    private(set) var rows: [Int] = []

    /// Rows whose words are gathered before they are numbered.
    private static let block = 1_024

    init(_ columns: [WordCodes], rows range: Range<Int>, waiting: RowSet?) {
        let lanes = CombinationCodes.columnLimit
        codes.reserveCapacity(range.count)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.block * lanes) { memory in
            memory.initialize(repeating: 0)
            for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.block) {
                let block = start..<min(start + Self.block, range.upperBound)
                for (slot, column) in columns.prefix(lanes).enumerated() {
                    column.copy(block, to: memory, from: slot, step: lanes)
                }
                append(block, memory, waiting)
            }
        }
    }

    private mutating func append(
        _ block: Range<Int>, _ memory: UnsafeMutableBufferPointer<UInt32>, _ waiting: RowSet?
    ) {
        let lanes = CombinationCodes.columnLimit
        for (index, row) in block.enumerated() {
            if let waiting, !waiting.contains(UInt32(truncatingIfNeeded: row)) {
                codes.append(CombinationCodes.none)
                continue
            }
            let first = index &* lanes
            let key = SIMD4(memory[first], memory[first &+ 1], memory[first &+ 2], memory[first &+ 3])
            let number = numbers.number(of: key)
            if Int(number) == rows.count { rows.append(0) }
            rows[Int(number)] += 1
            codes.append(number)
        }
    }
}

/// Numbers for combinations in the order of their first appearance: a hash table of open addressing.
private struct CombinationNumbers {
    /// The codes of the words of each combination.
    private(set) var keys: [SIMD4<UInt32>] = []
    /// Number + 1; 0 is free.
    private var slots = [UInt32](repeating: 0, count: 1 << 12)
    /// Neighbouring rows often have the same.
    private var last: UInt32 = 0

    /// The number of a combination, which is a new one if it is that of the keys before.
    @inline(__always)
    mutating func number(of key: SIMD4<UInt32>) -> UInt32 {
        if Int(last) < keys.count, keys[Int(last)] == key { return last }
        var slot = Self.hash(of: key) & (slots.count &- 1)
        while slots[slot] != 0 {
            last = slots[slot] &- 1
            if keys[Int(last)] == key { return last }
            slot = (slot &+ 1) & (slots.count &- 1)
        }
        last = UInt32(truncatingIfNeeded: keys.count)
        keys.append(key)
        slots[slot] = last &+ 1
        if keys.count * 2 > slots.count { grow() }
        return last
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: slots.count * 4)
        for (number, key) in keys.enumerated() {
            var slot = Self.hash(of: key) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number + 1)
        }
    }

    @inline(__always)
    private static func hash(of key: SIMD4<UInt32>) -> Int {
        let first = UInt64(key[0]) | UInt64(key[1]) << 32
        let second = UInt64(key[2]) | UInt64(key[3]) << 32
        var mixed = (first ^ first >> 29) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 32 ^ second) &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: mixed >> 24)
    }
}
