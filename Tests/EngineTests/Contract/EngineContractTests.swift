import Glibc
import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// What every engine answers, whatever its SQL: the index in memory knows the right answers.
@Suite(.timeLimit(.minutes(10)))
struct EngineContractTests {
    private static func never() -> Bool { false }

    // MARK: - Views

    @Test(arguments: ContractedEngine.layouts, 0..<5 as Range<UInt64>)
    func viewsAreThoseOfTheIndexInMemory(layout: ContractLayout, seed: UInt64) throws {
        let contract = try layout.places()
        defer { contract.close() }
        var random = SeededRandom(seed)
        let limits = [0, 1, 20, 300]
        for _ in 0..<(layout.isUsual ? 30 : 5) {
            let question = random.question(
                near: ContractRows.shared.places, limit: limits[random.number(0...3)])
            let answer = try contract.source.answer(question, isCancelled: Self.never)
            #expect(answer.total == contract.tree.count(in: question.window), "\(question)")
            switch answer.content {
            case .rows(let points):
                #expect(points.count == answer.total && answer.total <= question.limit)
                #expect(
                    try contract.ids(points) == contract.expectedIDs(in: question.window), "\(question)")
            case .clusters(let clusters):
                #expect(answer.total > question.limit)
                try compare(
                    clusters, contract.tree.clusters(in: question.window, grid: question.grid),
                    isExact: layout.name != "floats")
            }
        }
    }

    private func compare(_ clusters: [Cluster], _ expected: [Cluster], isExact: Bool) throws {
        #expect(clusters.count == expected.count)
        let byID = Dictionary(uniqueKeysWithValues: expected.map { ($0.id, $0) })
        for cluster in clusters {
            let other = try #require(byID[cluster.id])
            #expect(cluster.count == other.count)
            // The index keeps columns of quanta, a quarter of a unit each.
            #expect(!isExact || abs(cluster.mean.x - other.mean.x) < 1e-9)
            let side = Double(cluster.id.stride) / exp2(Double(cluster.id.depth))
            #expect(abs(cluster.mean.y - other.mean.y) <= side)
        }
    }

    /// A row that an earlier answer named has the same number in a later one, also after the source is opened again.
    @Test(arguments: ContractedEngine.available)
    func aRowThatComesBackHasItsNumber(engine: ContractedEngine) throws {
        let contract = try engine.engine.places(engine.engine.layouts[0])
        defer { contract.close() }
        func numbers(_ window: WorldWindow) throws -> [Int: UInt32] {
            let question = ViewportQuestion(
                window: window, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 5_000)
            guard
                case .rows(let points) = try contract.source.answer(question, isCancelled: Self.never).content
            else { return [:] }
            let tree = QuadTree(points)
            let rows = (0..<tree.count).map { tree.row(at: $0) }
            return Dictionary(uniqueKeysWithValues: zip(try contract.ids(rows), rows))
        }
        let half = WorldWindow(west: 1 << 31, east: 1 << 32, north: 0, south: 1 << 32)
        let before = try numbers(half)
        let all = try numbers(.world)
        _ = try contract.source.open(isCancelled: Self.never)
        let after = try numbers(half)
        #expect(!before.isEmpty && before.count < all.count && all.count == contract.tree.count)
        #expect(before == after && before.allSatisfy { all[$0.key] == $0.value })
    }

    @Test(arguments: ContractedEngine.layouts)
    func openCountsRowsAndFindsTheirBox(layout: ContractLayout) throws {
        let contract = try layout.places()
        defer { contract.close() }
        let summary = try contract.source.open(isCancelled: Self.never)
        #expect(summary.rowCount == contract.tree.count && !summary.isEstimate)
        #expect(summary.skippedCount == contract.misplacedCount)
        let words = "\(contract.misplacedCount) of "
        #expect(
            contract.misplacedCount == 0 || summary.skipped != nil
                || layout.engine.differs(.misplacedAreListed)
                || summary.notices.contains { $0.hasPrefix(words) })
        let bounds = try #require(summary.bounds)
        let isNarrow = layout.engine.differs(.boxIsNarrowest)
        #expect(isNarrow ? bounds.west > bounds.east : bounds.west < -179 && bounds.east > 179)
        #expect(bounds.south < -89 && bounds.north > 89)
    }

    // MARK: - Near

    @Test(arguments: ContractedEngine.layouts, 0..<2 as Range<UInt64>)
    func whatIsNearIsWhatTheIndexInMemoryFinds(layout: ContractLayout, seed: UInt64) throws {
        let contract = try layout.places()
        defer { contract.close() }
        var random = SeededRandom(seed)
        for round in 0..<(layout.isUsual ? 6 : 2) {
            let edge = [Coordinate(latitude: 90, longitude: 10), Coordinate(latitude: 1, longitude: 179.99)]
            let center = round < 2 ? edge[Int(seed)] : random.place().coordinate
            let radius = [0, 900, 50_000, 3e6, 2.1e7][random.number(0...4)]
            let circle = try GeoCircle(center: center, radiusMeters: radius)
            try compare(
                contract.source.near(
                    NearbyQuestion(center: center, radiusMeters: radius, limit: nil), isCancelled: Self.never),
                contract.tree.neighbors(in: circle))
            try compare(
                contract.source.near(
                    NearbyQuestion(center: center, radiusMeters: nil, limit: 7), isCancelled: Self.never),
                contract.tree.nearest(to: center, count: 7))
        }
    }

    private func compare(_ rows: [ExportedRow], _ expected: [Neighbor]) throws {
        #expect(rows.count == expected.count)
        for (row, neighbor) in zip(rows, expected) {
            #expect(abs(row.distanceMeters - neighbor.distanceMeters) < 0.02)
        }
    }

    // MARK: - Rows

    @Test(arguments: ContractedEngine.layouts)
    func detailsAreThoseOfTheRow(layout: ContractLayout) throws {
        let contract = try layout.places()
        defer { contract.close() }
        let center = Coordinate(latitude: 52.5, longitude: 13.4)
        let near = try contract.source.near(
            NearbyQuestion(center: center, radiusMeters: nil, limit: 300), isCancelled: Self.never)
        let rows = near.map(\.row).sorted()
        let ids = try contract.ids(rows)
        #expect(Set(ids).count == 300)
        #expect(try contract.source.table.rowLabels(rows) == ids.map(ContractRows.name))
        for (row, id) in try zip(near, contract.ids(near.map(\.row))) {
            let place = try #require(contract.tree.place(ofRow: UInt32(id)))
            #expect(abs(Int(row.place.latitudeE7) - Int(place.latitudeE7)) <= 1)
        }
        #expect(throws: SourceError.self) { try contract.source.table.namedRow(4_000_000_000) }
    }

    @Test(arguments: ContractedEngine.layouts)
    func membersArePaged(layout: ContractLayout) throws {
        let contract = try layout.places()
        defer { contract.close() }
        var random = SeededRandom(7)
        for limit in [1, 7, 400] {
            let question = random.question(near: ContractRows.shared.places, limit: limit)
            var found: [Int] = []
            var last: UInt32?
            while true {
                let page = try contract.source.members(
                    of: [question.window], after: last, limit: limit, isCancelled: Self.never)
                #expect(page.matches.count == limit || !page.isCut)
                found += try contract.ids(page.matches.map(\.row))
                last = page.matches.last?.row
                guard page.isCut, found.count < 20 || limit > 1, layout.isUsual || found.count < 400
                else { break }
            }
            let expected = contract.expectedIDs(in: question.window)
            #expect(Set(found).count == found.count && Set(found).isSubset(of: expected))
            #expect(found.count == expected.count || limit == 1 || !layout.isUsual)
        }
    }

    // MARK: - Words

    @Test(arguments: ContractedEngine.available)
    func searchFindsAllWordsInAnyOrder(engine: ContractedEngine) throws {
        let contract = try engine.engine.places(engine.engine.layouts[0])
        defer { contract.close() }
        let summary = try contract.source.open(isCancelled: Self.never)
        #expect(summary.rowCount == contract.tree.count)
        let roles = contract.source.table.roles
        let names = contract.source.table.columnNames
        for text in [
            "place 12", "café", "CAFÉ 2", "ü", "Ü", "it's \\ 4", "%", "_", "nothing", "1", "",
            "'; DROP TABLE places; --", "\n.shell x", "4 place", "PLACE, the 12", "unterort", "cafe 2",
            "cafe\u{301}",
        ] {
            let needle = text.lowercased()
            let folding: FilterFolding = [.case, .accents]
            let words = text.split { !$0.isLetter && !$0.isNumber }.map { folding.folded(String($0)) }
            let expected = ContractRows.shared.places.indices.filter { id in
                let values = roles.searched.map {
                    folding.folded(names[$0] == "id" ? "\(id)" : ContractRows.name(id))
                }
                return !words.isEmpty && words.allSatisfy { word in values.contains { $0.contains(word) } }
            }
            let found = try contract.source.matches(text, limit: 5_000, isCancelled: Self.never)
            let ids = try Set(contract.ids(found.matches.map(\.row)))
            let isTolerant = engine.differs(.searchIsTolerant)
            #expect(isTolerant ? ids.isSuperset(of: expected) : ids == Set(expected), "\(text)")
            #expect(!found.isCut)
            #expect(try contract.source.matchCount(text, isCancelled: Self.never) == ids.count)
            let first = try contract.source.matches(text, limit: 3, isCancelled: Self.never)
            #expect(first.matches.count == min(3, ids.count) && first.isCut == (ids.count > 3))
            guard let best = expected.first(where: { ContractRows.name($0).lowercased() == needle })
            else { continue }
            #expect(try contract.ids(first.matches.map(\.row)).first == best)
        }
    }
}

extension QuadTree {
    /// The place of a row.
    fileprivate func place(ofRow row: UInt32) -> FixedCoordinate? {
        (0..<count).first { self.row(at: $0) == row }.map { fixedCoordinate(at: $0) }
    }
}
