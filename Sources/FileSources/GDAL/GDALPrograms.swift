import Programs
import Streams

/// Runs the programs of GDAL on one data set.
struct GDALPrograms {
    /// The file as the user named it.
    let path: String
    let dataSet: GDALDataSet

    /// Formats that refer to other files, servers or statements are disabled: such a file is not trusted.
    private static let settings = [
        "OGR_SKIP":
            "OGR_VRT,VRT,PostgreSQL,MySQL,ODBC,PGeo,MSSQLSpatial,OCI,WFS,OAPIF,CSW,GMLAS,HTTP,Elasticsearch,Carto,"
            + "AmigoCloud,PLSCENES,NGW,EEDA,OGCAPI,PGDUMP,GPSBabel,OGR_OGDI,MongoDBv3,HANA",
        "GML_SKIP_RESOLVE_ELEMS": "ALL", "CPL_VSIL_CURL_ALLOWED_EXTENSIONS": "{none}",
    ]

    /// The index of a shapefile is written only into a folder of our own.
    private var settings: [String: String] {
        dataSet.isTemporary
            ? Self.settings.merging(["SHAPE_RESTORE_SHX": "YES"]) { $1 } : Self.settings
    }

    /// Starts the conversion of a layer with geometries into features on WGS 84.
    ///
    /// - Parameters:
    ///   - system: the coordinate system of the layer; nil for its own.
    ///   - keepsHeights: third coordinates are wanted.
    func features(
        of layer: String, system: String?, keepsHeights: Bool
    ) throws(SourceError) -> ConverterProcess {
        var arguments = ["-f", "GeoJSONSeq", "-t_srs", "EPSG:4326", "-lco", "COORDINATE_PRECISION=7"]
        if !keepsHeights { arguments += ["-dim", "XY"] }
        if let system { arguments += ["-s_srs", system] }
        // No other file may be written beside a GML file.
        if path.lowercased().hasSuffix(".gml") { arguments += ["-oo", "WRITE_GFS=NO"] }
        return try start("ogr2ogr", arguments + ["/vsistdout/", dataSet.location, checked(layer)])
    }

    /// Starts the conversion of a layer without geometries into CSV.
    func rows(of layer: String) throws(SourceError) -> ConverterProcess {
        try start("ogr2ogr", ["-f", "CSV", "/vsistdout/", dataSet.location, checked(layer)])
    }

    /// The layers of the data set.
    func layers(isCancelled: () -> Bool) throws(SourceError) -> [GDALLayer] {
        let text = try output("ogrinfo", ["-ro", "-so", "-q", dataSet.location], isCancelled: isCancelled)
        return text.split(separator: "\n").compactMap(GDALLayer.init)
    }

    /// What is known of one layer.
    func info(of layer: String, isCancelled: () -> Bool) throws(SourceError) -> GDALLayerInfo {
        GDALLayerInfo(
            try output(
                "ogrinfo", ["-ro", "-so", dataSet.location, checked(layer)], isCancelled: isCancelled))
    }

    /// Why a program failed, in GDAL's words; nil when it did not.
    func failure(
        _ process: ConverterProcess, isCancelled: () -> Bool
    ) throws(SourceError) -> String? {
        switch try process.outcome(isCancelled: isCancelled) {
        case .succeeded: return nil
        case .failed(let words): return words
        case .notInstalled:
            throw .refused(
                name: path, words: "needs ogr2ogr, which is not installed (apt install gdal-bin)")
        }
    }

    private func output(
        _ program: String, _ arguments: [String], isCancelled: () -> Bool
    ) throws(SourceError) -> String {
        let process = try start(program, arguments)
        var text: [UInt8] = []
        try process.output.forEachPiece(isCancelled: isCancelled) { (piece) throws(SourceError) in
            for index in piece.indices where text.count < 1 << 20 { text.append(piece[index]) }
        }
        if isCancelled() { throw .cancelled }
        if let words = try failure(process, isCancelled: isCancelled) {
            // It prints this where layers would be listed.
            let isUnknown = text.starts(with: Array("FAILURE".utf8))
            throw .refused(
                name: path,
                words: isUnknown
                    ? UnknownFormat.words(path: path)
                    : GDALWords.explained(words, layer: nil, system: nil))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func checked(_ layer: String) throws(SourceError) -> String {
        guard !layer.hasPrefix("-") else {
            throw .refused(
                name: path, words: "layer \(quoted(layer)) looks like an option and is not read")
        }
        return layer
    }

    private func start(_ program: String, _ arguments: [String]) throws(SourceError) -> ConverterProcess {
        try SourceError.wrapping { () throws(FileError) in
            try ConverterProcess(program, arguments, settings: settings, name: path)
        }
    }
}
