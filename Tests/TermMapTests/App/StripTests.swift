import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import StoryTestSupport

/// Axis, heights, ticks and words of the strip.
@Suite struct StripTests {
    @Test(
        arguments: [
            (0.0, 2_350.0, 0.0, 2_500.0), (400, 1_290, 400, 1_400), (150, 980, 0, 1_000), (0, 0, 0, 1),
            (1_912, 1_912, 1_910, 1_920), (-3, 3, -3, 3), (-12, 40, -20, 40), (95, 190, 90, 190),
            (0, 2_618, 0, 3_000), (-12, 22, -15, 25),
        ])
    func heightsAreRound(least: Double, greatest: Double, bottom: Double, top: Double) {
        let scale = StripScale(least, greatest)
        #expect(scale.bottom <= least && scale.top >= greatest && scale.top > scale.bottom)
        #expect(abs(scale.bottom - bottom) < 1e-3 * max(abs(bottom), 1))
        #expect(abs(scale.top - top) < 1e-3 * max(abs(top), 1))
        #expect(scale.eighths(greatest, rows: 7) ?? 0 <= 56)
        #expect(scale.eighths(nil, rows: 7) == nil)
    }

    @Test func anyHeightsHaveAScale() {
        var random = SeededRandom(7)
        for _ in 0..<2_000 {
            let size = [1e-6, 1, 1e3, 1e9][random.number(0...3)]
            let (first, second) = (random.fraction(-1...1) * size, random.fraction(-1...1) * size)
            let (least, greatest) = (min(first, second), max(first, second))
            let scale = StripScale(least, greatest)
            let slack = (scale.top - scale.bottom) * 1e-9
            #expect(scale.bottom <= least + slack && scale.top >= greatest - slack, "\(least) \(greatest)")
            // No more than the next step of 1, 2, 2.5, 5, and one for where it begins.
            let largest = max(abs(least), abs(greatest))
            let limit: Double = max((greatest - least) * 6.5, largest * 0.05, 1e-8)
            #expect(scale.top - scale.bottom <= limit)
        }
        for value in [Double.nan, .infinity] { #expect(StripScale(value, 1).top == 1) }
    }

    @Test(
        arguments: [
            (108_700.0, DistanceUnit.kilometers, 109, ["0 km", "10", "20"]),
            (108_700, .kilometers, 68, ["0 km", "10", "20"]), (600, .kilometers, 60, ["0 m", "100", "200"]),
            (5_300, .kilometers, 109, ["0 km", "0.5", "1", "1.5", "2", "2.5"]),
            (2_500, .kilometers, 109, ["0 km", "0.2", "0.4", "0.6", "0.8", "1", "1.2"]),
            (8_000, .miles, 109, ["0 mi", "0.5", "1", "1.5"]),
            (108_700, .miles, 60, ["0 mi", "10", "20"]), (0, .kilometers, 60, ["0 m"]),
            (40_000_000, .kilometers, 100, ["0 km", "5,000", "10,000"]),
        ])
    func ticksAreRound(meters: Double, unit: DistanceUnit, columns: Int, texts: [String]) {
        let ticks = StripTicks(meters: meters, unit: unit, columns: columns).ticks
        #expect(ticks.prefix(texts.count).map(\.text.text) == texts)
        for (first, second) in zip(ticks, ticks.dropFirst()) { #expect(second.column - first.column >= 5) }
    }

    @Test(
        arguments: [
            (20_460.0, 109, ["0 h", "0:20", "0:40"]), (90, 60, ["0 min", "0:10", "0:20"]),
            (40, 60, ["0 s", "5", "10"]),
            (864_000, 100, ["0 d", "1", "2"]), (90_000, 60, ["0 h", "3", "6"]),
            (1_500, 60, ["0 min", "5", "10"]),
        ])
    func ticksOfTimesAreOnTheClock(seconds: Double, columns: Int, texts: [String]) {
        #expect(StripTicks(seconds: seconds, columns: columns).ticks.prefix(3).map(\.text.text) == texts)
    }

    @Test func columnsAndTheirStretchesAgree() {
        var random = SeededRandom(11)
        for _ in 0..<500 {
            let length = random.fraction(0.1...1e6)
            let count = random.number(4...120)
            let segments = [0] + (0..<random.number(0...5)).map { _ in random.fraction(0...length) }.sorted()
            let axis = StripAxis(length: length, columns: count, segments: segments, unit: 1_000)
            var end = 0.0
            for column in 0..<count {
                guard let stretch = axis.stretch(of: column) else { continue }
                let gap: Double = abs(stretch.lowerBound - end)
                let limit: Double = length / Double(count) * 1.6 + 1e-6
                #expect(gap < limit)
                end = stretch.upperBound
                let middle = (stretch.lowerBound + stretch.upperBound) / 2
                if stretch.upperBound > stretch.lowerBound {
                    #expect(abs(axis.column(of: middle) - column) <= 1)
                }
            }
            #expect(axis.column(of: 0) == 0 && axis.column(of: length) <= count - 1)
        }
    }

    @Test func segmentsAreApartByOneColumn() {
        let axis = StripAxis(length: 10_000, columns: 41, segments: [0, 5_000], unit: 1_000)
        let empty = (0..<41).filter { axis.stretch(of: $0) == nil }
        #expect(empty == [20])
        #expect(axis.column(of: 4_999) == 19 && axis.column(of: 5_000) == 21)
    }

    @Test func endsOfRangesAreFiguresThatCanBeSaid() {
        let ride = StripAxis(length: 108_700, columns: 109, unit: 1_000)
        #expect(ride.rounded(27_643) == 27_600 && ride.decimals == 1)
        let walk = StripAxis(length: 3_000, columns: 100, unit: 1_000)
        #expect(walk.rounded(1_234.4) == 1_230 && walk.decimals == 2)
        // A range that was drawn on the wider axis is said as it was drawn.
        #expect(ride.decimals(for: [720, 2_150]) == 2 && ride.decimals(for: [27_600, 108_700]) == 1)
        let timed = StripAxis(length: 20_460, columns: 109, unit: nil)
        #expect(timed.decimals(for: [600, 1_200]) == 0 && timed.decimals(for: [600, 1_201]) == 1)
    }

    @Test(
        arguments: [
            (18_120.0, "5:02 h"), (280_980, "3 d 6 h"), (248, "4:08 min"), (12, "12 s"), (3_599.7, "1:00 h"),
            (0, "0 s"), (-1, "–"),
        ])
    func durationsAreShort(seconds: Double, text: String) {
        #expect(JourneyWords(.kilometers, isASCII: false).duration(seconds) == text)
    }

    @Test(
        arguments: [
            (223_200.0, "2 d 14 h"), (2_280, "38 min"), (4_200, "1 h 10 min"), (86_400, "1 d"), (45, "45 s"),
            (68_700, "19 h 5 min"),
        ])
    func staysAreSaidInDaysAndHours(seconds: Double, text: String) {
        #expect(JourneyWords.stay(seconds) == text)
    }

    @Test func theLineIsThinnedNoFurtherThanADot() throws {
        let shown = try #require(SampleJourneys.ride())
        for dots in [1_024.0, 65_536, 4e6, 1e9] {
            var places: [WorldPoint] = []
            shown.line.visitPieces(worldDots: dots) { places += $0 }
            // Every point lies within a dot of the thinned line.
            for point in stride(from: 0, to: shown.journey.count, by: 37) {
                let exact = shown.line.point(at: Double(point))
                let near = places.contains {
                    abs($0.x - exact.x) * dots <= 1 && abs($0.y - exact.y) * dots <= 1
                }
                #expect(near || dots > 1e6, "\(dots) \(point)")
            }
            #expect(places.first == shown.line.points.first && places.last == shown.line.points.last)
        }
    }

    @Test func aPartOfTheLineEndsWhereItEnds() throws {
        let shown = try #require(SampleJourneys.line([(0, 0), (0, 10), (0, 20), (0, 30)], segments: [2]))
        var pieces: [[WorldPoint]] = []
        shown.line.visitPieces(0.5...2.5, worldDots: 4e6) { pieces.append($0) }
        let longitudes = pieces.map { $0.map { ($0.x * 360 - 180).rounded() } }
        #expect(longitudes == [[5, 10], [20, 25]])
    }

    @Test func aLineAcross180GoesOn() throws {
        let shown = try #require(SampleJourneys.line([(0, 178), (0, -178)]))
        #expect(abs(shown.line.points[1].x - shown.line.points[0].x) < 0.02)
        let bounds = try #require(shown.line.bounds())
        #expect(bounds.crossesAntimeridian && abs(bounds.longitudeSpan - 4) < 1e-6)
    }
}
