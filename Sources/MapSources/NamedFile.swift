import FileSources
import Platform
import Rows
import Streams

/// What a file that the user named will need besides itself, by its name and first bytes: which other files, and programs.
package struct NamedFile {
    /// It is a folder.
    package let isFolder: Bool
    /// The folders that it and its companions lie in: those of links and of what they stand for.
    package var folders: Set<String> {
        let folder = Self.folder(of: path)
        let stem = path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        let names = needsCompanions ? (Folder.names(in: folder) ?? []).filter { $0.hasPrefix(stem) } : []
        let reals = [path] + names.map { "\(folder)/\($0)" }
        return Set([folder] + reals.compactMap { FilePath.real($0).map(Self.folder) })
    }
    /// A library or program opens it by its name, and looks for others beside it.
    package var needsCompanions: Bool { isOpenedByName && !isParquet }
    private let path: String
    private let start: [UInt8]

    /// GDAL's: they read what the content of any file may be, whatever its name, and convert coordinates.
    package static let gdal: Set = ["ogr2ogr", "ogrinfo", "gdaltransform"]

    /// All that may be started for any file.
    package static var allPrograms: Set<String> { gdal.union([duckDB]) }
    private static var duckDB: String { Environment.text("TERMMAP_DUCKDB") ?? "duckdb" }

    /// Endings of what is read by the program itself, from the open file; before them may stand one of a compression.
    private static let readHere: Set = [
        "csv", "tsv", "tab-separated", "txt", "json", "geojson", "ndjson", "jsonl", "gpx", "kml", "tcx",
        "nmea",
        "log", "pmtiles", "tmr", "sbs",
    ]
    /// Whether the name ends as those of files do, such as `.csv` or `.csv.gz`.
    package static func hasKnownEnding(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        let ending = name[name.index(after: dot)...].lowercased()
        return readHere.contains(ending) || compressions.contains(ending) || otherEndings.contains(ending)
    }

    /// Endings of what other programs or libraries read.
    private static let otherEndings: Set = [
        "sqlite", "sqlite3", "db", "gpkg", "parquet", "duckdb", "fgb", "shp", "zip", "kmz", "xlsx", "ods",
        "psv",
        "geojsonl",
    ]
    private static let compressions: Set = ["gz", "zst", "bz2", "xz", "br", "lz4"]
    /// The first bytes of an SQLite database.
    private static let magic = Array("SQLite format 3\0".utf8)
    /// First bytes of what other programs read, whatever the name says.
    private static let foreign = [
        magic, Array("PK\u{3}\u{4}".utf8), Array("PAR1".utf8), Array("fgb".utf8),
    ]

    /// Nil for what is not there.
    package init?(_ path: String) {
        guard let status = FileStatus(path: path) else { return nil }
        self.path = path
        isFolder = status.kind == .folder
        var start = [UInt8](repeating: 0, count: 16)
        // Nothing is taken from a pipe.
        let file = status.kind == .regular ? Descriptor.open(path, .reading) : -1
        defer { Descriptor.close(file) }
        let count = file >= 0 ? start.withUnsafeMutableBytes { Descriptor.read(file, at: 0, into: $0) } : 0
        self.start = Array(start.prefix(max(count, 0)))
    }

    private static func folder(of path: String) -> String {
        guard let cut = path.lastIndex(of: "/") else { return "." }
        return cut == path.startIndex ? "/" : String(path[..<cut])
    }

    private var isSQLite: Bool { start.starts(with: Self.magic) }
    private var isParquet: Bool { start.starts(with: Array("PAR1".utf8)) }

    /// A library or program opens it by its name.
    package var isOpenedByName: Bool { !isFolder && !isReadHere }

    /// The name and the first bytes say that the program reads it itself.
    private var isReadHere: Bool {
        if Self.foreign.contains(where: { start.starts(with: $0) }) { return false }
        var endings = path.lowercased().split(separator: "/").last?.split(separator: ".").dropFirst() ?? []
        if let last = endings.last, Self.compressions.contains(String(last)) { endings.removeLast() }
        guard let last = endings.last, Self.readHere.contains(String(last)) else { return false }
        // XML under another name may be GML.
        let isMarkup =
            start.drop { [0xEF, 0xBB, 0xBF, 9, 10, 13, 32].contains($0) }.first == UInt8(ascii: "<")
        return !isMarkup || ["gpx", "kml", "tcx"].contains(last)
    }

    /// What may be started for it.
    package var programs: Set<String> {
        isReadHere || isSQLite ? Self.gdal : Self.allPrograms
    }

    /// The index of a log that another program left beside a database: SQLite needs it to read the newest rows.
    package var writtenCompanions: [String] {
        guard isSQLite, let real = FilePath.real(path), (FileIdentity(path: real + "-wal")?.size ?? 0) > 0
        else {
            return []
        }
        let index = real + "-shm"
        Descriptor.close(Descriptor.open(index, [.readingAndWriting, .create, .noLinks]))
        return [index]
    }

    /// Whether a reader of this kind opens files by their names.
    package static func opensByName(_ kind: FileKind) -> Bool {
        ["gdal", "parquet", "duckdb", "sqlite", "flatgeobuf"].contains(kind.name)
    }
}
