import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

@Suite struct RowExportTests {
    /// A file of random rows with everything that makes quotes necessary, and a different place for each row.
    private struct NastyFile {
        let bytes: [UInt8]
        let delimiter: UInt8
        let hasHeader: Bool
        let hasMark: Bool
        let lineEnd: [UInt8]

        init(_ random: inout SeededRandom) {
            delimiter = [UInt8(ascii: ","), UInt8(ascii: ";"), 9].randomElement(using: &random) ?? 9
            hasHeader = random.number(0...3) > 0
            hasMark = random.number(0...3) == 0
            lineEnd = [[10], [13, 10], [13]].randomElement(using: &random) ?? [10]
            var records: [[UInt8]] = []
            if hasHeader { records.append(Array("note?lat?lon?other".utf8)) }
            for row in 0..<random.number(1...160) {
                let noise = row == 0 ? Array("plain".utf8) : Self.noise(&random)
                let degrees = "?\(Double(row) / 8)?\(Double(row % 200) / 4)"
                var record = noise + Array(degrees.utf8)
                if random.number(0...9) > 0 { record += Array("?".utf8) + Self.noise(&random) }
                if random.number(0...19) == 0 { record += Array("?more".utf8) }
                records.append(record)
            }
            let delimiter = delimiter
            records = records.map { $0.map { $0 == UInt8(ascii: "?") ? delimiter : $0 } }
            var bytes: [UInt8] = hasMark ? [0xEF, 0xBB, 0xBF] : []
            bytes += records.joined(separator: lineEnd)
            if Bool.random(using: &random) { bytes += lineEnd }
            self.bytes = bytes
        }

        /// A field, in quotes where it needs them.
        private static func noise(_ random: inout SeededRandom) -> [UInt8] {
            let pieces = ["a", "é", "\"\"", "\n", "\r\n", ",", ";", "\t", " ", "\u{1B}", "\\", "\u{9B}"]
            var text = (0..<random.number(0...6)).flatMap { _ in
                Array((pieces.randomElement(using: &random) ?? "").utf8)
            }
            if random.number(0...5) == 0 { text.append(UInt8(random.number(0xC0...0xFF))) }
            return [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
        }

        func load() throws -> LoadedTable {
            try TemporaryFile(bytes).load(CSVOptions(delimiter: delimiter, hasHeader: hasHeader))
        }

        /// What a plain reader finds, without the header.
        var records: [PlainCSVReader.Record] {
            let text = Array(bytes.dropFirst(hasMark ? 3 : 0))
            return Array(
                PlainCSVReader.read(text, delimiter: delimiter).dropFirst(hasHeader ? 1 : 0))
        }
    }

    private func output(
        _ loaded: LoadedTable, _ format: RowFormat, _ rows: [ExportedRow], memoryLimit: Int = 1
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let export = RowExport(loaded.table, format: format, memoryLimit: memoryLimit)
        try export.write(count: rows.count, row: { rows[$0] }, to: { bytes += $0 })
        return bytes
    }

    private func shuffledRows(_ loaded: LoadedTable, _ random: inout SeededRandom) -> [ExportedRow] {
        let rows = (0..<UInt32(loaded.table.recordCount)).map {
            ExportedRow(
                row: $0, place: FixedCoordinate(latitudeE7: -15, longitudeE7: 1_234_500_000),
                distanceMeters: Double($0) + 0.25)
        }
        return rows.shuffled(using: &random)
    }

    /// Where a record with more fields than the header has its first field too many: where both sides read as the whole does.
    private func end(ofColumns columns: Int, _ record: PlainCSVReader.Record, _ delimiter: UInt8) -> Int {
        func fields(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
            PlainCSVReader.read(Array(bytes), delimiter: delimiter).first?.fields ?? [[]]
        }
        guard record.fields.count > columns else { return record.bytes.count }
        return record.bytes.indices.first { index in
            record.bytes[index] == delimiter
                && fields(record.bytes[..<index]) == Array(record.fields[..<columns])
                && fields(record.bytes[(index + 1)...]) == Array(record.fields[columns...])
        } ?? record.bytes.count
    }

