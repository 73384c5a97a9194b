import RowValues
import MapModel
import Streams

/// The rows of a source that was read into memory: features, or records that are not delimited text.
///
/// A value that can be shared while its builder continues: both share all but the last chunk of rows.
package struct FeatureTable: Sendable {
    /// The source as the user named it, or "stdin".
    package let name: String
    /// All members, attributes or elements met in any row, in the order in which they appeared.
    package let columnNames: [String]
    /// The columns for label, identifier and search.
    package let roles: ColumnRoles
    let rows: PackedRows
    /// The columns that say where its rows are, where they have no coordinates.
    package var placeRoles: PlaceRoles?
    /// Of objects one a line.
    package var lines: RecordLines?
    /// Of a GeoJSON collection.
    package var features: FeatureTexts?
    /// What is changed in features that are printed as they stand.
    package var rewrite: FeatureRewrite = []

    /// A table of rows with values in `columnNames`.
    init(name: String, columnNames: [String], roles: ColumnRoles, rows: PackedRows) {
        (self.name, self.columnNames, self.roles, self.rows) = (name, columnNames, roles, rows)
    }
}

extension FeatureTable: RowTable {
    /// Rows in the table.
    package var recordCount: Int { rows.count }

    /// Decodes the rows from memory; throws `.noSuchRow` for one beyond the end.
    package func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        precondition(zip(rows, rows.dropFirst()).allSatisfy { $0 <= $1 }, "rows are in ascending order")
        if let last = rows.last, last >= recordCount { throw .noSuchRow(last, file: name) }
        for row in rows {
            let (values, line) = values(of: row)
            body(SourceRow(row: row, line: line, values: values.map { $0 ?? .missing }))
        }
    }

    /// The values of a row in the order of the columns, nil for columns that it does not have; and its line.
    func values(of row: UInt32) -> (values: [FieldValue?], line: Int?) {
        var values = [FieldValue?](repeating: nil, count: columnNames.count)
        let line = rows.with(row) { bytes, line in
            PackedRow.forEach(bytes) { column, kind, text in
                guard column < values.count else { return }
                values[column] =
                    kind == .missing ? .missing : FieldValue(kind, String(decoding: text, as: UTF8.self))
            }
            return line
        }
        return (values, line)
    }

    /// Appends the searched fields of each row from memory; checks for cancellation every 4,096 rows.
    package func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        var slots = [Int](repeating: -1, count: columnNames.count)
        for (slot, column) in roles.searched.enumerated() { slots[column] = slot }
        let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var fields = [UnsafeBufferPointer<UInt8>](repeating: empty, count: roles.searched.count)
        for row in 0..<UInt32(recordCount) {
            if row & 4_095 == 0 {
                if isCancelled() { throw .cancelled }
                progress(builder)
            }
            rows.with(row) { bytes, _ in
                for slot in fields.indices { fields[slot] = empty }
                PackedRow.forEach(bytes) { column, _, text in
                    if column < slots.count, slots[column] >= 0 { fields[slots[column]] = text }
                }
                if roles.label == nil { builder.appendField("") }
                for field in fields { builder.appendField(field) }
            }
            builder.endRecord()
        }
        progress(builder)
    }

    /// Appends the values of each row from memory; checks for cancellation every 4,096 rows.
    package func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        var slots = [Int](repeating: -1, count: columnNames.count)
        for (slot, column) in columns.enumerated() { slots[column] = slot }
        let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var fields = [UnsafeBufferPointer<UInt8>](repeating: empty, count: columns.count)
        for row in 0..<UInt32(recordCount) {
            if row & 4_095 == 0 {
                if isCancelled() { throw .cancelled }
                progress(Double(row) / Double(recordCount))
            }
            rows.with(row) { bytes, _ in
                for slot in fields.indices { fields[slot] = empty }
                PackedRow.forEach(bytes) { column, kind, text in
                    guard column < slots.count, slots[column] >= 0 else { return }
                    fields[slots[column]] = kind == .missing ? empty : text
                }
                for (slot, field) in fields.enumerated() { builders[slot].append(field) }
            }
        }
        progress(1)
    }

    /// The objects that stood one a line.
    package func visitLines(
        _ rows: [UInt32], _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(SourceError) -> Bool {
        guard let lines else { return false }
        for row in rows {
            guard let line = self.rows.with(row, { _, line in line }),
                let object = try lines.object(onLine: line)
            else { return false }
            (object + [UInt8(ascii: "\n")]).withUnsafeBufferPointer(body)
        }
        return true
    }

    /// True: each row may have a new one.
    package var mayGetColumns: Bool { true }

    /// Objects that stood one a line.
    package var ownFormat: RowFormat { lines == nil ? .csv : .ndjson }

    /// True of objects that stood one to a line: they are written unchanged.
    package func writesAsRead(_ format: RowFormat, adding: AddedColumns) -> Bool {
        lines != nil && format == .ndjson && !adding.contains(.distance)
    }

    /// True of features that can be read again.
    package var writesShapes: Bool { features != nil || lines?.areFeatures == true }

    /// Columns that a row does not have are left out of objects; null values are written as null. Objects that stood one
    /// a line, and features, are written byte for byte, if they can be read again and stand where they were read.
    package func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        if let lines, writesAsRead(format, adding: adding) {
            return try write(lines, count: count, row: row, to: sink)
        }
        if writesShapes, format == .geojson, !adding.contains(.distance) {
            return try writeFeatures(count: count, row: row, to: sink)
        }
        try writeFields(count: count, row: row, as: format, adding: adding, to: sink)
    }

    private func writeFeatures(
        count: Int, row: (Int) -> ExportedRow, to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let encoder = ValueEncoder(columnNames: columnNames, format: .geojson, adding: [])
        var buffer = OutputBuffer(encoder.head)
        for index in 0..<count {
            let row = row(index)
            if row.row >= recordCount { throw .noSuchRow(row.row, file: name) }
            var text = index > 0 ? encoder.separator : []
            if let feature = try featureText(of: row.row) {
                text += rewrite.text(of: feature, for: row)
            } else {
                encoder.append(row, values(of: row.row).values, to: &text)
            }
            try buffer.append(text, to: sink)
        }
        try buffer.append(encoder.tail, to: sink)
        try buffer.finish(sink)
    }

    /// A feature as it stood in the source; nil for a row that was something else.
    private func featureText(of row: UInt32) throws(SourceError) -> [UInt8]? {
        if let features { return try features.feature(Int(row), of: recordCount) }
        guard let line = rows.with(row, { _, line in line }), let object = try lines?.object(onLine: line)
        else {
            return nil
        }
        guard FeatureTexts.isFeature(object), let start = object.firstIndex(of: UInt8(ascii: "{")),
            let end = object.lastIndex(of: UInt8(ascii: "}"))
        else { return nil }
        return Array(object[start...end])
    }

    private func write(
        _ lines: RecordLines, count: Int, row: (Int) -> ExportedRow,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        var buffer = OutputBuffer()
        for index in 0..<count {
            let row = row(index)
            if row.row >= recordCount { throw .noSuchRow(row.row, file: name) }
            let line = rows.with(row.row) { _, line in line }
            if let line, let object = try lines.object(onLine: line) {
                let text = lines.areFeatures ? rewrite.text(of: object, for: row) : object
                try buffer.append(text + [UInt8(ascii: "\n")], to: sink)
            } else {
                // If members named like coordinates hold something else, the row becomes a feature.
                if try needsPlace(count: 1, row: { _ in row }, as: .ndjson) {
                    try buffer.append(feature(of: row), to: sink)
                } else {
                    try buffer.finish(sink)
                    try writeFields(count: 1, row: { _ in row }, as: .ndjson, adding: [], to: sink)
                }
            }
        }
        try buffer.finish(sink)
    }

    /// A row on a line of its own.
    private func feature(of row: ExportedRow) -> [UInt8] {
        var text: [UInt8] = []
        ValueEncoder(columnNames: columnNames, format: .geojson, adding: []).append(
            row, values(of: row.row).values, to: &text)
        return text + [UInt8(ascii: "\n")]
    }

    private func writeFields(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let export = ValueExport(columnNames: columnNames, format: format, adding: adding)
        try export.write(count: count, row: row, to: sink) { (rows, body) throws(SourceError) in
            if let last = rows.last, last >= recordCount { throw .noSuchRow(last, file: name) }
            for row in rows { body(values(of: row).values) }
        }
    }
}
