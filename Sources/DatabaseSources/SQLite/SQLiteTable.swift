import MapModel
import RowValues
import Rows
import SQLiteFiles
import Streams

/// The rows of a table in a database, found again by their keys.
///
/// Each call reopens the database and sees the current values of a row, also after the file was replaced by a
/// newer one of the same schema.
struct SQLiteTable: Sendable {
    /// The keys of the rows.
    enum Keys: Sendable {
        /// Of all rows, by a load.
        case all(SQLiteKeys)
        /// Of the rows in the answers so far.
        case met(SQLiteKeyRegister)
    }

    let path: String
    let layout: SQLiteLayout
    let keys: Keys

    /// The timeout of a query for rows.
    private static let timeout: Duration = .seconds(10)
}

extension SQLiteTable: RowTable {
    var name: String { path }
    var columnNames: [String] { layout.columnNames }
    var roles: ColumnRoles { layout.roles }

    var placeRoles: PlaceRoles? { layout.placeRoles }

    var recordCount: Int {
        switch keys {
        case .all(let keys): keys.count
        case .met(let register): register.count
        }
    }

    /// Rows are identified by their keys, whatever else changes.
    /// True if a reader would choose the same two columns for the coordinates.
    func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool {
        guard case .pair(let latitude, let longitude) = layout.coordinates, layout.unitsPerDegree == 1
        else { return false }
        let found = PlaceColumns(columnNames, in: format)
        return found?.latitude == latitude && found?.longitude == longitude
    }

    func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        switch keys {
        case .all(let keys): keys.hashes
        case .met(let register): register.keys.hashes
        }
    }

    /// - Throws: `.noSuchRow` for a row that was deleted meanwhile.
    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        try visitRows(rows, orMissing: nil, body)
    }

    /// The same; for each row that was deleted meanwhile `missing` is called instead, if it is given.
    func visitRows(
        _ rows: [UInt32], orMissing missing: (() -> Void)?, _ body: (SourceRow) -> Void
    ) throws(SourceError) {
        guard let last = rows.last else { return }
        precondition(zip(rows, rows.dropFirst()).allSatisfy { $0 <= $1 }, "rows are in ascending order")
        let keys: SQLiteKeys =
            switch keys {
            case .all(let keys): keys
            case .met(let register): register.keys
            }
        guard last < keys.count else { throw .noSuchRow(last, file: name) }
        try SQLiteDatabase.open(path) { database throws(SourceError) in
            database.timeout = Self.timeout
            let snapshot = try database.heldSnapshot()
            defer { snapshot.reset() }
            var statement = try SQLiteStatement(database, rowSQL("*"))
            for row in rows {
                if let values = try values(of: keys[Int(row)], &statement, database) {
                    body(SourceRow(row: row, line: nil, values: values))
                } else if let missing {
                    missing()
                } else {
                    throw .noSuchRow(row, file: name)
                }
            }
        }
    }

    private func rowSQL(_ columns: String) -> String {
        let relation = layout.relation
        let wanted =
            columns == "*"
            ? layout.columns.map(relation.quotedColumn).joined(separator: ", ") : columns
        let key = relation.keyColumns.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: " AND ")
        return "SELECT \(wanted) FROM \(layout.from) WHERE \(key)"
    }

    /// Nil when the row no longer exists.
    private func values(
        of key: [SQLiteValue], _ statement: inout SQLiteStatement, _ database: SQLiteDatabase
    ) throws(SourceError) -> [FieldValue]? {
        statement.reset()
        try statement.bind(key)
        do throws(SourceError) {
            guard try statement.step() else { return nil }
            return (0..<statement.columnCount).map { statement.field($0) }
        } catch {
            guard statement.wasTooBig else { throw error }
        }
        return try layout.columns.map { column throws(SourceError) in
            try value(of: key, column, database)
        }
    }

    /// One value of a row in which another exceeds all limits.
    private func value(
        of key: [SQLiteValue], _ column: Int, _ database: SQLiteDatabase
    ) throws(SourceError) -> FieldValue {
        let name = layout.relation.quotedColumn(column)
        var value = try SQLiteStatement(database, rowSQL(name))
        try value.bind(key)
        do throws(SourceError) {
            return try value.step() ? value.field(0) : .missing
        } catch {
            guard value.wasTooBig else { throw error }
        }
        return try length(of: key, column, database).map {
            FieldValue(.text, SQLiteValue.blobWords(count: Int(clamping: $0)))
        } ?? FieldValue(.text, "<more than \(grouped(Int(SQLiteDatabase.lengthLimit))) bytes>")
    }

    /// The length of a blob, without reading it; nil for a text, whose length is not known.
    private func length(
        of key: [SQLiteValue], _ column: Int, _ database: SQLiteDatabase
    ) throws(SourceError) -> Int64? {
        let name = layout.relation.quotedColumn(column)
        var length = try SQLiteStatement(
            database, rowSQL("CASE typeof(\(name)) WHEN 'blob' THEN length(\(name)) END"))
        try length.bind(key)
        do throws(SourceError) {
            return try length.step() && length.kind(0) == .integer ? length.integer(0) : nil
        } catch {
            // A column that is calculated.
            if length.wasTooBig { return nil }
            throw error
        }
    }
}

extension SQLiteDatabase {
    /// A statement that has begun: while it lives, all others see the same state of the database, and a lock
    /// is taken once for all of them.
    func heldSnapshot() throws(SourceError) -> SQLiteStatement {
        var statement = try SQLiteStatement(self, "SELECT 1 FROM sqlite_schema LIMIT 2")
        _ = try statement.step()
        return statement
    }
}
