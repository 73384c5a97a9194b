import Foundation
import TestSupport

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// The program duckdb that `make deps-test` installs, or the user's; files that it writes for tests.
enum DuckDBProgram {
    /// Nil where there is none: tests that need it are skipped.
    static let path: String? = {
        let named = ProcessInfo.processInfo.environment["TERMMAP_DUCKDB"]
        let root = URL(fileURLWithPath: #filePath + "/../../../..").standardized.path
        let installed = root + "/.build/duckdb-cli/duckdb_cli/duckdb"
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return ([named ?? "", installed] + folders.map { "\($0)/duckdb" })
            .first { FileManager.default.isExecutableFile(atPath: $0) && !$0.isEmpty }
    }()

    static var isAvailable: Bool { path != nil }

    /// Runs statements in a new database, or in the one at `database`.
    static func execute(_ statements: [String], database: String? = nil) throws {
        let process = try DuckDBProcess(
            DuckDBProcess.Start(
                program: path ?? "duckdb", arguments: ["-no-init", "-batch"] + (database.map { [$0] } ?? [])))
        defer { process.kill() }
        for statement in statements {
            try process.run(statement + ";", silence: .seconds(60), isCancelled: { false }) { _ in }
        }
        // The database is complete when it is closed.
        if database != nil {
            try process.run("CHECKPOINT;", silence: .seconds(60), isCancelled: { false }) { _ in }
            // Nobody can open it before the program has ended; the failure that it has is awaited.
            try? process.run(".exit", silence: .seconds(60), isCancelled: { false }) { _ in }
        }
    }
}

extension ScratchFolder {
    /// A Parquet file with the rows of a SELECT.
    func parquet(_ select: String, name: String = "places.parquet") throws -> String {
        let path = file(name)
        try DuckDBProgram.execute(["COPY (\(select)) TO \(DuckDBSQL.literal(path)) (FORMAT parquet)"])
        return path
    }

    /// A database made by statements.
    func database(_ statements: String..., name: String = "places.duckdb") throws -> String {
        let path = file(name)
        try DuckDBProgram.execute(statements, database: path)
        return path
    }
}

/// The same rows read whole and asked for.
struct DuckDBPair {
    let loaded: LoadedSource
    let source: EngineSource

    static func options(_ table: String? = nil) -> DuckDBOptions {
        DuckDBOptions(table: table, program: DuckDBProgram.path)
    }

    static func data(_ paths: [String], _ options: DuckDBOptions = options()) -> DuckDBData {
        let isDatabase = paths[0].hasSuffix(".duckdb")
        return DuckDBData(
            name: paths[0], content: isDatabase ? .database(paths[0]) : .files(paths), options: options)
    }

    static func loader(_ paths: [String], _ options: DuckDBOptions = options()) throws -> DuckDBLoader {
        let data = data(paths, options)
        let session = data.session()
        let layout = try DuckDBCatalog(session: session, data: data, isCancelled: { false }).layout()
        return DuckDBLoader(data: data, session: session, layout: layout)
    }

    init(_ paths: [String], _ options: DuckDBOptions = options()) throws {
        loaded = try Self.loader(paths, options).read(isCancelled: { false })
        let data = Self.data(paths, options)
        source = EngineSource(DuckDBEngine(data, session: data.session()))
    }
}
