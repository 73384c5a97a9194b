import MapModel
import TestSupport
import Testing

@testable import RowValues

/// Hours, days and other parts of times in filters.
struct FilterClockTests {
    static let zones = Set(TimeTable.parts.map(\.zone)).sorted()

    @Test(arguments: zones) func partsAndRecurrencesAreThoseOfPython(name: String) throws {
        guard let zone = ZoneTable.named(name) else { return }
        let recurrences = try TimeTable.recurrences.map { try #require(TimeRecurrence($0)) }
        let parts = TimeTable.parts.filter { $0.zone == name }
        #expect(parts.count == 250)
        for line in parts {
            let wall = zone.wall(at: line.milliseconds)
            let found = [TimeFold.Part.year, .month, .day, .hour, .weekday].map { $0.value(wall) }
            #expect(found == line.numbers, "\(name) \(line.milliseconds)")
            #expect(
                recurrences.map { $0.contains(wall: wall) } == line.recurs, "\(name) \(line.milliseconds)")
        }
    }

    /// The rows of a filter for a column `seen`, whose values are numbers from 1970.
    private func rows(_ text: String, _ lines: [TimeTable.Parts], _ zone: ZoneTable) throws -> [Int] {
        var calendar = TimeQuestion()
        calendar.shownZone = zone
        let filter = try Filter(text, columns: ["seen"]).reading(calendar)
        var collector = TimeCollector()
        for line in lines { collector.append("\(line.milliseconds)") }
        let column = try collector.finish(name: "seen", isGiven: true)
        return try filter.rows(
            [:], times: FilterTimes([0: column]), rowCount: lines.count, isCancelled: { false }
        ).rows.map(Int.init)
    }

    private static let tests: [(text: String, holds: @Sendable ([Int]) -> Bool)] = [
        ("hour(seen) = 3", { $0[3] == 3 }),
        ("NOT HOUR(seen) = 3", { $0[3] != 3 }),
        ("weekday(seen) >= 6 AND hour(seen) < 4", { $0[4] >= 6 && $0[3] < 4 }),
        ("month(seen) IN (11, 12, 1)", { [11, 12, 1].contains($0[1]) }),
        ("month(seen) NOT IN (11, 12, 1)", { ![11, 12, 1].contains($0[1]) }),
        ("day(seen) BETWEEN 28 AND 30", { (28...30).contains($0[2]) }),
        ("year(seen) * 100 + month(seen) > 202503", { $0[0] * 100 + $0[1] > 202_503 }),
        ("22 <= hour(seen)", { $0[3] >= 22 }),
        ("hour(seen) > weekday(seen)", { $0[3] > $0[4] }),
    ]

    @Test(arguments: tests.indices, zones) func rowsAreThoseOfThePart(number: Int, name: String) throws {
        guard let zone = ZoneTable.named(name) else { return }
        let (text, holds) = Self.tests[number]
        let lines = TimeTable.parts.filter { $0.zone == name && $0.milliseconds >= 200_000_000_000 }
        let expected = lines.indices.filter { holds(lines[$0].numbers) }
        #expect(try rows(text, lines, zone) == expected)
        #expect(!expected.isEmpty && expected.count < lines.count)
    }

    @Test func rowsWithoutATimeAreInNeitherOfOpposites() throws {
        var collector = TimeCollector()
        for text in ["2026-03-29T10:00", "", "soon", "2026-03-29T11:00"] { collector.append(text) }
        let column = try collector.finish(name: "seen", isGiven: true)
        for (text, expected) in [
            ("hour(seen) = 10", [0]), ("NOT hour(seen) = 10", [3]), ("hour(seen) < 99", [0, 3]),
        ] {
            let rows = try Filter(text, columns: ["seen"]).rows(
                [:], times: FilterTimes([0: column]), rowCount: 4, isCancelled: { false })
            #expect(rows.rows.map(Int.init) == expected, "\(text)")
        }
    }

    @Test(arguments: [
        ("hour(3) = 1", "expected a column of times"), ("hour(seen + 1) = 1", "expected a column of times"),
        ("hour(name) = 1", "name is a text, not a date"),
        ("hour(price) = 1", "price is a number, not a date"),
        ("hour(seen) ~ '1'", "hour(seen) is a number: ~ needs a text"),
        ("hour(seen) = 'x'", "hour(seen) is a number, 'x' is not"),
        ("hour(sen) = 1", "no column sen: seen?"), ("hour(seen = 1", "expected )"),
    ])
    func whatIsNoPartOfATimeIsRefused(text: String, words: String) {
        let problem = #expect(throws: FilterProblem.self) {
            let filter = try Filter(text, columns: ["seen", "name", "price", "ts"])
            _ = try filter.bound(to: [0: .time, 1: .text, 2: .number, 3: .number])
        }
        #expect(problem?.description == words)
    }

    @Test func aDatabaseIsAskedByTheNumbersOfTheZone() throws {
        var calendar = TimeQuestion()
        calendar.format = .epoch(.milliseconds)
        calendar.columns = ["n"]
        let filter = try Filter("hour(n) = 4 AND year(ts) = 2026", columns: ["n", "ts"]).reading(calendar)
        #expect(filter.columns == [0, 1] && filter.valueColumns.isEmpty && filter.needsAllRows)
        guard case .all(let parts) = try filter.bound(to: [0: .number, 1: .number]),
            case .numbers(.clock(0, let first), .equal, .constant(4)) = parts[0],
            case .numbers(.clock(1, let second), .equal, .constant(2026)) = parts[1]
        else {
            Issue.record("not two parts of times")
            return
        }
        #expect(first.unit == .milliseconds && first.isOfNumbers && second.unit == nil)
    }
}

extension TimeCollector {
    fileprivate mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }
}
