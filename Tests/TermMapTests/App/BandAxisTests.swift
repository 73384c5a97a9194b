import RowValues
import TestSupport
import Testing

@testable import App
@testable import StoryTestSupport

/// Which moments the columns of the band are.
@Suite struct BandAxisTests {
    private static let day = WallTime.millisecondsPerDay

    @Test(arguments: 0..<300)
    func barsCoverTheRangeAndFillMostOfTheWidth(seed: UInt64) {
        var random = SeededRandom(seed)
        let length = Int64(60_000 * random.fraction(1...4) * pow10(random.number(0...10)))
        let first = Int64(random.number(-100_000...20_000)) * Self.day + Int64(random.number(0...86_400_000))
        let range = first...(first + length)
        let columns = random.number(36...236)
        let axis = BandAxis(range, columns: columns)
        #expect(axis.start <= range.lowerBound && axis.end > range.upperBound)
        #expect(axis.barCount == 1 || axis.edges[1] <= range.lowerBound || axis.start <= range.lowerBound)
        #expect(zip(axis.edges, axis.edges.dropFirst()).allSatisfy { $0 < $1 })
        // A week is so much longer than a day that some widths are half filled by either.
        let isBetweenDayAndWeek = [.day, .week].contains(axis.step.unit) && axis.step.count == 1
        let least = Double(columns) * (isBetweenDayAndWeek ? 0.5 : 0.6)
        #expect(axis.columns <= columns && Double(axis.columns) >= least, "\(axis.step.words)")
        #expect((1...6).contains(axis.columnsPerBar))
    }

    private func pow10(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { power, _ in power * 3 } }

    @Test(arguments: 0..<60)
    func columnsAndMomentsAgree(seed: UInt64) {
        var random = SeededRandom(seed)
        let first = Int64(random.number(0...20_000)) * Self.day
        let axis = BandAxis(first...(first + Int64(random.number(1...400_000_000)) * 1000), columns: 116)
        for column in 0..<axis.columns {
            #expect(axis.column(of: axis.moment(atColumn: column)) == column)
            #expect(axis.bar(atColumn: column) == axis.bar(of: axis.moment(atColumn: column)))
        }
        #expect(axis.moment(atColumn: axis.columns) == axis.end)
        #expect(axis.column(of: axis.end) == nil && axis.column(of: axis.start - 1) == nil)
    }

    /// Eight weeks: 57 days in 111 columns are too many for two columns each.
    @Test func whereNoBarsFillMostOfTheWidthTheyAreTheFinest() {
        let axis = BandAxis(0...(57 * Self.day), columns: 111)
        #expect(axis.step == CalendarStep(1, .day) && axis.columns == 58)
    }

    @Test func barsOfDatesWithoutAClockAreDays() {
        func band(_ moments: [Int64]) -> TimeBand {
            var band = TimeBand(zone: .utc)
            band.adopt(timeline: 1, count: moments.count) { moments[$0] }
            band.fit(columns: 76)
            return band
        }
        let dates = (0..<18).map { 20_000 * Self.day + Int64($0) * Self.day }
        let days = band(dates)
        #expect(days.axis?.step == CalendarStep(1, .day) && days.axis?.columnsPerBar == 4)
        #expect(days.step == CalendarStep(1, .day) && days.said == dates[0]...dates[17] + Self.day - 1)
        let few = band(Array(dates.prefix(3)))
        #expect(few.axis?.step == CalendarStep(1, .day) && few.step == CalendarStep(1, .day))
        var clocks = dates
        clocks[7] += 3_600_000
        let hours = band(clocks)
        #expect(hours.axis?.step == CalendarStep(6, .hour) && hours.said == dates[0]...dates[17])
        // Of a server only the ends are known.
        #expect(band([dates[0], dates[17]]).axis?.step == CalendarStep(6, .hour))
    }

    /// Behind it nothing would be seen of a longer window.
    @Test func theEndOfAWindowStopsBehindTheLastRow() {
        var band = TimeBand(zone: .utc)
        let dates = (0..<18).map { (20_000 + Int64($0)) * Self.day }
        band.adopt(timeline: 1, count: dates.count) { dates[$0] }
        band.moveToEnd(last: false)
        for _ in 0..<40 { band.moveEnd(by: 1) }
        #expect(band.window == dates[0]..<dates[17] + Self.day)
        band.moveEnd(by: -1)
        #expect(band.window == dates[0]..<dates[17])
    }

    @Test func equalTimesAreOneBar() {
        let axis = BandAxis(1000...1000, columns: 76)
        #expect(axis.barCount == 1 && axis.columns == 6)
    }

    @Test(arguments: [(1, 9999), (-99_998, 284_000), (0, 1)])
    func anyYearsFit(first: Int, last: Int) throws {
        let range = TimeSamples.moment(first, 1, 1)...TimeSamples.moment(last, 12, 31)
        for columns in [1, 3, 16, 76, 500] {
            let axis = BandAxis(range, columns: columns)
            #expect(axis.start <= range.lowerBound && axis.end > range.upperBound)
        }
    }

