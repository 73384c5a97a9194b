import MapModel
import SQLiteFiles
import Streams

extension MBTilesArchive {
    private static let jsonLimit = 1 << 20
    /// Twice the six names that are read.
    private static let rowLimit = 12

    /// Those of the tables and views of MBTiles that are there.
    static func tables(_ database: SQLiteDatabase) throws(SourceError) -> Set<String> {
        var tables: Set<String> = []
        var statement = try SQLiteStatement(
            database,
            """
            SELECT lower(name) FROM sqlite_schema
            WHERE type IN ('table', 'view') AND lower(name) IN ('tiles', 'metadata')
            """)
        while try statement.step() { tables.insert(statement.text(0)) }
        return tables
    }

    /// What the table says, whose columns are name and value; `json` has the layers.
    static func metadata(_ database: SQLiteDatabase) throws(SourceError) -> TileMetadata {
        var metadata = TileMetadata()
        var statement = try SQLiteStatement(
            database,
            """
            SELECT lower(name), value FROM metadata
            WHERE lower(name) IN ('format', 'minzoom', 'maxzoom', 'bounds', 'attribution', 'json')
            LIMIT \(rowLimit)
            """)
        while try statement.step() {
            let value = statement.withBytes(1) { Array($0.prefix(jsonLimit)) }
            if statement.text(0) == "json" {
                let json = TileMetadata(json: value)
                metadata.layers = json.layers
                if metadata.attribution.isEmpty { metadata.attribution = json.attribution }
            } else {
                metadata.set(statement.text(0), String(decoding: value, as: UTF8.self))
            }
        }
        return metadata
    }

    /// Refuses tiles that are not vector tiles, by the metadata, or where it does not say, by the first tile.
    static func checkFormat(_ format: String, _ database: SQLiteDatabase) throws(SourceError) {
        switch format {
        case "pbf", "mvt", "application/vnd.mapbox-vector-tile", "application/x-protobuf": return
        case "":
            var statement = try SQLiteStatement(database, "SELECT tile_data FROM tiles LIMIT 1")
            guard let tile = try firstTile(&statement, database.name), !isVectorTile(tile) else { return }
            throw database.refusedTiles("tiles of an unknown format")
        default: throw database.refusedTiles("\(format) tiles")
        }
    }

    /// Whether bytes may be a tile: it is empty, or begins with a layer, field 3, that ends within it.
    static func isVectorTile(_ bytes: [UInt8]) -> Bool {
        if bytes.isEmpty { return true }
        var reader = ByteReader(bytes: bytes, range: bytes.indices)
        guard reader.byte() == 3 << 3 | 2, let length = reader.varint() else { return false }
        return length <= bytes.count - reader.offset
    }

    /// The zooms of all tiles, of a table without them in its metadata.
    static func zooms(_ database: SQLiteDatabase) throws(SourceError) -> ClosedRange<Int> {
        // Two queries use an index where one of both would not.
        var statement = try SQLiteStatement(
            database, "SELECT (SELECT min(zoom_level) FROM tiles), (SELECT max(zoom_level) FROM tiles)")
        guard try statement.step(), statement.kind(0) != .null else {
            throw database.refusedTiles("no tiles")
        }
        let (min, max) = (Int(statement.integer(0)), Int(statement.integer(1)))
        guard 0 <= min, min <= max, max <= TileID.deepestZoom else {
            throw .refused(name: database.name, words: "has zooms \(min) to \(max) (expected 0 to 30)")
        }
        return min...max
    }
}

extension SQLiteDatabase {
    fileprivate func refusedTiles(_ what: String) -> SourceError {
        .refused(name: name, words: "has \(what) (expected vector tiles, MVT)")
    }
}
