import TestSupport
import Testing

@testable import RowValues

/// What a column of texts means as times.
struct TimeCollectorTests {
    private func collected(_ texts: [String], format: TimeFormat? = nil) -> TimeCollector {
        var collector = TimeCollector(format: format)
        for var text in texts { text.withUTF8 { collector.append($0) } }
        return collector
    }

    private func column(
        _ texts: [String], _ name: String = "time", format: TimeFormat? = nil, isGiven: Bool = false,
        zone: ZoneTable = .utc
    ) throws(TimeFault) -> TimeColumn {
        try collected(texts, format: format).finish(name: name, isGiven: isGiven, zone: zone)
    }

    private func moment(_ text: String) -> Int64? { TimeText.reading(text)?.milliseconds }

    @Test func aNumberAbove12DecidesTheOrderOfAllDates() throws {
        let dayFirst = try column(["05/06/2026", "29/03/2026", "01/02/2026"])
        #expect(dayFirst.form == .text(.dayFirst))
        #expect(dayFirst.moments == ["2026-06-05", "2026-03-29", "2026-02-01"].map { moment($0) })
        let monthFirst = try column(["05/06/2026", "3/29/2026 1:30 PM", "1/2/26"])
        #expect(monthFirst.form == .text(.monthFirst))
        #expect(monthFirst.moments == ["2026-05-06", "2026-03-29 13:30", "2026-01-02"].map { moment($0) })
    }