    @Test(arguments: 0..<20) func csvIsByteForByteWhatAPlainReaderReads(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let file = NastyFile(&random)
        let loaded = try file.load()
        let records = file.records
        #expect(loaded.table.recordCount == records.count, "seed \(seed)")
        let rows = shuffledRows(loaded, &random)
        var expected: [UInt8] = file.hasMark ? [0xEF, 0xBB, 0xBF] : []
        let columns = loaded.table.columnNames.count
        // A file that ends without a line end after its only record has none to copy.
        let isSingle = records.count + (file.hasHeader ? 1 : 0) == 1
        let lineEnd =
            isSingle && file.bytes.suffix(file.lineEnd.count) != file.lineEnd[...] ? [10] : file.lineEnd
        if file.hasHeader {
            let names = ["note", "lat", "lon", "other", "distance_m"].map { Array($0.utf8) }
            expected += names.joined(separator: [file.delimiter]) + lineEnd
        }
        for row in rows {
            let record = records[Int(row.row)]
            let missing = max(columns - record.fields.count, 0)
            let end = end(ofColumns: columns, record, file.delimiter)
            expected += record.bytes[..<end] + [UInt8](repeating: file.delimiter, count: missing + 1)
            expected += Array("\(row.row).3".utf8) + record.bytes[end...] + lineEnd
        }
        let bytes = try output(loaded, .csv, rows)
        #expect(bytes == expected, "seed \(seed)")
        #expect(try output(loaded, .csv, rows, memoryLimit: 1 << 20) == expected, "seed \(seed)")
    }

