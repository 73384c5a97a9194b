import MapModel

/// Numbers as integers of a decimal unit: whole ones, or those with a few digits after the mark.
struct Decimals {
    /// The numbers in units, in the order of integers without a sign; those of rows without one are left out.
    private(set) var keys: [UInt32]
    /// Units in one.
    let scale: Double

    private static let scales = [1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7]
    /// The scale is guessed from the first so many numbers.
    private static let sampleSize = 2_000

    /// Nil where a number is not the nearest one to a decimal of seven digits after the mark and nine in all.
    init?(_ numbers: PackedNumbers, _ rows: RowSet?) {
        switch numbers {
        case .int8(let values): (keys, scale) = (Self.keys(values, rows), 1)
        case .int16(let values): (keys, scale) = (Self.keys(values, rows), 1)
        case .int32(let values): (keys, scale) = (Self.keys(values, rows), 1)
        case .double(let values):
            guard let found = Self.scaled(values, rows) else { return nil }
            (keys, scale) = found
        }
    }

    var count: Int { keys.count }

    /// The mean of at least one number: a sum of integers is exact.
    var mean: Double {
        Double(keys.reduce(0) { $0 &+ Self.units($1) }) / (scale * Double(keys.count))
    }

    @inline(__always)
    static func units(_ key: UInt32) -> Int { Int(key) &- 1 << 31 }

    @inline(__always)
    private static func key(_ units: Int32) -> UInt32 { UInt32(bitPattern: units) ^ 1 << 31 }

    private static func keys<Value: FixedWidthInteger & SignedInteger>(
        _ values: [Value], _ rows: RowSet?
    ) -> [UInt32] {
        var keys: [UInt32] = []
        keys.reserveCapacity(rows?.count ?? values.count)
        if let rows {
            for (row, value) in values.enumerated() where value != .min && rows.contains(UInt32(row)) {
                keys.append(key(Int32(value)))
            }
        } else {
            for value in values where value != .min { keys.append(key(Int32(value))) }
        }
        return keys
    }

    private static func scaled(_ values: [Double], _ rows: RowSet?) -> ([UInt32], Double)? {
        for scale in scales where values.prefix(sampleSize).allSatisfy({ $0.isNaN || isDecimal($0, scale) }) {
            if let keys = keys(values, rows, scale) { return (keys, scale) }
        }
        return nil
    }

    /// The numbers in units; nil where one is none.
    private static func keys(_ values: [Double], _ rows: RowSet?, _ scale: Double) -> [UInt32]? {
        var keys: [UInt32] = []
        keys.reserveCapacity(rows?.count ?? values.count)
        for (row, value) in values.enumerated() where !value.isNaN {
            if let rows, !rows.contains(UInt32(row)) { continue }
            guard isDecimal(value, scale) else { return nil }
            keys.append(key(Int32((value * scale).rounded(.toNearestOrEven))))
        }
        return keys
    }

    @inline(__always)
    private static func isDecimal(_ value: Double, _ scale: Double) -> Bool {
        let units = (value * scale).rounded(.toNearestOrEven)
        return abs(units) <= 2_147_483_647 && units / scale == value
    }

    /// Sorts the keys.
    mutating func sort() { DigitSort.sort(&keys) }
}

/// Decimals in ascending order: sorted, or counted where they are of a narrow range.
struct SortedDecimals {
    private let decimals: Decimals
    /// How often each number from the least on occurs; nil where they are sorted.
    private var counts: [Int]?
    /// In units.
    let least: Int
    /// In units.
    let greatest: Int

    /// So many different numbers are counted instead of sorted.
    private static let countedLimit = 1 << 16

    /// Sorts at least one number.
    init(_ decimals: consuming Decimals) {
        let ends = decimals.keys.reduce(into: (UInt32.max, UInt32.min)) {
            $0.0 = min($0.0, $1)
            $0.1 = max($0.1, $1)
        }
        (least, greatest) = (Decimals.units(ends.0), Decimals.units(ends.1))
        if greatest - least < Self.countedLimit {
            var counts = [Int](repeating: 0, count: greatest - least + 1)
            counts.withUnsafeMutableBufferPointer { counts in
                for key in decimals.keys { counts[Int(key &- ends.0)] &+= 1 }
            }
            self.counts = counts
        } else {
            decimals.sort()
        }
        self.decimals = decimals
    }

    /// The number of so many units.
    @inline(__always)
    func number(_ units: Int) -> Double { Double(units) / decimals.scale }

    /// How many different numbers there are.
    var distinctCount: Int {
        if let counts { return counts.count { $0 > 0 } }
        return decimals.keys.withUnsafeBufferPointer { keys in
            var count = 1
            for index in 1..<max(keys.count, 1) { count &+= keys[index] == keys[index &- 1] ? 0 : 1 }
            return count
        }
    }

    /// The number at a place in the order, in units.
    func unit(at place: Int) -> Int {
        guard let counts else { return Decimals.units(decimals.keys[place]) }
        var passed = 0
        let offset = counts.firstIndex { count in
            passed += count
            return place < passed
        }
        return least + (offset ?? counts.count - 1)
    }

    /// How many numbers there are in each bar, which ascends with the number in units.
    func histogram(barCount: Int, _ bar: (Int) -> Int) -> [Int] {
        var histogram = [Int](repeating: 0, count: barCount)
        if let counts {
            for (offset, count) in counts.enumerated() where count > 0 {
                histogram[bar(least + offset)] += count
            }
            return histogram
        }
        var start = 0
        for index in histogram.indices {
            let end = Bisection.first(in: start..<decimals.count) {
                bar(Decimals.units(decimals.keys[$0])) > index
            }
            histogram[index] = end - start
            start = end
        }
        return histogram
    }
}
