import Foundation
import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// Filters, summaries and values of columns, as those of our own evaluation.
@Suite(.enabled(if: ClickHouseCluster.isAvailable, "no ClickHouse"), .timeLimit(.minutes(10)))
struct ClickHouseFilterTests {
    private static let everywhere = NearbyQuestion(
        center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: nil)
    private static let dialect = ClickHouseDialect()

    private static func never() -> Bool { false }

    private func cluster() throws -> ClickHouseCluster { try #require(ClickHouseCluster.shared) }

    private func ids(_ rows: [ExportedRow], of table: any RowTable) throws -> Set<String> {
        var ids: Set<String> = []
        try table.visitRows(rows.map(\.row).sorted()) { ids.insert($0.values[0].text) }
        return ids
    }

    // MARK: - Filters

    /// Version 18 has no truth values, and only times from 1970 to 2105, in whole seconds.
    private static let types = ["Nullable(Float64)", "Nullable(Float64)", "Nullable(String)", "String"]

    /// Filters of the first four columns: numbers and texts.
    private func fill(_ name: String, _ filters: RandomFilters) throws {
        let columns = zip(filters.names, Self.types).map { "\(Self.dialect.quoted($0)) \($1)" }
        try cluster().createTable(
            name, "id UInt64, lat Float64, lon Float64, \(columns.joined(separator: ", "))", orderedBy: "id")
        let rows = (0..<filters.rowCount).map { row -> String in
            let values = zip(filters.columns, Self.types).map { column, type -> String in
                let text = column.texts[row]
                if text.isEmpty {
                    return type == "String" || row % 2 == 0 && column.kind == .text ? "''" : "NULL"
                }
                return column.kind == .number ? text : Self.dialect.literal(text)
            }
            return "(\(row + 1), \(row % 90), \(row), \(values.joined(separator: ", ")))"
        }
        try cluster().execute("INSERT INTO \(name) VALUES \(rows.joined(separator: ", "))")
        // No numbers for us.
        try cluster().execute(
            "INSERT INTO \(name) VALUES (\(filters.rowCount + 1), 1, 1, nan, inf, '', ''), (\(filters.rowCount + 2), 1, 1, -inf, nan, '', '')"
        )
    }

    @Test(arguments: 0..<12 as Range<UInt64>) func findsTheRowsThatWeFind(seed: UInt64) throws {
        var filters = RandomFilters(seed: seed)
        let names = Array(filters.names.prefix(Self.types.count))
        try fill("filters\(seed)", filters)
        let source = try cluster().source(table: "filters\(seed)")
        // The last two rows have nothing that is a value for us.
        var values: [Int: ColumnValues] = [:]
        for (index, column) in filters.columns.prefix(names.count).enumerated() {
            values[index] =
                RandomFilters.Column(
                    name: column.name, kind: column.kind, texts: column.texts + ["", ""]
                ).values
        }
        var tested = 0
        while tested < 25 {
            let text = filters.filter()
            // A filter of the other columns is for other tests.
            guard let filter = try? Filter(text, columns: ["id", "lat", "lon"] + names) else { continue }
            tested += 1
            let plain = try Filter(text, columns: names)
            let expected = try plain.rows(values, rowCount: filters.rowCount + 2, isCancelled: Self.never)
                .rows
            let found = try source.applying(filter, isCancelled: Self.never)
                .near(Self.everywhere, isCancelled: Self.never)
            #expect(try ids(found, of: source.table) == Set(expected.map { "\($0 + 1)" }), "\(text)")
        }
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

    /// Names that are SQL, that end literals, or that a terminal would interpret.
    @Test(arguments: [
        "a`b", "it's", "back\\slash", "new\nline", "\"q\"", "select", "a.b", "ünï",
        "\\'; DROP TABLE x --",
    ])
    func hostileNamesAreNames(name: String) throws {
        let quoted = Self.dialect.quoted(name)
        try cluster().createTable(
            quoted, "id UInt64, \(quoted) String, lat Float64, lon Float64", orderedBy: "(lat, lon)")
        try cluster().execute(
            "INSERT INTO \(quoted) VALUES (1, \(Self.dialect.literal(name)), 1, 2), (2, 'other', 1, 2)")
        var options = ClickHouseOptions(table: name)
        options.columns.label = name
        let source = try cluster().source(options)
        #expect(try source.open(isCancelled: Self.never).rowCount == 2)
        let found = try source.matches(name, limit: 5, isCancelled: Self.never)
        #expect(try source.table.rowLabels(found.matches.map(\.row)) == [name])
        let text = "\(FilterText.name(name)) = \(FilterText.text(name))"
        let filter = try Filter(text, columns: source.columnNames(isCancelled: Self.never))
        let filtered = try source.applying(filter, isCancelled: Self.never)
        #expect(try filtered.open(isCancelled: Self.never).rowCount == 1)
        let values = try source.frequentValues(of: 1, limit: 5, isCancelled: Self.never)
        #expect(Set(values.map(\.value)) == [name, "other"])
    }

    @Test func namesOfTheStatementsAreRefusedAsColumns() throws {
        let options = ClickHouseOptions(sql: "SELECT 'a' AS tm_x, 1. AS lat, 2. AS lon")
        let source = try cluster().source(options)
        let error = #expect(throws: SourceError.self) { try source.open(isCancelled: Self.never) }
        #expect("\(try #require(error))".contains(#"column "tm_x": names that begin with tm_"#))
    }

    // MARK: - Summaries

    @Test(arguments: [0, 1, 2] as [UInt64]) func summariesAreThoseOfTheColumnsInMemory(seed: UInt64) throws {
        let filters = RandomFilters(seed: seed)
        try fill("summary\(seed)", filters)
        let sql = "SELECT * FROM summary\(seed) WHERE id <= \(filters.rowCount)"
        let source = try cluster().source(ClickHouseOptions(sql: sql))
        let summaries = try source.summarizeColumns(in: nil, isCancelled: Self.never)
        for (offset, column) in filters.columns.prefix(Self.types.count).enumerated() {
            let summary = summaries[offset + 3]
            let numbers = column.texts.compactMap(Double.init).sorted()
            let texts = column.texts.filter { !$0.isEmpty }
            #expect(summary.rowCount == filters.rowCount)
            #expect(summary.missingCount == filters.rowCount - texts.count)
            #expect(
                summary.distinctCount
                    == (column.kind == .number ? Set(numbers).count : Set(texts.map(ByteOrder.init)).count))
            guard column.kind == .number else { continue }
            let range = try #require(summary.range)
            let middle = numbers.count / 2
            let median =
                numbers.count % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2
            #expect(range.least == numbers.first && range.greatest == numbers.last)
            #expect(abs(range.median - median) <= abs(median) * 1e-12)
        }
    }
}
