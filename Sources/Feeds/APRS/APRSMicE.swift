import Streams

/// Places of Mic-E, whose latitude is in the destination of the packet.
enum APRSMicE {
    /// Reads what follows the type of a packet; false where it is damaged.
    static func read(
        _ bytes: ByteRun, _ text: Range<Int>, destination: Range<Int>, _ report: inout FeedReport
    ) -> Bool {
        guard text.count >= 8, destination.count >= 6,
            let latitude = latitude(bytes, destination.lowerBound),
            let longitude = longitude(bytes, text.lowerBound, destination.lowerBound)
        else { return false }
        report.place = .degrees(latitude: latitude, longitude: longitude)
        readMotion(bytes, text.lowerBound + 3, &report)
        report.symbol = UInt16(bytes[text.lowerBound + 7]) << 8 | UInt16(bytes[text.lowerBound + 6])
        let comment = text.lowerBound + 8..<text.upperBound
        APRSPlace.readComment(bytes, comment, &report)
        readAltitude(bytes, comment, &report)
        return true
    }

    /// A digit of the destination: `0`…`9`, `A`…`J` and `P`…`Y`; blanks `K`, `L` and `Z` stand for the middle.
    private static func digit(_ byte: UInt8) -> (value: Int, isBlank: Bool)? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): (Int(byte - UInt8(ascii: "0")), false)
        case UInt8(ascii: "A")...UInt8(ascii: "J"): (Int(byte - UInt8(ascii: "A")), false)
        case UInt8(ascii: "P")...UInt8(ascii: "Y"): (Int(byte - UInt8(ascii: "P")), false)
        case UInt8(ascii: "K"), UInt8(ascii: "L"), UInt8(ascii: "Z"): (0, true)
        default: nil
        }
    }

    private static func isHigh(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "P") }

    private static func latitude(_ bytes: ByteRun, _ start: Int) -> Double? {
        let weights = [10.0, 1, 10.0 / 60, 1.0 / 60, 0.1 / 60, 0.01 / 60]
        var (value, isBlurred) = (0.0, false)
        for (offset, weight) in weights.enumerated() {
            guard let digit = digit(bytes[start + offset]) else { return nil }
            value += Double(digit.value) * weight
            if digit.isBlank, !isBlurred {
                value += offset == 2 ? 0.5 : 5 * weight
                isBlurred = true
            }
        }
        return isHigh(bytes[start + 3]) ? value : -value
    }

    private static func longitude(_ bytes: ByteRun, _ start: Int, _ destination: Int) -> Double? {
        guard bytes[start] >= 28, bytes[start + 1] >= 28, bytes[start + 2] >= 28 else { return nil }
        var degrees = Int(bytes[start]) - 28
        if isHigh(bytes[destination + 4]) { degrees += 100 }
        if (180...189).contains(degrees) { degrees -= 80 }
        if (190...199).contains(degrees) { degrees -= 190 }
        var minutes = Int(bytes[start + 1]) - 28
        if minutes >= 60 { minutes -= 60 }
        let hundredths = Int(bytes[start + 2]) - 28
        guard (0...179).contains(degrees), minutes < 60, hundredths < 100 else { return nil }
        let value = Double(degrees) + (Double(minutes) + Double(hundredths) / 100) / 60
        return isHigh(bytes[destination + 5]) ? -value : value
    }

    private static func readMotion(_ bytes: ByteRun, _ start: Int, _ report: inout FeedReport) {
        guard (0..<3).allSatisfy({ bytes[start + $0] >= 28 }) else { return }
        let (first, second, third) = (
            Int(bytes[start]) - 28, Int(bytes[start + 1]) - 28, Int(bytes[start + 2]) - 28
        )
        var speed = first * 10 + second / 10
        if speed >= 800 { speed -= 800 }
        var course = second % 10 * 100 + third
        if course >= 400 { course -= 400 }
        if speed < 800 { report.speedMetersPerSecond = Double(speed) * FeedUnit.metersPerSecondPerKnot }
        if (1...360).contains(course) { report.courseDegrees = Double(course) }
    }

    /// `"4T}`: metres above 10 km below the sea, to the base of 91.
    private static func readAltitude(_ bytes: ByteRun, _ comment: Range<Int>, _ report: inout FeedReport) {
        for mark in comment.dropFirst(3).prefix(8) where bytes[mark] == UInt8(ascii: "}") {
            let digits = (mark - 3..<mark).map { Int(bytes[$0]) - 33 }
            guard digits.allSatisfy({ (0...90).contains($0) }) else { return }
            report.altitudeMeters = Double(digits.reduce(0) { $0 * 91 + $1 } - 10_000)
            return
        }
    }
}
