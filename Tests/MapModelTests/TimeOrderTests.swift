import TestSupport
import Testing

@testable import MapModel

/// Windows of time over the points of a tree, against a scan.
struct TimeOrderTests {
    /// How times and places belong together.
    enum Kind: CaseIterable {
        case scattered, equalTimes, wandering, mostlyWithout
    }

    private func data(_ kind: Kind, _ random: inout SeededRandom) -> (QuadTree, [Int64], [FixedCoordinate]) {
        // Beyond 65,535 points slices hold several.
        let count = random.number(0...3) == 0 ? random.number(70_000...140_000) : random.number(0...2_000)
        var places = random.places(min(count, 2_000))
        while places.count < count { places.append(places[random.number(0...1_999)]) }
        let moments = places.indices.map { row -> Int64 in
            switch kind {
            case .scattered: Int64(random.number(-1_000_000...1_000_000))
            case .equalTimes: Int64(random.number(0...3))
            case .wandering: Int64(places[row].longitudeE7 / 1_000)
            case .mostlyWithout: random.number(0...9) > 0 ? .min + Int64(row & 1) : Int64(row)
            }
        }
        var buffer = PointBuffer()
        for (row, place) in places.enumerated() { buffer.append(place, row: UInt32(row)) }
        return (QuadTree(buffer), moments, places)
    }

    @Test(arguments: Kind.allCases, 0..<8 as Range<UInt64>)
    func windowsAndBoxesHoldWhatAScanFinds(kind: Kind, seed: UInt64) {
        var random = SeededRandom(seed)
        let (tree, moments, places) = data(kind, &random)
        let order = TimeOrder(of: tree, moments: moments, by: seed % 2 == 0 ? .alone : .backwards)
        let timed = moments.filter { $0 > TimeOrder.none }
        #expect(order.count == timed.count)
        var (shown, points) = (0..<0, PointSet(capacity: tree.count))
        // 300 windows for each kind.
        for _ in 0..<38 {
            func edge() -> Int64? {
                random.number(0...5) == 0
                    ? nil : (timed.randomElement(using: &random) ?? 0) + Int64(random.number(-1...1))
            }
            let (from, until) = (edge(), edge())
            let positions = order.positions(from: from, until: until)
            func isInside(_ moment: Int64) -> Bool {
                moment > TimeOrder.none && moment >= from ?? .min && moment < until ?? .max
            }
            let found = order.points(at: positions)
            #expect(order.points(at: positions, by: .backwards) == found, "seed \(seed)")
            #expect(found.count == moments.count { isInside($0) }, "seed \(seed)")
            #expect(found.members.allSatisfy { isInside(moments[Int(tree.row(at: $0))]) }, "seed \(seed)")
            let box = random.box(
                near: places.isEmpty ? [FixedCoordinate(latitudeE7: 0, longitudeE7: 0)] : places)
            let runs = tree.indices(in: box)
            let inBox = runs.indices(limit: .max)
            #expect(found.count(in: runs) == inBox.count { isInside(moments[Int(tree.row(at: $0))]) })
            order.move(&points, from: shown, to: positions)
            #expect(points == found, "seed \(seed)")
            shown = positions
            if !positions.isEmpty {
                #expect(order.moment(at: positions.lowerBound) == timed.filter(isInside).min())
                #expect(order.moment(at: positions.upperBound - 1) == timed.filter(isInside).max())
            }
        }
    }

    @Test(arguments: Kind.allCases, 0..<6 as Range<UInt64>)
    func barsHoldWhatAScanFinds(kind: Kind, seed: UInt64) {
        var random = SeededRandom(seed + 100)
        let (tree, moments, places) = data(kind, &random)
        let order = TimeOrder(of: tree, moments: moments)
        let some = places.isEmpty ? [FixedCoordinate(latitudeE7: 0, longitudeE7: 0)] : places
        for _ in 0..<10 {
            let edges = (0..<random.number(0...40)).map { _ in
                (moments.randomElement(using: &random) ?? 0) / 2 + Int64(random.number(-3...3))
            }.sorted()
            let runs =
                random.number(0...2) == 0
                ? tree.indices(in: GeoBounds.world) : tree.indices(in: random.box(near: some))
            let inside = runs.indices(limit: .max).map { moments[Int(tree.row(at: $0))] }
                .filter { $0 > TimeOrder.none }.sorted()
            func below(_ edge: Int64) -> Int { Bisection.first(in: inside.indices) { inside[$0] >= edge } }
            #expect(
                order.counts(between: edges, in: runs)
                    == zip(edges, edges.dropFirst()).map { below($1) - below($0) }, "seed \(seed)")
        }
    }

    @Test func takesSixBytesAPoint() {
        var random = SeededRandom(1)
        let (tree, moments, _) = data(.scattered, &random)
        #expect(TimeOrder(of: tree, moments: moments).byteCount == tree.count * 6)
    }

    @Test(arguments: Kind.allCases, 0..<4 as Range<UInt64>)
    func classesAreCountedAsAScanCountsThem(kind: Kind, seed: UInt64) {
        var random = SeededRandom(seed + 50)
        let (tree, moments, places) = data(kind, &random)
        let order = TimeOrder(of: tree, moments: moments)
        let timed = moments.filter { $0 > TimeOrder.none }
        let classes = moments.indices.dropLast(3).map { UInt8($0 % 4) }
        for _ in 0..<6 {
            let edges = (0..<random.number(2...9)).map { _ in
                (timed.randomElement(using: &random) ?? 0) + Int64(random.number(-2...2))
            }.sorted()
            let runs = tree.indices(
                in: random.box(
                    near: places.isEmpty ? [FixedCoordinate(latitudeE7: 0, longitudeE7: 0)] : places))
            let found = order.counts(between: edges, in: runs, classOfRow: classes, classCount: 3)
            let rows = runs.indices(limit: .max).map { Int(tree.row(at: $0)) }
            for classNumber in 0..<3 {
                let wanted = zip(edges, edges.dropFirst()).map { from, until in
                    rows.count { row in
                        let own = row < classes.count ? min(Int(classes[row]), 2) : 0
                        return own == classNumber && moments[row] > TimeOrder.none && moments[row] >= from
                            && moments[row] < until
                    }
                }
                #expect(found[classNumber] == wanted, "\(kind) \(seed)")
            }
            let range = tree.range(of: moments, in: runs)
            let all = rows.map { moments[$0] }.filter { $0 > TimeOrder.none }
            #expect(range?.lowerBound == all.min() && range?.upperBound == all.max())
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func membersAreNumberedAmongOthers(seed: UInt64) {
        var random = SeededRandom(seed)
        let capacity = random.number(1...300)
        let points = PointSet((0..<capacity).filter { _ in random.number(0...1) == 0 }, capacity: capacity)
        let some = PointSet((0..<capacity).filter { _ in random.number(0...2) == 0 }, capacity: capacity)
        let members = points.members
        let wanted = members.indices.filter { some.contains(members[$0]) }
        #expect(
            points.renumbered(some).members == wanted && points.renumbered(some).capacity == members.count)
        #expect(points.renumbered(some.members).members == wanted)
    }
}
