import MapModel
import RowValues
import Rows

/// The measures of a view with filters that are understood, and how they are written in SQL.
struct MeasureConditions {
    /// The number of a row.
    enum Number {
        case none
        case column(Int)
        case matching(FilterCondition, othersAreZero: Bool)
    }

    let classes: [FilterCondition]
    let number: Number

    /// - Parameter condition: what a filter means for the columns of the table.
    init(
        _ measures: RowMeasures, times: [TimeQuestion.Column],
        _ condition: (String) throws(FilterProblem) -> FilterCondition
    ) throws(FilterProblem) {
        var classes: [FilterCondition] = []
        for filter in measures.classes { classes.append(try condition(filter)) }
        for window in measures.windows { classes.append(try window.condition(columns: times)) }
        self.classes = classes
        switch measures.number {
        case nil: number = .none
        case .column(let column): number = .column(column)
        case .matching(let filter, let othersAreZero):
            number = .matching(try condition(filter), othersAreZero: othersAreZero)
        }
    }

    /// The number of the first of some filters that a row matches, counted from 1; 0 for none.
    static func cases(_ filters: [FilterCondition], _ condition: (FilterCondition) -> String) -> String {
        if filters.isEmpty { return "0" }
        let cases = filters.enumerated().map { "WHEN \(condition($0.element)) THEN \($0.offset + 1)" }
        return "CASE \(cases.joined(separator: "\n")) ELSE 0 END"
    }

    /// The number of a row: NULL where it has none, 0 where none is asked for.
    func number(_ value: (Int) -> String, _ condition: (FilterCondition) -> String) -> String {
        switch number {
        case .none: "0.0"
        case .column(let column): value(column)
        case .matching(let filter, let othersAreZero):
            "CASE WHEN \(condition(filter)) THEN 1.0 \(othersAreZero ? "ELSE 0.0 " : "")END"
        }
    }
}

extension MeasuredRows {
    /// What rows were measured to have, whose class and number are the columns from `column` on; nil where these are
    /// something else.
    init?(_ rows: SQLRows, _ matches: [MatchAnswer.Match], from column: Int) {
        self.init()
        for (index, match) in matches.enumerated() {
            guard let number = Self.classNumber(rows, index, column) else { return nil }
            self.rows[match.row] = Row(
                classNumber: UInt8(number), number: rows.double(index, column + 1) ?? .nan)
        }
    }

    fileprivate static func classNumber(_ rows: SQLRows, _ row: Int, _ column: Int) -> Int? {
        rows.int(row, column).flatMap { (0..<ClassCounts.limit).contains($0) ? $0 : nil }
    }
}

extension MeasuredRows.Cluster {
    /// A class with `count` rows, then how many numbers these have, their sum, the least and the greatest; nil where the
    /// columns are something else.
    init?(_ rows: SQLRows, _ row: Int, count: Int, from column: Int) {
        self.init()
        guard let number = MeasuredRows.classNumber(rows, row, column),
            let numberCount = rows.rowCount(row, column + 1)
        else { return nil }
        tally[number] = UInt32(clamping: count)
        guard numberCount > 0 else { return }
        guard let sum = rows.double(row, column + 2), let least = rows.double(row, column + 3),
            let greatest = rows.double(row, column + 4)
        else { return nil }
        numbers = NumberAggregates.Aggregate(count: numberCount, sum: sum, least: least, greatest: greatest)
    }
}

extension SQLRows {
    /// How many rows are of each of `classCount` classes: the numbers of classes, then counts.
    func rowCounts(classCount: Int) -> [Int]? {
        var counts = [Int](repeating: 0, count: classCount)
        for row in 0..<count {
            guard let number = int(row, 0), counts.indices.contains(number), let count = rowCount(row, 1)
            else { return nil }
            counts[number] += count
        }
        return counts
    }

    /// The finite numbers of a value that is an array, ascending.
    func numbers(_ row: Int, _ column: Int) -> [Double] {
        let words = self[row, column]?.split { "[]{}, ".contains($0) } ?? []
        return words.compactMap { Double($0) }.filter(\.isFinite).sorted()
    }
}