    @Test func bothOrdersInOneColumnAreRefused() {
        #expect(
            throws: TimeFault.bothOrders(column: "seen", dayFirst: "23/04/2025", monthFirst: "04/23/2025")
        ) { try column(["23/04/2025", "04/23/2025"], "seen") }
    }

    @Test func openDatesAreRefusedUnlessRowsAscendInOneOrder() throws {
        #expect(throws: TimeFault.openOrder(column: "seen", example: "05/06/2025")) {
            try column(["05/06/2025", "06/07/2025"], "seen")
        }
        // The first twelve days of two months ascend with the day first only.
        let days = (1...2).flatMap { month in (1...12).map { "\($0)/\(month)/2026" } }
        #expect(try column(days).form == .text(.dayFirst))
        #expect(throws: TimeFault.self) { try column(Array(days.prefix(12))) }
        #expect(try column(["05/06/2025"], format: .order(.monthFirst)).moments == [moment("2025-05-06")])
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func partsAreReadAsOneColumn(seed: UInt64) {
        var random = SeededRandom(seed)
        let kinds = [
            "", "NA", "x", "05/06/2026", "2/1/2026 10:00 +0200", "2026-03-29", "1774747800", "0000-00-00",
            "17/03/2026",
            "2026-03-29T01:30Z",
        ]
        let few = random.number(2...kinds.count - 1)
        let texts = (0..<random.number(1...200)).map { _ in kinds[random.number(0...few)] }
        let whole = Result { () throws(TimeFault) in try column(texts, isGiven: true) }
        let cut = random.number(0...texts.count)
        var parts = collected(Array(texts[..<cut]))
        parts.append(collected(Array(texts[cut...])))
        let joined = Result { () throws(TimeFault) in try parts.finish(name: "time", isGiven: true) }
        switch (whole, joined) {
        case (.success(let one), .success(let other)):
            #expect(one.moments == other.moments && one.firstMisfit == other.firstMisfit)
            #expect(one.count + one.misfitCount + one.missingCount == texts.count)
            #expect(one.moments.count { TimeColumn.isMoment($0) } == one.count)
        case (.failure(let one), .failure(let other)): #expect(one == other)
        default: Issue.record("seed \(seed): \(whole) \(joined)")
        }
    }

    @Test func numbersAreTimesWhereTheirNameSaysSo() throws {
        let texts = ["1774747800", "1774747801", "1774747802"]
        #expect(try column(texts, "created_at").form == .epoch(.seconds))
        #expect(throws: TimeFault.noTimes(column: "price")) { try column(texts, "price") }
        #expect(try column(texts, "price", isGiven: true).form == .epoch(.seconds))
        // One unit a column: what has another size is a misfit.
        let mixed = try column(Array(repeating: "1774747800", count: 30) + ["1774747800123"], "ts")
        #expect(mixed.misfitCount == 1 && mixed.count == 30)
        #expect(try column(["1066", "1789"], "year", isGiven: true).form == .years)
        let ancient = try column(["-4000", "-500", "1950"], "year", isGiven: true)
        #expect(ancient.form == .years && ancient.moments[0] == moment("-4000-01-01"))
        #expect(throws: TimeFault.self) { try column(["1066", "1789"], "year") }
        let days = try column(["45576.5", "45577"], "day", isGiven: true)
        #expect(days.form == .spreadsheet && days.moments[0] == moment("2024-10-11 12:00"))
        #expect(throws: TimeFault.self) { try column(["45576.5", "45577"], "date") }
        #expect(try column(["45576.5"], "x", format: .spreadsheet).moments == [moment("2024-10-11 12:00")])
        for text in ["45576,5", "45576,50"] {
            #expect(try column([text], "x", format: .spreadsheet).moments == [moment("2024-10-11 12:00")])
            #expect(try column([text], "x", isGiven: true).moments == [moment("2024-10-11 12:00")])
        }
        let commas = try column(["1774747800,25", "1774747801"], "ts")
        #expect(commas.form == .epoch(.seconds) && commas.moments[0] == 1_774_747_800_250)
        // Thousands.
        #expect(throws: TimeFault.self) { try column(["45,576", "45,577"], "x", isGiven: true) }
        #expect(try column(["45,576", "45576"], "x", format: .spreadsheet).misfitCount == 1)
    }

    @Test func monthsAndHoursAreTimesAndEightDigitsWhereAllAreDates() throws {
        let months = try column(["2026-03", "2025-12", ""], "period")
        #expect(months.moments == [moment("2026-03-01"), moment("2025-12-01"), TimeColumn.none])
        let hours = try column(["2026-03-29T10", "2026-03-29 11Z"])
        #expect(hours.moments == [moment("2026-03-29 10:00"), moment("2026-03-29 11:00")])
        for text in ["2026-13", "1234-05", "2026-03-29T24:", "2026-03-29T25"] {
            #expect(throws: TimeFault.self) { try column([text], "x") }
        }
        let dates = ["20260329", "19991231", "20000101"]
        let expected = [moment("2026-03-29"), moment("1999-12-31"), moment("2000-01-01")]
        let clocks = try column(["20260329013000", "19991231235959"], "number")
        #expect(clocks.moments == [moment("2026-03-29 01:30"), moment("1999-12-31 23:59:59")])
        #expect(throws: TimeFault.self) { try column(["20260329013000", "20260329250000"], "number") }
        for name in ["date", "number"] {
            let found = try column(dates, name)
            #expect(found.form == .compact && found.moments == expected, "\(name)")
        }
        // One that is no date: a number, unless the name says time, and most are dates.
        #expect(throws: TimeFault.self) { try column(dates + ["20260230"], "number") }
        #expect(throws: TimeFault.self) { try column(dates + ["20260230"], "date") }
        let most = Array(repeating: "20260329", count: 40) + ["20260230"]
        #expect(throws: TimeFault.self) { try column(most, "number") }
        #expect(try column(most, "date").misfitCount == 1)
        #expect(throws: TimeFault.self) { try column(["18260329", "30000101"], "number") }
    }

    /// A format says which columns have times, without a name.
    @Test(arguments: [
        ("%d|%m|%Y", "a", ["29|03|2026", "30|03|2026"], true), ("%d|%m|%Y", "a", ["1", "2"], false),
        ("s", "amount", ["1774747800", "1774747801"], true), ("s", "lat", ["48.5", "12"], false),
        ("s", "ts", ["100", "200"], true), ("excel", "a", ["45576.5", "45577"], true),
        ("excel", "lon", ["13.5", "52"], false), ("excel", "date", ["13.5", "52"], true),
        ("dmy", "a", ["05/06/2026"], true), ("%Y", "a", ["", "NA"], false),
    ])
    func aFormatFindsTheColumn(format: String, name: String, texts: [String], isLikely: Bool) throws {
        let format = try #require(TimeFormat(format))
        #expect(collected(texts, format: format).isLikely(name: name) == isLikely)
    }

    @Test func timesOfTablesAreJoined() throws {
        let parts = [try column(["2026-01-02", "soon"], "seen"), nil, try column(["2026-01-01"], "date")]
        let joined = try #require(TimeColumn(joining: zip(parts, [2, 3, 1]).map { ($0, $1) }))
        #expect(joined.name == "seen, date" && joined.count == 2 && joined.misfitCount == 1)
        #expect(joined.missingCount == 3 && joined.firstMisfit?.row == 1)
        #expect(joined.moments.last == moment("2026-01-01"))
        #expect(
            joined.range == moment("2026-01-01").flatMap { first in moment("2026-01-02").map { first...$0 } })
        #expect(TimeColumn(joining: [(nil, 3)]) == nil)
    }

    @Test func shareOfTimesDependsOnTheName() throws {
        let half = ["2026-03-29", "soon"]
        #expect(try column(half, "date").misfitCount == 1)
        #expect(throws: TimeFault.noTimes(column: "note")) { try column(half, "note") }
        #expect(try column(Array(repeating: "2026-03-29", count: 19) + ["soon"], "note").count == 19)
    }

    @Test func emptyValuesAreNoMisfits() throws {
        let texts = [
            "2026-03-29", "", "NA", "null", "0000-00-00 00:00:00", "0000:00:00 00:00:00", "2026-02-30",
        ]
        let found = try column(texts)
        #expect(found.count == 1 && found.missingCount == 5 && found.misfitCount == 1)
        #expect(found.firstMisfit?.row == 6 && found.firstMisfit?.text == "2026-02-30")
        #expect(
            found.notices == ["time: 1 of 2 times do not read, first in row 7: \"2026-02-30\""])
    }

    @Test func clocksThatChangeAreCounted() throws {
        guard let zone = ZoneTable.named("Europe/Berlin") else { return }
        let texts = ["2026-03-29 02:30", "2026-10-25 02:30", "2026-10-25 02:30Z", "2026-07-01 12:00"]
        let found = try column(texts, zone: zone)
        #expect(found.skippedClocks == 1 && found.doubledClocks == 1)
        let utc = ["2026-03-29 01:30", "2026-10-25 00:30", "2026-10-25 02:30", "2026-07-01 10:00"]
        #expect(found.moments == utc.map { moment($0) })
        #expect(found.range == (moment("2026-03-29 01:30") ?? 0)...(moment("2026-10-25 02:30") ?? 0))
    }

    @Test func typedColumnsFollowTheSameRules() {
        func kind(_ texts: [String], _ name: String = "c") -> ColumnValues {
            var builder = ColumnBuilder(name: name)
            for text in texts { builder.append(text) }
            return builder.finish()
        }
        #expect(kind(["05/06/2026", "29/03/2026"]).text(at: 0) == "2026-06-05")
        #expect(kind(["05/06/2026", "3/29/2026"]).text(at: 0) == "2026-05-06")
        #expect(kind(["05/06/2026", "06/07/2026"]).kind == .text)
        #expect(kind(["23/04/2025", "04/23/2025"]).kind == .text)
        #expect(kind(["29 March 2026", "Mar 30, 2026"]).kind == .time)
        #expect(kind(["1774747800"], "created_at").kind == .number)
    }

    @Test func standInsAreCountedAndSaid() throws {
        func notices(_ texts: [String]) throws -> [String] {
            var collector = TimeCollector()
            for var text in texts { text.withUTF8 { collector.append($0) } }
            return try collector.finish(name: "seen", isGiven: true).notices
        }
        let days = (1...9).map { "2025-01-0\($0) 12:00" }
        #expect(
            try notices(days + ["1970-01-01T00:00:00Z"])
                == ["seen: 1 of 10 times is 1970-01-01 00:00, which often stands for none"])
        #expect(
            try notices(days + ["9999-12-31", "1900-01-01", "0001-01-01 00:00"])
                == [
                    "seen: 3 of 12 times are 0001-01-01 or 1900-01-01 or 9999-12-31 00:00, "
                        + "which often stands for none"
                ])
        let many = (0..<12).flatMap { _ in days }
        #expect(try notices(many + ["1970-01-01"]).isEmpty)
        #expect(try notices(days + ["1970-01-01 00:01"]).isEmpty)
    }
}
