import Programs
import Streams

/// What the user named, in a form that GDAL opens: a file, a folder, or what is inside an archive.
struct GDALDataSet {
    /// The name for GDAL, which is neither an option nor an address.
    let location: String
    /// What lies beside it for as long as GDAL reads.
    private let folder: TemporaryFolder?

    /// It lies in a folder of our own.
    var isTemporary: Bool { folder != nil }

    /// Endings of data sets that an archive is searched for; of tables only where there is none of the others.
    private static let endings: [Set<String>] = [
        ["shp", "gpkg", "gdb", "fgb", "tab", "mif", "gml", "geojson", "json", "kml", "gpx", "dxf", "sqlite"],
        ["csv", "tsv", "xlsx", "ods", "dbf"],
    ]
    /// The files of a shapefile.
    private static let companions = ["shp", "dbf", "prj", "cpg"]

    /// - Parameter layer: the layer that the user named.
    /// - Throws: `.refused` when an archive has several data sets and no layer names one.
    init(path: String, layer: String?) throws(SourceError) {
        let plain = path.hasPrefix("/") ? path : "./" + path
        if path.lowercased().hasSuffix(".zip"), let archive = SourceInput(path: path).archive() {
            let inner = try Self.inner(archive, path: path, layer: layer)
            if let inner, inner.lowercased().hasSuffix(".shp"), !Self.hasIndex(inner, archive) {
                (location, folder) = try Self.extracted(inner, archive, path: path)
            } else {
                location = "/vsizip/" + plain + (inner.map { "/" + $0 } ?? "")
                folder = nil
            }
        } else if path.lowercased().hasSuffix(".shp"), !Self.hasIndex(path) {
            (location, folder) = try Self.linked(path)
        } else if Self.isGeodatabase(path), !path.hasSuffix(".gdb"), !path.hasSuffix(".gdb/") {
            let folder = try Self.temporary(path)
            folder.link("data.gdb", to: path)
            location = folder.path + "/data.gdb"
            self.folder = folder
        } else {
            location = plain
            folder = nil
        }
    }

    // MARK: folders

    /// Whether a folder has a data set in it.
    static func isDataSet(folder path: String) -> Bool {
        path.hasSuffix(".gdb") || path.hasSuffix(".gdb/") || isGeodatabase(path)
            || TemporaryFolder.names(in: path).contains { name in
                [".shp", ".tab"].contains { name.lowercased().hasSuffix($0) }
            }
    }

    private static func isGeodatabase(_ path: String) -> Bool {
        TemporaryFolder.names(in: path).contains { $0.hasSuffix(".gdbtable") }
    }

    // MARK: archives

    /// The data set in an archive; nil when GDAL must look for it, or when it has only layers of one folder.
    private static func inner(
        _ archive: ZipArchive, path: String, layer: String?
    ) throws(SourceError) -> String? {
        for endings in endings {
            var names: [String] = []
            for entry in archive.entries where entry.isVisibleFile || entry.name.contains(".gdb/") {
                let name = dataSet(entry.name)
                if endings.contains(ending(name)), !names.contains(name) { names.append(name) }
            }
            guard names.count > 1 else {
                if let only = names.first { return only }
                continue
            }
            let stems = names.map(stem)
            if let layer, let index = stems.firstIndex(of: layer) { return names[index] }
            let list = stems.prefix(12).map { quoted($0) }.joined(separator: ", ")
            throw .refused(
                name: path,
                words:
                    "has \(names.count) layers: \(list)\(names.count > 12 ? ", …" : "") (choose with --layer)"
            )
        }
        return nil
    }

    /// A geodatabase is a folder.
    private static func dataSet(_ name: String) -> String {
        guard let end = name.firstRange(of: ".gdb/") else { return name }
        return String(name[..<name.index(before: end.upperBound)])
    }

    private static func ending(_ name: String) -> String {
        name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    }

    /// The last part of a path without its ending.
    private static func stem(_ name: String) -> String {
        let file = name.split(separator: "/").last ?? ""
        return String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)])
    }

    // MARK: shapefiles without an index

    private static func hasIndex(_ name: String, _ archive: ZipArchive) -> Bool {
        archive.entries.contains { $0.name.lowercased() == name.lowercased().dropLast(3) + "shx" }
    }

    private static func hasIndex(_ path: String) -> Bool {
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        return siblings(of: path).contains { $0.lowercased() == name.dropLast(3) + "shx" }
    }

    private static func siblings(of path: String) -> [String] {
        TemporaryFolder.names(in: folder(of: path))
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }

    private static func temporary(_ path: String) throws(SourceError) -> TemporaryFolder {
        try SourceError.wrapping { () throws(FileError) in try TemporaryFolder(for: path) }
    }

    /// A temporary folder with links to the files of a shapefile: GDAL writes the index that is missing beside them, never
    /// beside the files of the user.
    private static func linked(_ path: String) throws(SourceError) -> (String, TemporaryFolder) {
        let folder = try temporary(path)
        let name = stem(path)
        for sibling in siblings(of: path) where stem(sibling) == name {
            let ending = ending(sibling)
            if companions.contains(ending) {
                folder.link("\(name).\(ending)", to: Self.folder(of: path) + "/" + sibling)
            }
        }
        return ("\(folder.path)/\(name).shp", folder)
    }

    private static func extracted(
        _ inner: String, _ archive: ZipArchive, path: String
    ) throws(SourceError) -> (String, TemporaryFolder) {
        let folder = try temporary(path)
        let name = stem(inner)
        for entry in archive.entries where entry.name.dropLast(3) == inner.dropLast(3) {
            let ending = ending(entry.name)
            guard companions.contains(ending) else { continue }
            try SourceError.wrapping { () throws(FileError) in
                try archive.extract(entry, to: "\(folder.path)/\(name).\(ending)")
            }
        }
        return ("\(folder.path)/\(name).shp", folder)
    }
}
