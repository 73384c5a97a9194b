/// What the text of one time says.
package struct TimeReading: Equatable, Sendable {
    /// Milliseconds since 1970-01-01 00:00: of UTC where the text has its offset, else of the clock that it means.
    ///
    /// Of three numbers whose order is not known: as if the day came first.
    package var milliseconds: Int64
    /// An offset or a `Z` is part of the text.
    package var hasOffset = false
    /// What the text says of the order of day and month.
    package var order = Order.certain
    /// The same with the month first, where either order is possible.
    package var monthFirst: Int64?

    /// What a text says of the order of day and month.
    package enum Order: UInt8, Sendable {
        /// It has but one meaning.
        case certain
        /// The first of three numbers is above 12.
        case dayFirst
        /// The second of three numbers is above 12.
        case monthFirst
        /// Both are days and months.
        case either
    }

    /// The time where the order of the column is known; nil where the text has the other one.
    package func milliseconds(_ column: DayOrder?) -> Int64? {
        switch (order, column) {
        case (.certain, _): milliseconds
        case (.dayFirst, .dayFirst), (.monthFirst, .monthFirst), (.either, .dayFirst): milliseconds
        case (.either, .monthFirst): monthFirst
        default: nil
        }
    }
}

/// Whether `05/06/2026` is a day of June or of May.
package enum DayOrder: String, Sendable, CaseIterable {
    case dayFirst = "dmy"
    case monthFirst = "mdy"
}
