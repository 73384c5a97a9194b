import CellGraphics
import TestSupport
import Testing

@testable import App
@testable import StoryTestSupport

@Suite struct TableColumnsTests {
    private func columns(_ names: [String], _ rows: [[String]], label: Int? = nil) -> TableColumns {
        TableColumns(
            names: names, label: label, identifier: nil,
            sample: rows.map { TableColumns.SampleRow(texts: $0) })
    }

    // MARK: - Measuring

    @Test func theNameOfTheRowComesFirst() {
        let columns = columns(["id", "lat", "name"], [["1", "2.5", "Alpha"]], label: 2)
        #expect(columns.columns.map(\.index) == [2, 0, 1])
        #expect(columns.columns.map(\.isNumber) == [false, true, true])
    }

    @Test func nineInTenValuesFit() {
        let rows = (0..<100).map { [String(repeating: "x", count: $0 < 90 ? 12 : 30), "y"] }
        let columns = columns(["a", "a long name"], rows)
        #expect(columns.columns.map(\.width) == [12, 13])
        let long = self.columns([String(repeating: "n", count: 60)], [[String(repeating: "v", count: 500)]])
        #expect(long.columns.map(\.width) == [34])
    }

    @Test func wideCharactersTakeTwoCells() {
        #expect(columns(["a"], [["東京都千代田区"]]).columns.map(\.width) == [14])
    }

    @Test(arguments: [
        ("elevation", ["12", "6588"], "6588", "6,588"),
        ("elevation", ["12", "-16588.25"], "-16588.25", "-16,588.25"),
        ("built", ["1998", "2004"], "1998", "1998"), ("zip", ["75001", "13000"], "75001", "75001"),
        ("post_code", ["75001", "13000"], "75001", "75001"), ("word", ["a", "b"], "12345", "12345"),
        ("population", ["5", "2000000"], "2e6", "2e6"), ("population", ["5", "2000000"], "n/a", "n/a"),
        ("lat", ["48.123456", "-12"], "48.123456", "48.123456"),
    ])
    func thousandsAreSeparatedWhereTheyAreAmounts(
        _ name: String, _ values: [String], _ value: String, _ expected: String
    ) {
        #expect(columns([name], values.map { [$0] }).columns[0].text(of: value).text == expected)
    }

    @Test func textOnSeveralLinesIsOne() {
        let column = columns(["a"], [["x"]]).columns[0]
        #expect(column.text(of: "one\n two\u{1B}[31m\t three").text == #"one two\x1b[31m three"#)
    }

    // MARK: - Places

    @Test(arguments: 0..<200 as Range<UInt64>) func columnsNeverOverlapAndAllCanBeScrolledTo(seed: UInt64) {
        var random = SeededRandom(seed)
        let count = [1, 2, 5, 300][random.number(0...3)]
        let columns = columns(
            (0..<count).map { "c\($0)" },
            [(0..<count).map { _ in String(repeating: "x", count: random.number(0...60)) }])
        let width = random.number(1...120)
        let limit = columns.scrollLimit(in: width)
        var shown: Set<Int> = []
        for scrolled in 0...limit {
            let places = columns.places(in: width, scrolled: scrolled)
            #expect(places.first?.position == 0)
            #expect(zip(places, places.dropFirst()).allSatisfy { $0.start + $0.width + 2 <= $1.start })
            #expect(places.allSatisfy { $0.width > 0 })
            if width >= 8 { #expect(places.allSatisfy { $0.start + $0.width <= width }) }
            shown.formUnion(places.map(\.position))
        }
        if width >= 24 { #expect(shown == Set(0..<count)) }
        if width >= 24, count > 1 {
            let position = random.number(0...count - 1)
            let scrolled = columns.scrolled(random.number(0...limit), toShow: position, in: width)
            #expect(columns.places(in: width, scrolled: scrolled).contains { $0.position == position })
        }
    }
}
