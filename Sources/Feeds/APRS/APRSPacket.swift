import Streams

/// A packet: `HB9ABC-9>APRS,TCPIP*,qAC,T2X:@140001h4722.38N/00846.43E>256/020/A=002562 hi`
enum APRSPacket {
    /// Whether a line has the form of one: a call sign, `>`, a path and a colon.
    static func begins(_ bytes: ByteRun, _ line: Range<Int>) -> Bool { payload(bytes, line) != nil }

    /// The call sign, the destination and where what follows the path begins.
    private static func payload(
        _ bytes: ByteRun, _ line: Range<Int>
    ) -> (call: Range<Int>, destination: Range<Int>, start: Int)? {
        var next = line.lowerBound
        while next < line.upperBound, isCallSign(bytes[next]) { next += 1 }
        let call = line.lowerBound..<next
        guard (1...9).contains(call.count), next < line.upperBound, bytes[next] == UInt8(ascii: ">") else {
            return nil
        }
        next += 1
        let destinationStart = next
        while next < line.upperBound, isCallSign(bytes[next]) { next += 1 }
        let destination = destinationStart..<next
        guard (1...9).contains(destination.count) else { return nil }
        while next < line.upperBound, bytes[next] != UInt8(ascii: ":") {
            guard bytes[next] > 0x20, bytes[next] < 0x7F, next - line.lowerBound < 256 else { return nil }
            next += 1
        }
        return next < line.upperBound ? (call, destination, next + 1) : nil
    }

    private static func isCallSign(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
    }

    /// Reads a packet; false for one that cannot be read.
    ///
    /// - Parameter base: about when it was sent: packets have a time of day, or a day of the month, at most.
    static func read(
        _ bytes: ByteRun, _ line: Range<Int>, base: Int64, into report: inout FeedReport
    ) -> Bool {
        read(bytes, line, base, isInner: false, &report)
    }

    private static func read(
        _ bytes: ByteRun, _ line: Range<Int>, _ base: Int64, isInner: Bool, _ report: inout FeedReport
    ) -> Bool {
        guard let packet = payload(bytes, line), packet.start < line.upperBound else { return false }
        report.begin(.aprs)
        report.id = report.add(bytes.buffer(packet.call)) ?? 0..<0
        let text = packet.start..<line.upperBound
        let rest = text.lowerBound + 1..<text.upperBound
        switch bytes[text.lowerBound] {
        case UInt8(ascii: "!"), UInt8(ascii: "="): return readPlace(bytes, rest, &report)
        case UInt8(ascii: "/"), UInt8(ascii: "@"): return readTimed(bytes, rest, base, &report)
        case UInt8(ascii: ";"): return readObject(bytes, rest, base, &report)
        case UInt8(ascii: ")"): return readItem(bytes, rest, &report)
        case UInt8(ascii: "`"), UInt8(ascii: "'"), 0x1C, 0x1D:
            return APRSMicE.read(bytes, rest, destination: packet.destination, &report)
        case UInt8(ascii: "}"):
            // Somebody else's packet, which a gateway passes on.
            return !isInner && read(bytes, rest, base, isInner: true, &report)
        case UInt8(ascii: ">"):
            report.comment = report.add(bytes.buffer(rest))
            return true
        case UInt8(ascii: "$"):
            APRSSentence.read(bytes, text, base: base, &report)
            return true
        case UInt8(ascii: ":"), UInt8(ascii: "T"), UInt8(ascii: "<"), UInt8(ascii: "?"), UInt8(ascii: "_"),
            UInt8(ascii: "#"), UInt8(ascii: "*"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"),
            UInt8(ascii: "%"), UInt8(ascii: "&"):
            return true
        default:
            // Old trackers put some bytes before the place.
            guard let mark = text.prefix(40).first(where: { bytes[$0] == UInt8(ascii: "!") }) else {
                return true
            }
            _ = readPlace(bytes, mark + 1..<text.upperBound, &report)
            return true
        }
    }

    private static func readPlace(
        _ bytes: ByteRun, _ text: Range<Int>, _ report: inout FeedReport
    ) -> Bool {
        APRSPlace.read(bytes, text, &report)
    }

    private static func readTimed(
        _ bytes: ByteRun, _ text: Range<Int>, _ base: Int64, _ report: inout FeedReport
    ) -> Bool {
        guard text.count >= 7 else { return false }
        report.time = time(bytes, text.lowerBound, base)
        return APRSPlace.read(bytes, text.lowerBound + 7..<text.upperBound, &report)
    }

    /// `LEADER   *092345z4903.50N/07201.75W>`
    private static func readObject(
        _ bytes: ByteRun, _ text: Range<Int>, _ base: Int64, _ report: inout FeedReport
    ) -> Bool {
        guard text.count >= 17 else { return false }
        let name = text.lowerBound..<text.lowerBound + 9
        guard let id = report.add(bytes.buffer(name)) else { return false }
        let state = bytes[name.upperBound]
        guard state == UInt8(ascii: "*") || state == UInt8(ascii: "_") else { return false }
        report.id = id
        guard state == UInt8(ascii: "*") else { return true }
        let timed = name.upperBound + 1..<text.upperBound
        guard readTimed(bytes, timed, base, &report) else { return false }
        // By this time clients mean that an object is always there: it was not sent then.
        if bytes.buffer(timed).starts(with: "111111z".utf8) { report.time = nil }
        return true
    }

    /// `AID #2!4903.50N/07201.75WA`
    private static func readItem(
        _ bytes: ByteRun, _ text: Range<Int>, _ report: inout FeedReport
    ) -> Bool {
        let end = text.prefix(10).first { bytes[$0] == UInt8(ascii: "!") || bytes[$0] == UInt8(ascii: "_") }
        guard let end, end - text.lowerBound >= 3,
            let id = report.add(bytes.buffer(text.lowerBound..<end))
        else { return false }
        report.id = id
        guard bytes[end] == UInt8(ascii: "!") else { return true }
        return readPlace(bytes, end + 1..<text.upperBound, &report)
    }

    /// `092345z`, `092345/` or `234517h`; nil for others, which mean nothing elsewhere.
    private static func time(_ bytes: ByteRun, _ start: Int, _ base: Int64) -> Int64? {
        guard let first = FeedNumber.digits(bytes, start, 2),
            let second = FeedNumber.digits(bytes, start + 2, 2),
            let third = FeedNumber.digits(bytes, start + 4, 2), second < 60, third < 60
        else { return nil }
        switch bytes[start + 6] {
        case UInt8(ascii: "h") where first < 24:
            return FeedTime.nearest(ofDay: Int64((first * 60 + second) * 60 + third) * 1000, to: base)
        case UInt8(ascii: "z") where second < 24:
            return FeedTime.nearest(day: first, ofMonth: Int64(second * 60 + third) * 60_000, to: base)
        default: return nil
        }
    }
}
