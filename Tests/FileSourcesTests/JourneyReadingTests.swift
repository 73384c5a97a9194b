import Foundation
import MapModel
import RowValues
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// The heights, times and further values of lines, from every format that has them.
@Suite struct JourneyReadingTests {
    private func journeys(
        _ text: String, _ ending: String, _ make: (SourceInput, FeatureOptions) -> any SourceLoader
    ) throws -> [Journey] {
        let file = try TemporaryFile(Array(text.utf8), extension: ending)
        return try withExtendedLifetime(file) {
            var options = FeatureOptions()
            options.keepsJourneys = true
            let source = try make(SourceInput(path: file.path), options).read(
                isCancelled: { false }, progress: { _ in })
            return try source.journeys(by: nil, TimeQuestion()).journeys
        }
    }

    private func column(_ name: String, _ journey: Journey) -> [Float] {
        (journey.columns.first { $0.name == name }?.values ?? []).map { $0.isNaN ? -1 : $0 }
    }

    @Test func pointsOfGPXKeepTheirValues() throws {
        let document = """
            <gpx version="1.1" creator="x" xmlns:e="urn:e"><wpt lat="1" lon="2"><ele>9</ele></wpt>
            <trk><name>Ride</name><trkseg>
            <trkpt lat="47.123456789" lon="8.5"><ele>431.25</ele><time>2026-05-02T07:00:00Z</time>
            <extensions><e:TrackPointExtension><e:hr>120</e:hr><e:cad>80</e:cad></e:TrackPointExtension></extensions></trkpt>
            <trkpt lat="x" lon="8.5"><ele>1</ele><time>2026-05-02T07:00:01Z</time></trkpt>
            <trkpt lat="47.1236" lon="8.5"><time>2026-05-02T07:00:05.5Z</time></trkpt></trkseg>
            <trkseg><trkpt lat="47.3" lon="8.5"><ele>-9999</ele><time>1777705210000</time>
            <extensions><power>250</power></extensions></trkpt></trkseg></trk>
            <rte><name>Way</name><rtept lat="1" lon="2"><ele>5</ele></rtept><rtept lat="3" lon="4"/></rte></gpx>
            """
        let found = try journeys(document, "gpx") { XMLLoader.gpx($0, options: $1) }
        #expect(found.map(\.name) == ["Ride", "Way"] && found.map(\.row) == [1, 2])
        let ride = found[0]
        #expect(ride.count == 3 && ride.segmentStarts == [0, 2])
        #expect((0..<3).map { ride.heights[$0] } == [431.25, nil, nil])
        #expect(ride.moments.map { $0 - ride.moments[0] } == [0, 5_500, 10_000])
        #expect(abs(ride.places[0].latitude - 47.123456789) < 1e-11)
        #expect(column("hr", ride) == [120, -1, -1] && column("power", ride) == [-1, -1, 250])
        #expect(!found[1].hasTimes && found[1].heights[0] == 5)
    }

    @Test func decimalCommasOfPointsAreRead() throws {
        let document = """
            <gpx><trk><trkseg><trkpt lat="47,123456789" lon="8,5"><ele>431,25</ele><hr>99,5</hr></trkpt>
            <trkpt lat="47,2" lon="8,5"><ele>432,5</ele></trkpt></trkseg></trk></gpx>
            """
        let ride = try #require(journeys(document, "gpx") { XMLLoader.gpx($0, options: $1) }.first)
        #expect((0..<2).map { ride.heights[$0] } == [431.25, 432.5] && column("hr", ride) == [99.5, -1])
        #expect(abs(ride.places[0].latitude - 47.123456789) < 1e-11)
    }

    @Test func heightsInFeetAreMetres() throws {
        let document = """
            <gpx><trk><trkseg><trkpt lat="1" lon="2"><extensions><alt_ft>1000</alt_ft></extensions></trkpt>
            <trkpt lat="1" lon="3"><ele>7</ele><extensions><alt_ft>9</alt_ft></extensions></trkpt></trkseg></trk></gpx>
            """
        let found = try journeys(document, "gpx") { XMLLoader.gpx($0, options: $1) }
        #expect(found[0].heights[0] == 304.8 && found[0].heights[1] == 7)
    }

    @Test func linesAndTracksOfKML() throws {
        let document = """
            <kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
            <Placemark><name>Line</name><LineString><coordinates>8,47,400 8.1,47,410.5 8.2,47</coordinates></LineString></Placemark>
            <Placemark><name>Flat</name><LineString><coordinates>8,47,0 8.1,47,0</coordinates></LineString></Placemark>
            <Placemark><name>Track</name><gx:Track><when>2026-05-02T07:00:00Z</when><when>2026-05-02T07:00:10Z</when>
            <when>2026-05-02T07:00:20Z</when><gx:coord>8 47 400</gx:coord><gx:coord/><gx:coord>8.1 47 420</gx:coord>
            <ExtendedData><SchemaData><gx:SimpleArrayData name="hr"><gx:value>100</gx:value><gx:value>101</gx:value>
            <gx:value>102</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></Placemark>
            </Document></kml>
            """
        let found = try journeys(document, "kml") { XMLLoader.kml($0, options: $1) }
        #expect(found.map(\.name) == ["Line", "Flat", "Track"])
        #expect((0..<3).map { found[0].heights[$0] } == [400, 410.5, nil])
        #expect(!found[1].hasHeights)
        #expect(found[2].count == 2 && found[2].moments[1] - found[2].moments[0] == 20_000)
        #expect(column("hr", found[2]) == [100, 102])
    }

