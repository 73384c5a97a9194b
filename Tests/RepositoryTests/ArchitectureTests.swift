import Foundation
import TestSupport
import Testing

/// What each folder may import: the arrows of docs/ARCHITECTURE.md, and what the READMEs of folders say they must not know.
@Suite struct ArchitectureTests {
    /// The C library: `MapModel`, which stands alone, needs its functions of real numbers.
    private static let system: Set = ["Glibc", "Musl", "Darwin"]
    private static let foundation: Set = ["Foundation", "FoundationEssentials"]

    /// What the state, the keys and the drawing may know: models and plain values.
    private static let values: Set = [
        "MapModel", "CellGraphics", "Basemaps", "DataSets", "Receivers", "RowValues", "Rows", "Streams",
        "Streets",
        "TileArchives",
    ]

    private static let allowed: [(folder: String, imports: Set<String>)] = [
        ("MapModel", system.union(["CByteScan", "Synchronization"])),
        ("PlaceNames", ["MapModel", "Synchronization"]),
        ("Addresses", ["Platform", "MapModel", "Streams", "Synchronization"]),
        (
            "Places",
            ["Addresses", "MapModel", "PlaceNames", "RowValues", "Rows", "Streams", "Synchronization"]
        ),
        ("Platform", system.union(["CLock", "Synchronization", "Dispatch"])),
        ("CellGraphics", []),
        (
            "Streams",
            [
                "Platform", "MapModel", "CBundledFiles", "CExpat", "CZlib", "CZstd", "Synchronization",
                "Dispatch",
            ]
        ),
        ("RowValues", ["Addresses", "Platform", "MapModel", "Streams", "CByteScan", "Synchronization"]),
        ("Rows", ["Platform", "MapModel", "RowValues", "Streams", "Synchronization"]),
        ("Programs", ["Platform", "MapModel", "RowValues", "Streams", "Synchronization"]),
        (
            "FileSources",
            [
                "Platform", "MapModel", "RowValues", "Rows", "Streams", "Programs", "Addresses", "CByteScan",
                "Synchronization",
                "Dispatch",
            ]
        ),
        ("SQLiteFiles", ["Platform", "RowValues", "Streams", "CSQLite"]),
        ("Network", ["Platform", "Streams", "CCurl", "Synchronization"]),
        (
            "DatabaseSources",
            [
                "Platform", "MapModel", "RowValues", "Rows", "Streams", "Programs", "Network", "CPostgreSQL",
                "SQLiteFiles",
                "Synchronization",
            ]
        ),
        (
            "DatabaseSources/ClickHouse",
            ["Platform", "MapModel", "RowValues", "Rows", "Streams", "Network", "Synchronization"]
        ),
        (
            "DatabaseSources/Engine",
            ["Platform", "MapModel", "RowValues", "Rows", "Streams", "Synchronization"]
        ),
        (
            "DatabaseSources/SQLite",
            ["MapModel", "RowValues", "Rows", "Streams", "SQLiteFiles", "Synchronization"]
        ),
        (
            "DatabaseSources/DuckDB",
            ["Platform", "MapModel", "RowValues", "Rows", "Streams", "Programs", "Synchronization"]
        ),
        (
            "DatabaseSources/PostgreSQL",
            ["Platform", "MapModel", "RowValues", "Rows", "Streams", "CPostgreSQL", "Synchronization"]
        ),
        ("Receivers", ["Platform", "MapModel", "RowValues", "Rows", "Streams", "Synchronization"]),
        (
            "Feeds",
            [
                "Platform", "MapModel", "RowValues", "Rows", "Streams", "Network", "Receivers",
                "Synchronization",
            ]
        ),
        ("Basemaps", ["Platform", "MapModel", "Streams"]),
        ("Streets", ["Platform", "MapModel", "CellGraphics"]),
        (
            "TileArchives",
            ["Platform", "MapModel", "RowValues", "Streams", "Network", "SQLiteFiles", "Synchronization"]
        ),
        (
            "DataSets",
            ["Platform", "MapModel", "RowValues", "Rows", "Streams", "Synchronization", "Dispatch"]
        ),
        (
            "MapSources",
            [
                "Platform", "MapModel", "RowValues", "Rows", "DataSets", "Streams", "FileSources",
                "DatabaseSources",
                "Receivers", "Places", "PlaceNames", "Feeds",
                "Synchronization",
            ]
        ),
        ("TermMap/Input", ["CellGraphics"]),
        (
            "TermMap/Terminal",
            [
                "Platform", "CellGraphics", "Streams", "TerminalInput", "CBundledFiles", "CNcurses",
                "CTerminalGuard",
            ]
        ),
        ("TermMap/App", values.union(["TerminalInput"])),
        ("TermMap/Scene", values.union(["App", "TerminalInput"])),
        (
            "TermMap/Runtime",
            foundation.union(values).union([
                "App", "Scene", "TerminalInput", "TerminalScreen", "CTerminalGuard", "Feeds", "MapSources",
                "Network", "Places", "Platform", "PlaceNames", "Addresses", "Synchronization", "Dispatch",
            ])
        ),
    ]

    /// Folders of one target whose types know nothing of each other.
    private static let strangers: [(target: String, folders: [String])] = [
        ("FileSources", ["CSV", "GPX", "KML", "TCX", "Google", "JSON", "Logs"]),
        ("FileSources", ["GPX", "KML", "TCX", "Google", "GDAL"]),
        ("FileSources", ["GPX", "KML", "TCX", "Google", "JSON", "FlatGeobuf"]),
        ("DatabaseSources", ["SQLite", "PostgreSQL", "ClickHouse", "DuckDB"]),
        ("Receivers", ["GPSD", "NMEA"]), ("Feeds", ["SBS", "AIS", "APRS", "JSON"]),
        ("Basemaps", ["Tiles", "Names"]), ("Streets", ["MVT", "Raster"]),
        ("TileArchives", ["PMTiles", "MBTiles"]),
        ("TileArchives", ["MBTiles", "Network"]),
    ]

