import MapModel
import RowValues

/// Records with a place that replaced each other since they were asked for last.
struct SaidRecords: Sendable {
    private var rows: [UInt32] = []
    private var points = PointBuffer()
    private var values = PackedRows()

    /// Adds a record that is about `row`.
    mutating func append(_ record: PackedRow, of row: UInt32, at place: FixedCoordinate) {
        points.append(place, row: UInt32(truncatingIfNeeded: rows.count))
        rows.append(row)
        values.append(record, line: nil)
    }

    /// The records, with the columns of the table that they were made for.
    func messages(_ table: FeatureTable) -> ThingMessages {
        ThingMessages(
            rows: rows, points: points,
            FeatureTable(name: table.name, columnNames: table.columnNames, roles: table.roles, rows: values))
    }
}
