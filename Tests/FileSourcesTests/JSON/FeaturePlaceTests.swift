import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowValues
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Features whose geometry is null, and whose properties have the coordinates.
@Suite struct FeaturePlaceTests {
    private func load(_ features: [String], _ columns: ColumnOptions) throws -> LoadedSource {
        let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
        let file = try TemporaryFile(Array(text.utf8), extension: "geojson")
        return try withExtendedLifetime(file) {
            try GeoJSONLoader(path: file.path, options: FeatureOptions(columns: columns)).read(
                isCancelled: { false }, progress: { _ in })
        }
    }

    private func feature(_ properties: String, geometry: String = "null") -> String {
        "{\"type\":\"Feature\",\"geometry\":\(geometry),\"properties\":{\(properties)}}"
    }

    @Test func propertiesThatTheUserNamesArePlaces() throws {
        let loaded = try load(
            [
                feature("\"Lat\":46.5,\"Lon\":7.5,\"name\":\"A\""),
                feature("\"Lat\":\"47.5\",\"Lon\":\"8.5 E\""),
                feature("\"Lat\":1,\"Lon\":2", geometry: "{\"type\":\"Point\",\"coordinates\":[9,48]}"),
                feature("\"Lat\":95,\"Lon\":2"), feature("\"Lat\":null,\"Lon\":2"),
            ], ColumnOptions(latitude: "lat", longitude: "lon"))
        let places = loaded.places()
        #expect(places.keys.sorted() == [0, 1, 2] && loaded.skipped.total == 2)
        #expect(places[0] == FixedCoordinate(latitudeE7: 465_000_000, longitudeE7: 75_000_000))
        #expect(places[1] == FixedCoordinate(latitudeE7: 475_000_000, longitudeE7: 85_000_000))
        #expect(places[2] == FixedCoordinate(latitudeE7: 480_000_000, longitudeE7: 90_000_000))
    }

    @Test(arguments: [
        ("pos.lat", "pos.lon", false), ("pos.lon", "pos.lat", true), ("POS.LAT", "Pos.Lon", false),
    ])
    func propertiesMayBeNested(latitude: String, longitude: String, isSwapped: Bool) throws {
        let loaded = try load(
            [
                feature("\"a\":1"), feature("\"pos\":{\"lat\":46.5,\"lon\":7.5}"),
                feature("\"pos\":{\"lat\":\"x\"}"),
            ],
            ColumnOptions(latitude: latitude, longitude: longitude, isSwapped: isSwapped))
        #expect(
            loaded.places() == [1: FixedCoordinate(latitudeE7: 465_000_000, longitudeE7: 75_000_000)]
                && loaded.skipped.total == 2)
    }

    @Test func propertiesThatDoNotExistAreRefused() throws {
        let point = feature("\"b\":1", geometry: "{\"type\":\"Point\",\"coordinates\":[9,48]}")
        for columns in [
            ColumnOptions(latitude: "nope", longitude: "b"), ColumnOptions(latitude: "b", longitude: "nope"),
        ] {
            let flag = columns.latitude == "nope" ? "--lat" : "--lon"
            let failure = #expect(throws: SourceError.self) { try load([point], columns) }
            #expect(failure?.description.hasSuffix("\(flag): no column \"nope\" (found \"b\")") == true)
        }
    }

    @Test func otherFeaturesHaveNoPlace() throws {
        let loaded = try load([feature("\"lat\":46.5,\"lon\":7.5")], ColumnOptions())
        #expect(loaded.points.isEmpty && loaded.skipped.total == 1)
    }
}
