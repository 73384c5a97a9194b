import RowValues
import MapModel
import Streams

/// The rows of a source that was read, by their numbers.
///
/// Calls may read files or ask databases: make them from a task of their own.
package protocol RowTable: Sendable {
    /// The source as the user named it, or "stdin".
    var name: String { get }
    /// The names of the columns; the index of a name is the number of its column.
    var columnNames: [String] { get }
    /// The columns for label, identifier and search.
    var roles: ColumnRoles { get }
    /// The columns that say where its rows are, where they have no coordinates: each is at `UnknownPlace` until the
    /// finder of places moves it.
    var placeRoles: PlaceRoles? { get }
    /// The columns that hold its coordinates or geometries, which say where rows are.
    var coordinateColumns: [Int] { get }
    /// Rows read: those with a place and those skipped. Rows are numbered below it.
    var recordCount: Int { get }

    /// Calls `body` for each of `rows`, in ascending order and each below `recordCount`.
    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError)

    /// One row with the names of its columns; throws `.noSuchRow` when it does not exist.
    func namedRow(_ row: UInt32) throws(SourceError) -> NamedRow

    /// Calls `body` with the line of each of `rows`, ascending, as it stands in the source with its end; several rows of one
    /// line have it once. False where the rows are no lines.
    func visitLines(_ rows: [UInt32], _ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(SourceError)
        -> Bool

    /// The labels of `rows`, ascending, in their order; "" where a row has none.
    func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String]

    /// The words of `rows`, ascending, in their order.
    func rowWords(_ rows: [UInt32]) throws(SourceError) -> [RowWords]

    /// What identifies each of `rows`, ascending, in their order: the value of the column for that, else the number
    /// of the row from 1.
    func rowIdentifiers(_ rows: [UInt32]) throws(SourceError) -> [String]

    /// Appends the words of all rows, in order, to a name index: the label, then the other columns of
    /// `roles.searched`; an empty label where there is none.
    ///
    /// - Parameters:
    ///   - isCancelled: checked after about each MiB; true makes it throw `.cancelled`.
    ///   - progress: called now and then with the rows so far.
    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError)

    /// The hash of each row's identity, by row: of its identifier, or of all its values where it has none.
    func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64]

    /// What separates the fraction of numbers written as text: "." or ",".
    var decimalMark: UInt8 { get }

    /// The same in one row, where tables with different ones are joined.
    func decimalMark(ofRow row: UInt32) -> UInt8

    /// Appends the values of `columns`, which are different ones, of all rows in order; an empty text for a row that
    /// has none.
    ///
    /// - Parameters:
    ///   - isCancelled: checked after about each MiB; true makes it throw `.cancelled`.
    ///   - progress: called as often with the share of rows so far, 0…1.
    func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError)

    /// The times of all rows: of the columns that a question names, else of the one that is found.
    func times(
        _ question: TimeQuestion, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowTimes

    /// The values of columns that were read with the places, by number.
    var knownColumns: [Int: ColumnValues] { get }

    /// The rows that match a filter, judged while they are read and not kept: where a column that it names has words that are
    /// nearly all different. Nil where the columns are to be read by themselves: for all other types, and where some values
    /// are not of the type of their column.
    ///
    /// - Parameters:
    ///   - isCancelled: checked now and then; true makes it throw `.cancelled`.
    ///   - progress: called as often with the share of rows so far, 0…1.
    func judgedRows(
        _ filter: Filter, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowSet?

    /// Later rows of the same stream may have more columns.
    var mayGetColumns: Bool { get }

    /// The format in which rows are written unless another one is wanted.
    var ownFormat: RowFormat { get }

    /// Whether rows written in a format can be read back at their places without added columns, because of how the table
    /// writes them.
    func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool

    /// Whether GeoJSON has the lines and areas of rows; otherwise each row is written as its representative point.
    var writesShapes: Bool { get }

    /// Writes `count` rows, the one that `row` returns for 0 first, about 64 KiB at a time.
    ///
    /// - Parameter sink: takes the bytes; nothing more is read after an error of it.
    func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError)
}

extension RowTable {
    /// Nil: its rows have coordinates.
    package var placeRoles: PlaceRoles? { nil }

    /// The columns whose names are those of a latitude and a longitude.
    package var coordinateColumns: [Int] {
        ColumnNames(columnNames).placeColumns.map { [$0.latitude, $0.longitude] } ?? []
    }

    /// None.
    package var knownColumns: [Int: ColumnValues] { [:] }

    /// False: all columns are known.
    package var mayGetColumns: Bool { false }
    /// Delimited text.
    package var ownFormat: RowFormat { .csv }

    /// Points only.
    package var writesShapes: Bool { false }

    /// False: most sources have no lines.
    package func visitLines(
        _ rows: [UInt32], _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(SourceError) -> Bool { false }

    /// Nil: the columns are read by themselves.
    package func judgedRows(
        _ filter: Filter, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowSet? {
        nil
    }

    /// Reads one row and names its values; throws `.noSuchRow` when the table does not have it.
    package func namedRow(_ row: UInt32) throws(SourceError) -> NamedRow {
        var found: SourceRow?
        try visitRows([row]) { found = $0 }
        guard let found else { throw .noSuchRow(row, file: name) }
        let names = columnNames
        let fields = found.values.enumerated().map { index, value in
            NamedRow.Field(name: index < names.count ? names[index] : "column \(index + 1)", value: value)
        }
        return NamedRow(row: row, line: found.line, source: name, fields: fields)
    }

    /// Appends the words of all rows to a name index by visiting them, some thousand at a time.
    package func appendVisitedNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        let roles = roles
        let batch = 4_096
        for start in stride(from: 0, to: recordCount, by: batch) {
            if isCancelled() { throw .cancelled }
            try visitRows((start..<min(start + batch, recordCount)).map { UInt32($0) }) { row in
                let words = roles.searched.map { row.text(of: $0) }
                builder.append(roles.label == nil ? [""] + words : words)
            }
            progress(builder)
        }
    }

    /// Reads the label of each row; "" for all of them where no column is the label.
    package func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] {
        guard let label = roles.label else { return rows.map { _ in "" } }
        var labels: [String] = []
        labels.reserveCapacity(rows.count)
        try visitRows(rows) { labels.append($0.text(of: label)) }
        return labels
    }

    /// Reads the identifier of each row; its number where no column is the identifier.
    package func rowIdentifiers(_ rows: [UInt32]) throws(SourceError) -> [String] {
        guard let id = roles.id else { return rows.map { "\($0 + 1)" } }
        var identifiers: [String] = []
        identifiers.reserveCapacity(rows.count)
        try visitRows(rows) { identifiers.append($0.text(of: id)) }
        return identifiers
    }

    /// Reads the searched columns of each row; equal values are listed once.
    package func rowWords(_ rows: [UInt32]) throws(SourceError) -> [RowWords] {
        let roles = roles
        let identifier = roles.id == roles.label ? nil : roles.id
        var words: [RowWords] = []
        words.reserveCapacity(rows.count)
        try visitRows(rows) { row in
            var details: [String] = []
            for column in roles.searched where column != roles.label && column != identifier {
                let value = row.text(of: column)
                if !value.isEmpty, !details.contains(value) { details.append(value) }
            }
            words.append(
                RowWords(
                    row: row.row, label: row.text(of: roles.label), identifier: row.text(of: identifier),
                    details: details))
        }
        return words
    }
}

extension SourceRow {
    /// The text of a column; "" where the row does not have it.
    package func text(of column: Int?) -> String {
        guard let column, column < values.count else { return "" }
        return values[column].text
    }
}
