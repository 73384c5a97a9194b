/// What the user named, ready to be read or asked.
public enum OpenedSource: Sendable {
    /// All rows are read; what can find those near a place without that, where there is such a thing.
    case loader(any SourceLoader, finder: Finder?)
    /// Rows stay where they are, and the server is asked.
    case server(any ViewportSource)

    /// Makes what finds rows near a place in a database.
    public typealias Finder = @Sendable () throws(SourceError) -> any NearbySource

    /// What finds rows near a place by an index of its own; nil where all rows must be read.
    public func finder() throws(SourceError) -> (any NearbySource)? {
        switch self {
        case .loader(_, let finder): try finder?()
        case .server(let server): server
        }
    }

    /// What to call it on the screen and in messages.
    public func name(of paths: [String]) -> String {
        if case .server(let server) = self { return server.name }
        return paths.count == 1 ? paths[0] : "\(paths.count) files"
    }

    public func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        switch self {
        case .loader(let loader, _): try loader.explainColumns(isCancelled: isCancelled)
        case .server(let server): try server.explainColumns(isCancelled: isCancelled)
        }
    }

    /// Reads everything; a server is not read.
    public func read(isCancelled: () -> Bool) throws(SourceError) -> LoadedSource {
        guard case .loader(let loader, _) = self else { throw .cancelled }
        return try loader.read(isCancelled: isCancelled, progress: { _ in })
    }
}

/// Finds the reader for whatever the user names: files of any format, standard input, several of them.
public struct SourceOpener: Sendable {
    public let options: SourceOptions

    public init(_ options: SourceOptions) { self.options = options }

    /// What reads or asks `paths`, several of them as layers of one; "-" is the standard input.
    ///
    /// Files are looked at to find out their formats; streams are when they are read, since they may be silent for long.
    public func open(
        _ paths: [String], isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(SourceError) -> OpenedSource {
        if let server = try server(among: paths) { return .server(server) }
        var loaders: [any SourceLoader] = []
        // Streams come last: one that never ends would keep the files waiting.
        let paths = paths.map { Self.standardInputs.contains($0) ? "-" : $0 }
        for path in paths where !isStream(path) {
            loaders.append(try loader(for: path, isCancelled: isCancelled))
        }
        for path in paths where isStream(path) { loaders.append(StreamLoader(path: path, opener: self)) }
        if options.table != nil || options.sql != nil, !loaders.contains(where: { $0 is SQLiteLoader }) {
            throw .refused(
                name: paths[0], words: "is no database (--table and --sql are for SQLite and PostgreSQL)")
        }
        guard loaders.count == 1 else { return .loader(LayeredLoader(loaders: loaders), finder: nil) }
        return .loader(loaders[0], finder: finder(beside: loaders[0]))
    }

    /// A table of a database finds what is near by its own indexes.
    private func finder(beside loader: any SourceLoader) -> OpenedSource.Finder? {
        guard let loader = loader as? SQLiteLoader, loader.options.sql == nil else { return nil }
        return { () throws(SourceError) in
            try SQLiteFinder(path: loader.path, options: loader.options, isCancelled: { false })
        }
    }

    /// Other names of the standard input.
    private static let standardInputs: Set = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]

    /// The database server that is named; it is shown alone.
    private func server(among paths: [String]) throws(SourceError) -> (any ViewportSource)? {
        guard let url = paths.first(where: PostgreSQLSource.isAddress) else { return nil }
        let settings = PostgreSQLOptions(
            table: options.table, sql: options.sql, columns: options.csv.columns)
        let server = try PostgreSQLSource(url: url, options: settings)
        guard paths.count == 1 else {
            throw .refused(name: server.name, words: "a database server is shown alone (leave out the files)")
        }
        return server
    }

    /// What reads one file or stream, which is looked at for it.
    func loader(
        for path: String, isCancelled: () -> Bool
    ) throws(SourceError) -> any SourceLoader {
        let format = try format(of: path, isCancelled: isCancelled)
        if path == "-", format == .sqlite || format == .gdal {
            throw .refused(
                name: "stdin",
                words: "is no text, and what it is cannot be read from a stream (save it to a file)")
        }
        switch format {
        case .csv:
            let loader = CSVLoader(path: path, options: options.csv)
            return isStream(path) && options.csv.columns.id != nil ? LatestRowsLoader(loader: loader) : loader
        case .json: return GeoJSONLoader(path: path, options: features(isStream: isStream(path)))
        case .gpx: return GPXLoader(path: path, options: features(isStream: false))
        case .kml: return KMLLoader(path: path, options: features(isStream: false))
        case .sqlite:
            return SQLiteLoader(
                path: path,
                options: SQLiteOptions(
                    columns: options.csv.columns, table: options.table ?? options.layer, sql: options.sql))
        case .gdal: return GDALLoader(path: path, layer: options.layer, options: features(isStream: false))
        }
    }

    private func features(isStream: Bool) -> FeatureOptions {
        var features = FeatureOptions(columns: options.csv.columns)
        // What is told again of the same thing is news of it; a file has each thing once.
        features.replacesRowsWithID = isStream && options.csv.columns.id != nil
        features.snapshotInterval = options.csv.snapshotInterval
        return features
    }

    private func isStream(_ path: String) -> Bool {
        path == "-" || FileIdentity(path: path)?.isRegular == false
    }

    /// The format that was asked for, else the one that the first bytes or the name tell.
    private func format(of path: String, isCancelled: () -> Bool) throws(SourceError) -> SourceFormat {
        if let format = options.format { return format }
        let head = try head(of: path, isCancelled: isCancelled)
        switch ArchiveKind.of(path: path) {
        case .kmz: return .kml
        case .zip: return .gdal
        default: break
        }
        let format = try SourceFormat(head: ArchiveKind.unpackedHead(head), name: path)
        return options.layer != nil && format != .sqlite ? .gdal : format
    }

    private func head(of path: String, isCancelled: () -> Bool) throws(SourceError) -> [UInt8] {
        // Another pipe would lose its writer if it were opened, looked at, and opened again.
        let isLastingStream = path == "-" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
        if isStream(path), !isLastingStream { return [] }
        let file: FileBytes
        do throws(FileError) {
            file = try FileBytes(path: path)
            if file.isSeekable {
                let head = try file.head(SourceFormat.headLength)
                return ArchiveKind(head: head) == nil ? head : try file.head(ArchiveKind.packedHeadLength)
            }
        } catch {
            // A folder may be a data set of GDAL's.
            if error.reason == .isDirectory, path.hasSuffix(".gdb") || path.hasSuffix(".gdb/") { return [] }
            throw .file(error)
        }
        // A packed stream tells nothing before its first block is whole.
        return try StreamHeads.look(at: file, length: ArchiveKind.packedHeadLength, isCancelled: isCancelled)
        {
            ArchiveKind(head: $0) == nil || ArchiveKind.unpackedHead($0) != $0
        }
    }
}

extension FileBytes {
    /// The first bytes of a file, at most `length`.
    func head(_ length: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(length, identity.size))
        let count = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(FileError) in try read(at: 0, into: buffer) }
        }
        return Array(bytes.prefix(try count.get()))
    }
}
