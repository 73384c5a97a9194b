import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// GDAL writes the files, and is the oracle for what is read of them.
@Suite(.tags(.startsPrograms), .enabled(if: InstalledGDAL.isThere, "no GDAL"))
struct FlatGeobufTests {
    private static let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("termmap-\(UUID().uuidString)").path

    /// A file with features of GeoJSON, a line each.
    private static func file(_ features: [String], _ arguments: [String] = []) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/" + UUID().uuidString
        try Data(features.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path + ".geojsonl"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["ogr2ogr", "-f", "FlatGeobuf"] + arguments + [path + ".fgb", path + ".geojsonl"]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return path + ".fgb"
    }

    /// Everything that is known of a source, in words.
    private func contents(_ loaded: LoadedSource) throws -> [String] {
        let tree = QuadTree(loaded.points)
        let rows = try (0..<UInt32(loaded.table.recordCount)).map { "\(try loaded.table.namedRow($0))" }
        return rows + (0..<tree.count).map { "\(tree.coordinate(at: $0)) \(tree.row(at: $0))" }
            + ["\(loaded.shapes)", "\(loaded.table.columnNames) \(loaded.table.roles)", "\(loaded.skipped)"]
            + loaded.notices
    }

    /// What is read here, without GDAL; nil when the file is left to it.
    private func rows(_ path: String, windowSize: Int = 1 << 20) throws -> LoadedSource? {
        var options = GDALLoader.readOptions(SourceOptions())
        options.windowSize = windowSize
        var run = FlatGeobufRun(ByteFeed(try FileBytes(path: path), keepsBytes: false), options: options)
        guard try run.read(isCancelled: { false }, { _, _ in true }) else { return nil }
        return try run.rows?.collector.loaded()
    }

    // MARK: features at random

    private struct Maker {
        var random: SeededRandom
        var hasHeights = false

        /// A third coordinate, in quarters of a metre.
        mutating func height() -> String {
            hasHeights ? ",\(Double(Int.random(in: -400...4_000, using: &random)) / 4)" : ""
        }

        mutating func place() -> String {
            // Some lie in the middle between two units, some have many digits, some are beyond 180.
            let choice = Int.random(in: 0..<4, using: &random)
            let longitude =
                switch choice {
                case 0: Double(Int.random(in: -46_000...46_000, using: &random)) / 256
                case 1: Double.random(in: -540...540, using: &random)
                default: Double.random(in: -180...180, using: &random)
                }
            let latitude =
                choice == 0
                ? Double(Int.random(in: -5_000_000...5_000_000, using: &random)) / 65_536
                : Double.random(in: -90...90, using: &random)
            return "[\(longitude),\(latitude)\(height())]"
        }

        mutating func places(_ count: ClosedRange<Int>) -> String {
            let places = (0..<Int.random(in: count, using: &random)).map { _ in place() }
            return "[" + places.joined(separator: ",") + "]"
        }

        /// Around its middle, either way: one that crosses itself runs in no direction.
        mutating func ring() -> String {
            let (east, north) = (
                Double.random(in: -170...170, using: &random), Double.random(in: -80...80, using: &random)
            )
            let count = Int.random(in: 3...8, using: &random)
            var places = (0..<count).map { index in
                let angle = 2 * Double.pi * Double(index) / Double(count)
                let radius = Double.random(in: 1...5, using: &random)
                return "[\(east + radius * cos(angle)),\(north + radius * sin(angle))\(height())]"
            }
            if Bool.random(using: &random) { places.reverse() }
            places.append(places[0])
            return "[" + places.joined(separator: ",") + "]"
        }

        mutating func list(_ count: Int, _ one: (inout Maker) -> String) -> String {
            let count = Int.random(in: 1...count, using: &random)
            return "[" + (0..<count).map { _ in one(&self) }.joined(separator: ",") + "]"
        }

        mutating func geometry(_ type: String) -> String {
            let coordinates =
                switch type {
                case "Point": place()
                case "MultiPoint", "LineString": places(2...5)
                case "MultiLineString": list(3) { $0.places(2...5) }
                case "Polygon": list(3) { $0.ring() }
                default: list(3) { $0.list(2) { $0.ring() } }
                }
            return #"{"type":"\#(type)","coordinates":\#(coordinates)}"#
        }

        mutating func properties() -> String {
            let texts = [
                #""Zürich""#, #""""#, #""a\"b\\c""#, "\"\(String(repeating: "x", count: 300))\"", "null",
            ]
            let numbers = [
                "0.1", "3.0", "-1e-7", "1e21", "123456789.123456789", "0.30000000000000004", "null",
            ]
            var members = [
                #""name":\#(texts.randomElement(using: &random) ?? "")"#,
                #""i":\#(Int.random(in: -99...99, using: &random))"#,
                #""d":\#(numbers.randomElement(using: &random) ?? "")"#,
                #""e":\#(Double.random(in: -1e4...1e4, using: &random))"#,
                #""big":\#(Int.random(in: -(1 << 60)...1 << 60, using: &random))"#,
                #""ok":\#(Bool.random(using: &random))"#,
            ]
            members.removeAll { _ in Int.random(in: 0..<6, using: &random) == 0 }
            return "{" + members.joined(separator: ",") + "}"
        }

