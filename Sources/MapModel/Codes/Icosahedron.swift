/// The icosahedron of H3, which has its corners in the sea, as Fuller's Dymaxion map.
///
/// The constants are those of the H3 grid (Uber, Apache-2.0): a regular icosahedron fitted to its twelve
/// pentagons.
enum Icosahedron {
    /// The corners, numbered as the pentagons of resolution 0.
    static let corners: [UnitVector] = [
        UnitVector(x: 0.42015242670870995, y: 0.07814524940278295, z: 0.9040825506150195),
        UnitVector(x: -0.515455959944042, y: -0.381716898287133, z: 0.7672009925177476),
        UnitVector(x: -0.41468222532033516, y: 0.6559624054348008, z: 0.6306758078914753),
        UnitVector(x: 0.3557814025329448, y: -0.843580002466178, z: 0.4022342266029258),
        UnitVector(x: 0.5188367303273644, y: 0.835420380378236, z: 0.18133183755726245),
        UnitVector(x: 0.9950094394362416, y: -0.09134779527642789, z: 0.04014717587716686),
        UnitVector(x: -0.9950094394362416, y: 0.09134779527642789, z: -0.04014717587716686),
        UnitVector(x: -0.5188367303273644, y: -0.835420380378236, z: -0.18133183755726245),
        UnitVector(x: -0.3557814025329448, y: 0.843580002466178, z: -0.4022342266029258),
        UnitVector(x: 0.41468222532033516, y: -0.6559624054348008, z: -0.6306758078914753),
        UnitVector(x: 0.515455959944042, y: 0.381716898287133, z: -0.7672009925177476),
        UnitVector(x: -0.42015242670870995, y: -0.07814524940278295, z: -0.9040825506150195),
    ]

    /// The corners of each face, anticlockwise from outside; axis i points to the first one.
    static let faces: [SIMD4<UInt8>] = [
        [0, 4, 2, 0], [0, 2, 1, 0], [0, 1, 3, 0], [0, 3, 5, 0], [0, 5, 4, 0],
        [8, 2, 4, 0], [6, 1, 2, 0], [7, 3, 1, 0], [9, 5, 3, 0], [10, 4, 5, 0],
        [2, 8, 6, 0], [1, 6, 7, 0], [3, 7, 9, 0], [5, 9, 10, 0], [4, 10, 8, 0],
        [11, 6, 8, 0], [11, 7, 6, 0], [11, 9, 7, 0], [11, 10, 9, 0], [11, 8, 10, 0],
    ]

    /// For each two corners, the third one of the face that has them in this order.
    private static let thirds: [UInt8] = {
        var thirds = [UInt8](repeating: 0, count: 12 * 12)
        for face in faces {
            for turn in 0..<3 {
                let (first, second) = (Int(face[turn]), Int(face[(turn + 1) % 3]))
                thirds[first * 12 + second] = face[(turn + 2) % 3]
            }
        }
        return thirds
    }()

    /// The third corner of the face on the left of the edge between two corners.
    @inline(__always)
    static func third(_ first: UInt8, _ second: UInt8) -> UInt8 { thirds[Int(first) * 12 + Int(second)] }
}
