import CellGraphics
import RowValues
import TestSupport
import Testing

@testable import App
@testable import StoryTestSupport

/// What is seen of the band.
@Suite struct BandPictureTests {
    private static let window = TimeSamples.moment(2025, 6, 16)..<TimeSamples.moment(2025, 7, 14)

    private func picture(
        width: Int = 120, height: Int = 6, _ change: (inout BandContent) -> Void = { _ in }
    ) -> BandPicture {
        let layout = BandLayout(area: CellRect(column: 0, row: 0, width: width, height: height))
        var content = TimeSamples.band(columns: layout.bars.width)
        change(&content)
        return BandPicture(content, in: layout)
    }

    private func text(_ spans: [BandPicture.Span]) -> String { spans.map(\.text.text).joined() }

    @Test(arguments: [(80, 10), (60, 10), (59, 6), (30, 6), (29, 5), (20, 5), (19, 3), (8, 3)])
    func heightFollowsTheScreen(rows: Int, height: Int) {
        #expect(BandLayout.height(screenRows: rows) == height)
        #expect(BandLayout.height(screenRows: 64, comparing: true) == 7)
    }

    @Test(arguments: [(120, 6), (240, 10), (80, 5), (60, 3), (20, 3), (3, 1)])
    func eachCellBelongsToOnePart(width: Int, height: Int) {
        let area = CellRect(column: 4, row: 7, width: width, height: height)
        let layout = BandLayout(area: area)
        for row in area.row..<area.endRow {
            for column in area.column..<area.endColumn {
                let part = layout.part(at: CellPoint(column: column, row: row))
                #expect(part != nil)
                if part == .rail { #expect(row == layout.railRow) }
                if part == .bars { #expect((layout.bars.row..<layout.bars.endRow).contains(row)) }
            }
        }
        #expect(layout.part(at: CellPoint(column: area.column, row: area.endRow)) == nil)
    }

    @Test(arguments: 0..<100)
    func barsWithRowsAreSeenAndThoseWithoutAreNot(seed: UInt64) {
        var random = SeededRandom(seed)
        let axis = BandAxis(0...(70 * WallTime.millisecondsPerDay), columns: 76)
        let counts = (0..<axis.barCount).map { _ in
            random.number(0...2) == 0 ? 0 : random.number(0...4) * random.number(1...100_000)
        }
        var content = BandContent(axis: axis, counts: counts)
        content.classes = [counts.map { $0 / 3 }, counts.map { $0 - $0 / 3 }]
        content.scale = random.number(0...1) == 0 ? .linear : .automatic
        let rows = random.number(1...7)
        let heights = BandHeights(content, rows: rows)
        for (count, bar) in zip(counts, heights.bars) {
            #expect((count == 0) == (bar.height == 0) && bar.height <= 8 * rows)
            if count > 0 { #expect(abs((bar.parts.last?.top ?? 0) - Double(bar.height)) < 1e-9) }
        }
        if let most = counts.max(), most > 0 {
            #expect(heights.bars.map(\.height).max() == 8 * rows)
        }
    }

    @Test func aToweringBarMakesHeightsRoots() {
        #expect(text(picture { $0.window = Self.window }.titleEnd).hasPrefix("√"))
        #expect(!text(picture { $0.scale = .linear }.titleEnd).hasPrefix("√"))
        #expect(text(picture { ($0.scale, $0.isASCII) = (.root, true) }.titleEnd).hasPrefix("sqrt"))
    }

    @Test func titleSaysTheWindowAndTheStep() {
        let shown = picture {
            $0.window = Self.window
            $0.rows.window = 1424
            $0.step = CalendarStep(1, .week)
        }
        #expect(text(shown.title) == "time seen  16 Jun – 13 Jul 2025 · 28 days")
        #expect(text(shown.titleEnd) == "√ · step 1 week · 1,424 in view")
        let narrow = picture(width: 80, height: 5) {
            $0.window = Self.window
            $0.rows.window = 1424
            $0.step = CalendarStep(1, .week)
        }
        #expect(text(narrow.titleEnd) == "√ · 1,424 in view")
    }

    @Test(arguments: [200, 120, 80, 60, 40, 20, 8, 1])
    func titleFitsAnyWidth(width: Int) {
        for isPlaying in [false, true] {
            let shown = picture(width: width, height: 3) {
                $0.window = Self.window
                $0.column = "a_very_long_name_of_a_column"
                $0.left = .init(before: 3, after: 2, withoutTime: 180)
                if isPlaying { $0.playing = .init("1 day/s", arrived: 414) }
            }
            let (start, end) = (BandTitle.width(shown.title), BandTitle.width(shown.titleEnd))
            #expect(end == 0 || start + end < max(width - 2, 1))
        }
    }

    @Test func whatIsLeftOutIsSaid() {
        let shown = picture {
            $0.window = Self.window
            $0.left = .init(before: 1, withoutTime: 180)
        }
        #expect(text(shown.title).contains("‹ 1 row before 1 Jan 2024"))
        #expect(text(shown.title).hasSuffix("  180 without"))
    }

    @Test func gapsAreSaidWhereThereIsRoom() {
        let axis = BandAxis(TimeSamples.moment(1952, 1, 1)...TimeSamples.moment(2026, 1, 1), columns: 116)
        let counts = (0..<axis.barCount).map { (24..<46).contains($0) || $0 == 60 ? 0 : 5 }
        let layout = BandLayout(area: CellRect(column: 0, row: 0, width: 120, height: 6))
        let gaps = BandPicture(BandContent(axis: axis, counts: counts), in: layout).gaps
        #expect(gaps.map(\.text.text) == ["22 years"])
        #expect(gaps.first?.columns == 24 * axis.columnsPerBar..<46 * axis.columnsPerBar)
    }

    @Test func readoutComparesTheWindowWithAllTime() {
        let shown = picture {
            $0.window = Self.window
            $0.rows.window = 1424
        }
        #expect(shown.readout.map(\.name.text) == ["window", "all time", "window ÷ all", "busiest"])
        #expect(shown.readout.first?.value == "50.9 a day")
        #expect(picture(width: 80).readout.isEmpty)
    }

    @Test func aBusyBarOfManyDaysIsNoDay() {
        func busiest(_ rows: Int) -> String? {
            picture {
                let bar = TimeSamples.moment(2024, 1, 26)..<TimeSamples.moment(2024, 2, 9)
                $0.busiest = .init(moments: bar, unit: .week, rows: rows)
            }.readout.last?.value.text
        }
        #expect(busiest(9) == "26 Jan – 8 Feb: 9")
        #expect(busiest(123) == "26 Jan–8 Feb: 123")
        #expect(busiest(1_234) == "26 Jan–8 Feb: 1.2k")
        #expect(busiest(1_234_567) == "26 Jan–8 Feb: 1.2M")
    }

    @Test func readoutOfTwoWindowsComparesRatesWhereTheyAreNotEquallyLong() {
        let other = TimeSamples.moment(2025, 5, 19)..<TimeSamples.moment(2025, 6, 16)
        func values(_ other: Range<Int64>) -> [String] {
            picture {
                ($0.window, $0.other) = (Self.window, other)
                $0.rows = .init(window: 280, other: 28, all: 9000)
            }.readout.map(\.value.text)
        }
        #expect(values(other) == ["28 rows", "280 rows", "× 10.0", "28 days"])
        #expect(
            values(other.lowerBound - 28 * WallTime.millisecondsPerDay..<other.upperBound).prefix(2) == [
                "3.5 a week", "70.0 a week",
            ])
    }

    static let rates: [(perSecond: [Double], unit: String)] = [
        ([1], "second"), ([50.9 / 86_400, 7.7 / 86_400], "day"), ([0.2 / 86_400], "week"), ([0], "year"),
    ]

    @Test(arguments: rates)
    func ratesHaveTheUnitThatGivesOneOrMore(perSecond: [Double], unit: String) {
        let rates = perSecond.map { Rate(rows: Int($0 * 1e9), milliseconds: 1_000_000_000_000) }
        #expect(Rate.unit(of: rates).rawValue == unit)
    }

    @Test func equalTimesAreSaid() {
        let axis = BandAxis(0...0, columns: 76)
        var content = BandContent(axis: axis, counts: [5])
        (content.range, content.rows.all) = (0...0, 5)
        let layout = BandLayout(area: CellRect(column: 0, row: 0, width: 120, height: 6))
        let shown = BandPicture(content, in: layout)
        #expect(text(shown.title) == "time  1 Jan 1970 00:00:00 · all at the same time")
        #expect(shown.readout.first?.value == "5 rows")
    }

    @Test func noRowsAreNoFault() {
        let content = BandContent(axis: BandAxis(0...1, columns: 40), counts: [])
        for size in [(120, 6), (20, 3), (1, 1), (0, 0)] {
            let layout = BandLayout(area: CellRect(column: 0, row: 0, width: size.0, height: size.1))
            #expect(BandPicture(content, in: layout).bars.allSatisfy { $0.height == 0 })
        }
    }
}
