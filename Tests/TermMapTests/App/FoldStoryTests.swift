import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import RowValues
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

/// The grid of hours and days of rows in memory.
@Suite struct FoldStoryTests {
    /// Hours since Thursday, 1 January 2026, and places in a part of the Alps.
    private static let rows: [(hour: Int, latitude: Double, longitude: Double)] = (0..<1_500).map { row in
        var random = SeededRandom(UInt64(row))
        return (random.number(0...1_400), random.fraction(45...48), random.fraction(5...10))
    }

    private static let text =
        "name,lat,lon,seen\n"
        + rows.enumerated().map { number, row in
            let (day, hour) = (row.hour / 24, row.hour % 24)
            let date =
                day < 31 ? "2026-01-\(day + 1)" : day < 59 ? "2026-02-\(day - 30)" : "2026-03-\(day - 58)"
            let parts = date.split(separator: "-").map { $0.count < 2 ? "0\($0)" : String($0) }
            let clock = hour < 10 ? "0\(hour)" : "\(hour)"
            return
                "row \(number),\(row.latitude),\(row.longitude),\(parts.joined(separator: "-"))T\(clock):00:00Z\n"
        }.joined()

    private static let keys = [
        "gT", "gT++", "gT++llll", "gT++jjjj", "gT+++<Tab>", "gt<Home><PgDn><PgDn>gT+", "C<Enter>gT++",
    ]

    /// The edge of the band covers badges: their rows are neither in the status line nor in the grid.
    @Test(arguments: keys) func theGridCountsWhatTheStatusLineCounts(keys: String) throws {
        let file = try TemporaryFile(Array(Self.text.utf8), extension: "csv")
        var headless = Headless(
            state: AppState(columns: 120, rows: 40, filePath: file.path, appearance: .plain),
            work: DataWork(loader: CSVLoader(path: file.path)), basemap: Repository.basemap, keyMap: KeyMap())
        #expect(headless.load() == nil)
        headless.play(try KeyScript.events(in: keys))
        let state = headless.state
        let tree = state.data.tree
        let shown = state.annotations.counted.flatMap(\.parts).flatMap { part -> [Int] in
            guard let cell = part.id.cell else {
                return part.firstIndex.map { [Int(tree.row(at: $0))] } ?? []
            }
            let indices = tree.members(of: cell, in: state.annotations.set.window)
            return indices.indices(limit: indices.count).map { Int(tree.row(at: $0)) }
        }
        #expect(
            !keys.hasPrefix("gT+") || !state.annotations.covered.isEmpty, "the view has rows behind the band")
        let content = try #require(state.foldContent)
        #expect(shown.count == state.rowsInView && content.total == shown.count)
        for weekday in 1...7 {
            for hour in 0..<24 {
                let wanted = shown.count {
                    Self.rows[$0].hour % 24 == hour && (Self.rows[$0].hour / 24 + 3) % 7 + 1 == weekday
                }
                #expect(content.count(column: hour, row: weekday) == wanted)
            }
        }
    }
}
