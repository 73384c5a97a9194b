import Foundation
import Glibc
import MapModel
import TestSupport

@testable import DatabaseSources
@testable import RowValues

/// Parquet files and databases, which a program of ours asks.
struct DuckDBContract: ContractServer {
    /// How places are stored.
    enum Layout: String, CaseIterable {
        case doubles, floats, decimals, texts, combined, binary, wellKnownText, geoJSON, table, sparse, view,
            files, towns
    }

    var isAvailable: Bool { DuckDBProgram.isAvailable }

    // MARK: - Places

    var layouts: [String] { Layout.allCases.map(\.rawValue) }

    private static func literal(_ number: Double?) -> String {
        number.map { $0.isFinite ? "\($0)" : "'\($0)'::DOUBLE" } ?? "NULL"
    }

    private static var rows: String {
        let values = ContractRows.shared.values(DuckDBSQL.literal, literal).sqlValues
        return "SELECT id, name, latitude::DOUBLE AS latitude, longitude::DOUBLE AS longitude "
            + "FROM (VALUES \(values)) AS t(id, name, latitude, longitude)"
    }

    private static func select(_ layout: Layout) -> String {
        let point = "'POINT (' || longitude || ' ' || latitude || ')'"
        let place = "CASE WHEN isfinite(latitude) AND isfinite(longitude) THEN"
        let columns: String
        switch layout {
        case .doubles, .table, .sparse, .view, .files: return rows
        case .floats: columns = "latitude::FLOAT AS latitude, longitude::FLOAT AS longitude"
        case .decimals:
            columns =
                "TRY_CAST(latitude AS DECIMAL(12,9)) AS latitude, TRY_CAST(longitude AS DECIMAL(12,9)) AS longitude"
        case .texts: columns = "latitude::VARCHAR AS latitude, longitude::VARCHAR AS longitude"
        case .combined: columns = "latitude || ', ' || longitude AS latlon"
        case .binary: columns = "\(place) (\(point))::GEOMETRY END AS geometry"
        case .wellKnownText: columns = "\(point) AS geometry"
        case .towns:
            columns = """
                CASE WHEN id < \(ContractRows.misplacedID) THEN 'it''s \\ ' || latitude || ' ' || longitude
                WHEN id % 3 = 0 THEN 'nowhere' WHEN id % 3 = 1 THEN '' END AS town,
                CASE WHEN id % 2 = 0 THEN 'DE' END AS land
                """
        case .geoJSON:
            columns =
                "\(place) '{\"type\":\"Point\",\"coordinates\":[' || longitude || ',' || latitude || ']}' END AS geometry"
        }
        return "SELECT id, name, \(columns) FROM (\(rows))"
    }

    /// The files of a layout.
    static func paths(_ layout: Layout, in folder: ScratchFolder) throws -> [String] {
        let select = select(layout)
        switch layout {
        case .table: return [try folder.database("CREATE TABLE p AS \(select)")]
        case .sparse:
            return [try folder.database("CREATE TABLE p AS \(select)", "DELETE FROM p WHERE id % 3 = 1")]
        case .view:
            return [
                try folder.database(
                    "CREATE TABLE hidden AS SELECT id, name, latitude AS a, longitude AS b FROM (\(select))",
                    "CREATE VIEW p AS SELECT id, name, a AS latitude, b AS longitude FROM hidden")
            ]
        case .files:
            return try (0..<3).map { part in
                try folder.parquet(
                    part == 1
                        ? "SELECT longitude, latitude, name, id, true AS more FROM (\(select)) WHERE id % 3 = 1"
                        : "SELECT * FROM (\(select)) WHERE id % 3 = \(part)", name: "\(part).parquet")
            }
        default: return [try folder.parquet(select)]
        }
    }

