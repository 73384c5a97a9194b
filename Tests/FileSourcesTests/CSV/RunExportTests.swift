import Foundation
import MapModel
import Synchronization
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Rows written side by side are byte for byte those written one after the other.
@Suite struct RunExportTests {
    private static let formats = [RowFormat.csv, .ndjson, .geojson]

    /// What `RowExport` writes of the same rows.
    private func expected(_ loaded: LoadedTable, _ rows: RowSet, _ format: RowFormat) throws -> [UInt8] {
        let places = RowPlaces(of: rows, in: loaded.points)
        var text: [UInt8] = []
        try loaded.table.write(
            count: places.count, row: { ExportedRow(row: places[$0].row, place: places[$0].place) },
            as: format,
            adding: [], to: { text += $0 })
        return text
    }

    private func written(
        _ table: DelimitedTable, _ rows: RowSet, _ format: RowFormat, partLength: Int = RunParts.length
    ) throws -> [UInt8] {
        var text: [UInt8] = []
        var shares: [Double] = []
        try table.writeRuns(
            of: rows, as: format, partLength: partLength, progress: { shares.append($0) }, to: { text += $0 })
        #expect(shares == shares.sorted() && (shares.last ?? 1) == 1)
        return text
    }

    /// All rows with a place, half of them, runs of them, one, none.
    private func choices(_ loaded: LoadedTable) -> [RowSet] {
        let all = loaded.points.rows
        var random = SeededRandom(3)
        let half = RowSet(capacity: all.capacity) { all.contains(UInt32($0)) && Bool.random(using: &random) }
        let runs = RowSet(capacity: all.capacity) { all.contains(UInt32($0)) && $0 / 100 % 2 == 1 }
        let one = RowSet(capacity: all.capacity) { $0 == Int(all.rows.last ?? 0) && all.contains(UInt32($0)) }
        return [all, half, runs, one, RowSet(capacity: all.capacity)]
    }

    @Test(arguments: HostileTable.all) func rowsAreWrittenAsOneAfterTheOther(table: HostileTable) throws {
        let file = try TemporaryFile(table.bytes, extension: table.name.hasPrefix("tabs") ? "tsv" : "csv")
        let loaded = try file.load()
        for format in Self.formats {
            guard loaded.table.writesRuns(as: format) else {
                // No names say where the places are: columns are added for them.
                #expect(table.name == "without a header" && format == .ndjson)
                continue
            }
            for (number, rows) in choices(loaded).enumerated() {
                let expected = try expected(loaded, rows, format)
                for length in [1, 20_000, RunParts.length] {
                    let text = try written(loaded.table, rows, format, partLength: length)
                    #expect(text == expected, "\(format), choice \(number), parts of \(length)")
                }
            }
        }
    }

