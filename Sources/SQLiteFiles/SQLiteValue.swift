import RowValues
import Streams

/// A value of a database, in one of the five storage classes that values have whatever the type of their
/// column.
package enum SQLiteValue: Hashable, Sendable {
    /// A storage class.
    package enum Kind: Sendable {
        case null, integer, real, text, blob
    }

    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8, or bytes that claim to be.
    case text([UInt8])
    case blob([UInt8])
}

extension SQLiteStatement {
    /// A value as people read it: numbers in JSON's notation, the length of a blob instead of its contents.
    package func field(_ column: Int) -> FieldValue {
        switch kind(column) {
        case .null: return .missing
        case .integer: return FieldValue(.number, String(integer(column)))
        case .real:
            let number = real(column)
            // JSON has no infinity.
            return FieldValue(number.isFinite ? .number : .text, "\(number)")
        case .text: return FieldValue(.text, text(column))
        case .blob: return FieldValue(.text, withBytes(column) { SQLiteValue.blobWords(count: $0.count) })
        }
    }
}

extension SQLiteValue {
    /// What stands for a blob.
    package static func blobWords(count: Int) -> String { "<blob \(grouped(count)) bytes>" }

    /// A name in SQL: in double quotes, those inside doubled.
    package static func identifier(_ name: String) -> String {
        "\"" + name.escaping("\"") + "\""
    }
}
