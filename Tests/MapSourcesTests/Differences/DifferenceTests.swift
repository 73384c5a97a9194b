import TestSupport
import Testing

@testable import DataSets
@testable import MapModel
@testable import MapSources
@testable import RowValues
@testable import Rows
@testable import Streams

@Suite struct DifferenceTests {
    private static let head = "ref,name,latitude,longitude,note\n"

    /// Rows with a reference, a name and a note, a degree apart.
    private static func csv(_ rows: [(ref: String, name: String, note: String)]) -> String {
        head
            + rows.enumerated().map { "\($1.ref),\($1.name),\($0 + 10).5,\($0).25,\($1.note)\n" }.joined()
    }

    private static func numbered(_ count: Int, note: (Int) -> String = { "n\($0)" }) -> String {
        csv((0..<count).map { ("r\($0)", "Name \($0)", note($0)) })
    }

    // MARK: - Values

    @Test(arguments: [
        ("1", "1.0"), ("1", "01.00"), ("10", "1e1"), ("-0", "0"), (" 7 ", "7"), ("", " "),
        ("true", "true "), ("a", "a "), ("{\"a\":1;\"b\":2}", "{\"a\":1;\"b\":2}"),
        ("e\u{301}te", "\u{E9}te"), ("\"one\ntwo\"", "\"one\r\ntwo\""), ("\"a\n\nb\"", "\"a\r\rb\""),
    ])
    func equalValuesAreUnchanged(before: String, after: String) throws {
        let (first, second) = (
            "ref;latitude;longitude;value\n" + (0..<3).map { "\($0)x;\($0);1;\(before)\n" }.joined(),
            "ref;latitude;longitude;value\n" + (0..<3).map { "\($0)x;\($0);1;\(after)\n" }.joined()
        )
        #expect(try ComparedFiles(first, second).difference.counts.differences == 0)
    }

    @Test(arguments: [
        ("1", "2"), ("01234", "1234"), ("a", "A"), ("", "0"), ("1.10", "1.1x"), ("x", ""),
        ("2026-01-02", "2026-01-03"),
    ])
    func otherValuesAreChanged(before: String, after: String) throws {
        let (first, second) = (
            "ref;latitude;longitude;value\n" + (0..<3).map { "\($0)x;\($0);1;\(before)\n" }.joined(),
            "ref;latitude;longitude;value\n" + (0..<3).map { "\($0)x;\($0);1;\(after)\n" }.joined()
        )
        #expect(try ComparedFiles(first, second).difference.counts[.changed] == 3)
    }

    @Test(arguments: [
        ("2026-11-28T10:00:00Z", "2026-11-28T11:00:00+01:00"), ("2026-11-28", "2026-11-28T00:00:00Z"),
        ("2026-11-28T00:00:00Z", "1795824000"),
    ])
    func timesAreComparedByMoment(before: String, after: String) throws {
        let files = try ComparedFiles(
            Self.numbered(5) { _ in before }, Self.numbered(5) { _ in after })
        #expect(files.difference.counts.differences == 0)
    }

    @Test func numbersAreAsEachFileWritesThem() throws {
        let (points, commas) = (
            "ref,latitude,longitude,value\n" + (0..<9).map { "r\($0),4\($0).5,8.25,1234.5\n" }.joined(),
            "ref;latitude;longitude;value\n" + (0..<9).map { "r\($0);4\($0),5;8,25;1.234,50\n" }.joined()
        )
        #expect(try ComparedFiles(points, commas, .key("ref")).difference.counts.differences == 0)
    }

    @Test(
        arguments: [
            ("2026-03-29T01:30:00.123456Z", "2026-03-29T01:30:00.123999Z", false),
            ("2026-03-29T01:30:00.123Z", "2026-03-29T01:30:00.123000001Z", false),
            ("2026-03-29T01:30:00.1234560Z", "2026-03-29 03:30:00,123456+02:00", true),
            ("2026-03-29T01:30:00.123456Z", "1774747800123456", true),
            ("2026-03-29T01:30:00.123456Z", "1774747800123457", false),
            ("2026-03-29T01:30:00.123456789Z", "1774747800123456789", true),
            ("2026-03-29T01:30:00.1234567Z", "1774747800.1234567", true),
            ("29.03.2026", "2026-03-29T00:00:00.000Z", true),
        ])
    func timesAreEqualToTheNanosecond(old: String, new: String, areEqual: Bool) throws {
        func table(_ time: String) -> String {
            "ref,latitude,longitude,time\na,1,1,\"\(time)\"\nb,2,2,2026-01-01T00:00:00Z\n"
        }
        let difference = try ComparedFiles(table(old), table(new), .key("ref")).difference
        #expect(difference.counts[.changed] == (areEqual ? 0 : 1))
    }

