/// Reads the numbers, signs and words of one time, byte by byte.
struct TimeScanner {
    private let text: UnsafeBufferPointer<UInt8>
    private(set) var offset = 0

    /// No time is longer.
    private static let longest = 80

    /// Longer texts are read as nothing.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text.count > Self.longest ? UnsafeBufferPointer(rebasing: text[..<0]) : text
    }

    var isAtEnd: Bool { offset == text.count }
    var isEmpty: Bool { text.isEmpty }

    /// The byte that is read next, capital letters as small ones; 0 at the end.
    var next: UInt8 { byte(at: offset) }

    private func byte(at index: Int) -> UInt8 {
        guard index < text.count else { return 0 }
        let byte = text[index]
        return byte &- 65 < 26 ? byte | 0x20 : byte
    }

    /// The byte so far behind the next one, also of Latin letters with accents that of the small one.
    func letter(at distance: Int) -> UInt8 {
        let byte = byte(at: offset + distance)
        let isSecond = distance > 0 && self.byte(at: offset + distance - 1) == 0xC3
        return isSecond && (0x80...0x9E).contains(byte) ? byte | 0x20 : byte
    }

    /// Skips so many bytes, which are there.
    mutating func skip(count: Int) { offset += count }

    /// Whether any digit follows.
    var hasDigit: Bool { text[offset...].contains { $0 &- 48 < 10 } }

    /// How many digits follow.
    var digitCount: Int {
        var end = offset
        while byte(at: end) &- 48 < 10 { end += 1 }
        return end - offset
    }

    /// The byte after the digits that follow.
    var afterDigits: UInt8 { byte(at: offset + digitCount) }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard !isAtEnd, next == UInt8(ascii: scalar) else { return false }
        offset += 1
        return true
    }

    /// Skips all bytes of some kinds that follow; whether there was one.
    @discardableResult
    mutating func skip(anyOf bytes: StaticString) -> Bool {
        let start = offset
        bytes.withUTF8Buffer { bytes in
            while !isAtEnd, bytes.contains(next) { offset += 1 }
        }
        return offset > start
    }

    /// The number of exactly so many digits, and no more; nil without them.
    mutating func number(digits: ClosedRange<Int>) -> Int? {
        let count = digitCount
        return digits.contains(count) ? number(count) : nil
    }

    /// The number of the next `count` digits; nil without them.
    mutating func number(_ count: Int) -> Int? {
        guard count > 0, count <= 18, digitCount >= count else { return nil }
        var value = 0
        for index in offset..<offset + count { value = value * 10 + Int(text[index] - 48) }
        offset += count
        return value
    }

    /// Digits after a decimal mark as thousandths, rounded down; nil without digits.
    mutating func thousandths(atMost limit: Int) -> Int? {
        let count = digitCount
        guard (1...limit).contains(count) else { return nil }
        var value = 0
        for index in 0..<3 { value = value * 10 + (index < count ? Int(text[offset + index] - 48) : 0) }
        offset += count
        return value
    }

    /// Whether any of the digits that follow, from the fourth on, is not 0.
    var hasMoreThanThousandths: Bool {
        let count = digitCount
        return count > 3 && text[(offset + 3)..<(offset + count)].contains { $0 != 48 }
    }

    /// Skips a word of small or capital letters.
    mutating func skip(word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        let isThere = word.withUTF8Buffer { word in
            word.indices.allSatisfy { byte(at: offset + $0) == word[$0] }
        }
        if isThere { offset += count }
        return isThere
    }

    /// How many letters follow.
    private var letterCount: Int {
        var end = offset
        while byte(at: end) &- 97 < 26 { end += 1 }
        return end - offset
    }

    /// A month by its English name or at least three letters of it, 1…12.
    mutating func month() -> Int? { name(Self.months) }

    /// A day of the week by its English name or at least three letters of it, 1 Monday … 7.
    mutating func weekday() -> Int? { name(Self.weekdays) }

    private static let months: [StaticString] = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december",
    ]
    private static let weekdays: [StaticString] = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private mutating func name(_ names: [StaticString]) -> Int? {
        let count = letterCount
        // The first letters of março are those of March.
        guard count >= 3, byte(at: offset + count) < 0x80 else { return nil }
        let found = names.firstIndex { name in
            count <= name.utf8CodeUnitCount
                && name.withUTF8Buffer { name in (0..<count).allSatisfy { byte(at: offset + $0) == name[$0] }
                }
        }
        guard let found else { return nil }
        offset += count
        return found + 1
    }

    /// Skips what makes `1st` of 1; whether there was any.
    @discardableResult
    mutating func skipOrdinal() -> Bool {
        skip(word: "st") || skip(word: "nd") || skip(word: "rd") || skip(word: "th") || skip(word: "er")
            || skip(word: "º")
    }

    /// A clock: `1:30`, `01:30:00.5`, `1:30 PM`, `1h30`, `01.30.00`; nil where there is none.
    mutating func clock() -> (hour: Int, minute: Int, second: Int, millisecond: Int)? {
        guard var hour = number(digits: 1...2) else { return nil }
        let isDotted = next == UInt8(ascii: ".")
        guard isDotted ? skip(".") : skip(":") || skip("h"), let minute = number(digits: 2...2) else {
            return nil
        }
        var (second, millisecond) = (0, 0)
        // With points only all three are surely no other number.
        if isDotted, next != UInt8(ascii: ".") { return nil }
        if isDotted ? skip(".") : skip(":") {
            guard let seconds = number(digits: 2...2) else { return nil }
            second = seconds
            if next == UInt8(ascii: ".") || next == UInt8(ascii: ",") {
                offset += 1
                guard let fraction = thousandths(atMost: 9) else { return nil }
                millisecond = fraction
            }
        }
        let end = offset
        skipBlanks()
        if let isAfternoon = halfOfDay() {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        } else {
            offset = end
        }
        return (hour, minute, second, millisecond)
    }

    /// Skips blanks, also those that keep words together, as browsers write them before PM.
    private mutating func skipBlanks() {
        while skip(" ") || skip(word: "\u{202F}") || skip(word: "\u{A0}") {}
    }

    /// Whether `pm` or `p.m.` follows, and not `am` or `a.m.`; nil for neither.
    mutating func halfOfDay() -> Bool? {
        if skip(word: "pm") || skip(word: "p.m.") { return true }
        return skip(word: "am") || skip(word: "a.m.") ? false : nil
    }

    /// The hour of `2026-03-29T10`, which minutes do not follow; nil for anything else, and then nothing was read.
    mutating func hourAlone() -> Int? {
        let start = offset
        if let hour = number(digits: 2...2), isAtEnd || ![0x3A, 0x2E, 0x68].contains(next) { return hour }
        offset = start
        return nil
    }

    /// Minutes east of Greenwich: `Z`, `+02`, `+0200`, `+02:00`, `GMT`, `GMT+0200`, `CEST`, each with a comment in brackets behind it or
    /// without, such as the name of the zone; nil for none, and where it is wrong nothing was read.
    mutating func zone() -> Int? {
        let start = offset
        skip(anyOf: " ")
        let word = zoneWord()
        let found = word ?? numberedZone()
        if found == nil { offset = start } else { skipComment(isNumbered: word == nil) }
        return found
    }

    /// Minutes of an offset in digits.
    private mutating func numberedZone() -> Int? {
        let start = offset
        let isEast = skip("+")
        if isEast || skip("-") || skip(word: "\u{2212}"), let hours = number(digitCount == 1 ? 1 : 2) {
            let minutes = skip(":") || digitCount > 0 ? number(2) : 0
            if let minutes, hours <= 23, minutes <= 59 { return (isEast ? 1 : -1) * (hours * 60 + minutes) }
        }
        offset = start
        return nil
    }

    /// Minutes of a zone in letters, and of an offset behind `UTC` and `GMT`.
    private mutating func zoneWord() -> Int? {
        let count = letterCount
        guard (1...4).contains(count),
            let zone = Self.zones.first(where: { zone in
                zone.word.utf8CodeUnitCount == count && skip(word: zone.word)
            })
        else { return nil }
        return zone.minutes == 0 && count == 3 ? numberedZone() ?? 0 : zone.minutes
    }

    /// The same of a name alone.
    static func minutes(ofZone name: String) -> Int? {
        let name = name.lowercased()
        return zones.first { $0.word.description == name }?.minutes
    }

    /// ` (Central European Summer Time)`, as browsers and mail write it behind an offset, `[Europe/Berlin]`, as Java does, and the name
    /// of the zone alone, as Go does, with its other clock.
    ///
    /// - Parameter isNumbered: the offset is in digits.
    private mutating func skipComment(isNumbered: Bool) {
        let start = offset
        skip(anyOf: " ")
        if isNumbered, offset > start {
            // Two letters are BC, as PostgreSQL writes it.
            if (3...5).contains(letterCount) {
                offset += letterCount
            } else if skip("+") || skip("-") {
                _ = number(2)
            }
            if skip(word: " m=") { offset = text.count }
            if isAtEnd { return }
            offset = start
            skip(anyOf: " ")
        }
        let closing: Unicode.Scalar? = skip("(") ? ")" : skip("[") ? "]" : nil
        if let closing {
            while !isAtEnd, next != UInt8(ascii: closing) { offset += 1 }
            if skip(closing), isAtEnd { return }
        }
        offset = start
    }

    /// Letters that mean one offset: those of RFC 5322 and others that are common. `CST`, `IST`, `BST` and `AST` mean
    /// several, and are none.
    private static let zones: [(word: StaticString, minutes: Int)] = [
        ("z", 0), ("utc", 0), ("gmt", 0), ("ut", 0), ("est", -300), ("edt", -240), ("cdt", -300),
        ("mst", -420),
        ("mdt", -360), ("pst", -480), ("pdt", -420), ("akst", -540), ("akdt", -480), ("hst", -600),
        ("wet", 0), ("west", 60),
        ("cet", 60), ("cest", 120), ("mez", 60), ("mesz", 120), ("eet", 120), ("eest", 180), ("msk", 180),
        ("sast", 120), ("hkt", 480), ("jst", 540), ("kst", 540), ("aest", 600), ("aedt", 660), ("nzst", 720),
        ("nzdt", 780),
    ]
}
