/// Finds the reader for whatever the user names: files of any format, standard input, several of them.
public struct SourceOpener: Sendable {
    public let options: SourceOptions

    public init(_ options: SourceOptions) { self.options = options }

    /// What reads or asks `paths`, several of them as layers of one; "-" is the standard input.
    ///
    /// Each path is opened here, once, and the open file handed on to what reads it. Files are looked at to find out
    /// their formats; streams are when they are read, since they may be silent for long.
    public func open(
        _ paths: [String], isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(SourceError) -> OpenedSource {
        if let server = try server(among: paths) { return .server(server) }
        var loaders: [any SourceLoader] = []
        var streams: [SourceInput] = []
        for path in paths {
            guard let input = try input(path) else {
                loaders.append(gdalLoader(path))
                continue
            }
            if !input.isStream {
                loaders.append(try loader(for: input, isCancelled: isCancelled))
            } else if streams.contains(where: input.isSameFile) {
                throw .refused(name: input.name, words: "is named twice (a stream can be read only once)")
            } else {
                streams.append(input)
            }
        }
        // Streams come last: one that never ends would keep the files waiting.
        for stream in streams { loaders.append(StreamLoader(stream, opener: self)) }
        if options.table != nil || options.sql != nil, !loaders.contains(where: { $0 is SQLiteLoader }) {
            throw .refused(
                name: paths[0], words: "is not a database (--table and --sql need SQLite or PostgreSQL)")
        }
        guard loaders.count == 1 else { return .loader(LayeredLoader(loaders: loaders), finder: nil) }
        return .loader(loaders[0], finder: finder(beside: loaders[0]))
    }

    /// Whether `path` names the standard input.
    public static func isStandardInput(_ path: String) -> Bool {
        ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path)
    }

    /// A table of a database finds what is near by its own indexes.
    private func finder(beside loader: any SourceLoader) -> OpenedSource.Finder? {
        guard let loader = loader as? SQLiteLoader, loader.options.sql == nil else { return nil }
        return { () throws(SourceError) in
            try SQLiteFinder(path: loader.path, options: loader.options, isCancelled: { false })
        }
    }

    /// The database server that is named; it is shown alone.
    private func server(among paths: [String]) throws(SourceError) -> (any ViewportSource)? {
        guard let url = paths.first(where: PostgreSQLSource.isAddress) else { return nil }
        let settings = PostgreSQLOptions(
            table: options.table, sql: options.sql, columns: options.csv.columns)
        let server = try PostgreSQLSource(url: url, options: settings)
        guard paths.count == 1 else {
            throw .refused(name: server.name, words: "a database server cannot be combined with files")
        }
        return server
    }

    // MARK: files and streams

    /// Opens what is named; nil for what only GDAL knows how to open.
    private func input(_ path: String) throws(SourceError) -> SourceInput? {
        let path = Self.isStandardInput(path) ? "-" : path
        do throws(FileError) {
            return SourceInput(try FileBytes(path: path), path: path)
        } catch {
            // A folder may be a data set, and there are names for files in archives.
            let isFolder = error.reason == .isDirectory && (path.hasSuffix(".gdb") || path.hasSuffix(".gdb/"))
            if isFolder || options.format == .gdal { return nil }
            throw .file(error)
        }
    }

    /// What reads one file or stream, which is looked at for it.
    func loader(
        for input: SourceInput, isCancelled: () -> Bool
    ) throws(SourceError) -> any SourceLoader {
        let format = try format(of: input, isCancelled: isCancelled)
        if input.isStream, format == .sqlite || format == .gdal {
            throw .refused(
                name: input.name,
                words: "is a binary format that cannot be read from a stream (save it to a file)")
        }
        switch format {
        case .csv:
            let loader = CSVLoader(input, options: options.csv)
            return input.isStream && options.csv.columns.id != nil ? LatestRowsLoader(loader: loader) : loader
        case .json: return GeoJSONLoader(input, options: features(isStream: input.isStream))
        case .gpx: return GPXLoader(input, options: features(isStream: false))
        case .kml: return KMLLoader(input, options: features(isStream: false))
        case .sqlite:
            return SQLiteLoader(
                path: input.path,
                options: SQLiteOptions(
                    columns: options.csv.columns, table: options.table ?? options.layer, sql: options.sql))
        case .gdal: return gdalLoader(input.path)
        }
    }

    private func gdalLoader(_ path: String) -> GDALLoader {
        GDALLoader(path: path, layer: options.layer, options: features(isStream: false))
    }

    private func features(isStream: Bool) -> FeatureOptions {
        var features = FeatureOptions(columns: options.csv.columns)
        // In a stream, a repeated record is an update; a file has each thing once.
        features.replacesRowsWithID = isStream && options.csv.columns.id != nil
        features.snapshotInterval = options.csv.snapshotInterval
        return features
    }

    /// The requested format, otherwise the one detected from the first bytes or the name.
    private func format(of input: SourceInput, isCancelled: () -> Bool) throws(SourceError) -> SourceFormat {
        if let format = options.format { return format }
        let beginning = try input.peek(isCancelled: isCancelled)
        switch beginning.archive {
        case .kmz: return .kml
        case .zip: return .gdal
        default: break
        }
        let format = try SourceFormat(head: ArchiveKind.unpackedHead(beginning.head), name: input.path)
        return options.layer != nil && format != .sqlite ? .gdal : format
    }
}
