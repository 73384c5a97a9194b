import Streams
import Testing

@testable import Feeds

@Suite struct FeedFramerTests {
    private static func frames(_ text: String, pieces: Int) -> [String] {
        var framer = FeedFramer()
        var found: [String] = []
        func note(_ frame: FeedFramer.Frame, _ run: ByteRun, _ range: Range<Int>) {
            found.append("\(frame) \(String(decoding: run.buffer(range), as: UTF8.self))")
        }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            bytes[start..<min(start + pieces, bytes.count)].withUnsafeBufferPointer { framer.feed($0, note) }
        }
        framer.finish(note)
        return found
    }

    private static let mixed =
        "MSG,1\r\n\r\n{\"a\":[\n{\"b\":\"}\"},\n{}]}{\"c\":\"\\\"\"} !AIVDM\n[{}]\n{\"d\":\n#x\ntopic {\"e\":1}"

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func messagesAreFoundWhereverTheBytesAreCut(_ pieces: Int) {
        #expect(
            Self.frames(Self.mixed, pieces: pieces) == [
                "line MSG,1", "object {\"a\":[\n{\"b\":\"}\"},\n{}]}", "object {\"c\":\"\\\"\"}",
                "line !AIVDM",
                "object [{}]", "cut {\"d\":\n", "line #x", "line topic {\"e\":1}",
            ])
    }

    @Test func longLinesAreDroppedAndTheNextIsRead() {
        let long = String(repeating: "x", count: FeedLimit.lineBytes + 10)
        #expect(Self.frames(long + "\nMSG\n", pieces: 4_096) == ["tooLong ", "line MSG"])
    }

    @Test(arguments: [
        (
            "MSG,3,1,1,4B1812,1,2026/11/26,14:00:01.500,2026/11/26,14:00:01.500,,36000,,,47.9,9.3,,,0,0,0,0\n",
            true
        ),
        ("# aprsc 2.1\nN0CALL>APRS,TCPIP*:!4903.50N/07201.75W-\n", true),
        ("\\s:x,c:1*00\\!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C\n", true),
        ("{ \"now\" : 1795701600.0,\n  \"messages\" : 9,\n  \"aircraft\" : [\n", true),
        ("{\"_type\":\"location\",\"lat\":1,\"lon\":2,\"tid\":\"a\"}\n", true),
        ("{\"_type\":\"lwt\",\"tst\":1795701600}\n", true),
        ("{\"_type\":\"transition\",\"event\":\"enter\"}\n", true),
        ("{\"_type\":\"_doc\",\"_id\":\"1\",\"lat\":1}\n", false),
        ("termmap recording 1 2026-11-26T14:00:00.000Z tcp://pi:30003\n@0.000 4\nMSG\n", true),
        ("id,lat,lon\n1,2,3\n", false), ("{\"type\":\"FeatureCollection\",\"features\":[]}", false),
        ("{\"lat\":1,\"lon\":2}\n", false), ("$GPRMC,1,2,3,4,5,6*00\n", false), ("", false),
        ("{\"name\":\"red\",\"hex\":\"ff0000\",\"lat\":1}\n", false),
    ])
    func feedsAreKnownByTheirContent(_ head: String, _ isFeed: Bool) {
        #expect(FeedDetection.isFeed(Array(head.utf8)) == isFeed)
    }

    @Test(arguments: [
        ("MSG,3,1", true), ("# aprsc\n", true), (",,47.9,9.3,,,0,0,0,0\r\n", true), ("id,lat,lon\n", false),
        ("{\"lat\":1}\n", false), ("{\"now\":1,\n", true), ("<gpx", false),
    ])
    func moreBytesAreAwaitedWhereTheyMayShowAFeed(_ head: String, _ mayBecome: Bool) {
        #expect(FeedDetection.mayBecomeFeed(Array(head.utf8)) == mayBecome)
    }
}
