import TestSupport
import Testing

@testable import MapModel

@Suite struct AreaAssignmentTests {
    @Test(arguments: 0..<120) func findsWhatTheDefinitionSays(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let sketches = (0..<random.number(0...12)).map { _ in random.area() }
        let tree = QuadTree(random.places(around: sketches, count: 400))
        let geometry = AreaGeometry(sketches)
        let oracle = AreaOracle(sketches)
        for border in [AreaBorder.halfOpen, .closed, .open] {
            let expected = (0..<tree.count).map {
                oracle.areas(at: tree.fixedCoordinate(at: $0), border: border)
            }
            let single = (0..<tree.count).map {
                geometry.areas(at: tree.fixedCoordinate(at: $0), border: border)
            }
            #expect(single == expected)
            let assignment = try #require(AreaAssignment(of: tree, in: geometry, border: border))
            #expect(assignment.lists == expected)
            let shared = try #require(
                AreaAssignment(
                    of: tree, in: geometry, border: border, by: .backwards,
                    sizes: .init(cell: random.number(1...200), batch: random.number(1...500))))
            #expect(shared.runs == assignment.runs)
            #expect(shared.covers == assignment.covers)
        }
    }

    @Test func areasOfAPartitionAddUp() throws {
        let sketches = RandomPartition(
            columns: 100, rows: 50, pieces: 4, seed: 3, in: GeoBounds(south: 46, west: 5, north: 50, east: 12)
        ).sketches
        var random = SeededRandom(4)
        var places = sketches.flatMap(\.vertices)
        for sketch in sketches {
            for (start, end) in zip(sketch.vertices, sketch.vertices.dropFirst()) {
                places.append(
                    FixedCoordinate(
                        latitudeE7: (start.latitudeE7 + end.latitudeE7) / 2,
                        longitudeE7: (start.longitudeE7 + end.longitudeE7) / 2))
            }
        }
        let inner = places.filter {
            (465_000_000...495_000_000).contains($0.latitudeE7)
                && (60_000_000...115_000_000).contains($0.longitudeE7)
        }
        let tree = QuadTree(inner)
        let whole = try #require(
            AreaAssignment(
                of: tree, in: AreaGeometry(sketches), by: .backwards, sizes: .init(cell: 5_000, batch: 20_000)
            ))
        #expect(whole.counts.areas.reduce(0, +) == inner.count)
        #expect(whole.counts.outside == 0 && whole.counts.inSeveral == 0)
        for _ in 0..<1_000 {
            let divisor = random.number(2...9)
            let kept = RowSet(capacity: inner.count) { ($0 &* 7_919) % divisor == 0 }
            let counts = AreaAssignment(whole, of: tree, keeping: kept).counts
            #expect(counts.areas.reduce(0, +) == kept.count)
            #expect(counts.outside == 0 && counts.inSeveral == 0)
        }
    }

    @Test(arguments: 0..<40) func keepsWhatATreeOfTheseRowsHas(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let sketches = (0..<8).map { _ in random.area() }
        let tree = QuadTree(random.places(around: sketches, count: 300))
        let geometry = AreaGeometry(sketches)
        let kept = RowSet(capacity: 300) { _ in random.number(0...2) > 0 }
        let hidden = [UInt32(random.number(0...100))..<UInt32(random.number(100...200))]
        let chosen = QuadTree(tree, keeping: seed % 3 == 0 ? nil : kept, hiding: seed % 2 == 0 ? [] : hidden)
        let whole = try #require(AreaAssignment(of: tree, in: geometry))
        let restricted = AreaAssignment(
            whole, of: tree, keeping: seed % 3 == 0 ? nil : kept, hiding: seed % 2 == 0 ? [] : hidden,
            by: .backwards)
        #expect(restricted.lists == AreaAssignment(of: chosen, in: geometry)?.lists)
        #expect(restricted.pointCount == chosen.count)
    }

    @Test(arguments: 0..<40) func aggregatesAreThoseOfThePoints(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let sketches = (0..<8).map { _ in random.area() }
        let tree = QuadTree(random.places(around: sketches, count: 500))
        let numbers = (0..<500).map { _ in
            random.number(0...4) == 0 ? Double.nan : Double(random.number(-9...9))
        }
        let assignment = try #require(AreaAssignment(of: tree, in: AreaGeometry(sketches)))
        var expected = [NumberAggregates.Aggregate](repeating: .init(), count: sketches.count)
        for (index, areas) in assignment.lists.enumerated() {
            for area in areas { expected[area].add(numbers[index]) }
        }
        #expect(assignment.aggregates(of: NumberAggregates(byIndex: numbers), by: .backwards) == expected)
        #expect(
            assignment.counts.areas
                == sketches.indices.map { area in assignment.lists.count { $0.contains(area) } })
        #expect(assignment.counts.inSeveral == assignment.lists.count { $0.count > 1 })
        #expect(assignment.outside.count == assignment.lists.count { $0.isEmpty })
        #expect(
            assignment.indices { $0 % 2 == 0 }.count
                == assignment.lists.count { $0.contains { area in area % 2 == 0 } })
    }

    /// A square from 10 to 20, and those east, north and north-east of it.
    @Test(arguments: [
        (10, 10, 0), (15, 10, 0), (10, 15, 0), (20, 10, 1), (20, 15, 1), (10, 20, 2), (15, 20, 2),
        (20, 20, 3),
        (30, 15, -1), (30, 30, -1), (15, 30, -1),
    ]) func placesOnBordersAreEastAndNorthOfThem(longitude: Int, latitude: Int, area: Int) {
        let corners: [(Double, Double)] = [(10, 10), (20, 10), (10, 20), (20, 20)]
        let squares = corners.map { west, south in
            GeometrySketch(rings: [
                [
                    place(south, west), place(south, west + 10), place(south + 10, west + 10),
                    place(south + 10, west),
                ]
            ])
        }
        let spot = place(Double(latitude), Double(longitude))
        #expect(AreaGeometry(squares).areas(at: spot) == (area < 0 ? [] : [area]))
        let closed = AreaGeometry(squares).areas(at: spot, border: .closed)
        let touched = squares.count { sketch in
            let (first, last) = (sketch.vertices[0], sketch.vertices[2])
            return (first.longitudeE7...last.longitudeE7).contains(spot.longitudeE7)
                && (first.latitudeE7...last.latitudeE7).contains(spot.latitudeE7)
        }
        #expect(closed.count == touched)
        #expect(AreaGeometry(squares).areas(at: spot, border: .open).isEmpty)
    }

    @Test func endsWhenItIsCancelledAndReportsProgress() throws {
        var random = SeededRandom(1)
        let sketches = (0..<20).map { _ in random.area() }
        let tree = QuadTree(random.places(around: sketches, count: 3_000))
        let geometry = AreaGeometry(sketches)
        var shares: [Double] = []
        _ = try #require(
            AreaAssignment(
                of: tree, in: geometry, sizes: .init(cell: 50, batch: 200),
                progress: { shares.append($0) }))
        #expect(shares.count > 5 && shares == shares.sorted() && shares.last == 1)
        #expect(shares.allSatisfy { (0...1).contains($0) })
        for calls in 0..<5 {
            var asked = 0
            let found = AreaAssignment(
                of: tree, in: geometry, sizes: .init(cell: 50, batch: 200),
                isCancelled: {
                    asked += 1
                    return asked > calls
                })
            #expect(found == nil && asked == calls + 1)
        }
    }

    @Test func pointsAtOnePlaceAreOneRun() throws {
        let spot = place(47.5, 8.25)
        let tree = QuadTree(
            Array(repeating: spot, count: 100_000) + Array(repeating: place(90, 3), count: 500))
        let sketches = (0..<300).map { index in
            GeometrySketch(rings: [
                [place(47.5, 8.75), place(48 + Double(index) / 1e3, 8), place(47, 8 - Double(index) / 1e3)]
            ])
        }
        let geometry = AreaGeometry(sketches)
        let assignment = try #require(AreaAssignment(of: tree, in: geometry))
        #expect(assignment.runs.count == 2)
        let areas = geometry.areas(at: spot)
        #expect(areas.count == 300 && assignment.counts.areas.reduce(0, +) == areas.count * 100_000)
    }
}