    /// Where the rows of a layout are, by their ids.
    static func places(_ layout: Layout) -> [Int: FixedCoordinate] {
        var places: [Int: FixedCoordinate] = [:]
        for (id, place) in ContractRows.shared.places.enumerated() {
            switch layout {
            case .sparse where id % 3 == 1: continue
            case .floats:
                let (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
                places[id] = FixedCoordinate(
                    Coordinate(latitude: Double(Float(latitude)), longitude: Double(Float(longitude))))
            default: places[id] = place
            }
        }
        return places
    }

    func places(_ layout: String) throws -> ContractSource {
        let layout = Layout(rawValue: layout) ?? .doubles
        let folder = try ScratchFolder()
        let paths = try Self.paths(layout, in: folder)
        var options = DuckDBPair.options()
        if layout == .towns { (options.columns, options.placer) = (TownPlacer.columns, TownPlacer.placer) }
        let ids = ContractRows.misplaced.indices.map { $0 + ContractRows.misplacedID }
        return ContractSource(
            source: Self.source(paths, options), tree: ContractRows.tree(Self.places(layout)),
            misplacedCount: layout == .sparse ? ids.count { $0 % 3 != 1 } : ids.count, kept: folder)
    }

    static func source(_ paths: [String], _ options: DuckDBOptions) -> EngineSource {
        let data = DuckDBPair.data(paths, options)
        return EngineSource(DuckDBEngine(data, session: data.session()))
    }

    // MARK: - Tables

    let valueTypes = [
        "DOUBLE", "DECIMAL(38,10)", "VARCHAR", "VARCHAR", "DATE", "TIMESTAMPTZ", "BOOLEAN", "BOOLEAN",
    ]
    let misfits = [
        "'nan'::DOUBLE", "NULL", "''", "''", "'infinity'::DATE", "'0044-03-15 (BC) 12:00:00+00'::TIMESTAMPTZ",
        "NULL", "NULL",
    ]
    let types = (id: "INTEGER", text: "VARCHAR", double: "DOUBLE")

    func quoted(_ name: String) -> String { DuckDBSQL.quoted(name) }
    func literal(_ text: String) -> String { DuckDBSQL.literal(text) }
    func value(_ text: String, _ type: String) -> String { "TRY_CAST(\(literal(text)) AS \(type))" }

    func table(
        _ name: String, columns: [(name: String, type: String)], rows: [[String]], options: ColumnOptions
    ) throws -> ContractSource {
        let folder = try ScratchFolder()
        let list = columns.map { "\(quoted($0.name)) \($0.type)" }.joined(separator: ", ")
        let path = folder.file("places.duckdb")
        try DuckDBProgram.execute(
            ["SET TimeZone = 'UTC'", "CREATE TABLE \(quoted(name)) (\(list))"]
                + (rows.isEmpty ? [] : ["INSERT INTO \(quoted(name)) VALUES \(rows.sqlValues)"]),
            database: path)
        var choice = DuckDBPair.options(name)
        (choice.columns, choice.placer) = (options, TownPlacer.placer)
        return ContractSource(source: Self.source([path], choice), kept: folder)
    }

    // MARK: - Faults

    private func view(
        _ select: String, in folder: ScratchFolder, _ options: DuckDBOptions = DuckDBPair.options()
    ) throws -> ContractSource {
        let path = try folder.database("CREATE VIEW p AS \(select)")
        return ContractSource(source: Self.source([path], options), kept: folder)
    }

    func endless() throws -> ContractSource {
        try view(
            "SELECT i AS id, (i % 90)::DOUBLE AS lat, (i % 180)::DOUBLE AS lon FROM range(1000000000000) AS t(i)",
            in: ScratchFolder())
    }

    /// The program that runs for us is killed; the next statement starts another one.
    func mortal() throws -> MortalSource {
        let folder = try ScratchFolder()
        let script = try folder.script(
            "echo $$ >\(folder.file("pid")); exec '\(DuckDBProgram.path ?? "")' \"$@\"")
        let slow = try view(
            """
            SELECT i AS id, (i % 90)::DOUBLE AS lat, (i % 180)::DOUBLE AS lon FROM range(2000) AS t(i)
            WHERE i + (SELECT count(*) FROM range(60000) AS a(x), range(60000) AS b(x) WHERE a.x * b.x = -1) >= 0
            """, in: folder, DuckDBOptions(program: script))
        return MortalSource(
            slow: slow,
            kill: {
                let text = try? String(contentsOfFile: folder.file("pid"), encoding: .utf8)
                if let child = Int32(text?.dropLast() ?? "") { kill(child, SIGKILL) }
            }, revive: {})
    }
}
