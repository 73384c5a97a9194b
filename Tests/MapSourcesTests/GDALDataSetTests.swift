import Foundation
import MapModel
import Platform
import TestSupport
import Testing

@testable import FileSources
@testable import MapSources
@testable import RowTestSupport
@testable import Rows
@testable import SourceTestSupport
@testable import Streams

/// Spreadsheets, shapefiles and folders as people have them, each with the same three places.
@Suite(.tags(.startsPrograms), .enabled(if: InstalledGDAL.isThere, "no GDAL"))
struct GDALDataSetTests {
    /// A folder with files that GDAL made; removed at the end.
    private final class Folder {
        let path =
            FileManager.default.temporaryDirectory.appendingPathComponent("termmap-\(UUID().uuidString)").path

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try write("in.csv", "name,lat,lon\nAarau,47.39,8.05\nBern,46.95,7.45\nZürich,47.38,8.54\n")
            let features = [("Aarau", 8.05, 47.39), ("Bern", 7.45, 46.95), ("Zürich", 8.54, 47.38)].map {
                #"{"type":"Feature","properties":{"name":"\#($0.0)"},"geometry":{"type":"Point","coordinates":[\#($0.1),\#($0.2)]}}"#
            }
            try write(
                "in.geojson",
                #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
        }

        func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

        func bytes(_ name: String) -> [UInt8] {
            Array(FileManager.default.contents(atPath: path + "/" + name) ?? Data())
        }

        func convert(_ arguments: [String]) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["ogr2ogr"] + arguments
            process.currentDirectoryURL = URL(fileURLWithPath: path)
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }

