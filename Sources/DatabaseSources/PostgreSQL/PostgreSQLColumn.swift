import Rows
import Streams

/// A column of the relation that is shown.
struct PostgreSQLColumn: Sendable, Equatable {
    let name: String
    /// Its type as the catalog names it: "int4", "geometry".
    let type: String
    /// Its type as it is written: "integer".
    let typeTitle: String
    let modifier: Int32

    var quoted: String { "t." + SQLStatement.quoted(name) }

    var isSpatial: Bool { type == "geometry" || type == "geography" }
    var isFloat: Bool { type == "float8" || type == "float4" }
    var isText: Bool { ["text", "varchar", "bpchar"].contains(type) }
    var isNumber: Bool { isFloat || type == "numeric" || ["int2", "int4", "int8"].contains(type) }

    /// The text of the column for people.
    var reading: String {
        switch type {
        case "geometry": "'<' || substr(ST_GeometryType(\(quoted)), 4) || '>'"
        case "geography": "'<' || substr(ST_GeometryType(\(quoted)::geometry), 4) || '>'"
        case "bytea": "'<' || octet_length(\(quoted)) || ' bytes>'"
        default: "\(quoted)::text"
        }
    }

    /// A value of `reading`.
    func value(_ text: String?) -> FieldValue {
        guard let text else { return .missing }
        switch type {
        case "bool": return FieldValue(.boolean, text == "t" || text == "true" ? "true" : "false")
        case "json", "jsonb": return FieldValue(.json, text)
        case "oid" where Int(text) != nil: return FieldValue(.number, text)
        default:
            // NaN and Infinity are not numbers of JSON.
            let isPlain = isNumber && text.utf8.first != UInt8(ascii: "N") && !text.contains("Inf")
            return FieldValue(isPlain ? .number : .text, text)
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
