import MapModel
import Streams

/// Sentences of AIS to messages: checks them and joins their parts.
struct AISReader {
    /// What became of a sentence.
    enum Outcome {
        /// A message of a thing.
        case report
        /// A part of a message whose others are awaited, or a message of the own ship.
        case waits
        /// It is about the own ship.
        case own
        /// It is damaged.
        case damaged
        /// A part whose first did not come.
        case incomplete
    }

    /// A message whose parts have not all come.
    private struct Pending {
        var key: UInt64 = 0
        var count = 0
        var next = 0
        var since: Int64 = 0
        var time: Int64?
        var bits = AISBits()
    }

    private static let pendingLimit = 64
    private static let patienceMilliseconds: Int64 = 10_000

    private var pending: [Pending] = []
    private var single = AISBits()

    /// Where the sentence of a line begins; nil where there is none.
    static func start(_ bytes: ByteRun, _ line: Range<Int>) -> Int? {
        var next = line.lowerBound
        while next + 7 <= line.upperBound {
            if bytes[next] == UInt8(ascii: "!"), bytes[next + 3] == UInt8(ascii: "V"),
                bytes[next + 4] == UInt8(ascii: "D"), bytes[next + 6] == UInt8(ascii: ",")
            {
                return next
            }
            next += 1
        }
        return nil
    }

