import MapModel
import TestSupport
import Testing

@testable import RowValues

/// Counts by units of the calendar.
struct TimeSeriesTests {
    private func moment(_ text: String) throws -> Int64 {
        try #require(TimeText.reading(text)?.milliseconds)
    }

    @Test(arguments: 0..<60) func theLongestGapIsThatOfSortedTimes(seed: UInt64) {
        var random = SeededRandom(seed)
        let span = [1, 5, 100, 86_400_000, Int(1e15)][random.number(0...4)]
        let moments = (0..<random.number(0...40)).map { _ in
            random.number(0...5) == 0
                ? TimeColumn.none - Int64(random.number(-1...0)) : Int64(random.number(-span...span))
        }
        let sorted = moments.filter(TimeColumn.isMoment).sorted()
        let column = TimeColumn(
            name: "time", form: .text(nil), moments: moments, count: sorted.count,
            misfitCount: moments.count { $0 == TimeColumn.misfit }, firstMisfit: nil, skippedClocks: 0,
            doubledClocks: 0, range: sorted.first.flatMap { least in sorted.last.map { least...$0 } })
        let gaps = zip(sorted, sorted.dropFirst()).filter { $0 < $1 }
        let longest = gaps.map { $1 - $0 }.max()
        let first = gaps.first { $1 - $0 == longest }.map { $0...$1 }
        #expect(column.longestGap == first)
    }

    private func edges(_ from: String, _ until: String, per unit: String, zone: ZoneTable = .utc) throws
        -> [String]
    {
        let step = try #require(CalendarStep(unit))
        let moments = [try moment(from), try moment(until)]
        let series = try #require(TimeSeries(moments, per: step, in: zone))
        var zones = ZoneCursor(zone)
        return series.edges.map { String(zones.text(at: $0).prefix(16)) }
    }

