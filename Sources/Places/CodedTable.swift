import MapModel
import PlaceNames
import RowValues
import Rows
import Streams

/// A table whose rows have places by the codes of cells or by the numbers of a grid, each by itself, with columns that say
/// where they are and how sure that is.
struct CodedTable: RowTable {
    let base: any RowTable
    /// What says where a row is.
    let key: CodedKey
    let columnNames: [String]

    init(base: any RowTable, key: CodedKey) {
        (self.base, self.key) = (base, key)
        columnNames = AddedPlaceColumns.besideAdded(base.columnNames) + AddedPlaceColumns.names
    }

    var name: String { base.name }
    var roles: ColumnRoles { base.roles }
    var recordCount: Int { base.recordCount }
    var decimalMark: UInt8 { base.decimalMark }
    var ownFormat: RowFormat { base.ownFormat }

    func decimalMark(ofRow row: UInt32) -> UInt8 { base.decimalMark(ofRow: row) }

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        let count = columnNames.count - AddedPlaceColumns.names.count
        try base.visitRows(rows) { row in
            var values = row.values
            if values.count < count { values += Array(repeating: .missing, count: count - values.count) }
            values.insert(contentsOf: AddedPlaceColumns.values(of: key.place(of: row)), at: count)
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
        guard filter.columns.allSatisfy({ $0 < base.columnNames.count }) else { return nil }
        return try base.judgedRows(filter, isCancelled: isCancelled, progress: progress)
    }

    /// Those of the table by itself; added ones are made of the codes.
    func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        let count = base.columnNames.count
        let own = columns.indices.filter { columns[$0] < count }
        if !own.isEmpty {
            var read = own.map { builders[$0] }
            try base.appendColumns(
                own.map { columns[$0] }, to: &read, isCancelled: isCancelled, progress: progress)
            for (slot, builder) in zip(own, read) { builders[slot] = builder }
        }
        let added = columns.indices.filter { columns[$0] >= count }
        guard !added.isEmpty else { return }
        for start in stride(from: 0, to: recordCount, by: Self.batch) {
            if isCancelled() { throw .cancelled }
            let rows = (start..<min(start + Self.batch, recordCount)).map { UInt32($0) }
            try base.visitRows(rows) { row in
                let values = AddedPlaceColumns.values(of: key.place(of: row))
                for slot in added { builders[slot].append(values[columns[slot] - count].text) }
            }
        }
        progress(1)
    }

    private static let batch = 4_096

    /// True: its own columns tell the places.
    func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool { true }
}

/// What says where the rows of a coded table are.
enum CodedKey: Sendable, Equatable {
    /// The code of a cell or square: its middle.
    case code(PlaceCode)
    /// The columns of a zone of UTM, an easting and a northing.
    case grid([Int])

    /// Where a row is; nil where its values say nothing.
    func place(of row: SourceRow) -> KnownPlace? {
        switch self {
        case .grid(let columns): return GridPlace.place(columns.map { row.text(of: $0) })
        case .code(let code):
            return code.codes.place(row.text(of: code.column))
        }
    }
}

extension CodeColumn {
    /// The place of a code; nil for one that is not valid.
    func place(_ code: String) -> KnownPlace? {
        var code = code
        guard let area = try? code.withUTF8({ try area(of: $0) }) else { return nil }
        return KnownPlace(
            coordinate: FixedCoordinate(area.middle), match: area.isArea ? .area : .exact, name: "",
            country: "")
    }
}

/// The place of a zone of UTM, an easting and a northing in columns of their own.
enum GridPlace {
    static func place(_ values: [String]) -> KnownPlace? {
        guard values.count == 3 else { return nil }
        let texts = values.map { Array($0.utf8) }
        let position = texts[0].withUnsafeBufferPointer { zone in
            texts[1].withUnsafeBufferPointer { easting in
                texts[2].withUnsafeBufferPointer { northing in
                    try? UTMPosition(zone: zone, easting: easting, northing: northing)
                }
            }
        }
        guard let position else { return nil }
        return KnownPlace(
            coordinate: FixedCoordinate(position.coordinate), match: .exact, name: "", country: "")
    }
}
