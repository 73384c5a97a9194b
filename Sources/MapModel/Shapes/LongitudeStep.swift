/// Steps between longitudes in 1e-7°: the shorter way around the globe.
enum LongitudeStep {
    /// Once around.
    static let turn: Int64 = 3_600_000_000

    /// How far east it is from `start` to `end`, at most half a turn either way.
    @inline(__always)
    static func shorter(from start: Int32, to end: Int32) -> Int64 {
        let difference = Int64(end) - Int64(start)
        if difference > turn / 2 { return difference - turn }
        if difference < -turn / 2 { return difference + turn }
        return difference
    }

    /// From one side of 180° to the other: no step at all, or once around.
    @inline(__always)
    static func isAmbiguous(from start: Int32, to end: Int32) -> Bool {
        (Int64(end) - Int64(start)).magnitude == turn.magnitude
    }

    /// `longitude` moved by whole turns into -180e7...180e7; what lies there already is returned unchanged.
    static func wrapped(_ longitude: Int64) -> Int32 {
        if longitude.magnitude <= turn.magnitude / 2 { return Int32(longitude) }
        let rest = (longitude + turn / 2) % turn
        return Int32((rest < 0 ? rest + turn : rest) - turn / 2)
    }
}
