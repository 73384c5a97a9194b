import MapModel
import Rows
import Streams

/// Loads any format that GDAL reads: ogr2ogr converts it into features on WGS 84, which are read as they
/// arrive.
///
/// Everything but the program itself happens on the caller's thread: call it from a task of its own.
package struct GDALLoader: SourceLoader {
    /// The file or folder as the user named it.
    package let path: String
    /// The layer to read; nil when it is chosen: the only one, or the only one with geometries.
    package let layer: String?
    /// The limits and columns for the features.
    package let options: FeatureOptions

    /// - Parameters:
    ///   - path: a file or a folder.
    ///   - layer: the layer to read, when there are several.
    package init(path: String, layer: String? = nil, options: FeatureOptions = FeatureOptions()) {
        self.path = path
        self.layer = layer
        self.options = options
    }

    /// The path.
    package var name: String { path }

    /// Runs ogr2ogr and reads its features while they arrive.
    ///
    /// - Throws: `.refused` when the program is not installed, the format is unknown, or several layers could
    ///   be meant; `.empty` without features.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let layer = try chosenLayer(isCancelled: isCancelled)
        let process = try convert(layer)
        var loaded: LoadedSource?
        do throws(SourceError) {
            var run = try JSONRun(process.output, options: readOptions, isCancelled: isCancelled)
            loaded = try run.read(isCancelled: isCancelled, progress: progress)
        } catch .empty {
            // The program's error message explains why there is nothing.
        }
        if let words = try failure(process, isCancelled: isCancelled) {
            guard loaded != nil else { throw .refused(name: path, words: words) }
            loaded?.notices.insert(
                "\(printable(path)): \(printable(words)) (showing the rows before it)", at: 0)
        }
        guard let loaded else { throw .empty(file: path, hasHeader: false) }
        return loaded
    }

    /// Converts the first features and explains their columns.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let layer = try chosenLayer(isCancelled: isCancelled)
        let process = try convert(layer)
        let run = try JSONRun(process.output, options: readOptions, isCancelled: isCancelled)
        let lines = run.explanation()
        return ["read by GDAL, layer \(quoted(layer))"] + lines.dropFirst()
    }

    /// ogr2ogr writes longitude first, whatever the source had.
    private var readOptions: FeatureOptions {
        var options = options
        options.columns.isSwapped = false
        options.countsLines = false
        return options
    }

    // MARK: programs

    /// Formats that refer to other files, servers or statements are disabled: such a file is not trusted.
    private static let settings = [
        "OGR_SKIP":
            "OGR_VRT,VRT,PostgreSQL,MySQL,ODBC,PGeo,MSSQLSpatial,OCI,WFS,OAPIF,CSW,GMLAS,HTTP,Elasticsearch,Carto,"
            + "AmigoCloud,PLSCENES,NGW,EEDA,OGCAPI,PGDUMP,GPSBabel,OGR_OGDI,MongoDBv3,HANA",
        "GML_SKIP_RESOLVE_ELEMS": "ALL", "CPL_VSIL_CURL_ALLOWED_EXTENSIONS": "{none}",
    ]

    private func convert(_ layer: String) throws(SourceError) -> ConverterProcess {
        guard !layer.hasPrefix("-") else {
            throw .refused(
                name: path, words: "layer \(quoted(layer)) looks like an option and is not read")
        }
        var arguments = [
            "-f", "GeoJSONSeq", "-t_srs", "EPSG:4326", "-lco", "COORDINATE_PRECISION=7", "-dim", "XY",
        ]
        // No other file may be written beside a GML file.
        if path.lowercased().hasSuffix(".gml") { arguments += ["-oo", "WRITE_GFS=NO"] }
        return try start("ogr2ogr", arguments + ["/vsistdout/", Self.location(path), layer])
    }

    private func start(_ program: String, _ arguments: [String]) throws(SourceError) -> ConverterProcess {
        do throws(FileError) {
            return try ConverterProcess(program, arguments, settings: Self.settings, name: path)
        } catch {
            throw .file(error)
        }
    }

    /// The path in a form that is neither an option nor an address, looked into where it is a zip archive.
    static func location(_ path: String) -> String {
        let plain = path.hasPrefix("/") ? path : "./" + path
        return path.lowercased().hasSuffix(".zip") ? "/vsizip/" + plain : plain
    }

    /// Why the program failed; nil when it did not.
    private func failure(
        _ process: ConverterProcess, isCancelled: () -> Bool
    ) throws(SourceError) -> String? {
        switch try process.outcome(isCancelled: isCancelled) {
        case .succeeded: return nil
        case .failed(let words): return "GDAL: \(words)"
        case .notInstalled:
            throw .refused(
                name: path, words: "needs ogr2ogr, which is not installed (apt install gdal-bin)")
        }
    }

    // MARK: layers

    /// The layer that the user named, else the only one, else the only one with geometries.
    private func chosenLayer(isCancelled: () -> Bool) throws(SourceError) -> String {
        if let layer { return layer }
        let process = try start("ogrinfo", ["-ro", "-so", "-q", Self.location(path)])
        var text: [UInt8] = []
        try process.output.forEachPiece(isCancelled: isCancelled) { (piece) throws(SourceError) in
            for index in piece.indices where text.count < 1 << 20 { text.append(piece[index]) }
        }
        if isCancelled() { throw .cancelled }
        if let words = try failure(process, isCancelled: isCancelled) {
            // It prints this where layers would be listed.
            let isUnknown = text.starts(with: Array("FAILURE".utf8))
            throw .refused(name: path, words: isUnknown ? "is not in a format that GDAL reads" : words)
        }
        let layers = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap(Layer.init)
        let placed = layers.filter(\.hasGeometry)
        if let only = placed.first, placed.count == 1 { return only.name }
        if let only = layers.first, layers.count == 1 { return only.name }
        guard !layers.isEmpty else { throw .empty(file: path, hasHeader: false) }
        let names = placed.isEmpty ? layers : placed
        let list = names.prefix(12).map { quoted($0.name) }.joined(separator: ", ")
        throw .refused(
            name: path,
            words: "has \(names.count) layers: \(list)\(names.count > 12 ? ", …" : "") (choose with --layer)")
    }

    /// A line of ogrinfo: `1: places (Point)`, `Layer: places (None)`.
    struct Layer: Equatable {
        let name: String
        let hasGeometry: Bool

        init?(_ line: Substring) {
            guard let colon = line.firstIndex(of: ":"),
                line[..<colon] == "Layer" || Int(line[..<colon]) != nil
            else {
                return nil
            }
            var rest = line[line.index(after: colon)...].drop { $0 == " " }
            var kind: Substring = ""
            if rest.hasSuffix(")"), let open = rest.lastIndex(of: "(") {
                kind = rest[open...]
                rest = rest[..<open]
                while rest.last == " " { rest.removeLast() }
            }
            guard !rest.isEmpty else { return nil }
            name = String(rest)
            hasGeometry = kind != "(None)"
        }
    }
}
