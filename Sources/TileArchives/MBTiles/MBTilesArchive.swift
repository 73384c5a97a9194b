import MapModel
import SQLiteFiles
import Streams

/// An MBTiles file of vector tiles: an SQLite database with a table or view `tiles`.
///
/// Each tile is read with a connection of its own, so that any thread may ask and no lock is held in between. A
/// connection and its query take 0.14 ms, a tenth of the time that a tile of 100 KB takes to decompress.
/// After the MBTiles specification 1.3, github.com/mapbox/mbtiles-spec.
package struct MBTilesArchive: TileArchive {
    /// What the metadata says, or where it says nothing, the tiles.
    package let description: TileArchiveDescription

    /// A tile of a table without an index is found by reading all of it.
    private static let timeout: Duration = .seconds(10)
    private static let expectation = "(expected PMTiles, or MBTiles with vector tiles)"

    /// Opens the file at `path`.
    ///
    /// - Throws: `.cancelled`, or why this is not an archive of vector tiles.
    package init(path: String, isCancelled: () -> Bool = { false }) throws(SourceError) {
        description = try Self.connected(path, isCancelled) { database throws(SourceError) in
            let tables = try Self.tables(database)
            guard tables.contains("tiles") else {
                throw .refused(name: path, words: "is an SQLite database without tiles \(Self.expectation)")
            }
            let metadata = tables.contains("metadata") ? try Self.metadata(database) : TileMetadata()
            try Self.checkFormat(metadata.format, database)
            let zooms = if let zooms = metadata.zooms { zooms } else { try Self.zooms(database) }
            return TileArchiveDescription(
                name: path, zooms: zooms, bounds: metadata.bounds,
                layers: metadata.layers, attribution: metadata.attribution)
        }
    }

    /// Whether the SQLite database at `path` has the tables of MBTiles.
    static func isArchive(_ path: String, isCancelled: () -> Bool) throws(SourceError) -> Bool {
        try connected(path, isCancelled) { database throws(SourceError) in
            try tables(database).isSuperset(of: ["tiles", "metadata"])
        }
    }

    /// The tile, decompressed; NULL and empty values are no tile.
    package func tile(_ id: TileID, isCancelled: () -> Bool) throws(SourceError) -> TileAnswer {
        guard description.zooms.contains(id.zoom) else { return TileAnswer(bytes: nil) }
        let bytes = try Self.connected(description.name, isCancelled) { database throws(SourceError) in
            var statement = try SQLiteStatement(
                database,
                """
                SELECT tile_data FROM tiles
                WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3 LIMIT 1
                """)
            // Rows are counted from the south, as in the Tile Map Service specification.
            let row = (1 << id.zoom) - 1 - id.row
            try statement.bind([
                .integer(Int64(id.zoom)), .integer(Int64(id.column)), .integer(Int64(row)),
            ])
            return try Self.firstTile(&statement, description.name)
        }
        return TileAnswer(bytes: bytes)
    }

    private static func connected<Result>(
        _ path: String, _ isCancelled: () -> Bool, _ body: (SQLiteDatabase) throws(SourceError) -> Result
    ) throws(SourceError) -> Result {
        try SQLiteDatabase.open(path, isCancelled: isCancelled) { database throws(SourceError) in
            database.timeout = timeout
            return try body(database)
        }
    }

    /// The tile in the first row, decompressed.
    static func firstTile(
        _ statement: inout SQLiteStatement, _ name: String
    ) throws(SourceError) -> [UInt8]? {
        guard try statement.step() else { return nil }
        let packed = statement.withBytes(0) { Array($0) }
        guard !packed.isEmpty else { return nil }
        do throws(CompressionFault) {
            return try ByteCompression(head: packed).decompress(packed, limit: TileAnswer.byteLimit)
        } catch {
            throw .refused(name: name, words: "cannot decompress a tile: \(error.words)")
        }
    }
}
