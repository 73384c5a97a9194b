import TestSupport
import Testing

@testable import RowValues

/// What `--time` asks for.
struct TimeWindowTests {
    private static func moment(_ text: String) -> Int64? { TimeText.reading(text)?.milliseconds }

    @Test(
        arguments: [
            ("2025", "2025-01-01", "2026-01-01"), ("2025-12", "2025-12-01", "2026-01-01"),
            ("2025-06-01", "2025-06-01", "2025-06-02"), ("2025-06-01/2025-06-30", "2025-06-01", "2025-07-01"),
            ("2025-03..2025-04", "2025-03-01", "2025-05-01"),
            ("2025-06-01T10", "2025-06-01 10:00", "2025-06-01 11:00"),
            ("2025-06-01 10:30", "2025-06-01 10:30", "2025-06-01 10:31"),
            ("2025-06-01T10:00/2025-06-01T12:30", "2025-06-01 10:00", "2025-06-01 12:30"),
            ("2025-06-01T10:00Z/PT90M", "2025-06-01 10:00", "2025-06-01 11:30"),
            ("2025-01-31/P1M", "2025-01-31", "2025-02-28"), ("P7D/2025-06-30", "2025-06-24", "2025-07-01"),
            ("2025/", "2025-01-01", nil), ("/2025-06", nil, "2025-07-01"), ("2025/..", "2025-01-01", nil),
            ("2025-W23-1", "2025-06-02", "2025-06-03"), ("-0044-03", "-0044-03-01", "-0044-04-01"),
            ("2025-W10", "2025-03-03", "2025-03-10"), ("2020-W53", "2020-12-28", "2021-01-04"),
            ("2025-W01", "2024-12-30", "2025-01-06"), ("2025-q2", "2025-04-01", "2025-07-01"),
            ("2025-Q4", "2025-10-01", "2026-01-01"), ("2025-Q1/2025-Q2", "2025-01-01", "2025-07-01"),
            ("2025-W10..2025-W11", "2025-03-03", "2025-03-17"),
            ("9999", "9999-01-01", "+10000-01-01"), ("29.3.2026", "2026-03-29", "2026-03-30"),
        ] as [(String, String?, String?)])
    func windowsHaveTheirFirstMomentAndNotTheirLast(text: String, from: String?, until: String?) throws {
        let window = try TimeWindow(text, zone: .utc)
        #expect(
            window
                == .between(from: from.flatMap { Self.moment($0) }, until: until.flatMap { Self.moment($0) }))
    }

    @Test(arguments: [
        "", "soon", "2025-13", "2025-06-31", "/", "last", "last 7", "last 0d", "last 7 weekends", "P7D",
        "P7D/",
        "05/06/2025", "fri-", "25-26", "mon-fri 7-9 7-9", "P/2025", "2025-06-01/P",
        "last 99999999999999999999d", "2025-Q5", "2025-Q0", "2025-W00", "2025-W53", "2025-W54", "2025-W1",
    ])
    func othersAreRefused(text: String) {
        #expect(throws: TimeWindowFault.self) { try TimeWindow(text, zone: .utc) }
    }

    @Test func aWindowThatEndsBeforeItBeginsIsRefused() {
        #expect(throws: TimeWindowFault.reversed("2026-03", "2026-02")) {
            try TimeWindow("2026-03/2026-02", zone: .utc)
        }
    }

    @Test func daysAreThoseOfTheZone() throws {
        guard let zone = ZoneTable.named("Europe/Berlin") else { return }
        let day = try TimeWindow("2026-03-29", zone: zone)
        #expect(
            day
                == .between(from: Self.moment("2026-03-28 23:00"), until: Self.moment("2026-03-29 22:00")))
    }

    private func rows(_ windows: [String], of texts: [String], zone: ZoneTable = .utc) throws -> [UInt32] {
        var collector = TimeCollector()
        for var text in texts { text.withUTF8 { collector.append($0) } }
        var question = TimeQuestion()
        question.shownZone = zone
        question.windows = try windows.map { try TimeWindow($0, zone: zone) }
        return question.rows(of: try collector.finish(name: "time", isGiven: true)).rows
    }

    @Test func theLastDaysCountFromTheNewestRow() throws {
        let texts = ["2026-01-01", "2026-01-08", "2026-01-08 00:00:00.001", "", "2026-01-15"]
        #expect(try rows(["last 7d"], of: texts) == [2, 4])
        #expect(try rows(["last 10m"], of: texts) == [4])
        #expect(try rows(["last 7d", "2026-01-08"], of: texts) == [2])
        #expect(try rows(["2026"], of: texts) == [0, 1, 2, 4])
    }

    @Test func aNightBelongsToTheDayOnWhichItBegins() throws {
        // 2026-11-27 is a Friday.
        let texts = [
            "2026-11-27 03:00", "2026-11-27 22:00", "2026-11-28 03:59", "2026-11-28 04:00",
            "2026-11-28 23:00",
            "2026-11-29 02:00", "2026-11-29 22:00",
        ]
        #expect(try rows(["fri-sat 22-04"], of: texts) == [1, 2, 4, 5])
        #expect(try rows(["22-04"], of: texts) == [0, 1, 2, 4, 5, 6])
        #expect(try rows(["sat"], of: texts) == [2, 3, 4])
        let months = (1...12).map { "2026-\($0 < 10 ? "0" : "")\($0)-15" }
        #expect(try rows(["nov-feb"], of: months) == [0, 1, 10, 11])
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func windowsKeepWhatAScanKeeps(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let moments = (0..<random.number(0...300)).map { _ in
            random.number(0...9) == 0 ? TimeColumn.none : Int64(random.number(-1_000...1_000)) * 3_600_000
        }
        let ends = moments.map { start in
            start == TimeColumn.none || random.number(0...3) == 0
                ? TimeColumn.none : start + Int64(random.number(0...100)) * 3_600_000
        }
        let from = Int64(random.number(-1_000...1_000)) * 3_600_000
        let until = from + Int64(random.number(0...500)) * 3_600_000
        var question = TimeQuestion()
        question.windows = [.between(from: from, until: until)]
        let starts = Self.column(moments)
        #expect(
            question.rows(of: starts).rows
                == moments.indices.filter { moments[$0] >= from && moments[$0] < until }.map { UInt32($0) })
        #expect(
            question.rows(of: starts, ends: Self.column(ends)).rows
                == moments.indices.filter { row in
                    moments[row] != TimeColumn.none && moments[row] < until
                        && (ends[row] == TimeColumn.none || ends[row] >= from)
                }.map { UInt32($0) })
    }

    static func column(_ moments: [Int64]) -> TimeColumn {
        let some = moments.filter(TimeColumn.isMoment)
        let range = some.min().flatMap { least in some.max().map { least...$0 } }
        return TimeColumn(
            name: "time", form: .text(nil), moments: moments, count: some.count, misfitCount: 0,
            firstMisfit: nil,
            skippedClocks: 0, doubledClocks: 0, range: range)
    }
}
