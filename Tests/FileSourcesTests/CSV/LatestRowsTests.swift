import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

@Suite struct LatestRowsTests {
    private func latest(_ text: String) throws -> LoadedSource {
        let file = try TemporaryFile(text)
        return try withExtendedLifetime(file) {
            var options = CSVOptions()
            options.columns.id = "id"
            return try LatestRows.of(try file.load(options).source)
        }
    }

    @Test func aLaterRecordOfTheSameIDMovesTheRow() throws {
        let source = try latest("id,name,lat,lon\na,A,1,2\nb,B,3,4\na,A again,5,6\nc,C,x,1\nb,B bad,y,4\n")
        #expect(source.points.count == 2 && source.table.recordCount == 4)
        #expect(source.points.count + source.skipped.total == source.table.recordCount)
        let tree = QuadTree(source.points)
        #expect(tree.place(ofRow: 0)?.coordinate == Coordinate(latitude: 5, longitude: 6))
        #expect(tree.place(ofRow: 1)?.coordinate == Coordinate(latitude: 3, longitude: 4))
        #expect(try source.table.rowLabels([0, 1]) == ["A again", "B"])
        #expect(try source.table.namedRow(0).line == 4)
        // Records without a place are rows without values.
        #expect(try source.table.rowLabels([2]) == [""])
        #expect(throws: SourceError.self) { try source.table.rowLabels([4]) }
        #expect(source.notices.contains { $0.hasSuffix("1 record replaced earlier ones with the same id") })
        var builder = NameIndex.Builder()
        try source.table.appendNames(to: &builder, isCancelled: { false }, progress: { _ in })
        #expect(builder.recordCount == source.table.recordCount)
    }

    @Test func recordsWithoutAnIDReplaceNone() throws {
        let source = try latest("id,name,lat,lon\n,A,1,2\n\"\",B,3,4\n,A,1,2\n7,D,7,7\n7,E,8,8\n")
        #expect(source.table.recordCount == 4)
        #expect(source.notices.contains { $0.hasSuffix("1 record replaced earlier ones with the same id") })
    }

    @Test(arguments: 0..<20) func rowsAreThoseOfADictionary(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        var text = "id,lat,lon\n"
        var order: [Int] = []
        var places: [Int: (Int, Int)] = [:]
        for _ in 0..<random.number(1...200) {
            let id = random.number(0...30)
            // Poles among them, whose latitudes are kept apart.
            let place = (random.number(0...5) == 0 ? 90 : random.number(-80...80), random.number(-179...179))
            text += "\(id),\(place.0),\(place.1)\n"
            if places.updateValue(place, forKey: id) == nil { order.append(id) }
        }
        let source = try latest(text)
        let tree = QuadTree(source.points)
        #expect(tree.count == order.count)
        for (row, id) in order.enumerated() {
            let place = tree.place(ofRow: UInt32(row))?.coordinate
            #expect(
                place?.latitude == Double(places[id]?.0 ?? 0)
                    && place?.longitude == Double(places[id]?.1 ?? 0))
        }
        #expect(
            try source.table.rowWords(order.indices.map { UInt32($0) }).map(\.row)
                == order.indices.map { UInt32($0) })
    }
}
