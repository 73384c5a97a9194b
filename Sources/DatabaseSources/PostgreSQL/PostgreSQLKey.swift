import Streams

/// What identifies a row.
enum PostgreSQLKey: Sendable, Equatable {
    /// A primary key, or the column that the user named.
    case columns([PostgreSQLColumn])
    /// Where the row is stored: it changes when the row does.
    case place
    /// All of its text.
    case wholeRow

    /// Whatever its type, each part is known by the server's text of it.
    var engineColumns: [EngineColumn] {
        func part(_ name: String, _ sql: String, _ castType: String) -> EngineColumn {
            EngineColumn(name: name, type: "", kind: .text, fieldKind: .text, sql: sql, castType: castType)
        }
        return switch self {
        case .columns(let columns): columns.map { part($0.name, $0.quoted, $0.arrayType) }
        case .place: [part("ctid", "t.ctid", "tid")]
        case .wholeRow: [part("t", "t::text", "text")]
        }
    }

    /// Its description in `--columns`.
    var words: String {
        switch self {
        case .columns(let columns): columns.map { quoted($0.name) }.joined(separator: " and ")
        case .place: "where the row is stored (no primary key; set one with --id)"
        case .wholeRow: "all of its text (no key; set one with --id)"
        }
    }
}
