import CellGraphics
import DataSets
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport

/// Density of rows that a server counts in a grid.
@Suite struct ServerDensityTests {
    private static func program(_ server: MemoryServer, limit: Int = 50) -> Headless {
        var state = AppState(
            columns: 100, rows: 30, filePath: "memory",
            appearance: Appearance(
                charset: .braille, theme: Theme(background: .dark, mode: .truecolor), animates: false,
                hasItalic: true))
        state.data.origin = .server(ServerView(limit: limit))
        return Headless(
            state: state, work: DataWork(server: server), basemap: BasemapData(labels: []), keyMap: KeyMap())
    }

    private static func places(_ seed: UInt64, _ count: Int) -> [(Double, Double)] {
        var random = SeededRandom(seed)
        return random.places(count)
    }

    /// The rows in view are those of memory, box by box but for those that lie within a quad-tree cell of an edge.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func aServerCountsWhatMemoryCounts(seed: UInt64) throws {
        let server = MemoryServer(Self.places(seed, 3_000))
        var headless = Self.program(server)
        #expect(headless.load() == nil)
        headless.perform(.display(.density))
        var state = headless.state
        let picture = try #require(state.annotations.density.picture)
        let inView = server.tree.count(in: state.map.viewport.window(of: state.layout.map.dots))
        #expect(inView > 2_000 && state.rowsInView == inView)
        let memory = DensityPicture(
            of: server.tree, viewport: state.map.viewport, area: state.layout.map, form: picture.form,
            kind: picture.kind, after: nil)
        var differing = 0
        for row in state.visibleMap.row..<state.visibleMap.endRow {
            for column in state.visibleMap.column..<state.visibleMap.endColumn {
                let cell = CellPoint(column: column, row: row)
                differing += abs(picture.count(at: cell) - memory.count(at: cell))
            }
        }
        #expect(differing * 20 < 3_000, "\(differing) rows lie in other cells")
        // Zoomed in, until the server sends rows.
        for _ in 0..<6 {
            headless.perform(.zoom(steps: 1))
            state = headless.state
            #expect(state.isDensity && state.annotations.density.picture != nil)
            let window = state.map.viewport.window(of: state.layout.map.dots)
            #expect(state.rowsInView == server.tree.count(in: window))
        }
    }

    @Test func aCellIsSelectedWithTheRowsThatWereCounted() throws {
        let server = MemoryServer(Self.places(4, 3_000))
        var headless = Self.program(server)
        #expect(headless.load() == nil)
        headless.perform(.display(.density))
        headless.perform(.nextAnnotation)
        let state = headless.state
        let cell = try #require(state.annotations.density.cursor)
        let selected = try #require(state.selectedAnnotation)
        #expect(selected.count > 1)
        #expect(selected.count == state.annotations.density.picture?.count(at: cell))
        // Badges come back with the grid that they had.
        headless.perform(.display(.clusters))
        #expect(headless.state.annotations.density.picture == nil)
        #expect(headless.state.annotations.rowsInView == state.rowsInView)
    }
}
