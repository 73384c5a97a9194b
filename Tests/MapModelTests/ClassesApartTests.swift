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

        let counts: ClassCounts

        /// Places that repeat, on both sides of 180° and at the poles.
        init(_ seed: UInt64) {
            var random = SeededRandom(seed)
            let count = random.number(1...1_000)
            var points = PointBuffer()
            for row in 0..<UInt32(count) {
                let place = Coordinate(
                    latitude: Double(random.number(-90...90)),
                    longitude: Double(random.number(0...1) == 0 ? random.number(-180...180) : 178))
                points.append(FixedCoordinate(place), row: row)
            }
            tree = QuadTree(points)
            let classOfRow = (0..<count).map { _ in UInt8(random.number(0...random.number(0...15))) }
            self.classOfRow = classOfRow
            counts = ClassCounts(of: tree, byRow: classOfRow)
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
            return members.indices(limit: .max).map { tree.row(at: $0) }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func eachAnnotationHasTheRowsOfOneClassInOneCell(seed: UInt64) {
        let sample = Sample(seed)
        let set = sample.set()
        var seen = Set<UInt32>()
        for annotation in set.annotations {
            let rows = sample.rows(annotation)
            #expect(rows.count == annotation.count)
            #expect(Set(rows.map { sample.classOfRow[Int($0)] }).count == 1)
            #expect(Set(rows).isDisjoint(with: seen))
            seen.formUnion(rows)
            let members = sample.tree.members(of: annotation, in: sample.window, sample.counts)
            let indices = members.indices(limit: .max)
            let offset = indices.count / 3
            #expect(members.indices(offset: offset, limit: 4) == Array(indices.dropFirst(offset).prefix(4)))
            #expect(members.indices(at: [indices.count - 1, 0]) == [indices[indices.count - 1], indices[0]])
            let some = PointSet(
                stride(from: 0, to: sample.tree.count, by: 3).map { $0 }, capacity: sample.tree.count)
            #expect(members.count(in: some) == indices.filter { $0 % 3 == 0 }.count)
            if let number = Self.classNumber(annotation), let cell = annotation.id.cell {
                let numbers = NumberAggregates(of: sample.tree) { Double($0 % 7) }
                let found = ClassAggregates(numbers, sample.counts)
                    .aggregate(ofClass: number, in: sample.tree.members(of: cell, in: sample.window))
                let expected = rows.map { Double($0 % 7) }
                #expect(found.count == rows.count && found.sum == expected.reduce(0, +))
                #expect(found.greatest == expected.max())
            }
            let points = indices.map { sample.tree.worldPoint(at: $0) }
            let mean = points.reduce((0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y) }
            #expect(abs(mean.0 / Double(points.count) - annotation.mean.x) < 1e-9)
            #expect(abs(mean.1 / Double(points.count) - annotation.mean.y) < 1e-9)
        }
        #expect(seen.count == sample.tree.count(in: sample.window))
        let plain = AnnotationSet(of: sample.tree, in: sample.window, grid: sample.grid)
        #expect(seen.count == plain.annotations.reduce(0) { $0 + $1.count })
    }

    private static func classNumber(_ annotation: Annotation) -> Int? {
        if case .classCluster(_, let number) = annotation.id { number } else { nil }
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func aSelectedRowIsCarriedByItsClass(seed: UInt64) throws {
        let sample = Sample(seed)
        let set = sample.set()
        let apart = ClassesApart(of: sample.tree, sample.counts)
        var holders: [UInt32: AnnotationID] = [:]
        for annotation in set.annotations {
            for row in sample.rows(annotation) { holders[row] = annotation.id }
        }
        for index in stride(from: 0, to: sample.tree.count, by: 37) {
            let row = sample.tree.row(at: index)
            let selection = Selection(row: row, at: sample.tree.fixedCoordinate(at: index))
            let classNumber = try #require(apart.classNumber(of: selection))
            #expect(classNumber == Int(sample.classOfRow[Int(row)]))
            let carrier = set.carrier(of: selection, ofClass: classNumber)
            #expect(carrier?.id == holders[row])
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func theBoxOfAClassHoldsItsRowsTightly(seed: UInt64) throws {
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
        let found = AnnotationMembers(all, only: (counts, 2))
        #expect(Set(found.indices(limit: 9).map { tree.row(at: $0) }) == [0, 63, 64, 4_999, 9_999])
        #expect(found.indices(offset: 1, limit: 2) == Array(found.indices(limit: 9)[1...2]))
        #expect(found.indices(at: [4, 0, 4]) == [4, 0, 4].map { found.indices(limit: 9)[$0] })
        #expect(found.indices(offset: 5, limit: 9).isEmpty && found.indices(limit: 0).isEmpty)
        var listed = PointSet(capacity: tree.count)
        found.insert(into: &listed)
        #expect(listed.members == found.indices(limit: 9) && found.count(in: listed) == 5)
        let parts = ClassPlaces(of: tree, counts).parts(of: all, in: tree)
        #expect(parts.map(\.classNumber) == [1, 2] && parts.map(\.count) == [9_995, 5])
    }
}
