import MapModel
import Platform
import Rows
import Streams
import Synchronization

/// The rows of a server's table that have appeared in answers, fetched by their keys over a separate connection.
final class PostgreSQLTable: RowTable {
    /// The layout, and the numbers of rows by their keys.
    struct Settled: Sendable {
        let layout: PostgreSQLLayout
        let handles: RowHandles
    }

    let name: String
    let session: PostgreSQLSession
    private let views: PostgreSQLSession
    private let options: PostgreSQLOptions
    private let state = Mutex<Settled?>(nil)
    /// Whether the catalog was read and nothing was opened since; locked while it is read.
    private let settling = Mutex(false)

    /// Rows that are fetched by one statement.
    static let fetchCount = 1_000

    init(
        name: String, session: PostgreSQLSession, views: PostgreSQLSession, options: PostgreSQLOptions
    ) {
        self.name = name
        self.session = session
        self.views = views
        self.options = options
    }

    var settled: Settled? { state.withLock { $0 } }

    var columnNames: [String] { settled?.layout.columns.map(\.name) ?? [] }
    var roles: ColumnRoles { settled?.layout.roles ?? ColumnRoles() }
    /// Rows met so far.
    var recordCount: Int { settled?.handles.count ?? 0 }

    // MARK: - Settling

    /// The layout and numbers; the catalog is read on the first call.
    func settled(_ isCancelled: () -> Bool) throws(SourceError) -> Settled {
        if let settled { return settled }
        return try settle(isCancelled)
    }

    /// The same for opening: the catalog is read again, unless it was read since the last time.
    func settledForOpening(_ isCancelled: () -> Bool) throws(SourceError) -> Settled {
        try settle(isCancelled, allowingFresh: true)
    }

    /// Reads the catalog again; whoever comes meanwhile waits. Rows keep their numbers unless their key has changed.
    private func settle(
        _ isCancelled: () -> Bool, allowingFresh: Bool = false
    ) throws(SourceError) -> Settled {
        while true {
            let outcome = settling.withLockIfAvailable { isFresh -> Result<Settled, SourceError> in
                // What somebody read while this call waited is new enough.
                if isFresh || !allowingFresh, let settled = self.settled {
                    if allowingFresh { isFresh = false }
                    return .success(settled)
                }
                do throws(SourceError) {
                    let read = try read(isCancelled)
                    isFresh = !allowingFresh
                    return .success(read)
                } catch {
                    return .failure(error)
                }
            }
            if let outcome { return try outcome.get() }
            if isCancelled() { throw .cancelled }
            MonotonicClock.sleep(microseconds: Self.pollMicroseconds)
        }
    }

    private static let pollMicroseconds: UInt32 = 10_000

    private func read(_ isCancelled: () -> Bool) throws(SourceError) -> Settled {
        let layout = try withoutActuallyEscaping(isCancelled) { isCancelled throws(SourceError) in
            do throws(PostgreSQLCatalog.Problem) {
                var catalog = PostgreSQLCatalog(
                    session: views, options: options, isCancelled: isCancelled)
                return try catalog.layout()
            } catch {
                throw error.sourceError(name: name)
            }
        }
        return state.withLock { state in
            let isSame = state?.layout.key == layout.key && state?.layout.relation.sql == layout.relation.sql
            let handles = isSame ? state?.handles : nil
            let settled = Settled(layout: layout, handles: handles ?? RowHandles())
            state = settled
            return settled
        }
    }

    // MARK: - Rows

    /// A deleted row has no values among others, and throws on its own.
    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        guard let settled, !rows.isEmpty else { return try refuseUnknown(rows, count: 0) }
        let columns = settled.layout.columns
        try visit(rows, columns.map(\.reading), settled) { row, texts in
            guard texts != nil || rows.count > 1 else { return }
            let values = texts.map { zip(columns, $0).map { $0.value($1) } } ?? []
            body(SourceRow(row: row, line: nil, values: values))
        }
    }

    /// Only the labels: rows may have many other columns.
    func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] {
        guard let settled, settled.layout.roles.label != nil else { return rows.map { _ in "" } }
        var labels: [String] = []
        labels.reserveCapacity(rows.count)
        try visit(rows, [settled.layout.label], settled) { _, texts in labels.append(texts?[0] ?? "") }
        return labels
    }

    private func refuseUnknown(_ rows: [UInt32], count: Int) throws(SourceError) {
        if let last = rows.max(), last >= count { throw .noSuchRow(last, file: name) }
    }

    /// Calls `body` with each row, in the order of `rows`, and its values of `expressions`; nil for a deleted
    /// row.
    private func visit(
        _ rows: [UInt32], _ expressions: [String], _ settled: Settled, _ body: (UInt32, [String?]?) -> Void
    ) throws(SourceError) {
        try refuseUnknown(rows, count: settled.handles.count)
        let statements = PostgreSQLStatements(layout: settled.layout)
        let parts = settled.layout.keys.count
        for start in stride(from: 0, to: rows.count, by: Self.fetchCount) {
            let some = rows[start..<min(start + Self.fetchCount, rows.count)]
            let keys = settled.handles.keys(of: some)
            let found: SQLRows
            do throws(PostgreSQLFault) {
                found = try session.run(statements.values(expressions, keys: keys)) { Task.isCancelled }
            } catch {
                throw error.sourceError(name: name)
            }
            let places = found.rowsByKey(parts: parts)
            for (row, key) in zip(some, keys) {
                body(row, places[key].map { place in expressions.indices.map { found[place, parts + $0] } })
            }
        }
    }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        throw .refused(name: name, words: "the names of a server's rows are searched there")
    }
}
