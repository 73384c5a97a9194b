import CSQLite
import MapModel

/// Makes MBTiles files, removed with the value.
final class MBTilesWriter {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let tables = """
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        """
    static let index = "CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)"

    private let file: TemporaryFile
    var path: String { file.path }

    /// - Parameters:
    ///   - statements: what is run after the tables were made.
    ///   - tiles: what is inserted at last.
    init(
        _ statements: [String] = [index], tables: String = tables, tiles: [(id: TileID, bytes: [UInt8])] = [],
        metadata: [String: String] = ["format": "pbf", "minzoom": "0", "maxzoom": "2"]
    ) throws {
        file = try TemporaryFile(name: "tiles.mbtiles")
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(description: "cannot open") }
        for sql in ["PRAGMA synchronous=OFF", "PRAGMA page_size=1024", tables] + statements {
            try Self.run(sql, [], handle)
        }
        for (name, value) in metadata {
            try Self.run("INSERT INTO metadata VALUES ('\(name)', '\(value)')", [], handle)
        }
        for (id, bytes) in tiles {
            let row = (1 << id.zoom) - 1 - id.row
            try Self.run("INSERT INTO tiles VALUES (\(id.zoom), \(id.column), \(row), ?1)", bytes, handle)
        }
    }

    /// Runs each statement of `sql`; a parameter is `blob`.
    private static func run(_ sql: String, _ blob: [UInt8], _ handle: OpaquePointer?) throws {
        var rest = sql
        while !rest.allSatisfy(\.isWhitespace) {
            var statement: OpaquePointer?
            let used: Int? = rest.withCString { text in
                var tail: UnsafePointer<CChar>?
                guard sqlite3_prepare_v2(handle, text, -1, &statement, &tail) == SQLITE_OK else { return nil }
                return tail.map { $0 - text }
            }
            defer { sqlite3_finalize(statement) }
            guard let used else { throw Failure(description: String(cString: sqlite3_errmsg(handle))) }
            rest = String(decoding: Array(rest.utf8).dropFirst(used), as: UTF8.self)
            blob.withUnsafeBytes { _ = csqlite_bind_blob(statement, 1, $0.baseAddress, Int64($0.count)) }
            while sqlite3_step(statement) == SQLITE_ROW {}
        }
    }
}
