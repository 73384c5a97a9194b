import MapModel
import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// Times and other types of columns.
@Suite(.enabled(if: ClickHouseCluster.isAvailable, "no ClickHouse"), .timeLimit(.minutes(10)))
struct ClickHouseTypeTests {
    private static let everywhere = NearbyQuestion(
        center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: nil)

    private static func never() -> Bool { false }

    private func cluster() throws -> ClickHouseCluster { try #require(ClickHouseCluster.shared) }

    private func ids(_ rows: [ExportedRow], of table: any RowTable) throws -> Set<String> {
        var ids: Set<String> = []
        try table.visitRows(rows.map(\.row).sorted()) { ids.insert($0.values[0].text) }
        return ids
    }

    @Test func timesAreComparedAsMoments() throws {
        try cluster().createTable(
            "times",
            "id UInt64, lat Float64, lon Float64, day Date, at Nullable(DateTime), kind LowCardinality(String)",
            orderedBy: "id")
        try cluster().execute(
            """
            INSERT INTO times VALUES (1, 1, 1, '2026-11-22', '2026-11-22 09:30:00', 'a'),
            (2, 1, 1, '1999-12-31', NULL, 'b'), (3, 1, 1, '2000-02-29', '2000-02-29 23:59:59', 'A')
            """)
        let source = try cluster().source(table: "times")
        func found(_ text: String) throws -> Set<String> {
            let filter = try Filter(text, columns: source.columnNames(isCancelled: Self.never))
            let rows = try source.applying(filter, isCancelled: Self.never)
                .near(Self.everywhere, isCancelled: Self.never)
            return try ids(rows, of: source.table)
        }
        #expect(try found("day = '2026-11-22'") == ["1"])
        #expect(try found("day < '2026-11'") == ["2", "3"])
        #expect(try found("at >= '2026-11-22T10:30:00+01:00'") == ["1"])
        #expect(try found("at > '2026-11-22T10:30:00+01:00'") == [])
        #expect(try found("at IS NULL") == ["2"])
        #expect(try found("NOT (at = '2026-11-22T09:30:00Z')") == ["3"])
        #expect(try found("CASEI(kind) = 'a'") == ["1", "3"])
        #expect(try found("kind IN ('a', 'b')") == ["1", "2"])
    }

    // MARK: - Types

    @Test func valuesOfAllTypesAreText() throws {
        try cluster().createTable(
            "types",
            """
            id UUID, name FixedString(8), small Int8, large UInt64, price Decimal(18, 4), ratio Float32,
            kind Enum8('it''s' = 1, 'b' = 2), tags Array(String), both Tuple(Int8, String), code LowCardinality(String),
            maybe Nullable(Int32), lat Float32, lon Float32
            """, orderedBy: "(lat, lon)")
        try cluster().execute(
            """
            INSERT INTO types VALUES ('61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'ab', -3, 18446744073709551615, -1.5, 0.1,
            'it''s', ['x', 'y\\'z'], (1, 'q'), 'c', NULL, 48.1, 9.2)
            """)
        let source = try cluster().source(table: "types")
        let found = try source.near(Self.everywhere, isCancelled: Self.never)
        try #require(found.count == 1)
        var values: [String] = []
        try source.table.visitRows([found[0].row]) { values = $0.values.map(\.text) }
        #expect(
            values == [
                "61f0c404-5cb3-11e7-907b-a6006ad3dba0", "ab", "-3", "18446744073709551615", "-1.5000", "0.1",
                "it's",
                "['x','y\\'z']", "(1,'q')", "c", "", "48.1", "9.2",
            ])
        for text in [
            "price = -1.5", "small < 0", "ratio = 0.1", "kind = 'it''s'", "large IS NULL", "maybe IS NULL",
        ] {
            let filter = try Filter(text, columns: source.columnNames(isCancelled: Self.never))
            let rows = try source.applying(filter, isCancelled: Self.never)
                .near(Self.everywhere, isCancelled: Self.never)
            #expect(rows.count == 1, "\(text)")
        }
        let street = try source.near(
            NearbyQuestion(center: Coordinate(latitude: 48.1, longitude: 9.2), radiusMeters: 2, limit: nil),
            isCancelled: Self.never)
        #expect(street.count == 1)
    }

    @Test func namesOfTheStatementsAreRefusedAsColumns() throws {
        let options = ClickHouseOptions(sql: "SELECT 'a' AS tm_x, 1. AS lat, 2. AS lon")
        let source = try cluster().source(options)
        let error = #expect(throws: SourceError.self) { try source.open(isCancelled: Self.never) }
        #expect("\(try #require(error))".contains(#"column "tm_x": names that begin with tm_"#))
    }
}
