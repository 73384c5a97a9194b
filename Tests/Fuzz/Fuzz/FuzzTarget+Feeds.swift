import Rows

@testable import Feeds

extension FuzzTarget {
    /// Messages of feeds, whatever their format is said to be, and recordings.
    static let feeds: [String: Reader] = [
        "sbs": { feed($0, after: "MSG,3,1,1,4B1812,1,2026/11/26,14:00:01.500,") },
        "ais": { feed($0, after: "!AIVDM,1,1,,B,") },
        "aprs": { feed($0, after: "HB9ABC-9>APRS,TCPIP*,qAC,T2X:") },
        "readsb": { feed($0, after: #"{"now":1795701600,"aircraft":[{"hex":"4b1812","#) },
        "aisbits": { bytes in
            var bits = AISBits()
            let payload = bytes.map { $0 % 64 < 40 ? $0 % 64 + 48 : $0 % 64 + 56 }
            guard payload.withUnsafeBufferPointer({ bits.append($0, fill: 0) }) else { return }
            var report = FeedReport()
            _ = AISMessage.read(bits, into: &report)
        },
        "recording": { bytes in
            var recording = FeedRecording()
            recording.feed(bytes) { _ in }
        },
    ]

    /// The bytes as they are, and behind the beginning of a message; each in two pieces.
    private static func feed(_ bytes: [UInt8], after beginning: String) {
        _ = FeedDetection.isFeed(bytes)
        _ = FeedDetection.mayBecomeFeed(bytes)
        for text in [bytes, Array(beginning.utf8) + bytes] {
            let reader = FeedReader([("", .recorded)], ThingTimeChoice(), limit: 100)
            reader.feed(Array(text[..<(text.count / 2)]), from: 0, received: 1_795_701_600_000)
            reader.feed(Array(text[(text.count / 2)...]), from: 0, received: 1_795_701_600_000)
            reader.finish(0, received: 1_795_701_600_000)
            let table = reader.table(named: "", FeedState())
            guard table.recordCount <= 100 else { fatalError("more things than are kept") }
            for thing in table.things {
                _ = thing.values(table.details, table.sources)
                guard thing.place?.isOnGlobe ?? true else { fatalError("a place off the globe") }
            }
        }
    }
}
