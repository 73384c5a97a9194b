import MapModel

// What the values of a column mean together.
extension TimeCollector {
    /// The share of values that must be times, and of a column whose name says time.
    private static let share = 0.95
    private static let shareOfNamed = 0.5
    /// Different moments in one order after which that is believed.
    private static let stepsOfOrder = 19

    /// The times of the column.
    ///
    /// - Parameters:
    ///   - isGiven: the user named it, so that years and few times are meant as well.
    ///   - zone: in which clocks without an offset are read.
    package consuming func finish(
        name: String, isGiven: Bool, zone: ZoneTable = .utc
    ) throws(TimeFault) -> TimeColumn {
        let form = try judged(name: name, isGiven: isGiven)
        var moments = MomentBuilder(zone: zone)
        moments.reserve(values.count)
        var next = 0
        for index in values.indices {
            let (value, mark) = (values[index], marks[index])
            switch (mark, form) {
            case (.missing, _): moments.appendNone()
            case (.moment, .epoch), (.moment, .text), (.moment, .pattern): moments.append(value)
            case (.wall, .text), (.wall, .pattern), (.wall, .spreadsheet),
                (.spreadsheetDay, .spreadsheet):
                moments.append(wall: value)
            case (.either, .text(.monthFirst)), (.zonedEither, .text(.monthFirst)):
                while monthFirst[next].row < index { next += 1 }
                let other = monthFirst[next].value
                mark == .either ? moments.append(wall: other) : moments.append(other)
            case (.either, .text(.dayFirst)), (.dayFirst, .text(.dayFirst)),
                (.monthFirst, .text(.monthFirst)):
                moments.append(wall: value)
            case (.zonedEither, .text(.dayFirst)), (.zonedDayFirst, .text(.dayFirst)),
                (.zonedMonthFirst, .text(.monthFirst)):
                moments.append(value)
            case (.compact, .compact): moments.append(wall: value)
            case (.year, .years):
                moments.append(wall: WallTime(year: Int(value), month: 1, day: 1)?.milliseconds)
            case (.seconds, .epoch(.seconds)), (.milliseconds, .epoch(.milliseconds)),
                (.microseconds, .epoch(.microseconds)), (.nanoseconds, .epoch(.nanoseconds)):
                moments.append(value)
            default: moments.append(nil)
            }
        }
        return moments.column(name, form, firstMisfit: firstMisfit)
    }

    /// How the times are written.
    package func judged(name: String, isGiven: Bool) throws(TimeFault) -> TimeForm {
        switch format {
        case .epoch(let unit): return .epoch(unit)
        case .spreadsheet: return .spreadsheet
        case .pattern: return .pattern
        case .part: throw .noTimes(column: name)
        case nil, .order: break
        }
        let present = Double(values.count - count(of: .missing))
        guard present > 0 else {
            if isGiven { return .text(nil) }
            throw .noTimes(column: name)
        }
        let saysTime = isGiven || TimeText.isName(name)
        let epochs = EpochUnit.allCases.map { (unit: $0, count: Double(count(of: $0.mark))) }
        let years = Double(count(of: .year))
        let compact = Double(count(of: .compact))
        let days = Double(count(of: .spreadsheetDay))
        let numbers =
            epochs.reduce(0) { $0 + $1.count } + years + compact + days + Double(count(of: .number))
        if numbers >= Self.share * present {
            if let unit = epochs.first(where: { $0.count >= Self.share * numbers })?.unit, saysTime {
                return .epoch(unit)
            }
            if isGiven, years >= Self.share * numbers { return .years }
            if isGiven, days >= Self.share * numbers { return .spreadsheet }
            // Of a column whose name says nothing all must be dates.
            if compact >= (saysTime ? Self.share * numbers : present) { return .compact }
            throw .noTimes(column: name)
        }
        let read = present - numbers - Double(count(of: .misfit))
        if read < (saysTime ? Self.shareOfNamed : Self.share) * present, !isGiven {
            throw .noTimes(column: name)
        }
        if read == 0 { throw .noTimes(column: name) }
        return .text(try order(name))
    }

