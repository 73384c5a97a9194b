import MapModel
import RowValues
import Rows
import Streams

/// The rows of several tables as those of one: the rows of each follow those of the previous one.
///
/// Columns with the same name are one column; each row has the values of its own table in it.
package struct LayeredTable: JoinedTables {
    /// A table, with its columns and rows in the combined table.
    private struct Layer: Sendable {
        let table: any RowTable
        let firstRow: UInt32
        let endRow: UInt32
        /// The column of the whole for each column of the table.
        let columns: [Int]
    }

    package let name: String
    package let columnNames: [String]
    package let roles: ColumnRoles
    package let recordCount: Int
    private let layers: [Layer]

    package var tables: [any RowTable] { layers.map(\.table) }

    package init(_ tables: [any RowTable]) {
        var ends: [UInt32] = []
        for table in tables { ends.append((ends.last ?? 0) + UInt32(table.recordCount)) }
        self.init(tables, ends: ends)
    }

    /// The tables of parts, each with the room that it has for its rows.
    ///
    /// - Parameter others: tables to take for those of some parts, by the number of their first layer.
    init(_ parts: [LayeredSource.Part], _ others: [Int: any RowTable] = [:]) {
        let ends = parts.dropFirst().map(\.firstRow) + [.max]
        self.init(parts.map { others[$0.firstLayer] ?? $0.source.table }, ends: ends)
    }

    /// - Parameter ends: after the last row that each table has room for.
    private init(_ tables: [any RowTable], ends: [UInt32]) {
        name = tables.map(\.name).joined(separator: ", ")
        var names: [String] = []
        var found: [String: Int] = [:]
        var layers: [Layer] = []
        var firstRow: UInt32 = 0
        for (table, end) in zip(tables, ends) {
            var taken: Set<Int> = []
            let columns = table.columnNames.map { name -> Int in
                // A second column of the same name in one table is a column of its own.
                if let column = found[name], taken.insert(column).inserted { return column }
                names.append(name)
                if found[name] == nil { found[name] = names.count - 1 }
                taken.insert(names.count - 1)
                return names.count - 1
            }
            layers.append(Layer(table: table, firstRow: firstRow, endRow: end, columns: columns))
            firstRow = end
        }
        columnNames = names
        // Labels come from the tables themselves, whose label columns may have different names.
        roles = ColumnRoles()
        recordCount = Int(firstRow)
        self.layers = layers
    }

    /// The column of the whole for each column of a table.
    package func columns(ofTable index: Int) -> [Int] { layers[index].columns }

    package func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        try forEachLayer(of: rows) { layer, rows throws(SourceError) in
            try layer.table.visitRows(rows) { row in
                var values = [FieldValue](repeating: .missing, count: columnNames.count)
                for (index, value) in row.values.enumerated() where index < layer.columns.count {
                    values[layer.columns[index]] = value
                }
                body(SourceRow(row: row.row + layer.firstRow, line: row.line, values: values))
            }
        }
    }

    package func namedRow(_ row: UInt32) throws(SourceError) -> NamedRow {
        guard let layer = layers.first(where: { row < $0.endRow }) else {
            throw .noSuchRow(row, file: name)
        }
        var found = try layer.table.namedRow(row - layer.firstRow)
        found.row = row
        return found
    }

    package func rowLabels(_ rows: [UInt32]) throws(SourceError) -> [String] {
        var labels: [String] = []
        try forEachLayer(of: rows) { layer, rows throws(SourceError) in
            labels += try layer.table.rowLabels(rows)
        }
        return labels
    }

    package func rowIdentifiers(_ rows: [UInt32]) throws(SourceError) -> [String] {
        var identifiers: [String] = []
        try forEachLayer(of: rows) { layer, rows throws(SourceError) in
            identifiers += try layer.table.rowIdentifiers(rows)
        }
        return identifiers
    }

    package func rowWords(_ rows: [UInt32]) throws(SourceError) -> [RowWords] {
        var words: [RowWords] = []
        try forEachLayer(of: rows) { layer, rows throws(SourceError) in
            words += try layer.table.rowWords(rows).map { words in
                var words = words
                words.row += layer.firstRow
                return words
            }
        }
        return words
    }

    package func visitLines(
        _ rows: [UInt32], _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(SourceError) -> Bool {
        var areLines = true
        try forEachLayer(of: rows) { layer, rows throws(SourceError) in
            areLines = try layer.table.visitLines(rows, body) && areLines
        }
        return areLines
    }

    package func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        for layer in layers {
            try layer.table.appendNames(to: &builder, isCancelled: isCancelled, progress: progress)
        }
    }

    /// Rows of tables without a column have no value in it.
    package func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        for layer in layers {
            let own = columns.map { column in layer.columns.firstIndex(of: column) }
            let slots = own.indices.filter { own[$0] != nil }
            for slot in own.indices where own[slot] == nil {
                for _ in 0..<layer.table.recordCount { builders[slot].append("") }
            }
            // What is appended to must not be shared, or it would be copied.
            var taken: [ColumnBuilder] = []
            for slot in slots {
                taken.append(builders[slot])
                builders[slot] = ColumnBuilder(name: "")
                taken[taken.count - 1].decimalMark = layer.table.decimalMark
            }
            try layer.table.appendColumns(
                slots.compactMap { own[$0] }, to: &taken, isCancelled: isCancelled,
                progress: { part in
                    let rows = Double(layer.firstRow) + part * Double(layer.table.recordCount)
                    progress(rows / Double(max(recordCount, 1)))
                })
            for (slot, builder) in zip(slots, taken) { builders[slot] = builder }
        }
    }

    /// That of the first table; whole columns are read with that of each.
    package var decimalMark: UInt8 { tables.first?.decimalMark ?? UInt8(ascii: ".") }

    package func decimalMark(ofRow row: UInt32) -> UInt8 {
        layers.first { row < $0.endRow }?.table.decimalMark ?? decimalMark
    }

    /// Equal rows of different tables are different rows.
    package func identityHashes(isCancelled: () -> Bool) throws(SourceError) -> [UInt64] {
        var hashes: [UInt64] = []
        for (index, layer) in layers.enumerated() {
            let mark = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
            hashes += try layer.table.identityHashes(isCancelled: isCancelled).map { $0 ^ mark }
        }
        return hashes
    }

    /// The table that has a row, and the numbers of its rows.
    package func source(of row: UInt32) throws(SourceError) -> (table: any RowTable, rows: Range<UInt32>) {
        guard let layer = layers.first(where: { row < $0.endRow }) else {
            throw .noSuchRow(row, file: name)
        }
        return (layer.table, layer.firstRow..<layer.endRow)
    }

    /// Calls `body` for each table that has some of `rows`, with their numbers in it.
    private func forEachLayer(
        of rows: [UInt32], _ body: (Layer, [UInt32]) throws(SourceError) -> Void
    ) throws(SourceError) {
        var rest = rows[...]
        for layer in layers where !rest.isEmpty {
            let own = rest.prefix { $0 < layer.endRow }
            rest = rest.dropFirst(own.count)
            if !own.isEmpty { try body(layer, own.map { $0 - layer.firstRow }) }
        }
        if let beyond = rest.first { throw .noSuchRow(beyond, file: name) }
    }
}
