/// Rows that are read: files, a table, or a table that is made of a view or a statement.
struct DuckDBRelation: Sendable, Equatable {
    /// For people.
    let title: String
    /// What follows FROM.
    let sql: String
    /// The numbers by which a row is found again; the last one counts rows.
    let keys: [String]
    /// It is a copy in the memory of one process.
    var isCopy = false

    /// The name of a copy.
    private static let copyName = "tm_rows"

    /// Parquet files.
    init(files: [String], title: String) {
        self.title = title
        let more = files.count > 1 ? ", union_by_name = true" : ""
        sql = "read_parquet(\(DuckDBSQL.list(files))\(more))"
        keys = files.count > 1 ? ["file_index", "file_row_number"] : ["file_row_number"]
    }

    /// A table of a database.
    init(schema: String, table: String) {
        title = schema == "main" ? table : "\(schema).\(table)"
        sql = "\(DuckDBSQL.quoted(schema)).\(DuckDBSQL.quoted(table))"
        keys = ["rowid"]
    }

    /// A copy of what a SELECT returns.
    private init(copyTitle: String) {
        title = copyTitle
        sql = Self.copyName
        keys = ["rowid"]
        isCopy = true
    }

    /// Views and statements have no keys: their rows are copied.
    static func copy(of select: String, title: String) -> (relation: DuckDBRelation, statement: String) {
        (DuckDBRelation(copyTitle: title), "CREATE OR REPLACE TEMP TABLE \(copyName) AS \(select)")
    }

    var keyColumns: [EngineColumn] {
        keys.map { EngineColumn(name: $0, type: "BIGINT", kind: .number, fieldKind: .number, sql: $0) }
    }
}
