import App
import MapModel
import DataSets
import RowValues
import Rows
import Streams
import Synchronization

/// The questions to a database server, without any threads: each call asks and returns the answer or a failure.
package final class ServerWork: Sendable {
    /// All its rows.
    package let all: any ViewportSource
    /// Those that the filter leaves.
    package let filtered: Mutex<any ViewportSource>
    /// The classes that were worked out last: hiding some of them does not change them.
    package let kept = Mutex<(query: RowQuery, choice: ServerChoice)?>(nil)

    private static let matchLimit = 1_000
    /// Values that a completion lists.
    private static let valueLimit = 50

    /// Its rows are looked up by number, and none of them is in memory.
    let lookup: LoadedRows
    /// The areas that filters name.
    let areaSets: AreaSets

    package init(source: any ViewportSource, areaSets: AreaSets = AreaSets()) {
        self.areaSets = areaSets
        all = source
        filtered = Mutex(source)
        let none = QuadTree(PointBuffer())
        lookup = LoadedRows(table: source.table, tree: none, rows: RowSnapshot(none), sources: [])
    }

    /// The rows that are asked about. All sources that are made of one share its connections.
    package var source: any ViewportSource { filtered.withLock { $0 } }

    /// The columns with their types.
    func outlineColumns() -> Answer {
        let names = (try? all.columnNames(isCancelled: { Task.isCancelled })) ?? []
        let kinds = (try? all.columnKinds(isCancelled: { Task.isCancelled })) ?? []
        let columns = zip(names, kinds).map { ColumnOutline(name: $0, kind: $1, missingShare: 0) }
        return .columns(columns, numbering: 0)
    }

    /// The most frequent values of a column, for completion.
    func readColumn(_ column: Int) throws(CancellationError) -> Answer {
        let values = try outcome { () throws(SourceError) in
            let isCancelled = { Task.isCancelled }
            let names = try all.columnNames(isCancelled: isCancelled)
            guard names.indices.contains(column) else { throw .cancelled }
            let kinds = try all.columnKinds(isCancelled: isCancelled)
            let values = try all.frequentValues(of: column, limit: Self.valueLimit, isCancelled: isCancelled)
            return [column: ColumnValues(name: names[column], kind: kinds[column], frequent: values)]
        }
        return .values(values, numbering: 0)
    }

    /// What the rows that match have in common: all, or those in windows.
    func summarize(
        rowCount: Int, in windows: [WorldWindow]?
    ) throws(CancellationError) -> Result<RowsSummary, SourceError> {
        try outcome { () throws(SourceError) in
            let columns = try source.summarizeColumns(
                in: windows, listing: ColumnSummary.listedValues, isCancelled: { Task.isCancelled })
            return RowsSummary(rowCount: rowCount, columns: columns)
        }
    }

    /// The places of all rows that are shown, and a table with their values at hand.
    package func allRows() throws(SourceError) -> (QuadTree, any RowTable) {
        let source = source
        let tree = try source.allRows(in: .world, isCancelled: { Task.isCancelled })
        return (tree, try source.table(of: tree, in: .world, isCancelled: { Task.isCancelled }))
    }

    // MARK: - Questions

    /// Connects; files beside the server are read, and shown while they are.
    package func open(post: @escaping BackgroundJob.Post = { _ in }) throws(CancellationError) -> Answer {
        let partial = PartialRows(post: post)
        defer { partial.stop() }
        var percent = 0
        return .server(
            try outcome { () throws(SourceError) in
                let summary = try source.open(isCancelled: { Task.isCancelled }) { read in
                    guard let total = read.totalBytes else { return }
                    let share = Double(read.bytesRead) / Double(max(total, 1))
                    // Each step is a frame.
                    guard read.part != nil || Int(share * 100) > percent else { return }
                    percent = Int(share * 100)
                    partial.show(read.part, fraction: share)
                }
                // Classes of before are those of the layers that there were.
                kept.withLock { $0 = nil }
                return OpenedServer(summary, reload: (all as? LayeredSource)?.takeReload())
            })
    }

    package func view(
        _ question: ViewportQuestion
    ) throws(CancellationError) -> Result<ViewportAnswer, SourceError> {
        try outcome { () throws(SourceError) in
            try source.answer(question, isCancelled: { Task.isCancelled })
        }
    }

    package func near(
        _ question: NearbyQuestion
    ) throws(CancellationError) -> Result<[ExportedRow], SourceError> {
        try outcome { () throws(SourceError) in
            try source.near(question, isCancelled: { Task.isCancelled })
        }
    }

    /// A page of the rows in windows.
    package func members(
        of windows: [WorldWindow], after row: UInt32?, limit: Int
    ) throws(CancellationError) -> Result<MatchAnswer, SourceError> {
        try outcome { () throws(SourceError) in
            try source.members(of: windows, after: row, limit: limit, isCancelled: { Task.isCancelled })
        }
    }

    /// The best matches, which are posted before they are counted when there are more.
    package func matches(
        _ text: String, ticket: Int, post: (Action) -> Void
    ) throws(CancellationError) -> Answer {
        let found = try outcome { () throws(SourceError) in
            try source.matches(text, limit: Self.matchLimit, isCancelled: { Task.isCancelled })
        }
        guard case .success(let answer) = found, answer.isCut else { return .matches(found, ticket: ticket) }
        post(.answered(.matches(found, ticket: ticket)))
        let count = try outcome { () throws(SourceError) in
            try source.matchCount(text, isCancelled: { Task.isCancelled })
        }
        return .matchCount(count, ticket: ticket)
    }
}
