import Platform
import Rows
import Streams

extension FileKind {
    /// Parquet files, which are read as one table however many they are.
    package static let parquet = FileKind(
        name: "parquet", magic: Array("PAR1".utf8), isStreamable: false,
        reader: { DuckDBReader(paths: [$0.path], isDatabase: false, options: $1) },
        together: { (inputs, options, isCancelled) throws(SourceError) in
            try DuckDBReader(paths: inputs.map(\.path), isDatabase: false, options: options)
                .opened(isCancelled: isCancelled)
        },
        judge: { $0.ending == "parquet" || $0.ending == "geoparquet" ? .certain : nil })

    /// Databases of DuckDB.
    package static let duckDB = FileKind(
        name: "duckdb", isStreamable: false, isDatabase: true,
        reader: { DuckDBReader(paths: [$0.path], isDatabase: true, options: $1) },
        together: { (inputs, options, isCancelled) throws(SourceError) in
            guard inputs.count == 1 else { return nil }
            return try DuckDBReader(paths: [inputs[0].path], isDatabase: true, options: options)
                .opened(isCancelled: isCancelled)
        },
        judge: { head in
            // After a checksum of eight bytes.
            head.bytes.dropFirst(8).starts(with: Array("DUCK".utf8)) ? .certain : nil
        })
}

/// Files that duckdb reads, not opened yet.
struct DuckDBReader: SourceLoader {
    private let data: DuckDBData

    init(paths: [String], isDatabase: Bool, options: SourceOptions) {
        let absolute = paths.map(Self.absolute)
        data = DuckDBData(
            name: paths.count == 1 ? paths[0] : "\(grouped(paths.count)) files",
            content: isDatabase ? .database(absolute[0]) : .files(absolute), options: DuckDBOptions(options))
    }

    var name: String { data.name }

    /// The loader of all rows, or what answers for views where there are too many rows or the user wants that.
    func opened(isCancelled: () -> Bool) throws(SourceError) -> FileKind.Opened {
        let session = data.session()
        let layout = try data.layout(session, isCancelled)
        if data.options.asks || layout.rowCount > data.options.readLimit {
            try layout.checkViews(of: data.name)
            return .server(EngineSource(DuckDBEngine(data, session: session, layout: layout)))
        }
        let loader = DuckDBLoader(data: data, session: session, layout: layout)
        // Places by names and codes are known of all rows when these are read.
        if layout.placeRoles != nil { return .loader(loader, finder: nil) }
        return .loader(loader) { [data] () throws(SourceError) in
            try layout.checkViews(of: data.name)
            return EngineSource(DuckDBEngine(data, session: session, layout: layout))
        }
    }

    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        try loader(isCancelled).read(isCancelled: isCancelled, progress: progress)
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try loader(isCancelled).explainColumns(isCancelled: isCancelled)
    }

    private func loader(_ isCancelled: () -> Bool) throws(SourceError) -> DuckDBLoader {
        let session = data.session()
        return DuckDBLoader(data: data, session: session, layout: try data.layout(session, isCancelled))
    }

    /// Links are not resolved: a name may say more than what it links to.
    private static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        return Folder.current.map { $0 + "/" + path } ?? path
    }
}

extension DuckDBOptions {
    fileprivate init(_ options: SourceOptions) {
        self.init(
            table: options.table, sql: options.sql, columns: options.csv.columns, placer: options.placer,
            asks: options.asks,
            snapshotInterval: options.csv.snapshotInterval, journeys: options.features().journeyCollector)
    }
}
