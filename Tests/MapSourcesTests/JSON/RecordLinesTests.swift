import Foundation
import MapModel
import RowValues
import TestSupport
import Testing

@testable import FileSources
@testable import MapSources
@testable import Rows
@testable import Streams

/// Objects one a line, and features, printed as they stand in their file.
@Suite struct RecordLinesTests {
    private func load(_ path: String, _ columns: ColumnOptions = ColumnOptions()) throws -> LoadedSource {
        let options = SourceOptions(csv: CSVOptions(columns: columns))
        guard case .loader(let loader, _) = try SourceOpener(options).open([path]) else {
            throw SourceError.cancelled
        }
        return try loader.read(isCancelled: { false }, progress: { _ in })
    }

    private func printed(
        _ rows: [UInt32], of table: any RowTable, as format: RowFormat? = nil, endsInNull: Bool = false
    ) throws -> String {
        var bytes: [UInt8] = []
        // Those of the rows that have columns for them.
        func place(_ row: UInt32) -> FixedCoordinate {
            format == .geojson
                ? FixedCoordinate(latitudeE7: 0, longitudeE7: 0)
                : FixedCoordinate(
                    latitudeE7: 10_000_000 + Int32(row) * 20_000_000,
                    longitudeE7: 20_000_000 + Int32(row) * 20_000_000)
        }
        try RowWriter(.rows(format), endsInNull: endsInNull).write(
            count: rows.count, row: { ExportedRow(row: rows[$0], place: place(rows[$0])) }, of: table,
            to: { bytes += $0 })
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func line(_ random: inout SeededRandom, _ number: Int) -> String {
        let space = ["", " ", "\t", "  "][random.number(0...3)]
        let isLong = random.number(0...9) == 0
        let long = String(repeating: "long ", count: isLong ? 20_000 : random.number(0...20))
        let values = [
            "\"a\\n\\\"b\\\"\"", "1.50", "1e3", "null", "{\"x\":[1,{\"y\":\"}\"}]}", "\"é\"", "true",
        ]
        return "{\(space)\"id\":\(space)\(number),\"lat\":\(number % 80),\"lon\":\(number % 170)\(space),"
            + "\"v\":\(values[random.number(0...values.count - 1)]),\"t\":\"\(long)\"}\(space)"
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func linesAreWrittenByteForByte(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let lines = (0..<random.number(1...100)).map { Self.line(&random, $0) }
        let end = random.number(0...2) == 0 ? "\r\n" : "\n"
        var text = ""
        for line in lines { text += line + end + (random.number(0...9) == 0 ? "\n" : "") }
        let isCut = random.number(0...1) == 0
        if isCut {
            let rest = text.utf8.reversed().drop { $0 == 0x0A || $0 == 0x0D }
            text = String(decoding: rest.reversed(), as: UTF8.self)
        }
        let file = try TemporaryFile(Array((text).utf8), extension: "ndjson")
        let table = try load(file.path).table
        #expect(table.recordCount == lines.count && table.ownFormat == .ndjson)
        let tail = end == "\n" ? "" : "\r"
        func expected(_ rows: [UInt32], _ end: String) -> String {
            // What was cut off from the last line is not there, and NUL ends records in place of both.
            rows.map { row in
                lines[Int(row)] + (end == "\0" || isCut && row == lines.count - 1 ? "" : tail) + end
            }.joined()
        }
        let all = (0..<UInt32(lines.count)).map(\.self)
        #expect(try printed(all, of: table) == expected(all, "\n"))
        let some = all.filter { _ in random.number(0...3) == 0 }
        #expect(try printed(some, of: table, as: .ndjson) == expected(some, "\n"))
        #expect(try printed(some.reversed(), of: table) == expected(some.reversed(), "\n"))
        #expect(try printed(some, of: table, endsInNull: true) == expected(some, "\0"))
    }

    @Test func whatIsNoLineIsWrittenFromItsValues() throws {
        let spread = "{\"lat\":1,\n\"lon\":2,\"a\":{\"b\":1}}\n{\"lat\":3,\"lon\":4}\n"
        let file = try TemporaryFile(Array((spread).utf8), extension: "ndjson")
        let table = try load(file.path).table
        #expect(table.recordCount == 2)
        let objects = try printed([0, 1], of: table, as: .ndjson).split(separator: "\n")
        #expect(objects == ["{\"lat\":1,\"lon\":2,\"a.b\":1}", "{\"lat\":3,\"lon\":4}"])
        let array = "[{\"lat\":1,\"lon\":2},\n{\"lat\":3,\"lon\":4}]\n"
        let document = try TemporaryFile(Array(array.utf8), extension: "json")
        let others = try load(document.path).table
        #expect(others.ownFormat == .csv && others.recordCount == 2)
        #expect(try printed([0, 1], of: others) == "lat,lon\n1,2\n3,4\n")
    }

    // MARK: - Features

    private static let head = "{\"type\":\"FeatureCollection\",\"features\":[\n"

    private static func feature(_ random: inout SeededRandom, _ number: Int) -> String {
        let space = ["", " ", "\n  ", "\r\n"][random.number(0...3)]
        let geometries = [
            "{\"type\":\"Point\",\"coordinates\":[8.123456789,47]}",
            "{\"type\":\"LineString\",\"coordinates\":[[8,47],[9,48,430.5]]}",
            "{\"type\":\"Polygon\",\"coordinates\":[[[8,47],[9,47],[9,48],[8,47]]],\"bbox\":[8,47,9,48]}",
            "{\"type\":\"MultiPoint\",\"coordinates\":[[8,47],[9,48]]}", "null",
        ]
        var members = [
            "\"type\":\(space)\"Feature\"",
            "\"geometry\":\(space)\(geometries[random.number(0...geometries.count - 1)])",
            "\"properties\":{\"name\":\"]},{ \\\"\(number)\",\"type\":\"x\",\"é\":[1e5,{}]}",
        ]
        if random.number(0...1) == 0 { members.append("\"id\":\"a\(number)\"") }
        if random.number(0...3) == 0 { members.append("\"links\":[{\"type\":\"Feature\"}]") }
        return "{\(space)" + members.shuffled(using: &random).joined(separator: ",\(space)") + space + "}"
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func featuresAreWrittenByteForByte(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let features = (0..<random.number(1...60)).map { Self.feature(&random, $0) }
        let separator = [",", " ,\n", ",\r\n\t"][random.number(0...2)]
        let before = ["", "\"name\":\"[{\",", "\"bbox\":[1,2,3,4],\n"][random.number(0...2)]
        let text =
            (random.number(0...3) == 0 ? "\u{FEFF}" : "") + "{\(before)\"features\": [ "
            + features.joined(separator: separator) + "\n],\"type\":\"FeatureCollection\"}\n"
        let file = try TemporaryFile(Array(text.utf8), extension: "geojson")
        let table = try load(file.path).table
        #expect(table.recordCount == features.count)
        func expected(_ rows: [UInt32]) -> String {
            Self.head + rows.map { features[Int($0)] }.joined(separator: ",\n") + "\n]}\n"
        }
        let all = (0..<UInt32(features.count)).map(\.self)
        let some = all.filter { _ in random.number(0...3) == 0 }
        for rows in [all, some, some.reversed()] {
            #expect(try printed(rows, of: table, as: .geojson) == expected(rows))
        }
    }

    /// Features are written as they are however they stand in their file; @1, @2 and @3 are features.
    @Test(arguments: [
        ("@1", "json", 1), ("[@1, @2 ,@3]", "json", 3), ("@1\n@2\n\n@3\n", "ndjson", 3),
        ("@1 @2\r\n@3", "json", 3), (" @1 \r\n@2\t\r\n", "csv", 2),
        ("{\"type\":\"FeatureCollection\",\"features\":[@1,@2]} and more", "json", 2),
    ])
    func featuresAreCopied(wrapping: String, ending: String, count: Int) throws {
        let features = (1...count).map { number in
            "{\"type\":\"Feature\",\"id\":\"f\(number)\", \"bbox\":[7,46,9,47],\"geometry\":{\"type\":\"LineString\","
                + "\"coordinates\":[[7,46],[9,47]]},\"properties\":{\"id\":1}}"
        }
        let text = features.enumerated().reduce(wrapping) {
            $0.replacing("@\($1.offset + 1)", with: $1.element)
        }
        let file = try TemporaryFile(Array(text.utf8), extension: ending)
        let table = try load(file.path).table
        #expect(table.recordCount == count && table.writesShapes)
        let expected = Self.head + features.joined(separator: ",\n") + "\n]}\n"
        #expect(try printed((0..<UInt32(count)).map(\.self), of: table, as: .geojson) == expected)
    }

    /// `--swap`, and `--lat b --lon a`, of a feature; its geometry follows the @ in the expected text.
    @Test(arguments: [
        (
            ColumnOptions(isSwapped: true), "{\"type\":\"Point\",\"coordinates\":[ 47 , 8.50, 3]}",
            "{\"type\":\"Point\",\"coordinates\":[ 8.50 , 47, 3]}"
        ),
        (
            ColumnOptions(isSwapped: true),
            "{\"bbox\":[1,2,3,4],\"coordinates\":[[[1,2],[3,4,5]],[]],\"type\":\"x\"}",
            "{\"bbox\":[2,1,4,3],\"coordinates\":[[[2,1],[4,3,5]],[]],\"type\":\"x\"}"
        ),
        (
            ColumnOptions(isSwapped: true),
            "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[1,2]}]}",
            "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[2,1]}]}"
        ),
        (ColumnOptions(isSwapped: true), "null", "null"),
        (ColumnOptions(latitude: "b", longitude: "a"), "null", "{\"type\":\"Point\",\"coordinates\":[2,1]}"),
        (
            ColumnOptions(latitude: "b", longitude: "a"), "{\"type\":\"Point\",\"coordinates\":[8,47]}",
            "{\"type\":\"Point\",\"coordinates\":[8,47]}"
        ),
    ])
    func featuresStandWhereTheyWereRead(columns: ColumnOptions, geometry: String, written: String) throws {
        func feature(_ geometry: String) -> String {
            "{\"type\":\"Feature\",\"x\":{},\"geometry\": \(geometry) ,\"properties\":{\"b\":1,\"a\":2}}"
        }
        let place = ExportedRow(
            row: 0, place: FixedCoordinate(latitudeE7: 10_000_000, longitudeE7: 20_000_000))
        for (ending, format) in [("geojson", RowFormat.geojson), ("ndjson", .geojson), ("ndjson", .ndjson)] {
            // What may be several rows has its values in NDJSON.
            if format == .ndjson, geometry.contains("Collection") { continue }
            let source = ending == "geojson" ? "[\(feature(geometry))]" : feature(geometry)
            let file = try TemporaryFile(Array((source + "\n").utf8), extension: ending)
            let table = try load(file.path, columns).table
            var bytes: [UInt8] = []
            try RowWriter(.rows(format)).write(count: 1, row: { _ in place }, of: table, to: { bytes += $0 })
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains(feature(written)))
        }
    }

    /// Bare geometries are no features, and what stands twice cannot be told apart.
    @Test(arguments: [
        "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Point\",\"coordinates\":[8,47]}]}",
        "{\"type\":\"FeatureCollection\",\"features\":[],\"features\":[{\"type\":\"Point\",\"coordinates\":[8,47]}]}",
    ])
    func whatIsNoFeatureIsWrittenFromItsValues(text: String) throws {
        let file = try TemporaryFile(Array(text.utf8), extension: "geojson")
        let table = try load(file.path).table
        let written =
            "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[0,0]},\"properties\":{}}"
        #expect(try printed([0], of: table, as: .geojson) == Self.head + written + "\n]}\n")
    }

    @Test func aFileThatHasChangedIsSaid() throws {
        let text = "{\"lat\":1,\"lon\":2}\n{\"lat\":3,\"lon\":4}\n"
        let file = try TemporaryFile(Array(text.utf8), extension: "ndjson")
        let table = try load(file.path).table
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("{\"lat\":5,\"lon\":6}\n".utf8))
        try handle.close()
        #expect(throws: SourceError.file(FileError(file: file.path, reason: .changedSinceLoaded))) {
            try printed([0], of: table)
        }
    }
}
