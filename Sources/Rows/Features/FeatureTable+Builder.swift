import RowValues

extension FeatureTable {
    /// Builds rows value by value, and tables of the rows so far.
    ///
    /// `append` the values of a row, then `endRow` or `replaceRow`. Values of columns beyond the first 2,000
    /// are dropped and counted.
    package struct Builder: Sendable {
        let name: String
        /// Values dropped because there were too many columns.
        private(set) var droppedValueCount = 0
        /// Those of the row that is being appended.
        private var droppedOfRow = 0
        /// The values appended since the last row ended.
        package private(set) var row = PackedRow()
        private var columns = ColumnInterning()
        private var rows = PackedRows()

        init(name: String) { self.name = name }

        var rowCount: Int { rows.count }
        /// The names of the columns met so far; a column's number is its index.
        package var columnNames: [String] { columns.names }
        /// How many names that are.
        package var columnCount: Int { columns.names.count }
        /// Bytes that the rows occupy.
        package var byteCount: Int { rows.byteCount }
        /// What the rows need.
        package var room: RowRoom { RowRoom(rows: rowCount, bytes: byteCount) }

        /// The number of the column of this name, which is added when it is new.
        @inline(__always)
        package mutating func column(_ name: UnsafeBufferPointer<UInt8>) -> Int { columns.number(of: name) }

        /// The number of the column of this name, which is added when it is new.
        package mutating func column(_ name: String) -> Int {
            var name = name
            return name.withUTF8 { columns.number(of: $0) }
        }

        /// Adds a value to the row; of two values for one column the later counts.
        @inline(__always)
        package mutating func append(
            _ column: Int, _ kind: FieldValue.Kind, _ text: UnsafeBufferPointer<UInt8>
        ) {
            guard column < ColumnInterning.limit else {
                droppedOfRow += 1
                return
            }
            row.append(column: column, kind: kind, text: text)
        }

        /// Adds a value to the row, given as a string.
        package mutating func append(_ column: Int, _ kind: FieldValue.Kind, _ text: String) {
            var text = text
            text.withUTF8 { append(column, kind, $0) }
        }

        /// Ends the row and returns its number.
        ///
        /// - Parameter line: the line on which it begins, counted from 1; nil where the source has no lines.
        @discardableResult
        mutating func endRow(line: Int?) -> UInt32 {
            rows.append(row, line: line)
            resetRow()
            return UInt32(truncatingIfNeeded: rows.count - 1)
        }

        /// Replaces the values of row `number` with those appended.
        mutating func replaceRow(_ number: UInt32, line: Int?) {
            rows.replace(number, with: row, line: line)
            resetRow()
        }

        /// Gives up the first rows; those that are left are numbered from 0.
        mutating func removeFirst(_ count: Int) { rows.removeFirst(count) }

        /// A builder of rows that follow these, with the same columns.
        func emptied(room: RowRoom) -> Builder {
            var next = Builder(name: name)
            next.columns = columns
            next.rows = PackedRows(room: room)
            return next
        }

        /// Adds the rows of a builder that `emptied(room:)` made; false, and none are added, when there were more than
        /// `columnLimit` columns then.
        ///
        /// - Parameter linesBefore: the lines before those rows.
        mutating func append(_ next: Builder, linesBefore: Int, columnLimit: Int) -> Bool {
            var merged = columns
            let numbers = next.columns.names.map { name in
                var name = name
                return name.withUTF8 { merged.number(of: $0) }
            }
            guard merged.names.count <= columnLimit else { return false }
            columns = merged
            droppedValueCount += next.droppedValueCount
            let areSame = zip(numbers, numbers.indices).allSatisfy { $0 == $1 }
            rows.append(contentsOf: next.rows, linesBefore: linesBefore, columns: areSame ? nil : numbers)
            return true
        }

        /// Discards the values appended.
        package mutating func discardRow() {
            droppedOfRow = 0
            row.reset()
        }

        private mutating func resetRow() {
            droppedValueCount += droppedOfRow
            discardRow()
        }

        /// The rows so far; more may follow. Nothing is copied until then, and only the last chunk after
        /// that.
        func table(roles: ColumnRoles) -> FeatureTable {
            FeatureTable(name: name, columnNames: columns.names, roles: roles, rows: rows)
        }
    }
}
