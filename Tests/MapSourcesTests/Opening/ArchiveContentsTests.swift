import TestSupport
import Testing

@testable import FileSources
@testable import MapSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// Zip archives with several documents of text.
@Suite struct ArchiveContentsTests {
    private static let stops = "stop_id,stop_name,stop_lat,stop_lon\n1,A,47.5,8.5\n2,B,46.5,7.5\n"
    private static let shapes = "shape_id,shape_pt_lat,shape_pt_lon\n1,47.5,8.5\n"
    private static let trips = "trip_id,route_id\n1,2\n"

    @Test func ofTablesThoseWithCoordinatesAreShownAndTheOthersNamed() throws {
        let loaded = try load([
            ("trips.txt", Self.trips), ("shapes.txt", Self.shapes), ("stops.txt", Self.stops),
        ])
        #expect(loaded.points.count == 2)
        #expect(
            loaded.notices.first?.hasSuffix("showing \"stops.txt\", not \"trips.txt\", \"shapes.txt\"")
                == true)
    }

    @Test func tablesWithTheSameColumnsAreLayersOfOneMap() throws {
        let loaded = try load([("a/1.csv", "name,lat,lon\nA,47,8\n"), ("a/2.csv", "name,lat,lon\nB,46,7\n")])
        #expect(loaded.points.count == 2)
        #expect(loaded.layers.count == 2)
    }

    @Test func allTracksAreShown() throws {
        func gpx(_ latitude: Int) -> String { "<gpx><wpt lat='\(latitude)' lon='8'/></gpx>" }
        let loaded = try load([
            ("export.xml", "<x/>"), ("r/a.gpx", gpx(46)), ("r/b.gpx", gpx(47)), ("r/.hidden.gpx", gpx(1)),
        ])
        #expect(Set(loaded.places().values.map(\.latitudeE7)) == [460_000_000, 470_000_000])
    }

    /// Google's export has settings beside the locations.
    @Test func ofAnExportTheLocationFilesAreShownAndTheOthersNamed() throws {
        let visit = #"{"placeVisit":{"location":{"latitudeE7":460000000,"longitudeE7":1}}}"#
        let loaded = try load([
            ("T/Records.json", #"{"locations":[{"latitudeE7":470000000,"longitudeE7":1}]}"#),
            ("T/Settings.json", #"{"deviceSettings":[{"deviceTag":1}]}"#),
            ("T/2022/MAY.json", #"{"timelineObjects":[\#(visit)]}"#),
        ])
        #expect(Set(loaded.places().values.map(\.latitudeE7)) == [460_000_000, 470_000_000])
        #expect(
            loaded.notices.contains {
                $0.hasSuffix(#"showing "T/Records.json", "T/2022/MAY.json", not "T/Settings.json""#)
            })
    }

    @Test func theOnlyTableBesideMetadataIsShown() throws {
        let occurrences = "id\tscientificName\tdecimalLatitude\tdecimalLongitude\n1\tBufo\t47.1\t8.1\n"
        let loaded = try load([
            ("occurrence.txt", occurrences), ("meta.xml", "<archive/>"), ("eml.xml", "<eml/>"),
        ])
        #expect(loaded.points.count == 1)
    }

    @Test func anArchiveWithoutCoordinatesNamesItsTables() throws {
        let error = #expect(throws: SourceError.self) {
            try load([("a.txt", Self.trips), ("b.txt", Self.trips)])
        }
        #expect(
            error?.description.hasSuffix("has no table with coordinates (found \"a.txt\", \"b.txt\")") == true
        )
    }

    @Test func aRowIsReadAgainFromItsDocument() throws {
        let loaded = try load([("stops.txt", Self.stops), ("trips.txt", Self.trips)])
        #expect(try loaded.table.rowLabels([0, 1]) == ["A", "B"])
    }

    @Test(arguments: ["access.log", "old/access.log.1", "access.log-20261126", "syslog", "a.b.log"])
    func logsAreText(name: String) throws {
        let line = "9.9.9.9 - - [26/Nov/2026:14:03:10 +0100] \"GET / HTTP/1.1\" 200 1\n"
        let one = try load([(name, line + line)])
        #expect(one.table.recordCount == 2 && one.table.columnNames.prefix(2) == ["line", "ip"])
        let two = try load([(name, line), ("auth.log", "Nov 26 14:03:10 gate sshd[8]: from 9.9.9.9\n")])
        #expect(two.layers.map(\.recordCount) == [1, 1])
    }

    /// Documents of an archive that link to each other are read once each.
    @Test func linkedDocumentsOfAKMZAreRead() throws {
        func kml(_ content: String) -> String { "<kml><Document>\(content)</Document></kml>" }
        func link(_ address: String) -> String {
            "<NetworkLink><Link><href>\(address)</href></Link></NetworkLink>"
        }
        func place(_ latitude: Int) -> String {
            "<Placemark><Point><coordinates>8,\(latitude)</coordinates></Point></Placemark>"
        }
        let loaded = try load(
            [
                ("doc.kml", kml(link("files/a.kml") + link("https://example.org/b.kml"))),
                ("files/a.kml", kml(place(46) + link("doc.kml") + link("b.kml"))),
                ("files/b.kml", kml(place(47) + link("a.kml"))),
            ], ending: "kmz")
        #expect(Set(loaded.places().values.map(\.latitudeE7)) == [460_000_000, 470_000_000])
        #expect(
            loaded.notices.contains {
                $0.contains("1 network link, not fetched: \"https://example.org/b.kml\"")
            })
    }

    private func load(_ entries: [(String, String)], ending: String = "zip") throws -> LoadedSource {
        let file = try TemporaryFile(Packing.zip(entries.map { ($0.0, Array($0.1.utf8)) }), extension: ending)
        return try withExtendedLifetime(file) {
            guard case .loader(let loader, _) = try SourceOpener(SourceOptions()).open([file.path]) else {
                throw SourceError.cancelled
            }
            return try loader.read(isCancelled: { false }, progress: { _ in })
        }
    }
}
