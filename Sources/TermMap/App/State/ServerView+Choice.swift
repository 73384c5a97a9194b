import MapModel
import DataSets
import Rows

extension ServerView {
    /// Whether what is shown was measured as it was asked last.
    private var isMeasured: Bool { measures != nil && answer?.question.measures == measures }

    /// The colours of the rows that are known, which `tree` holds; nil where none are asked for, or not yet there.
    package func coloring(of tree: QuadTree) -> RowColoring? {
        guard isMeasured, let classes = choice?.classes, let measured = answer?.measured.rows else {
            return nil
        }
        var byRow = [UInt8](repeating: 0, count: measured.keys.max().map { Int($0) + 1 } ?? 0)
        for (row, value) in measured { byRow[Int(row)] = value.classNumber }
        return RowColoring(classes: classes.of(rows: byRow), counts: ClassCounts(of: tree, byRow: byRow))
    }

    /// The figures of the rows that are known, which `tree` holds; nil as above.
    package func figures(of tree: QuadTree) -> RowFigures? {
        guard isMeasured, let figure = choice?.figure, let measured = answer?.measured.rows else {
            return nil
        }
        let numbers = NumberAggregates(of: tree) { measured[UInt32($0)]?.number ?? .nan }
        return RowFigures(
            figure: figure.figure, kind: figure.kind, numbers: numbers, ranges: figure.ranges)
    }
}
