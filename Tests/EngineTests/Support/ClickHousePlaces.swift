import MapModel
import RowTestSupport
import TestSupport

@testable import DatabaseSources
@testable import Rows

/// Random places, in memory and in distributed tables in the ways in which tables have places.
struct ClickHousePlaces: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case plain, nullable, decimals, words, tuples, named, select
    }

    let cluster: ClickHouseCluster
    let places: [FixedCoordinate]
    let tree: QuadTree

    static let shared: Result<ClickHousePlaces, any Error> = Result {
        guard let cluster = ClickHouseCluster.shared else {
            throw ClickHouseCluster.Failure(description: "no cluster")
        }
        return try ClickHousePlaces(on: cluster)
    }

    static func name(_ row: Int) -> String {
        ["Place \(row)", "Ünterort \(row)", "CAFÉ \(row)", "the place \(row)", "it's \\ \(row)"][row % 5]
    }

    private init(on cluster: ClickHouseCluster) throws {
        self.cluster = cluster
        var random = SeededRandom(2_026)
        places = (0..<2_000).map { _ in random.place() }
        var buffer = PointBuffer()
        for (row, place) in places.enumerated() { buffer.append(place, row: UInt32(row)) }
        tree = QuadTree(buffer)
        try cluster.createTable(
            "plain", "id UInt64, name String, lat Float64, lon Float64", orderedBy: "(lat, lon)")
        let values = places.enumerated().map { row, place in
            "(\(row), \(ClickHouseDialect().literal(Self.name(row))), \(place.coordinate.latitude), "
                + "\(place.coordinate.longitude))"
        }
        try cluster.execute(
            "INSERT INTO plain VALUES " + values.joined(separator: ", "), settings: "&max_query_size=9000000")
        let tables: [(Kind, String, String)] = [
            (.nullable, "lat Nullable(Float64), lon Nullable(Float64)", "lat, lon"),
            (.decimals, "lat Decimal(9, 7), lon Decimal(10, 7)", "toDecimal64(lat, 7), toDecimal64(lon, 7)"),
            (.words, "lat String, lon String", "concat(' ', toString(lat)), concat(toString(lon), '\\t ')"),
            (.tuples, "place Tuple(Float64, Float64)", "tuple(lon, lat)"),
        ]
        for (kind, columns, values) in tables {
            try cluster.createTable(kind.rawValue, "id UInt64, name String, \(columns)", orderedBy: "id")
            try cluster.execute("INSERT INTO \(kind.rawValue) SELECT id, name, \(values) FROM plain")
        }
        // Rows without a place.
        try cluster.execute(
            "INSERT INTO nullable VALUES (9001, 'a', NULL, 1), (9002, 'b', nan, 1), (9003, 'c', 91, 1)")
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
        return try cluster.source(options)
    }
}
