import TestSupport
import Testing

@testable import MapModel

struct AnnotationSetTests {
    private func annotations(_ tree: QuadTree, _ view: Viewport) -> AnnotationSet {
        AnnotationSet(
            of: tree, in: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: ClusterSize())
        )
    }

    @Test func nothingIsAddedWhenTheViewStands() {
        var random = SeededRandom(2)
        let places = random.places(500)
        let set = annotations(QuadTree(places), random.viewport(near: places))
        #expect(set.added(in: set).isEmpty && !set.annotations.isEmpty)
    }

    @Test(arguments: 0..<50) func whatOnlyTheNextSetRepresentsIsAdded(seed: UInt64) {
        var random = SeededRandom(seed)
        let places = random.places(700)
        let tree = QuadTree(places)
        let view = random.viewport(near: places)
        let before = annotations(tree, view)
        let after = annotations(
            tree,
            random.number(0...1) == 0
                ? view.panned(columns: 3, rows: 1)
                : view.zoomed(to: view.zoom + 0.5, around: DotPoint(x: 5, y: 5)))
        let added = before.added(in: after)
        let old = Set(before.annotations.map(\.id))
        #expect(added.allSatisfy { !old.contains($0.id) }, "seed \(seed)")
        let staying = after.annotations.filter { old.contains($0.id) }
        #expect(Set(added + staying) == Set(after.annotations), "seed \(seed)")
    }

    @Test func aClusterThatLosesARowIsNotAdded() {
        let pair = [
            FixedCoordinate(latitudeE7: 10, longitudeE7: 10),
            FixedCoordinate(latitudeE7: 20, longitudeE7: 20),
        ]
        let grid = ClusterGrid(worldDots: 256, cellDots: 20)
        let three = AnnotationSet(of: QuadTree(pair + pair), in: .world, grid: grid)
        let two = AnnotationSet(of: QuadTree(pair), in: .world, grid: grid)
        let one = AnnotationSet(of: QuadTree([pair[0]]), in: .world, grid: grid)
        #expect(three.added(in: two).isEmpty && two.added(in: one) == one.annotations)
        #expect(one.annotations.map(\.id) == [.place(row: 0)])
    }
}