    /// Reads the sentence at `start`, and what stands before it in its line.
    ///
    /// - Parameters:
    ///   - now: when it was received, to give up parts that wait too long.
    ///   - end: where the sentence ends; what follows may be another.
    mutating func read(
        _ bytes: ByteRun, _ line: Range<Int>, at start: Int, now: Int64, into report: inout FeedReport,
        end: inout Int
    ) -> Outcome {
        guard let body = Self.body(bytes, start, line.upperBound, &end) else { return .damaged }
        let time =
            Self.time(bytes, behind: &end, line.upperBound)
            ?? Self.time(bytes, before: line.lowerBound..<start)
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: 8) { commas in
            var found = 0
            for offset in body where bytes[offset] == UInt8(ascii: ",") {
                guard found < 8 else { return .damaged }
                commas[found] = offset
                found += 1
            }
            guard found == 6, let count = FeedNumber.integer(bytes, commas[0] + 1..<commas[1]),
                let number = FeedNumber.integer(bytes, commas[1] + 1..<commas[2]),
                (1...9).contains(count), (1...count).contains(number)
            else { return .damaged }
            let payload = bytes.buffer(commas[4] + 1..<commas[5])
            let fill = FeedNumber.integer(bytes, commas[5] + 1..<body.upperBound) ?? 0
            guard (0...5).contains(fill) else { return .damaged }
            let isOwn = bytes[start + 5] == UInt8(ascii: "O")
            if count == 1 {
                single.removeAll()
                guard single.append(payload, fill: fill) else { return .damaged }
                return finish(single, time, isOwn, &report)
            }
            let key = Self.key(
                bytes, start, sequence: commas[2] + 1..<commas[3], channel: commas[3] + 1..<commas[4])
            return join(payload, fill, count, number, key, time, now: now, isOwn, &report)
        }
    }

    private func finish(
        _ bits: AISBits, _ time: Int64?, _ isOwn: Bool, _ report: inout FeedReport
    ) -> Outcome {
        guard AISMessage.read(bits, into: &report) else {
            report.begin(.ship)
            return isOwn ? .own : .damaged
        }
        report.time = time
        return isOwn ? .own : .report
    }

    private mutating func join(
        _ payload: UnsafeBufferPointer<UInt8>, _ fill: Int, _ count: Int, _ number: Int, _ key: UInt64,
        _ time: Int64?, now: Int64, _ isOwn: Bool, _ report: inout FeedReport
    ) -> Outcome {
        pending.removeAll { now - $0.since > Self.patienceMilliseconds || now < $0.since - 3_600_000 }
        if number == 1 {
            pending.removeAll { $0.key == key }
            if pending.count >= Self.pendingLimit { pending.removeFirst() }
            var message = Pending(key: key, count: count, next: 2, since: now, time: time)
            guard message.bits.append(payload, fill: fill) else { return .damaged }
            pending.append(message)
            return .waits
        }
        guard let place = pending.firstIndex(where: { $0.key == key }) else { return .incomplete }
        guard pending[place].count == count, pending[place].next == number,
            pending[place].bits.append(payload, fill: fill)
        else {
            pending.remove(at: place)
            return .incomplete
        }
        pending[place].next += 1
        guard number == count else { return .waits }
        let message = pending.remove(at: place)
        return finish(message.bits, message.time ?? time, isOwn, &report)
    }

    /// Talker, channel and sequence number.
    private static func key(
        _ bytes: ByteRun, _ start: Int, sequence: Range<Int>, channel: Range<Int>
    ) -> UInt64 {
        var key =
            UInt64(bytes[start + 1]) << 24 | UInt64(bytes[start + 2]) << 16 | UInt64(bytes[start + 5]) << 8
        if let sign = bytes.buffer(channel).first { key |= UInt64(sign) }
        for digit in bytes.buffer(sequence).prefix(4) { key = key << 8 | UInt64(digit) }
        return key
    }

    /// What lies between `!` and `*`, where the checksum is right; nil otherwise.
    private static func body(_ bytes: ByteRun, _ start: Int, _ lineEnd: Int, _ end: inout Int) -> Range<Int>?
    {
        var sum: UInt8 = 0
        var next = start + 1
        while next < lineEnd, bytes[next] != UInt8(ascii: "*"), bytes[next] != UInt8(ascii: "!") {
            sum ^= bytes[next]
            next += 1
        }
        end = next
        guard next + 2 < lineEnd, bytes[next] == UInt8(ascii: "*") else { return nil }
        end = next + 3
        guard let high = hexadecimal(bytes[next + 1]), let low = hexadecimal(bytes[next + 2]),
            high << 4 | low == sum
        else { return nil }
        return start + 1..<next
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// The last field behind a sentence in archives of the US Coast Guard, `,r003669945,1085889680`, where it is a time; nil
    /// where it is none.
    ///
    /// - Parameter end: of the sentence; moved to where these fields end.
    private static func time(_ bytes: ByteRun, behind end: inout Int, _ lineEnd: Int) -> Int64? {
        guard end < lineEnd, bytes[end] == UInt8(ascii: ",") else { return nil }
        var field = end
        while end < lineEnd, bytes[end] != UInt8(ascii: "!"), bytes[end] != UInt8(ascii: "\\") {
            if bytes[end] == UInt8(ascii: ",") { field = end + 1 }
            end += 1
        }
        return FeedNumber.decimal(bytes, field..<end).flatMap(FeedNumber.epochMilliseconds)
    }

    /// The time in a tag block, `\s:tower,c:1795701609*44\`, or a stamp; nil where there is none.
    private static func time(_ bytes: ByteRun, before range: Range<Int>) -> Int64? {
        guard !range.isEmpty else { return nil }
        var isTag = false
        var sum: UInt8 = 0
        var found: Int64?
        var field = range.lowerBound
        for offset in range {
            switch bytes[offset] {
            case UInt8(ascii: "\\"):
                if isTag { return found }
                (isTag, sum, found, field) = (true, 0, nil, offset + 1)
                continue
            case UInt8(ascii: "*") where isTag:
                found = clock(bytes, field..<offset) ?? found
                let isRight =
                    offset + 2 < range.upperBound
                    && hexadecimal(bytes[offset + 1]).flatMap { high in
                        hexadecimal(bytes[offset + 2]).map { high << 4 | $0 }
                    } == sum
                return isRight ? found : nil
            case UInt8(ascii: ",") where isTag:
                found = clock(bytes, field..<offset) ?? found
                field = offset + 1
            default: break
            }
            if isTag { sum ^= bytes[offset] }
        }
        return isTag ? nil : FeedTime.stamp(bytes, range)
    }

    private static func clock(_ bytes: ByteRun, _ field: Range<Int>) -> Int64? {
        guard field.count > 2, bytes[field.lowerBound] == UInt8(ascii: "c"),
            bytes[field.lowerBound + 1] == UInt8(ascii: ":"),
            let number = FeedNumber.decimal(bytes, field.lowerBound + 2..<field.upperBound)
        else { return nil }
        return FeedNumber.epochMilliseconds(number)
    }
}
