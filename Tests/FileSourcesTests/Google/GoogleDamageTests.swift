import MapModel
import RowValues
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// Location files that are damaged, odd or cut off: the rows before the damage are shown, and everything is counted.
@Suite struct GoogleDamageTests {
    private static func load(_ text: String, windowSize: Int = 1 << 20, recordLimit: Int = 64 << 20) throws
        -> LoadedSource
    {
        try GoogleLoaderTests.load(text, windowSize: windowSize, recordLimit: recordLimit)
    }

    private static func record(_ number: Int) -> String {
        #"{"latitudeE7":\#(470_000_000 + number),"longitudeE7":85000000,"timestampMs":"\#(number)"}"#
    }

    private static let whole =
        "{\"locations\":[\n" + (0..<20).map(record).joined(separator: ",\n") + "\n], \"more\": {\"a\": 1}}\n"

    private static let recordEnds = whole.utf8.enumerated().filter { $0.element == UInt8(ascii: "}") }
        .map { $0.offset + 1 }.prefix(20)

    @Test func aFileCutOffAnywhereShowsTheRowsBefore() throws {
        #expect(try Self.load(Self.whole).points.count == 20)
        for length in stride(from: 15, to: Self.whole.utf8.count - 2, by: 5) {
            let text = String(decoding: Self.whole.utf8.prefix(length), as: UTF8.self)
            let complete = Self.recordEnds.count { $0 <= length }
            guard complete > 0 else { continue }
            let loaded = try Self.load(text, windowSize: 64 + length % 100)
            #expect(loaded.points.count == complete && loaded.isAccountedFor, "\(length)")
            #expect(loaded.skipped.total == 1 && loaded.skipped.count(of: .unreadable) == 1, "\(length)")
            #expect(
                loaded.notices.contains {
                    $0.hasSuffix("unexpected end of file (showing the rows before it)")
                })
        }
    }

    @Test func damageAnywhereNeverTrapsAndLosesNoRowBeforeIt() throws {
        var random = SeededRandom(7)
        for _ in 0..<300 {
            var bytes = Array(Self.whole.utf8)
            let place = Int(random.next() % UInt64(bytes.count - 20)) + 20
            bytes[place] = UInt8(truncatingIfNeeded: random.next() % 96) + 32
            let complete = Self.recordEnds.count { $0 <= place }
            do throws(SourceError) {
                let file = try? TemporaryFile(bytes, extension: "json")
                guard let file else { continue }
                let loaded = try GoogleLoader(SourceInput(path: file.path)).loaded()
                #expect(loaded.isAccountedFor && loaded.points.count >= complete)
            } catch {
                #expect(complete == 0, "\(place): \(error)")
            }
        }
    }

    @Test(arguments: [
        (#"{"locations":[]}"#, ": empty, no points"), ("[]", ": empty, no points"),
        (#"{"semanticSegments":[],"rawSignals":[],"userLocationProfile":{}}"#, ": empty, no points"),
        (
            #"{"rawSignals":[{"wifiScan":{}}]}"#,
            ": has no rows (1 entry without a position (wifiScan: 1))"
        ),
        (#"{"locations":[{"latitudeE7":1"#, ":1: unexpected end of file"), ("x", ":1: not JSON: \"x\""),
    ]) func whatHasNoRowsIsRefused(text: String, words: String) throws {
        let file = try TemporaryFile(Array(text.utf8), extension: "json")
        let refusal = withExtendedLifetime(file) { GoogleLoader(SourceInput(path: file.path)).refusal }
        #expect(refusal?.hasSuffix(words) == true, "\(refusal ?? "")")
    }

    @Test(arguments: [
        (#"{"locations":[\#(record(1)),]}"#, "the comma before the end of the list is ignored"),
        (#"{"locations":[\#(record(1))]} tail"#, "ignored text after the end of the document: \"tail\""),
        (
            #"{"locations":[\#(record(1))]} {"locations":[\#(record(2))]}"#,
            "2 documents, one after the other: all are read"
        ),
    ]) func oddDocumentsAreReadWithANotice(text: String, words: String) throws {
        for windowSize in [64, 1 << 20] {
            let loaded = try Self.load(text, windowSize: windowSize)
            #expect(loaded.notices.contains { $0.hasSuffix(words) }, "\(loaded.notices)")
            #expect(loaded.skipped.total == 0 && loaded.points.count >= 1)
        }
    }

    @Test func anEntryBeyondTheLimitIsSkippedAndSaid() throws {
        let long = #"{"latitudeE7":1,"longitudeE7":2,"source":"\#(String(repeating: "x", count: 5000))"}"#
        let loaded = try Self.load(
            #"{"locations":[\#(Self.record(1)),\#(long)]}"#, windowSize: 128, recordLimit: 1024)
        #expect(loaded.points.count == 1 && loaded.skipped.count(of: .tooLong) == 1)
        #expect(loaded.notices.contains { $0.hasSuffix("record too long (showing the rows before it)") })
    }

    /// The window never grows beyond an entry, however long the lists are, read or not.
    @Test func onlyAnEntryNeedsToFitIntoMemory() throws {
        let scan = #"{"wifiScan":{"devicesRecords":[{"mac":1,"rawRssi":-60},{"mac":2,"rawRssi":-61}]}}"#
        let position = #"{"position":{"LatLng":"47.3°, 8.5°","timestamp":"t"}}"#
        let signals = (0..<3_000).map { $0 % 1_000 == 7 ? position : scan }.joined(separator: ", ")
        let others = (0..<3_000).map { #"{"visit": {"number": \#($0)}}"# }.joined(separator: ",\n")
        let loaded = try Self.load(
            #"{"others": [\#(others)], "rawSignals": [\#(signals)], "last": {}}"#, windowSize: 256,
            recordLimit: 512)
        #expect(loaded.points.count == 3 && loaded.skipped.total == 0)
        #expect(loaded.notices.contains { $0.hasSuffix("(wifiScan: 2,997)") })
        #expect(!loaded.notices.contains { $0.contains("too long") })
    }

    @Test func nestingBeyondTheLimitIsSaid() throws {
        let deep = String(repeating: "[", count: 300)
        let loaded = try Self.load(#"{"locations":[\#(Self.record(1)),{"x":\#(deep)"#)
        #expect(loaded.points.count == 1)
        #expect(loaded.notices.contains { $0.contains("nested deeper than") })
    }

    /// Text of each kind where another is expected.
    @Test(arguments: ["null", "1", "\"x\"", "[]", "{}", "true", "[[1]]", "[null]", "{\"latLng\":7}"])
    func valuesOfOtherKindsAreCountedOrPassed(value: String) throws {
        let entries = [
            #"{"visit":\#(value),"startTime":"t"}"#, #"{"activity":\#(value),"endTime":\#(value)}"#,
            #"{"timelinePath":\#(value),"startTime":\#(value)}"#,
            #"{"startTime":"t","visit":{"topCandidate":\#(value),"probability":\#(value)}}"#,
            #"{"startTime":"t","visit":{"topCandidate":{"placeLocation":\#(value)}}}"#,
            #"{"startTime":"t","activity":{"start":\#(value),"end":\#(value),"parking":\#(value)}}"#,
            #"{"timelinePath":[{"point":\#(value),"durationMinutesOffsetFromStartTime":\#(value)}]}"#, value,
        ]
        let loaded = try Self.load("[\(entries.joined(separator: ","))]")
        #expect(loaded.isAccountedFor && loaded.points.count == 0)
        #expect(loaded.skipped.total >= 3)
    }

    @Test(
        arguments: [
            ("2024-05-01T23:30:00+02:00", "45", "2024-05-02T00:15:00+02:00"),
            ("2024-05-01T23:30:00.250Z", "1.5", "2024-05-01T23:31:30.250Z"),
            ("2024-05-01T23:30:00-0930", "0.5", "2024-05-01T23:30:30-0930"),
            ("2024-05-01T23:30:00", "-31", "2024-05-01T22:59:00"),
            ("2024-02-28T23:30:00Z", "1440", "2024-02-29T23:30:00Z"),
            ("2024-05-01T23:30:00Z", "0.001", "2024-05-01T23:30:00.060Z"),
            ("2024-05-01", "1", nil), ("", "1", nil), ("2024-05-01T23:30:00Z", "1e300", nil),
            ("9999-12-31T23:59:00Z", "1", nil),
        ] as [(String, String, String?)])
    func minutesAfterTheStartKeepItsOffset(start: String, minutes: String, time: String?) throws {
        let point = #"{"point":"geo:1,2","durationMinutesOffsetFromStartTime":"\#(minutes)"}"#
        for text in [
            #"[{"startTime":"\#(start)","timelinePath":[\#(point)]}]"#,
            #"[{"timelinePath":[\#(point)],"startTime":"\#(start)"}]"#,
        ] {
            #expect(try Self.load(text).rows()[0]["time"] == time)
        }
    }

    @Test(arguments: [
        ("47.3°, 8.5°", 473_000_000, 85_000_000), ("-47.3°,-8.5°", -473_000_000, -85_000_000),
        ("47.12345678°, 8.5°", 471_234_568, 85_000_000), ("geo:47.3,8.5;u=35", 473_000_000, 85_000_000),
        ("GEO:47.3,8.5,400", 473_000_000, 85_000_000), ("47.3, 8.5", 473_000_000, 85_000_000),
        ("47.3\\u00b0, 8.5\\u00b0", 473_000_000, 85_000_000), ("47°18'N 8°30'E", 473_000_000, 85_000_000),
        ("47°, 8°", 470_000_000, 80_000_000), ("0.5°, 190.5°", 5_000_000, -1_695_000_000),
    ]) func placesInTextsAreReadInEveryNotation(text: String, north: Int32, east: Int32) throws {
        for place in ["\"\(text)\"", "{\"latLng\":\"\(text)\"}"] {
            let loaded = try Self.load(
                #"[{"startTime":"t","visit":{"topCandidate":{"placeLocation":\#(place)}}}]"#)
            #expect(loaded.places() == [0: FixedCoordinate(latitudeE7: north, longitudeE7: east)])
        }
    }

    /// Numbers without a sign beyond 2³¹, and what is beyond that.
    @Test(
        arguments: [
            (473_000_000, 85_000_000, 473_000_000, 85_000_000), (4_294_967_295, 4_294_967_295, -1, -1),
            (3_394_967_296, 2_494_967_296, -900_000_000, -1_800_000_000),
            (900_000_000, 1_799_999_999, 900_000_000, 1_799_999_999),
            (-4_294_967_295, 5, 1, 5), (3_394_967_295, 5, nil, nil), (900_000_001, 5, nil, nil),
            (.max, .min, nil, nil),
        ] as [(Int, Int, Int32?, Int32?)])
    func overflownNumbersAreMended(north: Int, east: Int, latitude: Int32?, longitude: Int32?) throws {
        let loaded = try Self.load(#"{"locations":[{"latitudeE7":\#(north),"longitudeE7":\#(east)}]}"#)
        if let latitude, let longitude {
            let place = FixedCoordinate(latitudeE7: latitude, longitudeE7: longitude)
            #expect(loaded.places() == [0: place])
        } else {
            #expect(loaded.points.count == 0 && loaded.skipped.count(of: .latitudeOutOfRange) == 1)
        }
    }
}