    /// The same of bytes that are kept in memory, as those of streams are.
    @Test(arguments: HostileTable.all) func keptBytesAreWrittenAlike(table: HostileTable) throws {
        let loaded = try TemporaryFile(table.bytes, extension: table.name.hasPrefix("tabs") ? "tsv" : "csv")
            .load()
        let text = try loaded.table.bytes.memory(upTo: table.bytes.count)
        let kept = loaded.table.reading(.memory(text))
        for format in Self.formats where kept.writesRuns(as: format) {
            let expected = try expected(loaded, loaded.points.rows, format)
            #expect(
                try written(kept, loaded.points.rows, format, partLength: 20_000) == expected, "\(format)")
        }
    }

    @Test(arguments: 0..<60) func anyBytesAreWrittenAlike(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let pieces = [
            "a", "é", "\"", "\"\"", "\n", "\r\n", "\r", ",", ",,", " ", "\u{1B}", "\\", "\",\"", "\"\n\"",
            "x\"y", "\u{9B}", "1",
        ]
        var text = "note,lat,lon,other\nplain,1,2,x\n"
        for row in 0..<random.number(100...400) {
            func noise() -> String {
                let noise = (0..<random.number(0...5)).compactMap { _ in pieces.randomElement(using: &random)
                }.joined()
                return random.number(0...2) > 0 ? noise.filter { !$0.isNewline } : noise
            }
            text += "\(noise()),\(Double(row) / 8),\(Double(row) / 4),\(noise())\n"
        }
        let loaded = try TemporaryFile(text).load()
        for format in Self.formats {
            for rows in choices(loaded) {
                let text = try written(loaded.table, rows, format, partLength: random.number(1...8_000))
                #expect(try text == expected(loaded, rows, format), "seed \(seed), \(format)")
            }
        }
    }

    @Test func whatIsNotInTwoColumnsOfDegreesIsWrittenOneByOne() throws {
        let geometry = try TemporaryFile("name,wkt\nA,POINT(8 47)\nB,POINT(9 48)\n").load()
        #expect(!geometry.table.writesRuns(as: .geojson))
        #expect(geometry.table.writesRuns(as: .csv) && geometry.table.writesRuns(as: .ndjson))
        let units = try TemporaryFile(
            "name,latitudeE7,longitudeE7\nA,470000000,80000000\nB,480000000,90000000\n"
        ).load()
        #expect(!units.table.writesRuns(as: .geojson) && !units.table.writesRuns(as: .ndjson))
        var options = CSVOptions()
        options.coordinateSystem = "EPSG:3857"
        #expect(try !TemporaryFile("name,x,y\nA,12.5,7.5\nB,13.5,8.5\n").layout(options).isInDegrees)
    }

    @Test func aChangedFileIsRefused() throws {
        let file = try TemporaryFile(HostileTable.all[0].bytes)
        let loaded = try file.load()
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("x\n".utf8))
        try handle.close()
        for format in Self.formats {
            #expect(throws: SourceError.file(FileError(file: file.path, reason: .changedSinceLoaded))) {
                try written(loaded.table, loaded.points.rows, format)
            }
        }
    }

    /// A file that changes while it is written: what is written ends with an error, wherever the change is.
    @Test func aFileThatChangesOnTheWayIsAnError() throws {
        let file = try TemporaryFile(HostileTable.all[0].bytes)
        let loaded = try file.load()
        var pieces = 0
        #expect(throws: SourceError.file(FileError(file: file.path, reason: .changedSinceLoaded))) {
            try loaded.table.writeRuns(
                of: loaded.points.rows, as: .csv, partLength: 1, progress: { _ in },
                to: { _ in
                    if pieces == 0 {
                        try? Data("a,b\n".utf8).write(to: URL(fileURLWithPath: file.path), options: [])
                    }
                    pieces += 1
                })
        }
        #expect(pieces > 0)
    }

    @Test func recordsThatAreNotThoseThatWereReadAreRefused() throws {
        let loaded = try TemporaryFile(HostileTable.all[0].bytes).load()
        let other = HostileTable.all.first { $0.name == "empty lines and records" }
        let kept = loaded.table.reading(.memory(try #require(other).bytes))
        for format in Self.formats {
            let rows = RowSet(capacity: loaded.points.rows.capacity) { $0 % 2 == 0 }
            #expect(throws: SourceError.file(FileError(file: loaded.table.name, reason: .changedSinceLoaded)))
            {
                try written(kept, rows, format)
            }
        }
    }

    @Test func nothingMoreIsWrittenAfterAnErrorOrWhenCancelled() async throws {
        let loaded = try TemporaryFile(HostileTable.all[0].bytes).load()
        var count = 0
        #expect(throws: SourceError.cancelled) {
            try loaded.table.writeRuns(
                of: loaded.points.rows, as: .geojson, partLength: 1, progress: { _ in },
                to: { (_) throws(SourceError) in
                    count += 1
                    if count == 3 { throw .cancelled }
                })
        }
        #expect(count == 3)
        let table = loaded.table
        let rows = loaded.points.rows
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var pieces = 0
            do throws(SourceError) {
                try table.writeRuns(of: rows, as: .csv, progress: { _ in }, to: { _ in pieces += 1 })
                return (SourceError?.none, pieces)
            } catch {
                return (error, pieces)
            }
        }
        let (error, pieces) = await task.value
        // The header is written before the first part is awaited.
        #expect(error == .cancelled && pieces == 1)
    }
}

extension KeptBytes {
    /// All bytes, at most so many.
    fileprivate func memory(upTo count: Int) throws -> [UInt8] {
        switch self {
        case .memory(let bytes): return bytes
        case .file:
            var bytes: [UInt8] = []
            try read(0..<count, into: &bytes)
            return Array(bytes[..<count])
        }
    }
}

extension DelimitedTable {
    /// The same records in other bytes.
    fileprivate func reading(_ bytes: KeptBytes) -> DelimitedTable {
        DelimitedTable(
            name: name, identity: identity, dialect: dialect, columnNames: columnNames, columns: columns,
            headerBytes: headerBytes, unitsBytes: unitsBytes, recordCount: recordCount, lineEnd: lineEnd,
            isInDegrees: isInDegrees, hasByteOrderMark: hasByteOrderMark, blocks: blocks, bytes: bytes)
    }
}

extension TemporaryFile {
    fileprivate func layout(_ options: CSVOptions) throws -> TableLayout {
        try CSVOpening(FileBytes(path: path), options: options, isCancelled: { false }).layout
    }
}
