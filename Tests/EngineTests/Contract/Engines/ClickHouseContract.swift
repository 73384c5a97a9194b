import MapModel

@testable import DatabaseSources
@testable import RowValues

/// A cluster of three ClickHouse servers.
struct ClickHouseContract: ContractServer {
    private static let dialect = ClickHouseDialect()

    var isAvailable: Bool { ClickHouseCluster.isAvailable }

    // MARK: - Places

    var layouts: [String] { ClickHousePlaces.Kind.allCases.map(\.rawValue) }

    func places(_ layout: String) throws -> ContractSource {
        let kind = ClickHousePlaces.Kind(rawValue: layout) ?? .plain
        return ContractSource(
            source: try ClickHousePlaces.shared.get().source(kind), misplacedCount: kind.misplacedCount)
    }

    // MARK: - Tables

    /// Version 18 has no truth values, and only times from 1970 to 2105, in whole seconds.
    let valueTypes = ["Nullable(Float64)", "Nullable(Float64)", "Nullable(String)", "Nullable(String)"]
    let misfits = ["nan", "-inf", "''", "''"]
    let timeTypes = ["Nullable(DateTime('UTC'))"]
    let types = (id: "UInt64", text: "String", double: "Float64")

    func quoted(_ name: String) -> String { Self.dialect.quoted(name) }
    func literal(_ text: String) -> String { Self.dialect.literal(text) }
    func value(_ text: String, _ type: String) -> String {
        if type.contains("DateTime") { return literal(String(text.prefix(19)).replacing("T", with: " ")) }
        return type.contains("Float") ? text : literal(text)
    }

    func table(
        _ name: String, columns: [(name: String, type: String)], rows: [[String]], options: ColumnOptions
    ) throws -> ContractSource {
        let cluster = try ClickHousePlaces.shared.get().cluster
        let list = columns.map { "\(quoted($0.name)) \($0.type)" }.joined(separator: ", ")
        try cluster.createTable(quoted(name), list, orderedBy: quoted(columns[0].name))
        if !rows.isEmpty { try cluster.execute("INSERT INTO \(quoted(name)) VALUES \(rows.sqlValues)") }
        return ContractSource(
            source: try cluster.source(
                ClickHouseOptions(
                    table: name, columns: options, placer: TownPlacer.placer)))
    }

    // MARK: - Faults

    func endless() throws -> ContractSource {
        let sql =
            "SELECT number AS id, toFloat64(number % 90) AS lat, toFloat64(number % 180) AS lon FROM system.numbers"
        return ContractSource(
            source: try ClickHousePlaces.shared.get().cluster.source(ClickHouseOptions(sql: sql)))
    }

    /// Another cluster: the shared one stays whole.
    func mortal() throws -> MortalSource {
        let cluster = try ClickHouseCluster()
        try cluster.createTable("places", "id UInt64, lat Float64, lon Float64", orderedBy: "id")
        try cluster.execute("INSERT INTO places SELECT number, number % 90, number % 180 FROM numbers(2000)")
        let sql = "SELECT id, lat + sleepEachRow(0.002) AS lat, lon FROM places"
        return MortalSource(
            slow: ContractSource(source: try cluster.source(ClickHouseOptions(sql: sql)), kept: cluster),
            kill: { cluster.kill(1) }, revive: { try cluster.start(1) })
    }
}
