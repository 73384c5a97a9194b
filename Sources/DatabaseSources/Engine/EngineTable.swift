import RowValues
import Rows
import MapModel
import Platform
import Streams
import Synchronization

/// The rows of an engine's table that have appeared in answers, fetched by their keys in a lane of their own.
final class EngineTable: RowTable {
    /// The layout, and the numbers of rows by their keys.
    struct Settled: Sendable {
        let layout: EngineLayout
        let handles: RowHandles
    }

    let engine: any SQLEngine
    private let state = Mutex<Settled?>(nil)
    /// Whether the catalog was read and nothing was opened since; locked while it is read.
    private let settling = Mutex(false)

    /// Rows that are fetched by one statement.
    static let fetchCount = 500

    init(_ engine: any SQLEngine) { self.engine = engine }

    var name: String { engine.name }
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
        let layout = try engine.layout(isCancelled: isCancelled)
        return state.withLock { state in
            let isSame = state?.layout.identity == layout.identity
            let handles = isSame ? state?.handles : nil
            let settled = Settled(layout: layout, handles: handles ?? RowHandles())
            state = settled
            return settled
        }
    }

    // MARK: - Rows

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        try visitRows(rows, knowing: nil, body)
    }

    /// A deleted row has no values among others, and throws on its own.
    ///
    /// - Parameter known: rows that need not be fetched.
    func visitRows(
        _ rows: [UInt32], knowing known: PackedTexts?, _ body: (SourceRow) -> Void
    ) throws(SourceError) {
        guard let settled, !rows.isEmpty else { return try refuseUnknown(rows, count: 0) }
        let columns = settled.layout.columns
        // What names and codes say is known here.
        try visit(rows, settled.layout.ownColumns.map(engine.dialect.text), settled, known) { row, texts in
            guard texts != nil || rows.count > 1 else { return }
            let values = texts.map { zip(columns, $0).map { $0.value($1) } } ?? []
            body(SourceRow(row: row, line: nil, values: values))
        }
    }

    /// Only the labels: rows may have many other columns.
    func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] {
        guard let settled, let column = settled.layout.roles.label else { return rows.map { _ in "" } }
        let label = EngineStatements(layout: settled.layout, dialect: engine.dialect).label(column)
        var labels: [String] = []
        labels.reserveCapacity(rows.count)
        try visit(rows, [label], settled, nil) { labels.append($1?.first.flatMap(\.self) ?? "") }
        return labels
    }

    private func refuseUnknown(_ rows: [UInt32], count: Int) throws(SourceError) {
        if let last = rows.max(), last >= count { throw .noSuchRow(last, file: name) }
    }

    /// Calls `body` with each row, in the order of `rows`, and its values of `expressions`; nil for a deleted row.
    /// Those that are known are of all columns.
    private func visit(
        _ rows: [UInt32], _ expressions: [String], _ settled: Settled, _ known: PackedTexts?,
        _ body: (UInt32, [String?]?) -> Void
    ) throws(SourceError) {
        try refuseUnknown(rows, count: settled.handles.count)
        for start in stride(from: 0, to: rows.count, by: Self.fetchCount) {
            let some = rows[start..<min(start + Self.fetchCount, rows.count)]
            let unknown = known.map { known in some.filter { !known.contains($0) } } ?? Array(some)
            let fetched = try fetch(unknown, expressions, settled)
            for row in some {
                body(row, (fetched[row] ?? known?.texts(of: row)).map { complete($0, settled) })
            }
        }
    }

    /// The texts of all columns, where those were asked for that the table itself has.
    private func complete(_ texts: [String?], _ settled: Settled) -> [String?] {
        guard let placed = settled.layout.placed, texts.count == settled.layout.ownColumns.count else {
            return texts
        }
        return texts + placed.texts(ofRow: texts)
    }

    /// The texts of rows by their keys.
    private func fetch(
        _ rows: [UInt32], _ expressions: [String], _ settled: Settled
    ) throws(SourceError) -> [UInt32: [String?]] {
        guard !rows.isEmpty else { return [:] }
        let statements = EngineStatements(layout: settled.layout.unplaced, dialect: engine.dialect)
        let parts = settled.layout.key.count
        let keys = settled.handles.keys(of: rows)
        let statement = statements.values(expressions, keys: keys)
        let found = try engine.run(
            statement.sql, columnCount: statement.columnCount, lane: .rows,
            isCancelled: { Task.isCancelled })
        let places = found.rowsByKey(parts: parts)
        var texts: [UInt32: [String?]] = [:]
        for (row, key) in zip(rows, keys) {
            texts[row] = places[key].map { place in expressions.indices.map { found[place, parts + $0] } }
        }
        return texts
    }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        throw .refused(name: name, words: "the names of a server's rows are searched there")
    }
}
