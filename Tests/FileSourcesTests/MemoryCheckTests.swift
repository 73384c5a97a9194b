import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Sources that keep their rows are refused before the memory is full.
@Suite struct MemoryCheckTests {
    private static let rows = 0..<4_000

    private static func text(_ format: String) -> String {
        switch format {
        case "lines": joined { #"{"id":\#($0),"lat":\#($0 % 80).5,"lon":8.5}"# }
        case "collection":
            #"{"type":"FeatureCollection","features":["#
                + joined(",") {
                    #"{"type":"Feature","properties":{"id":\#($0)},"geometry":{"type":"Point","coordinates":[8,5]}}"#
                } + "]}"
        case "shapes":
            rows.prefix(100).map { row in
                let line = (0..<40).map { "[\(row % 80),\($0)]" }.joined(separator: ",")
                return #"{"type":"LineString","coordinates":[\#(line)]}"# + "\n"
            }.joined()
        case "gpx":
            "<gpx>" + joined { "<wpt lat='\($0 % 80)' lon='8.5'><name>\($0)</name></wpt>" } + "</gpx>"
        default:
            "<kml><Document>"
                + joined {
                    "<Placemark><name>\($0)</name><Point><coordinates>8,5</coordinates></Point></Placemark>"
                } + "</Document></kml>"
        }
    }

    private static func joined(_ separator: String = "", _ row: (Int) -> String) -> String {
        rows.map(row).joined(separator: separator + "\n")
    }

    private static func load(_ format: String, _ path: String, memory: Int) throws -> LoadedSource {
        var options = FeatureOptions()
        (options.windowSize, options.partSize, options.memoryLimit) = (1 << 12, 1 << 14, memory)
        let input = SourceInput(path: path)
        let loader: any SourceLoader =
            switch format {
            case "gpx": XMLLoader.gpx(input, options: options)
            case "kml": XMLLoader.kml(input, options: options)
            default: GeoJSONLoader(input, options: options)
            }
        return try loader.read(isCancelled: { false }, progress: { _ in })
    }

    @Test(arguments: ["lines", "collection", "shapes", "gpx", "kml"])
    func rowsThatAreKeptMustFit(format: String) throws {
        let file = try TemporaryFile(Array(Self.text(format).utf8), extension: format)
        let error = #expect(throws: SourceError.self) {
            _ = try Self.load(format, file.path, memory: 80_000)
        }
        #expect(
            error?.words.hasSuffix("are free (load them into a database, or show a part of the file)") == true
        )
        #expect(try Self.load(format, file.path, memory: 2_000_000).isAccountedFor)
    }

    @Test func rowsOfAStreamMustFit() throws {
        for memory in [80_000, 2_000_000] {
            let pipe = try NamedPipe()
            pipe.write(Array(Self.text("lines").utf8), piece: 1_000)
            let isRefused = (try? Self.load("lines", pipe.path, memory: memory)) == nil
            #expect(isRefused == (memory < 100_000))
        }
    }

    @Test func bytesOfAStreamThatAreKeptMustFit() throws {
        let table = "id,lat,lon\n" + Self.rows.map { "\($0),\($0 % 80).25,8.5\n" }.joined()
        for memory in [100_000, 2_000_000] {
            let pipe = try NamedPipe()
            pipe.write(Array(table.utf8), piece: 1_000)
            var options = CSVOptions()
            options.memoryLimit = memory
            let loaded = try? CSVLoader(path: pipe.path, options: options).read(isCancelled: { false })
            #expect((loaded == nil) == (memory == 100_000))
        }
    }
}
