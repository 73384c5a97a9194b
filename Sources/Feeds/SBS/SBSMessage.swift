import MapModel
import Streams

/// A line of BaseStation: `MSG,3,1,1,4B1812,1,2026/11/26,14:00:01.500,…`
enum SBSMessage {
    private static let fieldCount = 22

    /// Whether a line begins as one; all but `MSG` tell of no places.
    static func begins(_ bytes: ByteRun, _ line: Range<Int>) -> Bool {
        guard line.count >= 4 else { return false }
        switch bytes.word(at: line.lowerBound) & 0xFFFF_FFFF {
        case word("MSG,"), word("SEL,"), word("AIR,"), word("STA,"), word("CLK,"): return true
        // As those who work out places from several receivers write the same fields.
        case word("MLAT"): return line.count > 4 && bytes[line.lowerBound + 4] == UInt8(ascii: ",")
        default: return bytes.word(at: line.lowerBound) & 0xFF_FFFF == word("ID,\0") & 0xFF_FFFF
        }
    }

    private static func word(_ text: StaticString) -> UInt64 {
        (0..<4).reduce(UInt64(0)) { $0 | UInt64(text.utf8Start[$1]) << UInt64(8 * $1) }
    }

    /// Where a second message begins in the same line; its end where there is none.
    static func end(_ bytes: ByteRun, _ line: Range<Int>) -> Int {
        var next = line.lowerBound + 4
        let mark = word("MSG,")
        while next + 4 <= line.upperBound {
            if bytes[next] == UInt8(ascii: "M"), bytes.word(at: next) & 0xFFFF_FFFF == mark { return next }
            next += 1
        }
        return line.upperBound
    }

    /// Reads a message; false for one that is cut off or damaged.
    static func read(_ bytes: ByteRun, _ line: Range<Int>, into report: inout FeedReport) -> Bool {
        guard bytes[line.lowerBound] == UInt8(ascii: "M") else { return false }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: fieldCount + 1) { starts in
            var count = 1
            starts[0] = line.lowerBound
            for offset in line where bytes[offset] == UInt8(ascii: ",") {
                guard count < fieldCount else { break }
                starts[count] = offset + 1
                count += 1
            }
            guard count == fieldCount else { return false }
            starts[count] = line.upperBound + 1
            return read(bytes, field: { starts[$0]..<starts[$0 + 1] - 1 }, into: &report)
        }
    }

    @inline(__always)
    private static func read(
        _ bytes: ByteRun, field: (Int) -> Range<Int>, into report: inout FeedReport
    ) -> Bool {
        report.begin(.aircraft)
        let id = field(4)
        // As in documents of readsb, ~ marks addresses that are not those of the ICAO.
        let digits = bytes.buffer(id).first == UInt8(ascii: "~") ? id.dropFirst() : id
        guard digits.count == 6, bytes.buffer(digits).allSatisfy(isHexadecimal),
            let text = report.add(bytes.buffer(id), lowercased: true)
        else { return false }
        report.id = text
        report.time = time(bytes, field(6), field(7))
        if !field(10).isEmpty { report.name = report.add(bytes.buffer(field(10))) }
        func number(_ index: Int) -> Double? {
            let range = field(index)
            return range.isEmpty ? nil : FeedNumber.decimal(bytes, range)
        }
        report.altitudeMeters = number(11).map { $0 * FeedUnit.metersPerFoot }
        report.speedMetersPerSecond = number(12).map { $0 * FeedUnit.metersPerSecondPerKnot }
        report.courseDegrees = number(13)
        if let latitude = number(14), let longitude = number(15) {
            report.place = .degrees(latitude: latitude, longitude: longitude)
        }
        report.climbMetersPerSecond = number(16).map { $0 * FeedUnit.metersPerSecondPerFootPerMinute }
        let squawk = field(17)
        if squawk.count == 4 { report.squawk = FeedNumber.digits(bytes, squawk.lowerBound, 4) }
        let ground = field(21)
        if let sign = bytes.buffer(ground).first(where: { $0 > 0x20 }) {
            report.isOnGround = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "1")
        }
        return true
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }

    /// `2026/11/26` and `14:00:01.500`; nil for what is no time.
    private static func time(_ bytes: ByteRun, _ date: Range<Int>, _ clock: Range<Int>) -> Int64? {
        guard date.count == 10, clock.count >= 8,
            let year = FeedNumber.digits(bytes, date.lowerBound, 4), year >= 1970,
            let month = FeedNumber.digits(bytes, date.lowerBound + 5, 2),
            let day = FeedNumber.digits(bytes, date.lowerBound + 8, 2),
            let hour = FeedNumber.digits(bytes, clock.lowerBound, 2),
            let minute = FeedNumber.digits(bytes, clock.lowerBound + 3, 2),
            let second = FeedNumber.digits(bytes, clock.lowerBound + 6, 2)
        else { return nil }
        let fraction =
            clock.count >= 12 ? FeedNumber.digits(bytes, clock.lowerBound + 9, 3) ?? 0 : 0
        return UTCInstant(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            millisecond: fraction)?.milliseconds
    }
}
