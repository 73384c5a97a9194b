import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowValues
@testable import Rows

@Suite struct GeoJSONLoaderTests {
    func load(
        _ text: String, ending: String = "geojson", _ options: FeatureOptions = FeatureOptions()
    ) throws -> LoadedSource {
        try load(Array(text.utf8), ending: ending, options)
    }

    func load(
        _ bytes: [UInt8], ending: String = "geojson", _ options: FeatureOptions = FeatureOptions()
    ) throws -> LoadedSource {
        let file = try TemporaryFile(bytes, extension: ending)
        let loaded = try withExtendedLifetime(file) {
            try GeoJSONLoader(path: file.path, options: options).read(
                isCancelled: { false }, progress: { _ in })
        }
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        return loaded
    }

    /// The message of the error that loading ends with, without the name of the file.
    func failure(_ text: String, ending: String = "geojson") throws -> String {
        let file = try TemporaryFile(Array(text.utf8), extension: ending)
        do {
            let loaded = try GeoJSONLoader(path: file.path).read(isCancelled: { false }, progress: { _ in })
            return "read \(loaded.table.recordCount) rows"
        } catch {
            return error.description.replacing(file.path, with: "FILE")
        }
    }

    func places(_ loaded: LoadedSource) -> [[Double]] {
        let tree = QuadTree(loaded.points)
        return (0..<tree.count).map { position in
            let coordinate = tree.coordinate(at: position)
            return [Double(tree.row(at: position)), coordinate.longitude, coordinate.latitude]
        }.sorted { $0[0] < $1[0] }
    }

    static func feature(_ geometry: String, _ properties: String = "{}") -> String {
        #"{"type":"Feature","geometry":\#(geometry),"properties":\#(properties)}"#
    }

    static func collection(_ features: [String]) -> String {
        #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
    }

    static let point = #"{"type":"Point","coordinates":[8.5,47.25]}"#

    // MARK: GeoJSON

    @Test(arguments: [
        collection([feature(point)]), feature(point), point, #"[\#(feature(point))]"#,
        #"{"features":[\#(feature(point))],"type":"FeatureCollection"}"#,
        #"{"type":"FeatureCollection","name":"x","crs":null,"features":[\#(feature(point))],"bbox":[1,2,3,4]}"#,
        "{\n  \"type\": \"Feature\",\n  \"geometry\": { \"coordinates\": [ 8.5, 47.25, 400 ],\n \"type\": \"Point\" }\n}\n",
        #"{"geometry":\#(point),"properties":null,"id":7,"type":"Feature"}"#,
        #"{"type":"GeometryCollection","geometries":[\#(point)]}"#, "\u{FEFF}" + collection([feature(point)]),
        #"{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[8.5,47.25],[9,48]]},"properties":{}}"#,
    ])
    func aPlaceIsFoundHoweverItIsWrapped(text: String) throws {
        let loaded = try load(text)
        #expect(places(loaded).map { Array($0[1...]) } == [[8.5, 47.25]] && loaded.skipped.total == 0)
    }

    @Test func propertiesKeepTheirKinds() throws {
        let properties =
            #"{"name":"B\u00e9b\u0000","n":1.50,"big":123456789012345678901,"yes":true,"no":null,"list":[ 1, {"a": "b c"} ]}"#
        let loaded = try load(Self.collection([Self.feature(Self.point, properties)]))
        let row = try loaded.table.namedRow(0)
        #expect(row.fields.map(\.name) == ["name", "n", "big", "yes", "no", "list"])
        #expect(
            row.fields.map(\.value) == [
                FieldValue(.text, "Béb\0"), FieldValue(.number, "1.50"),
                FieldValue(.number, "123456789012345678901"), FieldValue(.boolean, "true"), .missing,
                FieldValue(.json, #"[1,{"a":"b c"}]"#),
            ])
        #expect(loaded.table.roles.label == 0 && row.line == 1)
    }

