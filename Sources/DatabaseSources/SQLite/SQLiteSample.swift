import MapModel
import RowValues
import SQLiteFiles
import Streams

/// The first rows of a relation, from which the contents of its columns are detected.
struct SQLiteSample {
    private static let rowLimit = 200
    /// No coordinate, and no useful word, is longer.
    private static let textLimit = 256

    /// Values as text; blobs are empty in it.
    let columns: ColumnSample
    /// The columns in which most values that are not null are geometries.
    let geometryColumns: Set<Int>
    /// Those of them in which no geometry is text.
    let binaryColumns: Set<Int>

    init(
        _ database: SQLiteDatabase, _ relation: SQLiteRelation, statement: String?
    ) throws(SourceError) {
        let count = relation.columns.count
        var records: [[[UInt8]]] = []
        var valueCounts = [Int](repeating: 0, count: count)
        var geometryCounts = [Int](repeating: 0, count: count)
        var textCounts = geometryCounts
        var sketch = GeometrySketch()
        var rows = try SQLiteRows(
            database, statement ?? "SELECT * FROM \(relation.quotedName)")
        do throws(SourceError) {
            while records.count < Self.rowLimit, case let step = try rows.step(), step != .end {
                if step == .stopped { continue }
                var record: [[UInt8]] = []
                for column in 0..<min(count, rows.statement.columnCount) {
                    let kind = rows.statement.kind(column)
                    let isEmpty = kind == .text && rows.statement.withBytes(column) { $0.isEmpty }
                    if kind == .null || isEmpty {
                        record.append([])
                        continue
                    }
                    valueCounts[column] += 1
                    if kind == .blob || kind == .text {
                        let isGeometry = SQLiteGeometry.isGeometry(rows.statement, column, &sketch)
                        if isGeometry { geometryCounts[column] += 1 }
                        if isGeometry, kind == .text { textCounts[column] += 1 }
                    }
                    record.append(Self.text(rows.statement, column, kind))
                }
                records.append(record)
            }
        } catch {
            // A row with a value beyond all limits: only those before it are used.
            if !rows.statement.wasTooBig { throw error }
        }
        columns = ColumnSample(records: records)
        geometryColumns = Set(
            (0..<count).filter { geometryCounts[$0] > 0 && geometryCounts[$0] * 2 > valueCounts[$0] })
        binaryColumns = geometryColumns.filter { textCounts[$0] == 0 }
    }

    private static func text(
        _ rows: borrowing SQLiteStatement, _ column: Int, _ kind: SQLiteValue.Kind
    ) -> [UInt8] {
        switch kind {
        case .null, .blob: []
        case .text: rows.withBytes(column) { Array($0.prefix(textLimit)) }
        case .integer, .real: Array(rows.field(column).text.utf8)
        }
    }
}
