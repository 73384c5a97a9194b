import MapModel

/// What numbers have in common: how many different ones there are, and their range.
///
/// Whole numbers and decimals of a few digits are added up and sorted as integers: their mean is exact but for its last
/// rounding, in whatever order the rows are.
struct NumberFigures {
    let count: Int
    let distinctCount: Int
    /// Nil without numbers.
    let range: ColumnSummary.Range?

    /// The figures of some rows, of all where `rows` is nil.
    ///
    /// - Complexity: O(rows).
    init(_ numbers: PackedNumbers, _ rows: RowSet?) {
        if let decimals = Decimals(numbers, rows) {
            self.init(decimals)
        } else {
            self.init(sorted: Self.sorted(numbers, rows))
        }
    }

    // MARK: - Any numbers

    private init(sorted numbers: [Double]) {
        count = numbers.count
        distinctCount = zip(numbers, numbers.dropFirst()).reduce(numbers.isEmpty ? 0 : 1) {
            $0 + ($1.0 == $1.1 ? 0 : 1)
        }
        range = ColumnSummary.Range(sorted: numbers)
    }

    private static func sorted(_ numbers: PackedNumbers, _ rows: RowSet?) -> [Double] {
        var keys: [UInt64] = []
        keys.reserveCapacity(rows?.count ?? numbers.count)
        var row: UInt32 = 0
        numbers.forEach { number in
            if !number.isNaN, rows?.contains(row) ?? true { keys.append(Self.key(of: number)) }
            row &+= 1
        }
        DigitSort.sort(&keys)
        return keys.map { Double(bitPattern: $0 >> 63 == 1 ? $0 ^ 1 << 63 : ~$0) }
    }

    /// Bits that are ordered like numbers.
    private static func key(of number: Double) -> UInt64 {
        let bits = number.bitPattern
        return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }

    // MARK: - Decimals

    private init(_ decimals: consuming Decimals) {
        count = decimals.count
        guard count > 0 else {
            (distinctCount, range) = (0, nil)
            return
        }
        let mean = decimals.mean
        let sorted = SortedDecimals(decimals)
        distinctCount = sorted.distinctCount
        let middle = count / 2
        let upper = sorted.number(sorted.unit(at: middle))
        let lower = sorted.number(sorted.unit(at: max(middle - 1, 0)))
        let (least, greatest) = (sorted.number(sorted.least), sorted.number(sorted.greatest))
        let width = (greatest - least) / Double(ColumnSummary.Range.barCount)
        let histogram = sorted.histogram(barCount: ColumnSummary.Range.barCount) { unit in
            let bar = width > 0 ? (sorted.number(unit) - least) / width : 0
            return min(Int(bar), ColumnSummary.Range.barCount - 1)
        }
        range = ColumnSummary.Range(
            least: least, greatest: greatest, mean: mean,
            median: count % 2 == 1 ? upper : lower + (upper - lower) / 2, histogram: histogram)
    }
}
