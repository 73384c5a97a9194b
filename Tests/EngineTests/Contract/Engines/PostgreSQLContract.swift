import MapModel
import TestSupport

@testable import DatabaseSources
@testable import MapSources
@testable import RowValues
@testable import Rows

/// PostgreSQL with PostGIS, and with plain columns alone.
struct PostgreSQLContract: ContractServer {
    var isAvailable: Bool { ThrowAwayPostgreSQL.isAvailable }

    // MARK: - Places

    private static let layers = "beside a file"

    var layouts: [String] { PlacesOnServer.Kind.allCases.map(\.rawValue) + [Self.layers] }

    /// The rows with even ids in a file, the others on the server.
    private func layers() throws -> ContractSource {
        let folder = try ScratchFolder()
        let lines = ContractRows.shared.places.enumerated().filter { $0.offset % 2 == 0 }.map { id, place in
            "\(id),\"\(ContractRows.name(id))\",\(place.coordinate.latitude),\(place.coordinate.longitude)\n"
        }
        let file = try folder.file("even.csv", "id,name,lat,lon\n" + lines.joined())
        let server = try PlacesOnServer.shared.get().server
        let options = SourceOptions(
            csv: CSVOptions(columns: ColumnOptions(id: "id")),
            sql: "SELECT * FROM places.plain WHERE id % 2 = 1 OR id >= \(ContractRows.misplacedID)")
        guard case .server(let source) = try SourceOpener(options).open([server.url(), file]) else {
            throw ThrowAwayPostgreSQL.Failure(description: "a server and a file are a server")
        }
        return ContractSource(
            source: source, misplacedCount: ContractRows.misplaced.count, kept: folder)
    }

    func places(_ layout: String) throws -> ContractSource {
        if layout == Self.layers { return try layers() }
        let kind = PlacesOnServer.Kind(rawValue: layout) ?? .plain
        let shared = try PlacesOnServer.shared.get()
        return ContractSource(
            source: try shared.source(kind), tree: shared.tree(kind), misplacedCount: kind.misplacedCount)
    }

    // MARK: - Tables

    let valueTypes = ["float8", "numeric", "text", "varchar", "date", "timestamptz", "bool", "bool"]
    let misfits = [
        "'NaN'", "'1e400'", "''", "''", "'infinity'", "'0044-03-15 12:00:00+00 BC'", "NULL", "NULL",
    ]
    private static let schema = "a\"b'; -- \u{1B}[31m"
    let types = (id: "int", text: "text", double: "float8")

    func quoted(_ name: String) -> String { SQLStatement.quoted(name) }
    func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
    func value(_ text: String, _ type: String) -> String { literal(text) }

    func table(
        _ name: String, columns: [(name: String, type: String)], rows: [[String]], options: ColumnOptions
    ) throws -> ContractSource {
        let server = try ThrowAwayPostgreSQL.running()
        let table = "\(quoted(Self.schema)).\(quoted(name))"
        let list = columns.map { "\(quoted($0.name)) \($0.type)" }.joined(separator: ", ")
        try server.execute(
            """
            CREATE SCHEMA IF NOT EXISTS \(quoted(Self.schema)); DROP TABLE IF EXISTS \(table);
            CREATE TABLE \(table) (\(list), PRIMARY KEY (\(quoted(columns[0].name))));
            \(Self.insertion(rows, into: table))
            """)
        let source = try server.source(
            PostgreSQLOptions(
                table: "\(Self.schema).\(name)", columns: options, placer: TownPlacer.placer))
        return ContractSource(source: source)
    }

    static func insertion(_ rows: [[String]], into table: String) -> String {
        rows.isEmpty ? "" : "INSERT INTO \(table) VALUES \(rows.sqlValues);"
    }

    // MARK: - Faults

    func endless() throws -> ContractSource {
        let sql =
            "SELECT i AS id, (i % 90)::float8 AS lat, (i % 180)::float8 AS lon FROM (SELECT generate_series(1, 1e15::int8) AS i) AS s"
        return ContractSource(
            source: try ThrowAwayPostgreSQL.running().source(
                PostgreSQLOptions(sql: sql, columns: ColumnOptions(id: "id"))))
    }

    func mortal() throws -> MortalSource {
        let server = try ThrowAwayPostgreSQL()
        try server.execute(
            "CREATE TABLE t AS SELECT i AS id, (i % 90)::float8 AS lat, (i % 180)::float8 AS lon FROM generate_series(0, 1999) AS i"
        )
        let source = try server.source(
            PostgreSQLOptions(sql: Self.slow("t"), columns: ColumnOptions(id: "id")))
        return MortalSource(
            slow: ContractSource(source: source, kept: server), kill: { server.kill() },
            revive: { server.start() })
    }

    /// Each row of a table takes a while.
    static func slow(_ table: String) -> String {
        "SELECT t.id, t.lat + s.nothing AS lat, t.lon FROM \(table) AS t, "
            + "LATERAL (SELECT CASE WHEN pg_sleep(0.001 + 0 * t.id)::text = '' THEN 0 ELSE 1 END AS nothing) AS s"
    }
}

/// A table of PostgreSQL whose partitions are on three other servers.
struct ShardedContract: ContractServer {
    private let plain = PostgreSQLContract()

    var isAvailable: Bool { plain.isAvailable }
    let layouts = ["plain"]

    func places(_ layout: String) throws -> ContractSource {
        ContractSource(
            source: try Shards.shared.get().source(), misplacedCount: ContractRows.misplaced.count)
    }

    var valueTypes: [String] { plain.valueTypes }
    var misfits: [String] { plain.misfits }
    var types: (id: String, text: String, double: String) { plain.types }
    func quoted(_ name: String) -> String { plain.quoted(name) }
    func literal(_ text: String) -> String { plain.literal(text) }
    func value(_ text: String, _ type: String) -> String { plain.literal(text) }

    func table(
        _ name: String, columns: [(name: String, type: String)], rows: [[String]], options: ColumnOptions
    ) throws -> ContractSource {
        let shards = try Shards.shared.get()
        let list = columns.map { "\(quoted($0.name)) \($0.type)" }.joined(separator: ", ")
        try shards.create(quoted(name), list, key: quoted(columns[0].name))
        try shards.server.execute(PostgreSQLContract.insertion(rows, into: "sharded.\(quoted(name))"))
        var options = options
        options.id = columns[0].name
        return ContractSource(
            source: try shards.server.source(
                PostgreSQLOptions(table: "sharded.\(name)", columns: options, placer: TownPlacer.placer)))
    }

    func endless() throws -> ContractSource { try plain.endless() }

    /// The connections to one of the shards end, and it takes no others.
    func mortal() throws -> MortalSource {
        let shards = try Shards.shared.get()
        let source = try shards.server.source(
            PostgreSQLOptions(
                sql: PostgreSQLContract.slow("sharded.t") + " WHERE t.id < 2000",
                columns: ColumnOptions(id: "id")))
        return MortalSource(
            slow: ContractSource(source: source), kill: { shards.kill(1) }, revive: { try shards.revive(1) })
    }
}
