import MapModel

/// Which stretch of the way, or of the time, each column of a strip shows.
package struct StripAxis: Equatable, Sendable {
    /// Metres, or seconds.
    package let length: Double
    /// Columns.
    package let count: Int
    /// Where segments begin on the axis, and in which column.
    private let starts: [(x: Double, column: Int)]
    private let perColumn: Double
    /// What figures on the axis are in, in metres; nil for seconds.
    private let unit: Double?
    /// Of a figure on the axis: decimals of the unit. Of times 0 for whole minutes, 1 for seconds.
    package let decimals: Int

    package static func == (left: Self, right: Self) -> Bool {
        left.length == right.length && left.count == right.count
            && left.starts.map(\.column) == right.starts.map(\.column)
    }

    /// - Parameters:
    ///   - segments: where segments begin, ascending from 0; an empty column stands between two.
    ///   - unit: what figures on the axis are in: metres of a kilometre or a mile; nil for times.
    package init(length: Double, columns: Int, segments: [Double] = [0], unit: Double?) {
        self.length = max(length, 0)
        count = max(columns, 1)
        // More gaps than this would leave no room for what they part.
        let inner = segments.reduce(into: [0.0]) { starts, x in
            if x > starts[starts.count - 1], x < length { starts.append(x) }
        }.dropFirst()
        let gaps = inner.count * 6 <= count ? Array(inner) : []
        perColumn = self.length / Double(max(count - gaps.count, 1))
        let width = perColumn
        starts =
            [(0, 0)]
            + gaps.enumerated().map { index, x in
                (x, (width > 0 ? Int((x / width).rounded()) : 0) + index + 1)
            }
        self.unit = unit
        // As fine as a tenth, a hundredth or a thousandth of the unit; a minute or a second.
        decimals = unit.map { width >= $0 / 10 ? 1 : width >= $0 / 100 ? 2 : 3 } ?? (width >= 60 ? 0 : 1)
    }

    /// The most decimals of any axis.
    package var mostDecimals: Int { unit == nil ? 1 : 3 }

    /// The decimals that say all of `xs`, at least those of the axis: a range keeps its ends on an axis with wider columns.
    package func decimals(for xs: [Double]) -> Int {
        (decimals...mostDecimals).first { decimals in
            xs.allSatisfy { abs(rounded($0, decimals: decimals) - $0) < 1e-6 }
        } ?? mostDecimals
    }

    /// The nearest figure that can be said, as it is when somebody types it.
    package func rounded(_ x: Double) -> Double { rounded(x, decimals: decimals) }

    /// The same with so many decimals.
    package func rounded(_ x: Double, decimals: Int) -> Double {
        let figure: Double
        if let unit {
            let scale = [1.0, 10, 100, 1000][decimals]
            figure = (x / unit * scale).rounded() / scale * unit
        } else {
            figure = decimals == 0 ? (x / 60).rounded() * 60 : x.rounded()
        }
        return min(max(figure, 0), length)
    }

    /// The column of a place on the axis.
    package func column(of x: Double) -> Int {
        guard perColumn > 0 else { return 0 }
        let place = starts.lastIndex { $0.x <= x } ?? 0
        let end = place + 1 < starts.count ? starts[place + 1].column - 2 : count - 1
        let column = starts[place].column + Int((x - starts[place].x) / perColumn)
        return min(max(min(column, end), starts[place].column), count - 1)
    }

    /// What a column shows; nil between two segments.
    package func stretch(of column: Int) -> ClosedRange<Double>? {
        guard let place = starts.lastIndex(where: { $0.column <= column }) else { return nil }
        let end = place + 1 < starts.count ? starts[place + 1].x : length
        if place + 1 < starts.count, column == starts[place + 1].column - 1 { return nil }
        let from = starts[place].x + Double(column - starts[place].column) * perColumn
        guard from < end || length == 0 || from == starts[place].x else { return nil }
        return min(from, end)...min(from + perColumn, end)
    }

    /// The middle of what a column shows.
    package func middle(of column: Int) -> Double? {
        stretch(of: column).map { ($0.lowerBound + $0.upperBound) / 2 }
    }
}
