import DatabaseSources
import Glibc
import MapSources
import Receivers
import Rows
import Streams

@testable import FileSources

extension FuzzTarget {
    /// Whole files, through the same path as those that a user names.
    static let files: [String: Reader] = [
        "csv": { readFile($0, .csv, hasParts: true) },
        "records": readRecords,
        "json": { readFile($0, .json, hasParts: true) },
        "logs": { readFile($0, .log, hasParts: true) },
        "gpx": { readFile($0, .gpx) },
        "google": { readFile($0, .google) },
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

    /// What was read of a file, or nothing where it was refused.
    private struct Reading: Equatable {
        let rows: [UInt32]
        let skipped: Int
        let labels: [String]
    }

    private static func readFile(_ bytes: [UInt8], _ kind: FileKind, hasParts: Bool = false) {
        guard !bytes.isEmpty, ftruncate(memory, 0) == 0, pwrite(memory, bytes, bytes.count, 0) == bytes.count
        else { return }
        // Several parts, some of them with no end of a record in it.
        let partSize = 32 + Int(bytes[bytes.count / 2])
        let whole = reading(kind, partSize: 1 << 40)
        guard hasParts, bytes.count > partSize else { return }
        guard reading(kind, partSize: partSize) == whole else { fatalError("parts are read in another way") }
    }

    private static func reading(_ kind: FileKind, partSize: Int) -> Reading? {
        var options = SourceOptions(format: kind)
        (options.csv.windowSize, options.csv.partSize) = (1 << 14, partSize)
        options.csv.threadCount = 1
        do {
            let source = try SourceOpener(options).open(
                ["/proc/self/fd/\(memory)"], isCancelled: { false })
            let loaded = try source.read(isCancelled: { false })
            let rows = UInt32(loaded.table.recordCount)
            guard loaded.points.count + loaded.skipped.total == Int(rows) else {
                fatalError("rows were lost without a report")
            }
            let labels = try loaded.table.rowLabels(Array(0..<min(rows, 64)))
            for row in 0..<min(rows, 4) { _ = try loaded.table.namedRow(row) }
            for example in loaded.skipped.examples { _ = example.message(file: "fuzz") }
            return Reading(rows: loaded.points.placedRows, skipped: loaded.skipped.total, labels: labels)
        } catch {
            // A message is the expected end of most inputs.
            _ = "\(error)"
            return nil
        }
    }

    private static let layout: TableLayout? = {
        let options = CSVOptions(hasHeader: false)
        return ByteRun.with(Array("47.5,8.5,Zürich\n46.2,6.1,Genève\n".utf8)) { head in
            let start = TableStart(head, isWhole: true, options: options)
            return try? TableLayout(head: head, isWhole: true, start: start, file: "fuzz", options: options)
        }
    }()

    /// The reader of records alone, which most bytes go through: at once, and in two pieces.
    private static func readRecords(_ bytes: [UInt8]) {
        guard let layout else { fatalError("no layout") }
        let marks = RecordMarks()
        func reading(_ run: ByteRun, pieces: [Int]) -> Reading {
            var reader = PointReader(layout: layout)
            var scanner = reader.makeScanner()
            for limit in pieces where scanner.next < limit {
                scanner.begin(in: run, at: scanner.next, linesBefore: scanner.lineEnds)
                reader.read(run, at: 0, limit: limit, isFinal: true, with: &scanner, marks)
                guard scanner.next < limit else { continue }
                reader.stop(at: scanner, run, offset: 0)
                break
            }
            return Reading(
                rows: reader.points.placedRows, skipped: reader.skipped.total,
                labels: reader.skipped.examples.map { $0.message(file: "fuzz") } + ["\(reader.recordCount)"])
        }
        ByteRun.with(bytes) { run in
            let half = bytes.count / 2
            let whole = reading(run, pieces: [run.count])
            let pieces = reading(run, pieces: [half, run.count])
            guard whole == pieces else { fatalError("\(pieces) instead of \(whole)") }
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
