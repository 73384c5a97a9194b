import MapModel
import TestSupport
import Testing

@testable import App

@Suite struct BadgeValueTests {
    @Test(arguments: 0..<100) func cellsAreSharesByTheLargestRemainder(seed: UInt64) {
        var random = SeededRandom(seed)
        var tally = ClassCounts.Tally.zero
        for index in 0..<10 { tally[index] = UInt32(random.number(0...3) == 0 ? random.number(0...50) : 0) }
        let width = random.number(1...6)
        let cells = BadgeValue.cells(tally, width: width)
        let total = Int(tally.wrappedSum())
        guard total > 0 else {
            #expect(cells.isEmpty)
            return
        }
        #expect(cells.count == width)
        for index in 0..<10 {
            let share = Double(tally[index]) * Double(width) / Double(total)
            let count = Double(cells.count { $0 == index })
            #expect(abs(count - share) < 1, "class \(index)")
        }
        let ordered = BadgeValue.cells(tally, width: width, ordered: true)
        #expect(ordered.sorted() == cells.sorted())
        #expect(ordered.filter { $0 > 0 } == ordered.filter { $0 > 0 }.sorted())
        // The largest class comes first.
        let most = (0..<10).map { tally[$0] }.max() ?? 0
        #expect(tally[cells[0]] == most)
        #expect(tally[BadgeValue.mainClass(tally)] == most)
    }

    @Test(arguments: [
        (0.0, "0"), (0.434, "0.43"), (4.34, "4.3"), (43.4, "43"), (434, "434"), (999.6, "1k"),
        (4_340, "4.3k"),
        (43_400, "43k"), (-4.34, "−4.3"), (-434, "−434"), (-1_234, "−1k"), (1_234_567, "1.2M"),
        (-0.5, "−0.5"),
        (9.96, "10"), (0.999, "1.0"),
    ])
    func figuresTakeFourCells(_ number: Double, _ text: String) {
        let short = FigureText.short(number, .mean, .number)
        #expect(short == text && short.count <= FigureText.width)
    }

    @Test func sharesAndYearsAreFigures() {
        #expect(
            FigureText.short(0.434, .share, .number) == "43%"
                && FigureText.short(1, .share, .number) == "100%")
        #expect(FigureText.short(86_400_000 * 365, .max, .time) == "1971")
    }

    @Test(arguments: 0..<3_000) func noFigureIsWider(seed: UInt64) {
        var random = SeededRandom(seed)
        let exponent = Double(random.number(-6...17))
        let number = Double.random(in: -9.999...9.999, using: &random) * exponents(exponent)
        #expect(FigureText.short(number, .mean, .number).count <= FigureText.width, "\(number)")
    }

    private func exponents(_ exponent: Double) -> Double {
        (0..<Int(abs(exponent))).reduce(1.0) { product, _ in exponent < 0 ? product / 10 : product * 10 }
    }

    /// Numbers of a small range have the digits that tell them apart.
    @Test(
        arguments: [
            (37.8034, 0.05, "37.803"), (37.8034, 50, "37.8"), (1_013.274, 0.4, "1013.27"),
            (5.0107, 0.019, "5.011"),
            (1_327.4, 14_000, "1,327"), (12, 0.001, "12"), (0.25, .infinity, "0.25"),
        ] as [(Double, Double, String)])
    func digitsFollowTheRange(number: Double, span: Double, text: String) {
        #expect(FigureText.long(number, .number, step: span / 10) == text)
    }

    @Test func timesOfOneDayAreTimesOfDay() {
        let noon = 1_764_158_400_000.0
        #expect(FigureText.long(noon, .time) == "2025-11-26")
        #expect(FigureText.long(noon, .time, step: 3_600_000) == "11-26 12:00")
        #expect(FigureText.long(noon + 5_000, .time, step: 1_000) == "11-26 12:00:05")
    }

    @Test func edgesOfClassesDiffer() {
        #expect(FigureText.edges([37.801, 37.804, 37.812], .number) == ["37.801", "37.804", "37.812"])
        #expect(FigureText.edges([0, 10, 250], .number) == ["0", "10", "250"])
    }

    /// Printed figures have no noise of the last bits, and keep what small numbers have.
    @Test(
        arguments: [
            (0.1 + 0.2, "0.3"), (582.8448174569869, "582.844817"), (1.6500000000000001, "1.65"), (3, "3"),
            (0.000012345678, "0.0000123457"), (-91.02500000000003, "-91.025"),
            (123_456_789_012.5, "123456789012.5"),
        ] as [(Double, String)])
    func printedFiguresAreRounded(number: Double, text: String) {
        #expect(FigureText.printed(number, .number) == text)
    }
}
