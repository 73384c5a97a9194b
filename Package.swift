// swift-tools-version: 6.2
import PackageDescription

/// `make test` optimises the libraries and keeps their assertions: unit tests take a third of the time.
let isForTests = Context.environment["TERMMAP_OPTIMIZED_TESTS"] != nil
let optimized: [SwiftSetting] = isForTests ? [.unsafeFlags(["-O", "-assert-config", "Debug"])] : []
let strictTests: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let strict = strictTests + optimized
let strictC: [CSetting] = [.treatAllWarnings(as: .error)]
/// The scan of tables is as fast as the libraries that call it.
let scanC = strictC + (isForTests ? [.unsafeFlags(["-O2"])] : [])

let package = Package(
    name: "TermMap",
    products: [
        .executable(name: "termmap", targets: ["TermMap"]),
        .library(name: "MapModel", targets: ["MapModel"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .systemLibrary(name: "CNcurses"),
        .systemLibrary(name: "CExpat"),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CZlib"),
        .systemLibrary(name: "CZstd"),
        .target(name: "CTerminalGuard", cSettings: strictC),
        .target(name: "CLock", cSettings: strictC),
        .target(name: "CByteScan", cSettings: scanC),
        .target(name: "CBundledFiles", cSettings: strictC),
        .target(name: "CCurl", cSettings: strictC),
        .target(name: "CPostgreSQL", cSettings: strictC),
        .target(name: "MapModel", dependencies: ["CByteScan"], swiftSettings: strict),
        .target(name: "PlaceNames", dependencies: ["MapModel"], swiftSettings: strict),
        .target(name: "CellGraphics", swiftSettings: strict),
        .target(name: "Platform", dependencies: ["CLock"], swiftSettings: strict),
        .target(
            name: "Streams",
            dependencies: ["Platform", "MapModel", "CBundledFiles", "CExpat", "CZlib", "CZstd"],
            swiftSettings: strict),
        .target(
            name: "RowValues", dependencies: ["Addresses", "CByteScan"], swiftSettings: strict),
        .target(name: "Rows", dependencies: ["RowValues"], swiftSettings: strict),
        .target(name: "DataSets", dependencies: ["Rows"], swiftSettings: strict),
        .target(name: "Places", dependencies: ["Rows", "PlaceNames"], swiftSettings: strict),
        .target(name: "Addresses", dependencies: ["MapModel", "Streams"], swiftSettings: strict),
        .target(name: "Programs", dependencies: ["RowValues"], swiftSettings: strict),
        .target(
            name: "FileSources", dependencies: ["Rows", "Programs", "Addresses", "CByteScan"],
            swiftSettings: strict),
        .target(name: "Network", dependencies: ["Streams", "CCurl"], swiftSettings: strict),
        .target(name: "SQLiteFiles", dependencies: ["RowValues", "CSQLite"], swiftSettings: strict),
        .target(
            name: "DatabaseSources",
            dependencies: ["Rows", "Programs", "Network", "SQLiteFiles", "CPostgreSQL"],
            swiftSettings: strict),
        .target(name: "Receivers", dependencies: ["Rows"], swiftSettings: strict),
        .target(name: "Feeds", dependencies: ["Receivers", "Network"], swiftSettings: strict),
        .target(name: "Basemaps", dependencies: ["MapModel", "Streams"], swiftSettings: strict),
        .target(
            name: "Streets", dependencies: ["Platform", "MapModel", "CellGraphics"], swiftSettings: strict),
        .target(name: "TileArchives", dependencies: ["SQLiteFiles", "Network"], swiftSettings: strict),
        .target(
            name: "MapSources",
            dependencies: ["DataSets", "FileSources", "DatabaseSources", "Receivers", "Places", "Feeds"],
            swiftSettings: strict),
        .plugin(name: "CommitPlugin", capability: .buildTool(), path: "tools/CommitPlugin"),
        // The program lies in one folder; its rooms are targets, so that the compiler checks who may use whom.
        .target(
            name: "TerminalInput", dependencies: ["CellGraphics"], path: "Sources/TermMap/Input",
            swiftSettings: strict),
        .target(
            name: "TerminalScreen",
            dependencies: ["TerminalInput", "Streams", "CBundledFiles", "CNcurses", "CTerminalGuard"],
            path: "Sources/TermMap/Terminal", swiftSettings: strict),
        .target(
            name: "App",
            dependencies: ["TerminalInput", "DataSets", "Receivers", "Basemaps", "Streets", "TileArchives"],
            path: "Sources/TermMap/App", swiftSettings: strict),
        .target(name: "Scene", dependencies: ["App"], path: "Sources/TermMap/Scene", swiftSettings: strict),
        .target(
            name: "Runtime",
            dependencies: ["Scene", "TerminalScreen", "MapSources", "PlaceNames"],
            path: "Sources/TermMap/Runtime", swiftSettings: strict),
        .executableTarget(
            name: "TermMap",
            dependencies: [
                "Runtime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/TermMap/Program", swiftSettings: strict, plugins: ["CommitPlugin"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "MapSources", "Receivers", "Basemaps", "Streets", "TileArchives", "CPseudoTerminal",
                "CSQLite", "TestSupport",
            ],
            path: "Benchmarks", exclude: ["postgresql.sql", "peers"], swiftSettings: strict),
        .target(name: "TestSupport", path: "Tests/Support/TestSupport", swiftSettings: strictTests),
        .target(
            name: "RowTestSupport", dependencies: ["Rows", "TestSupport", "CZlib", "CZstd"],
            path: "Tests/Support/RowTestSupport", swiftSettings: strictTests),
        .target(
            name: "SourceTestSupport",
            dependencies: ["FileSources", "DatabaseSources", "RowTestSupport", "CSQLite"],
            path: "Tests/Support/SourceTestSupport", swiftSettings: strictTests),
        .target(
            name: "StoryTestSupport", dependencies: ["Runtime", "TestSupport"],
            path: "Tests/Support/StoryTestSupport", swiftSettings: strictTests),
        .target(name: "CPseudoTerminal", path: "Tests/Support/CPseudoTerminal", cSettings: strictC),
        // Tests of a target are a target, too: `swift test --filter '^RowValuesTests'` runs them alone.
        .testTarget(
            name: "MapModelTests", dependencies: ["MapModel", "CByteScan", "TestSupport"],
            swiftSettings: strictTests),
        .testTarget(
            name: "PlaceNamesTests", dependencies: ["PlaceNames", "TestSupport"], swiftSettings: strictTests),
        .testTarget(
            name: "CellGraphicsTests", dependencies: ["CellGraphics", "TestSupport"],
            swiftSettings: strictTests),
        .testTarget(
            name: "StreamsTests", dependencies: ["Streams", "TestSupport"], swiftSettings: strictTests),
        .testTarget(
            name: "RowValuesTests", dependencies: ["RowValues", "RowTestSupport"],
            swiftSettings: strictTests),
        .testTarget(
            name: "RowsTests", dependencies: ["Rows", "RowTestSupport"], swiftSettings: strictTests),
        .testTarget(
            name: "FileSourcesTests", dependencies: ["FileSources", "SourceTestSupport"],
            swiftSettings: strictTests),
        .testTarget(
            name: "DatabaseSourcesTests", dependencies: ["DatabaseSources", "SourceTestSupport"],
            swiftSettings: strictTests),
        .testTarget(
            name: "ReceiversTests", dependencies: ["Receivers", "TestSupport", "CPseudoTerminal"],
            swiftSettings: strictTests),
        .testTarget(
            name: "FeedsTests", dependencies: ["Feeds", "TestSupport"], swiftSettings: strictTests),
        .testTarget(
            name: "BasemapsTests", dependencies: ["Basemaps", "TestSupport"], swiftSettings: strictTests),
        .testTarget(
            name: "StreetsTests", dependencies: ["Streets", "TestSupport"], swiftSettings: strictTests),
        .testTarget(
            name: "TileArchivesTests",
            dependencies: ["TileArchives", "RowTestSupport", "CSQLite"],
            swiftSettings: strictTests),
        .testTarget(
            name: "MapSourcesTests",
            dependencies: ["MapSources", "Basemaps", "Streets", "TileArchives", "SourceTestSupport"],
            swiftSettings: strictTests),
        .testTarget(
            name: "PlacesTests", dependencies: ["Places", "MapSources", "RowTestSupport"],
            swiftSettings: strictTests),
        .testTarget(
            name: "AddressesTests", dependencies: ["Addresses", "TestSupport"], swiftSettings: strictTests),
        .testTarget(
            name: "EngineTests", dependencies: ["MapSources", "RowTestSupport", "CSQLite"],
            swiftSettings: strictTests),
        // As the program, its tests lie in one folder.
        .testTarget(
            name: "TerminalInputTests", dependencies: ["TerminalInput", "TestSupport"],
            path: "Tests/TermMapTests/Input", swiftSettings: strictTests),
        .testTarget(
            name: "TerminalScreenTests", dependencies: ["TerminalScreen", "TestSupport"],
            path: "Tests/TermMapTests/Terminal", swiftSettings: strictTests),
        .testTarget(
            name: "AppTests", dependencies: ["StoryTestSupport"], path: "Tests/TermMapTests/App",
            swiftSettings: strictTests),
        .testTarget(
            name: "SceneTests", dependencies: ["StoryTestSupport"], path: "Tests/TermMapTests/Scene",
            swiftSettings: strictTests),
        .testTarget(
            name: "RuntimeTests", dependencies: ["StoryTestSupport"], path: "Tests/TermMapTests/Runtime",
            swiftSettings: strictTests),
        .testTarget(
            name: "ProgramTests", dependencies: ["TermMap", "StoryTestSupport"],
            path: "Tests/TermMapTests/Program", swiftSettings: strictTests),
        .testTarget(
            name: "RepositoryTests", dependencies: ["TestSupport"], swiftSettings: strictTests),
        .testTarget(
            name: "EndToEndTests", dependencies: ["TermMap", "Runtime", "CPseudoTerminal", "TestSupport"],
            swiftSettings: strictTests),
    ],
    swiftLanguageModes: [.v6]
)

// `make fuzz` builds this executable; it needs the runtime of libFuzzer, which no other build has.
if Context.environment["TERMMAP_FUZZ"] != nil {
    package.targets += [
        .target(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer", cSettings: strictC),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "CFuzzer", "CLock", "Platform", "MapSources", "Receivers", "Basemaps", "Streets",
                "TileArchives", "Addresses", "Feeds",
            ],
            path: "Tests/Fuzz/Fuzz", swiftSettings: strictTests),
    ]
}

// `make test-asan` and `make test-tsan` run the tests of the libraries; the program takes half of the time of a build.
if Context.environment["TERMMAP_LIBRARIES"] != nil {
    let others = ["EngineTests", "EndToEndTests", "RepositoryTests", "StoryTestSupport", "Benchmarks"]
    package.products.removeAll { $0.name == "termmap" }
    package.targets.removeAll { target in
        others.contains(target.name) || target.path?.contains("/TermMap") == true
    }
}

// The folders of each target, each with a README.md: SwiftPM warns about files that are neither sources nor
// excluded. It evaluates this file only when its text changes, so the folders are listed and not looked up.
let folders = [
    "Addresses": "",
    "App": "Addresses Areas Badges Changes Data Journeys Keys Lists Look PanelText State Things Time Tools",
    "Basemaps": "Names Tiles",
    "CellGraphics": "",
    "DatabaseSources": "ClickHouse DuckDB Engine PostgreSQL SQLite",
    "DataSets": "Areas Differences Layers Loaded Queried Questions Things",
    "Feeds": "AIS APRS Connections JSON Messages Reading Recordings SBS Things",
    "FileSources": "CSV FlatGeobuf GDAL GPX Google JSON KML Logs TCX XML",
    "MapModel":
        "Aggregates Annotations Areas Clustering Codes Coordinates Density Geography Index Journeys Location Search Shapes",
    "MapSources": "Areas Journeys",
    "Network": "",
    "PlaceNames": "",
    "Places": "",
    "Platform": "Confinement Files Limits Numbers Process Sockets Terminals Text Waiting",
    "Programs": "",
    "Receivers": "Fixes GPSD Logs NMEA Opening Writing",
    "RowValues": "Columns Filter Geometry JSON Text Times Values",
    "Rows": "DataSets Export Features Journeys Loading Saved Table Things",
    "Runtime": "",
    "Scene": "Journeys Spoken Time",
    "SQLiteFiles": "",
    "Streams": "Compression Files Output Reading Saved TOML Text XML",
    "Streets": "Classes Labels MVT Raster Tiles View",
    "TerminalInput": "",
    "TerminalScreen": "",
    "TermMap": "Commands Configuration Doctor Options",
    "TileArchives": "Archive MBTiles Metadata Network Opening PMTiles",
]
for target in package.targets {
    guard let names = folders[target.name] else { continue }
    target.exclude += ["README.md"] + names.split(separator: " ").map { "\($0)/README.md" }
}
