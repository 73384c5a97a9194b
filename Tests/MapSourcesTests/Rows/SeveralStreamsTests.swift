import DataSets
import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import MapSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Several sources at once: streams that do not end, and has too many rows.
@Suite(.timeLimit(.minutes(10)))
struct SeveralStreamsTests {
    private func loader(_ paths: [String]) throws -> any SourceLoader {
        guard
            case .loader(let loader, _) = try SourceOpener(SourceOptions()).open(
                paths, isCancelled: { false })
        else { throw SourceError.cancelled }
        return loader
    }

    @Test func streamsThatDoNotEndAreReadSideBySide() throws {
        let file = try TemporaryFile("name,lat,lon\nFile,1,2\nLast,2,3\n")
        let pipes = try [OpenPipe(), OpenPipe(), OpenPipe()]
        pipes[0].write(Array("name,lat,lon\nFirst,1,2\n".utf8), staysOpen: true)
        pipes[2].write(Array("{\"name\":\"Third\",\"lat\":1,\"lon\":2}\n".utf8), staysOpen: true)
        let deadline = ContinuousClock.now + Patience.limit
        var shown: LoadedSource?
        let loader = try loader(pipes.map { "/dev/fd/\($0.reader)" } + [file.path])
        let error = #expect(throws: SourceError.self) {
            _ = try loader.read(
                isCancelled: { shown != nil || ContinuousClock.now > deadline },
                progress: { progress in
                    guard let part = progress.part, part.points.count == 4 else { return }
                    shown = part
                })
        }
        #expect(error == .cancelled)
        let part = try #require(shown)
        #expect(part.layers.map(\.placeCount) == [2, 1, 0, 1])
        #expect(try part.table.rowLabels([0, 1, 2, 3]) == ["File", "Last", "First", "Third"])
        for pipe in pipes { pipe.closeWriter() }
    }

    @Test func aStreamThatFailsSaysWhyAndEndsTheOthers() throws {
        let pipes = try [OpenPipe(), OpenPipe()]
        pipes[0].write(Array("name,lat,lon\nFirst,1,2\n".utf8), staysOpen: true)
        pipes[1].write(Array("<html><body>no</body></html>".utf8))
        let loader = try loader(pipes.map { "/dev/fd/\($0.reader)" })
        let deadline = ContinuousClock.now + Patience.limit
        let error = #expect(throws: SourceError.self) {
            _ = try loader.read(isCancelled: { ContinuousClock.now > deadline }, progress: { _ in })
        }
        #expect(error?.description.contains("is a web page") == true)
        pipes[0].closeWriter()
    }

    // MARK: more rows than numbers

    @Test func oneFileWithTooManyRowsIsRefused() throws {
        var options = CSVOptions()
        options.rowLimit = 5
        let rows = (0..<5).map { "\($0),1,2\n" }.joined()
        #expect(try TemporaryFile("name,lat,lon\n" + rows).load(options).points.count == 5)
        let file = try TemporaryFile("name,lat,lon\n" + rows + "more,1,2\n")
        let refusal = CSVLoader(path: file.path, options: options).refusal
        #expect(refusal?.hasPrefix("\(file.path): has more than 4,294,967,294 rows") == true)
    }

    /// A source of so many rows, none of which has a place.
    private struct Crowd: SourceLoader {
        let rows: Int
        let name = "crowd"

        func read(
            isCancelled: () -> Bool, progress: (LoadProgress) -> Void
        ) throws(SourceError) -> LoadedSource {
            let source = LoadedSource(
                points: PointBuffer(), table: Table(recordCount: rows),
                skipped: SkippedRows(missingOnServer: rows), notices: [])
            progress(LoadProgress(bytesRead: 1, totalBytes: nil, recordCount: rows, part: source))
            return source
        }

        func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] { [] }
    }

    private struct Table: RowTable {
        let name = "crowd"
        let columnNames: [String] = []
        let roles = ColumnRoles()
        let recordCount: Int

        func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {}
        func appendNames(
            to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
            progress: (borrowing NameIndex.Builder) -> Void
        ) throws(SourceError) {}
    }

    @Test(
        arguments: [
            ([4_294_967_294], true), ([4_294_967_293, 1], true), ([4_294_967_294, 1], false),
            ([4_294_967_290, 0, 10], false), ([4_294_967_296, 1], false),
            ([3_000_000_000, 3_000_000_000], false),
        ] as [([Int], Bool)])
    func moreRowsThanNumbersAreRefused(rows: [Int], isRead: Bool) {
        let loader = LayeredLoader(loaders: rows.map { Crowd(rows: $0) })
        let refusal = loader.refusal
        if isRead {
            #expect(refusal == nil)
        } else {
            #expect(refusal?.contains("more than 4,294,967,294 rows") == true)
            #expect(refusal?.contains("\n") == false)
        }
    }
}
