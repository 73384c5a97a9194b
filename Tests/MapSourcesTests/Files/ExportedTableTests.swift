import Foundation
import MapModel
import TestSupport
import Testing

@testable import MapSources
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Tables as programs export them and people pass them on: each holds the same three places.
@Suite struct ExportedTableTests {
    private static let rows = [
        ("Zürich", 47.3769, 8.5417), ("Łódź", 51.759, 19.456), ("Quito", -0.1807, -78.4678),
    ]

    private static func table(
        _ header: String, before: String = "", after: String = "", end: String = "\n",
        row: (Int, String, Double, Double) -> String
    ) -> String {
        let lines = rows.enumerated().map { row($0, $1.0, $1.1, $1.2) }
        return before + ([header] + lines).filter { !$0.isEmpty }.joined(separator: end) + end + after
    }

    private static func comma(_ number: Double) -> String {
        "\(number)".replacingOccurrences(of: ".", with: ",")
    }

    private func load(
        _ bytes: [UInt8], ending: String = "csv", _ change: (inout SourceOptions) -> Void = { _ in }
    ) throws -> LoadedSource {
        let file = try TemporaryFile(bytes, extension: ending)
        var options = SourceOptions()
        change(&options)
        let loaded = try SourceOpener(options).open([file.path], isCancelled: { false })
            .read(isCancelled: { false })
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        return loaded
    }

    /// The places in the order of the rows, in hundredths of degrees.
    private func hundredths(_ loaded: LoadedSource) -> [[Int]] {
        loaded.places().sorted { $0.key < $1.key }.map { _, place in
            [place.latitudeE7, place.longitudeE7].map { Int((Double($0) / 1e5).rounded()) }
        }
    }

    private static let expected = [[4738, 854], [5176, 1946], [-18, -7847]]

    private static let texts: [(name: String, text: String)] = [
        (
            "sep",
            table("name;lat;lon", before: "sep=;\r\n", end: "\r\n") { "\($1);\(comma($2));\(comma($3))" }
        ),
        ("quoted sep", table("name|lat|lon", before: "\"sep=|\"\n") { "\($1)|\($2)|\($3)" }),
        ("comments", table("name,lat,lon", before: "# from us\n# 2024\n") { "\($1),\($2),\($3)" }),
        ("header in a comment", table("# name, lat, lon", before: "# from us\n") { "\($1),\($2),\($3)" }),
        ("titles", table("name,lat,lon", before: "Stations, 2024\nAs of: May\n\n") { "\($1),\($2),\($3)" }),
        ("wide titles", table("n,lat,lon,x", before: "Stations,,,\n,,,\n") { "\($1),\($2),\($3),1" }),
        ("title over unknown names", table("n;u;v", before: "Stations\n") { "\($1);\($2);\($3)" }),
        ("two headers", table(";lat;lon", before: "name;place;\n") { "\($1);\($2);\($3)" }),
        ("note below", table("name,lat,lon", after: "\nSource: us, and others\n") { "\($1),\($2),\($3)" }),
        ("blanks", table("name   lat     lon") { "\($1)   \($2)    \($3)" }),
        ("blanks, no header", table("") { "  \($3)  \($2)  \($0)" }),
        ("quotes between blanks", table("\"the name\" lat lon") { "\"a \($1)\" \($2) \($3)" }),
        ("names of rows", table("\"name\" \"lat\" \"lon\"") { "\"\($0 + 1)\" \"a \($1)\" \($2) \($3)" }),
        ("names of rows, commas", table("name,lat,lon") { "\"\($0 + 1)\",\"\($1)\",\($2),\($3)" }),
        ("an index without a name", table(",name,lat,lon") { "\($0),\($1),\($2),\($3)" }),
        ("single quotes", table("'name','lat','lon'") { "'\($1)','\($2)','\($3)'" }),
        ("all in quotes", table("\"name\",\"lat\",\"lon\"") { "\"\($1)\",\"\($2)\",\"\($3)\"" }),
        ("Markdown", table("| name | lat | lon |\n|---|---:|---:|") { "| \($1) | \($2) | \($3) |" }),
        ("psql", table(" n | lat | lon\n---+-----+----", after: "(3 rows)\n") { " \($1) | \($2) | \($3)" }),
        ("tabs", table("name\tlat\tlon") { "\($1)\t\($2)\t\($3)" }),
    ]

    @Test(arguments: texts.indices) func placesAreFound(index: Int) throws {
        let (name, text) = Self.texts[index]
        for ending in ["csv", "txt"] {
            let loaded = try load(Array(text.utf8), ending: ending)
            var found = hundredths(loaded)
            // Without a header nothing says which number is the latitude: the first, where both may be.
            if name == "blanks, no header" { found = found.map { $0.reversed() } }
            #expect(Set(found) == Set(Self.expected), "\(name)")
        }
    }

