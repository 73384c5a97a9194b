import DatabaseSources
import FileSources
import Glibc
import MapSources
import Receivers
import Rows
import Streams

extension FuzzTarget {
    /// Whole files, through the same path as those that a user names.
    static let files: [String: Reader] = [
        "csv": { readFile($0, .csv) },
        "json": { readFile($0, .json) },
        "gpx": { readFile($0, .gpx) },
        "kml": { readFile($0, .kml) },
        "flatgeobuf": { readFile($0, .flatGeobuf) },
        "sqlite": { readFile($0, .sqlite) },
        "nmea": { readLog($0, .nmea) },
        "gpsd": { readLog($0, .gpsd) },
        "gpxlog": { readLog($0, .gpx) },
    ]

    /// A file in memory that is opened by its path.
    private static let memory: Int32 = {
        var path = Array("/dev/shm/termmap-fuzz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        unlink(path)
        return descriptor
    }()

    private static func readFile(_ bytes: [UInt8], _ kind: FileKind) {
        guard !bytes.isEmpty, ftruncate(memory, 0) == 0, pwrite(memory, bytes, bytes.count, 0) == bytes.count
        else { return }
        do {
            let source = try SourceOpener(SourceOptions(format: kind)).open(
                ["/proc/self/fd/\(memory)"], isCancelled: { false })
            _ = try? source.explainColumns(isCancelled: { false })
            let loaded = try source.read(isCancelled: { false })
            let rows = UInt32(loaded.table.recordCount)
            guard loaded.points.count + loaded.skipped.total == Int(rows) else {
                fatalError("rows were lost without a report")
            }
            _ = try loaded.table.rowLabels(Array(0..<rows))
            for row in 0..<min(rows, 4) { _ = try loaded.table.namedRow(row) }
            for example in loaded.skipped.examples { _ = example.message(file: "fuzz") }
        } catch {
            // A message is the expected end of most inputs.
            _ = "\(error)"
        }
    }

    private static func readLog(_ bytes: [UInt8], _ format: FixLogFormat) {
        do {
            let reader = try FixLogReader(name: "fuzz", format: format)
            // In two pieces: a line may be cut anywhere.
            let pieces = [Array(bytes.prefix(bytes.count / 2)), Array(bytes.dropFirst(bytes.count / 2))]
            for piece in pieces { try reader.feed(piece.span) { _ in } }
            try reader.finish { _ in }
            _ = reader.droppedSummary
        } catch {
            _ = "\(error)"
        }
    }
}
