import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import Streams

/// Records whose places and values lie deeper than their first members.
@Suite struct NestedRecordTests {
    private func load(
        _ text: String, ending: String = "json", windowSize: Int? = nil,
        _ columns: ColumnOptions = ColumnOptions()
    ) throws -> LoadedSource {
        let file = try TemporaryFile(Array(text.utf8), extension: ending)
        var options = FeatureOptions(columns: columns)
        if let windowSize { options.windowSize = windowSize }
        let loaded = try GeoJSONLoader(path: file.path, options: options)
            .read(isCancelled: { false }, progress: { _ in })
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        return loaded
    }

    private func tenths(_ loaded: LoadedSource) -> [[Int]] {
        loaded.places().sorted { $0.key < $1.key }.map { _, place in
            [place.latitudeE7, place.longitudeE7].map { Int((Double($0) / 1e6).rounded()) }
        }
    }

    @Test func objectsInPropertiesAreColumns() throws {
        let properties =
            #"{"names":{"primary":"Bern","common":{"f\u0072":"Berne","none":{}}},"a.b":1,"a":{"b":2},"type":{"geo":{"type":"Point"}}}"#
        let loaded = try load(
            GeoJSONLoaderTests.collection([
                GeoJSONLoaderTests.feature(GeoJSONLoaderTests.point, properties),
                GeoJSONLoaderTests.feature(GeoJSONLoaderTests.point),
            ]))
        let row = try loaded.table.namedRow(0)
        let columns = ["names.primary", "names.common.fr", "names.common.none", "a.b", "type.geo.type"]
        #expect(row.fields.map(\.name) == columns)
        #expect(
            row.fields.map(\.value) == [
                FieldValue(.text, "Bern"), FieldValue(.text, "Berne"), FieldValue(.json, "{}"),
                FieldValue(.number, "2"), FieldValue(.text, "Point"),
            ])
        #expect(loaded.table.roles.label == 0)
    }

    /// What stands before a record may be all that names it.
    @Test(arguments: [64, 1 << 20]) func keysOfRecordsAreAColumn(windowSize: Int) throws {
        let members = (0..<9).map { #""r\"\#($0)": {"lat": \#($0), "lon": 1}"# }.joined(separator: ", ")
        let loaded = try load("{\(members)}", windowSize: windowSize)
        #expect(loaded.table.columnNames == ["key", "lat", "lon"])
        #expect(try loaded.table.namedRow(8).fields[0].value == FieldValue(.text, "r\"8"))
    }

    /// Places by their names, as dictionaries are printed: a row for each; Sydney shows that the latitude comes first.
    @Test(arguments: [
        #"{"Bern":[46.95,7.45],"Sydney":[-33.87,151.21],"Quito":[-0.18,-78.47]}"#,
        #"{"version":2,"cities":{"Bern":[46.95,7.45,540],"Sydney":[-33.87,151.21,3],"Quito":[-0.18,-78.47,2850]}}"#,
        #"{"Bern":"46.95, 7.45","Sydney":"-33.87, 151.21","Quito":"-0.18, -78.47"}"#,
    ]) func placesByNamesAreRows(text: String) throws {
        let loaded = try load(text)
        #expect(tenths(loaded) == [[470, 75], [-339, 1512], [-2, -785]])
        #expect(loaded.table.columnNames == ["name", "coordinates"])
        #expect(try loaded.table.namedRow(1).fields[0].value == FieldValue(.text, "Sydney"))
    }

    @Test func placesByNamesMayBeSwapped() throws {
        let text = #"{"Bern":[7.45,46.95],"Lyon":[4.84,45.76],"Oslo":[10.75,59.91]}"#
        let loaded = try load(text)
        #expect(tenths(loaded) == [[470, 75], [458, 48], [599, 108]])
        #expect(
            loaded.notices.contains { $0.contains("longitude first (--swap if it is the other way round)") })
        #expect(
            try tenths(load(text, ColumnOptions(isSwapped: true))) == [[75, 470], [48, 458], [108, 599]])
    }

    /// Two corners, colours, columns.
    @Test(arguments: [
        #"{"sw":[46.5,7.25],"ne":[47.5,8.25]}"#, #"{"red":[255,0,0],"lime":[0,255,0],"blue":[0,0,255]}"#,
        #"{"lat":[46.5,47.5],"lon":[7.25,8.25],"height":[540.5,3.5]}"#,
    ]) func otherArraysAreNoPlacesByNames(text: String) throws {
        let loaded = try? load(text)
        #expect(loaded?.table.columnNames.contains("coordinates") != true)
    }

    /// Records of one container are shown, and others named: also behind those that are read in many windows.
    @Test(
        arguments: [
            (#"{"cafes":[A],"bars":[B]}"#, "cafes", #""bars""#),
            (#"{"x":{"cafes":[A],"n":1},"bars":[B]}"#, "x.cafes", #""bars""#),
            (#"{"none":[{"a":1}],"cafes":[A],"n":[1],"y":{"bars":[B]}}"#, "cafes", #""y.bars""#),
            (#"{"cafes":{"a":B,"b":B,"c":B},"bars":[A]}"#, "bars", #""cafes""#),
            (
                #"{"g":[A],"b1":[B],"b2":[B],"b3":[B],"b4":[B],"b5":[B]}"#, "g",
                #""b1", "b2", "b3" and others"#
            ),
        ], [1, 20_000, 60_000])
    func containersThatAreNotReadAreNamed(wrapped: (text: String, shown: String, others: String), count: Int)
        throws
    {
        let some = (0..<count).map { #"{"lat":\#($0 % 80),"lon":2,"name":"row \#($0)"}"# }.joined(
            separator: ",")
        let text = wrapped.text.replacing("A", with: some).replacing(
            "B", with: #"{"latitude":3,"longitude":4}"#)
        let loaded = try load(text, windowSize: 1 << 16)
        #expect(loaded.points.count == count)
        #expect(
            loaded.notices.map { $0.drop { $0 != " " } } == [
                " showing the records in \"\(wrapped.shown)\" only; there are more in \(wrapped.others)"
            ])
    }

    @Test func onlyContainersWithPlacesAreNamed() throws {
        let records = #"[{"lat":1,"lon":2}]"#
        for text in [
            #"{"cafes":R}"#, #"{"cafes":R,"bars":[{"a":1}]}"#,
            #"{"cafes":R,"box":{"ne":{"lat":1,"lon":2},"sw":{"lat":1,"lon":2}}}"#, #"{"cafes":R,"cafes":R}"#,
            #"{"cafes":R,"n":1,"o":{}}"#, #"{"cafes":R"#,
        ] {
            let notices = try load(text.replacing("R", with: records)).notices
            #expect(!notices.contains { $0.contains("there are more") }, "\(text)")
        }
    }

    /// What a record is shows at its end, however large it is.
    @Test(arguments: ["RECORDS", "[RECORDS]"], [300_000, 1_200_000, 5_000_000])
    func theFirstRecordMayBeLarge(wrapping: String, size: Int) throws {
        let large = #"{"lat":1,"lon":2,"a":""# + String(repeating: "k", count: size) + #""}"#
        let others = [#"{"lat":3,"lon":4}"#, #"{"lat":5,"lon":6}"#]
        let separator = wrapping == "RECORDS" ? "\n" : ","
        let loaded = try load(
            wrapping.replacing("RECORDS", with: ([large] + others).joined(separator: separator)),
            ending: wrapping == "RECORDS" ? "ndjson" : "json")
        #expect(tenths(loaded) == [[10, 20], [30, 40], [50, 60]])
    }

    /// Each value beyond the columns is counted once, wherever the windows of the reader end.
    @Test(arguments: [nil, 1 << 14, 1 << 16] as [Int?]) func valuesBeyondTheColumnsAreCountedOnce(
        windowSize: Int?
    ) throws {
        let properties = (0..<10_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let feature =
            #"{"type":"Feature","properties":{"# + properties
            + #"},"geometry":{"type":"Point","coordinates":[1,2]}}"#
        let loaded = try load(
            #"{"type":"FeatureCollection","features":["# + feature + "]}", windowSize: windowSize)
        #expect(loaded.notices.contains { $0.hasSuffix("8,000 values in further columns ignored") })
    }

    private static let members = [
        #""location":{"coordinates":{"latitude":LAT,"longitude":LON}}"#,
        #""a":{"geo":{"lat":"LAT","lng":"LON"}}"#,
        #""position":[LON,LAT]"#, #""a":{"b":{"position":[LON,LAT,400]}}"#, #""start_latlng":[LAT,LON]"#,
        #""a":{"b":{"point":{"type":"Point","coordinates":[LON,LAT]}}}"#,
        #""geo_point_2d":{"lon":LON,"lat":LAT}"#,
        #""a":{"coord":{"type":"literal","value":"Point(LON LAT)"}}"#, #""a":{"where":"LAT, LON"}"#,
        #""a":{"box":{"north":{"lat":1,"lng":2}},"lat":LAT,"lng":LON}"#,
    ]

    private static let wrappings = [
        "[RECORDS]", #"{"results":[RECORDS],"status":"OK"}"#, #"{"n":2,"data":{"page":1,"items":[RECORDS]}}"#,
        #"{"took":3,"hits":{"total":{"value":2},"links":[{"href":"x"}],"hits":[RECORDS]}}"#,
    ]

    @Test(arguments: members, wrappings) func placesAreFoundAtAnyDepth(member: String, wrapping: String)
        throws
    {
        let records = [("47.123", "-8.256"), ("-33.987", "51.246")].map { place in
            let text = member.replacingOccurrences(of: "LAT", with: place.0)
                .replacingOccurrences(of: "LON", with: place.1)
            return #"{"name":"x",\#(text)}"#
        }
        let expected = [[471, -83], [-340, 512]]
        let text = wrapping.replacingOccurrences(of: "RECORDS", with: records.joined(separator: ",\n"))
        #expect(tenths(try load(text)) == expected)
        // Windows that end within records.
        #expect(tenths(try load(text, windowSize: 64)) == expected)
        // As services answer: all on one line, which ends.
        let line = text.replacingOccurrences(of: "\n", with: "") + "\n"
        #expect(tenths(try load(line)) == expected)
        #expect(tenths(try load(line, windowSize: 64)) == expected)
        let lines = records.joined(separator: "\n") + "\n"
        #expect(tenths(try load(lines, ending: "ndjson")) == expected)
    }

    /// The name decides, else a number beyond 90, else the longitude is first, and a message says how to exchange them.
    @Test(arguments: [
        ("latlng", "[47.1,8.5]", false), ("lat_lng", "[47.1,8.5]", false), ("lonlat", "[8.5,47.1]", false),
        ("loc", "[8.5,47.1]", true), ("location", "[8.5,47.1]", true), ("coordinates", "[8.5,47.1]", true),
    ])
    func pairsHaveTheOrderOfTheirName(name: String, pair: String, isGuess: Bool) throws {
        let records = [pair, pair.replacing("47.1", with: "-33.9")].map { #"{"n":1,"\#(name)":\#($0)}"# }
        let loaded = try load(records.joined(separator: "\n") + "\n", ending: "ndjson")
        #expect(tenths(loaded) == [[471, 85], [-339, 85]])
        #expect(loaded.notices.contains { $0.contains("--swap") } == isGuess)
    }

    @Test(arguments: [("[47.1,120.5]", "[-33.9,8.5]"), ("[120.5,47.1]", "[8.5,-33.9]")])
    func pairsHaveTheOrderOfTheirValues(first: String, second: String) throws {
        let records = [first, second].map { #"{"n":1,"loc":\#($0)}"# }
        let loaded = try load(records.joined(separator: "\n") + "\n", ending: "ndjson")
        #expect(tenths(loaded) == [[471, 1205], [-339, 85]])
        #expect(!loaded.notices.contains { $0.contains("--swap") })
    }

    @Test func membersOfAnObjectAreRecords() throws {
        let text = #"{"s1":{"name":"a","lat":1.5,"lon":2.5},"s2":{"name":"b","lat":3.5,"lon":4.5}}"#
        #expect(tenths(try load(text)) == [[15, 25], [35, 45]])
        #expect(tenths(try load(#"{"stations":\#(text),"n":2}"#)) == [[15, 25], [35, 45]])
    }

    private static let tables = [
        #"{"name":{"0":"a","1":"b"},"lat":{"0":1.5,"1":3.5},"lon":{"0":2.5,"1":4.5}}"#,
        #"{"name":["a","b\"c"],"lat":[1.5,3.5],"lon":[2.5,4.5]}"#,
        #"{"columns":["name","lat","lon"],"index":[0,1],"data":[["a",1.5,2.5],["b",3.5,4.5]]}"#,
        #" [ ["name","lat","lon"],["a",1.5,2.5],["b",3.5,4.5]]"#,
        #"{"lat":["1.5","3.5"],"lon":["2.5","4.5"],"x":[null,[1,{"y":2}]]}"#,
        #"{"points":{"columns":["name","lat","lon"],"rows":[["a",1.5,2.5],["b",3.5,4.5]]}}"#,
        #"{"lat":[1.5,3.5],"lon":[2.5,4.5],"bbox":[1,2,3],"name":"trip"}"#,
        #"{"meta":{"n":2,"ids":[7,8]},"data":{"page":1,"found":{"lat":[1.5,3.5],"lon":[2.5,4.5]}}}"#,
    ]

    @Test(arguments: tables) func tablesAreRecords(text: String) throws {
        let loaded = try load(text)
        #expect(tenths(loaded) == [[15, 25], [35, 45]])
        #expect(tenths(try load(text, windowSize: 64)) == [[15, 25], [35, 45]])
        #expect(loaded.table.columnNames.contains("lat"))
    }

    /// The API of the OpenSky Network sends numbers without names.
    @Test func statesOfOpenSkyAreRead() throws {
        let loaded = try load(
            #"{"time":1796121600,"states":[["4b1812","SWR12   ","Switzerland",1796121599,1796121600,9.3,47.9,10972.8,false,232.6,87.2,0.33,null,11125.2,"3051",false,0]]}"#
        )
        #expect(tenths(loaded) == [[479, 93]])
        #expect(loaded.table.columnNames.prefix(2) == ["icao24", "callsign"])
    }

    @Test(arguments: [
        "[[]]", "[[1,2],[3,4]]", #"[["a","b"]]"#, #"{"lat":[1],"lon":[1,2]}"#, #"{"lat":[],"lon":[]}"#,
        "[[[1,2]",
    ])
    func otherArraysAreNoTables(text: String) {
        #expect(throws: SourceError.self) {
            let loaded = try load(text)
            if loaded.points.isEmpty { throw SourceError.cancelled }
        }
    }

    @Test func columnsAreNamedByTheirWay() throws {
        let loaded = try load(
            #"[{"name":"x","tags":{"kind":"café","a":{"b":[1,{"c":2}]}},"geo":{"lat":1.5,"lng":2.5},"none":{}}]"#
        )
        #expect(loaded.table.columnNames == ["name", "tags.kind", "tags.a.b", "geo.lat", "geo.lng", "none"])
        let fields = try loaded.table.namedRow(0).fields
        #expect(fields[1].value.text == "café" && fields[2].value.text == #"[1,{"c":2}]"#)
    }

    @Test func columnsAreAskedForByTheirWay() throws {
        let text = #"[{"a":{"b":{"c":1.5,"d":2.5}},"lat":0.5,"lon":0.5}]"#
        #expect(tenths(try load(text, ColumnOptions(latitude: "a.b.c", longitude: "a.b.d"))) == [[15, 25]])
        let two =
            #"[{"a":{"type":"Point","coordinates":[0,0]},"b":{"c":{"type":"Point","coordinates":[2.5,1.5]}}}]"#
        #expect(tenths(try load(two, ColumnOptions(geometry: "b.c"))) == [[15, 25]])
    }

    @Test func aMissingObjectIsAMissingPlace() throws {
        let loaded = try load(
            #"[{"geo":{"lat":1.5,"lng":2.5}},{"geo":null},{"geo":{}},{"geo":{"lat":NaN,"lng":null}}]"#)
        #expect(loaded.points.count == 1)
        #expect(loaded.skipped.total == 3)
    }

    @Test func deepAndWideObjectsEnd() throws {
        let deep = String(repeating: #"{"a":"#, count: 200) + "1" + String(repeating: "}", count: 200)
        #expect(tenths(try load(#"[{"lat":1.5,"lon":2.5,"x":\#(deep)}]"#)) == [[15, 25]])
        let wide = (0..<3_000).map { #""k\#($0)":{"v":\#($0)}"# }.joined(separator: ",")
        #expect(tenths(try load(#"[{"lat":1.5,"lon":2.5,"x":{\#(wide)}}]"#)) == [[15, 25]])
    }

    @Test func featuresStayFeatures() throws {
        let feature =
            #"{"type":"Feature","properties":{"list":[{"lat":9.5,"lon":9.5}]},"geometry":{"type":"Point","coordinates":[2.5,1.5]}}"#
        #expect(tenths(try load(feature)) == [[15, 25]])
        #expect(
            tenths(try load(#"{"links":[{"x":1}],"type":"FeatureCollection","features":[\#(feature)]}"#)) == [
                [15, 25]
            ])
        #expect(
            tenths(try load(#"{"data":{"type":"FeatureCollection","features":[\#(feature)]}}"#)) == [
                [15, 25]
            ])
    }
}
