import TestSupport
import Testing

@testable import MapModel

/// Clusters that mix no classes, against looking at every point.
@Suite struct ClassesApartTests {
    private struct Sample {
        let tree: QuadTree
        let classOfRow: [UInt8]
        let window: WorldWindow
        let grid: ClusterGrid

        var counts: ClassCounts { ClassCounts(of: tree, byRow: classOfRow) }

        /// Places that repeat, on both sides of 180° and at the poles.
        init(_ seed: UInt64) {
            var random = SeededRandom(seed)
            let count = random.number(1...3_000)
            var points = PointBuffer()
            for row in 0..<UInt32(count) {
                let place = Coordinate(
                    latitude: Double(random.number(-90...90)),
                    longitude: Double(random.number(0...1) == 0 ? random.number(-180...180) : 178))
                points.append(FixedCoordinate(place), row: row)
            }
            tree = QuadTree(points)
            classOfRow = (0..<count).map { _ in UInt8(random.number(0...random.number(0...15))) }
            let size = DotSize(width: random.number(20...400), height: random.number(20...400))
            let view = Viewport(
                center: WorldPoint(x: random.fraction(), y: random.fraction()),
                zoom: Double(random.number(0...12)) / 2, size: size)
            window = view.window(of: view.bounds)
            grid = ClusterGrid(viewport: view, size: ClusterSize(width: 10))
        }

        func set() -> AnnotationSet {
            AnnotationSet(of: tree, in: window, grid: grid, apart: ClassPlaces(of: tree, counts))
        }

        func rows(_ annotation: Annotation) -> [UInt32] {
            let members = tree.members(of: annotation, in: window, counts)
            return members.indices(limit: members.count).map { tree.row(at: $0) }
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func eachAnnotationHasTheRowsOfOneClassInOneCell(seed: UInt64) {
        let sample = Sample(seed)
        let set = sample.set()
        var seen = Set<UInt32>()
        for annotation in set.annotations {
            let rows = sample.rows(annotation)
            #expect(rows.count == annotation.count)
            #expect(Set(rows.map { sample.classOfRow[Int($0)] }).count == 1)
            #expect(Set(rows).isDisjoint(with: seen))
            seen.formUnion(rows)
            let points = rows.compactMap { row in
                (0..<sample.tree.count).first { sample.tree.row(at: $0) == row }.map {
                    sample.tree.worldPoint(at: $0)
                }
            }
            let mean = points.reduce((0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y) }
            #expect(abs(mean.0 / Double(points.count) - annotation.mean.x) < 1e-9)
            #expect(abs(mean.1 / Double(points.count) - annotation.mean.y) < 1e-9)
        }
        #expect(seen.count == sample.tree.count(in: sample.window))
        let plain = AnnotationSet(of: sample.tree, in: sample.window, grid: sample.grid)
        #expect(seen.count == plain.annotations.reduce(0) { $0 + $1.count })
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func aSelectedRowIsCarriedByItsClass(seed: UInt64) throws {
        let sample = Sample(seed)
        let set = sample.set()
        let apart = ClassesApart(of: sample.tree, sample.counts)
        for index in stride(from: 0, to: sample.tree.count, by: 37) {
            let row = sample.tree.row(at: index)
            let selection = Selection(row: row, at: sample.tree.fixedCoordinate(at: index))
            let classNumber = try #require(apart.classNumber(of: selection))
            #expect(classNumber == Int(sample.classOfRow[Int(row)]))
            let carrier = set.carrier(of: selection, ofClass: classNumber)
            let holder = set.annotations.first { sample.rows($0).contains(row) }
            #expect(carrier?.id == holder?.id)
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func theBoxOfAClassHoldsItsRowsTightly(seed: UInt64) throws {
        let sample = Sample(seed)
        for annotation in sample.set().annotations where annotation.count > 1 {
            let box = try #require(sample.tree.bounds(of: annotation, in: sample.window, sample.counts))
            let places = sample.tree.members(of: annotation, in: sample.window, sample.counts)
                .indices(limit: annotation.count).map { sample.tree.coordinate(at: $0) }
            #expect(box.south == places.map(\.latitude).min() && box.north == places.map(\.latitude).max())
            #expect(box.west == places.map(\.longitude).min() && box.east == places.map(\.longitude).max())
        }
    }

    /// Longer than the blocks in which points are counted.
    @Test func membersAreFoundOverManyBlocks() {
        var points = PointBuffer()
        let place = FixedCoordinate(Coordinate(latitude: 10, longitude: 20))
        for row in 0..<UInt32(10_000) { points.append(place, row: row) }
        let tree = QuadTree(points)
        var classes = [UInt8](repeating: 1, count: 10_000)
        for row in [0, 63, 64, 4_999, 9_999] { classes[row] = 2 }
        let counts = ClassCounts(of: tree, byRow: classes)
        let all = tree.members(
            of: ClusterGrid(worldDots: 64, cellDots: 20).id(of: tree.quantum(at: 0)), in: .world)
        let found = counts.members(ofClass: 2, in: all)
        #expect(Set(found.indices(limit: 9).map { tree.row(at: $0) }) == [0, 63, 64, 4_999, 9_999])
        let parts = ClassPlaces(of: tree, counts).parts(of: all, in: tree)
        #expect(parts.map(\.classNumber) == [1, 2] && parts.map(\.count) == [9_995, 5])
    }
}
