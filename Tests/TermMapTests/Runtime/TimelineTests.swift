import MapModel
import TestSupport
import Testing

@testable import DataSets
@testable import FileSources
@testable import RowValues
@testable import Rows
@testable import StoryTestSupport

/// Rows in the order of their times, of which a window is asked for.
@Suite struct TimelineTests {
    /// How the times of rows are spread.
    enum Spread: CaseIterable {
        case even, bursts, equal, missing

        func text(_ row: Int, _ random: inout SeededRandom) -> String {
            let day =
                switch self {
                case .even: random.number(1...28)
                case .bursts: random.number(0...9) == 0 ? random.number(1...28) : 7
                case .equal: 3
                case .missing: random.number(1...28)
                }
            if self == .missing, random.number(0...3) == 0 { return "" }
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let hour = self == .equal ? 0 : random.number(0...23)
            return "2025-0\(random.number(1...self.months))-\(two(day))T\(two(hour)):00:00Z"
        }

        private var months: Int { self == .equal ? 1 : 9 }
    }

    private static func file(_ spread: Spread, rows: Int, seed: UInt64) throws -> TemporaryFile {
        var random = SeededRandom(seed)
        var text = "id,lat,lon,seen,kind\n"
        for row in 0..<rows {
            let place = random.place()
            let time = spread.text(row, &random)
            text += "\(row),\(place.0),\(place.1),\(time),\(row % 3)\n"
        }
        return try TemporaryFile(Array(text.utf8), extension: "csv")
    }

    /// Windows of any length, on the map of the world and of a part of it.
    @Test(arguments: Spread.allCases, 0..<3 as Range<UInt64>)
    func aWindowHasTheRowsOfItsTimes(spread: Spread, seed: UInt64) throws {
        let file = try Self.file(spread, rows: 900, seed: seed)
        let dataSet = LoadedDataSet(loader: CSVLoader(path: file.path))
        _ = try dataSet.read(isCancelled: { false }, progress: { _ in })
        var random = SeededRandom(seed + 100)
        for number in 0..<25 {
            var query = RowQuery(filter: number % 5 == 4 ? "kind = 1" : "")
            query.ordersTimes = true
            let start = Int64(random.number(1_735_000_000...1_760_000_000)) * 1000
            let end = start + Int64(random.number(1...20_000_000)) * 1000
            var question = TimeQuestion()
            question.windows = [
                .between(from: number % 7 == 0 ? nil : start, until: number % 6 == 0 ? nil : end)
            ]
            query.time = question
            let rows = try #require(
                try dataSet.choose(query, isCancelled: { false }, progress: { _ in }))
            let timeline = try #require(rows.timeline)
            let expected = timeline.times.rows(question)
            let west = number % 2 == 0 ? 0 : Int64(random.number(0...1 << 31))
            let view = WorldWindow(
                west: west, east: west + (number % 2 == 0 ? 1 << 32 : 1 << 30), north: 0, south: 1 << 32)
            let inView = timeline.tree.indices(in: view).indices(limit: .max)
            let wanted = inView.map { timeline.tree.row(at: $0) }.filter { expected.contains($0) }
            let found = rows.tree.indices(in: view).indices(limit: .max).map { rows.tree.row(at: $0) }
            #expect(found == wanted, "\(spread) \(seed) \(number)")
            #expect(rows.kept?.count == rows.tree.count)
            let counts = timeline.counts(between: [start, start + (end - start) / 2, end], in: view)
            let moments = inView.map { timeline.times.starts.moments[Int(timeline.tree.row(at: $0))] }
            #expect(counts.reduce(0, +) == moments.count { $0 >= start && $0 < end })
        }
    }

    @Test func anotherWindowOrdersNothingAgain() throws {
        let file = try Self.file(.even, rows: 50, seed: 7)
        let dataSet = LoadedDataSet(loader: CSVLoader(path: file.path))
        _ = try dataSet.read(isCancelled: { false }, progress: { _ in })
        var query = RowQuery()
        query.ordersTimes = true
        query.time = TimeQuestion()
        func timeline() throws -> Int? {
            try dataSet.choose(query, isCancelled: { false }, progress: { _ in })?.timeline?.number
        }
        let first = try timeline()
        query.time?.windows = [.between(from: 1_740_000_000_000, until: nil)]
        #expect(try timeline() == first)
        query.filter = "kind = 1"
        #expect(try timeline() != first)
        query.ordersTimes = false
        #expect(try timeline() == nil)
    }
}