    @Test func daysWithAChangeOfTheClockAreWholeBars() throws {
        guard let zone = ZoneTable.named("Europe/Berlin") else { return }
        let start = zone.moment(ofWall: TimeSamples.moment(2026, 3, 1)).milliseconds
        let axis = BandAxis(start...(start + 60 * Self.day), columns: 76, zone: zone)
        #expect(axis.step == CalendarStep(1, .day))
        let hours = zip(axis.edges, axis.edges.dropFirst()).map { ($1 - $0) / WallTime.millisecondsPerHour }
        #expect(hours.count { $0 == 23 } == 1 && hours.count { $0 == 24 } == hours.count - 1)
    }

    @Test func aBarIsInsideWhenHalfOfItOrOfTheWindowIs() {
        let axis = BandAxis(0...(70 * Self.day), columns: 76)
        #expect(axis.step == CalendarStep(1, .day))
        #expect(axis.isBar(3, in: 3 * Self.day..<4 * Self.day))
        #expect(!axis.isBar(4, in: 3 * Self.day..<4 * Self.day))
        #expect(axis.isBar(4, in: 3 * Self.day..<5 * Self.day - Self.day / 3))
        #expect(!axis.isBar(4, in: 3 * Self.day..<4 * Self.day + Self.day / 3))
        // A window of an hour is in the day that has it.
        #expect(axis.isBar(5, in: 5 * Self.day..<5 * Self.day + 3_600_000))
    }

    @Test func aWindowTakesItsColumnsAndOneAtLeast() {
        let axis = BandAxis(0...(70 * Self.day), columns: 76)
        #expect(axis.columns(of: 3 * Self.day..<5 * Self.day) == 3...4)
        #expect(axis.columns(of: 3 * Self.day..<3 * Self.day + 1) == 3...3)
        #expect(axis.columns(of: -Self.day..<2 * Self.day) == 0...1)
        #expect(axis.columns(of: -9 * Self.day..<0) == nil)
        #expect(axis.columns(of: axis.end..<axis.end + 1) == nil)
    }

    // MARK: - Outliers

    @Test func aStandInIsLeftOut() throws {
        let times =
            [TimeSamples.moment(1, 1, 1)] + (0..<700).map { TimeSamples.moment(1912, 4, 10) + $0 * 1_000_000 }
        let range = try #require(BandRange(count: times.count) { times[$0] })
        #expect(range.before == 1 && range.after == 0 && range.shown == times[1]...times[700])
    }

    @Test func theFirstWindowIsOfTheTimesThatAreShown() throws {
        let times =
            [TimeSamples.moment(1803, 1, 1)]
            + (0..<700).map { TimeSamples.moment(2000, 1, 1) + $0 * 1_000_000_000 }
        var band = TimeBand(zone: .utc)
        band.adopt(timeline: 1, count: times.count) { times[$0] }
        band.fit(columns: 76)
        #expect(band.left.before == 1)
        band.move(by: 1)
        #expect(band.window?.lowerBound == TimeSamples.moment(2000, 1, 1) && band.left.before == 1)
        band.moveToEnd(last: true)
        #expect(band.window?.contains(times[700]) == true && band.left.before == 1)
    }

    @Test func rowsAtBothEndsAreLeftOut() throws {
        let middle = (0..<1000).map { TimeSamples.moment(2020, 1, 1) + $0 * 3_600_000 }
        let times = [TimeSamples.moment(1900, 1, 1)] + middle + [TimeSamples.moment(9999, 12, 31)]
        let range = try #require(BandRange(count: times.count) { times[$0] })
        #expect(range.before == 1 && range.after == 1)
    }

    /// Compares with all ways of leaving rows out.
    @Test(arguments: 0..<80)
    func asFewRowsAsPossibleAreLeftOut(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let count = random.number(1...600)
        let far = random.number(0...8)
        let times = (0..<count).map { index in
            Int64(random.number(0...1000) * (index < far ? random.number(1...1000) : 1))
        }.sorted()
        let range = try #require(BandRange(count: count) { times[$0] })
        #expect(range.shown == times[range.before]...times[count - 1 - range.after])
        var rows = Array(times)
        while true {
            let most = rows.count - (count - count / 100)
            func best(_ removed: Int) -> ArraySlice<Int64>? {
                let last = { (slice: ArraySlice<Int64>) in (slice.last ?? 0) - (slice.first ?? 0) }
                return (0...removed).map { rows[$0..<rows.count - removed + $0] }
                    .min { last($0) < last($1) }
            }
            let whole = Double((rows.last ?? 0) - (rows.first ?? 0))
            let fewer = (0...most).dropFirst().lazy.compactMap(best).first {
                Double(($0.last ?? 0) - ($0.first ?? 0)) * 4 < whole
            }
            guard let fewer else { break }
            rows = Array(fewer)
        }
        #expect(range.before + range.after == count - rows.count)
    }

    @Test func noRowsHaveNoRange() { #expect(BandRange(count: 0) { _ in 0 } == nil) }
}
