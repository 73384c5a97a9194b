import Streams
import Synchronization

/// Parquet files or a database that answer for each view, through two programs: details do not wait behind views.
final class DuckDBEngine: SQLEngine {
    let data: DuckDBData
    private let views: DuckDBSession
    private let rows: DuckDBSession
    let dialect: any SQLDialect = DuckDBDialect()
    /// The layout of the last call; a copy of a view lives in the program for views alone.
    private let found: Mutex<DuckDBLayout?>

    /// - Parameters:
    ///   - session: the program for views.
    ///   - layout: what it has found, if anybody has asked it already.
    init(_ data: DuckDBData, session: DuckDBSession, layout: DuckDBLayout? = nil) {
        self.data = data
        views = session
        rows = data.session()
        found = Mutex(nil)
        first = Mutex(layout)
    }

    /// The layout that was found before the first call.
    private let first: Mutex<DuckDBLayout?>

    var name: String { data.name }

    func layout(isCancelled: () -> Bool) throws(SourceError) -> EngineLayout {
        let known = first.withLock { layout in
            defer { layout = nil }
            return layout
        }
        if let last = found.withLock({ $0 }), last.identities != data.identities {
            views.restart()
            rows.restart()
        }
        let layout =
            if let known, known.identities == data.identities { known } else {
                try data.layout(views, isCancelled)
            }
        try layout.checkViews(of: name)
        if !layout.relation.isCopy, found.withLock({ $0 }) == nil {
            for macro in DuckDBPlace.macros { try rows.prepare(macro, isCancelled: isCancelled) }
        }
        found.withLock { $0 = layout }
        return try placed(layout, isCancelled)
    }

    /// With the places of rows, where names and codes say where they are.
    private func placed(
        _ layout: DuckDBLayout, _ isCancelled: () -> Bool
    ) throws(SourceError) -> EngineLayout {
        guard let roles = layout.placeRoles else { return layout.engine(nil) }
        guard let placer = data.options.placer else {
            throw .refused(name: name, words: "rows without coordinates need a finder of places")
        }
        let asked = EnginePlaces.Asked(
            title: layout.relation.title, columns: layout.columns.map(\.engineColumn), roles: roles,
            bases: [layout.relation.sql], dialect: dialect)
        let join: EnginePlaces.Join = { [columns = asked.combined(placer)] base, listed in
            DuckDBPlaces.join(columns, base, listed)
        }
        return layout.engine(
            try EnginePlaces(asked, placer, name: name, join: join, isCancelled: isCancelled) {
                (sql, columnCount) throws(SourceError) in
                try views.rows(sql, columnCount: columnCount, isCancelled: isCancelled)
            })
    }

    func run(
        _ sql: String, columnCount: Int, lane: EngineLane, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows {
        let isCopy = found.withLock { $0?.relation.isCopy } ?? false
        let session = lane == .rows && !isCopy ? rows : views
        return try session.rows(sql, columnCount: columnCount, isCancelled: isCancelled)
    }

    func plan(of sql: String, isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try views.plan(of: sql, isCancelled: isCancelled)
    }

    func wake() {
        views.wake()
        rows.wake()
    }

    func close() {
        views.close()
        rows.close()
    }
}
