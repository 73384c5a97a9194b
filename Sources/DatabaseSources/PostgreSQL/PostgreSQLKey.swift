import Streams

/// What identifies a row.
enum PostgreSQLKey: Sendable, Equatable {
    /// A primary key, or the column that the user named.
    case columns([PostgreSQLColumn])
    /// Where the row is stored: it changes when the row does.
    case place
    /// All of its text.
    case wholeRow

    var expressions: [String] {
        switch self {
        case .columns(let columns): columns.map(\.quoted)
        case .place: ["t.ctid"]
        case .wholeRow: ["t::text"]
        }
    }

    /// The condition under which a row is one of those with the given keys.
    func condition(_ keys: [[String?]], in statement: inout SQLStatement) -> String {
        func array(_ part: Int, _ type: String) -> String {
            statement.bind(SQLStatement.array(keys.map { $0[part] }), as: type + "[]")
        }
        switch self {
        case .place: return "t.ctid = ANY(\(array(0, "tid")))"
        case .wholeRow: return "t::text = ANY(\(array(0, "text")))"
        case .columns(let columns) where columns.count == 1:
            return "\(columns[0].quoted) = ANY(\(array(0, columns[0].arrayType)))"
        case .columns(let columns):
            let arrays = columns.enumerated().map { array($0.offset, $0.element.arrayType) }
            return "(\(columns.map(\.quoted).joined(separator: ", "))) IN "
                + "(SELECT * FROM unnest(\(arrays.joined(separator: ", "))))"
        }
    }

    /// The condition for the rows whose key is at least `start`, in the order of the server; NULL comes last.
    func follows(_ start: [String?], in statement: inout SQLStatement) -> String {
        switch self {
        case .place: "t.ctid >= \(statement.bind(start[0], as: "tid"))"
        case .wholeRow: "t::text >= \(statement.bind(start[0], as: "text"))"
        case .columns(let columns): Self.follows(columns[...], start[...], in: &statement)
        }
    }

    private static func follows(
        _ columns: ArraySlice<PostgreSQLColumn>, _ start: ArraySlice<String?>,
        in statement: inout SQLStatement
    ) -> String {
        guard let column = columns.first, let value = start.first else { return "true" }
        let rest = follows(columns.dropFirst(), start.dropFirst(), in: &statement)
        guard let value else { return "(\(column.quoted) IS NULL AND \(rest))" }
        let bound = statement.bind(value, as: column.arrayType)
        return "(\(column.quoted) IS NULL OR \(column.quoted) > \(bound) "
            + "OR (\(column.quoted) = \(bound) AND \(rest)))"
    }
}
