import MapModel
import TestSupport
import Testing

@testable import MapSources
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport

/// The heights of journeys whose points are rows, and of lines in databases.
@Suite struct JourneyHeightTests {
    private func journey(_ path: String, by grouping: TrackGrouping? = nil) throws -> Journey {
        let list = try JourneyReader(SourceOptions(), by: grouping).read([path])
        #expect(list.journeys.count == 1, "\(list.reason ?? "")")
        return try #require(list.journeys.first)
    }

    private func heights(_ text: String, _ kind: String) throws -> [Double?] {
        let file = try TemporaryFile(Array(text.utf8), extension: kind)
        let found = try withExtendedLifetime(file) { try journey(file.path) }
        #expect(found.hasTimes)
        return (0..<found.count).map { found.heights[$0] }
    }

    /// A thousand feet are 304.8 m.
    @Test(
        arguments: [
            ("ele", 1_000), ("Altitude (m)", 1_000), ("Elevation [m]", 1_000), ("altitudeMeters", 1_000),
            ("gps_alt", 1_000), ("GPSAltitude", 1_000), ("alt_msl_m", 1_000), ("altitude MSL", 1_000),
            ("Höhe", 1_000), ("elevation (ft)", 304.8), ("ELEVATION_FT", 304.8), ("altitudeFeet", 304.8),
            ("elem", nil), ("altitude_error", nil), ("m", nil), ("gps", nil), ("height_class_m", nil),
        ] as [(String, Double?)])
    func columnsOfHeightsHaveManyNames(name: String, meters: Double?) throws {
        let found = try heights(
            "timestamp,lat,lon,\(name)\n2026-05-02T08:00:00Z,47,8,1000\n2026-05-02T08:00:10Z,47.001,8,\n",
            "csv")
        #expect(found == [meters, nil])
    }

    @Test func pointsOfAHistoryHaveTheirThirdCoordinates() throws {
        func feature(_ second: Int, _ coordinates: String, _ more: String = "") -> String {
            """
            {"type":"Feature","properties":{"time":"2026-05-02T08:00:1\(second)Z"\(more)},
            "geometry":{"type":"Point","coordinates":[\(coordinates)]}}
            """
        }
        let points = [feature(2, "8,47.002,520.5"), feature(0, "8,47,500"), feature(1, "8,47.001")]
        let collection = "{\"type\":\"FeatureCollection\",\"features\":[\(points.joined(separator: ","))]}"
        #expect(try heights(collection, "geojson") == [500, nil, 520.5])
        // A column counts more; where it is empty, the point does.
        let both = [feature(0, "8,47,500", ",\"ele\":501"), feature(1, "8,47.001,510", ",\"ele\":null")]
        let more = "{\"type\":\"FeatureCollection\",\"features\":[\(both.joined(separator: ","))]}"
        #expect(try heights(more, "geojson") == [501, 510])
        let table =
            "time,geom\n2026-05-02T08:00:00Z,POINT Z (8 47 500)\n2026-05-02T08:00:10Z,POINT Z (8 47.001 510)\n"
        #expect(try heights(table, "csv") == [500, 510])
    }

    /// Zeros throughout are what exports write where no height is known.
    @Test func zerosAloneAreNoHeights() throws {
        let table =
            "time,geom\n2026-05-02T08:00:00Z,POINT Z (8 47 0)\n2026-05-02T08:00:10Z,POINT Z (8 47.001 0)\n"
        #expect(try heights(table, "csv") == [nil, nil])
    }

    /// What the recorder of OwnTracks keeps: its times are called `tst`, and the first text says of each row what kind of message it is.
    @Test func locationsOfOwnTracksAreAHistory() throws {
        let rows = [(1_777_708_810, 47.001, 510), (1_777_708_800, 47, 500)].map { time, north, height in
            "2026-05-02T08:00:00Z\t*                 \t{\"_type\":\"location\",\"tst\":\(time),\"lat\":\(north),\"lon\":8,"
                + "\"alt\":\(height),\"acc\":5,\"tid\":\"ab\"}\n"
        }
        #expect(try heights(rows.joined(), "rec") == [500, 510])
    }

    @Test func linesInTextHaveHeights() throws {
        let table =
            "name,geom\nWay,\"MULTILINESTRING Z ((8 47 500, 8 47.001 510), (8 47.002 520, 8 47.003 505))\"\n"
        let file = try TemporaryFile(Array(table.utf8), extension: "csv")
        let found = try withExtendedLifetime(file) { try journey(file.path) }
        #expect(found.segmentStarts == [0, 2])
        #expect((0..<found.count).map { found.heights[$0] } == [500, 510, 520, 505])
    }

    @Test func linesOfDatabasesHaveHeights() throws {
        let database = try SQLiteWriter(
            """
            CREATE TABLE p(name TEXT, geom TEXT);
            INSERT INTO p VALUES ('Way', 'LINESTRING Z (8 47 500, 8 47.001 510, 8 47.002 505)')
            """)
        let found = try journey(database.path)
        #expect(found.name == "Way" && (0..<found.count).map { found.heights[$0] } == [500, 510, 505])
    }
}