    @Test func linesOfGeoJSONHaveHeightsAndTimes() throws {
        let document = """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A",
            "coordTimes":["2026-05-02T07:00:00Z","2026-05-02T07:00:10Z"]},
            "geometry":{"type":"LineString","coordinates":[[8,47,400.5],[8.1,47,410]]}},
            {"type":"Feature","properties":{"name":"B","coordinateProperties":{"times":[["2026-05-02T07:00:00Z"],
            ["2026-05-02T07:00:10Z"]],"heart":[[90],[91]]}},
            "geometry":{"type":"MultiLineString","coordinates":[[[8,47]],[[8.1,47]]]}},
            {"type":"Feature","properties":{"name":"C"},"geometry":{"type":"Point","coordinates":[1,2,3]}}]}
            """
        let found = try journeys(document, "json") { GeoJSONLoader($0, options: $1) }
        #expect(found.map(\.name) == ["A", "B"])
        #expect(found[0].heights[0] == 400.5 && found[0].moments[1] - found[0].moments[0] == 10_000)
        #expect(found[1].segmentStarts == [0, 1] && found[1].moments[1] - found[1].moments[0] == 10_000)
        #expect(column("hr", found[1]) == [90, 91])
    }

    /// Seconds and milliseconds since 1970; other numbers are measures.
    @Test(arguments: [("1777705200", "1777705210"), ("1777705200000", "1777705210000.5")])
    func fourthCoordinatesMayBeTimes(first: String, second: String) throws {
        let document = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"name":"A"},"geometry":{"type":"LineString",
            "coordinates":[[8,47,400,\(first)],[8.05,47,405],[8.1,47,410,\(second)]]}},
            {"type":"Feature","properties":{"name":"B"},"geometry":{"type":"LineString",
            "coordinates":[[8,47,400,0],[8.1,47,410,12.5]]}}]}
            """
        let found = try journeys(document, "json") { GeoJSONLoader($0, options: $1) }
        #expect(found.map(\.name) == ["A", "B"])
        #expect(found[0].count == 3 && found[0].heights[1] == 405)
        #expect(found[0].moments.first == 1_777_705_200_000 && found[0].moments.last == 1_777_705_210_000)
        #expect(found[1].moments.isEmpty && found[1].heights[1] == 410)
    }

    @Test func trackpointsOfTCX() throws {
        func point(_ second: Int, _ rate: Int) -> String {
            """
            <Trackpoint><Time>2026-05-02T07:00:0\(second)Z</Time><Position><LatitudeDegrees>47.\(second)</LatitudeDegrees>
            <LongitudeDegrees>8</LongitudeDegrees></Position><AltitudeMeters>40\(second)</AltitudeMeters>
            <HeartRateBpm><Value>\(rate)</Value></HeartRateBpm><Extensions><TPX><Watts>200</Watts></TPX></Extensions></Trackpoint>
            """
        }
        let document = """
            <TrainingCenterDatabase><Activities><Activity Sport="Biking"><Id>x</Id><Lap><Track>\(point(1, 90))
            <Trackpoint><Time>2026-05-02T07:00:02Z</Time><AltitudeMeters>9</AltitudeMeters></Trackpoint>
            <Trackpoint><Time>2026-05-02T07:00:02Z</Time><Position><LatitudeDegrees>47.2</LatitudeDegrees>
            <LongitudeDegrees>east</LongitudeDegrees></Position><AltitudeMeters>9</AltitudeMeters></Trackpoint>\(point(3, 92))
            </Track></Lap></Activity></Activities></TrainingCenterDatabase>
            """
        let found = try journeys(document, "tcx") { XMLLoader.tcx($0, options: $1) }
        #expect(found.count == 1 && found[0].count == 2)
        #expect(found[0].heights[0] == 401 && found[0].heights[1] == 403)
        #expect(found[0].moments[1] - found[0].moments[0] == 2_000)
        #expect(column("hr", found[0]) == [90, 92] && column("power", found[0]) == [200, 200])
    }

    @Test func rowsAreReadAsWithoutJourneys() throws {
        let document = "<gpx><trk><trkseg><trkpt lat='1' lon='2'><name>x</name></trkpt></trkseg></trk></gpx>"
        let file = try TemporaryFile(Array(document.utf8), extension: "gpx")
        let source = try withExtendedLifetime(file) {
            try XMLLoader.gpx(SourceInput(path: file.path)).loaded()
        }
        #expect(source.journeys.isEmpty && source.table.columnNames == ["kind"])
    }
}
