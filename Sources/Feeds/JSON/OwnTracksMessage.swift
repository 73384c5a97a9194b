import RowValues
import Streams

/// Messages of the app OwnTracks: `{"_type":"location","tid":"AB","lat":47.37,"lon":8.77,"tst":1795701600,…}`
enum OwnTracksMessage {
    /// What `_type` says in messages of the app.
    private static let types: [StaticString] = [
        "location", "lwt", "transition", "waypoint", "waypoints", "card", "status", "steps", "beacon", "cmd",
        "request", "configuration", "dump", "encrypted",
    ]

    /// Whether a value of `_type` is one of the app.
    static func isType(_ bytes: ByteRun, _ type: Range<Int>) -> Bool {
        types.contains { bytes.isWord(type, $0) }
    }

    /// Reads a message; false where it is not about a phone.
    ///
    /// - Parameters:
    ///   - type: where the value of `_type` stands.
    ///   - topic: the bytes of the topic that came with the message, or stands in it; nil without one.
    static func read(
        _ bytes: ByteRun, _ range: Range<Int>, type: Range<Int>, topic: ArraySlice<UInt8>?,
        into report: inout FeedReport
    ) throws(JSONFault) -> Bool {
        report.begin(.phone)
        var (latitude, longitude, trackerID): (Double?, Double?, FeedReport.Text?) = (nil, nil, nil)
        let moves = bytes.isWord(type, "location")
        let names = bytes.isWord(type, "card")
        if bytes.isWord(type, "encrypted") || bytes.isWord(type, "cmd") { return false }
        var members = try JSONMembers(bytes, range)
        while let (key, value) = try members.next() {
            func isKey(_ word: StaticString) -> Bool { bytes.isWord(key, word) }
            if isKey("tid") { trackerID = bytes.text(value, into: &report) }
            if isKey("name"), names { report.name = bytes.text(value, into: &report) }
            // The others tell when a phone lost its connection, or of a place elsewhere.
            guard moves else { continue }
            if isKey("lat") { latitude = bytes.number(value) }
            if isKey("lon") { longitude = bytes.number(value) }
            if isKey("tst") { report.time = bytes.number(value).flatMap(FeedNumber.epochMilliseconds) }
            readMotion(bytes, key, value, &report)
        }
        report.id = id(topic, trackerID, &report)
        // One phone that does not say which it is.
        if report.id.isEmpty, moves { report.id = report.add(Array("phone".utf8)) ?? 0..<0 }
        guard !report.id.isEmpty else { return false }
        if let latitude, let longitude { report.place = .degrees(latitude: latitude, longitude: longitude) }
        return true
    }

    private static func readMotion(
        _ bytes: ByteRun, _ key: Range<Int>, _ value: JSONCursor.Scalar, _ report: inout FeedReport
    ) {
        func isKey(_ word: StaticString) -> Bool { bytes.isWord(key, word) }
        guard key.count == 3 || key.count == 4, let number = bytes.number(value) else { return }
        if isKey("acc") { report.accuracyMeters = number > 0 ? number : nil }
        if isKey("alt") { report.altitudeMeters = number }
        if isKey("batt") { report.batteryPercent = number }
        if isKey("cog"), (0...360).contains(number) { report.courseDegrees = number }
        if isKey("vel"), number >= 0 {
            report.speedMetersPerSecond = number * FeedUnit.metersPerSecondPerKilometerPerHour
        }
    }

    /// The topic without its first word, else the identity of the tracker.
    private static func id(
        _ topic: ArraySlice<UInt8>?, _ trackerID: FeedReport.Text?, _ report: inout FeedReport
    ) -> FeedReport.Text {
        if let topic {
            let words = topic.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
            // Messages about events have a topic of their own below that of the phone.
            let last =
                words.last.map {
                    ["event", "info", "waypoint", "waypoints", "cmd", "step", "dump"].contains(
                        String(decoding: $0, as: UTF8.self))
                } ?? false
            let kept = words.dropFirst().dropLast(last && words.count > 3 ? 1 : 0)
            if let id = report.add(kept.joined(separator: [UInt8(ascii: "/")]).map(\.self)) { return id }
        }
        return trackerID ?? 0..<0
    }
}
