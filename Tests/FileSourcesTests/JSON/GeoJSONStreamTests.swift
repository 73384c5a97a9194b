import Foundation
import Glibc
import MapModel
import Synchronization
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import Streams

@Suite struct GeoJSONStreamTests {
    private func line(_ id: Int, _ latitude: Int) -> String {
        "{\"id\":\(id),\"lat\":\(latitude),\"lon\":8}\n"
    }

    @Test func rowsAreHandedOutWhileTheyArrive() throws {
        let pipe = try NamedPipe()
        let seen = Mutex(0)
        pipe.write([line(1, 1) + line(2, 2) + "{\"id\":3,", "\"lat\":3,\"lon\":8}\n"]) { index in
            index == 0 || seen.withLock { $0 } > 0
        }
        var options = FeatureOptions()
        options.snapshotInterval = .zero
        var parts: [LoadedSource] = []
        let loaded = try GeoJSONLoader(path: pipe.path, options: options).read(isCancelled: { false }) {
            progress in
            guard let part = progress.part else { return }
            parts.append(part)
            seen.withLock { $0 = part.points.count }
        }
        let first = try #require(parts.first)
        #expect(first.points.count == 2 && first.table.recordCount == 2)
        #expect(try first.table.namedRow(1).fields[1].value.text == "2")
        #expect(loaded.points.count == 3)
        #expect(try loaded.table.namedRow(2).fields[0].value.text == "3")
    }

    @Test func aSilentPipeIsCancelled() throws {
        let pipe = try NamedPipe()
        let isDone = Mutex(false)
        pipe.write([line(1, 1), ""]) { index in index == 0 || isDone.withLock { $0 } }
        let cancelled = Mutex(false)
        #expect(throws: SourceError.cancelled) {
            try GeoJSONLoader(path: pipe.path).read(isCancelled: { cancelled.withLock { $0 } }) { _ in
                cancelled.withLock { $0 = true }
            }
        }
        isDone.withLock { $0 = true }
    }

    private var replacing: FeatureOptions {
        FeatureOptions(columns: ColumnOptions(id: "id"), replacesRowsWithID: true)
    }

    private func load(_ text: String, _ options: FeatureOptions) throws -> LoadedSource {
        let file = try TemporaryFile(Array(text.utf8), extension: "ndjson")
        let loaded = try GeoJSONLoader(path: file.path, options: options).read(
            isCancelled: { false }, progress: { _ in })
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        return loaded
    }

    @Test func aRecordOfAnIDSeenMovesItsRow() throws {
        let text =
            line(7, 1) + line(8, 2) + line(7, 3) + "{\"id\":8}\n" + line(9, 4) + "{\"lat\":5,\"lon\":8}\n"
        let loaded = try load(text, replacing)
        #expect(loaded.table.recordCount == 4 && loaded.points.count == 3)
        #expect(loaded.skipped.count(of: .missing) == 1)
        let tree = QuadTree(loaded.points)
        let latitudes = (0..<tree.count).reduce(into: [UInt32: Double]()) {
            $0[tree.row(at: $1)] = tree.coordinate(at: $1).latitude
        }
        #expect(latitudes == [0: 3, 2: 4, 3: 5])
        #expect(try loaded.table.namedRow(0).fields[1].value.text == "3")
        #expect(loaded.notices.contains { $0.hasSuffix("2 records replaced earlier ones with the same id") })
        let back = try load(text + line(8, 6), replacing)
        #expect(back.skipped.total == 0 && back.points.count == 4)
    }

    @Test(arguments: UInt64(0)..<20) func theNewestRecordOfEachIDIsThere(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var newest: [Int: Int] = [:]
        var order: [Int] = []
        var text = ""
        for _ in 0..<300 {
            let (id, latitude) = (random.number(0...40), random.number(-95...95))
            text += line(id, latitude)
            if newest.updateValue(latitude, forKey: id) == nil { order.append(id) }
        }
        let loaded = try load(text, replacing)
        #expect(loaded.table.recordCount == order.count)
        #expect(loaded.skipped.total == newest.values.count { abs($0) > 90 })
        for (row, id) in order.enumerated() {
            let fields = try loaded.table.namedRow(UInt32(row)).fields
            #expect(fields.map(\.value.text) == ["\(id)", "\(newest[id] ?? 0)", "8"], "seed \(seed)")
        }
    }

    @Test func withoutTheOptionAllRecordsAreRows() throws {
        let options = FeatureOptions(columns: ColumnOptions(id: "id"))
        #expect(try load(line(7, 1) + line(7, 3), options).table.recordCount == 2)
    }
}
