import MapModel
import DataSets

/// How large badges are that are sized by a figure of their rows, in six classes.
package struct FigureScale: Sendable {
    private let figures: RowFigures
    /// What a sum is measured in: the mean of all rows. Nil for other figures.
    private let unit: Double?

    /// Ratios of a row's number to the mean of all from which on it is of the next class.
    private static let steps = [0.25, 0.75, 1.5, 4, 10]
    /// Where all are alike: of rows that are only counted, and of a column with one number.
    private static let onlyClass = 3

    package init(_ figures: RowFigures) {
        self.figures = figures
        let all = 0..<figures.numbers.count
        unit = figures.figure.function == .sum ? figures.numbers.aggregate(in: all).mean : nil
    }

    /// 1 ... 6: a mean and the like by its class among all rows, a sum and a count as a count of average rows.
    package func sizeClass(of numbers: NumberAggregates.Aggregate, rowCount: Int) -> Int {
        guard let value = figures.value(of: numbers) else { return 1 }
        if let ranges = figures.ranges {
            // The least is 1 and the greatest 6, also of fewer classes.
            let steps = ranges.rangeCount - 1
            return steps < 1
                ? Self.onlyClass : 1 + ((ranges.classOfNumber(value) - 1) * 5 + steps / 2) / steps
        }
        if figures.figure.function == .count {
            return rowCount == 1 ? Self.onlyClass : ClusterScale.sizeClass(of: Int(value))
        }
        if figures.figure.function == .share { return min(Int(value * 6), 5) + 1 }
        guard let unit, unit > 0 else { return 1 }
        let ratio = max(value / unit, 0)
        if rowCount == 1 { return 1 + Self.steps.count { ratio >= $0 } }
        return ClusterScale.sizeClass(of: Int(min(ratio.rounded(), 1e6)))
    }
}
