import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import MapSources
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Whole numbers of which ten million make a degree, and texts with degree signs or as `geo:` addresses, in CSV, NDJSON and SQLite.

@Suite struct WholeNumberTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let header: [String]
        /// The values of each row, as JSON writes them.
        let rows: [[String]]
        /// The places of the rows; nil for those that are skipped.
        let places: [FixedCoordinate?]
        var testDescription: String { header.joined(separator: ",") }

        var csv: String {
            ([header] + rows).map { fields in
                fields.map { $0.contains(",") && !$0.hasPrefix("\"") ? "\"\($0)\"" : $0 }
                    .joined(separator: ",")
            }.joined(separator: "\n") + "\n"
        }

        var ndjson: String {
            rows.map { row in
                "{" + zip(header, row).map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}\n"
            }.joined()
        }
    }

    private static func database(_ table: Case) throws -> SQLiteWriter {
        let rows = table.rows.map { row in
            let values = row.map { $0.hasPrefix("\"") ? "'\($0.dropFirst().dropLast())'" : $0 }
            return "(\(values.joined(separator: ", ")))"
        }
        return try SQLiteWriter(
            "CREATE TABLE t(\(table.header.joined(separator: ", ")))",
            "INSERT INTO t VALUES \(rows.joined(separator: ", "))")
    }

    private static func place(_ latitude: Int32, _ longitude: Int32) -> FixedCoordinate {
        FixedCoordinate(latitudeE7: latitude, longitudeE7: longitude)
    }

    private static let cases: [Case] = [
        // A fraction, where the name says the units.
        Case(
            header: ["latitudeE7", "longitudeE7"],
            rows: [["473763000.4", "-85405000"], ["473764000", "85405000.6"]],
            places: [place(473_763_000, -85_405_000), place(473_764_000, 85_405_001)]),
        Case(
            header: ["latE7", "lngE7"], rows: [["4737", "-85405000"], ["1", "854050.25"], ["-1", "181"]],
            places: [place(4737, -85_405_000), place(1, 854_050), place(-1, 181)]),
        Case(
            header: ["latitude_i", "longitude_i"],
            rows: [["473763000", "1085405000"], ["-473764000", "-1799999999"]],
            places: [place(473_763_000, 1_085_405_000), place(-473_764_000, -1_799_999_999)]),
        // Values out of range are skipped, and the others are read.
        Case(
            header: ["latitudeE7", "longitudeE7"],
            rows: [
                ["473763000", "85405000"], ["900000001", "85405000"], ["3956279096", "1"], ["5", "6"],
            ],
            places: [place(473_763_000, 85_405_000), nil, nil, place(5, 6)]),
        Case(
            header: ["lat", "lon"],
            rows: [["473763000", "85405000"], ["900000001", "85405000"], ["473763001", "185405000"]],
            places: [place(473_763_000, 85_405_000), nil, place(473_763_001, 185_405_000)]),
        // Degrees under such names.
        Case(
            header: ["latE7", "lngE7"], rows: [["47.3763", "8.5405"], ["-33.5", "151.25"]],
            places: [place(473_763_000, 85_405_000), place(-335_000_000, 1_512_500_000)]),
        Case(
            header: ["name", "place"],
            rows: [[#""a""#, #""47.3°, 8.5°""#], [#""b""#, #""-47.3°, -8.5°""#]],
            places: [place(473_000_000, 85_000_000), place(-473_000_000, -85_000_000)]),
        Case(
            header: ["name", "place"],
            rows: [[#""a""#, #""geo:47.3,8.5;u=35""#], [#""b""#, #""geo:-47.4,-8.6""#]],
            places: [place(473_000_000, 85_000_000), place(-474_000_000, -86_000_000)]),
    ]

    @Test(arguments: cases) func areReadFromATable(table: Case) throws {
        let database = try Self.database(table)
        let opened = try SourceOpener(SourceOptions()).open([database.path])
        try check(opened.read(isCancelled: { false }), table)
    }

    @Test func textsOfWholeNumbersAreReadFromATable() throws {
        let database = try SQLiteWriter(
            "CREATE TABLE t(latE7 TEXT, lngE7 TEXT)",
            "INSERT INTO t VALUES ('473763000', '85405000'), ('north', '1'), ('', '1'), (NULL, '1'), (x'00', '1')"
        )
        let loaded = try SourceOpener(SourceOptions()).open([database.path]).read(isCancelled: { false })
        #expect(loaded.places() == [0: Self.place(473_763_000, 85_405_000)])
        #expect(loaded.skipped.count(of: .missing) == 2 && loaded.skipped.count(of: .notANumber) == 2)
    }

    @Test(arguments: cases, ["csv", "ndjson"])
    func areReadInEveryFormat(table: Case, ending: String) throws {
        let text = ending == "csv" ? table.csv : table.ndjson
        let file = try TemporaryFile(Array(text.utf8), extension: ending)
        let loaded = try withExtendedLifetime(file) {
            let opened = try SourceOpener(SourceOptions()).open([file.path])
            return try opened.read(isCancelled: { false })
        }
        check(loaded, table)
    }

    private func check(_ loaded: LoadedSource, _ table: Case) {
        let places = loaded.places()
        #expect(table.places.indices.map { places[UInt32($0)] } == table.places)
        #expect(loaded.isAccountedFor)
        #expect(loaded.skipped.count(of: .latitudeOutOfRange) == table.places.count { $0 == nil })
        #expect(!loaded.notices.contains { $0.contains("projected") })
    }
}
