/// A relation that rows can be read from: a table, a view, or an R*Tree.
struct SQLiteRelation: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case table, view, boxes, otherVirtual
    }

    /// How a row is found again.
    enum Key: Sendable, Equatable {
        /// By its 64-bit number, under this name.
        case rowid(String)
        /// By the columns of its primary key, in their order.
        case columns([Int])
        /// Not at all, such as the rows of a view.
        case none
    }

    struct Column: Sendable, Equatable {
        let name: String
        /// The declared type, which SQLite does not enforce.
        let type: String
    }

    let name: String
    let kind: Kind
    let columns: [Column]
    let key: Key

    var quotedName: String { SQLiteValue.identifier(name) }

    func quotedColumn(_ column: Int) -> String { SQLiteValue.identifier(columns[column].name) }

    /// The columns of the key in SQL; empty without one.
    var keyColumns: [String] {
        switch key {
        case .rowid(let name): [SQLiteValue.identifier(name)]
        case .columns(let columns): columns.map(quotedColumn)
        case .none: []
        }
    }

    /// Values of such a column are stored and compared as text. Source: sqlite.org/datatype3.html, section
    /// 3.1.
    func isText(_ column: Int) -> Bool {
        let type = columns[column].type.uppercased()
        return !type.contains("INT") && ["CHAR", "CLOB", "TEXT"].contains { type.contains($0) }
    }
}
