import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowValues
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Tables whose fields are not parted as RFC 4180 says: backslashes before quotes, geometries and names without quotes, decimal
/// commas.
@Suite struct FieldRepairTests {
    private static func load(_ text: String) throws -> LoadedTable {
        try TemporaryFile(Array(text.utf8)).load()
    }

    /// Latitude and longitude of each row in units of a ten-thousandth of a degree.
    private static func places(_ loaded: LoadedTable) -> [[Int]] {
        let rows = loaded.source.places().sorted { $0.key < $1.key }
        return rows.map { row in
            [row.value.latitudeE7, row.value.longitudeE7].map {
                (Int($0) + 2_000_000_500) / 1_000 - 2_000_000
            }
        }
    }

    // MARK: backslashes

    @Test(arguments: [",", ";", "\t"]) func backslashesEscapeQuotes(delimiter: String) throws {
        let text = """
            name|lat|lon
            "He said \\"hi\\"; then, \\"bye\\""|46.9|7.4
            "C:\\\\data\\\\"|47.5|8.5
            "two
            lines \\"x\\""|48.5|9.5
            """
        let loaded = try Self.load(text.replacing("|", with: delimiter))
        #expect(loaded.points.count == 3 && loaded.skipped.total == 0)
        #expect(
            try loaded.table.rowLabels([0, 1, 2]) == [
                #"He said "hi"; then, "bye""#, #"C:\data\"#, "two\nlines \"x\"",
            ])
        #expect(loaded.notices.contains { $0.contains(#"\" is a quote"#) })
    }

    @Test func backslashesEscapeDelimiters() throws {
        let loaded = try Self.load("1,Bern\\, Altstadt,46.9,7.4\n2,Say \\\"hi\\\",47.5,8.5\n3,Zug,47.1,8.4\n")
        #expect(loaded.points.count == 3 && loaded.skipped.total == 0)
        #expect(try loaded.table.record(0).fields == ["1", "Bern, Altstadt", "46.9", "7.4"])
        #expect(try loaded.table.record(1).fields == ["2", "Say \"hi\"", "47.5", "8.5"])
    }

    /// As MySQL writes a line feed within a field.
    @Test(arguments: ["\t", ","]) func backslashesJoinLines(delimiter: String) throws {
        let text = "1|Bern\\\nAltstadt|46.9|7.4\n2|Zug|47.5|8.5\n3|\\N|48.5|9.5\n4|a\\|b\\\n\\\nc|49.5|9.5\n"
        let loaded = try Self.load(text.replacing("|", with: delimiter))
        #expect(
            Self.places(loaded) == [
                [469_000, 74_000], [475_000, 85_000], [485_000, 95_000], [495_000, 95_000],
            ])
        #expect(try loaded.table.record(0).fields[1] == "Bern\nAltstadt")
        #expect(try loaded.table.record(3).fields[1] == "a\(delimiter)b\n\nc")
    }

    /// A backslash is a letter like any other where quotes close without it.
    @Test(arguments: [
        "name,lat,lon\n\"C:\\dir\\\",46.9,7.4\n\"D:\\\",47.5,8.5\n",
        "name,lat,lon\n\"C:\\dir\\\",46.9,7.4\nshort,1\n\"D:\\\",47.5,8.5\n",
        "name,lat,lon\n\\N,46.9,7.4\nC:\\x,47.5,8.5\n",
    ]) func backslashesAreTextElsewhere(text: String) throws {
        let loaded = try Self.load(text)
        #expect(loaded.points.count == 2)
        #expect(!loaded.notices.contains { $0.contains("backslash") })
    }

    @Test func backslashesStayBeforeOtherLetters() {
        var filter = EscapedFields(delimiter: UInt8(ascii: ","))
        let text = Array("\"a\\nb \"\"c\"\"\",\\N,\"x\\\\\\\"\"\n".utf8)
        // Byte by byte, as a slow pipe delivers it.
        var result: [UInt8] = []
        for byte in text { result += [byte].withUnsafeBytes { filter.filtered($0, isLast: false) } }
        result += [UInt8]().withUnsafeBytes { filter.filtered($0, isLast: true) }
        #expect(String(decoding: result, as: UTF8.self) == "\"a\\nb \"\"c\"\"\",\\N,\"x\\\"\"\"\n")
    }

    // MARK: geometries

    @Test(arguments: [
        "POLYGON((7 46,8 46,8 47,7 46))\nLINESTRING (7 46, 8 47)\nPOINT Z (7.5 46.5 400)\n",
        "SRID=4326;POLYGON((7 46,8 46,8 47,7 46))\nMULTIPOINT ((7 46),(8 47))\nPOINT(7.5 46.5)\n",
        "id,wkt\n1,POLYGON((7 46,\n8 46,8 47,7 46))\n2,\"LINESTRING (7 46, 8 47)\"\n3,POINT (7 46)\n",
        "GEOMETRYCOLLECTION(POINT(7 46),LINESTRING(7 46,8 47))\nPOINT (7 46)\nLINESTRING (7 46,8 47)\n",
    ]) func commasInGeometriesPartNothing(text: String) throws {
        let loaded = try Self.load(text)
        #expect(loaded.points.count == 3 && loaded.skipped.total == 0)
        #expect(
            Self.places(loaded).allSatisfy {
                (460_000...470_000).contains($0[0]) && (70_000...80_000).contains($0[1])
            })
    }

    /// One geometry alone is no header.
    @Test func oneGeometryIsARow() throws {
        #expect(try Self.load("LINESTRING (7 46, 8 47)\n").points.count == 1)
    }

    @Test func damagedGeometriesHideNoRow() throws {
        let loaded = try Self.load(
            "wkt,id\nPOLYGON((7 46,8 46,1\nPOLYGON((7 46,8 46,8 47,7 46)),2\nPOINT(8 47),3\n\"POINT(8 47)\",4\n"
        )
        #expect(loaded.table.recordCount == 4)
        #expect(loaded.points.count == 3 && loaded.skipped.total == 1)
    }

    /// Brackets that open again and again and never close, each of which would be looked at from its own line.
    @Test func openBracketsAreGivenUp() throws {
        let open = String(repeating: "GEOMETRYCOLLECTION(\n", count: 100_000)
        let closed = String(repeating: "POLYGON((7 46,8 46,8 47,7 46)),1\n", count: 5_000)
        let loaded = try Self.load("wkt,id\n" + closed + open + "POINT(8 47),2\n")
        #expect(loaded.points.count == 5_001 && loaded.skipped.total == 100_000)
    }

    @Test(arguments: [
        "POLYGON((7 46,8 46,8 47,7 46));A\nPOLYGON((9 46,10 46,10 47,9 46));B\n",
        "SRID=4326;POINT(7.5 46.5)\nSRID=4326;POINT(8.5 46.5)\n",
        "id;geom;name\n1;SRID=4326;POLYGON((7 46,8 46,8 47,7 46));A\n2;SRID=4326;POINT(8 47);B\n",
    ]) func geometriesStandBesideSemicolons(text: String) throws {
        let loaded = try Self.load(text)
        #expect(loaded.points.count == 2 && loaded.skipped.total == 0)
        #expect(try !loaded.table.rowLabels([0, 1]).contains { $0.contains("\"") })
    }

    @Test func textBehindAGeometryLeavesItAsItIs() throws {
        let text = "id,geom,name\n1,POLYGON((7 46,8 46,8 47,7 46)),A\n2,POINT(7.5 46.5)),B\n"
        var filter = BareGeometries()
        let found = Array(text.utf8).withUnsafeBytes { filter.filtered($0, isLast: true) }
        let expected = text.replacing(
            "POLYGON((7 46,8 46,8 47,7 46))", with: "\"POLYGON((7 46,8 46,8 47,7 46))\"")
        #expect(String(decoding: found, as: UTF8.self) == expected)
    }

    @Test func theLastBackslashOfAPathEscapesNothing() throws {
        let loaded = try Self.load("lat;lon;dir\n46.1;7.1;C:\\a\\\n46.2;7.2;C:\\b\\;\n46.3;7.3;C:\\c\\;\n")
        #expect(loaded.points.count == 3)
        #expect(try loaded.table.namedRow(1).fields[2].value.text == "C:\\b\\")
    }

    /// Eastings with blanks are within the fields of these tables.
    @Test(arguments: [";", ",", "\t"]) func blanksPartNoTableThatIsParted(delimiter: String) {
        let text = "name;lat;lon\nBern;46 570 000;7 260 000\nThun;46 450 000;7 370 000\n"
        #expect(throws: SourceError.self) { try Self.load(text.replacing(";", with: delimiter)) }
    }

    // MARK: decimal commas

    @Test(arguments: [
        "Bern;46,9480;7,4474\nZug;47,1662;8,5155\n", "46,9480;7,4474\n47,1662;8,5155\n",
        "46,9480\t7,4474\n47,1662\t8,5155\n", "46,9480 7,4474 Bern\n47,1662 8,5155 Zug\n",
        "46,9480 7,4474\n47,1662 8,5155\n",
    ]) func decimalCommasPartNoColumns(text: String) throws {
        let loaded = try Self.load(text)
        #expect(Self.places(loaded) == [[469_480, 74_474], [471_662, 85_155]])
    }

    /// Only blanks part these columns; a message names the flag where the commas could.
    @Test(arguments: [
        ("Name lat lon\nBern 46,95 7,45\nGenf 46,2 6,14\n", false),
        ("Bern 46,95 7,45\nGenf 46,20 6,14\n", false),
        ("Name lat lon m\r\nSt.Gallen 46,95 7,45 540\r\nGenf 46,20 6,14 375\r\n", false),
        ("lat lon\n46,95 7,45\n46,20 6,14\n", false), ("46,95 7,45 Bern\n46,20 6,14 Genf Nord\n", false),
        ("46,95 7,45\n46,20 6,14\n", true), ("46,95 7,45 0,5\n46,20 6,14 0,4\n", true),
    ])
    func blanksPartDecimalCommas(text: String, isGuess: Bool) throws {
        let loaded = try Self.load(text)
        #expect(Self.places(loaded) == [[469_500, 74_500], [462_000, 61_400]])
        #expect(loaded.notices.contains { $0.contains("(-d , if") } == isGuess)
    }

    @Test(arguments: [
        "45,123\n46,124\n", "1,46 30,7 15\n2,47 30,8 15\n", "1,46.5 7.5\n2,47.5 8.5\n",
        "id,lat lon,m\n1,46 7,5\n2,47 8,6\n", "Bern 1,5 2,x\nGenf 2,5 2,y\n",
    ])
    func otherCommasPartColumns(text: String) {
        ByteRun.with(Array(text.utf8)) { run in
            #expect(CSVDialect.detectedDelimiter(in: run, isWhole: true) == UInt8(ascii: ","))
        }
    }

    @Test(arguments: ["\u{1}", "^", "~"]) func rareDelimitersPartColumns(delimiter: String) throws {
        let text = "name|lat|lon\nA|46.9|7.4\nB|47.5|8.5\n".replacing("|", with: delimiter)
        #expect(Self.places(try Self.load(text)) == [[469_000, 74_000], [475_000, 85_000]])
        let commas = text.replacing(".", with: ",")
        #expect(Self.places(try Self.load(commas)) == [[469_000, 74_000], [475_000, 85_000]])
    }

    /// Points are read beside commas, not commas beside points.
    @Test func bothDecimalMarksAreRead() throws {
        let loaded = try Self.load("name;lat;lon\nA;46.9;7.4\nB;47,5;8,5\nC;48.5;9.5\n")
        #expect(Self.places(loaded) == [[469_000, 74_000], [475_000, 85_000], [485_000, 95_000]])
    }

    // MARK: numbers before text

    @Test func longitudesFirstShowInTheirValues() throws {
        let text = "-122.4194 37.7749 San Francisco\n7.4474 46.9480 Bern\n8.5417, 47.3769 Zurich HB\n"
        let loaded = try Self.load(text)
        #expect(Self.places(loaded) == [[377_749, -1_224_194], [469_480, 74_474], [473_769, 85_417]])
        #expect(try loaded.table.rowLabels([0, 1, 2]) == ["San Francisco", "Bern", "Zurich HB"])
    }

    @Test func theOrderOfNumbersThatMayBeEitherIsSaid() throws {
        let loaded = try Self.load("8.5417 47.3769 Zurich HB\n7.4474 46.9480 Bern\n")
        #expect(Self.places(loaded) == [[85_417, 473_769], [74_474, 469_480]])
        #expect(loaded.notices.contains { $0.contains("--swap") })
    }

    /// Words without digits are one name, however many there are, unless quotes or wider gaps show columns.
    @Test(arguments: [
        ("-122.42 37.77 San Francisco\n-74.00 40.71 New York\n", ["San Francisco", "New York"]),
        ("-122.42 37.77 Oakland\n-74.00 40.71 Newark\n", ["Oakland", "Newark"]),
        ("-122.42 37.77  Oakland  US\n-74.00 40.71  Newark  US\n", ["Oakland", "Newark"]),
        (
            "-122.42 37.77 \"San Francisco\" US\n-74.00 40.71 \"New York\" US\n",
            ["San Francisco", "New York"]
        ),
    ])
    func wordsBehindNumbersAreOneName(text: String, names: [String]) throws {
        let loaded = try Self.load(text)
        #expect(Self.places(loaded) == [[377_700, -1_224_200], [407_100, -740_000]])
        #expect(try loaded.table.rowLabels([0, 1]) == names)
    }

    /// Where names differ in their count of words.
    @Test(arguments: [
        "Bern 46.95 7.45\nBad Ragaz 47.00 9.50\n", "Bern 46,95 7,45\r\nBad Ragaz   47,00 9,50 \r\n",
        "# places\nname lat lon\nBern 46.95 7.45\nBad Ragaz 47.00 9.50\n",
        "lat lon name\n46.95 7.45 Bern\n47.00 9.50 Bad Ragaz\n",
        "lon lat name\n7.45 46.95 Bern\n9.50 47.00 Bad Ragaz\n",
        "name lon lat\nBern 7,45 46,95\nBad Ragaz 9,50 47,00\n",
    ])
    func wordsBesideNumbersAreOneName(text: String) throws {
        let loaded = try Self.load(text)
        #expect(Self.places(loaded) == [[469_500, 74_500], [470_000, 95_000]])
        #expect(try loaded.table.rowLabels([0, 1]) == ["Bern", "Bad Ragaz"])
    }

    @Test(arguments: [
        ("8.5417 47.3769 Zurich HB\n", true), ("lon lat name\n8.5417 47.3769 Zurich HB\n", true),
        ("Zurich HB 47.3769 8.5417\n", false), ("-122.41940,37.77490 San Francisco\n", true),
        ("POLYGON ((7 46,8 46,8 47,7 46))\n", true), ("at 8.5417 47.3769 Zurich\n", false),
        ("8.5417 47.3769 12 Zurich\n", false), ("10.1 12.5 GET /index\n", false), ("point of view\n", false),
        ("Point (47.37, 8.54) is near\n", false),
    ]) func linesOfPlacesAreTables(text: String, isTable: Bool) {
        let head = SourceHead(Array(text.utf8), name: "places.txt")
        #expect((FileKind.csv.confidence(in: head) == .content) == isTable)
    }
}
