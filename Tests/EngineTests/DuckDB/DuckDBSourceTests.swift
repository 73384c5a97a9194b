import Foundation
import MapModel
import Testing
import TestSupport

@testable import DatabaseSources
@testable import MapSources
@testable import RowValues
@testable import Rows
@testable import Streams

/// Parquet files and databases that are read whole, and the statements for those that are not.
@Suite(.enabled(if: DuckDBProgram.isAvailable, "no duckdb: make deps-test"), .timeLimit(.minutes(10)))
struct DuckDBSourceTests {
    private static func never() -> Bool { false }

    @Test(arguments: DuckDBContract.Layout.allCases.filter { $0 != .towns })
    func rowsReadWholeAreThoseThatAreAskedFor(layout: DuckDBContract.Layout) throws {
        let folder = try ScratchFolder()
        let loaded = try DuckDBPair.loader(DuckDBContract.paths(layout, in: folder)).read(
            isCancelled: Self.never)
        let tree = QuadTree(loaded.points)
        let rows = (0..<tree.count).map { tree.row(at: $0) }
        let column = try #require(loaded.table.columnNames.firstIndex(of: "id"))
        var ids: [Int] = []
        try loaded.table.visitRows(rows) { ids.append(Int($0.text(of: column)) ?? -1) }
        let places = Dictionary(
            uniqueKeysWithValues: zip(ids, rows.indices.map { tree.fixedCoordinate(at: $0) }))
        let expected = ContractRows.tree(DuckDBContract.places(layout))
        #expect(
            places.filter { $0.key < ContractRows.misplacedID }
                == Dictionary(
                    uniqueKeysWithValues: (0..<expected.count).map {
                        (Int(expected.row(at: $0)), expected.fixedCoordinate(at: $0))
                    }))
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
    }

    /// Other files beside one that is asked are a layer of it.
    @Test func filesBesideOneThatIsAsked() throws {
        let folder = try ScratchFolder()
        let parquet = try folder.parquet(
            "SELECT i % 80 AS lat, i % 170 AS lon, 'p' || i AS name, i AS size FROM range(500) AS t(i)")
        let csv = try folder.file("a.csv", "name,lat,lon\nA,1,2\nB,3,4\n")
        setenv("TERMMAP_DUCKDB", DuckDBProgram.path ?? "", 1)
        for paths in [[csv, parquet], [parquet, csv]] {
            guard case .server(let source) = try SourceOpener(SourceOptions(asks: true)).open(paths) else {
                Issue.record("is read")
                continue
            }
            defer { source.close() }
            let summary = try source.open(isCancelled: Self.never)
            #expect(summary.rowCount == 502 && summary.layers.map(\.placeCount) == [2, 500])
            let names = try source.columnNames(isCancelled: Self.never)
            let large = try source.applying(Filter("size >= 400", columns: names), isCancelled: Self.never)
            #expect(try large.open(isCancelled: Self.never).rowCount == 100)
            let none = try source.applying(Filter("size IS NULL", columns: names), isCancelled: Self.never)
            #expect(try none.open(isCancelled: Self.never).rowCount == 2)
        }
        guard case .loader = try SourceOpener(SourceOptions()).open([csv, parquet]) else {
            Issue.record("few rows are read")
            return
        }
    }

    // MARK: - Statements

    @Test func statementsSkipBlocksAndLookUpRows() throws {
        let folder = try ScratchFolder()
        let path = try folder.parquet(
            "SELECT i AS id, i / 100.0 AS lat, {'xmin': 1::FLOAT} AS bbox, i / 50.0 AS lon FROM range(5000) AS t(i)"
        )
        let pair = try DuckDBPair([path])
        defer { pair.source.close() }
        let lines = try pair.source.explain(
            NearbyQuestion(center: Coordinate(latitude: 4, longitude: 8), radiusMeters: 1_000, limit: 5))
        let text = lines.joined(separator: "\n")
        #expect(text.contains("read_parquet") && text.contains("Filters"), "\(text)")
    }
}