    @Test func membersOfJSONHaveNoOrder() throws {
        func json(_ value: String) -> String {
            (0..<3).map { "{\"ref\":\"r\($0)\",\"lat\":\($0),\"lon\":1,\"tags\":\(value)}\n" }.joined()
        }
        let same = try ComparedFiles(
            json("{\"a\":1,\"b\":[1,2.0]}"), json("{\"b\":[1.0,2],\"a\":1e0}"), oldKind: "ndjson",
            newKind: "ndjson")
        #expect(same.difference.counts.differences == 0)
        let other = try ComparedFiles(
            json("{\"a\":1,\"b\":[1,2]}"), json("{\"b\":[2,1],\"a\":1}"), oldKind: "ndjson", newKind: "ndjson"
        )
        #expect(other.difference.counts[.changed] == 3)
    }

    // MARK: - Shapes

    private static func area(_ ring: String, _ tag: Int = 1) -> String {
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"ref":"a","tag":\(tag)},\
        "geometry":{"type":"Polygon","coordinates":[[\(ring)]]}},{"type":"Feature","properties":{"ref":"b","tag":1},\
        "geometry":{"type":"LineString","coordinates":[[5,5],[6,6],[7,5]]}}]}
        """
    }

    @Test func ringsHaveNoStartAndNoDirection() throws {
        let ring = Self.area("[0,0],[2,0],[2,2],[0,2],[0,0]")
        let turned = Self.area("[2,2],[2,0],[0,0],[0,2],[2,2]")
        let same = try ComparedFiles(ring, turned, .key("ref"), oldKind: "geojson", newKind: "geojson")
        #expect(same.difference.counts.differences == 0)
        let other = Self.area("[0,0],[2,0],[2,2],[1,2],[0,2],[0,0]")
        var options = DifferenceOptions.key("ref")
        options.toleranceMeters = 500_000
        let changed = try ComparedFiles(ring, other, options, oldKind: "geojson", newKind: "geojson")
        #expect(try changed.changes(by: "ref") == ["a": "changed geometry", "b": "unchanged"])
    }

    @Test func removedAreasKeepTheirShapes() throws {
        let ring = Self.area("[0,0],[2,0],[2,2],[0,2],[0,0]")
        let empty = "{\"type\":\"FeatureCollection\",\"features\":[]}"
        let files = try ComparedFiles(ring, empty, .key("ref"), oldKind: "geojson", newKind: "geojson")
        #expect(files.source.shapes.count == 2)
        #expect(try files.written(.geojson).contains("\"Polygon\""))
    }

    private static func lines(_ coordinates: String...) -> String {
        coordinates.enumerated().map { row, line in
            """
            {"type":"Feature","properties":{"ref":"r\(row)"},"geometry":{"type":"LineString","coordinates":[\(line)]}}

            """
        }.joined()
    }

    @Test func heightsOfLinesAreCompared() throws {
        let flat = "[5,5,0],[6,6,0]"
        let old = Self.lines("[5,5,100],[6,6,200],[7,5,150.1]", "[5,15,1],[6,16,2]", flat, "[5,35],[6,36]")
        // Another direction and another notation are the same; exchanged heights are not.
        let same = Self.lines(
            "[7,5,150.10],[6,6,2e2],[5,5,100.0]", "[5,15,1.001],[6,16,2]", "[5,5],[6,6]", "[5,35],[6,36]")
        let other = Self.lines(
            "[5,5,200],[6,6,100],[7,5,150.1]", "[5,15,1],[6,16,2.5]", "[5,5,7],[6,6,7]", "[5,35],[6,36]")
        let equal = try ComparedFiles(old, same, .key("ref"), oldKind: "geojson", newKind: "geojson")
        #expect(equal.difference.counts.differences == 0)
        let files = try ComparedFiles(old, other, .key("ref"), oldKind: "geojson", newKind: "geojson")
        #expect(
            try files.changes(by: "ref") == [
                "r0": "changed heights", "r1": "changed heights", "r2": "changed heights", "r3": "unchanged",
            ])
        let written = try files.written(.ndjson, [.changed])
        #expect(written.contains("\"old\":{\"heights\":[1,2]}"))
        #expect(written.contains("\"heights\":[1,2.5]"))
    }

    @Test func heightsOfOneSourceAreNotCompared() throws {
        let (with, without) = (Self.lines("[5,5,100],[6,6,200]"), Self.lines("[5,5],[6,6]"))
        let files = try ComparedFiles(with, without, .key("ref"), oldKind: "geojson", newKind: "geojson")
        #expect(files.difference.counts.differences == 0)
        #expect(files.difference.notices.contains("heights of vertices only in OLD"))
    }

    // MARK: - Places

    @Test func movesOver180DegreesAreShort() throws {
        let head = "ref,latitude,longitude\n"
        let files = try ComparedFiles(
            head + "a,10,179.999\nb,10,180\nc,1,1\n", head + "a,10,-179.999\nb,10,-180\nc,1,1\n", .key("ref"))
        #expect(try files.changes(by: "ref") == ["a": "moved", "b": "unchanged", "c": "unchanged"])
        let meters = try #require(files.difference.movedMeters(ofRow: 0))
        #expect(abs(meters - 219) < 1)
        #expect(
            try files.written(.geojson).contains(
                "\"MultiLineString\",\"coordinates\":[[[179.999,10],[180,10]],[[-180,10],[-179.999,10]]]"))
    }

    @Test func toleranceDecidesWhatHasMoved() throws {
        let head = "ref,latitude,longitude\n"
        let (old, new) = (head + "a,10,10\nb,10,10\n", head + "a,10.00001,10\nb,10.0000001,10\n")
        var options = DifferenceOptions.key("ref")
        #expect(try ComparedFiles(old, new, options).difference.counts[.moved] == 1)
        options.toleranceMeters = 5
        #expect(try ComparedFiles(old, new, options).difference.counts[.moved] == 0)
        options.toleranceMeters = 0
        #expect(try ComparedFiles(old, new, options).difference.counts[.moved] == 2)
    }

    @Test func rowsWithoutAPlaceAreCompared() throws {
        let head = "ref,latitude,longitude,note\n"
        let files = try ComparedFiles(
            head + "a,,,1\nb,,,1\nc,5,5,1\nd,6,6,1\ne,7,7,1\ng,,,1\n",
            head + "a,,,2\nb,,,1\nc,,,1\nd,6,6,1\ne,7,7,1\n", .key("ref"))
        #expect(
            try files.changes(by: "ref") == [
                "a": "changed note", "b": "unchanged", "c": "changed place", "d": "unchanged",
                "e": "unchanged",
                "g": "removed",
            ])
        #expect(files.difference.notices == ["4 without a place"])
        #expect(files.source.points.count + files.source.skipped.total == files.table.recordCount)
        #expect(try files.written(.geojson).components(separatedBy: "\"geometry\":null").count == 5)
    }

    // MARK: - Both files

    @Test func equalFilesHaveNoDifference() throws {
        let files = try ComparedFiles(Self.numbered(200), Self.numbered(200))
        #expect(files.difference.counts.differences == 0 && files.difference.counts[.unchanged] == 200)
    }

    @Test func oneEmptyFileIsAllAddedOrRemoved() throws {
        let gone = try ComparedFiles(Self.numbered(8), Self.head)
        #expect(gone.difference.counts[.removed] == 8 && gone.difference.addsUp)
        #expect(gone.difference.notices.first?.hasSuffix("has no rows: all 8 removed") == true)
        #expect(!gone.difference.notices.contains { $0.hasPrefix("only in ") })
        let come = try ComparedFiles(Self.head, Self.numbered(8))
        #expect(come.difference.counts[.added] == 8 && come.difference.addsUp)
        // What columns a file without rows would have is not known.
        #expect([gone, come].allSatisfy { $0.difference.onlyOld.isEmpty && $0.difference.onlyNew.isEmpty })
        #expect(try ComparedFiles(Self.head, Self.head).difference.counts.differences == 0)
    }

    @Test func exchangedCoordinatesAreNoticed() throws {
        let (head, turned) = ("ref,latitude,longitude\n", "ref,longitude,latitude\n")
        let rows = (0..<30).map { "r\($0),\($0).5,\($0 * 2 + 1).25\n" }.joined()
        let files = try ComparedFiles(head + rows, turned + rows, .key("ref"))
        #expect(
            files.difference.notices.contains("NEW has latitude and longitude exchanged: --swap?"))
    }

    @Test func anotherSystemIsNoticed() throws {
        let head = "ref,latitude,longitude\n"
        let old = head + (0..<30).map { "r\($0),4\($0 % 3).5,8.25\($0)\n" }.joined()
        let new = head + (0..<30).map { "r\($0),4\($0 % 3).6,8.25\($0)\n" }.joined()
        #expect(
            try ComparedFiles(old, new, .key("ref")).difference.notices
                == ["all 30 moved by about 11.1 km N: another coordinate system?"])
    }

    @Test func fewerDecimalsAreNoticed() throws {
        let head = "ref,latitude,longitude\n"
        let old =
            head + (0..<30).map { "r\($0),47.\(123_456 + $0 * 987),8.\(654_321 - $0 * 7_919)\n" }.joined()
        let new =
            head
            + (0..<30).map {
                "r\($0),47.\((123_456 + $0 * 987) / 1_000),8.\((654_321 - $0 * 7_919) / 1_000)\n"
            }.joined()
        #expect(
            try ComparedFiles(old, new, .key("ref")).difference.notices.contains {
                $0.hasPrefix("NEW has 3 decimals (±56 m): --tolerance")
            })
    }

    // MARK: - Columns

    @Test func columnsAreRenamedWhenAskedAndProposedElse() throws {
        let old = Self.numbered(20)
        let new = Self.numbered(20).replacingOccurrences(of: ",note", with: ",remark")
        let proposed = try ComparedFiles(old, new)
        #expect(
            proposed.difference.notices == [
                "note is not in NEW: --rename note=remark? 100 % of the values agree"
            ])
        var options = DifferenceOptions()
        options.renamed = [DifferenceOptions.Renaming(old: "note", new: "remark")]
        #expect(try ComparedFiles(old, new, options).difference.notices.isEmpty)
    }

    @Test func ignoredColumnsAreNotCompared() throws {
        var options = DifferenceOptions()
        options.ignored = ["NOTE"]
        let files = try ComparedFiles(Self.numbered(9), Self.numbered(9) { "m\($0)" }, options)
        #expect(files.difference.counts.differences == 0)
        options.ignored = ["nothing"]
        #expect(throws: SourceError.self) { try ComparedFiles(Self.numbered(9), Self.numbered(9), options) }
    }

    // MARK: - Keys

    @Test func aMissingKeyIsNamedWithASimilarOne() throws {
        let error = #expect(throws: SourceError.self) {
            try ComparedFiles(Self.numbered(3), Self.numbered(3), .key("refx"))
        }
        #expect(error?.description.hasPrefix("--key: no column refx in ") == true)
        #expect(error?.description.hasSuffix(": ref?") == true)
    }

    @Test func aKeyThatManyShareIsRefusedWithCandidates() throws {
        let rows = (0..<120).map { ("g\($0 % 7)", "Name \($0)", "x") }
        let error = #expect(throws: SourceError.self) {
            try ComparedFiles(Self.csv(rows), Self.csv(rows), .key("ref"))
        }
        #expect(error?.description.contains("ref does not identify rows: 120 of 120 in ") == true)
        #expect(error?.choices.first == "--key name    all different in both, 100 % in both")
        #expect(error?.choices.last == "--no-key      by place and values")
    }

    @Test func severalColumnsAreOneKey() throws {
        let rows = (0..<60).map { ("g\($0 % 6)", "N\($0 / 6)", "x\($0)") }
        var changed = rows
        changed[17].2 = "other"
        let files = try ComparedFiles(Self.csv(rows), Self.csv(changed), .key("ref", "name"))
        #expect(files.difference.counts[.changed] == 1 && files.difference.counts[.unchanged] == 59)
    }

    @Test func doubledKeysPairEqualRowsFirst() throws {
        // Two rows share a key, one more than should have it: less than one in a hundred.
        var rows = (0..<120).map { ("r\($0)", "Name \($0)", "n") }
        rows[10].0 = "r11"
        var changed = rows
        changed[10].2 = "other"
        changed.swapAt(10, 11)
        let files = try ComparedFiles(Self.csv(rows), Self.csv(changed), .key("ref"))
        #expect(files.difference.addsUp)
        #expect(files.difference.notices.contains("1 duplicate key"))
        #expect(files.difference.counts[.removed] == 0)
    }

    @Test func rowNumbersThatRestartAreNoKey() throws {
        let head = "nr,name,latitude,longitude\n"
        func rows(_ names: [Int]) -> String {
            head
                + names.enumerated().map { "\($0),Name \($1),\(Double($1 % 80)),\(Double($1 % 170))\n" }
                .joined()
        }
        let files = try ComparedFiles(rows(Array(1...300)), rows([400] + Array(1...300)))
        #expect(files.difference.key == ["name"])
        #expect(files.difference.counts[.added] == 1)
    }

    // MARK: - As a table

    @Test func filtersCompareBothSources() throws {
        let old = "ref,latitude,longitude,price\na,1,1,5\nb,2,2,6\nc,3,3,7\n"
        let new = "ref,latitude,longitude,price\na,1,1,9\nb,2,2,6\nc,3.5,3,2\n"
        let files = try ComparedFiles(old, new, .key("ref"))
        func rows(_ text: String) throws -> [UInt32] {
            let filter = try Filter(text, columns: files.table.columnNames)
            return try filter.rows(of: files.table, isCancelled: { false }, note: { _ in }).rows
        }
        #expect(try rows("old.price < price") == [0])
        #expect(try rows("change = 'moved'") == [2])
        #expect(try rows("moved_m > 500") == [2])
        #expect(try rows("changed = 'price'") == [0, 2])
    }

    @Test func rowsAreWrittenWithWhatTheyWere() throws {
        let old = "ref,latitude,longitude,price\na,1,1,5\nb,2,2,6\nc,3,3,7\n"
        let new = "ref,latitude,longitude,price\na,1,1,9\nd,4,4,1\nc,3.5,3,7\n"
        let files = try ComparedFiles(old, new, .key("ref"))
        #expect(
            try files.written(.csv) == """
                change,ref,latitude,longitude,price,moved_m,changed,old
                changed,a,1,1,9,,price,"{""price"":""5""}"
                added,d,4,4,1,,,
                removed,b,2,2,6,,,"{""ref"":""b"",""latitude"":""2"",""longitude"":""2"",""price"":""6""}"
                moved,c,3.5,3,7,55597.5,,"{""latitude"":""3"",""longitude"":""3""}"

                """)
        #expect(
            try files.written(.ndjson, [.changed, .removed]) == """
                {"change":"changed","key":{"ref":"a"},"old":{"price":"5"},"new":{"ref":"a","latitude":"1","longitude":"1","price":"9"}}
                {"change":"removed","key":{"ref":"b"},"old":{"ref":"b","latitude":"2","longitude":"2","price":"6"}}

                """)
    }

    /// Parts of degrees and geometries are no latitudes: `lat_min` stood in the column of the longitude.
    @Test(arguments: [
        "ref,lat_deg,lat_min,lon_deg,lon_min,price\na,1,0,1,0,5\nb,2,30,3,6,6\n",
        "ref,geom,price\na,POINT(1 1),5\nb,POINT(3.1 2.5),6\n",
    ])
    func removedRowsHaveTheirPlacesInColumnsOfTheNewSource(old: String) throws {
        let files = try ComparedFiles(old, "ref,lat,lon,price\na,1,1,5\nc,4,4,1\n", .key("ref"))
        #expect(files.difference.counts[.removed] == 1 && files.difference.counts[.unchanged] == 1)
        let rows = try files.written(.csv, [.removed]).split(separator: "\n").map(String.init)
        #expect(rows[0].hasPrefix("change,ref,lat,lon,price,") && rows[1].hasPrefix("removed,b,2.5,3.1,6,"))
        let filter = try Filter("lat = 2.5 and lon = 3.1", columns: files.table.columnNames)
        #expect(try filter.rows(of: files.table, isCancelled: { false }, note: { _ in }).rows == [2])
    }

    @Test func uncertainPairsAreListed() throws {
        let head = "kind,latitude,longitude\n"
        let others = (0..<40).map { "k\($0),\($0 + 20).5,\($0 * 3)\n" }.joined()
        let old = head + others + "rare,1,1\nrare,1.0001,1\n"
        let new = head + others + "rare,1.00004,1\nrare,1.00006,1\n"
        let files = try ComparedFiles(old, new, .noKey)
        #expect(files.difference.counts[.moved] == 2)
        #expect(!files.difference.uncertain.isEmpty)
    }
}
