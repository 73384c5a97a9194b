/// Why a text is no code.
public enum CodeFault: Error, Equatable, Sendable {
    /// Not of the notation, or a cell that does not exist.
    case notACode
    /// A number that a spreadsheet or a program has rounded: 1.23E+17, or an H3 cell whose last digits are
    /// gone.
    case lostDigits
    /// An edge or a vertex of H3, not a cell.
    case notACell
    /// Of the notation, and beyond the globe or its zone.
    case outOfRange
    /// A plus code without its first digits, which means something only near a place.
    case short
}

extension CodeFault: CustomStringConvertible {
    /// A few words that follow the name of a notation: `geohash: not a code: "u33a"`.
    public var description: String {
        switch self {
        case .notACode: "not a code"
        case .lostDigits: "digits are lost"
        case .notACell: "an edge or a vertex, not a cell"
        case .outOfRange: "out of range"
        case .short: "short, needs a place"
        }
    }
}
