import MapModel
import DataSets
import Rows

extension ServerView {
    /// Whether what is shown was measured as it was asked last.
    private var isMeasured: Bool { measures != nil && answer?.question.measures == measures }

    /// What is shown of an answer about two windows, and what beside it; nil for one window, and while it is not yet there.
    var comparedAnswers: (shown: ViewportAnswer, other: ViewportAnswer?)? {
        guard isMeasured, let choice, !choice.windows.isEmpty, let answer else { return nil }
        if choice.areMerged { return (answer.keeping(.either), nil) }
        return (answer.keeping(.second), answer.keeping(.first))
    }

    /// The rows of window A beside those of B.
    static func snapshot(of answer: ViewportAnswer, after before: RowSnapshot) -> RowSnapshot {
        var points = PointBuffer()
        if case .rows(let rows) = answer.content { points = rows }
        var snapshot = RowSnapshot(before, with: QuadTree(points))
        snapshot.generation = -before.generation
        snapshot.counted = CountedRows(answer)
        snapshot.coverage = snapshot.counted == nil ? .window(answer.question.window) : .nowhere
        return snapshot
    }

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
