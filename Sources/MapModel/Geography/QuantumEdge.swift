/// Where the lines between quanta lie on the globe, exactly: a database that is queried in degrees must find in
/// a window what the index would find there.
///
/// Columns and rows are strictly monotone in the 1e-7° of the index, so each line lies between two units.
public enum QuantumEdge {
    /// The least longitude in 1e-7° whose column is `column` or more, 0...2^32; 2^32 is 180° E, which is column 0.
    public static func longitudeE7(column: UInt64) -> Int32 {
        column >= WorldWindow.worldSize
            ? 1_800_000_000 : QuantumPoint.longitudeE7(column: UInt32(column))
    }

    /// The greatest latitude in 1e-7° whose row is `row` or more, 0...2^32: the north pole for row 0, one unit beyond
    /// the south pole for 2^32.
    ///
    /// - Complexity: 31 steps.
    public static func latitudeE7(row: UInt64) -> Int32 {
        if row == 0 { return poleE7 }
        if row >= WorldWindow.worldSize { return -poleE7 - 1 }
        // Latitudes beyond the Mercator square lie in the first or the last row.
        let limit = Int(LatitudeTable.limitE7)
        if row == UInt64(LatitudeTable.lastRow) { return -LatitudeTable.limitE7 - 1 }
        let steps = Bisection.first(in: 0..<2 * limit + 1) { step in
            UInt64(LatitudeTable.shared.row(latitudeE7: Int32(limit - step))) >= row
        }
        return Int32(limit - steps)
    }

    private static let poleE7: Int32 = 900_000_000
}

extension FixedCoordinate {
    /// The least number of degrees that is `unit` in 1e-7° or more once it is rounded as coordinates are.
    public static func leastDegrees(roundingTo unit: Int32) -> Double {
        func reaches(_ degrees: Double) -> Bool { (degrees * unitsPerDegree).rounded() >= Double(unit) }
        var degrees = (Double(unit) - 0.5) / unitsPerDegree
        while reaches(degrees.nextDown) { degrees = degrees.nextDown }
        while !reaches(degrees) { degrees = degrees.nextUp }
        return degrees
    }
}
