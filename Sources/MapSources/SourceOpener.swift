import DatabaseSources
import FileSources
import DataSets
import Feeds
import Places
import Receivers
import Rows
import Streams

/// Finds the reader for whatever the user names: files of any format, standard input, several of them.
package struct SourceOpener: Sendable {
    /// All kinds of files; among equally sure ones the first wins.
    package static let kinds: [FileKind] = [
        .sqlite, .parquet, .duckDB, .flatGeobuf, .feed, .nmea, .gpx, .kml, .tcx, .google, .log, .json, .gdal,
        .csv,
    ]
    /// All kinds of database servers.
    package static let servers: [ServerKind] = [.clickHouse, .postgreSQL]

    /// The options that readers obey.
    package let options: SourceOptions
    /// What finds the places of rows without coordinates; nil where only coordinates are read.
    private let places: Places?
    /// How rows belong to areas by a code; nil where their places decide.
    private let joining: AreaJoining?
    /// The areas that files beside a server can be counted in.
    private let areaSets: AreaSets
    /// How feeds are read.
    let feeds: FeedOptions

    /// An opener with the user's options.
    package init(
        _ options: SourceOptions, places: Places? = nil, joining: AreaJoining? = nil,
        areaSets: AreaSets = AreaSets(), feeds: FeedOptions = FeedOptions()
    ) {
        self.feeds = feeds
        self.options = options
        self.places = places
        self.joining = joining
        self.areaSets = areaSets
    }

    /// The options for kinds whose rows may be without coordinates.
    private var readingOptions: SourceOptions {
        var options = options
        options.csv.columns.places = joining?.columnFinder ?? places?.columnFinder
        options.placer = places?.combinationPlacer
        return options
    }

    /// The loader of a file or stream of a known kind.
    private func reader(_ kind: FileKind, _ input: SourceInput) -> any SourceLoader {
        if kind.name == FileKind.feed.name {
            return FeedLoader([FileFeed(input, replaySpeed: feeds.replaySpeed)], options: feeds)
        }
        var loader = kind.reader(input, readingOptions)
        if !input.isStream, options.sql == nil,
            [FileKind.sqlite.name, FileKind.json.name].contains(kind.name)
        {
            loader = ConvertedLoader(base: loader, options: readingOptions)
        }
        return placed(
            loader, isStream: input.isStream,
            replacesRows: input.isStream && options.csv.columns.id != nil)
    }

    /// What finds the places of rows that a loader reads without coordinates.
    private func placed(
        _ loader: any SourceLoader, isStream: Bool = false, replacesRows: Bool = false
    ) -> any SourceLoader {
        if let joining { return JoinedLoader(base: loader, joining: joining) }
        guard let places else { return loader }
        return PlacedLoader(base: loader, places: places, isStream: isStream, replacesRows: replacesRows)
    }

    /// The loader or server for `paths`; several files are layers of one. "-" is the standard input.
    ///
    /// Each path is opened here, once, and the open file is passed to its reader. The kind of a file is
    /// detected now; that of a stream when it is read, since it may be silent for long.
    package func open(
        _ paths: [String], isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(SourceError) -> OpenedSource {
        if let server = try server(among: paths, isCancelled) { return .server(server) }
        let (servers, others) = try feedSources(among: paths)
        let paths = others.flatMap(FilePattern.paths)
        var files: [(input: SourceInput, kind: FileKind)] = []
        var streams: [SourceInput] = []
        var notices: [String] = []
        for path in paths {
            let input = try input(path)
            if options.format == nil, options.layer == nil, input.isOpen, !input.isStream,
                let contents = try ArchiveContents(input, options, isCancelled: isCancelled)
            {
                for document in contents.inputs {
                    files.append((document, try kind(of: document, isCancelled: isCancelled)))
                }
                notices += contents.notices
            } else if !input.isStream {
                files.append((input, try kind(of: input, isCancelled: isCancelled)))
            } else if streams.contains(where: input.isSameFile) {
                throw .refused(name: input.name, words: "is named twice (a stream can be read only once)")
            } else {
                streams.append(input)
            }
        }
        if let path = paths.first, options.table != nil || options.sql != nil,
            !files.contains(where: \.kind.isDatabase)
        {
            throw .refused(
                name: path, words: "is not a database (--table and --sql need SQLite, DuckDB or a server)"
            )
        }
        if servers.isEmpty, let together = try together(files, streams, isCancelled) { return together }
        if let asked = try asked(among: files, streams, isCancelled) {
            if let feed = servers.first { throw Self.streamBesideTable(feed.name) }
            return .server(asked)
        }
        let feeds = files.filter { $0.kind.name == FileKind.feed.name }.map(\.input)
        files.removeAll { $0.kind.name == FileKind.feed.name }
        var loaders = files.map { reader($0.kind, $0.input) }
        if let loader = try feedLoader(servers, feeds) { loaders.append(loader) }
        // Streams come last: one that never ends would keep the files waiting.
        for stream in streams { loaders.append(StreamLoader(stream, opener: self)) }
        func annotated(_ loader: any SourceLoader) -> any SourceLoader {
            notices.isEmpty ? loader : AnnotatedLoader(base: loader, notices: notices)
        }
        guard loaders.count == 1 else {
            return .loader(annotated(LayeredLoader(loaders: loaders)), finder: nil)
        }
        return .loader(annotated(loaders[0]), finder: files.first.flatMap { finder($0.input, $0.kind) })
    }

    /// Files of one kind that are one table.
    private func together(
        _ files: [(input: SourceInput, kind: FileKind)], _ streams: [SourceInput], _ isCancelled: () -> Bool
    ) throws(SourceError) -> OpenedSource? {
        guard streams.isEmpty, let kind = files.first?.kind, let together = kind.together,
            files.allSatisfy({ $0.kind.name == kind.name })
        else { return nil }
        switch try together(files.map(\.input), readingOptions, isCancelled) {
        case nil: return nil
        case .loader(let loader, let finder):
            return .loader(placed(loader), finder: options.sql == nil ? finder : nil)
        case .server(let server): return .server(server)
        }
    }

    /// The files that are asked for each view, and those beside them; nil where all are read.
    private func asked(
        among files: [(input: SourceInput, kind: FileKind)], _ streams: [SourceInput],
        _ isCancelled: () -> Bool
    ) throws(SourceError) -> LayeredSource? {
        var servers: [any ViewportSource] = []
        var rest = files
        for file in files {
            let same = rest.filter { $0.kind.name == file.kind.name }
            guard let together = file.kind.together, !same.isEmpty,
                case .server(let server)? = try together(same.map(\.input), readingOptions, isCancelled)
            else { continue }
            servers.append(server)
            rest.removeAll { $0.kind.name == file.kind.name }
        }
        guard !servers.isEmpty else { return nil }
        if let stream = streams.first { throw Self.streamBesideTable(stream.name) }
        let loaders = rest.map { reader($0.kind, $0.input) }
        guard let first = loaders.first else { return LayeredSource(files: nil, servers: servers) }
        return LayeredSource(
            files: LoadedLayer(
                LoadedDataSet(
                    loader: loaders.count == 1 ? first : LayeredLoader(loaders: loaders), areaSets: areaSets),
                paths: rest.map(\.input.path)),
            servers: servers)
    }

    private static func streamBesideTable(_ name: String) -> SourceError {
        .refused(
            name: name,
            words: "a stream cannot be shown beside the table of a server (save it to a file)")
    }

    /// A table of a database finds nearby rows by its own indexes; the rows of a statement have none.
    private func finder(_ input: SourceInput, _ kind: FileKind) -> LoadedDataSet.Finder? {
        guard let finder = kind.finder, options.sql == nil else { return nil }
        return { [options] () throws(SourceError) in try finder(input, options) }
    }

    /// The database servers among `paths`, and the files beside them; nil where there is no server.
    private func server(
        among paths: [String], _ isCancelled: () -> Bool
    ) throws(SourceError) -> (any ViewportSource)? {
        var servers: [any ViewportSource] = []
        var files: [String] = []
        for path in paths {
            if let kind = Self.servers.first(where: { $0.isAddress(path) }) {
                servers.append(try kind.open(path, readingOptions))
            } else {
                files.append(path)
            }
        }
        guard let server = servers.first else { return nil }
        if files.isEmpty { return servers.count == 1 ? server : LayeredSource(files: nil, servers: servers) }
        var options = options
        // These are for the server.
        (options.table, options.sql) = (nil, nil)
        let opener = SourceOpener(
            options, places: places, joining: joining, areaSets: areaSets, feeds: feeds)
        switch try opener.open(files, isCancelled: isCancelled) {
        case .server(let other):
            return (other as? LayeredSource)?.adding(servers)
                ?? LayeredSource(files: nil, servers: [other] + servers)
        case .loader(let loader, _):
            if loader.isStream { throw Self.streamBesideTable(loader.name) }
            return LayeredSource(
                files: LoadedLayer(LoadedDataSet(loader: loader, areaSets: areaSets), paths: files),
                servers: servers)
        }
    }

    // MARK: files and streams

    /// Whether `path` names the standard input.
    package static func isStandardInput(_ path: String) -> Bool {
        ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path)
    }

    /// What sources of an argument are called; several where it is a pattern.
    package static func names(of path: String) -> [String] {
        if isStandardInput(path) { return ["stdin"] }
        if let server = servers.first(where: { $0.isAddress(path) }) {
            return [try? server.open(path, SourceOptions()).name].compactMap(\.self)
        }
        return FilePattern.paths(path)
    }

    private func input(_ path: String) throws(SourceError) -> SourceInput {
        let path = Self.isStandardInput(path) ? "-" : path
        do throws(FileError) {
            let file = try FileBytes(path: path)
            if !file.isTerminal { return SourceInput(file, path: path) }
        } catch {
            // A folder may be a data set, and there are names for files in archives: only GDAL can open them.
            let isFolder = error.reason == .isDirectory && GDALLoader.isDataSet(folder: path)
            if isFolder || options.format?.name == FileKind.gdal.name { return SourceInput(path: path) }
            if error.reason == .noSuchFile, path.contains("://") {
                throw .refused(
                    name: path, words: "is an address that is not supported (download the file first)")
            }
            if error.reason == .isDirectory {
                throw .refused(
                    name: path,
                    words: "is a folder without a geodatabase or shapefiles (name the files in it)")
            }
            throw .file(error)
        }
        throw .refused(
            name: path == "-" ? "stdin" : path,
            words: "is a terminal (name a file, or send rows through a pipe)")
    }

    /// The loader for a stream, whose kind is detected from its first bytes.
    func loader(
        for stream: SourceInput, isCancelled: () -> Bool
    ) throws(SourceError) -> any SourceLoader {
        let kind = try kind(of: stream, isCancelled: isCancelled)
        guard kind.isStreamable else {
            throw .refused(
                name: stream.name,
                words: "is a binary format that cannot be read from a stream (save it to a file)")
        }
        return reader(kind, stream)
    }

    /// The requested kind, otherwise the one detected from the first bytes or the name.
    private func kind(of input: SourceInput, isCancelled: () -> Bool) throws(SourceError) -> FileKind {
        if let kind = options.format { return kind }
        guard input.isOpen else { return .gdal }
        let beginning = try input.peek(isCancelled: isCancelled, isEnough: Self.isDetermined)
        let columns = options.csv.columns
        let head = SourceHead(
            beginning.head, name: input.path, archive: beginning.archive,
            isStream: input.isStream && columns.namesNoCoordinates && columns.id == nil)
        let kind = try Self.kind(of: head, name: input.path)
        let needsLayers = options.layer != nil && !kind.hasLayers
        // The other readers know only degrees, and so does that of features.
        let isRecords = kind.name == FileKind.json.name && !head.holds("\"coordinates\"")
        let needsSystem = options.csv.coordinateSystem != nil && kind.name != FileKind.csv.name && !isRecords
        return needsLayers || needsSystem ? .gdal : kind
    }
}