    @Test(arguments: 0..<16) func jsonHoldsTheFieldsThatAPlainReaderReads(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let file = NastyFile(&random)
        let loaded = try file.load()
        let records = file.records
        let rows = shuffledRows(loaded, &random)
        let lines = try output(loaded, .ndjson, rows).split(separator: 10)
        #expect(lines.count == rows.count)
        #expect(lines.allSatisfy { $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }, "seed \(seed)")
        let collection = try JSONSerialization.jsonObject(with: Data(try output(loaded, .geojson, rows)))
        let features = try #require((collection as? [String: Any])?["features"] as? [[String: Any]])
        #expect(features.count == rows.count)
        for (index, row) in rows.enumerated() {
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(lines[index])) as? NSDictionary)
            let properties = try #require(features[index]["properties"] as? NSDictionary)
            #expect(object == properties, "seed \(seed)")
            let fields = records[Int(row.row)].fields.map { String(decoding: $0, as: UTF8.self) }
            for (column, field) in fields.enumerated() {
                let names = loaded.table.columnNames
                let name = column < names.count ? names[column] : "column \(column + 1)"
                #expect(object[name] as? String == field, "seed \(seed): \(name)")
            }
            #expect(object["distance_m"] as? Double == Double(row.row) + 0.3)
            #expect(object.count == max(fields.count, loaded.table.columnNames.count) + 1)
            let geometry = try #require(features[index]["geometry"] as? [String: Any])
            #expect(geometry["coordinates"] as? [Double] == [123.45, -0.000_001_5])
        }
    }

    @Test func equalNamesOfColumnsStayApart() throws {
        let loaded = try TemporaryFile("lat,lon,a,a,,distance_m\n1,2,x,y,z,w\n").load()
        let row = ExportedRow(
            row: 0, place: FixedCoordinate(latitudeE7: 0, longitudeE7: 0), distanceMeters: 1_234.56)
        let text = String(decoding: try output(loaded, .ndjson, [row]), as: UTF8.self)
        #expect(
            text == """
                {"lat":"1","lon":"2","a":"x","a_2":"y","column 5":"z","distance_m_2":"w","distance_m":1234.6}

                """)
    }

    /// Filters, lists and exports call a column by the same name; what is printed as CSV keeps its header.
    @Test func eachColumnHasANameOfItsOwn() throws {
        let text = "lat,lon,a,a,\n1,2,x,y,z\n"
        let loaded = try TemporaryFile(text).load()
        #expect(loaded.table.columnNames == ["lat", "lon", "a", "a_2", "column 5"])
        let row = ExportedRow(row: 0, place: FixedCoordinate(latitudeE7: 0, longitudeE7: 0))
        #expect(
            String(decoding: try output(loaded, .csv, [row]), as: UTF8.self).hasPrefix(
                "lat,lon,a,a,,distance_m\n"))
        #expect(try loaded.table.namedRow(0).fields.map(\.name) == loaded.table.columnNames)
        let filter = try Filter("a_2 = y AND \"column 5\" = z", columns: loaded.table.columnNames)
        #expect(filter.columns == [3, 4])
    }

    @Test(arguments: [
        (["a", "a", "a_2"], ["a", "a_3", "a_2"]), (["", "column 1"], ["column 1_2", "column 1"]),
        (["a", "", "a", "a", ""], ["a", "column 2", "a_2", "a_3", "column 5"]), ([], []),
    ])
    func namesOfOtherColumnsAreNotTaken(names: [String], unique: [String]) {
        #expect(ColumnNames.unique(names) == unique)
        #expect(ColumnNames.unique([String](repeating: "x", count: 50_000)).last == "x_50000")
    }

    @Test func aSecondColumnIsNamedInOptions() throws {
        let file = try TemporaryFile("lat,lon,lat,lon\n1,2,3,4\n")
        var options = CSVOptions()
        (options.columns.latitude, options.columns.longitude) = ("lat_2", "lon_2")
        let loaded = try file.load(options)
        #expect(loaded.source.places()[0]?.latitudeE7 == 30_000_000)
    }

    /// What a record has beyond the header comes after the distance.
    @Test func distancesAreInTheirColumn() throws {
        let loaded = try TemporaryFile("name,lat,lon,note\nA,47,8\nB,47,8,\"n,\"\nC,47,8,n,\"y\",z\n").load()
        let rows = (0..<3).map {
            ExportedRow(
                row: $0, place: FixedCoordinate(latitudeE7: 0, longitudeE7: 0), distanceMeters: 12.34)
        }
        let text = String(decoding: try output(loaded, .csv, rows), as: UTF8.self)
        let lines = [
            "name,lat,lon,note,distance_m", "A,47,8,,12.3", "B,47,8,\"n,\",12.3", "C,47,8,n,12.3,\"y\",z",
        ]
        #expect(text == lines.joined(separator: "\n") + "\n")
    }

    @Test func decimalCommasAreKept() throws {
        let loaded = try TemporaryFile("name;lat;lon\nA;47,5;8,25\nB;47,6;8,25\n").load()
        let row = ExportedRow(
            row: 0, place: FixedCoordinate(latitudeE7: 0, longitudeE7: 0), distanceMeters: 12.34)
        let text = String(decoding: try output(loaded, .csv, [row]), as: UTF8.self)
        #expect(text == "name;lat;lon;distance_m\nA;47,5;8,25;12,3\n")
        let quoted = try TemporaryFile("name,lat,lon\nA,\"47,5\",\"8,25\"\nB,\"47,6\",\"8,25\"\n").load()
        let line = String(decoding: try output(quoted, .csv, [row]), as: UTF8.self)
        #expect(line.hasSuffix("\nA,\"47,5\",\"8,25\",\"12,3\"\n"))
    }

    @Test(
        arguments: [
            (.csv, "lat,lon,distance_m\n"), (.ndjson, ""),
            (.geojson, "{\"type\":\"FeatureCollection\",\"features\":[\n\n]}\n"),
        ] as [(RowFormat, String)])
    func noRowsAreStillAFile(format: RowFormat, text: String) throws {
        let loaded = try TemporaryFile("lat,lon\n1,2\n").load()
        #expect(String(decoding: try output(loaded, format, []), as: UTF8.self) == text)
    }

    @Test func aFileThatChangedIsRefused() throws {
        let file = try TemporaryFile("lat,lon\n1,2\n")
        let loaded = try file.load()
        let handle = try #require(FileHandle(forWritingAtPath: file.path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("3,4\n".utf8))
        try handle.close()
        var random = SeededRandom(1)
        let rows = shuffledRows(loaded, &random)
        #expect(throws: SourceError.file(FileError(file: file.path, reason: .changedSinceLoaded))) {
            try output(loaded, .csv, rows)
        }
    }

    @Test(
        arguments: [
            (0, 1, false, "0.0"), (-15, 7, true, "-0.0000015"), (1_800_000_000, 7, true, "180"),
            (-123_450_000, 7, true, "-12.345"), (7, 0, false, "7"), (.min, 0, false, "-9223372036854775808"),
            (10, 1, true, "1"),
        ] as [(Int, Int, Bool, String)])
    func decimalsAreWrittenExactly(number: Int, digits: Int, isTrimmed: Bool, text: String) {
        var bytes: [UInt8] = []
        DecimalText.append(number, digits: digits, isTrimmed: isTrimmed, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}