    /// Folders of one target, each of which may use the types of those after it only.
    private static let layers: [(target: String, folders: [String])] = [
        ("DatabaseSources", ["PostgreSQL", "Engine"]), ("DatabaseSources", ["SQLite", "Engine"]),
        ("DatabaseSources", ["ClickHouse", "Engine"]), ("DatabaseSources", ["DuckDB", "Engine"]),
        ("FileSources", ["GPX", "XML"]), ("FileSources", ["KML", "XML"]), ("FileSources", ["TCX", "XML"]),
        ("FileSources", ["GDAL", "JSON"]),
        ("FileSources", ["GDAL", "CSV"]), ("FileSources", ["FlatGeobuf", "GDAL"]),
        ("Receivers", ["Logs", "GPSD"]), ("Receivers", ["Logs", "NMEA"]),
        ("Rows", ["Saved", "Features", "Export", "Table"]),
        ("Rows", ["DataSets", "Features", "Loading", "Table"]),
        ("RowValues", ["Columns", "Geometry", "JSON", "Text"]), ("RowValues", ["Filter", "Values"]),
        ("Streams", ["Saved", "Reading", "Compression", "Files", "Text"]), ("Streams", ["Output", "Files"]),
        ("Streams", ["XML", "Text"]), ("Platform", ["Sockets", "Waiting", "Files"]),
        ("DataSets", ["Layers", "Loaded", "Differences", "Areas"]),
        ("DataSets", ["Layers", "Loaded", "Questions", "Areas"]),
        ("Streets", ["Labels", "View", "Raster", "Tiles", "Classes"]),
        ("Streets", ["MVT", "Tiles", "Classes"]),
    ]

    private static let sources = Repository.root + "/Sources"

    private static func swiftFiles(in folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
    }

    private static func code(of file: String) -> [Substring] {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    }

    private static func imports(of file: String) -> Set<String> {
        Set(
            code(of: file).compactMap { line in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"),
                    words[..<index].allSatisfy({ $0.hasPrefix("@") })
                else { return nil }
                return words.last.map { String($0.split(separator: ".")[0]) }
            })
    }

    @Test(arguments: allowed.indices)
    func foldersImportOnlyWhatTheyMay(index: Int) {
        let (folder, allowed) = Self.allowed[index]
        let files = Self.swiftFiles(in: "\(Self.sources)/\(folder)")
        #expect(!files.isEmpty)
        for file in files {
            #expect(Self.imports(of: file).subtracting(allowed) == [], "\(file)")
        }
    }

    /// A stream that is opened twice loses rows: data is opened by the opener and handed on as an input.
    @Test func dataIsOpenedInOnePlace() {
        let files = Self.swiftFiles(in: Self.sources).filter { file in
            Self.code(of: file).contains { $0.contains("FileBytes(path:") }
        }
        let names = Set(files.map { URL(fileURLWithPath: $0).lastPathComponent })
        let others: Set = [
            "FileBytes+Whole.swift", "Basemap.swift", "TrackFile.swift", "LogReplay.swift",
            "AddressDatabase+File.swift",
        ]
        #expect(names.subtracting(others) == ["SourceOpener.swift", "SourceInput.swift"])
    }

    @Test func onlyTheTerminalKnowsNcurses() {
        let files = Self.swiftFiles(in: Self.sources).filter { Self.imports(of: $0).contains("CNcurses") }
        #expect(!files.isEmpty)
        #expect(files.allSatisfy { $0.contains("/TermMap/Terminal/") }, "\(files)")
    }

    /// Types of one folder as words of another.
    private func uses(of typesFolder: String, in folder: String) -> [String] {
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol"]
        let types = Self.swiftFiles(in: "\(Self.sources)/\(typesFolder)").flatMap { file in
            Self.code(of: file).filter { $0.first != " " }.compactMap { line -> String? in
                let words = line.split { " :<{(".contains($0) }
                guard let index = words.firstIndex(where: { kinds.contains($0) }), index + 1 < words.count
                else { return nil }
                return String(words[index + 1])
            }
        }
        #expect(!types.isEmpty)
        let names = Set(types)
        return Self.swiftFiles(in: "\(Self.sources)/\(folder)").flatMap { file in
            Self.code(of: file).flatMap { line in
                line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init).filter(
                    names.contains
                )
                .map { "\($0) in \(file)" }
            }
        }
    }

    @Test(arguments: strangers.indices)
    func foldersAreStrangers(index: Int) {
        let (target, folders) = Self.strangers[index]
        for folder in folders {
            for other in folders where other != folder {
                #expect(uses(of: "\(target)/\(other)", in: "\(target)/\(folder)") == [])
            }
        }
    }

    @Test(arguments: layers.indices)
    func foldersUseOnlyThoseBelow(index: Int) {
        let (target, folders) = Self.layers[index]
        for (place, folder) in folders.enumerated() {
            for above in folders[..<place] {
                #expect(uses(of: "\(target)/\(above)", in: "\(target)/\(folder)") == [])
            }
        }
    }

    @Test func runLoopStaysSmall() throws {
        let text = try String(
            contentsOfFile: Self.sources + "/TermMap/Runtime/RunLoop.swift", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.filter { !$0.hasPrefix("import ") }.count <= 95)
    }
}
