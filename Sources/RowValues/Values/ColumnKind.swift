/// The type of a column's values.
package enum ColumnKind: UInt8, Sendable, CaseIterable {
    /// Numbers, whole or decimal.
    case number
    /// Dates, or moments in time.
    case time
    /// true or false.
    case boolean
    /// Anything else, as it is written.
    case text
}
