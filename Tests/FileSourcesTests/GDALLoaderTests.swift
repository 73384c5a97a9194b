import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import Programs
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

@Suite(.tags(.startsPrograms), .enabled(if: InstalledGDAL.isThere, "no GDAL"))
struct GDALLoaderTests {
    /// A folder with files that GDAL made of three features.
    private final class Made {
        private let temporary: ScratchFolder
        var folder: String { temporary.path }

        init() throws {
            temporary = try ScratchFolder()
            let features = [("Aarau", 8.05, 47.39), ("Bern", 7.45, 46.95), ("Zürich", 8.54, 47.38)].map {
                #"{"type":"Feature","properties":{"name":"\#($0.0)"},"geometry":{"type":"Point","coordinates":[\#($0.1),\#($0.2)]}}"#
            }
            let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
            try temporary.file("in.geojson", text)
        }

        func run(_ arguments: [String]) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["ogr2ogr"] + arguments
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }

    private func load(_ path: String, layer: String? = nil) throws -> LoadedSource {
        let loaded = try GDALLoader(path: path, layer: layer).read(isCancelled: { false }, progress: { _ in })
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        return loaded
    }

    @Test func whatGDALReadsIsReprojectedAndRead() throws {
        let made = try Made()
        try made.run([
            "-f", "ESRI Shapefile", "-t_srs", "EPSG:3857", "-lco", "ENCODING=UTF-8", "out.shp", "in.geojson",
        ])
        try made.run(["-f", "FlatGeobuf", "out.fgb", "in.geojson"])
        for file in ["out.shp", "out.fgb"] {
            let loaded = try load(made.folder + "/" + file)
            let tree = QuadTree(loaded.points)
            let places = (0..<tree.count).map { tree.coordinate(at: $0) }.sorted {
                $0.longitude < $1.longitude
            }
            #expect(places.map { ($0.longitude * 1e4).rounded() } == [74_500, 80_500, 85_400], "\(file)")
            #expect(places.map { ($0.latitude * 1e4).rounded() } == [469_500, 473_900, 473_800], "\(file)")
            #expect(try loaded.table.namedRow(0).line == nil)
            // Some formats put their features into an order of their own.
            let names = try loaded.table.rowLabels([0, 1, 2]).sorted()
            #expect(names == ["Aarau", "Bern", "Zürich"], "\(file)")
        }
    }

    @Test func oneOfSeveralLayersIsAskedFor() throws {
        let made = try Made()
        try made.run(["-f", "GPKG", "out.gpkg", "in.geojson", "-nln", "first"])
        try made.run(["-f", "GPKG", "-update", "out.gpkg", "in.geojson", "-nln", "second one"])
        let path = made.folder + "/out.gpkg"
        let words = #"has 2 layers: "first", "second one" (choose with --layer)"#
        #expect(throws: SourceError.refused(name: path, words: words)) { try load(path) }
        #expect(try load(path, layer: "second one").points.count == 3)
        let error = #expect(throws: SourceError.self) { try load(path, layer: "third") }
        #expect(error?.description.contains("third") == true)
        #expect(throws: SourceError.self) { try load(path, layer: "-sql") }
    }

    @Test func whatGDALCannotReadIsOneLine() throws {
        let made = try Made()
        let path = made.folder + "/a\u{1B}b.shp"
        try Data("no shapefile".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: SourceError.self) { try load(path) }
        let text = try #require(error?.description)
        #expect(!text.contains("\n") && !text.contains("\u{1B}") && text.contains("GDAL"))
    }

    @Test func aFileThatNamesOthersIsNotFollowed() throws {
        let made = try Made()
        let vrt =
            "<OGRVRTDataSource><OGRVRTLayer name=\"in\"><SrcDataSource>\(made.folder)/in.geojson</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>"
        let path = made.folder + "/x.vrt"
        try Data(vrt.utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: SourceError.self) { try load(path) }
    }

    @Test func cancellingEndsTheProgram() throws {
        let made = try Made()
        try made.run(["-f", "FlatGeobuf", "out.fgb", "in.geojson"])
        #expect(throws: SourceError.cancelled) {
            try GDALLoader(path: made.folder + "/out.fgb", layer: "in").read(
                isCancelled: { true }, progress: { _ in })
        }
    }
}

@Suite struct GDALWordsTests {
    @Test func aProgramThatIsNotThereIsNamed() throws {
        let process = try ConverterProcess("termmap-no-such-program", [], settings: [:], name: "x")
        #expect(try process.outcome(isCancelled: { false }) == .notInstalled)
    }

    @Test(arguments: [
        ("ERROR 1: no\nsystem.  Use it.\nERROR 1: more\n", "ERROR 1: no system.  Use it."),
        ("Warning 1: x\nERROR 4: y\n", "ERROR 4: y"), ("", ""),
        ("FAILURE:\nUnable to open `x'\n  -> `A'\n", "FAILURE: Unable to open `x'"),
    ])
    func theFirstMessageIsToldOnOneLine(message: String, words: String) {
        #expect(GDALWords.first(in: Array(message.utf8)) == words)
    }

    @Test func linesOfLayersAreRead() {
        #expect(GDALLayer("1: a (b) (3D Point)")?.name == "a (b)")
        #expect(GDALLayer("1: a (b (3D Unknown (any))")?.name == "a (b")
        #expect(GDALLayer("Layer: x (None)")?.hasGeometry == false)
        #expect(GDALLayer("INFO: y") == nil)
    }

    @Test(arguments: [("-x.gml", "./-x.gml"), ("PG:x", "./PG:x"), ("/a/b.fgb", "/a/b.fgb")])
    func pathsAreNoOptionsAndNoAddresses(path: String, location: String) throws {
        #expect(try GDALDataSet(path: path, layer: nil).location == location)
    }
}
