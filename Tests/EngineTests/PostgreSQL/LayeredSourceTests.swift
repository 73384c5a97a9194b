import MapModel
import DataSets
import Testing
import TestSupport

@testable import DatabaseSources
@testable import MapSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// A file beside the table of a server: rows with even ids and rows with odd ones. Views, nearby rows, details and pages of
/// members are in the contract of all engines.
@Suite(.enabled(if: ThrowAwayPostgreSQL.isAvailable), .timeLimit(.minutes(2)))
struct LayeredSourceTests {
    private static func never() -> Bool { false }

    private func layers() throws -> (source: LayeredSource, contract: ContractSource) {
        let contract = try PostgreSQLContract().places("beside a file")
        _ = try contract.source.open(isCancelled: Self.never)
        return (try #require(contract.source as? LayeredSource), contract)
    }

    private static let world = ViewportQuestion(
        window: .world, grid: ClusterGrid(worldDots: 512, cellDots: 20), limit: 0)

    private func total(_ source: any ViewportSource) throws -> Int {
        try source.answer(Self.world, isCancelled: Self.never).total
    }

    @Test func clustersHaveTheLayersOfTheirRows() throws {
        let (source, contract) = try layers()
        defer { contract.close() }
        let answer = try source.answer(Self.world, isCancelled: Self.never)
        guard case .clusters(let clusters) = answer.content else {
            Issue.record("the world has clusters")
            return
        }
        var found: Set<LayerMarks.Mask> = []
        for cluster in clusters {
            let members = contract.tree.members(of: cluster.id, in: .world).indices(limit: 2_000)
            let expected = members.reduce(LayerMarks.Mask(0)) { $0 | 1 << (contract.tree.row(at: $1) % 2) }
            #expect(answer.layers[cluster.id] == expected)
            found.insert(expected)
        }
        #expect(found == [1, 2, 3])
    }

    /// A view whose rows are few on the server and many in the file is counted as a whole.
    @Test func fewRowsOfOnePartJoinTheClustersOfTheOther() throws {
        let (source, contract) = try layers()
        defer { contract.close() }
        let few = try source.applying(
            Filter("id < 300 OR id >= 1000 AND id < 1020", columns: ["id", "name", "lat", "lon"]),
            isCancelled: Self.never)
        for limit in [0, 100, 155, 200, 500] {
            let question = ViewportQuestion(window: .world, grid: Self.world.grid, limit: limit)
            let answer = try few.answer(question, isCancelled: Self.never)
            #expect(answer.total == 320)
            switch answer.content {
            case .rows(let points): #expect(points.count == 320 && limit == 500)
            case .clusters(let clusters):
                #expect(clusters.reduce(0) { $0 + $1.count } == 320 && limit < 500)
            }
        }
    }

    @Test func hiddenLayersAreLeftOut() throws {
        let (source, contract) = try layers()
        defer { contract.close() }
        let summary = try source.open(isCancelled: Self.never)
        #expect(summary.layers.map(\.placeCount) == [1_000, 1_000] && summary.rowCount == 2_000)
        #expect(summary.layers[0].rows == 0..<1_000 && summary.layers[1].firstRow >= 1_000)
        for layer in 0...1 {
            let rest = source.hiding([layer])
            #expect(try total(rest) == 1_000 && rest.open(isCancelled: Self.never).rowCount == 1_000)
            let near = try rest.near(
                NearbyQuestion(
                    center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: 20),
                isCancelled: Self.never)
            #expect(try contract.ids(near.map(\.row)).allSatisfy { $0 % 2 == 1 - layer })
            let matches = try rest.matches("the place 1", limit: 2_000, isCancelled: Self.never).matches
            #expect(
                try !matches.isEmpty && contract.ids(matches.map(\.row)).allSatisfy { $0 % 2 == 1 - layer })
        }
        #expect(try total(source.hiding([0, 1])) == 0 && total(source.hiding([])) == 2_000)
    }