        mutating func features(_ types: [String], count: Int) -> [String] {
            (0..<count).map { _ in
                let type = types.randomElement(using: &random) ?? "Point"
                return #"{"type":"Feature","properties":\#(properties()),"geometry":\#(geometry(type))}"#
            }
        }
    }

    private static let types = [
        ["Point"], ["MultiPoint"], ["LineString"], ["MultiLineString"], ["Polygon"], ["MultiPolygon"],
        ["Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon"],
    ]

    @Test(arguments: types.indices, [true, false])
    func rowsAreThoseOfGDAL(type: Int, hasIndex: Bool) throws {
        var maker = Maker(random: SeededRandom(UInt64(type) + 1))
        let features = maker.features(Self.types[type], count: 60)
        let path = try Self.file(features, hasIndex ? [] : ["-lco", "SPATIAL_INDEX=NO"])
        let expected = try contents(
            GDALLoader(path: path).read(isCancelled: { false }, progress: { _ in }))
        let found = try #require(try rows(path))
        #expect(try contents(found) == expected)
        // Features and index lie across windows.
        let inPieces = try #require(try rows(path, windowSize: 100))
        #expect(try contents(inPieces) == expected)
    }

    @Test(arguments: types.indices) func heightsAreThoseOfGDAL(type: Int) throws {
        var maker = Maker(random: SeededRandom(UInt64(type) + 11), hasHeights: true)
        let path = try Self.file(maker.features(Self.types[type], count: 30), ["-dim", "XYZ"])
        var options = SourceOptions()
        options.csv.keepsHeights = true
        let expected = try GDALLoader(path: path, options: options).read(
            isCancelled: { false }, progress: { _ in })
        var run = FlatGeobufRun(
            ByteFeed(try FileBytes(path: path), keepsBytes: false), options: GDALLoader.readOptions(options))
        #expect(try run.read(isCancelled: { false }, { _, _ in true }))
        let found = try #require(try run.rows?.collector.loaded())
        #expect(!found.heights.isEmpty && found.heights == expected.heights)
    }

    @Test(arguments: [
        (#"{"t":"2024-05-01T10:00:00Z"}"#, "[1,2]", []), (#"{"t":{"a":1}}"#, "[1,2]", []),
        (#"{"t":"[1,2]"}"#, "[1,2]", []), ("{}", "[1,95]", []), ("{}", "[700,5]", []),
        ("{}", "[1,2]", ["-t_srs", "EPSG:3857"]),
        ("{}", "[1,2]", ["-limit", "0"]),
    ])
    func whatIsUnusualIsLeftToGDAL(properties: String, place: String, arguments: [String]) throws {
        let feature =
            #"{"type":"Feature","properties":\#(properties),"geometry":{"type":"Point","coordinates":\#(place)}}"#
        let path = try Self.file([feature], arguments)
        let isLeft = try rows(path) == nil
        #expect(isLeft)
    }

    @Test func theLoaderFallsBackToGDAL() throws {
        let feature =
            #"{"type":"Feature","properties":{"name":"x"},"geometry":{"type":"Point","coordinates":[7,47]}}"#
        for arguments in [[], ["-t_srs", "EPSG:3857"]] {
            let path = try Self.file([feature], arguments)
            let loader = FileKind.flatGeobuf.reader(SourceInput(path: path), SourceOptions())
            let loaded = try loader.read(isCancelled: { false }, progress: { _ in })
            #expect(QuadTree(loaded.points).coordinate(at: 0) == Coordinate(latitude: 47, longitude: 7))
            #expect(try loaded.table.rowLabels([0]) == ["x"])
            let lines = try loader.explainColumns(isCancelled: { false })
            #expect(lines.contains { $0.hasPrefix(#"label: column 1, "name""#) })
        }
    }

    // MARK: damage

    /// All cuts of a small file: of what is missing nothing is read.
    @Test func aFileCutAnywhereIsLeftToGDAL() throws {
        var maker = Maker(random: SeededRandom(5))
        let path = try Self.file(maker.features(["Point", "Polygon"], count: 5))
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for count in stride(from: 0, to: whole.count, by: 7) {
            try Data(whole.prefix(count)).write(to: URL(fileURLWithPath: path))
            let isLeft = try rows(path) == nil
            #expect(isLeft, "\(count) bytes")
        }
    }

    /// Bytes at random in the header and the features: rows of some kind, or GDAL, but never a trap.
    @Test(arguments: 0..<6)
    func flippedBytesNeverTrap(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var maker = Maker(random: SeededRandom(seed))
        let path = try Self.file(
            maker.features(Self.types[6], count: 6), seed % 2 == 0 ? ["-lco", "SPATIAL_INDEX=NO"] : [])
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let byte = [0, 0xFF, 0x7F, 0x80, UInt8.random(in: 0...255, using: &random)].randomElement(
                    using: &random)
                bytes[Int.random(in: 8..<bytes.count, using: &random)] = byte ?? 0
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            if let loaded = try rows(path) {
                #expect(loaded.points.count == loaded.table.recordCount)
            }
        }
    }
}
