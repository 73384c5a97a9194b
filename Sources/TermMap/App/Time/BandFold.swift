import DataSets
import MapModel
import RowValues

/// The grid of hours and days in the place of the bars.
package struct BandFold: Sendable {
    package let kind: FoldKind
    package private(set) var choice: FoldChoice?
    /// The rows in view; nil until they are counted, and for too many years.
    package private(set) var fold: TimeFold?
    /// What was asked for last.
    var asked: FoldQuestion?
    /// The same of a server.
    var askedOfServer: ServerFoldQuestion?

    /// Takes the rows in view.
    mutating func take(_ fold: TimeFold?) { self.fold = fold }

    /// Chooses a single cell.
    mutating func choose(column: Int, row: Int) {
        choice = FoldChoice(columns: .init(column, column), rows: .init(row, row))
    }

    /// Hours and days from the first on.
    init(kind: FoldKind = .hourWeekday) { self.kind = kind }

    /// Moves the choice; the first key chooses the first cell.
    mutating func move(columns: Int, rows: Int, in fold: TimeFold) {
        guard let choice else {
            self.choice = FoldChoice(
                columns: .init(fold.inner.lowerBound, fold.inner.lowerBound),
                rows: .init(fold.outer.lowerBound, fold.outer.lowerBound))
            return
        }
        func ends(_ ends: FoldChoice.Ends, _ by: Int, _ all: ClosedRange<Int>) -> FoldChoice.Ends {
            FoldChoice.Ends(Self.turned(ends.first, by, all), Self.turned(ends.last, by, all))
        }
        self.choice = FoldChoice(
            columns: ends(choice.columns, columns, fold.inner), rows: ends(choice.rows, rows, fold.outer))
    }

    /// Moves its end; hours run on over midnight.
    mutating func extend(columns: Int, rows: Int, in fold: TimeFold) {
        if choice == nil { move(columns: 0, rows: 0, in: fold) }
        guard let choice else { return }
        self.choice = FoldChoice(
            columns: .init(choice.columns.first, Self.turned(choice.columns.last, columns, fold.inner)),
            rows: .init(choice.rows.first, Self.turned(choice.rows.last, rows, fold.outer)))
    }

    private static func turned(_ value: Int, _ count: Int, _ all: ClosedRange<Int>) -> Int {
        let size = all.count
        return all.lowerBound + ((value - all.lowerBound + count) % size + size) % size
    }
}
