import Rows

/// What the messages of AIS say, each type by its own bits.
enum AISMessage {
    /// Reads a message; false where it says nothing of a thing.
    ///
    /// One that is shorter than its type keeps the fields that are whole.
    static func read(_ bits: AISBits, into report: inout FeedReport) -> Bool {
        guard let type = bits.number(0, 6), (1...27).contains(type), let mmsi = bits.number(8, 30),
            (1...999_999_999).contains(mmsi)
        else { return false }
        report.begin(type == 9 ? .aircraft : .ship)
        report.id = addNumber(mmsi, to: &report)
        switch type {
        case 1, 2, 3: readClassA(bits, &report)
        case 4, 11: readPlace(bits, longitude: 79, latitude: 107, &report)
        case 5: readVoyage(bits, &report)
        case 9: readRescueAircraft(bits, &report)
        case 18, 19: readClassB(bits, isLong: type == 19, &report)
        case 21: readBuoy(bits, &report)
        case 24: readClassBNames(bits, mmsi, &report)
        case 27: readLongRange(bits, &report)
        default: break
        }
        return true
    }

    /// Nine digits.
    private static func addNumber(_ mmsi: Int, to report: inout FeedReport) -> FeedReport.Text {
        var digits: [UInt8] = []
        var (rest, divisor) = (mmsi, 100_000_000)
        while divisor > 0 {
            digits.append(UInt8(ascii: "0") + UInt8(rest / divisor))
            rest %= divisor
            divisor /= 10
        }
        return report.add(digits) ?? 0..<0
    }

    private static func readClassA(_ bits: AISBits, _ report: inout FeedReport) {
        report.status = bits.number(38, 4)
        readMotion(bits, speed: 50, longitude: 61, course: 116, &report)
        report.category = UInt16(UInt8(ascii: "A")) << 8
    }

    private static func readClassB(_ bits: AISBits, isLong: Bool, _ report: inout FeedReport) {
        readMotion(bits, speed: 46, longitude: 57, course: 112, &report)
        report.category = UInt16(UInt8(ascii: "B")) << 8
        guard isLong else { return }
        report.name = text(bits, 143, 120, &report)
        readType(bits, 263, &report)
        readSize(bits, 271, &report)
    }

    /// Speed, place, course and heading, which follow each other the same way in most types.
    private static func readMotion(
        _ bits: AISBits, speed: Int, longitude: Int, course: Int, _ report: inout FeedReport
    ) {
        if let tenths = bits.number(speed, 10), tenths < 1023 {
            report.speedMetersPerSecond = Double(tenths) / 10 * FeedUnit.metersPerSecondPerKnot
        }
        readPlace(bits, longitude: longitude, latitude: longitude + 28, &report)
        if let tenths = bits.number(course, 12), tenths < 3600 { report.courseDegrees = Double(tenths) / 10 }
        if let degrees = bits.number(course + 12, 9), degrees < 360 {
            report.headingDegrees = Double(degrees)
        }
    }

    private static func readPlace(
        _ bits: AISBits, longitude: Int, latitude: Int, _ report: inout FeedReport
    ) {
        guard let east = bits.signed(longitude, 28), let north = bits.signed(latitude, 27) else { return }
        set(east: east, north: north, unitsPerDegree: 600_000, &report)
    }

    private static func set(
        east: Int, north: Int, unitsPerDegree: Int, _ report: inout FeedReport
    ) {
        if east == 181 * unitsPerDegree || north == 91 * unitsPerDegree {
            report.place = .notAvailable
        } else {
            let scale = Double(unitsPerDegree)
            report.place = .degrees(latitude: Double(north) / scale, longitude: Double(east) / scale)
        }
    }

    private static func readVoyage(_ bits: AISBits, _ report: inout FeedReport) {
        report.callSign = text(bits, 70, 42, &report)
        report.name = text(bits, 112, 120, &report)
        readType(bits, 232, &report)
        readSize(bits, 240, &report)
        if let tenths = bits.number(294, 8), tenths > 0 { report.draughtMeters = Double(tenths) / 10 }
        report.destination = text(bits, 302, 120, &report)
        report.category = UInt16(UInt8(ascii: "A")) << 8
    }

    private static func readRescueAircraft(_ bits: AISBits, _ report: inout FeedReport) {
        if let meters = bits.number(38, 12), meters < 4095 { report.altitudeMeters = Double(meters) }
        if let knots = bits.number(50, 10), knots < 1023 {
            report.speedMetersPerSecond = Double(knots) * FeedUnit.metersPerSecondPerKnot
        }
        readPlace(bits, longitude: 61, latitude: 89, &report)
        if let tenths = bits.number(116, 12), tenths < 3600 { report.courseDegrees = Double(tenths) / 10 }
    }

    private static func readBuoy(_ bits: AISBits, _ report: inout FeedReport) {
        report.name = text(bits, 43, 120, &report)
        readPlace(bits, longitude: 164, latitude: 192, &report)
    }

    private static func readClassBNames(_ bits: AISBits, _ mmsi: Int, _ report: inout FeedReport) {
        report.category = UInt16(UInt8(ascii: "B")) << 8
        guard let part = bits.number(38, 2) else { return }
        if part == 0 { report.name = text(bits, 40, 120, &report) }
        guard part == 1 else { return }
        readType(bits, 40, &report)
        report.callSign = text(bits, 90, 42, &report)
        // Boats of a mother ship name her in place of their size.
        if mmsi / 10_000_000 != 98 { readSize(bits, 132, &report) }
    }

    private static func readLongRange(_ bits: AISBits, _ report: inout FeedReport) {
        report.status = bits.number(40, 4)
        if let east = bits.signed(44, 18), let north = bits.signed(62, 17) {
            set(east: east, north: north, unitsPerDegree: 600, &report)
        }
        if let knots = bits.number(79, 6), knots < 63 {
            report.speedMetersPerSecond = Double(knots) * FeedUnit.metersPerSecondPerKnot
        }
        if let degrees = bits.number(85, 9), degrees < 360 { report.courseDegrees = Double(degrees) }
    }

    private static func readType(_ bits: AISBits, _ start: Int, _ report: inout FeedReport) {
        if let type = bits.number(start, 8), (1...99).contains(type) { report.shipType = type }
    }

    /// To bow and stern, 9 bits each.
    private static func readSize(_ bits: AISBits, _ start: Int, _ report: inout FeedReport) {
        guard let bow = bits.number(start, 9), let stern = bits.number(start + 9, 9), bow + stern > 0 else {
            return
        }
        report.lengthMeters = Double(bow + stern)
    }

    private static func text(
        _ bits: AISBits, _ start: Int, _ length: Int, _ report: inout FeedReport
    ) -> FeedReport.Text? {
        var bytes: [UInt8] = []
        return bits.appendText(start, length, to: &bytes) ? report.add(bytes) : nil
    }
}
