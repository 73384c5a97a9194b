/// The row of quanta of any latitude, poles included: lines and areas are straight in the plane that is drawn.
///
/// Beyond the Mercator square rows go on by one for each 1e-7°, so that they stay strictly monotone.
enum MercatorLine {
    /// The row of a latitude; it grows southwards.
    @inline(__always)
    static func row(latitudeE7: Int32) -> Int64 {
        let limit = LatitudeTable.limitE7
        if latitudeE7 > limit { return Int64(limit) - Int64(latitudeE7) }
        if latitudeE7 < -limit { return Int64(UInt32.max) - Int64(limit) - Int64(latitudeE7) }
        return Int64(LatitudeTable.shared.row(latitudeE7: latitudeE7))
    }

    /// The latitude whose row is `row` or next to it.
    static func latitudeE7(row: Int64) -> Int32 {
        let limit = LatitudeTable.limitE7
        if row < 0 { return Int32(clamping: Int64(limit) - row) }
        let last = Int64(UInt32.max)
        if row > last { return Int32(clamping: last - row - Int64(limit)) }
        return LatitudeTable.shared.latitudeE7(row: UInt32(row))
    }
}
