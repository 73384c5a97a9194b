import MapModel
import RowValues
import Rows
import Streams

/// A small table in memory, such as the names that the user has given places.
package struct NameTable: RowTable {
    package let name: String
    package let columnNames: [String]
    private let rows: [[String]]
    /// The columns that hold numbers.
    private let numbers: Set<Int>
    package let roles: ColumnRoles

    /// Rows with a value for each column, which are texts unless it is one of `numbers`.
    package init(
        name: String, columnNames: [String], rows: [[String]], numbers: Set<Int> = [],
        roles: ColumnRoles = ColumnRoles()
    ) {
        (self.name, self.columnNames, self.rows) = (name, columnNames, rows)
        (self.numbers, self.roles) = (numbers, roles)
    }

    package var recordCount: Int { rows.count }

    package func visitRows(_ wanted: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        for row in wanted {
            guard row < rows.count else { throw .noSuchRow(row, file: name) }
            body(
                SourceRow(
                    row: row, line: nil,
                    values: rows[Int(row)].enumerated().map { column, text in
                        text.isEmpty ? .missing : FieldValue(numbers.contains(column) ? .number : .text, text)
                    }))
        }
    }

    package func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        rows.map { row in RowIdentities.hash(ofIdentifier: false) { $0.combine(row) } }
    }

    /// True: its columns tell the places.
    package func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool { true }

    /// Empty places stay empty.
    package func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let export = ValueExport(columnNames: columnNames, format: format, adding: adding, fillsPlaces: false)
        try export.write(count: count, row: row, to: sink) { (rows, body) throws(SourceError) in
            try visitRows(rows) { body($0.values) }
        }
    }

    /// What the user has chosen, as a table that explains these names: their columns, then the place.
    package init(fixes: [PlaceFix], name: String) {
        let columns = fixes.first?.name.columns ?? []
        self.init(
            name: name, columnNames: columns + ["latitude", "longitude", "place_name"],
            rows: fixes.filter { $0.name.columns == columns }.map { fix in
                let place = fix.place.place.coordinate
                return fix.name.values + ["\(place.latitude)", "\(place.longitude)", fix.place.title]
            })
    }

    /// Names without a place, to be filled in: their columns, how many rows have them, and why.
    package init(unplaced names: [SkippedName], name: String) {
        let columns = names.first?.columns ?? []
        self.init(
            name: name,
            columnNames: columns + ["rows", "reason", "candidates", "latitude", "longitude"],
            rows: names.filter { $0.columns == columns }.map { name in
                name.values + [
                    "\(name.rows)", name.words, name.candidates.map(\.title).joined(separator: "; "), "", "",
                ]
            })
    }
}
