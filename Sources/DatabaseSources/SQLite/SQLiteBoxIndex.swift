/// An R*Tree that holds a box for each row of a table, by rowid.
struct SQLiteBoxIndex: Sendable, Equatable {
    let name: String
    let table: String
    /// The geometry column whose boxes it holds; nil when a trigger fills it from other columns.
    let geometryColumn: String?
    /// The columns: row, then two for each axis.
    let columns: [String]
    /// Whether the first axis is that of longitudes.
    var isLongitudeFirst = true
}

extension SQLiteSchema {
    /// The R*Trees that belong to other tables: by the metadata, or by a trigger that fills them.
    ///
    /// Triggers are not parsed: a query that uses such an index checks with some rows that they are in it.
    static func boxIndexes(_ entries: [Entry], _ geometry: [SQLiteGeometryColumn]) -> [SQLiteBoxIndex] {
        let trees = entries.filter { $0.kind == .boxes }
        let triggers = entries.filter { $0.type == "trigger" }.map { ($0.table, folded($0.sql)) }
        return trees.compactMap { tree in
            let columns = treeColumns(tree.sql)
            guard columns.count >= 5 else { return nil }
            let name = folded(tree.name)
            if let owner = geometry.first(where: { $0.boxIndex.map(folded) == name }) {
                return SQLiteBoxIndex(
                    name: tree.name, table: owner.table, geometryColumn: owner.column, columns: columns)
            }
            guard let owner = triggers.first(where: { fills($0.1, name) })?.0 else { return nil }
            return SQLiteBoxIndex(name: tree.name, table: owner, geometryColumn: nil, columns: columns)
        }
    }

    /// Whether a trigger, folded, inserts into the table `name`, folded.
    private static func fills(_ trigger: String, _ name: String) -> Bool {
        let words = trigger.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return zip(words, words.dropFirst()).contains { $0 == "into" && $1 == name }
    }

    /// The names between the brackets of CREATE VIRTUAL TABLE … USING rtree(…), types and quotes left out.
    static func treeColumns(_ sql: String) -> [String] {
        guard let open = sql.firstIndex(of: "("), let close = sql.lastIndex(of: ")"), open < close else {
            return []
        }
        return sql[sql.index(after: open)..<close].split(separator: ",").map { part in
            let trimmed = part.drop { $0.isWhitespace || "\"'`[".contains($0) }
            return String(trimmed.prefix { !($0.isWhitespace || "\"'`]".contains($0)) })
        }
    }
}
