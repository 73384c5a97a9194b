import MapModel
import PlaceNames
import RowValues
import Rows
import Streams

/// A table whose rows have places by names and codes, with columns that say which and how sure they are.
struct PlacedTable: RowTable {
    let base: any RowTable
    /// The combination of each row; `CombinationCodes.none` for rows that the reader skipped.
    let codes: [UInt32]
    /// By combination; nil where it has no place.
    let places: [KnownPlace?]
    /// The user has chosen some of the places on the screen.
    let hasChosenPlaces: Bool
    let columnNames: [String]

    init(base: any RowTable, codes: [UInt32], places: [KnownPlace?], hasChosenPlaces: Bool) {
        (self.base, self.codes, self.places) = (base, codes, places)
        self.hasChosenPlaces = hasChosenPlaces
        columnNames = AddedPlaceColumns.besideAdded(base.columnNames) + AddedPlaceColumns.names
    }

    var name: String { base.name }
    var roles: ColumnRoles { base.roles }
    var recordCount: Int { base.recordCount }
    var decimalMark: UInt8 { base.decimalMark }
    var ownFormat: RowFormat { base.ownFormat }
    var writesShapes: Bool { false }

    func decimalMark(ofRow row: UInt32) -> UInt8 { base.decimalMark(ofRow: row) }

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        let count = baseCount
        try base.visitRows(rows) { row in
            var values = row.values
            if values.count < count {
                values += Array(repeating: .missing, count: count - values.count)
            }
            values.insert(contentsOf: added(row.row), at: count)
            body(SourceRow(row: row.row, line: row.line, values: values))
        }
    }

    func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] { try base.rowLabels(rows) }
    func rowWords(_ rows: [UInt32]) throws(SourceError) -> [RowWords] { try base.rowWords(rows) }
    func rowIdentifiers(_ rows: [UInt32]) throws(SourceError) -> [String] { try base.rowIdentifiers(rows) }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try base.appendNames(to: &builder, isCancelled: isCancelled, progress: progress)
    }

    func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        try base.identityHashes(isCancelled: isCancelled)
    }

    func judgedRows(
        _ filter: Filter, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowSet? {
        guard filter.columns.allSatisfy({ $0 < baseCount }) else { return nil }
        return try base.judgedRows(filter, isCancelled: isCancelled, progress: progress)
    }

    func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        let own = columns.indices.filter { columns[$0] < baseCount }
        if !own.isEmpty {
            var read = own.map { builders[$0] }
            try base.appendColumns(
                own.map { columns[$0] }, to: &read, isCancelled: isCancelled, progress: progress)
            for (slot, builder) in zip(own, read) { builders[slot] = builder }
        }
        for slot in columns.indices where columns[slot] >= baseCount {
            let texts = places.map {
                $0.map { Array(AddedPlaceColumns.texts(of: $0)[columns[slot] - baseCount].utf8) } ?? []
            }
            for (row, code) in codes.enumerated() {
                if row & 0xFFFF == 0, isCancelled() { throw .cancelled }
                let text = code == CombinationCodes.none ? [] : texts[Int(code)]
                text.withUnsafeBufferPointer { builders[slot].append($0) }
            }
        }
        progress(1)
    }

    /// True: its own columns tell the places.
    func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool { true }

    // MARK: - Added columns

    private var baseCount: Int { columnNames.count - AddedPlaceColumns.names.count }

    private func added(_ row: UInt32) -> [FieldValue] {
        let code = codes[Int(row)]
        return AddedPlaceColumns.values(of: code == CombinationCodes.none ? nil : places[Int(code)])
    }
}
