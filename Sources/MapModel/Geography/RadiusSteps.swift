/// The radii to step through: 1, 2 and 5 of each power of ten of a unit.
public enum RadiusSteps {
    /// In units, ascending: 0.1, 0.2, 0.5, 1 … 10,000.
    public static let values: [Double] = [
        0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000,
    ]

    /// The next larger step in metres; the largest when there is none.
    public static func larger(than meters: Double, in unit: DistanceUnit) -> Double {
        let value = meters / unit.meters * (1 + tolerance)
        return (values.first { $0 > value } ?? values[values.count - 1]) * unit.meters
    }

    /// The next smaller step in metres; the smallest when there is none.
    public static func smaller(than meters: Double, in unit: DistanceUnit) -> Double {
        let value = meters / unit.meters * (1 - tolerance)
        return (values.last { $0 < value } ?? values[0]) * unit.meters
    }

    /// A step that came back from metres counts as itself.
    private static let tolerance = 1e-9
}
