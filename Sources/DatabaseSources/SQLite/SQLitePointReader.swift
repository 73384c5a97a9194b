import MapModel
import Rows
import SQLiteFiles
import Streams

/// Reads the places and keys of a table's rows and counts rows that have none.
struct SQLitePointReader {
    private(set) var points = PointBuffer()
    private(set) var shapes = ShapeBuffer()
    private(set) var skipped = SkippedRows()
    private(set) var recordCount = 0

    private let layout: SQLiteLayout
    private let path: String
    private let keyCount: Int
    private var keys: SQLiteKeys
    private var places: SQLitePlaces
    /// Gathers the heights of the vertices of rows; nil where nobody asks for them.
    private var journeys: JourneyCollector?

    init(_ layout: SQLiteLayout, path: String, journeys: JourneyCollector?) {
        self.journeys = journeys
        self.layout = layout
        self.path = path
        keyCount = layout.relation.keyColumns.count
        keys = SQLiteKeys(of: layout.relation.key)
        places = SQLitePlaces(layout, from: keyCount, keepsHeights: journeys != nil)
    }

    var notes: LoadNotes { places.notes }

    /// Takes the current row of `rows`, a statement of `SQLiteLayout.placesSQL`.
    @inline(__always)
    mutating func take(_ rows: borrowing SQLiteStatement) {
        let row = UInt32(truncatingIfNeeded: recordCount)
        keys.append(rows, columnCount: keyCount)
        switch places.place(rows) {
        case .found(let place):
            points.append(place, row: row)
            if places.isShape { shapes.append(places.sketch, row: row) }
            journeys?.take(places.sketch, row: row)
        case .skipped(let reason, let what, let column):
            skipped.add(reason, what, rows, column: column, row: recordCount)
        }
        recordCount += 1
    }

    /// Takes a row that SQLite worked on for too long; it can still be found by `key`.
    mutating func takeStopped(key: [SQLiteValue]) {
        keys.append(key)
        skipped.add(.tookTooLong, line: recordCount + 1, what: "row", text: [])
        recordCount += 1
    }

    /// What was read so far.
    func loaded(notices: [String], earlyEnd: EarlyEnd? = nil) -> LoadedSource {
        var source = LoadedSource(
            points: points, shapes: shapes, table: SQLiteTable(path: path, layout: layout, keys: .all(keys)),
            skipped: skipped, notices: notices, earlyEnd: earlyEnd)
        source.take(journeys)
        return source
    }
}

extension SQLiteLayout {
    /// The key and the columns of the place of every row; of a table in the order of its key, which needs no
    /// sorting.
    var placesSQL: String {
        "SELECT \((relation.keyColumns + coordinates.columns.map(relation.quotedColumn)).joined(separator: ", ")) "
            + "FROM \(from)\(order)"
    }

    private var order: String {
        relation.kind == .table ? " ORDER BY \(relation.keyColumns.joined(separator: ", "))" : ""
    }

    /// The key of a row alone, counted from 0 in the order of `placesSQL`.
    func keySQL(row: Int) -> String {
        "SELECT \(relation.keyColumns.joined(separator: ", ")) FROM \(from)\(order) LIMIT 1 OFFSET \(row)"
    }

    /// What is read, in one line.
    var title: String {
        let what =
            switch relation.kind {
            case _ where statement != nil: "the statement of --sql"
            case .view: "view \(quoted(relation.name))"
            case .boxes: "R*Tree \(quoted(relation.name))"
            case .table, .otherVirtual: "table \(quoted(relation.name))"
            }
        let key =
            switch relation.key {
            case .rowid(let name): "rows identified by \(name)"
            case .columns(let columns):
                "rows identified by \(columns.map { quoted(relation.columns[$0].name) }.joined(separator: ", "))"
            case .none: "rows kept in memory"
            }
        return "\(what), \(relation.columns.count) columns, \(key)"
    }
}