    @Test func fieldsMoreThanTheHeaderHasAreSaid() throws {
        let loaded = try load(Array("id,name,lat,lon\n1,a,50.5,5.5,3\n2,b,51.5,6.5,4\n".utf8))
        #expect(
            loaded.notices.contains { $0.contains("one field more than the header: the first one is taken") })
        let plain = try load(Array("id,name,lat,lon\n1,a,50.5,5.5\n2,b,51.5,6.5\n".utf8))
        #expect(plain.notices.isEmpty)
    }

    @Test func linesAreCountedFromTheTop() throws {
        let loaded = try load(Array("# a\nTitle\n\nname,lat,lon\na,1,2\nb,x,2\n".utf8))
        #expect(try loaded.table.namedRow(0).line == 5)
        #expect(loaded.skipped.examples.first?.line == 6)
        #expect(loaded.table.columnNames == ["name", "lat", "lon"])
    }

    @Test(arguments: ["NaN", "nan", "null", "None", "\\N", "NA", "N/A", "#N/A", "\"\"", "undefined", "-", ""])
    func wordsForNothingAreMissing(word: String) throws {
        let loaded = try load(Array("name,lat,lon\na,1.5,2.5\nb,\(word),\(word)\n".utf8))
        #expect(loaded.points.count == 1)
        #expect(loaded.skipped.summary == "1 without coordinates")
    }

    // MARK: encodings

    @Test func windowsTextIsDetected() throws {
        let text = Self.table("Straße;Breite;Länge") { "\($0) – “Größe”;\(Self.comma($2));\(Self.comma($3))" }
        let loaded = try load([UInt8](try #require(text.data(using: .windowsCP1252))))
        #expect(hundredths(loaded) == Self.expected)
        #expect(try loaded.table.namedRow(1).fields[0].value.text == "1 – “Größe”")
        #expect(loaded.notices.contains { $0.hasSuffix("read as Windows-1252 (choose with --encoding)") })
    }

    @Test func anEncodingIsAskedFor() throws {
        let text = Self.table("miasto,lat,lon") { "\($1),\($2),\($3)" }
        let loaded = try load([UInt8](try #require(text.data(using: .isoLatin2)))) {
            $0.csv.encoding = "ISO-8859-2"
        }
        #expect(try loaded.table.namedRow(1).fields[0].value.text == "Łódź")
        #expect(!loaded.notices.contains { $0.contains("--encoding") })
    }

    /// Windows of 64 bytes end within characters.
    @Test func charactersMayBeCut() throws {
        let text = "name,lat,lon\n" + (0..<200).map { "名古屋\($0),35.\($0),136.\($0)\n" }.joined()
        let file = try TemporaryFile([UInt8](try #require(text.data(using: .shiftJIS))))
        var options = CSVOptions()
        options.encoding = "SHIFT_JIS"
        options.windowSize = 64
        let loaded = try file.load(options)
        #expect(loaded.points.count == 200)
        for row in [0, 77, 199] {
            #expect(try loaded.table.namedRow(UInt32(row)).fields[0].value.text == "名古屋\(row)")
        }
    }

    @Test func mixedTextStaysUTF8() throws {
        let bytes = Array("name,lat,lon\nÄ,1,2\nÖ,3,4\n".utf8) + [0xFC] + Array(",5,6\n".utf8)
        let loaded = try load(bytes)
        #expect(loaded.points.count == 3)
        #expect(try loaded.table.namedRow(0).fields[0].value.text == "Ä")
    }

    // MARK: columns

    private static let valueColumns: [(header: String, row: @Sendable (String, Double, Double) -> String)] = [
        ("name;pos", { "\($0);\($1),\($2)" }), ("name;where", { "\($0);\($1) / \($2)" }),
        ("name;geo_point_2d", { "\($0);\($1), \($2)" }),
        ("name;georeference", { "\($0);POINT (\($2) \($1))" }),
        ("name;x", { #"\#($0);{"type":"Point","coordinates":[\#($2),\#($1)]}"# }),
        ("name;Location 1", { "\($0);\"12 Main St\n\($0)\n(\($1), \($2))\"" }),
        ("name;POINT_X;POINT_Y", { "\($0);\($2);\($1)" }), ("xcoord;name;ycoord", { "\($2);\($0);\($1)" }),
        ("name;GPS Latitude (deg);GPS Longitude (deg)", { "\($0);\($1);\($2)" }),
        ("name;dec_lat_va;dec_long_va", { "\($0);\($1);\($2)" }),
        ("name;Lage Breite;Lage Länge", { "\($0);\($1);\($2)" }),
        ("name;price;u;v", { "\($0);3.25;\($1)1;\($2)1" }),
        ("lat;lon;position", { ";;\($1) \($2)" }),
    ]

    @Test(arguments: valueColumns.indices) func columnsAreFoundByTheirValues(index: Int) throws {
        let (header, row) = Self.valueColumns[index]
        let text = Self.table(header) { row($1, $2, $3) }
        #expect(hundredths(try load(Array(text.utf8))) == Self.expected, "\(header)")
    }

    @Test func theChoiceByValuesIsNamed() throws {
        let loaded = try load(Array(Self.table("name;spot") { "\($1);\($2),\($3)" }.utf8))
        #expect(
            loaded.notices.contains {
                $0.hasSuffix(
                    #"by their values in "spot", latitude first (--swap if it is the other way round) (choose with --latlon)"#
                )
            })
    }

    @Test(arguments: [
        "name,ratio\na,3/4\nb,1/2\n", "name,size\na,10 20\nb,30 40\n", "a,b\n1.5,2.5\n3.5,4.5\n",
    ])
    func otherNumbersAreNoPlaces(text: String) {
        #expect(throws: SourceError.self) { try load(Array(text.utf8)) }
    }

    // MARK: archives

    @Test func aTableInAnArchiveIsRead() throws {
        let text = Array(Self.table("name;lat;lon") { "\($1);\($2);\($3)" }.utf8)
        let packed = Packing.zip([("README.txt", Array("hello".utf8)), ("data/places.csv", text)])
        #expect(hundredths(try load(packed, ending: "zip")) == Self.expected)
    }
}
