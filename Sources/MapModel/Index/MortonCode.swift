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

    @inline(__always)
    static func column(of code: UInt64) -> UInt32 { gathered(code) }

    /// The bits of a column below 2^32.
    @inline(__always)
    static func columnBits(_ column: UInt64) -> UInt64 { spread(UInt32(truncatingIfNeeded: column)) }

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

// MARK: - Sums

extension MortonCode {
    /// The sums of x and y over at most 16 codes.
    ///
    /// The bits are gathered only to four in a byte before they are added: 16 · 15 still fits the byte, and
    /// the remaining steps are done once for all codes.
    @inline(__always)
    static func sum(of codes: [UInt64], in range: Range<Int>) -> SIMD2<UInt64> {
        assert(range.count <= 16)
        var bytes = SIMD2<UInt64>.zero
        for index in range { bytes &+= halfBytes(of: codes[index]) }
        var sum = folded(bytes, mask: 0x00FF_00FF_00FF_00FF, bits: 8)
        sum = folded(sum, mask: 0x0000_FFFF_0000_FFFF, bits: 16)
        return folded(sum, mask: 0x0000_0000_FFFF_FFFF, bits: 32)
    }

    /// x and y with four of their bits in the lower half of each byte.
    @inline(__always)
    private static func halfBytes(of code: UInt64) -> SIMD2<UInt64> {
        var bits = SIMD2(code, code >> 1) & SIMD2(repeating: 0x5555_5555_5555_5555)
        bits = (bits | bits &>> SIMD2(repeating: 1)) & SIMD2(repeating: 0x3333_3333_3333_3333)
        return (bits | bits &>> SIMD2(repeating: 2)) & SIMD2(repeating: 0x0F0F_0F0F_0F0F_0F0F)
    }

    /// Each second group of `bits` bits added to the one below it, at half the distance.
    @inline(__always)
    private static func folded(_ sums: SIMD2<UInt64>, mask: UInt64, bits: UInt64) -> SIMD2<UInt64> {
        let mask = SIMD2(repeating: mask)
        let upper = (sums &>> SIMD2(repeating: bits)) & mask
        return (sums & mask) &+ upper &<< SIMD2(repeating: bits / 2)
    }
}
