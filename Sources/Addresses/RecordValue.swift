/// A value of the data of a database.
enum RecordValue: Equatable {
    case map([String: RecordValue])
    case array([RecordValue])
    case text(String)
    case number(Double)
    case unsigned(UInt64)
    /// Of a type that no place is made of: bytes, truth values, numbers of 128 bits.
    case other

    /// The member of a map.
    subscript(_ key: String) -> RecordValue? {
        if case .map(let members) = self { members[key] } else { nil }
    }

    /// The first of a list.
    var first: RecordValue? { if case .array(let values) = self { values.first } else { nil } }

    /// A text that is not empty.
    var text: String? { if case .text(let text) = self, !text.isEmpty { text } else { nil } }

    /// A whole number that is not negative.
    var count: UInt64? { if case .unsigned(let number) = self { number } else { nil } }

    /// A number, also one that is written as a text.
    var figure: Double? {
        switch self {
        case .number(let number): number
        case .unsigned(let number): Double(number)
        case .text(let text): Double(text)
        default: nil
        }
    }
}
