import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import StoryTestSupport

@Suite struct AnnotationLayoutTests {
    /// A random state with any size, view, cluster size, charset and panel.
    private static func randomState(_ seed: UInt64) -> AppState {
        var random = SeededRandom(seed)
        let screen = random.screen()
        let places = random.places(random.number(0...600))
        var story = Story(places, columns: screen.columns, rows: screen.rows)
        story.state.map.clusterSize = ClusterSize(width: ClusterSize.widths[random.number(0...5)])
        story.state.screen.appearance.charset = Charset.allCases[random.number(0...2)]
        var center = WorldPoint(x: random.fraction(), y: random.fraction())
        if let place = places.randomElement(using: &random), random.number(0...2) > 0 {
            center = WebMercator.project(Coordinate(latitude: place.0, longitude: place.1))
        }
        story.state.map.viewport = Viewport(
            center: center, zoom: Double(random.number(0...44)) / 2, size: story.state.map.viewport.size)
        if random.number(0...1) == 0 { story.state.panels.current = .layers }
        story.state.refreshAnnotations(animated: false)
        return story.state
    }

    /// Made once for all tests.
    private static let states = (0..<seedCount).map { randomState(UInt64($0)) }
    private static let seedCount = 60

    @Test(arguments: 0..<seedCount)
    func badgesNeverOverlap(seed: Int) {
        let placed = Self.states[seed].annotations.placed
        for (index, first) in placed.enumerated() {
            for second in placed[(index + 1)...] {
                #expect(!first.rect.intersects(second.rect), "\(first.rect) and \(second.rect)")
            }
        }
    }

    @Test(arguments: 0..<seedCount)
    func countsAddUpToTheRowsInView(seed: Int) {
        var state = Self.states[seed]
        state.panels.current = nil
        state.refreshAnnotations(animated: false)
        let window = state.map.viewport.window(of: state.layout.map.dots)
        #expect(state.annotations.placed.reduce(0) { $0 + $1.count } == state.data.tree.count(in: window))
        #expect(state.annotations.rowsInView == state.data.tree.count(in: window))
        let parts = state.annotations.placed.flatMap(\.parts).map(\.id)
        #expect(Set(parts).count == parts.count)
        #expect(Set(parts) == Set(state.annotations.set.annotations.map(\.id)))
    }

    /// A panel hides badges and changes none: no count, no place.
    @Test(arguments: 0..<seedCount)
    func aPanelOnlyHides(seed: Int) {
        var state = Self.states[seed]
        state.panels.current = nil
        state.refreshAnnotations(animated: false)
        let all = state.annotations.placed
        state.panels.current = .layers
        state.refreshAnnotations(animated: false)
        let visible = all.filter { $0.rect.lies(in: state.visibleMap) }
        #expect(state.annotations.placed == visible)
        #expect(state.annotations.rowsInView == visible.reduce(0) { $0 + $1.count })
    }

    @Test(arguments: 0..<seedCount)
    func badgesLieInsideTheVisibleMap(seed: Int) {
        let state = Self.states[seed]
        for annotation in state.annotations.placed {
            #expect(!annotation.rect.isEmpty)
            #expect(annotation.rect.intersection(state.visibleMap) == annotation.rect)
        }
    }

    @Test(arguments: 0..<seedCount)
    func noNumberIsCut(seed: Int) {
        for annotation in Self.states[seed].annotations.placed {
            let text = ClusterScale.abbreviatedCount(annotation.count)
            #expect(annotation.rect.width == (annotation.count == 1 ? 1 : text.count + 2))
            #expect(annotation.rect.height == 1 || annotation.rect.height == 3)
            #expect(annotation.isPlace == (annotation.count == 1))
        }
    }

    @Test(arguments: 0..<seedCount)
    func placementDoesNotDependOnTheOrder(seed: Int) {
        let state = Self.states[seed]
        var random = SeededRandom(UInt64(seed))
        let set = state.annotations.set
        let surroundings = AnnotationLayout.surroundings(
            of: set.window, state.map.viewport, set.grid, state.badgeStyle)
        let clusters = state.data.tree.clusters(in: surroundings, grid: set.grid)
        let placed = [clusters, clusters.shuffled(using: &random)].map {
            AnnotationLayout.place(
                set, among: $0, viewport: state.map.viewport, area: state.layout.map,
                style: state.badgeStyle)
        }
        #expect(placed[0] == placed[1])
        let visible = placed[0].filter { $0.rect.lies(in: state.visibleMap) }
        #expect(visible == state.annotations.placed)
    }

    /// Clusters far from every edge of the view: neither cut by it nor pushed by those that are.
    @Test(arguments: 0..<seedCount)
    func panNeverReshufflesClusters(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        var before = Self.states[seed]
        before.panels.current = nil
        before.map.viewport = Viewport(
            center: before.map.viewport.center, zoom: before.map.viewport.zoom + 2,
            size: before.map.viewport.size)
        before.refreshAnnotations(animated: false)
        var after = before
        let columns = random.number(-6...6)
        after.pan(columns: columns, rows: 0)
        let inner = { (state: AppState, shift: Int) in
            let map = state.visibleMap
            return Set(
                state.annotations.set.annotations.filter { annotation in
                    guard case .cluster(let id) = annotation.id else { return false }
                    let side = state.map.viewport.worldDots / exp2OfDepth(id) / 2
                    let column = Double(id.column) * side - Double(state.map.viewport.origin.x) / 2
                    return column > 7 && column + side < Double(map.width - 7)
                }.map(\.id))
        }
        let kept = inner(before, 0)
        let ids = Dictionary(uniqueKeysWithValues: after.annotations.set.annotations.map { ($0.id, $0) })
        guard after.map.viewport.origin.y == before.map.viewport.origin.y else { return }
        for id in kept {
            #expect(ids[id]?.count == before.annotations.set[id]?.count)
        }
    }

    private func exp2OfDepth(_ id: ClusterID) -> Double {
        Double(UInt64(1) << UInt64(id.depth)) / Double(id.stride)
    }

    @Test(arguments: [0, 1])
    func noRowsAreNoBadges(rows: Int) {
        let story = Story((0..<rows).map { _ in (48, 2) })
        #expect(story.state.annotations.placed.count == rows)
    }
}
