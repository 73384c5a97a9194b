import MapModel

@testable import DatabaseSources

/// Random places, in memory and in distributed tables in the ways in which tables have places.
struct ClickHousePlaces: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case plain, nullable, decimals, words, tuples, named, select, towns

        var misplacedCount: Int {
            switch self {
            case .nullable: ContractRows.misplaced.count
            // Not those that are NULL.
            case .plain, .named, .select, .towns: ContractRows.misplaced.count - 2
            case .decimals, .words, .tuples: 0
            }
        }
    }

    let cluster: ClickHouseCluster

    static let shared: Result<ClickHousePlaces, any Error> = Result {
        guard let cluster = ClickHouseCluster.shared else {
            throw ClickHouseCluster.Failure(description: "no cluster")
        }
        return try ClickHousePlaces(on: cluster)
    }

    private init(on cluster: ClickHouseCluster) throws {
        self.cluster = cluster
        try cluster.createTable(
            "plain", "id UInt64, name String, lat Float64, lon Float64", orderedBy: "(lat, lon)")
        let rows = ContractRows.shared.values(ClickHouseDialect().literal) { $0.map { "\($0)" } ?? "NULL" }
        try cluster.execute(
            "INSERT INTO plain VALUES " + rows.filter { !$0.contains("NULL") }.sqlValues,
            settings: "&max_query_size=9000000")
        let tables: [(Kind, String, String)] = [
            (.nullable, "lat Nullable(Float64), lon Nullable(Float64)", "lat, lon"),
            (.decimals, "lat Decimal(9, 7), lon Decimal(10, 7)", "toDecimal64(lat, 7), toDecimal64(lon, 7)"),
            (.words, "lat String, lon String", "concat(' ', toString(lat)), concat(toString(lon), '\\t ')"),
            (.tuples, "place Tuple(Float64, Float64)", "tuple(lon, lat)"),
        ]
        for (kind, columns, values) in tables {
            try cluster.createTable(kind.rawValue, "id UInt64, name String, \(columns)", orderedBy: "id")
            try cluster.execute(
                "INSERT INTO \(kind.rawValue) SELECT id, name, \(values) FROM plain WHERE id < \(ContractRows.misplacedID)"
            )
        }
        try cluster.createTable(
            "towns", "id UInt64, name String, town Nullable(String), land Nullable(String)", orderedBy: "id")
        try cluster.execute(
            """
            INSERT INTO towns SELECT id, name,
            CASE WHEN id < \(ContractRows.misplacedID) THEN concat('it\\'s \\\\ ', toString(lat), ' ', toString(lon))
            WHEN id % 3 = 0 THEN 'nowhere' WHEN id % 3 = 1 THEN '' END, CASE WHEN id % 2 = 0 THEN 'DE' END FROM plain
            """)
        try cluster.execute(
            "INSERT INTO nullable VALUES " + rows.suffix(ContractRows.misplaced.count).map(\.self).sqlValues)
        for index in cluster.ports.indices {
            try cluster.execute("CREATE DATABASE IF NOT EXISTS other", on: index)
            try cluster.execute(
                "CREATE VIEW other.named AS SELECT id, name, lat AS latitude, lon AS longitude FROM default.plain",
                on: index)
        }
    }

    func source(_ kind: Kind) throws -> EngineSource {
        var options = ClickHouseOptions(table: kind == .named ? "other.named" : kind.rawValue)
        if kind == .select {
            options.table = nil
            options.sql = "SELECT id, name, lat, lon FROM plain WHERE id < 100000 -- all of them"
        }
        if kind == .towns { (options.columns, options.placer) = (TownPlacer.columns, TownPlacer.placer) }
        return try cluster.source(options)
    }
}
