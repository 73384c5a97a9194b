/// A value of a row as text, as its source has it: for people and for export.
package struct FieldValue: Sendable, Equatable {
    /// The type of a value in its source.
    package enum Kind: UInt8, Sendable {
        /// Not there, or null.
        case missing
        case text
        /// A number as it was written, in JSON's notation.
        case number
        /// "true" or "false".
        case boolean
        /// An object or an array, as JSON.
        case json
    }

    /// The type, which decides how the value is written as JSON.
    package let kind: Kind
    /// The value as text in UTF-8; empty when it is missing.
    package let text: String

    /// A value of the given type, written as `text`.
    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// No value: null, or a field that the row does not have.
    package static let missing = FieldValue(.missing, "")
}

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

/// The columns, counted from 0, for each purpose.
package struct ColumnRoles: Sendable, Equatable {
    /// The column shown as the name of a row; nil when there is none.
    package var label: Int?
    /// The column that identifies a row; nil when there is none.
    package var id: Int?
    /// The searched columns: the label, the id, then other columns of words.
    package var searched: [Int]

    /// Roles of columns, which must exist in the table.
    package init(label: Int? = nil, id: Int? = nil, searched: [Int] = []) {
        self.label = label
        self.id = id
        self.searched = searched
    }
}
