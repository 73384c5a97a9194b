import Platform
import Streams

/// The place of a packet, plain or compressed, and what follows it.
enum APRSPlace {
    /// Reads the place at the beginning of a text; false where there is none.
    static func read(_ bytes: ByteRun, _ text: Range<Int>, _ report: inout FeedReport) -> Bool {
        guard let sign = text.first.map({ bytes[$0] }) else { return false }
        if sign &- 0x30 < 10 || sign == 0x20 { return readPlain(bytes, text, &report) }
        return readCompressed(bytes, text, &report)
    }

    /// `4722.38N/00846.43E>256/020/A=002562 hi`
    private static func readPlain(_ bytes: ByteRun, _ text: Range<Int>, _ report: inout FeedReport) -> Bool {
        let start = text.lowerBound
        guard text.count >= 19, let south = half(bytes[start + 7], "N", "S"),
            let west = half(bytes[start + 17], "E", "W"),
            let latitude = degrees(bytes, start, digits: 2),
            let longitude = degrees(bytes, start + 9, digits: 3)
        else { return false }
        report.symbol = UInt16(bytes[start + 8]) << 8 | UInt16(bytes[start + 18])
        let comment = start + 19..<text.upperBound
        let extra = precision(bytes, comment)
        report.place = .degrees(
            latitude: south * (latitude.value + extra.latitude),
            longitude: west * (longitude.value + extra.longitude))
        // Places that are blurred on purpose.
        let blanks = max(latitude.blanks, longitude.blanks)
        if blanks > 0 { report.accuracyMeters = [0, 93, 926, 9_260, 55_560][min(blanks, 4)] }
        let isWeather = bytes[start + 18] == UInt8(ascii: "_")
        if !isWeather, comment.count >= 7 { readCourse(bytes, comment.lowerBound, &report) }
        readComment(bytes, comment, &report)
        return true
    }

    private static func half(_ sign: UInt8, _ positive: Unicode.Scalar, _ negative: Unicode.Scalar) -> Double?
    {
        let capital = sign & 0xDF
        return capital == UInt8(ascii: positive) ? 1 : capital == UInt8(ascii: negative) ? -1 : nil
    }

    /// Degrees and minutes with two decimals; blanks at the end stand for the middle of what they hide.
    private static func degrees(_ bytes: ByteRun, _ start: Int, digits: Int) -> (value: Double, blanks: Int)?
    {
        guard let whole = FeedNumber.digits(bytes, start, digits),
            bytes[start + digits + 2] == UInt8(ascii: ".")
        else { return nil }
        let places = [start + digits, start + digits + 1, start + digits + 3, start + digits + 4]
        let weights = [10.0, 1, 0.1, 0.01]
        var (minutes, blanks) = (0.0, 0)
        for (place, weight) in zip(places, weights) {
            let digit = bytes[place] &- 0x30
            if digit < 10, blanks == 0 {
                minutes += Double(digit) * weight
            } else if bytes[place] == 0x20 {
                if blanks == 0 { minutes += weight == 10 ? 30 : 5 * weight }
                blanks += 1
            } else {
                return nil
            }
        }
        return minutes < 60 ? (Double(whole) + minutes / 60, blanks) : nil
    }

    /// More digits behind a place, `!W26!`, or `!w:!!`, in degrees.
    private static func precision(
        _ bytes: ByteRun, _ text: Range<Int>
    ) -> (latitude: Double, longitude: Double) {
        guard text.count >= 5 else { return (0, 0) }
        for start in text.lowerBound...text.upperBound - 5
        where bytes[start] == UInt8(ascii: "!") && bytes[start + 4] == UInt8(ascii: "!") {
            let (first, second) = (bytes[start + 2], bytes[start + 3])
            switch bytes[start + 1] {
            case UInt8(ascii: "W") where first &- 0x30 < 10 && second &- 0x30 < 10:
                return (Double(first - 0x30) * 0.001 / 60, Double(second - 0x30) * 0.001 / 60)
            case UInt8(ascii: "w") where (33...123).contains(first) && (33...123).contains(second):
                return (Double(first - 33) / 91 * 0.01 / 60, Double(second - 33) / 91 * 0.01 / 60)
            default: continue
            }
        }
        return (0, 0)
    }

    /// `256/020`: degrees and knots.
    private static func readCourse(_ bytes: ByteRun, _ start: Int, _ report: inout FeedReport) {
        guard bytes[start + 3] == UInt8(ascii: "/"), let course = FeedNumber.digits(bytes, start, 3),
            let speed = FeedNumber.digits(bytes, start + 4, 3)
        else { return }
        if (1...360).contains(course) { report.courseDegrees = Double(course) }
        report.speedMetersPerSecond = Double(speed) * FeedUnit.metersPerSecondPerKnot
    }

    /// `/YYYYXXXX$csT`: four digits to the base of 91 each.
    private static func readCompressed(
        _ bytes: ByteRun, _ text: Range<Int>, _ report: inout FeedReport
    ) -> Bool {
        let start = text.lowerBound
        guard text.count >= 13 else { return false }
        let table = bytes[start]
        let isTable =
            table == UInt8(ascii: "/") || table == UInt8(ascii: "\\") || table &- 0x41 < 26
            || table &- 0x61 < 10
        guard isTable, let north = base91(bytes, start + 1), let east = base91(bytes, start + 5) else {
            return false
        }
        report.symbol = UInt16(table) << 8 | UInt16(bytes[start + 9])
        report.place = .degrees(
            latitude: 90 - Double(north) / 380_926, longitude: -180 + Double(east) / 190_463)
        let (first, second) = (bytes[start + 10], bytes[start + 11])
        let kind = bytes[start + 12] &- 33
        if first != 0x20, (33...123).contains(first), (33...123).contains(second) {
            if kind & 0x18 == 0x10 {
                report.altitudeMeters =
                    power(1.002, Double(Int(first - 33) * 91 + Int(second - 33))) * FeedUnit.metersPerFoot
            } else if first <= 122 {
                report.courseDegrees = Double(first - 33) * 4
                report.speedMetersPerSecond =
                    (power(1.08, Double(second - 33)) - 1) * FeedUnit.metersPerSecondPerKnot
            }
        }
        readComment(bytes, start + 13..<text.upperBound, &report)
        return true
    }

    private static func base91(_ bytes: ByteRun, _ start: Int) -> Int? {
        var value = 0
        for offset in start..<start + 4 {
            guard (33...123).contains(bytes[offset]) else { return nil }
            value = value * 91 + Int(bytes[offset] - 33)
        }
        return value
    }

    private static func power(_ base: Double, _ exponent: Double) -> Double {
        (base.logarithm / 2.0.logarithm * exponent).powerOfTwo
    }

    /// `/A=002562` in feet, and the text.
    static func readComment(_ bytes: ByteRun, _ text: Range<Int>, _ report: inout FeedReport) {
        if text.count >= 9 {
            for start in text.lowerBound...text.upperBound - 9
            where bytes[start] == UInt8(ascii: "/") && bytes[start + 1] == UInt8(ascii: "A")
                && bytes[start + 2] == UInt8(ascii: "=")
            {
                guard let feet = FeedNumber.integer(bytes, start + 3..<start + 9) else { continue }
                report.altitudeMeters = Double(feet) * FeedUnit.metersPerFoot
                break
            }
        }
        report.comment = report.add(bytes.buffer(text))
    }
}
