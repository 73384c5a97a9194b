import CellGraphics
import MapModel
import DataSets

/// What the values of the rows at a badge come to.
package struct BadgeValue: Equatable, Sendable {
    /// Rows of each class; nil where rows are not coloured by a column.
    package var tally: ClassCounts.Tally?
    /// In place of the count; nil where no figure is asked for.
    package var figure: Figure?

    /// A number made of the numbers of the rows.
    package struct Figure: Equatable, Sendable {
        package var text: DisplayText
        /// Nil where no row has a number.
        package var number: Double?
        /// The class of the number among those of its column, from 1 on; 0 where no row has a number, nil where
        /// numbers have no classes.
        package var classNumber: Int?
        /// How large the badge is, 1 ... 6; nil where its count says that.
        package var sizeClass: Int?

        package init(text: DisplayText, number: Double? = nil, classNumber: Int? = nil, sizeClass: Int? = nil)
        {
            self.text = text
            self.number = number
            self.classNumber = classNumber
            self.sizeClass = sizeClass
        }
    }

    /// The class with the most rows, the one that comes first in the legend among equal ones; 0, for no value, last.
    package var mainClass: Int? { tally.map(Self.mainClass) }

    package static func mainClass(_ tally: ClassCounts.Tally) -> Int {
        var best = 0
        for index in 1..<ClassCounts.limit where tally[index] > (best == 0 ? 0 : tally[best]) { best = index }
        return best > 0 && tally[best] >= tally[0] ? best : 0
    }

    /// The class of each of `width` cells: shares in whole cells by the largest remainder, the largest class first;
    /// classes that are `ordered` from low to high.
    package static func cells(_ tally: ClassCounts.Tally, width: Int, ordered: Bool = false) -> [Int] {
        let total = Double(tally.wrappedSum())
        guard total > 0, width > 0 else { return [] }
        let order = BadgeContent(count: 0, tally: tally).classes
        let shares = order.map { Double(tally[$0]) / total * Double(width) }
        var counts = shares.map { Int($0) }
        let remainders = shares.indices.sorted {
            (shares[$1] - shares[$1].rounded(.down), $0) < (shares[$0] - shares[$0].rounded(.down), $1)
        }
        for index in remainders.prefix(width - counts.reduce(0, +)) { counts[index] += 1 }
        let cells = zip(order, counts).flatMap { Array(repeating: $0, count: $1) }
        return ordered ? cells.sorted { ($0 == 0 ? 99 : $0) < ($1 == 0 ? 99 : $1) } : cells
    }
}

extension RowFigures {
    func badgeFigure(of aggregate: NumberAggregates.Aggregate) -> BadgeValue.Figure {
        let number = value(of: aggregate)
        let text = number.map { FigureText.short($0, figure.function, kind) } ?? "–"
        return BadgeValue.Figure(
            text: DisplayText(sanitising: text), number: number,
            classNumber: ranges.map { $0.classOfNumber(number ?? .nan) })
    }
}
