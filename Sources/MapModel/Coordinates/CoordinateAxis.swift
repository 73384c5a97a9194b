/// Which of the two numbers of a coordinate is meant.
public enum CoordinateAxis: Sendable {
    case latitude
    case longitude
}
