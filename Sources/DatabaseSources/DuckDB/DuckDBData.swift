import Platform
import RowValues
import Rows
import Streams

/// What is read: files, or a table of a database.
struct DuckDBData: Sendable {
    enum Content: Sendable, Equatable {
        /// Parquet files with the same columns, by absolute paths.
        case files([String])
        /// A database file, by its absolute path.
        case database(String)
    }

    /// As the user named it.
    let name: String
    let content: Content
    let options: DuckDBOptions

    /// The program to run: the user's, or the one on PATH.
    private static var program: String {
        Environment.text("TERMMAP_DUCKDB") ?? "duckdb"
    }

    var start: DuckDBProcess.Start {
        var arguments = ["-no-init", "-batch", "-noheader", "-list"]
        if case .database(let path) = content { arguments += ["-readonly", path] }
        return DuckDBProcess.Start(program: options.program ?? Self.program, arguments: arguments)
    }

    /// What each process runs first: it reads these files and no others, loads nothing, and writes nothing.
    ///
    /// The last statement forbids access to other files and changes of all that.
    var preparation: [String] {
        let files: [String] =
            switch content {
            case .files(let paths): paths
            case .database: []
            }
        let settings = [
            "autoinstall_known_extensions = false", "autoload_known_extensions = false",
            "threads = \(options.threads)", "memory_limit = '\(options.memoryMegabytes)MB'",
            "temp_directory = ''", "TimeZone = 'UTC'", "preserve_insertion_order = true",
            "enable_progress_bar = false", "allow_community_extensions = false",
            "parquet_metadata_cache = true",
            "allowed_paths = \(DuckDBSQL.list(files + ["/dev/stdout"]))",
        ]
        return settings.map { "SET \($0)" } + [".safe_mode"]
    }

    func session() -> DuckDBSession {
        DuckDBSession(name: name, start, preparation: preparation, timeout: options.timeout)
    }

    /// What a program finds of it.
    func layout(_ session: DuckDBSession, _ isCancelled: () -> Bool) throws(SourceError) -> DuckDBLayout {
        try withoutActuallyEscaping(isCancelled) { isCancelled throws(SourceError) in
            try DuckDBCatalog(session: session, data: self, isCancelled: isCancelled).layout()
        }
    }

    /// The files as they are now.
    var identities: [FileIdentity?] {
        switch content {
        case .files(let paths): paths.map { FileIdentity(path: $0) }
        case .database(let path): [FileIdentity(path: path)]
        }
    }
}

/// How Parquet files and DuckDB databases are read.
package struct DuckDBOptions: Sendable {
    /// A table or view of a database, as `name` or `schema.name`.
    package var table: String?
    /// A SELECT instead of a table.
    package var sql: String?
    /// The columns that the user named.
    package var columns = ColumnOptions()
    /// Finds the places of rows without coordinates that are asked for; nil where only coordinates are read.
    package var placer: CombinationPlacer?
    /// Each view is asked for, however few rows there are.
    package var asks = false
    /// Up to here all rows are read.
    package var readLimit = DuckDBOptions.standardReadLimit
    /// Time between two partial results of a load.
    package var snapshotInterval = CSVOptions().snapshotInterval
    /// Gathers the heights of the vertices of rows; nil where nobody asks for them.
    package var journeys: JourneyCollector?
    /// Nil for the program on PATH.
    package var program: String?
    var timeout = DuckDBSession.standardTimeout
    var threads = HelperThreads.processorCount
    var memoryMegabytes = max((AvailableMemory.byteCount ?? 1 << 32) / 2 / 1_000_000, 256)

    /// More rows than these are asked for view by view.
    package static let standardReadLimit = 10_000_000
}
