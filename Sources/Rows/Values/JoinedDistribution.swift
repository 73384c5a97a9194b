import MapModel

// What a column holds in several sources together.
extension ColumnDistribution {
    /// Of rows that do not have the column.
    package init(of rowCount: Int, without column: String) {
        self.init(
            summary: ColumnSummary(
                name: column, kind: .text, rowCount: rowCount, missingCount: rowCount, misfitCount: 0,
                distinctCount: 0, range: nil, frequent: []), quantiles: [])
    }

    /// What sources hold together; nil where their values are of several types.
    ///
    /// The median and the quantiles are as near as theirs allow.
    ///
    /// - Parameter distinctCount: how many different values there are; nil where all are taken for different.
    package init?(
        joining parts: [ColumnDistribution], column: String, distinctCount: Int?, quantileCount: Int
    ) {
        let filled = parts.filter { $0.summary.filledCount > 0 }
        let kind = filled.first?.summary.kind ?? .text
        guard filled.allSatisfy({ $0.summary.kind == kind }) else { return nil }
        func sum(_ count: KeyPath<ColumnSummary, Int>) -> Int {
            parts.reduce(0) { $0 + $1.summary[keyPath: count] }
        }
        let quantiles = Self.joined(filled, count: quantileCount)
        let ranges = filled.compactMap { part in part.summary.range.map { ($0, part.summary.filledCount) } }
        var range: ColumnSummary.Range?
        if let least = ranges.map(\.0.least).min(), let greatest = ranges.map(\.0.greatest).max() {
            let mean =
                ranges.reduce(0) { $0 + $1.0.mean * Double($1.1) }
                / Double(max(ranges.reduce(0) { $0 + $1.1 }, 1))
            let median = quantiles.isEmpty ? mean : quantiles[quantiles.count / 2]
            range = ColumnSummary.Range(least: least, greatest: greatest, mean: mean, median: median)
        }
        self.init(
            summary: ColumnSummary(
                name: column, kind: kind, rowCount: sum(\.rowCount), missingCount: sum(\.missingCount),
                misfitCount: sum(\.misfitCount), distinctCount: distinctCount ?? sum(\.distinctCount),
                range: range, frequent: []), quantiles: quantiles)
    }

    /// The quantiles of all values, each quantile of a part standing for as many rows as it does there.
    private static func joined(_ parts: [ColumnDistribution], count: Int) -> [Double] {
        let parts = parts.filter { !$0.quantiles.isEmpty }
        guard parts.count > 1 else { return parts.first?.quantiles ?? [] }
        let values = parts.flatMap { part in
            let weight = Double(part.summary.filledCount) / Double(part.quantiles.count)
            return part.quantiles.map { (value: $0, weight: weight) }
        }.sorted { $0.value < $1.value }
        let total = values.reduce(0) { $0 + $1.weight }
        var joined: [Double] = []
        var passed = 0.0
        for (value, weight) in values {
            passed += weight
            while joined.count < count, Double(joined.count) * total < passed * Double(count) {
                joined.append(value)
            }
        }
        return joined
    }
}
