/// What the text of a latitude or longitude turned out to be.
public enum ParsedDegrees: Equatable, Sendable {
    /// Units of 1e-7 degrees, rounded to the nearest, halves away from zero; any size.
    case value(Int64)
    /// Nothing, or one of the words that mean it: NA, N/A, NULL, \N.
    case missing
    /// Text that is not an angle of the given axis.
    case notANumber
}
