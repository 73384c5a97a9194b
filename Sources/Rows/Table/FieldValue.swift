/// A value of a row as its source has it, as text: what people read, and what is given out again.
package struct FieldValue: Sendable, Equatable {
    package enum Kind: UInt8, Sendable {
        /// Not there, or null.
        case missing
        case text
        /// As it was written; in the notation of JSON.
        case number
        /// "true" or "false".
        case boolean
        /// An object or an array, as JSON.
        case json
    }

    package let kind: Kind
    package let text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    package static let missing = FieldValue(.missing, "")
}

/// One row of a source, whole.
package struct SourceRow: Sendable, Equatable {
    /// Counted from 0 in the order of the source.
    package let row: UInt32
    /// The line of the file on which it begins, counted from 1; nil where the source has no lines.
    package let line: Int?
    /// In the order of the table's columns; there may be fewer, or more where a record is too long.
    package let values: [FieldValue]

    package init(row: UInt32, line: Int?, values: [FieldValue]) {
        self.row = row
        self.line = line
        self.values = values
    }
}

/// One row with the names of its columns, as details show it.
package struct NamedRow: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: FieldValue
    }

    package var row: UInt32
    package let line: Int?
    /// The name of the table that it stands in.
    package let source: String
    package let fields: [Field]
}

/// Which columns, counted from 0, are for what.
package struct ColumnRoles: Sendable, Equatable {
    package var label: Int?
    package var id: Int?
    /// What searches look through: the label, the id, then other columns of words.
    package var searched: [Int]

    package init(label: Int? = nil, id: Int? = nil, searched: [Int] = []) {
        self.label = label
        self.id = id
        self.searched = searched
    }
}
