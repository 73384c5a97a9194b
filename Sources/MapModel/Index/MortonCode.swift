/// The order of points along the Z curve: the bits of x and y interleaved, y first.
///
/// All points of a quad-tree cell of any depth are one contiguous range of codes.
/// Source: Morton, "A computer oriented geodetic data base", IBM, 1966.
enum MortonCode {
    @inline(__always)
    static func code(of point: QuantumPoint) -> UInt64 {
        spread(point.x) | spread(point.y) << 1
    }

    @inline(__always)
    static func point(of code: UInt64) -> QuantumPoint {
        QuantumPoint(x: gathered(code), y: gathered(code >> 1))
    }

    /// Bit i moved to bit 2i.
    @inline(__always)
    private static func spread(_ number: UInt32) -> UInt64 {
        var bits = UInt64(number)
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333
        return (bits | bits << 1) & 0x5555_5555_5555_5555
    }

    /// Bit 2i moved to bit i, odd bits dropped.
    @inline(__always)
    private static func gathered(_ code: UInt64) -> UInt32 {
        var bits = code & 0x5555_5555_5555_5555
        bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
        bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: bits | bits >> 16)
    }
}
