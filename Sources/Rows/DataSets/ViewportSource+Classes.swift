import MapModel
import RowValues
import Streams

extension ViewportSource {
    /// Quantiles that breaks are made from: sixths and hundredths are among them.
    private var quantileCount: Int { 600 }

    /// The classes of a column by the values of all rows of this source.
    ///
    /// - Throws: `.refused` where its values are too long for a filter.
    package func classes(
        of column: Int, method: ClassMethod, isCancelled: () -> Bool
    ) throws(SourceError) -> RowClasses {
        let found = try distribution(of: column, quantileCount: quantileCount, isCancelled: isCancelled)
        let summary = found.summary
        let isFew =
            summary.kind == .number && summary.distinctCount.map { $0 <= RowClasses.fewNumbers } ?? false
        if isFew || summary.kind == .text || summary.kind == .boolean {
            let values = try categories(of: column, summary, isCancelled)
            if !isFew || values.allSatisfy({ Double($0).map { $0 == $0.rounded() } ?? false }) {
                return try counted(values, summary, isCancelled)
            }
        }
        let ranges = try ranges(found, method: method, isCancelled: isCancelled)
        return RowClasses(
            column: summary.name, kind: summary.kind, scheme: .ranges(ranges),
            missingCount: ranges.missingCount)
    }

    /// The ranges of the numbers of a column.
    package func ranges(
        of column: Int, method: ClassMethod, isCancelled: () -> Bool
    ) throws(SourceError) -> NumberRanges {
        try ranges(
            distribution(of: column, quantileCount: quantileCount, isCancelled: isCancelled), method: method,
            isCancelled: isCancelled)
    }

    // MARK: - Categories

    /// The most frequent values, as filters need them.
    private func categories(
        of column: Int, _ summary: ColumnSummary, _ isCancelled: () -> Bool
    ) throws(SourceError) -> [String] {
        // Each server writes them in its own way.
        if summary.kind == .boolean { return ["true", "false"] }
        let frequent = try frequentValues(
            of: column, limit: RowClasses.categoryLimit, isCancelled: isCancelled)
        guard summary.kind == .number else { return frequent.map(\.value) }
        let numbers = frequent.map { (number: Double($0.value), text: $0.value) }
        return numbers.sorted { ($0.number ?? .infinity) < ($1.number ?? .infinity) }.map { number, text in
            number.map { ColumnKind.text(of: $0, kind: .number) } ?? text
        }
    }

    private func counted(
        _ values: [String], _ summary: ColumnSummary, _ isCancelled: () -> Bool
    ) throws(SourceError) -> RowClasses {
        let hasOthers =
            values.count == RowClasses.categoryLimit
            && summary.distinctCount.map { $0 > values.count } ?? true
        func classes(_ counts: [Int]) -> RowClasses {
            var categories = zip(values, counts.dropFirst()).map {
                RowClasses.Category(value: $0, count: $1, valueCount: 1)
            }
            // Of no rows, a value of a type that has two needs no class.
            if summary.kind == .boolean, counts.contains(where: { $0 > 0 }) {
                categories = categories.filter { $0.count > 0 }.sorted { $0.count > $1.count }
            }
            if hasOthers, let count = counts.last {
                let different = summary.distinctCount.map { $0 - values.count }
                categories.append(RowClasses.Category(value: "", count: count, valueCount: different))
            }
            return RowClasses(
                column: summary.name, kind: summary.kind, scheme: .categories(categories),
                missingCount: counts[0])
        }
        let none = [Int](repeating: 0, count: values.count + (hasOthers ? 2 : 1))
        return classes(try rowCounts(matching: classes(none).filters, isCancelled: isCancelled))
    }

    // MARK: - Ranges

    private func ranges(
        _ found: ColumnDistribution, method: ClassMethod, isCancelled: () -> Bool
    ) throws(SourceError) -> NumberRanges {
        let summary = found.summary
        guard let range = summary.range, !found.quantiles.isEmpty else {
            return NumberRanges(
                edges: [], counts: [], missingCount: summary.missingCount, histogram: [], histogramEnd: 0)
        }
        let all = NumberAggregates.Aggregate(
            count: summary.filledCount, sum: 0, least: range.least, greatest: range.greatest)
        let edges = NumberRanges.edges(found.quantiles, all, RowClasses.rangeLimit, method, summary.kind)
        let quantile = found.quantiles[min(found.quantiles.count * 99 / 100, found.quantiles.count - 1)]
        let end = quantile > range.least ? quantile : range.greatest
        let bars = NumberRanges.barCount
        let width = (end - range.least) / Double(bars)
        let barEdges = width > 0 ? (0...bars).map { range.least + width * Double($0) } : []
        func counts(_ edges: [Double]) throws(SourceError) -> [Int] {
            try rowCounts(
                matching: NumberRanges.filters(edges, summary.name, summary.kind), isCancelled: isCancelled)
        }
        let inRanges = try counts(edges)
        let inBars = barEdges.isEmpty ? [0, summary.filledCount] : try counts(barEdges)
        let histogram = Array(inBars.dropFirst())
        return NumberRanges(
            edges: edges, counts: Array(inRanges.dropFirst()), missingCount: inRanges[0],
            histogram: histogram + [Int](repeating: 0, count: max(bars - histogram.count, 0)),
            histogramEnd: end)
    }
}
