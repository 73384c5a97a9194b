/// A word of the grammar of degrees.
enum DegreeToken: Equatable {
    /// A decimal number as it is written.
    struct Number: Equatable {
        /// Units of 1e-7, without the sign.
        var magnitude: Int64
        /// As written; -0 has one.
        var sign: FloatingPointSign?
        var hasFraction = false
        /// Digits before the mark, zeros included.
        var wholeDigits = 0

        /// Units of 1e-7.
        var units: Int64 { sign == .minus ? -magnitude : magnitude }
    }

    /// Degrees, minutes, seconds.
    enum Slot: Int {
        case degrees, minutes, seconds
    }

    enum Hemisphere {
        case north, south, east, west

        var axis: CoordinateAxis {
            switch self {
            case .north, .south: .latitude
            case .east, .west: .longitude
            }
        }

        var isNegative: Bool { self == .south || self == .west }
    }

    case number(Number)
    /// What closes a number: °, ', ", or a word for it.
    case mark(Slot, isWord: Bool)
    /// Closes degrees and minutes, and is followed by another number.
    case colon
    case hemisphere(Hemisphere)
    /// The letter s: seconds in 47d22m36s, else the south.
    case lowercaseS
    /// A comma, semicolon or slash between two angles.
    case separator
}