    @Test func searchesFindRowsOfBoth() throws {
        let (source, contract) = try layers()
        defer { contract.close() }
        let all = try source.matches("the place", limit: 2_000, isCancelled: Self.never)
        let expected = (0..<2_000).filter { ContractRows.name($0).hasPrefix("the place") }
        #expect(try contract.ids(all.matches.map(\.row)).sorted() == expected && !all.isCut)
        #expect(try source.matchCount("the place", isCancelled: Self.never) == expected.count)
        let first = try source.matches("the place", limit: 6, isCancelled: Self.never)
        #expect(try first.isCut && contract.ids(first.matches.map(\.row)).count { $0 % 2 == 0 } == 3)
    }

    /// What all rows of an answer have together.
    private func measured(_ answer: ViewportAnswer) -> MeasuredRows.Cluster {
        var all = MeasuredRows.Cluster()
        if case .rows = answer.content {
            for row in answer.measured.rows.values { all.add(row) }
        } else {
            for cluster in answer.measured.clusters.values { all.add(cluster) }
        }
        return all
    }

    @Test(arguments: [[], [0], [1]] as [Set<Int>])
    func classesAndFiguresAreOfTheShownLayers(hidden: Set<Int>) throws {
        let (source, contract) = try layers()
        defer { contract.close() }
        let id = try #require(try source.columnNames(isCancelled: Self.never).firstIndex(of: "id"))
        let shown = source.hiding(hidden)
        let ids = (0..<2_000).filter { !hidden.contains($0 % 2) }
        let classes = try shown.classes(of: id, method: .quantiles, isCancelled: Self.never)
        guard case .ranges(let ranges) = classes.scheme else {
            Issue.record("ids are numbers")
            return
        }
        #expect(ranges.counts.reduce(0, +) == ids.count && ranges.counts.allSatisfy { $0 > ids.count / 10 })
        let edges = ranges.edges
        #expect(edges.first == Double(ids.min() ?? -1) && edges.last == Double(ids.max() ?? -1))
        let measures = RowMeasures(classes: classes.filters, number: .column(id))
        // Clusters of all; clusters of which one layer sent its rows; rows.
        for limit in [0, 1_500, 5_000] {
            let question = ViewportQuestion(
                window: .world, grid: Self.world.grid, limit: limit, measures: measures)
            let answer = try shown.answer(question, isCancelled: Self.never)
            let all = measured(answer)
            #expect((1...6).map { Int(all.tally[$0]) } == ranges.counts && all.tally[0] == 0)
            #expect(all.numbers.count == ids.count && all.numbers.sum == Double(ids.reduce(0, +)))
        }
    }

