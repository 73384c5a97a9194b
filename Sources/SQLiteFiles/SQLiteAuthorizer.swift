import CSQLite

/// Restricts statements, views and everything else that a database contains to selecting, reading, and
/// calling functions that are known to be harmless.
final class SQLiteAuthorizer {
    /// The program's own queries of the schema may use the pragmas that describe it.
    var isReadingSchema = false

    private static let schemaPragmas: Set = ["table_list", "table_xinfo", "index_list", "index_xinfo"]

    /// Statements that R*Tree prepares for writing when it opens, its declaration included. The connection is
    /// read-only, and `SQLiteStatement` refuses those that write, so none of them can run.
    private static let shadowSuffixes = ["_node", "_rowid", "_parent"]
    private static let schemaTables: Set = ["sqlite_master", "sqlite_schema"]

    private static let functions: Set = [
        "->", "->>", "abs", "acos", "asin", "atan", "atan2", "avg", "ceil", "ceiling", "changes", "char",
        "coalesce", "concat", "concat_ws", "cos", "count", "cume_dist", "date", "datetime", "degrees",
        "dense_rank", "exp", "first_value", "floor", "format", "glob", "group_concat", "hex", "ifnull", "iif",
        "instr", "json", "json_array", "json_array_length", "json_extract", "json_object", "json_type",
        "json_valid", "julianday", "lag", "last_value", "lead", "length", "like", "likelihood", "likely",
        "ln",
        "log", "log10", "log2", "lower", "ltrim", "max", "min", "mod", "nth_value", "ntile", "nullif",
        "octet_length", "percent_rank", "pi", "pow", "power", "printf", "quote", "radians", "random", "rank",
        "replace", "round", "row_number", "rtrim", "sign", "sin", "sqlite_version", "sqrt", "strftime",
        "string_agg", "substr", "substring", "sum", "tan", "time", "total", "trim", "trunc", "typeof",
        "unicode", "unixepoch", "unlikely", "upper", "zeroblob",
    ]

    /// Must live as long as the connection.
    func attach(to database: OpaquePointer) -> Int32 {
        sqlite3_set_authorizer(
            database,
            { context, action, first, second, _, _ in
                guard let context else { return SQLITE_DENY }
                let authorizer = Unmanaged<SQLiteAuthorizer>.fromOpaque(context).takeUnretainedValue()
                return authorizer.allows(action, first, second) ? SQLITE_OK : SQLITE_DENY
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func allows(
        _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
    ) -> Bool {
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: true
        case SQLITE_FUNCTION:
            second.map { name in
                let name = String(cString: name).lowercased()
                return Self.functions.contains(name) || SQLiteFunctions.filterNames.contains(name)
            } ?? false
        case SQLITE_PRAGMA:
            isReadingSchema && first.map { Self.schemaPragmas.contains(String(cString: $0)) } ?? false
        case SQLITE_INSERT, SQLITE_DELETE, SQLITE_UPDATE:
            first.map { table in
                let table = String(cString: table)
                return Self.shadowSuffixes.contains { table.hasSuffix($0) }
                    || action == SQLITE_UPDATE && Self.schemaTables.contains(table)
            } ?? false
        default: false
        }
    }
}
