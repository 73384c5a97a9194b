import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

@Suite struct GoogleLoaderTests {
    static func load(_ text: String, windowSize: Int = 1 << 20, recordLimit: Int = 64 << 20) throws
        -> LoadedSource
    {
        let file = try TemporaryFile(Array(text.utf8), extension: "json")
        return try withExtendedLifetime(file) {
            var options = FeatureOptions()
            (options.windowSize, options.recordLimit) = (windowSize, recordLimit)
            return try GoogleLoader(SourceInput(path: file.path), options: options).loaded()
        }
    }

    private static func corpus(_ name: String, windowSize: Int = 1 << 20) throws -> LoadedSource {
        var options = FeatureOptions()
        options.windowSize = windowSize
        let path = Repository.root + "/Tests/Corpus/google/\(name).json"
        return try GoogleLoader(SourceInput(path: path), options: options).loaded()
    }

    private static func place(_ latitude: Int32, _ longitude: Int32) -> FixedCoordinate {
        FixedCoordinate(latitudeE7: latitude, longitudeE7: longitude)
    }

    @Test(arguments: [64, 1000, 1 << 20]) func recordsArePoints(windowSize: Int) throws {
        let loaded = try Self.corpus("records", windowSize: windowSize)
        let rows = try loaded.rows()
        #expect(loaded.isAccountedFor && rows.count == 8)
        #expect(
            rows[0] == [
                "kind": "record", "time": "2017-04-01T00:00:00.123Z", "type": "STILL", "confidence": "100",
                "accuracy": "22", "source": "WIFI", "device": "-1234567", "platform": "ANDROID",
            ])
        #expect(
            rows[1] == [
                "kind": "record", "time": "2021-06-16T20:01:00.123Z", "accuracy": "5", "altitude": "58",
                "vertical_accuracy": "2", "speed": "3", "heading": "271", "source": "GPS", "device": "99",
            ])
        let places = loaded.places()
        #expect(places[0] == Self.place(473_768_866, 85_416_940))
        #expect(places[1] == Self.place(-338_688_200, 1_512_092_900))
        // Negative numbers that were written without a sign.
        #expect(places[3] == Self.place(-338_688_200, -1_220_000_000))
        // A fraction, and a number in a text.
        #expect(places[4] == Self.place(473_768_866, 85_416_940))
        #expect(places.count == 4)
        #expect(loaded.notices.contains { $0.hasSuffix("2 coordinates beyond 32 bits, corrected") })
        for reason in [SkippedRows.Reason.missing, .notANumber, .latitudeOutOfRange, .unreadable] {
            #expect(loaded.skipped.count(of: reason) == 1)
        }
        #expect(loaded.skipped.examples.map(\.line) == [16, 22, 24, 26])
    }

    @Test(arguments: [64, 1000, 1 << 20]) func timelineObjectsGiveVisitsActivitiesAndPaths(windowSize: Int)
        throws
    {
        let loaded = try Self.corpus("semantic", windowSize: windowSize)
        let rows = try loaded.rows()
        #expect(loaded.isAccountedFor)
        #expect(
            rows.map { $0["kind"] ?? "" } == [
                "visit", "path", "visit", "activity", "path", "path", "path", "path", "path", "path",
                "activity", "visit", "visit", "activity", "",
            ])
        #expect(
            rows[0] == [
                "kind": "visit", "time": "2022-03-01T08:00:00Z", "end": "2022-03-01T09:30:30.500Z",
                "duration": "5430", "name": "Zürich HB", "address": "Bahnhofplatz 1\n8001 Zürich",
                "place_id": "ChIJ1", "type": "TYPE_SEARCHED_ADDRESS", "probability": "88",
                "confidence": "HIGH_CONFIDENCE",
            ])
        #expect(
            rows[3] == [
                "kind": "activity", "time": "2022-03-01T09:30:30.500Z", "end": "2022-03-01T10:30:30.500Z",
                "duration": "3600", "type": "IN_TRAIN", "distance": "95000", "probability": "81.25",
                "confidence": "MEDIUM",
            ])
        #expect(
            rows[6] == [
                "kind": "path", "time": "2022-03-01T09:46:40.000Z", "type": "IN_TRAIN", "accuracy": "20",
                "source": "simplifiedRawPath",
            ])
        #expect(
            rows[4...9].map { $0["source"] ?? "" } == [
                "waypointPath", "waypointPath", "simplifiedRawPath", "transitPath", "transitPath",
                "parkingEvent",
            ])
        let places = loaded.places()
        #expect(places[0] == Self.place(473_782_000, 85_402_000))
        #expect(places[2] == Self.place(473_783_000, 85_403_000))
        // One end is known, and of a visit the middle only.
        #expect(places[10] == Self.place(469_480_000, 74_474_000))
        #expect(places[11] == Self.place(469_482_000, 74_476_000))
        #expect(loaded.shapes.count == 1)
        #expect(loaded.skipped.count(of: .missing) == 2 && loaded.skipped.count(of: .unreadable) == 1)
        #expect(loaded.notices.contains { $0.hasSuffix("1 entry without a position (unknown: 1)") })
        #expect(try loaded.table.rowLabels([0, 2]) == ["Zürich HB", "Kiosk"])
    }

    @Test(arguments: [64, 1000, 1 << 20]) func timelineOfAndroidGivesSegmentsAndRawPositions(windowSize: Int)
        throws
    {
        let loaded = try Self.corpus("android", windowSize: windowSize)
        let rows = try loaded.rows()
        #expect(loaded.isAccountedFor)
        #expect(
            rows.map { $0["kind"] ?? "" } == [
                "path", "path", "path", "visit", "activity", "path", "visit", "raw",
            ])
        #expect(rows[0] == ["kind": "path", "time": "2024-05-01T10:17:00.000+02:00"])
        #expect(
            rows[3] == [
                "kind": "visit", "time": "2024-05-01T10:30:00.000+02:00",
                "end": "2024-05-01T11:00:00.000+02:00", "duration": "1800", "place_id": "ChIJ6",
                "type": "HOME", "level": "0", "probability": "0.85", "confidence": "0.5",
            ])
        #expect(rows[4]["type"] == "WALKING" && rows[4]["distance"] == "1234.5")
        #expect(
            rows[7] == [
                "kind": "raw", "time": "2024-05-01T10:17:30.000+02:00", "accuracy": "13", "altitude": "470.2",
                "speed": "0.25", "source": "WIFI",
            ])
        let places = loaded.places()
        #expect(places[0] == Self.place(473_768_866, 85_416_940))
        #expect(places[3] == Self.place(473_000_000, 85_000_000))
        #expect(places[7] == Self.place(473_770_000, 85_420_000))
        #expect(loaded.shapes.count == 1)
        #expect(loaded.skipped.count(of: .missing) == 1 && loaded.skipped.count(of: .notANumber) == 1)
        #expect(
            loaded.notices.contains {
                $0.hasSuffix(
                    "4 entries without a position (timelineMemory: 1, empty path: 1, wifiScan: 1, activityRecord: 1)"
                )
            })
        #expect(try loaded.table.rowLabels([3, 4]) == ["HOME", "WALKING"])
        // Points have the lines on which they stand.
        #expect(try [1, 5, 7].map { try loaded.table.namedRow($0).line } == [8, 30, 44])
    }

    @Test(arguments: [64, 1000, 1 << 20]) func timelineOfAnIPhoneHasTimesForThePointsOfPaths(windowSize: Int)
        throws
    {
        let loaded = try Self.corpus("iphone", windowSize: windowSize)
        let rows = try loaded.rows()
        #expect(loaded.isAccountedFor)
        #expect(
            rows[0] == [
                "kind": "visit", "time": "2024-05-01T10:00:00.000+02:00",
                "end": "2024-05-01T12:00:00.000+02:00", "duration": "7200", "place_id": "ChIJ8",
                "type": "Home", "level": "0", "probability": "0.875", "confidence": "0.625",
            ])
        #expect(rows[1]["type"] == "cycling" && rows[1]["distance"] == "5120.5")
        #expect(rows[2] == ["kind": "path", "time": "2024-05-01T23:30:00.000+02:00"])
        #expect(rows[3] == ["kind": "path", "time": "2024-05-02T00:15:00.000+02:00"])
        #expect(rows[4] == ["kind": "path"])
        let places = loaded.places()
        #expect(places[3] == Self.place(-473_900_000, -85_600_000))
        #expect(places[4] == Self.place(473_900_000, 85_600_000))
        #expect(loaded.shapes.count == 1 && loaded.skipped.count(of: .latitudeOutOfRange) == 1)
    }

    @Test func columnsStandInTheSameOrderWhateverComesFirst() throws {
        let visit = #"{"startTime":"t","visit":{"topCandidate":{"placeLocation":"geo:1,2","placeID":"a"}}}"#
        let path =
            #"{"timelinePath":[{"point":"geo:1,2","durationMinutesOffsetFromStartTime":"1"}],"endTime":"t"}"#
        let first = try Self.load("[\(visit),\(path)]").table.columnNames
        #expect(try Self.load("[\(path),\(visit)]").table.columnNames == first)
        #expect(first.prefix(3) == ["kind", "time", "end"])
    }

    @Test func aLabelThatTheUserNamedCounts() throws {
        var options = FeatureOptions()
        options.columns.label = "place_id"
        let path = Repository.root + "/Tests/Corpus/google/iphone.json"
        let loaded = try GoogleLoader(SourceInput(path: path), options: options).loaded()
        #expect(try loaded.table.rowLabels([0]) == ["ChIJ8"])
    }

    @Test(arguments: [
        ("records", "records, 12 columns", "type"),
        ("semantic", "Semantic Location History, 13 columns", "name"),
        ("android", "timeline of a phone with Android, 14 columns", "type"),
        ("iphone", "timeline of an iPhone, 10 columns", "type"),
    ]) func columnsAreExplained(name: String, words: String, label: String) throws {
        let path = Repository.root + "/Tests/Corpus/google/\(name).json"
        let lines = try GoogleLoader(SourceInput(path: path)).explainColumns(isCancelled: { false })
        #expect(lines.first == "Google's location files, \(words)")
        #expect(lines.contains { $0.hasPrefix("label:") && $0.contains("\"\(label)\" (by name)") })
    }
}
