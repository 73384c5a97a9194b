import MapModel

/// Reads the texts of one column as times, row by row; what they mean is decided when all were seen.
package struct TimeCollector: Sendable {
    /// What is known of a row's text before the column is judged.
    enum Mark: UInt8, Sendable {
        case missing, misfit
        /// UTC, and the time of a clock without its zone.
        case moment, wall
        /// The time of a clock whose date has three numbers.
        case dayFirst, monthFirst, either
        /// The same with an offset.
        case zonedDayFirst, zonedMonthFirst, zonedEither
        /// Numbers: likely counts from 1970, years, and others.
        case seconds, milliseconds, microseconds, nanoseconds, year, number
        /// A date of 1900 to 2100 in eight digits, or with a clock in 14, as the time of a clock.
        case compact
        /// What spreadsheets have for 1927 to 2100, as the time of a clock.
        case spreadsheetDay
    }

    /// A text that is quoted where something is wrong.
    package struct Example: Sendable, Equatable {
        /// Its number, from 0.
        package let row: Int
        /// Its beginning.
        package let text: String

        private static let longest = 40

        init(row: Int, _ text: UnsafeBufferPointer<UInt8>) {
            self.row = row
            self.text = String(decoding: text.prefix(Self.longest), as: UTF8.self)
        }

        func shifted(_ rows: Int) -> Example { Example(row: row + rows, text: text) }
        init(row: Int, text: String) { (self.row, self.text) = (row, text) }
    }

    /// Whether values ascend, in one order of day and month.
    struct Ascent: Sendable {
        private(set) var isAscending = true
        private(set) var steps = 0
        private var first: Int64?
        private var last: Int64?

        mutating func append(_ value: Int64) {
            if let last {
                if value < last { isAscending = false }
                if value > last { steps += 1 }
            }
            first = first ?? value
            last = value
        }

        mutating func append(_ part: Ascent) {
            guard let start = part.first, let end = part.last else { return }
            append(start)
            steps += part.steps
            isAscending = isAscending && part.isAscending
            last = end
        }
    }

    let format: TimeFormat?
    /// By row: see `Mark`.
    var values: [Int64] = []
    var marks: [Mark] = []
    /// Dates of three numbers with the month first, where both orders are possible: rows ascend.
    var monthFirst: [(row: Int, value: Int64)] = []
    var counts = [Int](repeating: 0, count: Int(Mark.spreadsheetDay.rawValue) + 1)
    var firstMisfit: Example?
    /// The most digits before the point of numbers that are parts of times.
    private(set) var longestNumber = 0
    private(set) var firstDayFirst: Example?
    private(set) var firstMonthFirst: Example?
    private(set) var firstEither: Example?
    private(set) var dayFirstAscent = Ascent()
    private(set) var monthFirstAscent = Ascent()

    /// - Parameter format: how times are written, where that is known.
    package init(format: TimeFormat? = nil) { self.format = format }

    /// Rows that were appended.
    package var count: Int { values.count }

    func count(of mark: Mark) -> Int { counts[Int(mark.rawValue)] }

    /// Appends the text of the next row; an empty one means none.
    package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        let text = ValueText.trimmed(text)
        if text.isEmpty || ValueText.isMissing(text) || Self.isZero(text) { return append(0, .missing, text) }
        switch format {
        case nil, .order:
            if let reading = TimeText.reading(text) { return append(reading, text) }
            if let number = PlainNumber(text) { return append(number, text) }
            if let month = TimeText.month(text) { return append(month, .wall, text) }
        case .epoch(let unit):
            if let value = PlainNumber(text)?.milliseconds(unit) { return append(value, .moment, text) }
        case .spreadsheet:
            if let value = Self.spreadsheetDay(text) { return append(value, .wall, text) }
        case .pattern(let pattern):
            if let reading = pattern.reading(text) { return append(reading, text) }
        case .part:
            if let clock = TimeText.clock(text) {
                return append(clock.milliseconds, clock.hasOffset ? .moment : .wall, text)
            }
            if let number = TimeText.part(text) {
                longestNumber = max(longestNumber, number.digits)
                return append(number.thousandths, .number, text)
            }
        }
        append(0, .misfit, text)
    }

    /// Appends the rows that another collector has seen.
    package mutating func append(_ part: consuming TimeCollector) {
        let rows = count
        values += part.values
        marks += part.marks
        monthFirst += part.monthFirst.map { ($0.row + rows, $0.value) }
        for index in counts.indices { counts[index] += part.counts[index] }
        firstMisfit = firstMisfit ?? part.firstMisfit?.shifted(rows)
        firstDayFirst = firstDayFirst ?? part.firstDayFirst?.shifted(rows)
        firstMonthFirst = firstMonthFirst ?? part.firstMonthFirst?.shifted(rows)
        firstEither = firstEither ?? part.firstEither?.shifted(rows)
        dayFirstAscent.append(part.dayFirstAscent)
        monthFirstAscent.append(part.monthFirstAscent)
        longestNumber = max(longestNumber, part.longestNumber)
    }

    // MARK: - One text

    /// `0000-00-00`, with a clock or without: no time, as databases write it, and with colons cameras.
    private static func isZero(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        // Nearly all times begin otherwise.
        text.count >= 10 && text[0] == UInt8(ascii: "0") && text[1] == UInt8(ascii: "0")
            && (text.starts(with: "0000-00-00".utf8) || text.starts(with: "0000:00:00".utf8))
    }

    /// 1927 to 2100: fewer digits are years.
    private static let spreadsheetDays: ClosedRange<Int64> = 10_000...73_414
    /// The same as the times of a clock.
    static let spreadsheetTimes: ClosedRange<Int64> = {
        let (first, last) = (spreadsheetDays.lowerBound, spreadsheetDays.upperBound)
        let day = WallTime.millisecondsPerDay
        return (first - daysBefore1970) * day...(last - daysBefore1970) * day
    }()
    private static let daysBefore1970: Int64 = 25_569

    private static func spreadsheetDay(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let comma = UInt8(ascii: ",")
        // Three digits behind up to three may be thousands.
        let digits = text.firstIndex(of: comma).map { (before: $0, behind: text.count - $0 - 1) }
        let decimalMark = digits.map { $0.before > 3 || $0.behind != 3 } ?? false ? comma : UInt8(ascii: ".")
        guard let number = ValueText.plainNumber(text, decimalMark: decimalMark), abs(number) < 1e8 else {
            return nil
        }
        return Int64(((number - Double(daysBefore1970)) * Double(WallTime.millisecondsPerDay)).rounded())
    }

    private mutating func append(_ value: Int64, _ mark: Mark, _ text: UnsafeBufferPointer<UInt8>) {
        if mark == .misfit, firstMisfit == nil { firstMisfit = Example(row: count, text) }
        values.append(value)
        marks.append(mark)
        counts[Int(mark.rawValue)] += 1
    }

    private mutating func append(_ number: PlainNumber, _ text: UnsafeBufferPointer<UInt8>) {
        guard let unit = EpochUnit.likely(number.whole), let value = number.milliseconds(unit) else {
            if text.count == 8 || text.count == 14, let time = TimeText.compactTime(number) {
                return append(time, .compact, text)
            }
            let isYear = text.count <= (number.whole < 0 ? 5 : 4) && number.thousandths == 0
            if isYear { return append(number.whole, .year, text) }
            if Self.spreadsheetDays.contains(number.whole), let day = Self.spreadsheetDay(text) {
                return append(day, .spreadsheetDay, text)
            }
            return append(number.whole, .number, text)
        }
        append(value, unit.mark, text)
    }

    private mutating func append(_ reading: TimeReading, _ text: UnsafeBufferPointer<UInt8>) {
        let (row, hasOffset) = (count, reading.hasOffset)
        switch reading.order {
        case .certain: return append(reading.milliseconds, hasOffset ? .moment : .wall, text)
        case .dayFirst:
            firstDayFirst = firstDayFirst ?? Example(row: row, text)
            append(reading.milliseconds, hasOffset ? .zonedDayFirst : .dayFirst, text)
        case .monthFirst:
            firstMonthFirst = firstMonthFirst ?? Example(row: row, text)
            append(reading.milliseconds, hasOffset ? .zonedMonthFirst : .monthFirst, text)
        case .either:
            firstEither = firstEither ?? Example(row: row, text)
            monthFirst.append((row, reading.monthFirst ?? reading.milliseconds))
            append(reading.milliseconds, hasOffset ? .zonedEither : .either, text)
            dayFirstAscent.append(reading.milliseconds)
            monthFirstAscent.append(reading.monthFirst ?? reading.milliseconds)
        }
    }
}

extension EpochUnit {
    /// The mark of its numbers.
    var mark: TimeCollector.Mark {
        switch self {
        case .seconds: .seconds
        case .milliseconds: .milliseconds
        case .microseconds: .microseconds
        case .nanoseconds: .nanoseconds
        }
    }
}
