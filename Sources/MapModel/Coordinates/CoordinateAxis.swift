/// Which of the two numbers of a coordinate is meant.
public enum CoordinateAxis: Sendable {
    /// North and south, ±90 degrees.
    case latitude
    /// East and west, ±180 degrees; up to ±540 is accepted and wrapped.
    case longitude
}
