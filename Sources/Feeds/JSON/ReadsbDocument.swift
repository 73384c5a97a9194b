import RowValues
import Streams

/// Aircraft of readsb and dump1090: `{"hex":"4b1812","flight":"SWR12   ","alt_baro":36000,…}`
enum ReadsbDocument {
    /// Reads the aircraft of a list; returns those that have no identity.
    ///
    /// - Parameter now: when the document was made.
    static func read(
        _ bytes: ByteRun, list: Range<Int>, now: Int64, into report: inout FeedReport,
        _ body: (borrowing FeedReport) -> Void
    ) throws(JSONFault) -> Int {
        var cursor = JSONCursor(bytes, from: list.lowerBound, to: list.upperBound, isFinal: true)
        guard try cursor.peek() == UInt8(ascii: "["), try cursor.enter(closedBy: UInt8(ascii: "]")) else {
            return 0
        }
        var unnamed = 0
        repeat {
            guard case .container(let range) = try cursor.value() else {
                unnamed += 1
                continue
            }
            if bytes[range.lowerBound] == UInt8(ascii: "{"),
                try readAircraft(bytes, range, now: now, into: &report)
            {
                body(report)
            } else {
                unnamed += 1
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
        return unnamed
    }

    /// Values that stand for each other, the better first.
    private struct Alternatives {
        var altitude: Double?
        var geometricAltitude: Double?
        var rate: Double?
        var geometricRate: Double?
        var latitude: Double?
        var longitude: Double?
        var seen = 0.0
        var seenPlace: Double?
        /// A place that is older than a minute stands in an object of its own.
        var lastPlace: Range<Int>?
    }

    /// Reads one aircraft; false where it has no identity.
    static func readAircraft(
        _ bytes: ByteRun, _ range: Range<Int>, now: Int64, into report: inout FeedReport
    ) throws(JSONFault) -> Bool {
        report.begin(.aircraft)
        var found = Alternatives()
        var members = try JSONMembers(bytes, range)
        while let (key, value) = try members.next() {
            readMember(bytes, key, value, &found, &report)
        }
        guard !report.id.isEmpty else { return false }
        report.altitudeMeters = (found.altitude ?? found.geometricAltitude).map {
            $0 * FeedUnit.metersPerFoot
        }
        report.climbMetersPerSecond = (found.rate ?? found.geometricRate).map {
            $0 * FeedUnit.metersPerSecondPerFootPerMinute
        }
        report.time = now
        report.heard = now - Self.milliseconds(found.seen)
        if found.latitude == nil, let range = found.lastPlace {
            var members = try JSONMembers(bytes, range)
            while let (key, value) = try members.next() {
                if bytes.isWord(key, "lat") { found.latitude = bytes.number(value) }
                if bytes.isWord(key, "lon") { found.longitude = bytes.number(value) }
                if bytes.isWord(key, "seen_pos") { found.seenPlace = bytes.number(value) }
            }
        }
        if let latitude = found.latitude, let longitude = found.longitude {
            report.place = .degrees(latitude: latitude, longitude: longitude)
            report.placeTime = now - Self.milliseconds(found.seenPlace ?? found.seen)
        }
        return true
    }

    /// Ages beyond a day mean nothing.
    private static func milliseconds(_ seconds: Double) -> Int64 {
        Int64((min(max(seconds, 0), 86_400) * 1000).rounded())
    }

    private static func readMember(
        _ bytes: ByteRun, _ key: Range<Int>, _ value: JSONCursor.Scalar, _ found: inout Alternatives,
        _ report: inout FeedReport
    ) {
        func isKey(_ word: StaticString) -> Bool { bytes.isWord(key, word) }
        guard let first = key.first.map({ bytes[$0] }) else { return }
        switch first {
        case UInt8(ascii: "h") where isKey("hex"):
            if case .text(let text) = value {
                report.id = report.add(bytes.buffer(text.range), lowercased: true) ?? 0..<0
            }
        case UInt8(ascii: "f") where isKey("flight"):
            if let name = bytes.text(value, into: &report) { report.name = name }
        case UInt8(ascii: "a") where isKey("alt_baro") || isKey("altitude"):
            readAltitude(bytes, value, &found, &report)
        case UInt8(ascii: "a") where isKey("alt_geom"): found.geometricAltitude = bytes.number(value)
        case UInt8(ascii: "g") where isKey("gs"): setSpeed(bytes, value, &report)
        case UInt8(ascii: "g") where isKey("geom_rate"): found.geometricRate = bytes.number(value)
        case UInt8(ascii: "t") where isKey("track"): report.courseDegrees = bytes.number(value)
        case UInt8(ascii: "t") where isKey("true_heading"): report.headingDegrees = bytes.number(value)
        case UInt8(ascii: "b") where isKey("baro_rate"): found.rate = bytes.number(value)
        case UInt8(ascii: "v") where isKey("vert_rate"): found.rate = bytes.number(value)
        case UInt8(ascii: "c") where isKey("category"): setCategory(bytes, value, &report)
        case UInt8(ascii: "l") where isKey("lat"): found.latitude = bytes.number(value)
        case UInt8(ascii: "l") where isKey("lon"): found.longitude = bytes.number(value)
        case UInt8(ascii: "l") where isKey("lastPosition"):
            if case .container(let range) = value, bytes[range.lowerBound] == UInt8(ascii: "{") {
                found.lastPlace = range
            }
        case UInt8(ascii: "s") where isKey("seen"): found.seen = bytes.number(value) ?? 0
        case UInt8(ascii: "s") where isKey("seen_pos"): found.seenPlace = bytes.number(value)
        case UInt8(ascii: "s") where isKey("squawk"): setSquawk(bytes, value, &report)
        case UInt8(ascii: "s") where isKey("speed"): setSpeed(bytes, value, &report)
        default: break
        }
    }

    private static func readAltitude(
        _ bytes: ByteRun, _ value: JSONCursor.Scalar, _ found: inout Alternatives, _ report: inout FeedReport
    ) {
        if case .text(let text) = value, bytes.isWord(text.range, "ground") {
            report.isOnGround = true
            found.altitude = 0
        } else if let feet = bytes.number(value) {
            report.isOnGround = false
            found.altitude = feet
        }
    }

    private static func setSpeed(_ bytes: ByteRun, _ value: JSONCursor.Scalar, _ report: inout FeedReport) {
        report.speedMetersPerSecond = bytes.number(value).map { $0 * FeedUnit.metersPerSecondPerKnot }
    }

    private static func setCategory(_ bytes: ByteRun, _ value: JSONCursor.Scalar, _ report: inout FeedReport)
    {
        guard case .text(let text) = value, (1...2).contains(text.range.count) else { return }
        let signs = bytes.buffer(text.range)
        guard signs.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return }
        report.category = UInt16(signs[0]) << 8 | (signs.count > 1 ? UInt16(signs[1]) : 0)
    }

    private static func setSquawk(_ bytes: ByteRun, _ value: JSONCursor.Scalar, _ report: inout FeedReport) {
        switch value {
        case .text(let text) where text.range.count == 4:
            report.squawk = FeedNumber.digits(bytes, text.range.lowerBound, 4)
        case .number(let range) where (1...4).contains(range.count):
            report.squawk = FeedNumber.integer(bytes, range)
        default: break
        }
    }
}