    /// Whether these values, a part of a column that nobody named, say that it has times, or dates that could be two days.
    ///
    /// Of a format that any number has they must be likely times, unless the name says time.
    package func isLikely(name: String) -> Bool {
        let isNamed = TimeText.isName(name)
        let likely: ClosedRange<Int64>
        switch format {
        case nil, .order:
            do throws(TimeFault) {
                _ = try judged(name: name, isGiven: false)
                return true
            } catch {
                if case .noTimes = error { return false }
                return true
            }
        case .pattern: likely = .min ... .max
        case .part: return false
        case .epoch where isNamed, .spreadsheet where isNamed: likely = .min ... .max
        case .epoch:
            let seconds = EpochUnit.likelySeconds
            likely = seconds.lowerBound * 1000...seconds.upperBound * 1000
        case .spreadsheet: likely = Self.spreadsheetTimes
        }
        let present = values.count - count(of: .missing)
        let read = values.indices.count {
            marks[$0] != .missing && marks[$0] != .misfit && likely.contains(values[$0])
        }
        let share = isNamed ? Self.shareOfNamed : Self.share
        return read > 0 && Double(read) >= share * Double(present)
    }

    /// The order of day and month; nil where no date leaves it open.
    private func order(_ name: String) throws(TimeFault) -> DayOrder? {
        let dayFirst = firstDayFirst
        let monthFirst = firstMonthFirst
        guard dayFirst != nil || monthFirst != nil || firstEither != nil else { return nil }
        if case .order(let order) = format { return order }
        if let dayFirst, let monthFirst {
            throw .bothOrders(column: name, dayFirst: dayFirst.text, monthFirst: monthFirst.text)
        }
        if dayFirst != nil { return .dayFirst }
        if monthFirst != nil { return .monthFirst }
        let ascends = [dayFirstAscent, monthFirstAscent].map {
            $0.isAscending && $0.steps >= Self.stepsOfOrder
        }
        if ascends[0] != ascends[1] { return ascends[0] ? .dayFirst : .monthFirst }
        throw .openOrder(column: name, example: firstEither?.text ?? "")
    }
}

/// Moments by row, with what is to be known of them.
private struct MomentBuilder {
    private let zone: ZoneTable
    private var moments: [Int64] = []
    private var count = 0
    private var misfits = 0
    private var skipped = 0
    private var doubled = 0
    private var least = Int64.max
    private var greatest = Int64.min
    private var standIns = StandIns()

    init(zone: ZoneTable) { self.zone = zone }

    mutating func reserve(_ count: Int) { moments.reserveCapacity(count) }

    mutating func appendNone() { moments.append(TimeColumn.none) }

    /// Appends a moment; nil for what is none.
    mutating func append(_ moment: Int64?) {
        guard let moment else {
            misfits += 1
            return moments.append(TimeColumn.misfit)
        }
        standIns.count(moment)
        add(moment)
    }

    private mutating func add(_ moment: Int64) {
        count += 1
        least = min(least, moment)
        greatest = max(greatest, moment)
        moments.append(moment)
    }

    mutating func append(wall: Int64?) {
        guard let wall else { return append(nil) }
        let (moment, clock) = zone.moment(ofWall: wall)
        skipped += clock == .skipped ? 1 : 0
        doubled += clock == .doubled ? 1 : 0
        standIns.count(wall)
        add(moment)
    }

    consuming func column(
        _ name: String, _ form: TimeForm, firstMisfit: TimeCollector.Example?
    ) -> TimeColumn {
        TimeColumn(
            name: name, form: form, moments: moments, count: count, misfitCount: misfits,
            firstMisfit: firstMisfit, skippedClocks: skipped, doubledClocks: doubled,
            range: count > 0 ? least...greatest : nil, standIns: standIns)
    }
}
