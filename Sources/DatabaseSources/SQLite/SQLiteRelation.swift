import SQLiteFiles
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

    /// Where a column is once another is after all others.
    func place(of other: Int, withLast column: Int) -> Int {
        other == column ? columns.count - 1 : other - (other > column ? 1 : 0)
    }

    /// The same with a column after all others.
    func withLast(_ column: Int) -> SQLiteRelation {
        let others = columns.indices.filter { $0 != column }
        let key: Key =
            if case .columns(let columns) = key {
                .columns(columns.map { place(of: $0, withLast: column) })
            } else { key }
        return SQLiteRelation(
            name: name, kind: kind, columns: (others + [column]).map { columns[$0] }, key: key)
    }

    /// Values of such a column are stored and compared as text. Source: sqlite.org/datatype3.html, section
    /// 3.1.
    func isText(_ column: Int) -> Bool {
        let type = columns[column].type.uppercased()
        return !type.contains("INT") && ["CHAR", "CLOB", "TEXT"].contains { type.contains($0) }
    }
}
