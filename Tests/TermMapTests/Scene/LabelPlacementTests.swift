import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Scene
@testable import StoryTestSupport

@Suite struct LabelPlacementTests {
    private struct Case {
        let state: AppState
        let labels: [PlacedLabel]
        let occupied: [CellRect]
    }

    /// The shipped names in a random view with random annotations.
    private func place(_ seed: UInt64) -> Case {
        var random = SeededRandom(seed)
        let screen = random.screen()
        var story = Story(random.places(random.number(0...300)), columns: screen.columns, rows: screen.rows)
        let center = WorldPoint(x: random.fraction(), y: random.fraction(0.2...0.7))
        story.state.map.viewport = Viewport(
            center: center, zoom: random.fraction(0...12), size: story.state.map.viewport.size)
        if random.number(0...1) == 0 { story.state.panels.current = .layers }
        story.state.refreshAnnotations(animated: false)
        let state = story.state
        var occupancy = CellOccupancy(area: state.visibleMap)
        let occupied = state.annotations.placed.map(\.rect)
        for rect in occupied { occupancy.take(rect) }
        let isWater = random.number(0...2) > 0
        var placement = LabelPlacement(
            viewport: state.map.viewport, area: state.visibleMap, occupancy: occupancy,
            isWater: { _ in isWater })
        placement.placeAll(Repository.basemap.labels, withStates: true)
        placement.placeRowNames(
            state.annotations.placed.filter(\.isPlace).map {
                (CellPoint(column: $0.rect.column, row: $0.rect.row), "A name 東京 of some length")
            }, within: state.visibleMap)
        return Case(state: state, labels: placement.labels, occupied: occupied)
    }

    private func rect(_ label: PlacedLabel) -> CellRect {
        CellRect(column: label.point.column, row: label.point.row, width: label.text.width, height: 1)
    }

    @Test(arguments: 0..<20)
    func namesNeverCoverAnnotations(seed: UInt64) {
        let found = place(seed)
        for label in found.labels {
            #expect(!found.occupied.contains { $0.intersects(rect(label)) }, "\(label.text.text)")
        }
    }

    @Test(arguments: 0..<20)
    func namesNeverCoverEachOther(seed: UInt64) {
        let labels = place(seed).labels
        for (index, first) in labels.enumerated() {
            for second in labels[(index + 1)...] {
                #expect(!rect(first).intersects(rect(second)), "\(first.text.text), \(second.text.text)")
            }
        }
    }

    @Test(arguments: 0..<20)
    func namesStayOnTheVisibleMap(seed: UInt64) {
        let found = place(seed)
        for label in found.labels {
            #expect(!label.text.isEmpty)
            #expect(rect(label).intersection(found.state.visibleMap) == rect(label))
        }
    }

    @Test func someNamesFindRoom() {
        let total = (0..<20).reduce(0) { $0 + place(UInt64($1)).labels.count }
        #expect(total > 40)
    }

    @Test func seasStandOnWaterOnly() {
        let state = Story([], columns: 120, rows: 40).state
        for isWater in [true, false] {
            var placement = LabelPlacement(
                viewport: state.map.viewport, area: state.visibleMap,
                occupancy: CellOccupancy(area: state.visibleMap), isWater: { _ in isWater })
            placement.placeAll(Repository.basemap.labels.filter(\.kind.isWater), withStates: true)
            #expect(placement.labels.isEmpty == !isWater)
        }
    }
}
