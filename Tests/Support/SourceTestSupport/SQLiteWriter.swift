import CSQLite
import Foundation
import TestSupport

@testable import DatabaseSources
@testable import Rows
@testable import SQLiteFiles

/// Makes databases for tests, in a folder of their own that is removed with the value.
final class SQLiteWriter {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let temporary: ScratchFolder
    var folder: String { temporary.path }
    let path: String
    private var handle: OpaquePointer?

    /// - Parameter statements: what makes and fills the tables.
    init(_ statements: String..., name: String = "places.sqlite") throws {
        temporary = try ScratchFolder()
        path = temporary.file(name)
        try open()
        for statement in statements { try run(statement) }
    }

    deinit { sqlite3_close_v2(handle) }

    func open() throws {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else { throw failure }
        sqlite3_exec(handle, "PRAGMA synchronous=OFF", nil, nil, nil)
    }

    func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
    }

    /// Runs `sql` for each of `rows`, bound to ?1, ?2 and so on, in one transaction.
    func insert(_ sql: String, _ rows: [[SQLiteValue]]) throws {
        try run("BEGIN")
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
        defer { sqlite3_finalize(statement) }
        for row in rows {
            sqlite3_reset(statement)
            for (value, index) in zip(row, Int32(1)...) { bind(value, statement, index) }
            guard sqlite3_step(statement) == SQLITE_DONE else { throw failure }
        }
        sqlite3_reset(statement)
        try run("COMMIT")
    }

    private func bind(_ value: SQLiteValue, _ statement: OpaquePointer?, _ index: Int32) {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .text(let bytes):
            bytes.withUnsafeBytes {
                _ = csqlite_bind_text(
                    statement, index, $0.bindMemory(to: CChar.self).baseAddress, Int64($0.count))
            }
        case .blob(let bytes):
            bytes.withUnsafeBytes { _ = csqlite_bind_blob(statement, index, $0.baseAddress, Int64($0.count)) }
        }
    }

    /// Leaves the `-wal` of a database in WAL mode beside it when `keepingLog`.
    func close(keepingLog: Bool = false) {
        if keepingLog, let handle { _ = csqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// The names and contents of all files in the folder.
    func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            files[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
        }
        return files
    }

    func load(
        _ options: SQLiteOptions = SQLiteOptions(), isCancelled: () -> Bool = { false },
        progress: (LoadProgress) -> Void = { _ in }
    ) throws -> LoadedSource {
        try SQLiteLoader(path: path, options: options).read(isCancelled: isCancelled, progress: progress)
    }

    private var failure: Failure { Failure(description: String(cString: sqlite3_errmsg(handle))) }
}

extension SQLiteValue {
    static func text(_ text: String) -> SQLiteValue { .text(Array(text.utf8)) }
}

/// The words of what `body` throws; nil when it throws nothing.
func sourceMessage<Result>(_ body: () throws -> Result) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}
