import Foundation
import TestSupport
import Testing

@testable import DataSets
@testable import MapModel
@testable import MapSources
@testable import Rows
@testable import Streams

/// What is kept of a source to say what changed, and what two sources need.
@Suite struct ReadingTests {
    private static let table =
        "id,name,lat,lon\n"
        + (0..<100).map { "\($0),\(String(repeating: "é", count: $0)),1,\($0)\n" }.joined()

    private func loaded(_ text: String, extension kind: String = "csv") throws -> (
        LoadedSource, TemporaryFile
    ) {
        let file = try TemporaryFile(Array(text.utf8), extension: kind)
        guard case .loader(let loader, _) = try SourceOpener(SourceOptions()).open([file.path]) else {
            throw SourceError.cancelled
        }
        return (try loader.read(isCancelled: { false }, progress: { _ in }), file)
    }

    /// Short and long values, in any choice of rows.
    @Test func rowsAreRememberedAsTheyWere() throws {
        let (source, file) = try loaded(Self.table)
        let kept = try #require(try RememberedTable(source.table, limit: 1 << 20))
        for rows in [Array(0..<100), [0], [99], [3, 17, 18, 40, 99], [15, 16], [31, 33]] as [[UInt32]] {
            var (wanted, found): ([SourceRow], [SourceRow]) = ([], [])
            try source.table.visitRows(rows) { wanted.append($0) }
            try kept.visitRows(rows) { found.append($0) }
            #expect(wanted.map(\.row) == found.map(\.row) && wanted.map(\.values) == found.map(\.values))
        }
        #expect(throws: SourceError.self) { try kept.visitRows([100]) { _ in } }
        withExtendedLifetime(file) {}
    }

    @Test func whatIsTooLargeIsNotKept() throws {
        let (source, file) = try loaded(Self.table)
        #expect(try RememberedTable(source.table, limit: 400) == nil)
        withExtendedLifetime(file) {}
    }

    @Test func whatDoesNotFitIsRefusedBeforeItIsRead() throws {
        var memory = DifferenceMemory(old: "/none", new: "/none", available: 1_000_000_000)
        memory.look(bytesRead: 2 << 20, totalBytes: 4 << 20, recordCount: 100_000)
        #expect(memory.refusal == nil)
        memory = DifferenceMemory(old: "/none", new: "/none", available: 1_000_000_000)
        memory.look(bytesRead: 2 << 20, totalBytes: 200 << 20, recordCount: 100_000)
        #expect(memory.refusal?.description.contains("20,000,000 rows need") == true)
    }

    /// The order of points, of vertices and of members says nothing; a vertex does.
    @Test func shapesAreEqualInAnyOrder() throws {
        func file(_ geometries: [String]) -> String {
            "{\"type\":\"FeatureCollection\",\"features\":["
                + geometries.enumerated().map {
                    "{\"type\":\"Feature\",\"properties\":{\"ref\":\"r\($0)\"},\"geometry\":\($1)}"
                }.joined(separator: ",") + "]}"
        }
        func geometry(_ type: String, _ coordinates: String) -> String {
            "{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}"
        }
        let before = [
            geometry("MultiPoint", "[[10,50],[11,51]]"), geometry("MultiPoint", "[[1,1],[2,2],[3,3],[2,1]]"),
            geometry("LineString", "[[1,1],[2,2],[3,1]]"),
        ]
        let same = [
            geometry("MultiPoint", "[[11,51],[10,50]]"), geometry("MultiPoint", "[[3,3],[2,1],[1,1],[2,2]]"),
            geometry("LineString", "[[3,1],[2,2],[1,1]]"),
        ]
        let equal = try ComparedFiles(
            file(before), file(same), oldKind: "geojson", newKind: "geojson")
        #expect(equal.difference.counts.differences == 0)
        let other = [before[0], before[1], geometry("LineString", "[[1,1],[2,2.5],[3,1]]")]
        let changed = try ComparedFiles(
            file(before), file(other), .tolerance(200_000), oldKind: "geojson", newKind: "geojson")
        #expect(changed.difference.counts.differences == 1)
        let written = try changed.written(.ndjson, [.changed])
        // What the line was, and what it is.
        #expect(
            written.contains("\"old\":{\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[1,1],[2,2],"))
        #expect(written.contains("[2,2.5]"))
    }

    @Test(arguments: [
        ("csv", "id,lat,lon\n1,2,3\n4,5", true), ("csv", "id,lat,lon\n1,2,3\n4,5,6", false),
        ("csv", "id,lat,lon\n1,2,3\n4,5\n", false), ("csv", "id,lat,lon\n1,2,3\n\"4\n5\",6,7", false),
        ("ndjson", "{\"id\":1,\"lat\":2,\"lon\":3}\n{\"id\":4,\"lat\":5,\"lo", true),
        ("ndjson", "{\"id\":1,\"lat\":2,\"lon\":3}\n{\"id\":4,\"lat\":5,\"lon\":6}", false),
        ("ndjson", "{\"id\":1,\"lat\":2,\"lon\":3}\nrubbish\n", false),
    ])
    func aFileThatIsCutInItsLastRecordIsTorn(kind: String, text: String, isTorn: Bool) throws {
        let (source, file) = try loaded(text, extension: kind)
        #expect((source.layers[0].earlyEnd != nil) == isTorn)
        withExtendedLifetime(file) {}
    }
}

extension DifferenceOptions {
    fileprivate static func tolerance(_ meters: Double) -> DifferenceOptions {
        var options = DifferenceOptions()
        options.toleranceMeters = meters
        return options
    }
}