    @Test func barsBeginWhereTheCalendarDoes() throws {
        #expect(
            try edges("2026-01-31 12:00", "2026-03-01", per: "month") == [
                "2026-01-01T00:00", "2026-02-01T00:00", "2026-03-01T00:00", "2026-04-01T00:00",
            ])
        #expect(
            try edges("2026-11-28", "2026-11-30", per: "week") == [
                "2026-11-23T00:00", "2026-11-30T00:00", "2026-12-07T00:00",
            ])
        #expect(
            try edges("1969-12-28", "1969-12-28", per: "week") == ["1969-12-22T00:00", "1969-12-29T00:00"])
        #expect(
            try edges("2026-05-01", "2026-05-01", per: "quarter") == ["2026-04-01T00:00", "2026-07-01T00:00"])
        #expect(
            try edges("1987-05-01", "1991-01-01", per: "decade") == [
                "1980-01-01T00:00", "1990-01-01T00:00", "2000-01-01T00:00",
            ])
        #expect(
            try edges("2026-05-01 10:37", "2026-05-01 10:37", per: "15min") == [
                "2026-05-01T10:30", "2026-05-01T10:45",
            ])
        #expect(
            try edges("-0044-03-15", "-0044-03-15", per: "century") == [
                "-0100-01-01T00:0", "0000-01-01T00:00",
            ])
    }

    @Test func daysOf23And25HoursAreOneBar() throws {
        guard let zone = ZoneTable.named("Europe/Berlin") else { return }
        let springTimes = [try moment("2026-03-28 23:30"), try moment("2026-03-30 10:00")]
        let spring = try #require(TimeSeries(springTimes, per: CalendarStep(1, .day), in: zone))
        #expect(zip(spring.edges, spring.edges.dropFirst()).map { ($1 - $0) / 3_600_000 } == [23, 24])
        let autumnTimes = [try moment("2026-10-24 22:30"), try moment("2026-10-25 22:30")]
        let autumn = try #require(TimeSeries(autumnTimes, per: CalendarStep(1, .day), in: zone))
        #expect(zip(autumn.edges, autumn.edges.dropFirst()).map { ($1 - $0) / 3_600_000 } == [25])
        // The hour that comes twice is two bars, the one that is left out none.
        let hoursTimes = [try moment("2026-10-25 00:10"), try moment("2026-10-25 01:10")]
        let hours = try #require(TimeSeries(hoursTimes, per: CalendarStep(1, .hour), in: zone))
        #expect(hours.counts == [1, 1])
    }

    @Test(arguments: 0..<120 as Range<UInt64>) func barsHoldAllRowsAndNoOther(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let zone =
            [ZoneTable.utc]
            + ["America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia"].compactMap { ZoneTable.named($0) }
        let chosen = zone[random.number(0...zone.count - 1)]
        let unit = ["hour", "6h", "day", "2 days", "week", "month", "quarter", "year", "90min"][
            random.number(0...8)]
        let moments = (0..<random.number(1...200)).map { _ in
            random.number(0...9) == 0
                ? TimeColumn.none : 1_300_000_000_000 + Int64(random.number(0...10_000)) * 3_600_000
        }
        var kept = RowSet(capacity: moments.count)
        for row in moments.indices where random.number(0...2) > 0 { kept.insert(UInt32(row)) }
        let step = try #require(CalendarStep(unit))
        let series = try #require(TimeSeries(moments, of: kept, per: step, in: chosen))
        let meant = kept.rows.map { moments[Int($0)] }.filter(TimeColumn.isMoment)
        #expect(series.counts.reduce(0, +) == meant.count)
        #expect(zip(series.edges, series.edges.dropFirst()).allSatisfy { $0 < $1 })
        for (bar, count) in series.counts.enumerated() {
            let (from, until) = (series.edges[bar], series.edges[bar + 1])
            #expect(meant.count { $0 >= from && $0 < until } == count)
        }
        if let last = series.counts.last { #expect(last > 0 && series.counts[0] > 0) }
    }

    /// As in a window: begun before its end, and not ended before its beginning.
    @Test(arguments: 0..<60 as Range<UInt64>) func rowsThatLastAreInAllBarsThatTheyOverlap(seed: UInt64)
        throws
    {
        var random = SeededRandom(seed)
        let moments = (0..<random.number(1...60)).map { _ in
            random.number(0...9) == 0 ? TimeColumn.none : Int64(random.number(0...3000)) * 3_600_000
        }
        let ends = moments.map { start in
            switch random.number(0...9) {
            case 0: TimeColumn.none
            case 1: TimeColumn.misfit
            default: max(start, 0) + Int64(random.number(-40...900)) * 3_600_000
            }
        }
        let series = try #require(TimeSeries(moments, until: ends, per: CalendarStep(1, .day), in: .utc))
        for (bar, count) in series.counts.enumerated() {
            let (from, until) = (series.edges[bar], series.edges[bar + 1])
            let meant = moments.indices.count {
                TimeColumn.isMoment(moments[$0]) && moments[$0] < until
                    && (ends[$0] == TimeColumn.none || ends[$0] >= from)
            }
            #expect(count == meant)
        }
    }

    @Test func tooManyBarsAreRefused() throws {
        let moments = [UTCInstant.earliest.milliseconds, UTCInstant.latest.milliseconds]
        #expect(TimeSeries(moments, per: CalendarStep(1, .day), in: .utc) == nil)
        let years = try #require(TimeSeries(moments, per: CalendarStep(1, .year), in: .utc))
        #expect(years.counts.count == 9_999 && years.counts.reduce(0, +) == 2)
        #expect(TimeSeries([], per: CalendarStep(1, .day), in: .utc)?.counts == [])
    }

    @Test(arguments: ["", "fortnight", "0 days", "-1d", "day day", "99999999999999999999 days"])
    func othersAreNoUnits(text: String) {
        #expect(CalendarStep(text) == nil)
    }

    @Test func foldsCountByPartsOfTheClock() throws {
        let texts = ["2026-11-27 22:10", "2026-11-20 22:50", "2026-11-28 03:00"]
        let column = TimeWindowTests.column(try texts.map { try moment($0) } + [TimeColumn.none])
        let fold = try #require(TimeFold(column, .weekday, .hour, in: .utc))
        #expect(fold.counts.count == 7 * 24 && fold.counts.reduce(0, +) == 3)
        #expect(fold.counts[4 * 24 + 22] == 2 && fold.counts[5 * 24 + 3] == 1)
        let years = try #require(TimeFold(column, .year, .month, in: .utc))
        #expect(years.outer == 2026...2026 && years.counts[10] == 3)
        #expect(TimeFold(TimeWindowTests.column([TimeColumn.none]), .hour, .weekday, in: .utc) == nil)
    }
}
