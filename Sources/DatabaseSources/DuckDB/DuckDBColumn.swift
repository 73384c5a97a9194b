/// A column of a table, or a field of a structure in it, which has the names of both with a dot between.
struct DuckDBColumn: Equatable, Sendable {
    let name: String
    let type: DuckDBType
    /// In SQL.
    let sql: String

    /// More columns than these are not read.
    static let limit = 4_096

    /// Structures are split into their fields.
    static func all(_ columns: [(name: String, type: String)]) -> [DuckDBColumn] {
        var found: [DuckDBColumn] = []
        for column in columns {
            append(column.name, DuckDBType(column.type), DuckDBSQL.quoted(column.name), to: &found)
        }
        return Array(found.prefix(limit))
    }

    private static func append(
        _ name: String, _ type: DuckDBType, _ sql: String, to found: inout [DuckDBColumn]
    ) {
        guard found.count < limit else { return }
        guard case .structure(let fields) = type else {
            found.append(DuckDBColumn(name: name, type: type, sql: sql))
            return
        }
        for field in fields {
            append(
                "\(name).\(field.name)", field.type, "(\(sql)).\(DuckDBSQL.quoted(field.name))", to: &found)
        }
    }

    var engineColumn: EngineColumn {
        EngineColumn(name: name, type: typeName, kind: type.kind, fieldKind: type.fieldKind, sql: sql)
    }

    /// What the dialect reads the type from.
    private var typeName: String {
        switch type {
        case .plain(let name): name
        case .structure: "STRUCT()"
        case .nested(let name): name
        case .geometry: "GEOMETRY"
        }
    }

    /// Well-known binary as a blob; nil for other types.
    var binary: String? {
        switch type {
        case .geometry: "CAST(ST_AsWKB(\(sql)) AS BLOB)"
        default: type.isBlob ? sql : nil
        }
    }
}
