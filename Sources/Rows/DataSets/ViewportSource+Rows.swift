import MapModel
import RowValues
import Streams

extension ViewportSource {
    /// The most rows that are written at once.
    package static var writtenLimit: Int { 1_000_000 }

    /// None: such rows are counted one source at a time.
    package func times(
        _ question: TimeQuestion, per milliseconds: Int64, isCancelled: () -> Bool
    ) throws(SourceError) -> RowTimes {
        throw .refused(
            name: name, words: "times are counted of one table, or of rows in memory: give one source")
    }

    /// The places of all rows in a window.
    ///
    /// - Throws: `.refused` for more than `writtenLimit` of them.
    package func allRows(
        in window: WorldWindow, isCancelled: () -> Bool
    ) throws(SourceError) -> QuadTree {
        let grid = ClusterGrid(worldDots: 64, cellDots: 64)
        let question = ViewportQuestion(window: window, grid: grid, limit: Self.writtenLimit)
        guard case .rows(let points) = try answer(question, isCancelled: isCancelled).content else {
            throw .refused(
                name: name,
                words: "more than \(grouped(Self.writtenLimit)) rows match (narrow the filter or the view)")
        }
        return QuadTree(points)
    }
}
