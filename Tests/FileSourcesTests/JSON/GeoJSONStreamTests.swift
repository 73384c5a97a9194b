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

    @Test(arguments: ["json", "csv"]) func theFirstRowsOfAStreamAreHandedOutAtOnce(format: String) throws {
        let pipe = try NamedPipe()
        let hasPart = Mutex(false)
        let first = format == "csv" ? "id,lat,lon\n1,1,8\n2,2,8\n" : line(1, 1) + line(2, 2)
        // Nothing follows until they are there.
        pipe.write([first, format == "csv" ? "3,3,8\n" : line(3, 3)]) { index in
            index == 0 || hasPart.withLock { $0 }
        }
        var options = SourceOptions()
        options.csv.snapshotInterval = .seconds(50)
        let loader: any SourceLoader
        if format == "csv" {
            loader = CSVLoader(path: pipe.path, options: options.csv)
        } else {
            loader = GeoJSONLoader(path: pipe.path, options: options.features(isStream: true))
        }
        var counts: [Int] = []
        let loaded = try loader.read(isCancelled: { false }) { progress in
            guard let part = progress.part else { return }
            counts.append(part.points.count)
            hasPart.withLock { $0 = true }
        }
        #expect(counts.first == 2 && loaded.points.count == 3)
    }

    @Test(arguments: [(7, 1 << 20), (7, 256), (100, 256), (1, 1 << 20)])
    func theLastRecordsOfAStreamAreHeld(keep: Int, windowSize: Int) throws {
        var text = ""
        for id in 1...100 {
            text += id % 10 == 0 ? "{\"id\":\(id),\"lat\":null,\"lon\":8}\n" : line(id, id % 80)
        }
        let file = try TemporaryFile(Array(text.utf8), extension: "ndjson")
        var options = FeatureOptions()
        (options.snapshotInterval, options.windowSize, options.isStream) = (.zero, windowSize, true)
        let held = try withExtendedLifetime(file) {
            try GeoJSONLoader(SourceInput(path: file.path), options: options, keep: .count(keep)).read(
                isCancelled: { false },
                progress: { read in
                    guard let part = read.part else { return }
                    #expect(part.table.recordCount <= keep)
                    #expect(part.points.count + part.skipped.total == part.table.recordCount)
                })
        }
        // Every tenth has no place; the last is one of them.
        #expect(held.table.recordCount == keep && held.skipped.total == (keep + 9) / 10)
        #expect(held.points.count == keep - (keep + 9) / 10)
        #expect(held.layers[0].droppedCount == 100 - keep)
        let first = 101 - keep
        #expect(try held.table.namedRow(0).fields[0].value.text == "\(first)")
        #expect(try held.table.namedRow(0).line == first)
        if keep > 1 {
            let place = QuadTree(held.points).place(ofRow: 0)?.coordinate
            #expect(place == Coordinate(latitude: Double(first % 80), longitude: 8))
        }
    }

    @Test func recordsAreHeldByTheirAge() {
        var held = HeldRecords(.age(seconds: 10))
        // Ten records come each second.
        var (total, kept) = (0, 0)
        var counts: [Int] = []
        for second in 0...25 {
            (total, kept) = (total + 10, kept + 10)
            kept -= held.surplus(of: total, held: kept, seconds: second)
            counts.append(kept)
        }
        // Those of the eleven seconds before, and of this one.
        #expect(counts == (1...11).map { $0 * 10 } + Array(repeating: 110, count: 15))
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

    @Test(arguments: ["web-1  | ", "[pod/web-1/nginx] ", "web-1  | 2026-11-26T14:03:10.123456789Z "])
    func theServiceBeforeAnObjectIsAColumn(head: String) throws {
        let text =
            head + line(1, 47) + head + "{\"service\":\"own\",\"lat\":47,\"lon\":8}\n" + head + "{}\n"
        let loaded = try load(text, FeatureOptions())
        #expect(loaded.table.columnNames == ["service", "id", "lat", "lon"])
        let services = try (0..<3).map { try loaded.table.namedRow($0).fields[0].value.text }
        #expect(services == [head.hasPrefix("[") ? "pod/web-1/nginx" : "web-1", "own", services[0]])
        #expect(try load("data: " + line(1, 47), FeatureOptions()).table.columnNames == ["id", "lat", "lon"])
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
        // Six records were read.
        #expect(loaded.layers[0].recordCount + loaded.layers[0].replacedCount == 6)
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
