import FileSources
import Foundation
import MapModel
import Rows
import Streams

/// Saving the index of a file of a million and of ten million rows, and reading it back, against reading the file.
enum SavedBenchmarks {
    static func run() {
        checksum()
        for millions in [1, 10] {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("termmap-saved-\(getpid())").path
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            print(" \(millions) M rows")
            let path = folder + "/places.csv"
            guard writeRows(millions * 1_000_000, to: path) else {
                return print("  cannot write \(path)")
            }
            do {
                try measure(path, in: SavedFolder(cacheFolder: folder))
            } catch {
                print("  \(error)")
            }
        }
    }

    /// A block at a time, as sections are checked, and through much more than the processor's cache.
    private static func checksum() {
        let bytes = [UInt8](repeating: 17, count: 256 << 20)
        var sum: UInt64 = 0
        for (title, length) in [("1 MiB", 1 << 20), ("256 MiB", 256 << 20)] {
            let rounds = (256 << 20) / length
            let time = Measurement(processorTimeOf: 5) {
                bytes.withUnsafeBytes { bytes in
                    for _ in 0..<rounds {
                        sum &+= SavedChecksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<length]))
                    }
                }
            }
            print(
                String(format: " checksum of %@: %.1f GB/s", title, Double(bytes.count) / time.median / 1e3))
        }
        if sum == 1 { print("") }
    }

    private static func measure(_ path: String, in folder: SavedFolder) throws {
        var options = CSVOptions()
        options.snapshotInterval = .seconds(1 << 32)
        let loader = CSVLoader(path: path, options: options)
        guard let input = loader.savable, let file = try input.file() else { return }
        var read: SavedSource?
        report("read the file, build the tree", Timing.best(of: 2) { read = try? Self.read(loader) })
        guard let read else { return }
        let header = SavedHeader(
            source: path, options: input.options, fingerprint: try FileFingerprint(of: file), rowCount: 0)
        report("save", Timing.best(of: 1) { save(read, header, in: folder) })
        report("fingerprint and head", Timing.best(of: 5) { _ = try? Self.open(header, file, in: folder) })
        var restored: SavedSource?
        report(
            "read the saved index",
            Timing.best(of: 7) {
                restored = nil
                restored = try? SavedSource(try Self.open(header, file, in: folder), of: input, source: file)
            })
        let bytes = try folder.files(layout: SavedSource.layout).reduce(0) { $0 + $1.byteCount }
        print(
            String(format: "  %.2f bytes a point", Double(bytes) / Double(restored?.tree.count ?? 1)))
    }

    private static func read(_ loader: CSVLoader) throws -> SavedSource {
        let source = try loader.read()
        return SavedSource(
            tree: QuadTree(source.points), shapes: ShapeIndex(source.shapes), table: source.table,
            skipped: source.skipped, vague: source.vague, notices: source.notices)
    }

    private static func open(
        _ header: SavedHeader, _ file: FileBytes, in folder: SavedFolder
    ) throws -> SavedFile {
        guard try FileFingerprint(of: file) == header.fingerprint else { throw SavedFault.otherSource }
        return try SavedFile(header, in: folder, layout: SavedSource.layout)
    }

    private static func save(_ source: SavedSource, _ header: SavedHeader, in folder: SavedFolder) {
        do {
            var writer = try SavedFileWriter.begin(
                header, in: folder, layout: SavedSource.layout, byteCount: source.savedByteCount ?? 0,
                isAbandoned: { false })
            try source.save(to: &writer)
            try writer.commit(if: { true })
        } catch {
            print("  not saved: \(error)")
        }
    }

    private static func report(_ title: String, _ timing: Timing) {
        print(
            String(format: "  %@: %.1f ms, %.1f ms CPU", title, timing.wall * 1e3, timing.cpu * 1e3))
    }
}
