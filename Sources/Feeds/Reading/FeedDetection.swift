import Rows
import Streams

/// Whether some bytes are the beginning of a feed.
package enum FeedDetection {
    /// So many bytes and lines are looked at.
    private static let byteLimit = 4_096
    private static let lineLimit = 20

    /// Whether one of the first messages is one of a feed.
    package static func isFeed(_ head: [UInt8]) -> Bool {
        let head = Array(head.prefix(byteLimit))
        if FeedRecording.begins(head) || beginsDocument(head) { return true }
        let probe = FeedReader([("", .recorded)], ThingTimeChoice())
        probe.feed(lines(of: head), from: 0, received: 0)
        return probe.counts.read > 0 || probe.counts.sentences > 0 || probe.counts.nameless > 0
    }

    /// What is said of a whole document that no reader of feeds understands; nil for one that may be a feed, also where it is
    /// empty or cut off, as one is that is written just now.
    package static func refusal(ofDocument bytes: [UInt8]) -> String? {
        let signs = Array(bytes.lazy.filter { $0 > 0x20 }.prefix(3))
        if signs.isEmpty || signs.elementsEqual("[]".utf8) || isFeed(bytes) { return nil }
        let probe = FeedReader([("", .recorded)], ThingTimeChoice())
        guard probe.readDocument(bytes, from: 0, received: 0) else { return nil }
        let counts = probe.counts
        guard counts.read == 0, counts.nameless == 0, counts.sentences == 0, counts.own == 0,
            counts.comments == 0
        else { return nil }
        let text = String(decoding: bytes.prefix(shownBytes), as: UTF8.self)
        let start = quoted(text.split(whereSeparator: \.isWhitespace).joined(separator: " "), limit: 40)
        return "is no feed: it begins with \(start) (expected aircraft.json, OwnTracks, "
            + "Meshtastic, or lines of SBS, AIS or APRS; --watch reads other files again)"
    }

    private static let shownBytes = 200

    /// Whether a file is what OwnTracks' recorder keeps: all places of a device, each after its time, a star and tabs.
    package static func isHistory(_ head: [UInt8]) -> Bool {
        guard let star = head.prefix(64).firstIndex(of: UInt8(ascii: "*")), star > 0 else { return false }
        return head[star - 1] == 0x09 && head[..<star].contains(UInt8(ascii: "T"))
            && head.first.map { $0 &- 48 < 10 } == true
    }

    /// Whether a file begins as a recording.
    package static func isRecording(_ head: [UInt8]) -> Bool { FeedRecording.begins(head) }

    /// Whether more bytes could show a feed where these do not: the first message is not complete, or all so far are
    /// comments of a server or a line that begins in its middle.
    package static func mayBecomeFeed(_ head: [UInt8]) -> Bool {
        guard head.count < byteLimit, let first = head.first(where: { $0 > 0x20 }) else { return false }
        let ends = head.indices.filter { head[$0] == 0x0A }
        guard ends.count < lineLimit, let end = ends.first else {
            return ends.isEmpty && isPlausible(head, first)
        }
        let line = head[..<end]
        if first == UInt8(ascii: "#") {
            return head.split(separator: 0x0A).allSatisfy { $0.first == UInt8(ascii: "#") }
        }
        if first == UInt8(ascii: "{") { return beginsOpenDocument(head) }
        // The end of a message of BaseStation, or of AIS: no header has so many empty fields, or ends like that.
        let commas = line.count { $0 == UInt8(ascii: ",") }
        let letters = line.count { ($0 | 0x20) &- 0x61 < 26 }
        return ends.count < 2 && (commas >= 3 && letters == 0 || line.contains(UInt8(ascii: "*")))
    }

    /// Signs that messages of feeds begin with.
    private static func isPlausible(_ head: [UInt8], _ first: UInt8) -> Bool {
        switch first {
        case UInt8(ascii: "!"), UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "{"): true
        default:
            head.starts(with: Array("MSG,".utf8).prefix(head.count))
                || head.starts(with: Array("termmap recording".utf8).prefix(head.count))
                || head.contains(UInt8(ascii: ">")) && head.contains(UInt8(ascii: ":"))
                // A sentence of AIS behind a stamp.
                || head.contains(UInt8(ascii: "!"))
        }
    }

    /// A document that goes on: its list has not begun.
    private static func beginsOpenDocument(_ head: [UInt8]) -> Bool {
        let probe = SourceHead(head, name: "")
        return probe.holds("\"now\"") && !probe.holds("\"aircraft\"")
    }

    /// A document of readsb or dump1090, which is longer than its beginning.
    private static func beginsDocument(_ head: [UInt8]) -> Bool {
        let first = head.first { $0 > 0x20 }
        let probe = SourceHead(head, name: "")
        // The list that old versions of dump1090 write.
        if first == UInt8(ascii: "[") { return probe.holds("\"hex\"") && probe.holds("\"seen\"") }
        guard first == UInt8(ascii: "{") else { return false }
        if probe.holds("featurecollection") { return false }
        if probe.holds("\"ac\"") && probe.holds("\"hex\"") && probe.holds("\"seen\"") { return true }
        return probe.holds("\"aircraft\"") && (probe.holds("\"now\"") || probe.holds("\"messages\""))
    }

    /// The first lines; an object may go on over more of them.
    private static func lines(of head: [UInt8]) -> [UInt8] {
        if head.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return head }
        let ends = head.indices.filter { head[$0] == 0x0A }.prefix(lineLimit)
        return ends.isEmpty ? head + [0x0A] : Array(head[...(ends[ends.count - 1])])
    }
}
