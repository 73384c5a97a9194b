/// A word, value or sign of a filter's text.
struct FilterToken: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// A name or a keyword without quotes.
        case word
        /// A name in double quotes.
        case quotedName
        /// A text in single quotes.
        case text
        case number
        /// Digits and more that are no number, such as `12A` or `2026-11-22`: a text without quotes.
        case bareText
        /// A geometry from its name to its last bracket.
        case geometry
        case sign(Sign)
        /// A character that no filter has.
        case unknown
        /// After the last one.
        case end
    }

    enum Sign: String, CaseIterable, Sendable {
        case notEqual = "<>"
        case atMost = "<="
        case atLeast = ">="
        case notContains = "!~"
        case and = "&&"
        case or = "||"
        case equal = "="
        case less = "<"
        case greater = ">"
        case contains = "~"
        case not = "!"
        case open = "("
        case close = ")"
        case comma = ","
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divided = "/"
    }

    let kind: Kind
    /// Bytes of the text in UTF-8.
    let range: Range<Int>
    /// The name or text without its quotes; otherwise as it is written.
    let value: String
    /// False for a quote, or the bracket of a geometry, that is never closed.
    var isClosed = true

    /// The keyword that the word is.
    var keyword: FilterKeyword? { kind == .word ? FilterKeyword(word: value) : nil }
}

/// A word with a meaning of its own.
enum FilterKeyword: String, CaseIterable, Sendable {
    case and, or, not, like, `in`, between, `is`, null, `true`, `false`

    init?(word: String) {
        guard word.utf8.count <= 7, let keyword = Self(rawValue: word.lowercased()) else { return nil }
        self = keyword
    }
}

/// A function; its name is a keyword only before a bracket.
enum FilterFunction: String, CaseIterable, Sendable {
    case casei, accenti, date, timestamp, inside, near
    case hour, weekday, day, month, year
    case intersects = "s_intersects"
    case within = "s_within"
    case disjoint = "s_disjoint"

    init?(word: String) {
        guard let function = Self(rawValue: word.lowercased()) else { return nil }
        self = function
    }

    /// Whether it says where a row is.
    var isAboutPlaces: Bool {
        switch self {
        case .casei, .accenti, .date, .timestamp, .hour, .weekday, .day, .month, .year: false
        case .inside, .near, .intersects, .within, .disjoint: true
        }
    }
    /// The part of a time that it is; nil for all others.
    var part: TimeFold.Part? { TimeFold.Part(rawValue: rawValue) }
}
