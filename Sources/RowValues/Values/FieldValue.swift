/// A value of a row as text, as its source has it: for people and for export.
package struct FieldValue: Sendable, Equatable {
    /// The type of a value in its source.
    package enum Kind: UInt8, Sendable {
        /// Not there, or null.
        case missing
        case text
        /// A number as it was written, in JSON's notation.
        case number
        /// "true" or "false".
        case boolean
        /// An object or an array, as JSON.
        case json
    }

    /// The type, which decides how the value is written as JSON.
    package let kind: Kind
    /// The value as text in UTF-8; empty when it is missing.
    package let text: String

    /// A value of the given type, written as `text`.
    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// No value: null, or a field that the row does not have.
    package static let missing = FieldValue(.missing, "")
}
