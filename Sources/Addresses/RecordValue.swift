/// A value of the data of a database.
enum RecordValue: Equatable {
    /// Members in the order of the file. Few, so that a search is faster than a table of them.
    case map([Member])
    case array([RecordValue])
    case text(String)
    case number(Double)
    case unsigned(UInt64)
    /// Of a type that no place is made of: bytes, truth values, numbers of 128 bits.
    case other

    /// A member of a map.
    struct Member: Equatable {
        let key: String
        let value: RecordValue
    }

    /// The member of a map, the last one of that name.
    subscript(_ key: String) -> RecordValue? {
        if case .map(let members) = self { members.last { $0.key == key }?.value } else { nil }
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
