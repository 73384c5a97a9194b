import TestSupport
import Testing

@testable import MapModel

struct AnnotationSetTests {
    private func annotations(_ tree: QuadTree, _ view: Viewport) -> AnnotationSet {
        AnnotationSet(
            of: tree, in: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: ClusterSize())
        )
    }

    @Test func nothingChangesWhenTheViewStands() {
        var random = SeededRandom(2)
        let places = random.places(500)
        let set = annotations(QuadTree(places), random.viewport(near: places))
        let changes = set.changes(to: set)
        #expect(changes.kept == set.annotations && !set.annotations.isEmpty)
        #expect(changes.added.isEmpty && changes.removed.isEmpty && changes.changed.isEmpty)
    }

    @Test(arguments: 0..<50) func changesLeadFromOneSetToTheNext(seed: UInt64) {
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
        let changes = before.changes(to: after)
        let removed = Set(changes.removed.map(\.id))
        let old = Set(before.annotations)
        let staying = Set(before.annotations.map(\.id)).subtracting(removed)
        #expect(staying == Set((changes.kept + changes.changed).map(\.id)), "seed \(seed)")
        #expect(Set(changes.kept + changes.changed + changes.added) == Set(after.annotations), "seed \(seed)")
        #expect(
            changes.kept.allSatisfy(old.contains) && changes.changed.allSatisfy { !old.contains($0) },
            "seed \(seed)")
    }

    @Test func aClusterThatLosesARowHasChanged() {
        let pair = [
            FixedCoordinate(latitudeE7: 10, longitudeE7: 10),
            FixedCoordinate(latitudeE7: 20, longitudeE7: 20),
        ]
        let grid = ClusterGrid(worldDots: 256, cellDots: 20)
        let three = AnnotationSet(of: QuadTree(pair + pair), in: .world, grid: grid)
        let two = AnnotationSet(of: QuadTree(pair), in: .world, grid: grid)
        let one = AnnotationSet(of: QuadTree([pair[0]]), in: .world, grid: grid)
        #expect(three.changes(to: two).changed.map(\.count) == [2])
        #expect(
            two.changes(to: one).removed == two.annotations && two.changes(to: one).added == one.annotations)
        #expect(one.annotations.map(\.id) == [.place(row: 0)])
    }
}
