/// A closed geographic box in whole 1e-7°: which coordinates of the index lie in a `GeoBounds`.
///
/// Columns and rows of quanta are strictly monotone in the units of 1e-7°, so the box is a window of whole
/// quanta and nothing on its rim is tested; only points beyond the Mercator square share rows and are.
struct FixedBox {
    /// 1e-7° north, both ends inside; may be empty.
    let latitudes: Range<Int32>
    /// Quanta; the end may lie beyond the world where the box crosses or touches 180° E.
    private let columns: Range<Int64>

    init(_ bounds: GeoBounds) {
        let south = Self.leastUnit(notBelow: bounds.south, limit: 90)
        let north = Self.greatestUnit(notAbove: bounds.north, limit: 90)
        latitudes = south..<Swift.max(north + 1, south)
        columns = Self.columns(of: bounds)
    }

    /// What lies in the box inside the Mercator square.
    var innerWindow: WorldWindow {
        let limit = LatitudeTable.limitE7
        let inner = latitudes.clamped(to: -limit..<limit + 1)
        guard !inner.isEmpty else { return window(rows: 0..<0) }
        let top = LatitudeTable.shared.row(latitudeE7: inner.upperBound - 1)
        let bottom = LatitudeTable.shared.row(latitudeE7: inner.lowerBound)
        return window(rows: Int64(top)..<Int64(bottom) + 1)
    }

    /// The rows that hold all points beyond the square, where the box reaches there.
    var polarWindows: [WorldWindow] {
        guard !latitudes.isEmpty else { return [] }
        let last = Int64(LatitudeTable.lastRow)
        return [
            latitudes.upperBound - 1 > LatitudeTable.limitE7 ? window(rows: 0..<1) : nil,
            latitudes.lowerBound < -LatitudeTable.limitE7 ? window(rows: last..<last + 1) : nil,
        ].compactMap { $0 }
    }

    private func window(rows: Range<Int64>) -> WorldWindow {
        WorldWindow(
            west: columns.lowerBound, east: columns.upperBound, north: rows.lowerBound, south: rows.upperBound
        )
    }

    private static func columns(of bounds: GeoBounds) -> Range<Int64> {
        let side = Int64(WorldWindow.worldSize)
        if bounds.longitudeSpan >= 360 { return 0..<side }
        let west = leastUnit(notBelow: bounds.west, limit: 180)
        let east = greatestUnit(notAbove: bounds.east, limit: 180)
        let start = Int64(QuantumPoint.unwrappedColumn(longitudeE7: west))
        let end = Int64(QuantumPoint.unwrappedColumn(longitudeE7: east)) + 1
        if bounds.crossesAntimeridian { return start..<(end + side) }
        return start..<Swift.max(start, end)
    }

    /// The least unit whose degrees are not below `degrees`, within the limits of the globe.
    private static func leastUnit(notBelow degrees: Double, limit: Double) -> Int32 {
        let clamped = Swift.min(Swift.max(degrees, -limit), limit)
        var unit = Int32((clamped * FixedCoordinate.unitsPerDegree).rounded(.up))
        while Double(unit - 1) / FixedCoordinate.unitsPerDegree >= clamped { unit -= 1 }
        while Double(unit) / FixedCoordinate.unitsPerDegree < clamped { unit += 1 }
        return unit
    }

    private static func greatestUnit(notAbove degrees: Double, limit: Double) -> Int32 {
        -leastUnit(notBelow: -degrees, limit: limit)
    }
}
