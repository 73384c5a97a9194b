import MapModel
import Streams

extension ViewportSource {
    /// The most rows that are written at once.
    package static var writtenLimit: Int { 1_000_000 }

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
