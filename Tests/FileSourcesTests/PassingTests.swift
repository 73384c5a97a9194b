import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import RowValues
@testable import Rows
@testable import Streams

/// Streams whose rows are handed over as they come, and are then forgotten.
@Suite struct PassingTests {
    private static let rowCount = 5_000

    /// Windows that hold few records.
    private static var streamed: FeatureOptions {
        var options = SourceOptions()
        options.csv.windowSize = 4_096
        return options.features(isStream: true)
    }

    private static func input(_ text: String, _ pipe: NamedPipe) throws -> SourceInput {
        pipe.write(Array(text.utf8), piece: 777)
        return SourceInput(try FileBytes(path: pipe.path), path: pipe.path)
    }

    /// The values of a column in each part; nil where the loader does not read so.
    private static func parts(
        of loader: some SourceLoader, _ column: String, withSameColumns: Bool = false
    ) throws -> [[String]]? {
        var parts: [[String]] = []
        var isWhole = true
        let isPassing = try loader.readInPassing(
            withSameColumns: withSameColumns, isCancelled: { false }
        ) { (part) throws(SourceError) in
            isWhole = isWhole && part.points.count + part.skipped.total == part.table.recordCount
            parts.append(((try? part.rows()) ?? []).map { $0[column] ?? "" })
        }
        #expect(isWhole)
        return isPassing ? parts : nil
    }

    private static let numbers = (0..<rowCount).map { "\($0)" }

    @Test func objects() throws {
        let text = Self.numbers.map { "{\"n\":\($0),\"lat\":\((Int($0) ?? 0) % 95),\"lon\":8}\n" }.joined()
        let pipe = try NamedPipe()
        try withExtendedLifetime(pipe) {
            let loader = GeoJSONLoader(try Self.input(text, pipe), options: Self.streamed)
            let parts = try #require(try Self.parts(of: loader, "n"))
            #expect(parts.count > 1 && parts.flatMap(\.self) == Self.numbers)
        }
    }

    @Test func aDocument() throws {
        let features = Self.numbers.map {
            "{\"type\":\"Feature\",\"properties\":{\"n\":\($0)},\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,47]}}"
        }
        let pipe = try NamedPipe()
        try withExtendedLifetime(pipe) {
            let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ",\n"))]}"
            let loader = GeoJSONLoader(try Self.input(text, pipe), options: Self.streamed)
            let parts = try #require(try Self.parts(of: loader, "n"))
            #expect(parts.count > 1 && parts.flatMap(\.self) == Self.numbers)
        }
    }

    @Test func aDocumentThatIsCutShort() throws {
        let objects = Self.numbers.map { "{\"n\":\($0),\"lat\":1,\"lon\":8},\n" }.joined()
        let pipe = try NamedPipe()
        try withExtendedLifetime(pipe) {
            // The last window has nothing but what is cut.
            let text = "[" + objects + String(repeating: " ", count: 200_000) + "{\"n\":"
            let loader = GeoJSONLoader(
                try Self.input(text, pipe), options: SourceOptions().features(isStream: true))
            // It is a row without values, and no error where others came before.
            #expect(try Self.parts(of: loader, "n")?.flatMap(\.self) == Self.numbers + [""])
        }
    }

    @Test func delimitedText() throws {
        let text = "n,lat,lon\n" + Self.numbers.map { "\($0),\((Int($0) ?? 0) % 95),8\n" }.joined()
        let pipe = try NamedPipe()
        try withExtendedLifetime(pipe) {
            var options = CSVOptions()
            options.windowSize = 4_096
            let loader = CSVLoader(try Self.input(text + "5000,1,2", pipe), options: options)
            let parts = try #require(try Self.parts(of: loader, "n", withSameColumns: true))
            #expect(parts.count > 1 && parts.flatMap(\.self) == Self.numbers + ["5000"])
        }
    }

    @Test func delimitedTextBehindARecordThatIsTooLong() throws {
        let text = "n,lat,lon\n0,1,8\n" + String(repeating: "x", count: 200_000) + ",1,8\n1,1,8\n"
        let pipe = try NamedPipe()
        try withExtendedLifetime(pipe) {
            var options = CSVOptions()
            options.recordLimit = 1 << 16
            options.windowSize = 1 << 12
            let loader = CSVLoader(try Self.input(text, pipe), options: options)
            let rows = try #require(try Self.parts(of: loader, "n", withSameColumns: true)).flatMap(\.self)
            #expect(rows.first == "0" && rows.last == "1")
        }
    }

    /// A header must be the last word on the columns, and a later record may replace an earlier one.
    @Test func objectsAreReadWholeWhereTheyMust() throws {
        let text = "{\"id\":1,\"lat\":1,\"lon\":8}\n{\"id\":1,\"lat\":2,\"lon\":8,\"late\":1}\n"
        let pipe = try NamedPipe()
        try withExtendedLifetime(pipe) {
            var options = SourceOptions()
            options.csv.columns.id = "id"
            let loader = GeoJSONLoader(
                try Self.input(text, pipe), options: options.features(isStream: true))
            #expect(try Self.parts(of: loader, "lat", withSameColumns: true) == nil)
            #expect(try Self.parts(of: loader, "lat") == [["2"]])
        }
    }

    @Test func aStreamWithoutRowsIsEmpty() throws {
        let pipe = try NamedPipe()
        _ = withExtendedLifetime(pipe) {
            #expect(throws: SourceError.self) {
                let loader = GeoJSONLoader(
                    try Self.input(" \n", pipe), options: SourceOptions().features(isStream: true))
                _ = try Self.parts(of: loader, "n")
            }
        }
    }
}
