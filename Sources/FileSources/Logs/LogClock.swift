import Platform
import Streams
import RowValues

/// What the computer's clock and zone say of times in logs that leave out the year or the zone.
///
/// Each line refers to it, which costs one count of references and not those of the tables of a zone.
final class LogClock: Sendable {
    /// The zone of the computer.
    let zone: ZoneTable
    /// Now, by the clock in that zone.
    let wall: LocalTime

    private static let tolerance: Int64 = 86_400_000

    /// - Parameter milliseconds: now, since 1970 in UTC.
    init(zone: ZoneTable, milliseconds: Int64) {
        self.zone = zone
        wall = LocalTime(milliseconds: zone.wall(at: milliseconds))
    }

    /// The computer's own.
    static var system: LogClock {
        let now = Platform.WallTime.now.components
        return LogClock(zone: .computer, milliseconds: now.seconds * 1_000)
    }

    /// The last year in which a day and clock of the calendar were not more than a day in the future: clocks that write logs are fast,
    /// or of another zone.
    func year(month: Int, day: Int, secondOfDay: Int) -> Int {
        let latest = LocalTime(milliseconds: wall.milliseconds + Self.tolerance)
        let end = (latest.hour * 60 + latest.minute) * 60 + latest.second
        let isPast = (month, day, secondOfDay) <= (latest.month, latest.day, end)
        var year = isPast ? latest.year : latest.year - 1
        if month == 2, day == 29 { while LocalTime(year: year, month: 2, day: 29) == nil { year -= 1 } }
        return year
    }

    /// Appends the offset of a clock in this zone: `Z`, `+01:00`.
    func appendOffset(of time: LocalTime, to text: inout [UInt8]) {
        let wall = time.milliseconds
        let minutes = Int((wall - zone.moment(ofWall: wall).milliseconds) / 60_000)
        LogTime.append(offsetMinutes: minutes, to: &text)
    }
}

/// A day and a clock, in no zone.
typealias LocalTime = RowValues.WallTime

/// Times of logs, as other tables write them: `2026-11-26T14:03:10+01:00`.
enum LogTime {
    /// `Z`, `+01:00`.
    static func append(offsetMinutes minutes: Int, to text: inout [UInt8]) {
        guard minutes != 0 else { return text.append(UInt8(ascii: "Z")) }
        text.append(UInt8(ascii: minutes < 0 ? "-" : "+"))
        append(abs(minutes) / 60, digits: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(abs(minutes) % 60, digits: 2, to: &text)
    }

    /// The offset at the end of a time, `Z` or `+01:00`; nothing where there is none.
    static func offset<Text: RandomAccessCollection<UInt8>>(of text: Text) -> Text.SubSequence {
        if text.last == UInt8(ascii: "Z") { return text.suffix(1) }
        let end = text.suffix(6)
        let isOffset =
            end.count == 6 && (end.first == UInt8(ascii: "+") || end.first == UInt8(ascii: "-"))
            && end.dropFirst(3).first == UInt8(ascii: ":")
        return isOffset ? end : text.suffix(0)
    }

    static func append(_ number: Int, digits: Int, to text: inout [UInt8]) {
        var unit = (1..<digits).reduce(1) { unit, _ in unit * 10 }
        while unit > 0 {
            text.append(UInt8(48 + number / unit % 10))
            unit /= 10
        }
    }

    static func append(year: Int, month: Int, day: Int, to text: inout [UInt8]) {
        append(year, digits: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        append(month, digits: 2, to: &text)
        text.append(UInt8(ascii: "-"))
        append(day, digits: 2, to: &text)
        text.append(UInt8(ascii: "T"))
    }

    /// A moment in UTC with microseconds.
    static func append(microseconds: Int64, to text: inout [UInt8]) {
        let time = LocalTime(milliseconds: microseconds / 1_000)
        append(year: time.year, month: time.month, day: time.day, to: &text)
        text += time.clockText.utf8.prefix(8)
        text.append(UInt8(ascii: "."))
        append(Int(microseconds % 1_000_000), digits: 6, to: &text)
        text.append(UInt8(ascii: "Z"))
    }
}

/// A clock of a day as a log writes it, `14:03:10`, perhaps with a fraction behind a point or a comma.
struct LogTimeOfDay {
    let range: Range<Int>
    private(set) var hour: Int
    let minute: Int
    let second: Int
    private let bytes: ByteRun

    init?(_ cursor: inout LineCursor) {
        let start = cursor.next
        guard let hour = cursor.number(digits: 2...2), cursor.skip(0x3A),
            let minute = cursor.number(digits: 2...2), cursor.skip(0x3A),
            let second = cursor.number(digits: 2...2), hour < 24, minute < 60, second <= 60
        else { return nil }
        (self.hour, self.minute, self.second) = (hour, minute, second)
        if cursor.peek == UInt8(ascii: ".") || cursor.peek == UInt8(ascii: ","), cursor.byte(1) &- 48 < 10 {
            cursor.next += 1
            while let byte = cursor.peek, byte &- 48 < 10 { cursor.next += 1 }
        }
        range = start..<cursor.next
        bytes = cursor.bytes
    }

    /// The clock with the half of the day that follows one of twelve hours, ` AM` or ` PM`, before a blank.
    func withHalf(_ cursor: inout LineCursor) -> LogTimeOfDay {
        guard (1...12).contains(hour), cursor.byte(3) == 0x20 else { return self }
        var clock = self
        if cursor.skip(" AM") {
            clock.hour %= 12
        } else if cursor.skip(" PM") {
            clock.hour = hour % 12 + 12
        }
        return clock
    }

    var secondOfDay: Int { (hour * 60 + minute) * 60 + second }

    /// Appends the clock as it is written, with a point.
    func append(to text: inout [UInt8]) {
        LogTime.append(hour, digits: 2, to: &text)
        for index in range.dropFirst(2) {
            text.append(bytes[index] == UInt8(ascii: ",") ? UInt8(ascii: ".") : bytes[index])
        }
    }
}
