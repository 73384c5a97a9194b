import RowValues

/// One row of a source with all its values.
package struct SourceRow: Sendable, Equatable {
    /// Counted from 0 in the order of the source.
    package let row: UInt32
    /// The line of the file on which it begins, counted from 1; nil where the source has no lines.
    package let line: Int?
    /// In the order of the table's columns; there may be fewer, or more where a record is too long.
    package let values: [FieldValue]

    /// A row with its values in the order of the columns.
    package init(row: UInt32, line: Int?, values: [FieldValue]) {
        self.row = row
        self.line = line
        self.values = values
    }
}

/// One row with the names of its columns, as details show it.
package struct NamedRow: Sendable, Equatable {
    /// A value with the name of its column.
    package struct Field: Sendable, Equatable {
        /// The name of the column; "column 7" where a row has more values than there are names.
        package let name: String
        /// The value, perhaps `.missing`.
        package let value: FieldValue

        /// A value and the name of its column.
        package init(name: String, value: FieldValue) {
            self.name = name
            self.value = value
        }
    }

    /// Counted from 0; of several layers the number among all rows.
    package var row: UInt32
    /// The line of the file on which the row begins, counted from 1; nil where the source has no lines.
    package let line: Int?
    /// The name of its table.
    package let source: String
    /// The values in the order of the columns.
    package let fields: [Field]

    /// The row of a table with its named values.
    package init(row: UInt32, line: Int?, source: String, fields: [Field]) {
        self.row = row
        self.line = line
        self.source = source
        self.fields = fields
    }
}