    @Test func rowsOfALayerWithoutTheColumnHaveNoValue() throws {
        // Its tables are used here.
        let (_, contract) = try layers()
        defer { contract.close() }
        let folder = try ScratchFolder()
        let file = try folder.file("a.csv", "name,lat,lon,height\nA,1,2,3\nB,1,2,5\n")
        let options = SourceOptions(table: "places.plain")
        let url = try ThrowAwayPostgreSQL.running().url()
        guard case .server(let mixed) = try SourceOpener(options).open([url, file]) else {
            Issue.record("no server")
            return
        }
        defer { mixed.close() }
        let rowCount = try mixed.open(isCancelled: Self.never).rowCount - 2
        let height = try #require(
            try mixed.columnNames(isCancelled: Self.never).firstIndex(of: "height"))
        let classes = try mixed.classes(of: height, method: .quantiles, isCancelled: Self.never)
        guard case .categories(let categories) = classes.scheme else {
            Issue.record("few numbers are categories")
            return
        }
        #expect(categories.map(\.count) == [1, 1])
        #expect(classes.missingCount == rowCount)
        #expect(rowCount > 0)
        let measures = RowMeasures(classes: classes.filters, number: .column(height))
        for limit in [0, 10, 1_000_000] {
            let question = ViewportQuestion(
                window: .world, grid: Self.world.grid, limit: limit, measures: measures)
            let answer = try mixed.answer(question, isCancelled: Self.never)
            let all = measured(answer)
            #expect(Int(all.tally[0]) == rowCount)
            #expect(all.tally[1] == 1 && all.tally[2] == 1)
            #expect(all.numbers.count == 2 && all.numbers.sum == 8)
        }
    }

    /// Files say the same of rows whose file has no such column.
    @Test func filtersNameColumnsOfSomeLayers() throws {
        // Its tables are used here.
        let (_, contract) = try layers()
        defer { contract.close() }
        let folder = try ScratchFolder()
        let file = try folder.file("a.csv", "name,lat,lon,height\nA,1,2,3\nB,1,2,5\n")
        let url = try ThrowAwayPostgreSQL.running().url()
        guard
            case .server(let mixed) = try SourceOpener(SourceOptions(table: "places.plain")).open([url, file])
        else {
            Issue.record("no server")
            return
        }
        defer { mixed.close() }
        let all = try mixed.open(isCancelled: Self.never).rowCount
        let names = try mixed.columnNames(isCancelled: Self.never)
        func count(_ text: String) throws -> Int {
            let some = try mixed.applying(Filter(text, columns: names), isCancelled: Self.never)
            let total = try total(some)
            #expect(try some.open(isCancelled: Self.never).rowCount == total)
            return total
        }
        #expect(try count("height > 3") == 1 && count("NOT height > 3") == 1)
        #expect(try count("height IS NULL") == all - 2 && count("id IS NULL") == 2)
        #expect(try count("height > 3 OR id < 4") == 5 && count("height > 3 AND id < 4") == 0)
        #expect(try count("height / 0 = 1 OR height + id > 0") == 0)
        let summaries = try mixed.summarizeColumns(in: nil, listing: 5, isCancelled: Self.never)
        #expect(summaries.map(\.name) == names && summaries.allSatisfy { $0.rowCount == all })
        let height = try #require(summaries.first { $0.name == "height" })
        #expect(height.filledCount == 2 && height.range?.median == 4 && height.distinctCount == 2)
        let id = try #require(summaries.first { $0.name == "id" })
        #expect(id.missingCount == 2 && id.range?.least == 0)
        // All names of the table but one are different.
        let name = try #require(summaries.first { $0.name == "name" })
        #expect(name.filledCount == all)
    }

    @Test func summariesAreOfAllLayers() throws {
        let (source, contract) = try layers()
        defer { contract.close() }
        let window = WorldWindow(west: 1 << 30, east: 1 << 31, north: 0, south: 1 << 32)
        let ids = contract.expectedIDs(in: window)
        #expect(ids.count > 10)
        let found = try source.summarizeColumns(in: [window], listing: 5, isCancelled: Self.never)
        let id = try #require(found.first { $0.name == "id" })
        #expect(id.rowCount == ids.count && id.missingCount == 0)
        #expect(id.range?.least == ids.min().map(Double.init))
        #expect(id.range?.greatest == ids.max().map(Double.init))
        let mean = Double(ids.reduce(0, +)) / Double(ids.count)
        #expect(abs((id.range?.mean ?? 0) - mean) < 1e-9 * mean)
        #expect(
            try source.summarizeColumns(in: [], listing: 5, isCancelled: Self.never).allSatisfy {
                $0.rowCount == 0
            })
    }

    @Test func whatIsWrongNamesItsPart() throws {
        let (source, contract) = try layers()
        defer { contract.close() }
        let folder = try ScratchFolder()
        let file = try folder.file("a.csv", "name,lat,lon,height\nA,1,2,3\n")
        let server = try ThrowAwayPostgreSQL.running()
        func open(_ url: String) throws -> any ViewportSource {
            let options = SourceOptions(table: "places.plain")
            guard case .server(let source) = try SourceOpener(options).open([url, file]) else {
                throw ThrowAwayPostgreSQL.Failure(description: "no server")
            }
            return source
        }
        let mixed = try open(server.url())
        defer { mixed.close() }
        let names = try mixed.columnNames(isCancelled: Self.never)
        #expect(names == ["name", "lat", "lon", "height", "id"])
        let dead = try open("postgresql://nobody@127.0.0.1:1/nothing")
        defer { dead.close() }
        do {
            _ = try dead.open(isCancelled: Self.never)
            Issue.record("there is no server")
        } catch {
            #expect("\(error)".contains("127.0.0.1:1/nothing: no connection"))
        }
        #expect(throws: SourceError.self) { try SourceOpener(SourceOptions()).open([server.url(), "-"]) }
        _ = source
    }
}
