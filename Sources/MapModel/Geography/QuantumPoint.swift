/// A point of the world plane in whole quanta, 2^32 to the side of the world: what the index sorts by.
///
/// x is a ring: 180° and -180° are both column 0. Latitudes beyond the Mercator square lie in the first or
/// the last row.
public struct QuantumPoint: Hashable, Sendable {
    /// Quanta east of 180° W.
    public var x: UInt32
    /// Quanta south of the northern edge.
    public var y: UInt32

    /// The quantum in column `x` and row `y` of the world.
    public init(x: UInt32, y: UInt32) {
        self.x = x
        self.y = y
    }

    /// The quantum that holds `point`: x is taken on the ring, y is moved into the world.
    public init(_ point: WorldPoint) {
        let side = Double(WorldWindow.worldSize)
        x = UInt32(Swift.min(point.wrapped.x * side, side - 1))
        y = UInt32(Swift.min(Swift.max(point.y * side, 0), side - 1))
    }

    /// The quantum in which the index keeps `coordinate`.
    @inline(__always)
    public init(_ coordinate: FixedCoordinate) {
        x = UInt32(truncatingIfNeeded: Self.unwrappedColumn(longitudeE7: coordinate.longitudeE7))
        y = LatitudeTable.shared.row(latitudeE7: coordinate.latitudeE7)
    }

    /// The north-west corner of the quantum: the exact fraction of the world, so that it lies in the same windows.
    public var worldPoint: WorldPoint {
        WorldPoint(x: Double(x) / Double(WorldWindow.worldSize), y: Double(y) / Double(WorldWindow.worldSize))
    }
}

// MARK: - Longitudes

extension QuantumPoint {
    private static let worldUnits: UInt64 = 3_600_000_000

    /// The column of a longitude in 1e-7°, 2^32 for 180° E.
    ///
    /// A unit is 1.19 quanta wide, so columns are strictly monotone and can be turned back exactly.
    @inline(__always)
    static func unwrappedColumn(longitudeE7: Int32) -> UInt64 {
        let units = UInt64(truncatingIfNeeded: Int64(longitudeE7) + 1_800_000_000)
        return units * WorldWindow.worldSize / worldUnits
    }

    /// The longitude in 1e-7° that lies in a column; -180° for column 0.
    static func longitudeE7(column: UInt32) -> Int32 {
        let units = (UInt64(column) * worldUnits + WorldWindow.worldSize - 1) / WorldWindow.worldSize
        return Int32(Int64(units) - 1_800_000_000)
    }
}

extension FixedCoordinate {
    /// The coordinate that lies in `point`, for quanta made of coordinates; 180° becomes -180°, and latitudes
    /// beyond the Mercator square become its edge.
    package init(_ point: QuantumPoint) {
        self.init(
            latitudeE7: LatitudeTable.shared.latitudeE7(row: point.y),
            longitudeE7: QuantumPoint.longitudeE7(column: point.x))
    }
}
