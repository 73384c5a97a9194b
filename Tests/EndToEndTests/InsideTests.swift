import Foundation
import Testing

/// `--inside` and `--near` with a file by the real program.
@Suite(.timeLimit(.minutes(10)))
struct InsideTests {
    private static let rows = "name,lat,lon\na,47.1,8.1\nb,47.1,8.6\nc,47.6,8.1\nd,-30,8.1\n"
    private static let square =
        #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[8,47],[8.5,47],[8.5,47.5],[8,47.5],[8,47]]]},"#
        + #""properties":{"name":"West"}}"#
    private static let line =
        #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[8.11,47],[8.11,48]]},"properties":{}}"#

    private func output(_ arguments: [String], _ files: (text: String, name: String)...) throws -> Run {
        let scratch = try files.map { try ScratchFile($0.text, named: $0.name) }
        return try Run(
            arguments.map { argument in
                zip(files, scratch).reduce(argument) { $0.replacing($1.0.name, with: $1.1.path) }
            })
    }

    @Test(arguments: [
        ("valley.txt", "47.0, 8.0\n47.0, 8.5\n47.5, 8.5\n47.5, 8.0\n"),
        ("valley.csv", "lat,lon\n47.0,8.0\n47.0,8.5\n47.5,8.5\n47.5,8.0\n"), ("valley.geojson", square),
    ])
    func rowsInsideAFileAreKept(name: String, text: String) throws {
        let run = try output(
            ["rows.csv", "--inside", name, "-o", "csv"], (Self.rows, "rows.csv"), (text, name))
        #expect(run.code == 0 && run.output == "name,lat,lon\na,47.1,8.1\n", "\(run.errors)")
    }

    @Test func rowsInsideCountriesAndSetsAreKept() throws {
        let named = try output(
            ["rows.csv", "--inside", "switzerland", "--where", "name > 'a'", "-o", "csv"],
            (Self.rows, "rows.csv"))
        #expect(named.output == "name,lat,lon\nb,47.1,8.6\n", "\(named.errors)")
        let set = try output(
            ["rows.csv", "--inside", "countries", "-o", "id", "--id", "name"], (Self.rows, "rows.csv"))
        #expect(set.output == "a\nb\nc\n", "\(set.errors)")
        let counted = try output(
            ["rows.csv", "--areas", "d=west.geojson", "--inside", "d", "--by-area"], (Self.rows, "rows.csv"),
            (Self.square, "west.geojson"))
        #expect(counted.output.contains("# 1 of 1 rows in 1 of 1 areas, 0 outside"), "\(counted.errors)")
    }

    @Test func mistakesAreSaid() throws {
        let none = try output(["rows.csv", "--inside", "Swizerland", "-o", "csv"], (Self.rows, "rows.csv"))
        #expect(none.code == 2 && none.errors.contains("no area Swizerland: Switzerland?"), "\(none.errors)")
        let two = try output(
            ["rows.csv", "--inside", "two.csv", "-o", "csv"], (Self.rows, "rows.csv"),
            ("lat,lon\n1,2\n3,4\n", "two.csv"))
        #expect(two.code == 2 && two.errors.contains("a polygon needs three corners"), "\(two.errors)")
    }

    @Test func rowsNearALineComeNearestFirst() throws {
        let within = try output(
            ["rows.csv", "--near", "line.geojson", "--within", "50km"], (Self.rows, "rows.csv"),
            (Self.line, "line.geojson"))
        #expect(
            within.output == """
                name,lat,lon,distance_m
                c,47.6,8.1,749.8
                a,47.1,8.1,756.9
                b,47.1,8.6,37089.2

                """, "\(within.output) \(within.errors)")
        let nearest = try output(
            ["rows.csv", "--near", "line.geojson", "--limit", "1"], (Self.rows, "rows.csv"),
            (Self.line, "line.geojson"))
        #expect(nearest.output == "name,lat,lon,distance_m\nc,47.6,8.1,749.8\n")
        let nothing = try output(
            ["rows.csv", "--near", "line.geojson", "--within", "1m"], (Self.rows, "rows.csv"),
            (Self.line, "line.geojson"))
        #expect(nothing.code == 1 && nothing.errors.contains("no rows within 1m of "))
    }
}
