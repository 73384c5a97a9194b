import MapModel
import Streams

/// Reads references of the British National Grid, `TQ 305 805` or `TQ305805`: the middles of their squares in EPSG:27700, which
/// others transform.
///
/// After Ordnance Survey, "A guide to coordinate systems in Great Britain", 2020.
enum BritishGrid {
    private static let reference = 27_700
    /// The side of the squares of two letters.
    private static let letterMeters = 100_000
    /// Digits of each number: metres.
    private static let mostDigits = 5

    /// Reads the reference in a range of `bytes` into `sketch`, which is reset first.
    static func read(
        _ bytes: ByteRun, _ range: Range<Int>, into sketch: inout GeometrySketch,
        projection: GeometryProjection
    ) throws(GeometryFault) -> GeometryRemarks {
        sketch.reset()
        guard let middle = middle(bytes.buffer(range)) else { throw .damaged }
        guard projection != .refused else { throw .otherReference }
        sketch.begin(.point)
        sketch.append(middle)
        var remarks = GeometryRemarks()
        remarks.reference = reference
        return remarks
    }

    private static func middle(_ text: UnsafeBufferPointer<UInt8>) -> GeometrySketch.ProjectedVertex? {
        let text = text.drop { $0 <= 0x20 }
        guard let corner = corner(text.prefix(2)) else { return nil }
        let groups = text.dropFirst(2).split { $0 <= 0x20 }
        guard groups.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        let numbers: [[UInt8]]
        switch groups.count {
        case 0: numbers = [[], []]
        case 1:
            let half = groups[0].count / 2
            numbers = [Array(groups[0].prefix(half)), Array(groups[0].dropFirst(half))]
        case 2: numbers = groups.map(Array.init)
        default: return nil
        }
        let count = numbers[0].count
        guard count == numbers[1].count, count <= mostDigits else { return nil }
        let side = (0..<count).reduce(letterMeters) { side, _ in side / 10 }
        let meters = numbers.map { digits in
            digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } * side
        }
        let half = Double(side) / 2
        return GeometrySketch.ProjectedVertex(
            x: Double(corner.east + meters[0]) + half, y: Double(corner.north + meters[1]) + half)
    }

    /// The south-west corner of a square of 100 km; nil for letters beyond the grid, which has 700 by 1,300 km.
    private static func corner(_ letters: Slice<UnsafeBufferPointer<UInt8>>) -> (east: Int, north: Int)? {
        let indices = letters.compactMap { letter -> Int? in
            let index = Int(letter | 0x20) - 0x61
            guard (0..<26).contains(index), index != 8 else { return nil }
            return index > 8 ? index - 1 : index
        }
        guard indices.count == 2 else { return nil }
        // Squares of 500 km by five, the first S, within each of which are 25 squares.
        let east = (indices[0] + 3) % 5 * 5 + indices[1] % 5
        let north = 19 - indices[0] / 5 * 5 - indices[1] / 5
        guard (0...6).contains(east), (0...12).contains(north) else { return nil }
        return (east * letterMeters, north * letterMeters)
    }
}
