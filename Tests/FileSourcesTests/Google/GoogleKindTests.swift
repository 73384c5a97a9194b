import TestSupport
import Testing

@testable import FileSources
@testable import Rows
@testable import Streams

@Suite struct GoogleKindTests {
    private static func isGoogle(_ text: some Sequence<UInt8>) -> Bool {
        FileKind.google.confidence(in: SourceHead(Array(text), name: "a.json")) == .certain
    }

    @Test(arguments: [
        #"{"locations":[{"latitudeE7":1"#, #"{"locations":[{"timestampMs":"1"},{"longitudeE7":1}]}"#,
        "\u{FEFF} {\n \"locations\" : [ {\"source\":\"GPS\", \"latitudeE7\" : 1, ",
        #"{"timelineObjects":[{"activitySegment":{"#, #"{"timelineObjects":[]}"#,
        #"{"semanticSegments":[{"startTime":"2024""#,
        #"{"userLocationProfile":{},"rawSignals":[{"wifiScan":{}"#,
        #"[{"endTime":"t","startTime":"t","visit":{"#, #"[ { "timelinePath" : [], "startTime" : "t" } ]"#,
        #"[{"startTime":"t","activity":{"start":"geo:1,2"}}]"#,
    ]) func itsFirstKeysShowALocationFile(text: String) {
        #expect(Self.isGoogle(text.utf8))
        let packed = text.filter { !$0.isWhitespace }
        #expect(Self.isGoogle(packed.utf8))
    }

    @Test(arguments: [
        "", "{}", "[]", "{", "[{", #"{"locations":[]}"#, #"{"locations":[{"latitude":1,"longitude":2}]}"#,
        #"{"locations":{"latitudeE7":1}}"#, #"[{"latitudeE7":1,"longitudeE7":2}]"#,
        #"{"latitudeE7":1,"longitudeE7":2}"#, #"{"timelineObjects":[{"lat":1}]}"#,
        #"[{"startTime":"t","activity":"running","lat":1,"lon":2}]"#, #"[{"visit":{"lat":1}}]"#,
        #"{"type":"FeatureCollection","features":[{"locations":[{"latitudeE7":1}]}]}"#,
        #"{"rawSignals":[{"lat":1}]}"#, #"<locations latitudeE7="1"/>"#, "locations,latitudeE7\n",
    ]) func otherDocumentsAreNone(text: String) { #expect(!Self.isGoogle(text.utf8)) }

    /// A stream is judged by its first bytes, however few come at a time.
    @Test(arguments: [
        #"{"locations": [{"timestampMs": "1", "latitudeE7": 1}]}"#,
        #"{"timelineObjects":[{"placeVisit":{}}]}"#,
        #"{"semanticSegments": [ {"startTime": "t"} ]}"#, #"{"rawSignals":[{"position":{}}]}"#,
        #"[ {"endTime" : "t", "startTime" : "t", "visit" : {} } ]"#,
    ]) func aStreamWaitsUntilItsKindShows(text: String) throws {
        let bytes = Array(text.utf8)
        let enough = try #require(
            (1...bytes.count).first { !FileKind.mayBecomeGoogle(Array(bytes.prefix($0))) })
        #expect(Self.isGoogle(bytes.prefix(enough)))
    }

    @Test(arguments: [
        #"{"lat":1"#, #"{"l"# + "x", "[[", #"[{"lat":1"#, #"{"locationsOf":"#, "x", "\u{1E}{\"lat\"",
    ]) func otherStreamsDoNotWait(text: String) { #expect(!FileKind.mayBecomeGoogle(Array(text.utf8))) }

    @Test func aLongBeginningIsNotWaitedFor() {
        let text = #"{"locations":["# + String(repeating: " ", count: 1 << 12)
        #expect(!FileKind.mayBecomeGoogle(Array(text.utf8)))
    }
}
