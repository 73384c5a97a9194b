import MapModel
import Synchronization
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
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

    /// Reads a text as a stream, a window of some bytes after the other.
    private func streamed(
        _ text: String, windowSize: Int, parts: (LoadedSource) -> Void = { _ in }
    ) throws -> LoadedSource {
        let file = try TemporaryFile(text)
        return try withExtendedLifetime(file) {
            var options = CSVOptions()
            options.columns.id = "id"
            options.windowSize = windowSize
            return try LatestRowsLoader(CSVLoader(path: file.path, options: options)).read(
                isCancelled: { false }, progress: { $0.part.map(parts) })
        }
    }

    @Test(arguments: [64, 100, 1_000, 1 << 20]) func aStreamForgetsWhatWasReplaced(windowSize: Int) throws {
        var text = "id,name,lat,lon\n"
        for round in 0..<100 {
            for id in 0..<10 { text += "\(id),\(id) of \(round),\(id),\(round)\n" }
            text += "x,nowhere,,\n"
        }
        let source = try streamed(text, windowSize: windowSize)
        #expect(source.points.count == 10 && source.skipped.total == 100)
        #expect(source.table.recordCount == 110 && source.layers[0].replacedCount == 990)
        #expect(try source.table.rowLabels([0, 9]) == ["0 of 99", "9 of 99"])
        #expect(QuadTree(source.points).place(ofRow: 3)?.coordinate == Coordinate(latitude: 3, longitude: 99))
        // After 99 rounds of eleven lines and the header.
        #expect(try source.table.namedRow(0).line == 1_091)
        #expect(source.heard?.prefix(10).allSatisfy { $0 == 100 } == true)
        #expect(source.notices.filter { $0.contains("replaced") }.count == 1)
        #expect(!source.notices.contains { $0.contains("swapped") })
    }

    @Test(arguments: [(7, 1 << 20), (7, 128), (100, 128), (1, 1 << 20), (1_000, 1 << 20)])
    func theLastRecordsOfAStreamAreHeld(keep: Int, windowSize: Int) throws {
        var text = "name,lat,lon\n"
        for id in 1...100 {
            // Every tenth has no place; the last is one of them.
            text += id % 20 == 0 ? "\(id),x,8\n" : id % 10 == 0 ? "\(id),,8\n" : "\(id),\(id % 80),8\n"
        }
        let file = try TemporaryFile(text)
        var options = CSVOptions()
        (options.windowSize, options.snapshotInterval) = (windowSize, .zero)
        let held = try withExtendedLifetime(file) {
            try LatestRowsLoader(CSVLoader(path: file.path, options: options), keep: .count(keep)).read(
                isCancelled: { false },
                progress: { read in
                    guard let part = read.part else { return }
                    #expect(part.table.recordCount <= keep && part.heard == nil)
                    #expect(part.points.count + part.skipped.total == part.table.recordCount)
                })
        }
        let count = min(keep, 100)
        let unplaced = (101 - count...100).filter { $0 % 10 == 0 }
        #expect(held.table.recordCount == count && held.points.count == count - unplaced.count)
        #expect(held.skipped.count(of: .notANumber) == unplaced.count { $0 % 20 == 0 })
        #expect(held.skipped.count(of: .missing) == unplaced.count { $0 % 20 != 0 })
        #expect(held.layers[0].droppedCount == 100 - count && held.layers[0].replacedCount == 0)
        let first = 101 - count
        #expect(try held.table.namedRow(0).fields[0].value.text == "\(first)")
        #expect(try held.table.namedRow(0).line == first + 1)
        #expect(try held.table.rowLabels([UInt32(count - 1)]) == ["100"])
        if count > 1 {
            let place = QuadTree(held.points).place(ofRow: 0)?.coordinate
            #expect(place == Coordinate(latitude: Double(first % 80), longitude: 8))
        }
    }

    @Test func allRowsAreHeldWherePlacesDependOnOthers() throws {
        let file = try TemporaryFile("name,wkt\na,POINT(8 47)\nb,POINT(9 48)\n")
        let loader = LatestRowsLoader(CSVLoader(path: file.path, options: CSVOptions()), keep: .count(1))
        let source = try withExtendedLifetime(file) {
            try loader.read(isCancelled: { false }, progress: { _ in })
        }
        #expect(source.points.count == 2 && source.layers[0].droppedCount == 0)
        #expect(
            source.notices.last?.hasSuffix("--keep is for rows with coordinates in degrees or addresses")
                == true)
    }

    @Test func whatCameIsShownWhenNothingFollows() throws {
        let pipe = try NamedPipe()
        // Of each part how many records were replaced.
        let shown = Mutex<[Int]>([])
        pipe.write(["id,lat,lon\na,1,2\nb,3,4\n", "a,5,6\n", ""]) { index in
            index == 0 || shown.withLock { $0.contains(index - 1) }
        }
        let file = try FileBytes(path: pipe.path)
        try withExtendedLifetime(pipe) {
            var options = CSVOptions()
            options.columns.id = "id"
            let loader = LatestRowsLoader(CSVLoader(SourceInput(file, path: pipe.path), options: options))
            _ = try loader.read(isCancelled: { false }) { read in
                if let part = read.part { shown.withLock { $0.append(part.layers[0].replacedCount) } }
            }
        }
        #expect(shown.withLock { $0 } == [0, 1])
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
