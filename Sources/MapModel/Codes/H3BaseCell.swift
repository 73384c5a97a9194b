/// One of the 122 cells of resolution 0: the face of the icosahedron that it belongs to and its place there.
struct H3BaseCell {
    /// How many there are.
    static let count = 122

    /// The corners of its face, to which axes i, j and k point.
    let corners: SIMD4<UInt8>
    /// Its place from the middle of the face, in steps.
    let place: H3Point
    /// Whether it lies around a corner of the icosahedron, which is the first of its face.
    let isPentagon: Bool

    /// All cells by number.
    static let all: [H3BaseCell] = homes.map { home in
        let face = Int(home) / 1000
        let (i, j, k) = (Int(home) / 100 % 10, Int(home) / 10 % 10, Int(home) % 10)
        return H3BaseCell(
            corners: Icosahedron.faces[face], place: H3Point(a: i - k, b: j - k), isPentagon: i == 2)
    }

    /// Bits of the pentagons, by number.
    private static let pentagons: [Bool] = all.map(\.isPentagon)

    @inline(__always)
    static func isPentagon(_ number: Int) -> Bool { pentagons[number] }

    /// The number of the face, and steps along i, j and k as digits.
    ///
    /// Constants of the H3 grid, found by decoding cells of the published library (Apache-2.0) in all ways.
    private static let homes: [UInt16] = [
        1_100, 2_110, 1_000, 2_100, 0_200, 1_110, 1_001, 2_000, 0_100, 2_010,
        1_010, 1_011, 3_100, 3_110, 11_200, 4_100, 0_000, 6_010, 0_001, 2_011,
        7_001, 2_001, 0_110, 6_001, 10_200, 6_000, 3_000, 11_100, 4_110, 3_010,
        0_011, 4_000, 5_010, 0_010, 7_010, 11_110, 7_000, 10_100, 12_200, 6_101,
        7_101, 4_001, 3_001, 3_011, 4_010, 6_100, 11_000, 8_001, 5_001, 14_200,
        5_000, 12_100, 10_110, 4_011, 12_110, 7_100, 11_010, 10_000, 13_200, 10_001,
        11_001, 9_010, 8_010, 6_200, 8_000, 9_001, 14_100, 5_101, 16_011, 8_101,
        5_100, 12_000, 7_200, 12_010, 10_010, 9_000, 13_100, 16_001, 15_011, 15_010,
        16_010, 14_110, 13_110, 5_200, 8_100, 14_000, 9_101, 14_001, 17_001, 12_001,
        16_000, 17_011, 15_001, 16_101, 9_100, 15_000, 13_000, 8_200, 13_010, 17_101,
        19_010, 14_010, 19_011, 17_010, 13_001, 17_000, 16_100, 9_200, 15_101, 15_100,
        18_011, 18_001, 19_001, 17_100, 19_000, 18_010, 18_101, 19_200, 19_100, 18_000,
        19_101, 18_100,
    ]
}
