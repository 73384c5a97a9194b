import Foundation
import MapModel
import TestSupport
import Testing

@testable import MapSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// A stream gives the rows of the file, whatever it is called and however it is packed.
@Suite(.timeLimit(.minutes(10)))
struct StreamNamesTests {
    /// Enough for several pipes full.
    private static let rows = 600

    private enum Packed: CaseIterable {
        case not, gzip, zstd

        func bytes(_ text: String) -> [UInt8] {
            switch self {
            case .not: Array(text.utf8)
            case .gzip: Packing.gzip.pack(Array(text.utf8))
            case .zstd: Packing.zstd.pack(Array(text.utf8))
            }
        }
    }

    /// What `path` gives, opened as the program does.
    private func read(_ paths: [String], _ options: SourceOptions = SourceOptions()) throws -> LoadedSource {
        try SourceOpener(options).open(paths, isCancelled: { false }).read(isCancelled: { false })
    }

    private func expectRows(
        _ loaded: LoadedSource, _ count: Int = rows, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
        #expect(loaded.points.count == count, sourceLocation: sourceLocation)
        #expect(loaded.skipped.total == 0 && loaded.notices == [], sourceLocation: sourceLocation)
        let last = UInt32(count - 1)
        #expect(
            try loaded.table.rowLabels([0, last]) == ["Place 0", "Place \(last)"],
            sourceLocation: sourceLocation)
    }

    @Test(arguments: PlacesText.allCases) func everyNameOfAStreamGivesTheRowsOfTheFile(
        format: PlacesText
    ) throws {
        for packed in Packed.allCases {
            let bytes = packed.bytes(format.text(Self.rows))
            let file = try TemporaryFile(bytes, extension: "data")
            try expectRows(try read([file.path]))
            for folder in ["/dev/fd", "/proc/self/fd"] {
                let pipe = try OpenPipe()
                pipe.write(bytes)
                try expectRows(try read(["\(folder)/\(pipe.reader)"]))
                let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
                defer { close(descriptor) }
                try expectRows(try read(["\(folder)/\(descriptor)"]))
            }
            let named = try NamedPipe()
            named.write(bytes, piece: 4_096)
            try expectRows(try read([named.path]))
        }
    }

    @Test(arguments: PlacesText.allCases, [1, 7]) func aStreamInCrumbsIsReadWhole(
        format: PlacesText, piece: Int
    ) throws {
        for packed in Packed.allCases {
            let pipe = try OpenPipe()
            pipe.write(packed.bytes(format.text(20)), piece: piece)
            try expectRows(try read(["/dev/fd/\(pipe.reader)"]), 20)
        }
    }

    @Test func aStreamIsReadOnceAndKept() throws {
        let pipe = try OpenPipe()
        pipe.write(Array(PlacesText.csv.text(100).utf8))
        let opened = try SourceOpener(SourceOptions()).open(
            ["/dev/fd/\(pipe.reader)"], isCancelled: { false })
        try expectRows(try opened.read(isCancelled: { false }), 100)
        try expectRows(try opened.read(isCancelled: { false }), 100)
    }

    @Test func aReloadReadsTheFileAsItIsNow() throws {
        let file = try TemporaryFile(PlacesText.csv.text(10))
        let opened = try SourceOpener(SourceOptions()).open([file.path], isCancelled: { false })
        #expect(try !opened.dataSet.explainColumns(isCancelled: { false }).isEmpty)
        try expectRows(try opened.read(isCancelled: { false }), 10)
        try Data(PlacesText.csv.text(20).utf8).write(to: URL(fileURLWithPath: file.path), options: .atomic)
        try expectRows(try opened.read(isCancelled: { false }), 20)
    }

    @Test func filesAndStreamsAreLayers() throws {
        let file = try TemporaryFile(PlacesText.csv.text(10))
        let pipes = try [OpenPipe(), OpenPipe()]
        for pipe in pipes { pipe.write(Array(PlacesText.ndjson.text(100).utf8)) }
        let loaded = try read(pipes.map { "/dev/fd/\($0.reader)" } + [file.path])
        #expect(loaded.layers.map(\.placeCount) == [10, 100, 100])
    }

    @Test func whatOneStreamCannotGiveTwiceIsRefused() throws {
        let pipe = try OpenPipe()
        pipe.write(Array(PlacesText.csv.text(10).utf8))
        let paths = ["/dev/fd/\(pipe.reader)", "/proc/self/fd/\(pipe.reader)"]
        let error = #expect(throws: SourceError.self) { try read(paths) }
        #expect(error?.description.contains("twice") == true)
    }

    @Test(arguments: [
        "SQLite format 3\0 and more", "PK\u{3}\u{4} and more", "\u{0}\u{1}\u{2}\u{0}\u{1}\u{2}",
    ])
    func aStreamThatIsNoTextIsRefused(text: String) throws {
        for packed in Packed.allCases {
            let pipe = try OpenPipe()
            pipe.write(packed.bytes(text))
            let error = #expect(throws: SourceError.self) { try read(["/dev/fd/\(pipe.reader)"]) }
            #expect(error?.description.hasPrefix("/dev/fd/\(pipe.reader): ") == true)
        }
    }

    @Test func columnsOfAStreamAreExplained() throws {
        for packed in Packed.allCases {
            let pipe = try OpenPipe()
            pipe.write(packed.bytes(PlacesText.csv.text(100)))
            let opened = try SourceOpener(SourceOptions()).open(
                ["/dev/fd/\(pipe.reader)"], isCancelled: { false })
            let lines = try opened.dataSet.explainColumns(isCancelled: { false })
            #expect(lines.first == "3 columns, delimiter comma, header in the first record, decimal point")
        }
    }
}
