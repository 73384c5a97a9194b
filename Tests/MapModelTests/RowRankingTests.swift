import MapModel
import TestSupport
import Testing

@Suite struct RowRankingTests {
    private static let words = [
        "alpha", "alphabet", "beta", "old alpha", "gamma", "alp", "betalpha", "the alpha beta",
    ]

    private struct World {
        var tree: QuadTree
        var names: [String]
        var places: [Int: Coordinate]
        var index: NameIndex

        init(seed: UInt64, rows: Int) {
            var random = SeededRandom(seed)
            var buffer = PointBuffer()
            var builder = NameIndex.Builder(hasLetterSets: true)
            names = []
            places = [:]
            for row in 0..<rows {
                let name = RowRankingTests.words[random.number(0...7)]
                names.append(name)
                builder.append([name])
                // Some rows have no place.
                guard random.number(0...9) > 0 else { continue }
                let place = Coordinate(
                    latitude: random.fraction(-90...90), longitude: random.fraction(-180...179))
                let fixed = FixedCoordinate(place)
                buffer.append(fixed, row: UInt32(row))
                places[row] = fixed.coordinate
            }
            tree = QuadTree(buffer)
            index = builder.finish()
        }
    }

    /// All words of the query in full come before longer ones, whatever their distance.
    @Test(arguments: [true, false]) func wholeWordsComeFirst(isNear: Bool) throws {
        var buffer = PointBuffer()
        var builder = NameIndex.Builder(hasLetterSets: true)
        let names = [
            "Main Street 171", "Main Street 170", "Main Street 17", "Old Main Street 17 B", "Main Streets 17",
        ]
        for (row, name) in names.enumerated() {
            builder.append([name])
            let place = Coordinate(latitude: Double(row), longitude: 0)
            buffer.append(FixedCoordinate(place), row: UInt32(row))
        }
        let (tree, index) = (QuadTree(buffer), builder.finish())
        let ranking = RowRanking(tree)
        let hits = try #require(index.hits(SearchQuery("street 17"), rankedCount: 10))
        let center = isNear ? Coordinate(latitude: 0, longitude: 0) : nil
        let best = ranking.best(10, of: hits, ranking.indices(of: hits), near: center, in: index)
        #expect(best.map { names[Int(tree.row(at: $0))] } == [2, 3, 0, 1, 4].map { names[$0] })
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func sortsByKindThenDistanceThenRow(seed: UInt64) throws {
        let world = World(seed: seed, rows: 300)
        let center = Coordinate(latitude: 40, longitude: 170)
        let matches = try #require(world.index.matches(SearchQuery("alpha"), isCancelled: { false }))
        let ranking = RowRanking(world.tree)
        let hits = try #require(world.index.hits(matches.query, rankedCount: 1))
        let points = ranking.indices(of: hits)
        let kinds = Dictionary(uniqueKeysWithValues: zip(matches.records, matches.kinds))
        let expected = matches.records.filter { world.places[Int($0)] != nil }.sorted { first, second in
            func key(_ row: UInt32) -> (MatchKind, Double, UInt32) {
                let place = world.places[Int(row)] ?? center
                return (kinds[row] ?? .inside, GreatCircle.distance(from: center, to: place), row)
            }
            return key(first) < key(second)
        }
        for limit in [0, 1, 7, 1000] {
            let best = ranking.best(limit, of: hits, points, near: center, in: world.index).map {
                world.tree.row(at: $0)
            }
            #expect(best == Array(expected.prefix(limit)))
        }
        let inOrder = matches.records.filter { world.places[Int($0)] != nil }
            .sorted { (kinds[$0] ?? .inside, $0) < (kinds[$1] ?? .inside, $1) }
        let best = ranking.best(90, of: hits, points, near: nil, in: world.index)
        #expect(best.map { world.tree.row(at: $0) } == Array(inOrder.prefix(90)))
        #expect(points.count == expected.count)
    }

    @Test func manyHitsAreRankedAsFewAre() throws {
        var buffer = PointBuffer()
        var builder = NameIndex.Builder(hasLetterSets: true)
        var random = SeededRandom(7)
        for row in 0..<6000 as Range<UInt32> {
            builder.append(["alpha"])
            let place = Coordinate(
                latitude: random.fraction(-90...90), longitude: random.fraction(-180...179))
            buffer.append(FixedCoordinate(place), row: row)
        }
        let tree = QuadTree(buffer)
        let index = builder.finish()
        let hits = try #require(index.hits(SearchQuery("alpha"), rankedCount: 50))
        let ranking = RowRanking(tree)
        let center = Coordinate(latitude: -88, longitude: -179.9)
        let best = ranking.best(50, of: hits, ranking.indices(of: hits), near: center, in: index)
        let all = (0..<tree.count).map {
            (GreatCircle.distance(from: center, to: tree.coordinate(at: $0)), tree.row(at: $0))
        }
        #expect(best.map { tree.row(at: $0) } == all.sorted { $0 < $1 }.prefix(50).map(\.1))
    }

    @Test func rowsWithoutAPlaceAreNowhere() {
        var buffer = PointBuffer()
        buffer.append(FixedCoordinate(Coordinate(latitude: 1, longitude: 2)), row: 3)
        let ranking = RowRanking(QuadTree(buffer))
        #expect(ranking.index(ofRow: 3) == 0)
        #expect(ranking.index(ofRow: 2) == nil && ranking.index(ofRow: 4) == nil)
        #expect(RowRanking(QuadTree(PointBuffer())).index(ofRow: 0) == nil)
    }
}
