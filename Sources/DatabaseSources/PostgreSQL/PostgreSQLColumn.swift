import RowValues
import Streams

/// A column of the relation that is shown.
struct PostgreSQLColumn: Sendable, Equatable {
    let name: String
    /// Its type as the catalog names it: "int4", "geometry".
    let type: String
    /// Its type as it is written: "integer".
    let typeTitle: String
    let modifier: Int32
    /// What the relation that has it is called in statements.
    var alias = "t"

    var quoted: String { "\(alias)." + SQLStatement.quoted(name) }

    var isSpatial: Bool { type == "geometry" || type == "geography" }
    var isFloat: Bool { type == "float8" || type == "float4" }
    var isText: Bool { ["text", "varchar", "bpchar"].contains(type) }
    var isNumber: Bool { isFloat || type == "numeric" || ["int2", "int4", "int8"].contains(type) }

    var engineColumn: EngineColumn {
        EngineColumn(
            name: name, type: type, kind: kind, fieldKind: fieldKind, sql: quoted, castType: arrayType)
    }

    /// The type that filters take it for.
    private var kind: ColumnKind {
        if isNumber { return .number }
        switch type {
        case "bool": return .boolean
        case "date", "timestamp", "timestamptz": return .time
        default: return .text
        }
    }

    private var fieldKind: FieldValue.Kind {
        switch type {
        case "bool": .boolean
        case "json", "jsonb": .json
        case "oid": .number
        default: isNumber ? .number : .text
        }
    }

    /// The type as the element of an array that values are compared with.
    var arrayType: String { type == "bpchar" || type == "varbit" ? type : typeTitle }
}

extension PostgreSQLColumn {
    /// The meaning of a spatial column's modifier. Source: PostGIS, liblwgeom.h, TYPMOD_GET_SRID and
    /// TYPMOD_GET_TYPE.
    var declaredSRID: Int? {
        guard modifier >= 0 else { return nil }
        let srid = Int((modifier & 0x0FFF_FF00) - (modifier & 0x1000_0000)) >> 8
        return srid > 0 ? srid : nil
    }

    var isDeclaredPoint: Bool { modifier >= 0 && (modifier & 0xFC) >> 2 == 1 }
}
