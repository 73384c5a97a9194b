extension FeatureTable {
    /// Takes rows value by value and makes tables of those so far.
    ///
    /// `append` the values of a row, then `endRow` or `replaceRow`. Values of columns beyond the first 2,000 are left
    /// out and counted.
    package struct Builder: Sendable {
        let name: String
        /// Values left out since there were too many columns.
        private(set) var droppedValueCount = 0
        /// What was appended since the last row ended.
        package private(set) var row = PackedRow()
        private var columns = ColumnInterning()
        private var rows = PackedRows()

        init(name: String) { self.name = name }

        var rowCount: Int { rows.count }
        package var columnNames: [String] { columns.names }
        var columnCount: Int { columns.names.count }
        /// Bytes that the rows occupy.
        package var byteCount: Int { rows.byteCount }

        /// The number of the column of this name, a new one where there is none yet.
        @inline(__always)
        package mutating func column(_ name: UnsafeBufferPointer<UInt8>) -> Int { columns.number(of: name) }

        package mutating func column(_ name: String) -> Int {
            var name = name
            return name.withUTF8 { columns.number(of: $0) }
        }

        /// Adds a value to the row; of two of one column the later counts.
        @inline(__always)
        package mutating func append(
            _ column: Int, _ kind: FieldValue.Kind, _ text: UnsafeBufferPointer<UInt8>
        ) {
            guard column < ColumnInterning.limit else {
                droppedValueCount += 1
                return
            }
            row.append(column: column, kind: kind, text: text)
        }

        package mutating func append(_ column: Int, _ kind: FieldValue.Kind, _ text: String) {
            var text = text
            text.withUTF8 { append(column, kind, $0) }
        }

        /// Ends the row of the values appended; its number.
        ///
        /// - Parameter line: on which it begins, counted from 1; nil where the source has no lines.
        @discardableResult
        mutating func endRow(line: Int?) -> UInt32 {
            rows.append(row, line: line)
            row.reset()
            return UInt32(truncatingIfNeeded: rows.count - 1)
        }

        /// Puts the values appended in the place of those that row `number` has.
        mutating func replaceRow(_ number: UInt32, line: Int?) {
            rows.replace(number, with: row, line: line)
            row.reset()
        }

        /// Forgets the values appended.
        package mutating func discardRow() { row.reset() }

        /// The rows so far; more may follow. Costs no copy until then, and of the last chunk only.
        func table(roles: ColumnRoles) -> FeatureTable {
            FeatureTable(name: name, columnNames: columns.names, roles: roles, rows: rows)
        }
    }
}
