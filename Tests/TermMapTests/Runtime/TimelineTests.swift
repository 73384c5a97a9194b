import MapModel
import TestSupport
import Testing

@testable import App
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

    /// Rows that last, some without an end, some that end before they begin: 300 windows against a scan.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func rowsThatLastAreInTheWindowsThatTheyOverlap(seed: UInt64) throws {
        var random = SeededRandom(seed + 7)
        var text = "id,lat,lon,start,end\n"
        for row in 0..<700 {
            let place = random.place()
            let start = random.number(1_735_000_000...1_760_000_000)
            let length =
                random.number(0...9) == 0
                ? -5000 : random.number(0...3) == 0 ? 0 : random.number(0...4_000_000)
            let begins = random.number(0...19) == 0 ? "" : "\(start)"
            let ends =
                [0, 1].contains(random.number(0...11)) ? "" : row % 97 == 5 ? "later" : "\(start + length)"
            text += "\(row),\(place.0),\(place.1),\(begins),\(ends)\n"
        }
        let file = try TemporaryFile(Array(text.utf8), extension: "csv")
        let dataSet = LoadedDataSet(loader: CSVLoader(path: file.path))
        _ = try dataSet.read(isCancelled: { false }, progress: { _ in })
        for number in 0..<25 {
            var query = RowQuery()
            query.ordersTimes = true
            let start = Int64(random.number(1_734_000_000...1_761_000_000)) * 1000
            let end = start + Int64(random.number(1...20_000_000)) * 1000
            var question = TimeQuestion()
            (question.columns, question.format) = (["start", "end"], .epoch(.seconds))
            question.windows = [
                .between(from: number % 7 == 0 ? nil : start, until: number % 6 == 0 ? nil : end)
            ]
            query.time = question
            let rows = try #require(try dataSet.choose(query, isCancelled: { false }, progress: { _ in }))
            let timeline = try #require(rows.timeline)
            let expected = timeline.times.rows(question)
            let found = Set((0..<rows.tree.count).map { rows.tree.row(at: $0) })
            #expect(
                found
                    == Set(
                        (0..<timeline.tree.count).map { timeline.tree.row(at: $0) }.filter {
                            expected.contains($0)
                        }), "\(seed) \(number)")
            // A bar has what a window of its moments has.
            let edges = [start, start + (end - start) / 3, end]
            let counts = timeline.counts(between: edges, in: .world)
            for bar in 0..<2 where seed % 2 == 0 {
                let points = timeline.points(from: edges[bar], until: edges[bar + 1])
                let backwards = timeline.times.starts.moments.indices.contains { row in
                    let (begin, stop) = (
                        timeline.times.starts.moments[row], timeline.times.ends?.moments[row] ?? 0
                    )
                    return TimeColumn.isMoment(begin) && TimeColumn.isMoment(stop) && stop < begin
                }
                #expect(backwards || counts[bar] == points.count)
            }
        }
    }

    /// A and B beside each other, and as one.
    @Test(arguments: Spread.allCases) func twoWindowsHaveTheirRows(spread: Spread) throws {
        let file = try Self.file(spread, rows: 400, seed: 3)
        let dataSet = LoadedDataSet(loader: CSVLoader(path: file.path))
        _ = try dataSet.read(isCancelled: { false }, progress: { _ in })
        var random = SeededRandom(9)
        for number in 0..<20 {
            func window() -> TimeWindow {
                let start = Int64(random.number(1_735_000_000...1_760_000_000)) * 1000
                return .between(from: start, until: start + Int64(random.number(1...9_000_000)) * 1000)
            }
            let (first, second) = (window(), window())
            var query = RowQuery(filter: number % 3 == 0 ? "kind = 1" : "")
            query.ordersTimes = true
            query.time = TimeQuestion()
            query.time?.windows = [second]
            query.otherWindow = .init(first, isMerged: true)
            func rows(_ tree: QuadTree) -> Set<UInt32> { Set((0..<tree.count).map { tree.row(at: $0) }) }
            func choose() throws -> RowSnapshot {
                try #require(try dataSet.choose(query, isCancelled: { false }, progress: { _ in }))
            }
            let merged = try choose()
            query.otherWindow?.isMerged = false
            let beside = try choose()
            let other = try #require(beside.other.first)
            #expect(rows(merged.tree) == rows(beside.tree).union(rows(other.tree)))
            let sides = try #require(merged.sides)
            func rows(_ points: PointSet) -> Set<UInt32> {
                Set(points.members.map { merged.tree.row(at: $0) })
            }
            #expect(rows(sides.first) == rows(other.tree) && rows(sides.second) == rows(beside.tree))
            #expect(other.kept?.count == other.tree.count)
        }
    }

    @Test func rowsThatCameAreThoseAfterTheLastWindow() throws {
        let file = try Self.file(.bursts, rows: 500, seed: 5)
        let dataSet = LoadedDataSet(loader: CSVLoader(path: file.path))
        _ = try dataSet.read(isCancelled: { false }, progress: { _ in })
        var query = RowQuery()
        query.ordersTimes = true
        query.time = TimeQuestion()
        query.time?.windows = [.between(from: 1_736_000_000_000, until: 1_750_000_000_000)]
        query.newFrom = 1_745_000_000_000
        let rows = try #require(try dataSet.choose(query, isCancelled: { false }, progress: { _ in }))
        let new = try #require(rows.newPoints)
        let moments = try #require(rows.times).starts.moments
        let wanted = (0..<rows.tree.count).filter { moments[Int(rows.tree.row(at: $0))] >= 1_745_000_000_000 }
        #expect(new.members == wanted && !wanted.isEmpty && new.count < rows.tree.count)
    }

    @Test(arguments: FoldKind.allCases, ["UTC", "Europe/Berlin", "+05:30"])
    func foldsCountAsEachRowIsTakenApart(kind: FoldKind, zone: String) throws {
        guard let zone = ZoneTable.named(zone) else { return }
        let file = try Self.file(.missing, rows: 900, seed: 4)
        let dataSet = LoadedDataSet(loader: CSVLoader(path: file.path))
        _ = try dataSet.read(isCancelled: { false }, progress: { _ in })
        var query = RowQuery()
        query.ordersTimes = true
        query.time = TimeQuestion()
        let rows = try #require(try dataSet.choose(query, isCancelled: { false }, progress: { _ in }))
        let times = try #require(rows.times).starts
        let view = WorldWindow(west: 0, east: 1 << 31, north: 0, south: 1 << 32)
        let question = FoldQuestion(
            rows.tree, generation: 1, times, of: .window(view), rows: kind.rows, columns: kind.columns,
            zone: zone)
        let fold = try #require(question.fold(by: .alone))
        var wanted = [Int](repeating: 0, count: fold.counts.count)
        rows.tree.indices(in: view).visit { index in
            let moment = times.moments[Int(rows.tree.row(at: index))]
            guard TimeColumn.isMoment(moment) else { return true }
            let wall = zone.wall(at: moment)
            wanted[
                (kind.rows.value(wall) - fold.outer.lowerBound) * fold.inner.count + kind.columns.value(wall)
                    - fold.inner.lowerBound] += 1
            return true
        }
        #expect(fold.counts == wanted && wanted.reduce(0, +) > 100)
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
