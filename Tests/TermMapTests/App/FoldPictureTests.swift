import CellGraphics
import RowValues
import TestSupport
import Testing

@testable import App
@testable import StoryTestSupport

/// The grid of hours and days, and what is chosen in it.
@Suite struct FoldPictureTests {
    /// A night belongs to the day on which it begins.
    @Test(arguments: 0..<100)
    func nightsBelongToTheDayOnWhichTheyBegin(seed: UInt64) {
        var random = SeededRandom(seed)
        let choice = FoldChoice(
            columns: .init(random.number(0...23), random.number(0...23)),
            rows: .init(random.number(1...7), random.number(1...7)))
        for weekday in 1...7 {
            for hour in 0..<24 {
                let isMorning = choice.columns.first > choice.columns.last && hour <= choice.columns.last
                let night = isMorning ? (weekday + 5) % 7 + 1 : weekday
                var days: [Int] = []
                var day = choice.rows.first
                while true {
                    days.append(day)
                    if day == choice.rows.last { break }
                    day = day % 7 + 1
                }
                let isHour =
                    choice.columns.first <= choice.columns.last
                    ? (choice.columns.first...choice.columns.last).contains(hour)
                    : hour >= choice.columns.first || hour <= choice.columns.last
                #expect(
                    choice.contains(column: hour, row: weekday, of: .hourWeekday)
                        == (isHour && days.contains(night)))
            }
        }
    }

    static let filters: [(kind: FoldKind, columns: (Int, Int), rows: (Int, Int), filter: String)] = [
        (.hourWeekday, (7, 8), (1, 5), "weekday(seen) BETWEEN 1 AND 5 AND hour(seen) IN (7, 8)"),
        (.hourWeekday, (0, 23), (6, 7), "weekday(seen) IN (6, 7)"),
        (
            .hourWeekday, (22, 3), (5, 6),
            "(weekday(seen) IN (5, 6) AND hour(seen) >= 22) OR (weekday(seen) IN (6, 7) AND hour(seen) <= 3)"
        ),
        (
            .hourWeekday, (22, 3), (7, 7),
            "(weekday(seen) = 7 AND hour(seen) >= 22) OR (weekday(seen) = 1 AND hour(seen) <= 3)"
        ),
        (.hourWeekday, (22, 3), (1, 7), "(hour(seen) >= 22 OR hour(seen) <= 3)"),
        (.hourWeekday, (0, 23), (1, 7), "seen IS NOT NULL"),
        (
            .monthHour, (22, 3), (6, 8),
            "month(seen) BETWEEN 6 AND 8 AND (hour(seen) >= 22 OR hour(seen) <= 3)"
        ),
        (.dayMonth, (5, 5), (12, 12), "month(seen) = 12 AND day(seen) = 5"),
        (.monthYear, (1, 12), (2024, 2026), "year(seen) BETWEEN 2024 AND 2026"),
    ]

    @Test(arguments: filters)
    func choicesAreFilters(kind: FoldKind, columns: (Int, Int), rows: (Int, Int), filter: String) {
        let choice = FoldChoice(
            columns: .init(columns.0, columns.1), rows: .init(rows.0, rows.1))
        #expect(choice.filter(column: "seen", of: kind, rows: 1...7) == filter)
    }

    static let words: [(columns: (Int, Int), rows: (Int, Int), long: String, short: String)] = [
        ((22, 3), (5, 6), "Friday, Saturday 22:00 – 04:00", "Fri – Sat 22–04"),
        ((7, 8), (1, 5), "Monday – Friday 07:00 – 09:00", "Mon – Fri 07–09"),
        ((0, 23), (7, 7), "Sunday 00:00 – 24:00", "Sun 00–24"),
    ]

    @Test(arguments: words)
    func choicesAreSaid(columns: (Int, Int), rows: (Int, Int), long: String, short: String) {
        let choice = FoldChoice(columns: .init(columns.0, columns.1), rows: .init(rows.0, rows.1))
        #expect(choice.words(of: .hourWeekday, isLong: true) == long)
        #expect(choice.words(of: .hourWeekday, isLong: false) == short)
    }

    private func content() throws -> FoldContent {
        let fold = try #require(TimeSamples.rides)
        var content = FoldContent(kind: .hourWeekday, fold: fold, total: fold.counts.reduce(0, +))
        content.choice = FoldChoice(columns: .init(22, 3), rows: .init(5, 6))
        return content
    }

    @Test(arguments: [(120, 11), (80, 9), (60, 9), (40, 9), (24, 5), (8, 2), (0, 0)])
    func anySizeIsLaidOut(width: Int, height: Int) throws {
        let area = CellRect(column: 0, row: 0, width: width, height: height)
        let picture = FoldPicture(try content(), area: area)
        #expect(picture.cells.count == picture.columns.count * picture.rows.count)
        #expect(picture.grid.endColumn <= max(width, picture.grid.column))
        #expect(picture.grid.height <= height)
    }

    @Test func cellsOfTheScreenAreThoseOfTheGrid() throws {
        let picture = FoldPicture(try content(), area: CellRect(column: 0, row: 20, width: 120, height: 11))
        for row in 1...7 {
            for column in 0..<24 {
                let cell = CellPoint(
                    column: picture.grid.column + column * picture.cellColumns + 1,
                    row: picture.grid.row + row - 1)
                let found = try #require(picture.values(at: cell))
                #expect(found == (column, row))
            }
        }
        #expect(picture.values(at: CellPoint(column: 0, row: 0)) == nil)
    }

    /// Below 104 columns, down to 80.
    @Test(arguments: [80, 103]) func cellsOfThreeColumnsHaveCountsOfTwoDigits(width: Int) throws {
        let moments = [Int64](repeating: TimeSamples.moment(2026, 3, 27, 22), count: 12)
        var content = try content()
        content.fold = try #require(
            TimeFold(TimeSamples.column(moments, name: "seen"), .weekday, .hour, in: .utc))
        let picture = FoldPicture(content, area: CellRect(column: 0, row: 0, width: width, height: 11))
        #expect(picture.cellColumns == 3 && picture.cell(column: 22, row: 5).text == "12")
    }

    @Test func chosenRowsAreThoseOfTheChosenCells() throws {
        let content = try content()
        let nights = [(5, 22...23), (6, 0...3), (6, 22...23), (7, 0...3)]
        let wanted = nights.reduce(0) { sum, night in
            sum + night.1.reduce(0) { $0 + content.count(column: $1, row: night.0) }
        }
        #expect(content.chosenRows == wanted)
    }

    @Test func manyYearsShowThoseAroundTheChoice() throws {
        var fold = FoldContent(
            kind: .monthYear, fold: try #require(TimeSamples.rides), total: 0)
        let moments = (1900...2026).map { TimeSamples.moment($0, 5, 1) }
        fold.fold = try #require(
            TimeFold(TimeSamples.column(moments, name: "seen"), .year, .month, in: .utc))
        let area = CellRect(column: 0, row: 0, width: 120, height: 13)
        #expect(FoldPicture(fold, area: area).rows.upperBound == 2026)
        #expect(FoldPicture(fold, area: area).rowLabels.first?.text.text.hasSuffix("↑") == true)
        #expect(FoldPicture(fold, area: area).rowLabels.last?.text.text == "2026")
        fold.choice = FoldChoice(columns: .init(1, 12), rows: .init(1950, 1952))
        #expect(FoldPicture(fold, area: area).rows.contains(1952))
        let labels = FoldPicture(fold, area: area).rowLabels.map(\.text.text)
        #expect(labels.first?.hasSuffix("↑") == true && labels.last?.hasSuffix("↓") == true)
        fold.choice = FoldChoice(columns: .init(1, 12), rows: .init(1900, 1900))
        #expect(FoldPicture(fold, area: area).rows.lowerBound == 1900)
    }

    // MARK: - Differences

    static let differences: [(first: Int, second: Int, text: String, step: Int)] = [
        (0, 212, "+212", 4), (3, 0, "−3", -1), (5, 5, "=", 0), (100, 1200, "+1.1k", 4), (9, 0, "−9", -2),
        (1, 13, "+12", 3),
    ]

    @Test(arguments: differences)
    func differencesHaveASignAndAStep(first: Int, second: Int, text: String, step: Int) {
        let (early, late): (Range<Int64>, Range<Int64>) = (0..<1000, 1000..<2000)
        let scale = DifferenceScale(first: early, second: late, counts: [(0, 1100), (5, 5)])
        let found = WindowDifference(first: first, second: second, scale: scale)
        #expect(found.text.text == text && found.step == step)
    }

    @Test func windowsOfOtherLengthsAreComparedByRates() {
        let day = WallTime.millisecondsPerDay
        let scale = DifferenceScale(first: 0..<10 * day, second: 10 * day..<15 * day, counts: [(100, 50)])
        #expect(scale.isRate)
        #expect(WindowDifference(first: 100, second: 50, scale: scale).text == "=")
        #expect(WindowDifference(first: 100, second: 75, scale: scale).text == "+5.0")
        let month = DifferenceScale(
            first: 0..<28 * day, second: 28 * day..<59 * day, counts: [(2, 1)])
        #expect(WindowDifference(first: 2, second: 1, scale: month).text == "−0.04")
        #expect(WindowDifference(first: 28, second: 31, scale: month).text == "=")
        #expect(WindowDifference(first: 280_000, second: 280_001, scale: month).text.width <= 5)
    }
}