        /// A zip archive of files of the folder, by their names in the archive.
        func zip(_ name: String, _ entries: [(name: String, file: String)]) throws {
            let packed = Packing.zip(entries.map { ($0.name, bytes($0.file)) })
            try Data(packed).write(to: URL(fileURLWithPath: path + "/" + name))
        }
    }

    private func load(
        _ path: String, layer: String? = nil, system: String? = nil
    ) throws -> LoadedSource {
        var options = SourceOptions(layer: layer)
        options.csv.coordinateSystem = system
        let loaded = try SourceOpener(options).open([path], isCancelled: { false })
            .read(isCancelled: { false })
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        return loaded
    }

    private func hundredths(_ loaded: LoadedSource) -> [[Int]] {
        loaded.places().sorted { $0.key < $1.key }.map { _, place in
            [place.latitudeE7, place.longitudeE7].map { Int((Double($0) / 1e5).rounded()) }
        }
    }

    private static let expected = [[4739, 805], [4695, 745], [4738, 854]]
    private static let parts = ["shp", "shx", "dbf", "prj"]

    @Test(arguments: ["XLSX": "xlsx", "ODS": "ods", "ESRI Shapefile": "dbf"])
    func tablesOpenLikeCSV(driver: String, ending: String) throws {
        let folder = try Folder()
        try folder.convert(["-f", driver, "out.\(ending)", "in.csv"])
        let loaded = try load("\(folder.path)/out.\(ending)")
        #expect(hundredths(loaded) == Self.expected)
        #expect(loaded.table.columnNames == ["name", "lat", "lon"])
        #expect(try loaded.table.rowLabels([2]) == ["Zürich"])
    }

    /// Files whose own readers know degrees alone.
    @Test(arguments: ["GPKG": "gpkg", "GeoJSON": "geojson"])
    func otherSystemsAreConverted(driver: String, ending: String) throws {
        let folder = try Folder()
        let options = driver == "GeoJSON" ? ["-lco", "RFC7946=NO"] : []
        try folder.convert(
            ["-f", driver, "out.\(ending)", "in.geojson", "-s_srs", "EPSG:4326", "-t_srs", "EPSG:2056"]
                + options)
        let loaded = try load("\(folder.path)/out.\(ending)")
        #expect(hundredths(loaded) == Self.expected)
        #expect(try loaded.table.rowLabels([2]) == ["Zürich"])
    }

    @Test func theHeaderOfASheetIsFoundUnderItsTitle() throws {
        let folder = try Folder()
        try folder.write("t.csv", "Stations,,\nAs of May,,\nname,Breite,Länge\nBern,\"46,95\",\"7,45\"\n")
        try folder.convert(["-f", "XLSX", "out.xlsx", "t.csv", "-oo", "HEADERS=NO"])
        let loaded = try load(folder.path + "/out.xlsx")
        #expect(hundredths(loaded) == [[4695, 745]])
        #expect(loaded.table.columnNames == ["name", "Breite", "Länge"])
        // The row of the sheet, whose first one ogr2ogr invented.
        #expect(try loaded.table.namedRow(0).line == 5)
    }

    @Test func theSheetWithPlacesIsChosen() throws {
        let folder = try Folder()
        try folder.write("notes.csv", "a,b\nx,y\n")
        try folder.convert(["-f", "XLSX", "out.xlsx", "notes.csv", "-nln", "Notes"])
        try folder.convert(["-update", "-f", "XLSX", "out.xlsx", "in.csv", "-nln", "Places"])
        let loaded = try load(folder.path + "/out.xlsx")
        #expect(hundredths(loaded) == Self.expected)
        #expect(loaded.notices.contains { $0.contains(#"sheet or layer "Places" is shown, not "Notes""#) })
        #expect(throws: SourceError.self) { try load(folder.path + "/out.xlsx", layer: "Notes") }
        let error = #expect(throws: SourceError.self) { try load(folder.path + "/out.xlsx", layer: "Other") }
        #expect(error?.description.contains(#"no layer "Other" (it has "Notes", "Places")"#) == true)
    }

    @Test func aShapefileWithoutASystemIsInDegreesOrAsksForOne() throws {
        let folder = try Folder()
        try folder.convert(["-f", "ESRI Shapefile", "a.shp", "in.geojson"])
        try folder.remove("a.prj")
        let loaded = try load(folder.path + "/a.shp")
        #expect(hundredths(loaded) == Self.expected)
        #expect(loaded.notices.contains { $0.contains("read as degrees on WGS 84 (choose with --crs)") })
        try folder.convert(["-f", "ESRI Shapefile", "m.shp", "in.geojson", "-t_srs", "EPSG:25832"])
        try folder.remove("m.prj")
        let error = #expect(throws: SourceError.self) { try load(folder.path + "/m.shp") }
        #expect(error?.description.contains("such as --crs EPSG:25832") == true)
        #expect(hundredths(try load(folder.path + "/m.shp", system: "EPSG:25832")) == Self.expected)
        let unknown = #expect(throws: SourceError.self) { try load(folder.path + "/m.shp", system: "EPSG:1") }
        #expect(
            unknown?.description.hasSuffix(
                #"--crs: unknown coordinate system "EPSG:1" (expected one such as EPSG:25832)"#) == true)
    }

    @Test func archivesOpenAsTheyAre() throws {
        let folder = try Folder()
        try folder.convert(["-f", "ESRI Shapefile", "a.shp", "in.geojson"])
        let deep = Self.parts.map { ("data/sub/a.\($0)", "a.\($0)") }
        try folder.zip("deep.zip", deep)
        try folder.zip("mac.zip", deep + [("__MACOSX/data/sub/._a.shp", "a.prj")])
        try folder.zip("no-index.zip", deep.filter { !$0.0.hasSuffix("shx") })
        for name in ["deep", "mac", "no-index"] {
            #expect(hundredths(try load("\(folder.path)/\(name).zip")) == Self.expected, "\(name)")
        }
        try folder.zip("two.zip", deep + Self.parts.map { ("b/b.\($0)", "a.\($0)") })
        let error = #expect(throws: SourceError.self) { try load(folder.path + "/two.zip") }
        #expect(error?.description.hasSuffix(#"has 2 layers: "a", "b" (choose with --layer)"#) == true)
        #expect(hundredths(try load(folder.path + "/two.zip", layer: "b")) == Self.expected)
    }

    /// The index is not written beside the file.
    @Test func aShapefileNeedsNoIndex() throws {
        let folder = try Folder()
        try folder.convert(["-f", "ESRI Shapefile", "a.shp", "in.geojson"])
        try folder.remove("a.shx")
        #expect(hundredths(try load(folder.path + "/a.shp")) == Self.expected)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/a.shx"))
    }

    @Test func foldersOpen() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.path + "/s", withIntermediateDirectories: true)
        try folder.convert(["-f", "ESRI Shapefile", "s/a.shp", "in.geojson"])
        #expect(hundredths(try load(folder.path + "/s")) == Self.expected)
        let error = #expect(throws: SourceError.self) { try load(folder.path) }
        #expect(error?.description.contains("is a folder without a geodatabase") == true)
    }

    @Test func columnsOfAnotherSystemAreTransformed() throws {
        let folder = try Folder()
        try folder.write(
            "m.csv",
            "Name;Rechtswert;Hochwert\nZürich;465280,5;5247491,1\nnone;NA;\nbad;x;1\nfar;9e15;9e15\n")
        let loaded = try load(folder.path + "/m.csv", system: "EPSG:25832")
        #expect(hundredths(loaded) == [[4738, 854]])
        #expect(loaded.table.recordCount == 4 && loaded.skipped.total == 3)
        let error = #expect(throws: SourceError.self) { try load(folder.path + "/m.csv") }
        #expect(error?.description.contains("--crs EPSG:25832") == true)
    }
}
