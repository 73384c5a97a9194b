import TestSupport
import Testing

@testable import MapModel

@Suite struct UTCInstantTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2005-06-09T14:34:53.280Z", 1_118_327_693_280),
            ("2000-02-29T23:59:59.999Z", 951_868_799_999), ("1969-12-31T23:59:59.999Z", -1),
            ("2026-11-21T09:30:00.5+01:00", 1_795_249_800_500), ("2026-11-21 08:30:00", 1_795_249_800_000),
            ("2026-11-21t08:30:00.1239z", 1_795_249_800_123), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ] as [(String, Int64)])
    func readsISO8601(text: String, milliseconds: Int64) {
        #expect(UTCInstant(iso8601: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01T00:00:00Z", "2025-02-29T00:00:00Z", "2026-11-21T24:00:00Z",
        "2026-11-21T00:00:00.Z", "2026-11-21T00:00:00Zx", "2026-11-21T00:00:00+25:00", "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+01:00", "９026-11-21T00:00:00Z", "-026-11-21T00:00:00Z",
        "2026-11-21T00:00:00.12345678901234567890123456789012345Z",
    ])
    func refusesWhatIsNoTime(text: String) {
        #expect(UTCInstant(iso8601: text) == nil)
    }

    @Test(arguments: 0..<10) func printsWhatItReads(seed: UInt64) {
        var random = SeededRandom(seed)
        for _ in 0..<50 {
            let any = Int64.random(
                in: UTCInstant.earliest.milliseconds...UTCInstant.latest.milliseconds, using: &random)
            let instant = UTCInstant(milliseconds: any)
            #expect(instant?.milliseconds == any)
            #expect(instant.map { UTCInstant(iso8601: $0.description) } == instant)
        }
    }

    @Test func daysFollowEachOther() {
        var day = UTCInstant(year: 1896, month: 1, day: 1)
        var (year, month, dayOfMonth) = (1896, 1, 1)
        while year < 2108 {
            #expect(day.map { $0.date == (year, month, dayOfMonth) } ?? false)
            dayOfMonth += 1
            if UTCInstant(year: year, month: month, day: dayOfMonth) == nil {
                (month, dayOfMonth) = (month + 1, 1)
                if month > 12 { (year, month) = (year + 1, 1) }
            }
            day = day.flatMap { UTCInstant(milliseconds: $0.milliseconds + UTCInstant.millisecondsPerDay) }
        }
    }

    @Test func hasLimits() {
        #expect(UTCInstant(milliseconds: .max) == nil && UTCInstant(milliseconds: .min) == nil)
        #expect(UTCInstant.latest.milliseconds(since: .earliest) > 0)
    }
}