    @Test func theIDOfAFeatureIsAColumnUnlessAPropertyHasItsName() throws {
        let features = [
            #"{"type":"Feature","id":"f1","geometry":\#(Self.point),"properties":{"a":1}}"#,
            #"{"type":"Feature","id":2,"geometry":\#(Self.point),"properties":{"id":"own"}}"#,
        ]
        let table = try load(Self.collection(features)).table
        #expect(table.columnNames == ["a", "id"] && table.roles.id == 1)
        #expect(try table.namedRow(0).fields[1].value == FieldValue(.text, "f1"))
        #expect(try table.namedRow(1).fields[1].value == FieldValue(.text, "own"))
    }

    @Test func theLaterOfTwoMembersCounts() throws {
        let text =
            #"{"type":"Feature","properties":{"a":1,"b":2},"geometry":null,"properties":{"a":3,"a":4},"geometry":\#(Self.point)}"#
        let loaded = try load(text)
        #expect(loaded.points.count == 1)
        #expect(try loaded.table.namedRow(0).fields.map(\.value) == [FieldValue(.number, "4"), .missing])
    }

    @Test func linesAndAreasAreShapes() throws {
        let loaded = try load(
            Self.collection([
                Self.feature(#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#),
                Self.feature(
                    #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,0]],[[1,1],[2,1],[2,2],[1,1]]]}"#
                ),
                Self.feature(
                    #"{"type":"MultiPolygon","coordinates":[[[[0,0],[4,0],[4,4],[0,0]]],[[[9,9],[10,9],[10,10],[9,9]]]]}"#
                ),
                Self.feature(
                    #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[5,5]},{"type":"LineString","coordinates":[[1,2],[3,4]]}]}"#
                ),
                Self.feature(Self.point),
            ]))
        #expect(loaded.points.count == 5 && loaded.shapes.count == 4)
    }

    @Test(arguments: [
        ("null", SkippedRows.Reason.noGeometry), (#"{"type":"Point","coordinates":[]}"#, .noGeometry),
        (#"{"type":"GeometryCollection","geometries":[]}"#, .noGeometry),
        (#"{"type":"Point","coordinates":[8]}"#, .badGeometry),
        (#"{"type":"Point","coordinates":8}"#, .badGeometry),
        (#"{"type":"Point","coordinates":["8","x"]}"#, .badGeometry), (#"{"type":"Point"}"#, .badGeometry),
        (#"{"type":"Circle","coordinates":[8,47]}"#, .badGeometry),
        (#"{"coordinates":[8,47]}"#, .badGeometry),
        (#"{"type":"Point","coordinates":[[8,47]]}"#, .badGeometry), ("[8,47]", .badGeometry),
        ("\"x\"", .badGeometry),
        (#"{"type":"LineString","coordinates":[8,47]}"#, .badGeometry),
        (#"{"type":"Polygon","coordinates":[[8,47]]}"#, .badGeometry),
        (#"{"type":"Point","coordinates":[8,47],"coordinates":[9,48]}"#, .badGeometry),
        (#"{"type":"Point","coordinates":[8,90.0000001]}"#, .latitudeOutOfRange),
        (#"{"type":"Point","coordinates":[541,8]}"#, .longitudeOutOfRange),
        (#"{"type":"Point","coordinates":[1e400,8]}"#, .longitudeOutOfRange),
        (#"{"type":"Point","coordinates":[NaN,8]}"#, .badGeometry),
        (#"{"type":"LineString","coordinates":[[8,47],[8,91]]}"#, .latitudeOutOfRange),
    ])
    func aFeatureWithoutAPlaceIsCounted(geometry: String, reason: SkippedRows.Reason) throws {
        let loaded = try load(
            Self.collection([Self.feature(geometry, #"{"a":1}"#), Self.feature(Self.point)]))
        #expect(loaded.skipped.count(of: reason) == 1 && loaded.points.count == 1)
        #expect(try loaded.table.namedRow(0).fields[0].value.text == "1")
    }

    @Test func whatIsNoFeatureIsCounted() throws {
        let loaded = try load(Self.collection(["1", "null", "[]", "{}", #"{"type":"Feature"}"#, Self.point]))
        #expect(loaded.points.count == 1)
        #expect(loaded.skipped.count(of: .unreadable) == 3 && loaded.skipped.count(of: .noGeometry) == 2)
    }

    @Test func longitudesWrapAndZeroZeroIsSaid() throws {
        let loaded = try load(
            Self.collection([
                Self.feature(#"{"type":"Point","coordinates":[190,1]}"#),
                Self.feature(#"{"type":"Point","coordinates":[0,0.0]}"#),
            ]))
        #expect(places(loaded)[0][1] == -170)
        #expect(
            loaded.notices.map { $0.split(separator: ": ").last ?? "" } == [
                "1 row shown at 0, 0", "1 row with longitudes beyond ±180, wrapped",
            ])
    }

    @Test func positionsWithLatitudeFirstAreProposedToBeSwapped() throws {
        let features = (0..<10).map { Self.feature(#"{"type":"Point","coordinates":[\#($0),\#(100 + $0)]}"#) }
        let text = Self.collection(features)
        #expect(try load(text).notices.first?.contains("--swap") == true)
        let options = FeatureOptions(columns: ColumnOptions(isSwapped: true))
        #expect(try load(text, options).points.count == 10)
    }

    @Test(arguments: ["urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:EPSG::4326", "EPSG:4326"])
    func degreesByAnotherNameAreRead(name: String) throws {
        let text =
            #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"\#(name)"}},"features":[\#(Self.feature(Self.point))]}"#
        #expect(try load(text).points.count == 1)
    }

    @Test func otherCoordinateSystemsAreRefused() throws {
        let crs = #""crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}"#
        let feature = Self.feature(#"{"type":"Point","coordinates":[1000000,6000000]}"#)
        let words =
            #"FILE: is in another coordinate system: "urn:ogc:def:crs:EPSG::3857" (expected degrees on WGS 84; --format gdal converts it)"#
        #expect(try failure(#"{"type":"FeatureCollection",\#(crs),"features":[\#(feature)]}"#) == words)
        #expect(try failure(#"{"type":"FeatureCollection","features":[\#(feature)],\#(crs)}"#) == words)
        #expect(try failure("{\(crs)," + feature.dropFirst()) == words)
    }

    private static let testdata = ["../shared/testdata/geojson"]
        .first { FileManager.default.fileExists(atPath: $0) }

    @Test(.enabled(if: testdata != nil, "the files of others are not here"))
    func filesOfOthersAreRead() throws {
        let folder = try #require(Self.testdata)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasSuffix("json")
        }
        #expect(names.count > 20)
        for name in names {
            let loaded = try GeoJSONLoader(path: "\(folder)/\(name)").read(
                isCancelled: { false }, progress: { _ in })
            let skipped = loaded.skipped
            #expect(loaded.points.count + skipped.total == loaded.table.recordCount, "\(name)")
            let known = skipped.count(of: .latitudeOutOfRange) + skipped.count(of: .noGeometry)
            #expect(skipped.total == known, "\(name): \(skipped.summary)")
        }
    }

    // MARK: documents that are none

    @Test(arguments: [
        ("", "FILE: empty, no points"), ("  \n", "FILE: empty, no points"),
        (#"{"type":"FeatureCollection","features":[]}"#, "FILE: empty, no points"),
        ("[]", "FILE: empty, no points"),
        ("{\"type\":\n x", #"FILE:2: not JSON: "x""#), ("{\"features\":[", "FILE:1: unexpected end of file"),
        ("{\"a\":\n", "FILE:2: unexpected end of file"), ("hello", #"FILE:1: not JSON: "hello""#),
    ])
    func aDocumentWithoutRecordsIsRefused(text: String, words: String) throws {
        #expect(try failure(text) == words)
    }

    @Test func aBrokenDocumentKeepsWhatStandsBefore() throws {
        let text = Self.collection([Self.feature(Self.point), "{\"type\":\"Feature\",oops"])
        let loaded = try load(text)
        #expect(loaded.points.count == 1 && loaded.skipped.count(of: .unreadable) == 1)
        #expect(
            loaded.notices[0].contains(#":2: not JSON: "oops]}" (showing the rows before it)"#)
        )
        let cut = try load(String(text.prefix(140)))
        #expect(cut.points.count == 1 && cut.notices[0].contains("unexpected end of file"))
    }

    @Test func whatFollowsTheDocumentIsSaid() throws {
        let text = Self.collection([Self.feature(Self.point)])
        let loaded = try load(text + "\nmore")
        #expect(loaded.points.count == 1)
        #expect(loaded.notices[0].contains(#":2: ignored text after the end of the document: "more""#))
        let joined = try load(text + "\n" + text + Self.collection([]))
        #expect(joined.points.count == 2)
        #expect(joined.notices[0].hasSuffix(": 3 documents, one after the other: all are read"))
    }

    /// Whatever is behind a document without features, rows may be lost.
    @Test func whatFollowsAnEmptyDocumentIsAnError() throws {
        let words = "FILE:1: nothing in the document, but text after its end: "
        #expect(try failure(Self.collection([]) + "more").hasPrefix(words))
        #expect(try load(Self.collection([]) + Self.collection([Self.feature(Self.point)])).points.count == 1)
    }

    @Test func nestingTooDeepIsRefused() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(try failure(deep) == "FILE:1: nested deeper than 256 levels")
        #expect(
            try failure(#"{"type":"FeatureCollection","features":\#(deep)"#)
                == "FILE:1: nested deeper than 256 levels")
        let nested = String(repeating: #"{"k":"#, count: 300) + "1" + String(repeating: "}", count: 300)
        #expect(try failure(nested) == "FILE:1: nested deeper than 256 levels")
        #expect(try failure(String(nested.prefix(1_400))) == "FILE:1: nested deeper than 256 levels")
        let features = [Self.feature(Self.point, nested), Self.feature(Self.point)]
        for features in [features, features.reversed()] {
            let rest = try load(Self.collection(features))
            #expect(rest.points.count == 1 && rest.skipped.count(of: .unreadable) == 1)
        }
        let collections = String(repeating: #"{"type":"GeometryCollection","geometries":["#, count: 40)
        let loaded = try load(
            Self.feature(collections + Self.point + String(repeating: "]}", count: 40), #"{"a":1}"#))
        #expect(loaded.skipped.count(of: .badGeometry) == 1)
    }

    @Test func otherEncodingsAreRead() throws {
        let text = Self.collection([Self.feature(Self.point, #"{"name":"Zürich 界"}"#)])
        var units: [UInt8] = [0xFF, 0xFE]
        for unit in text.utf16 {
            units += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
        }
        #expect(try load(units).table.namedRow(0).fields[0].value.text == "Zürich 界")
        let bad =
            Array(#"{"type":"Feature","geometry":\#(Self.point),"properties":{"name":"Z"#.utf8) + [0xFC]
            + Array("\"}}".utf8)
        let loaded = try load(bad)
        #expect(try loaded.table.namedRow(0).fields[0].value.text == "Zü")
        #expect(loaded.notices.contains { $0.hasSuffix("read as Windows-1252 (choose with --encoding)") })
    }

    // MARK: lines and sequences

    @Test(arguments: ["\n", "\r\n", "\n\n", "\n\u{1E}"]) func aRecordALineIsRead(separator: String) throws {
        let lines = (0..<5).map { Self.feature(Self.point, "{\"n\":\($0)}") }
        let loaded = try load(lines.joined(separator: separator), ending: "ndjson")
        #expect(loaded.points.count == 5)
        #expect(try loaded.table.namedRow(4).fields[0].value.text == "4")
    }

    @Test func aTextSequenceMayHaveLineEndsInItsRecords() throws {
        let record = "{\n\"type\":\"Feature\",\n\"geometry\":\(Self.point)}\n"
        let loaded = try load("\u{1E}\(record)\u{1E}{broken\n\u{1E}\(record)", ending: "geojsons")
        #expect(loaded.points.count == 2 && loaded.skipped.count(of: .unreadable) == 1)
        #expect(loaded.skipped.examples[0].line == 4)
    }

    @Test func brokenLinesAreCountedWithTheirNumbers() throws {
        let good = Self.feature(Self.point)
        let text = "oops\n\(good)\n{\"type\":\n\n\(good) x\n123\n\(good)\n{\"type\":\"Feat"
        let loaded = try load(text, ending: "ndjson")
        #expect(loaded.points.count == 3 && loaded.skipped.count(of: .unreadable) == 5)
        #expect(loaded.skipped.examples.map(\.line) == [1, 3, 5])
    }

    @Test func objectsOneAfterTheOtherAreRead() throws {
        let loaded = try load("{\n\"lat\": 47,\n\"lon\": 8\n}\n{\n\"lat\": 48,\n\"lon\": 9\n}\n")
        #expect(places(loaded) == [[0, 8, 47], [1, 9, 48]])
        #expect(try loaded.table.namedRow(1).line == 5)
    }

    // MARK: flat objects

    @Test(arguments: [
        #"{"name":"x","lat":47.25,"lon":8.5}"#, #"{"name":"x","latitude":"47.25","longitude":"8.5"}"#,
        #"{"name":"x","pickup_lat":47.25,"pickup_lon":8.5}"#,
        #"{"name":"x","location":{"lat":47.25,"lon":8.5}}"#,
        #"{"name":"x","position":"47.25, 8.5"}"#, #"{"name":"x","coordinates":[8.5,47.25]}"#,
        #"{"name":"x","geom":{"type":"Point","coordinates":[8.5,47.25]}}"#,
        #"{"name":"x","location":{"type":"Point","coordinates":[8.5,47.25]}}"#,
        #"{"name":"x","wkt":"POINT (8.5 47.25)"}"#, #"{"lng":8.5,"lat":47.25,"name":"x","type":"shop"}"#,
        #"{"loc":"(47.25 8.5)","name":"x"}"#,
    ])
    func flatObjectsArePlacedByTheirMembers(record: String) throws {
        for text in [record + "\n" + record, "[\(record),\n\(record)]", record] {
            let loaded = try load(text, ending: "ndjson")
            #expect(places(loaded).allSatisfy { Array($0[1...]) == [8.5, 47.25] } && loaded.points.count > 0)
            let label = try #require(loaded.table.roles.label)
            #expect(loaded.table.columnNames[label] == "name")
        }
    }

    @Test func flatObjectsWithoutAPlaceAreCounted() throws {
        let text = """
            {"lat":47,"lon":8}
            {"lat":47}
            {"lat":null,"lon":8}
            {"lat":"north","lon":8}
            {"lat":91,"lon":8}
            {"lat":47,"lon":999}
            {"lat":47,"lon":190}
            [1]
            """
        let loaded = try load(text, ending: "ndjson")
        #expect(loaded.points.count == 2)
        #expect(loaded.skipped.count(of: .missing) == 2 && loaded.skipped.count(of: .notANumber) == 1)
        #expect(loaded.skipped.count(of: .latitudeOutOfRange) == 1)
        #expect(loaded.skipped.count(of: .longitudeOutOfRange) == 1)
        #expect(loaded.skipped.count(of: .unreadable) == 1)
    }

    @Test func objectsWithoutCoordinatesAreRefusedWithWhatWasFound() throws {
        let words =
            #"FILE: no columns with coordinates or places (found "a", "b"; use --lat and --lon, or --city)"#
        #expect(try failure("{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n", ending: "ndjson") == words)
    }

    @Test func theUserNamesTheMembers() throws {
        let options = FeatureOptions(columns: ColumnOptions(latitude: "b", longitude: "a"))
        #expect(
            places(try load("{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n", ending: "ndjson", options)) == [
                [0, 1, 2], [1, 3, 4],
            ])
    }

    @Test func featuresAndFlatObjectsMayBeMixed() throws {
        let text =
            "{\"lat\":1,\"lon\":2}\n\(Self.feature(Self.point))\n{\"lat\":3,\"lon\":4}\n\(Self.point)\n"
        #expect(try load(text, ending: "ndjson").points.count == 4)
    }

    @Test func whatIsReadIsExplained() throws {
        let file = try TemporaryFile(
            Array("{\"name\":\"x\",\"lat\":1,\"lon\":2}\n".utf8), extension: "ndjson")
        let lines = try GeoJSONLoader(path: file.path).explainColumns(isCancelled: { false })
        #expect(lines[0] == "JSON objects, one per line")
        #expect(lines.contains { $0.hasPrefix("latitude: column 2") })
        #expect(lines.contains(#"label: column 1, "name" (by name)"#))
    }
}
