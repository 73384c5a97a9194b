import RowValues
import MapModel

// What a column holds in several sources together.
extension ColumnDistribution {
    /// Of rows that do not have the column.
    package init(of rowCount: Int, without column: String) {
        self.init(summary: ColumnSummary(of: rowCount, without: column), quantiles: [])
    }

    /// What sources hold together; nil where their values are of several types.
    ///
    /// The median and the quantiles are as near as theirs allow.
    ///
    /// - Parameter distinctCount: how many different values there are, where that is known.
    package init?(
        joining parts: [ColumnDistribution], column: String, distinctCount: Int?, quantileCount: Int
    ) {
        let filled = parts.filter { $0.summary.filledCount > 0 }
        let kind = filled.first?.summary.kind ?? .text
        guard filled.allSatisfy({ $0.summary.kind == kind }) else { return nil }
        let quantiles = Self.joined(filled, count: quantileCount)
        let whole = ColumnSummary(joining: parts.map(\.summary), column: column, listing: 0)
        let range = whole.range.map { range in
            ColumnSummary.Range(
                least: range.least, greatest: range.greatest, mean: range.mean,
                median: quantiles.isEmpty ? range.median : quantiles[quantiles.count / 2])
        }
        self.init(
            summary: ColumnSummary(
                name: column, kind: kind, rowCount: whole.rowCount, missingCount: whole.missingCount,
                misfitCount: whole.misfitCount, distinctCount: distinctCount ?? whole.distinctCount,
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
