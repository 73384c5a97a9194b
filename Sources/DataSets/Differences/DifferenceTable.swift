import MapModel
import RowValues
import Rows
import Streams

/// The rows of two sources as one table: those of the new source, then those that were removed from the old one.
///
/// Columns: those of the new source, `change`, `moved_m`, `changed`, and `old.COLUMN` for each of the old one. Removed rows have
/// their values in the columns of the new source as well.
package struct DifferenceTable: RowTable {
    /// What changed, by row.
    package let difference: RowDifference
    /// The two tables, whose rows `difference` names.
    package let old: any RowTable
    package let new: any RowTable
    package let columnNames: [String]
    package let roles: ColumnRoles
    /// The places of both sources, by row.
    private let oldPlaces: [FixedCoordinate]
    private let newPlaces: [FixedCoordinate]
    /// The lines and areas of all rows.
    let shapes: ShapeIndex
    /// The lines and areas that the old source had, by its rows.
    let oldShapes: ShapeIndex

    /// The column of the old table whose values removed rows have in each column of the new one.
    let oldColumns: [Int?]
    /// The columns of the new table in which removed rows have their places in degrees, since the old one writes places otherwise.
    private let degreeColumns: [Int]

    init(
        _ difference: RowDifference, _ before: ComparedSource, _ after: ComparedSource, shapes: ShapeIndex
    ) {
        (self.difference, self.old, self.new) = (difference, before.table, after.table)
        (oldPlaces, newPlaces, self.shapes) = (before.places, after.places, shapes)
        oldShapes = before.shapes
        let own = new.columnNames
        columnNames = ColumnNames.unique(own + Self.added + old.columnNames.map { "old.\($0)" })
        roles = own.isEmpty ? ColumnRoles() : new.roles
        var oldColumns = [Int?](repeating: nil, count: own.count)
        let pairs = difference.allPairs
        let isAlike = Self.writesPlacesAlike(old, new)
        if isAlike {
            for (old, new) in zip(old.coordinateColumns, new.coordinateColumns) { oldColumns[new] = old }
        }
        degreeColumns = isAlike ? [] : Self.plainPair(new) ?? []
        for pair in pairs { oldColumns[pair.new] = pair.old }
        self.oldColumns = oldColumns
    }

    /// Whether the coordinates of one table may stand in the columns of the other.
    private static func writesPlacesAlike(_ old: any RowTable, _ new: any RowTable) -> Bool {
        let names = [old, new].map { table in
            table.coordinateColumns.map { ColumnNames.folded(table.columnNames[$0]) }
        }
        return names[0] == names[1] || plainPair(old) != nil && plainPair(new) != nil
    }

    /// The columns of latitude and longitude of a table that has these alone, under plain names.
    private static func plainPair(_ table: any RowTable) -> [Int]? {
        let plain = ColumnNames(table.columnNames).placeColumns.map { [$0.latitude, $0.longitude] }
        return plain == table.coordinateColumns ? plain : nil
    }

    /// The names of the columns between those of the two sources.
    package static let added = ["change", "moved_m", "changed"]

    /// `old.csv → new.csv`
    package var name: String { "\(difference.oldName) → \(difference.newName)" }
    package var recordCount: Int { difference.rowCount }
    package var decimalMark: UInt8 { new.decimalMark }
    package var coordinateColumns: [Int] { new.coordinateColumns }
    package var writesShapes: Bool { !shapes.isEmpty }

    /// The number of the first column of the old source.
    package var firstOldColumn: Int { new.columnNames.count + Self.added.count }

    package func decimalMark(ofRow row: UInt32) -> UInt8 {
        Int(row) < difference.newCount ? new.decimalMark : old.decimalMark
    }

    // MARK: - Places

    /// Where a row is; a removed one where it was. Nil for a row without a place.
    package func place(ofRow row: UInt32) -> FixedCoordinate? {
        Int(row) < difference.newCount ? Self.known(newPlaces[Int(row)]) : oldPlace(ofRow: row)
    }

    /// Where a row was, moved or not; nil for added rows and for those that had no place.
    package func oldPlace(ofRow row: UInt32) -> FixedCoordinate? {
        difference.oldRow(of: row).flatMap { Self.known(oldPlaces[Int($0)]) }
    }

    private static func known(_ place: FixedCoordinate) -> FixedCoordinate? {
        place == ComparedSource.nowhere ? nil : place
    }

    // MARK: - Rows

    package func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        let batch = 4_096
        for start in stride(from: 0, to: rows.count, by: batch) {
            try visitBatch(rows[start..<min(start + batch, rows.count)], body)
        }
    }

    private func visitBatch(
        _ rows: ArraySlice<UInt32>, _ body: (SourceRow) -> Void
    ) throws(SourceError) {
        if let last = rows.last, last >= recordCount { throw .noSuchRow(last, file: name) }
        var before: [UInt32: SourceRow] = [:]
        let oldRows = Set(rows.compactMap { difference.oldRow(of: $0) })
        try old.visitRows(oldRows.sorted()) { before[$0.row] = $0 }
        func oldRow(_ row: UInt32) -> SourceRow? { difference.oldRow(of: row).flatMap { before[$0] } }
        let newRows = rows.prefix { Int($0) < difference.newCount }
        try new.visitRows(Array(newRows)) { row in
            body(combined(row.row, line: row.line, row.values, oldRow(row.row)))
        }
        for row in rows.dropFirst(newRows.count) {
            let old = oldRow(row)
            var values = oldColumns.map { old?.value(of: $0) ?? .missing }
            for (column, degrees) in zip(degreeColumns, Self.degrees(oldPlace(ofRow: row))) {
                values[column] = degrees
            }
            body(combined(row, line: old?.line, values, old))
        }
    }

    private func combined(
        _ row: UInt32, line: Int?, _ values: [FieldValue], _ old: SourceRow?
    ) -> SourceRow {
        let count = new.columnNames.count
        var all = Array(values.prefix(count))
        all += Array(repeating: .missing, count: count - all.count)
        all += addedValues(row)
        all += self.old.columnNames.indices.map { old?.value(of: $0) ?? .missing }
        return SourceRow(row: row, line: line, values: all)
    }

    /// The class, the distance and the names of the columns that differ.
    func addedValues(_ row: UInt32) -> [FieldValue] {
        let names = difference.changedColumns(ofRow: row).map { difference.columns[$0].name }
        return [
            FieldValue(.text, difference.change(ofRow: row).name),
            difference.movedMeters(ofRow: row).map { FieldValue(.number, Self.text(meters: $0)) } ?? .missing,
            names.isEmpty ? .missing : FieldValue(.text, names.joined(separator: " ")),
        ]
    }

    /// Metres to a tenth.
    static func text(meters: Double) -> String {
        var text: [UInt8] = []
        DecimalText.append(meters: (meters * 10).rounded() / 10, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The values of the key, a tab between them; without a key the identifier of the source.
    package func rowIdentifiers(_ rows: [UInt32]) throws(SourceError) -> [String] {
        var found: [String] = []
        let newRows = rows.filter { Int($0) < difference.newCount }
        let oldRows = rows.dropFirst(newRows.count).map { difference.removed[Int($0) - difference.newCount] }
        let key = difference.keyPairs
        guard !key.isEmpty else {
            return try new.rowIdentifiers(newRows) + old.rowIdentifiers(oldRows)
        }
        try new.visitRows(newRows) { row in
            found.append(key.map { row.text(of: $0.new) }.joined(separator: "\t"))
        }
        try old.visitRows(oldRows) { row in
            found.append(key.map { row.text(of: $0.old) }.joined(separator: "\t"))
        }
        return found
    }

    // MARK: - All rows

    package func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try appendVisitedNames(to: &builder, isCancelled: isCancelled, progress: progress)
    }

    /// Columns of the new source in its own pass, those of the old one by their typed values.
    package func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        let count = new.columnNames.count
        let own = columns.indices.filter { columns[$0] < count }
        if difference.newCount > 0, !own.isEmpty {
            var taken: [ColumnBuilder] = []
            for slot in own {
                taken.append(builders[slot])
                builders[slot] = ColumnBuilder(name: "")
            }
            try new.appendColumns(
                own.map { columns[$0] }, to: &taken, isCancelled: isCancelled, progress: { progress($0 / 2) })
            for (slot, builder) in zip(own, taken) { builders[slot] = builder }
        }
        let old = try oldValues(
            Set(columns.compactMap { $0 < count ? oldColumns[$0] : oldColumn($0) }), isCancelled)
        for (slot, column) in columns.enumerated() {
            if isCancelled() { throw .cancelled }
            // Words are as the old source writes them, and numbers have points.
            let source = column < count ? oldColumns[column] : oldColumn(column)
            let isText = source.flatMap { old[$0] }?.kind == .text
            builders[slot].decimalMark = isText ? self.old.decimalMark : UInt8(ascii: ".")
            if let axis = degreeColumns.firstIndex(of: column) {
                for row in UInt32(difference.newCount)..<UInt32(recordCount) {
                    builders[slot].append(Self.degrees(oldPlace(ofRow: row))[axis].text)
                }
            } else if column < count {
                let values = oldColumns[column].flatMap { old[$0] }
                for row in difference.removed { builders[slot].append(values?.text(at: Int(row)) ?? "") }
            } else if let own = oldColumn(column) {
                for row in 0..<UInt32(recordCount) {
                    let before = difference.oldRow(of: row)
                    builders[slot].append(before.flatMap { old[own]?.text(at: Int($0)) } ?? "")
                }
            } else {
                for row in 0..<UInt32(recordCount) {
                    builders[slot].append(addedValues(row)[column - count].text)
                }
            }
        }
        progress(1)
    }

    /// The column of the old source that a column has the values of.
    private func oldColumn(_ column: Int) -> Int? {
        column >= firstOldColumn ? column - firstOldColumn : nil
    }

    /// Values by type; of a column where some are of another type as texts.
    private func oldValues(
        _ columns: Set<Int>, _ isCancelled: () -> Bool
    ) throws(SourceError) -> [Int: ColumnValues] {
        guard difference.oldCount > 0 else { return [:] }
        var found: [Int: ColumnValues] = [:]
        for column in columns.sorted() {
            let values = try old.readColumns([column], isCancelled: isCancelled)
            guard values.contains(where: { $0.misfitCount > 0 }) else {
                found[column] = values.first
                continue
            }
            var texts = [ColumnBuilder(name: old.columnNames[column], kind: .text)]
            try old.appendColumns([column], to: &texts, isCancelled: isCancelled, progress: { _ in })
            found[column] = texts[0].finish()
        }
        return found
    }

    /// Those of the rows that exist in the new source, and others for the removed ones.
    package func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        let before = difference.oldCount > 0 ? try old.identityHashes(isCancelled: isCancelled) : []
        let after = difference.newCount > 0 ? try new.identityHashes(isCancelled: isCancelled) : []
        return after + difference.removed.map { before[Int($0)] }
    }
}

extension SourceRow {
    /// The value of a column; missing where the row does not have it.
    func value(of column: Int?) -> FieldValue {
        guard let column, column < values.count else { return .missing }
        return values[column]
    }
}
