import RowValues
import Streams

/// Messages of a mesh of radios: `{"from":2130575366,"type":"position","payload":{"latitude_i":473690000,…}}`
enum MeshtasticMessage {
    /// Reads a message; false where it is not about a node.
    static func read(
        _ bytes: ByteRun, _ range: Range<Int>, type: Range<Int>, payload: Range<Int>?,
        into report: inout FeedReport
    ) throws(JSONFault) -> Bool {
        report.begin(.mesh)
        var members = try JSONMembers(bytes, range)
        while let (key, value) = try members.next() {
            if bytes.isWord(key, "from"), let number = bytes.number(value),
                let node = UInt32(exactly: number), node > 0
            {
                report.id = addName(of: node, to: &report)
            } else if bytes.isWord(key, "timestamp") {
                report.time = bytes.number(value).flatMap(FeedNumber.epochMilliseconds)
            }
        }
        guard !report.id.isEmpty else { return false }
        guard let payload, bytes[payload.lowerBound] == UInt8(ascii: "{") else { return true }
        if bytes.isWord(type, "position") {
            try readPlace(bytes, payload, &report)
        } else if bytes.isWord(type, "nodeinfo") {
            try readNames(bytes, payload, &report)
        } else if bytes.isWord(type, "telemetry") {
            try readBattery(bytes, payload, &report)
        }
        return true
    }

    /// `!7efe0006`
    private static func addName(of node: UInt32, to report: inout FeedReport) -> FeedReport.Text {
        var text = [UInt8(ascii: "!")]
        for shift in stride(from: UInt32(28), through: 0, by: -4) {
            let digit = UInt8(node >> shift & 15)
            text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
        return report.add(text) ?? 0..<0
    }

    private static func readPlace(
        _ bytes: ByteRun, _ payload: Range<Int>, _ report: inout FeedReport
    ) throws(JSONFault) {
        var (latitude, longitude): (Double?, Double?) = (nil, nil)
        var members = try JSONMembers(bytes, payload)
        while let (key, value) = try members.next() {
            func isKey(_ word: StaticString) -> Bool { bytes.isWord(key, word) }
            guard let number = bytes.number(value) else { continue }
            if isKey("latitude_i") { latitude = number / 1e7 }
            if isKey("longitude_i") { longitude = number / 1e7 }
            if isKey("altitude") { report.altitudeMeters = number }
            if isKey("ground_speed") { report.speedMetersPerSecond = number }
            if isKey("ground_track"), (0...36_000_000).contains(number) {
                report.courseDegrees = number / 1e5
            }
            if isKey("time"), let time = FeedNumber.epochMilliseconds(number) { report.placeTime = time }
            // So many bits of both numbers are true: half a step of the last of them, in metres.
            if isKey("precision_bits"), (1..<32).contains(number) {
                report.accuracyMeters = (Double(UInt64(1) << UInt64(32 - Int(number))) * 1e-7 * 111_195 / 2)
                    .rounded()
            }
        }
        guard let latitude, let longitude else { return }
        report.place =
            latitude == 0 && longitude == 0
            ? .notAvailable : .degrees(latitude: latitude, longitude: longitude)
    }

    private static func readNames(
        _ bytes: ByteRun, _ payload: Range<Int>, _ report: inout FeedReport
    ) throws(JSONFault) {
        var members = try JSONMembers(bytes, payload)
        while let (key, value) = try members.next() {
            if bytes.isWord(key, "longname") { report.name = bytes.text(value, into: &report) }
            if bytes.isWord(key, "shortname") { report.callSign = bytes.text(value, into: &report) }
        }
        report.name = report.name ?? report.callSign
    }

    private static func readBattery(
        _ bytes: ByteRun, _ payload: Range<Int>, _ report: inout FeedReport
    ) throws(JSONFault) {
        var members = try JSONMembers(bytes, payload)
        while let (key, value) = try members.next() {
            // 101 means that it is powered from outside.
            if bytes.isWord(key, "battery_level"), let percent = bytes.number(value), percent > 0 {
                report.batteryPercent = min(percent, 100)
            }
        }
    }
}
