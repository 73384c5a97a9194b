import MapModel

// Times whose parts are in several columns: a date and a clock, or numbers for the year, the month, the day and so on.
extension TimeCollector {
    /// What two to six columns say together: a date and a clock, or year, month, day, and then hour, minute and second.
    ///
    /// A row in which one of them is empty has no time.
    /// - Parameter parts: as many rows of each; all but a date read as `TimeFormat.part`.
    package static func joined(_ parts: [TimeCollector]) -> TimeCollector {
        guard let first = parts.first, parts.count > 1 else { return parts.first ?? TimeCollector() }
        if parts.count == 2 {
            var dates = first
            dates.add(parts[1])
            return dates
        }
        var joined = TimeCollector()
        joined.values.reserveCapacity(first.count)
        for row in first.values.indices { joined.append(numbersOf: parts, row) }
        return joined
    }

    /// Whether the values are dates without a clock.
    package var areDates: Bool {
        let kinds: [Mark] = [.wall, .dayFirst, .monthFirst, .either, .compact]
        let dates = kinds.reduce(0) { $0 + count(of: $1) }
        return dates > 0 && dates + count(of: .missing) + count(of: .misfit) == count
            && values.indices.allSatisfy {
                !kinds.contains(marks[$0]) || values[$0] % WallTime.millisecondsPerDay == 0
            }
    }

    /// Whether nearly all values are clocks, or numbers such as 1345 in a column whose name is that of a time of day.
    package func areClocks(name: String, isGiven: Bool = false) -> Bool {
        guard format == .part else { return false }
        let present = count - count(of: .missing)
        let texts = count(of: .wall) + count(of: .moment)
        let areTexts = texts * 20 >= present * 19
        guard present > 0, isGiven || TimeText.isClockName(name, ofNumbers: !areTexts) else { return false }
        let numbers = values.indices.count { marks[$0] == .number && clock(ofNumber: values[$0]) != nil }
        return (texts + numbers) * 20 >= present * 19
    }

    /// Whether nearly all values are whole numbers within a range.
    package func areNumbers(in range: ClosedRange<Int64>) -> Bool {
        let present = count - count(of: .missing)
        let fitting = values.indices.count {
            marks[$0] == .number && range.contains(values[$0] / 1000)
        }
        return present > 0 && fitting * 20 >= present * 19
    }

    // MARK: - A date and a clock

    private mutating func add(_ clocks: TimeCollector) {
        var next = monthFirst.startIndex
        for row in values.indices where row < clocks.count {
            while next < monthFirst.endIndex, monthFirst[next].row < row { next += 1 }
            guard Self.zoned[marks[row]] != nil else { continue }
            let found: Int64? =
                switch clocks.marks[row] {
                case .wall, .moment: clocks.values[row]
                case .number: clocks.clock(ofNumber: clocks.values[row])
                default: nil
                }
            guard let found else {
                let isMissing = clocks.marks[row] == .missing
                if !isMissing, firstMisfit.map({ $0.row > row }) ?? true {
                    let example = clocks.firstMisfit.flatMap { $0.row == row ? $0 : nil }
                    firstMisfit = example ?? Example(row: row, text: Self.words(clocks.values[row]))
                }
                set(isMissing ? .missing : .misfit, row)
                continue
            }
            values[row] = Self.midnight(values[row]) + found
            if next < monthFirst.endIndex, monthFirst[next].row == row {
                monthFirst[next].value = Self.midnight(monthFirst[next].value) + found
            }
            let isZoned = clocks.marks[row] == .moment
            let plain: Mark = [.compact, .spreadsheetDay].contains(marks[row]) ? .wall : marks[row]
            set(isZoned ? Self.zoned[plain] ?? .moment : plain, row)
        }
    }

    /// The marks of dates, and what they are with the offset of a clock.
    private static let zoned: [Mark: Mark] = [
        .wall: .moment, .moment: .moment, .dayFirst: .zonedDayFirst, .monthFirst: .zonedMonthFirst,
        .either: .zonedEither, .compact: .moment, .spreadsheetDay: .moment,
    ]

    private static func midnight(_ time: Int64) -> Int64 {
        let rest = time % WallTime.millisecondsPerDay
        return time - (rest < 0 ? rest + WallTime.millisecondsPerDay : rest)
    }

    private mutating func set(_ mark: Mark, _ row: Int) {
        counts[Int(marks[row].rawValue)] -= 1
        counts[Int(mark.rawValue)] += 1
        marks[row] = mark
    }

    /// Milliseconds since midnight of a number: hours where all have up to two digits, else `HHMM` or `HHMMSS`.
    private func clock(ofNumber thousandths: Int64) -> Int64? {
        guard thousandths >= 0 else { return nil }
        let whole = Int(thousandths / 1000)
        if longestNumber <= 2 {
            let found = thousandths * 3_600
            return found <= WallTime.millisecondsPerDay ? found : nil
        }
        if longestNumber <= 4 {
            return TimeText.milliseconds(hour: whole / 100, minute: whole % 100, second: 0)
        }
        return TimeText.milliseconds(hour: whole / 10_000, minute: whole / 100 % 100, second: whole % 100)
            .map { $0 + thousandths % 1000 }
    }

    private static func words(_ thousandths: Int64) -> String { "\(thousandths / 1000)" }

    // MARK: - Numbers

    private mutating func append(numbersOf parts: [TimeCollector], _ row: Int) {
        let found = parts.map { part in (mark: part.marks[row], value: part.values[row]) }
        if found.contains(where: { $0.mark == .missing }) { return append(0, .missing) }
        let numbers = found.map { Int($0.value / 1000) }
        func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }
        let second = number(5)
        let millisecond = found.count > 5 ? Int(found[5].value % 1000) : 0
        guard found.allSatisfy({ $0.mark == .number }),
            found.prefix(5).allSatisfy({ $0.value % 1000 == 0 }),
            found.dropFirst().allSatisfy({ $0.value >= 0 }),
            let clock = TimeText.milliseconds(hour: number(3), minute: number(4), second: second),
            let date = WallTime(
                year: Self.year(number(0), parts[0].longestNumber), month: number(1), day: number(2))
        else {
            firstMisfit =
                firstMisfit ?? Example(row: row, text: numbers.map(String.init).joined(separator: " "))
            return append(0, .misfit)
        }
        append(date.milliseconds + clock + Int64(millisecond), .wall)
    }

    /// Where all years have two digits they are of 1969 to 2068.
    private static func year(_ number: Int, _ digits: Int) -> Int {
        digits == 2 && (0..<100).contains(number) ? number + (number < 69 ? 2000 : 1900) : number
    }

    private mutating func append(_ value: Int64, _ mark: Mark) {
        values.append(value)
        marks.append(mark)
        counts[Int(mark.rawValue)] += 1
    }
}
