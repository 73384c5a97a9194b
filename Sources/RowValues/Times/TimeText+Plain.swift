import MapModel

// The form that most programs write.
extension TimeText {
    /// `2026-03-29`, and `2026-03-29T01:30:00.123Z` with a blank for the T, and without its fraction or its end; nil for anything
    /// else, which may still be a time.
    ///
    /// A seventh of the time that all rules take.
    static func plain(_ text: UnsafeBufferPointer<UInt8>) -> TimeReading? {
        guard text.count == 10 || text.count >= 19, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-")
        else { return nil }
        var areDigits = true
        func number(at index: Int) -> Int {
            let (tens, units) = (text[index] &- 48, text[index + 1] &- 48)
            if tens > 9 || units > 9 { areDigits = false }
            return Int(tens) &* 10 &+ Int(units)
        }
        let year = number(at: 0) * 100 + number(at: 2)
        let (month, day) = (number(at: 5), number(at: 8))
        guard text.count > 10 else {
            guard areDigits, let date = WallTime(year: year, month: month, day: day) else { return nil }
            return TimeReading(milliseconds: date.milliseconds)
        }
        guard text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " "), text[13] == UInt8(ascii: ":"),
            text[16] == UInt8(ascii: ":")
        else { return nil }
        let (hour, minute, second) = (number(at: 11), number(at: 14), number(at: 17))
        var index = 19
        var milliseconds = 0
        if index < text.count, text[index] == UInt8(ascii: ".") {
            var digit = 100
            index += 1
            let start = index
            while index < text.count, text[index] &- 48 < 10 {
                milliseconds += Int(text[index] &- 48) * digit
                digit /= 10
                index += 1
            }
            if index == start { return nil }
        }
        let hasOffset = index + 1 == text.count && text[index] == UInt8(ascii: "Z")
        guard areDigits, hasOffset || index == text.count,
            let time = WallTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second,
                millisecond: milliseconds)
        else { return nil }
        return TimeReading(milliseconds: time.milliseconds, hasOffset: hasOffset)
    }
}
