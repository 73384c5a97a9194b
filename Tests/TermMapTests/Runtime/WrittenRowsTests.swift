import Foundation
import MapModel
import Synchronization
import TestSupport
import Testing

@testable import DataSets
@testable import FileSources
@testable import MapSources
@testable import RowValues
@testable import Rows
@testable import Runtime
@testable import Streams

/// All rows of a source in its order: with a tree of their places and without one.
@Suite struct WrittenRowsTests {
    private static let csv = """
        name,latitude,longitude,kind
        A,47.5,8.5,x
        B,,8.5,y
        C,-12.25,180,x
        D,90,0,"y, z"
        E,north,1,x
        F,1,2,x

        """
    private static let wkt =
        "name,wkt,kind\nA,POINT(8 47),x\nB,\"LINESTRING(1 1,2 2)\",y\nC,\"POLYGON((3 3,4 3,4 4,3 3))\",x\n"
    private static let json = """
        {"name":"A","latitude":1.5,"longitude":2,"kind":"x"}
        {"name":"B","kind":"y"}
        {"name":"C","latitude":3,"longitude":4,"kind":"x"}

        """
    private static let geoJSON = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"A","kind":"x"}},
        {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},"properties":{"kind":"y"}},
        {"type":"Feature","geometry":null,"properties":{"name":"C","kind":"x"}}]}

        """
    private static let sources: [[(text: String, ending: String)]] = [
        [(csv, "csv")], [(wkt, "csv")], [(json, "ndjson")], [(geoJSON, "geojson")],
        [(csv, "csv"), (csv.replacing("A,", with: "G,"), "csv")], [(csv, "csv"), (wkt, "csv")],
        [(csv, "csv"), (json, "ndjson")], [("name,latitude,longitude,kind\n", "csv"), (csv, "csv")],
    ]

    private func dataSet(_ files: [TemporaryFile]) throws -> LoadedDataSet {
        let opened = try SourceOpener(SourceOptions()).open(files.map(\.path), isCancelled: { false })
        return LoadedDataSet(loader: try #require(opened.loader))
    }

    private func text(_ rows: WrittenRows, _ content: RowWriter.Content) throws -> String {
        var text: [UInt8] = []
        try rows.write(by: RowWriter(content)) { text += $0 }
        return String(decoding: text, as: UTF8.self)
    }

    private static let contents: [RowWriter.Content] = [
        .rows(nil), .rows(.csv), .rows(.ndjson), .rows(.geojson), .identifiers,
    ]

    @Test(arguments: sources.indices, contents.indices)
    func aTreeChangesNothing(source: Int, content: Int) throws {
        let files = try Self.sources[source].map {
            try TemporaryFile(Array($0.text.utf8), extension: $0.ending)
        }
        let content = Self.contents[content]
        let demand = RowDemand(withShapes: content == .rows(.geojson))
        let (sorted, unsorted) = (try dataSet(files), try dataSet(files))
        for limit in [nil, 1, 2, 100] {
            for filter in [nil, "kind = x", "kind = nothing"] {
                let names = try unsorted.columnNames(demand)
                let filter = try filter.map { try Filter($0, columns: names) }
                let expected = try sorted.matching(filter, demand).rows(in: .everywhere, limit: limit)
                let found = try unsorted.rows(matching: filter, limit: limit, demand)
                #expect(found.count == expected.count)
                #expect(try text(found, content) == text(expected, content), "\(limit ?? 0)")
                #expect((0..<found.count).map(found.row) == (0..<expected.count).map(expected.row))
            }
        }
        #expect(sorted.current != nil && unsorted.current == nil)
        withExtendedLifetime(files) {}
    }

    /// What was read is read and reported once, whatever is asked for, and in which order.
    @Test func theSourceIsReadOnce() throws {
        let file = try TemporaryFile(Self.csv)
        let notes = Mutex(0)
        let demand = RowDemand { note in if case .skipped = note { notes.withLock { $0 += 1 } } }
        let dataSet = LoadedDataSet(loader: CSVLoader(path: file.path))
        #expect(try dataSet.columnNames(demand) == ["name", "latitude", "longitude", "kind"])
        #expect(try dataSet.rows(matching: nil, limit: nil, demand).count == 4)
        #expect(dataSet.current == nil)
        var isReadAgain = false
        let known = try dataSet.unsortedSource { _ in isReadAgain = true }
        #expect(known?.points.count == 4)
        #expect(try dataSet.matching(nil, demand).counts().placed == 4)
        #expect(dataSet.current != nil)
        #expect(try dataSet.unsortedSource { _ in isReadAgain = true } == nil && !isReadAgain)
        #expect(try dataSet.rows(matching: nil, limit: nil, demand).count == 4)
        #expect(notes.withLock { $0 } == 1)
    }

    /// A share is told of each part, or of each hundredth.
    @Test(arguments: [RowFormat.csv, .ndjson, .geojson]) func progressReachesTheEnd(format: RowFormat) throws
    {
        let text =
            "name,latitude,longitude\n" + (0..<5_000).map { "A\($0),\($0 % 80),\($0 % 170)\n" }.joined()
        let file = try TemporaryFile(text)
        let dataSet = LoadedDataSet(loader: CSVLoader(path: file.path))
        let rows = try dataSet.rows(matching: nil, limit: nil, RowDemand())
        var shares: [Double] = []
        try rows.write(by: RowWriter(.rows(format)), progress: { shares.append($0) }, to: { _ in })
        #expect(shares.last == 1 && shares == shares.sorted())
    }
}
