import MapModel
import RowValues

/// Which rows of a server are counted for the bars of the band of time.
package struct ServerBandQuestion: Sendable, Equatable {
    /// What they must match, at all times.
    package let query: RowQuery
    /// The part of the world that is in view.
    package let view: WorldWindow
    /// Where each bar begins, and the end of the last.
    package let edges: [Int64]

    /// Rows that match a query, in one view.
    package init(_ query: RowQuery, view: WorldWindow, edges: [Int64]) {
        (self.query, self.view, self.edges) = (query, view, edges)
    }
}

extension BandCounts {
    /// Counts of a server.
    package init(counted bars: [Int]) { self.init(bars: bars) }
}

/// Which rows of a server are counted for the grid of hours and days.
package struct ServerFoldQuestion: Sendable, Equatable {
    /// What they must match.
    package let query: RowQuery
    /// Where they are; parts of the world that overlap count once.
    package let windows: [WorldWindow]
    /// What the rows and the columns of the grid are.
    package let parts: [TimeFold.Part]

    /// Rows that match a query, in some windows, by two parts of their times.
    package init(_ query: RowQuery, in windows: [WorldWindow], rows: TimeFold.Part, columns: TimeFold.Part) {
        (self.query, self.windows, parts) = (query, windows, [rows, columns])
    }
}

/// Which moments of a server's rows are listed, to play from one to the next.
package struct ServerMomentsQuestion: Sendable, Equatable {
    /// So many at a time.
    package static let limit = 1_000

    /// What the rows must match, at all times.
    package let query: RowQuery
    /// The part of the world that is in view.
    package let view: WorldWindow
    /// The first moment that counts.
    package let start: Int64

    /// Moments of rows that match a query, in one view.
    package init(_ query: RowQuery, view: WorldWindow, from start: Int64) {
        (self.query, self.view, self.start) = (query, view, start)
    }
}
