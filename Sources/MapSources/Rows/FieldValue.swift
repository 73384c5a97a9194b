/// A value of a row as its source has it, as text: what people read, and what is given out again.
public struct FieldValue: Sendable, Equatable {
    public enum Kind: UInt8, Sendable {
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

    public let kind: Kind
    public let text: String

    public init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    public static let missing = FieldValue(.missing, "")
}

/// One row of a source, whole.
public struct SourceRow: Sendable, Equatable {
    /// Counted from 0 in the order of the source.
    public let row: UInt32
    /// The line of the file on which it begins, counted from 1; nil where the source has no lines.
    public let line: Int?
    /// In the order of the table's columns; there may be fewer, or more where a record is too long.
    public let values: [FieldValue]

    public init(row: UInt32, line: Int?, values: [FieldValue]) {
        self.row = row
        self.line = line
        self.values = values
    }
}

/// One row with the names of its columns, as details show it.
public struct NamedRow: Sendable, Equatable {
    public struct Field: Sendable, Equatable {
        public let name: String
        public let value: FieldValue
    }

    public var row: UInt32
    public let line: Int?
    /// The name of the table that it stands in.
    public let source: String
    public let fields: [Field]
}

/// Which columns, counted from 0, are for what.
public struct ColumnRoles: Sendable, Equatable {
    public var label: Int?
    public var id: Int?
    /// What searches look through: the label, the id, then other columns of words.
    public var searched: [Int]

    public init(label: Int? = nil, id: Int? = nil, searched: [Int] = []) {
        self.label = label
        self.id = id
        self.searched = searched
    }
}
