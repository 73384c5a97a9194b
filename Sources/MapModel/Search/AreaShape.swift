/// The packed outline of a country or region, read in place.
///
/// Rings one after another, each as varints (LEB128): bytes of the rest of the ring; west, south, width, height of its
/// box; how many points; then the points as zigzag steps, the first from the south-west corner of the box. Units are
/// 1/2000°, longitude counted from 180° W, latitude from 90° S. A damaged outline contains nothing; it never traps.
struct AreaShape {
    private static let unitsPerDegree = 2_000.0
    /// 1e-7° in a unit.
    private static let fineUnits: Int64 = 5_000
    private static let columns: ClosedRange<Int64> = 0...720_000
    private static let rows: ClosedRange<Int64> = 0...360_000

    let bytes: UnsafeBufferPointer<UInt8>

    /// A point in the units of outlines.
    struct Spot {
        let x: Double
        let y: Double

        init(_ coordinate: Coordinate) {
            x = (coordinate.longitude + 180) * unitsPerDegree
            y = (coordinate.latitude + 90) * unitsPerDegree
        }
    }

    /// West, south, east and north of a ring or of all rings.
    typealias Box = SIMD4<Int32>

    /// The box around all rings; nil for an empty outline.
    func box() -> Box? {
        var result: Box?
        forEachRing { box, _, _ in
            guard let all = result else {
                result = box
                return
            }
            result = Box(min(all[0], box[0]), min(all[1], box[1]), max(all[2], box[2]), max(all[3], box[3]))
        }
        return result
    }

    /// Whether a point lies inside, by the even-odd rule.
    ///
    /// - Complexity: O(bytes of the rings whose boxes contain the point).
    func contains(_ spot: Spot) -> Bool {
        var isInside = false
        forEachRing { box, count, reader in
            guard Self.contains(box, spot) else { return }
            if Self.isInside(spot, box, count, &reader) { isInside.toggle() }
        }
        return isInside
    }

    /// The rings in 1e-7°; of a damaged outline those before the damage.
    func rings() -> [OutlineRing] {
        var rings: [OutlineRing] = []
        forEachRing { box, count, reader in
            var (x, y) = (Int64(box[0]), Int64(box[1]))
            var vertices: [UnwrappedRing.Vertex] = []
            vertices.reserveCapacity(Swift.min(count, bytes.count / 2))
            for _ in 0..<count {
                guard let dx = reader.nextStep(), let dy = reader.nextStep() else { return }
                x += Int64(dx)
                y += Int64(dy)
                guard Self.columns.contains(x), Self.rows.contains(y) else { return }
                vertices.append(
                    UnwrappedRing.Vertex(
                        x: x * Self.fineUnits - 1_800_000_000,
                        latitudeE7: Int32(y * Self.fineUnits - 900_000_000)))
            }
            rings.append(OutlineRing(vertices))
        }
        return rings
    }

    static func contains(_ box: Box, _ spot: Spot) -> Bool {
        spot.x >= Double(box[0]) && spot.x <= Double(box[2]) && spot.y >= Double(box[1])
            && spot.y <= Double(box[3])
    }

    private func forEachRing(_ body: (Box, Int, inout VarintReader) -> Void) {
        var reader = VarintReader(bytes: bytes)
        while let length = reader.next() {
            let end = reader.offset + length
            guard end <= bytes.count, let west = reader.next(), let south = reader.next(),
                let width = reader.next(), let height = reader.next(), let count = reader.next()
            else { return }
            let limit = 1 << 24
            guard max(west, south, width, height) < limit else { return }
            body(Box(Int32(west), Int32(south), Int32(west + width), Int32(south + height)), count, &reader)
            reader.offset = end
        }
    }

    /// Counts the edges east of a point.
    private static func isInside(_ spot: Spot, _ box: Box, _ count: Int, _ reader: inout VarintReader) -> Bool
    {
        var isInside = false
        var (x, y) = (Int(box[0]), Int(box[1]))
        var first: (x: Double, y: Double)?
        var before = (x: 0.0, y: 0.0)
        func cross(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) {
            guard (from.y > spot.y) != (to.y > spot.y) else { return }
            if spot.x < from.x + (spot.y - from.y) / (to.y - from.y) * (to.x - from.x) { isInside.toggle() }
        }
        for _ in 0..<count {
            guard let dx = reader.nextStep(), let dy = reader.nextStep() else { return false }
            x &+= dx
            y &+= dy
            let point = (x: Double(x), y: Double(y))
            if first == nil { first = point } else { cross(before, point) }
            before = point
        }
        if let first { cross(before, first) }
        return isInside
    }
}

/// Reads varints (LEB128) that may be damaged.
private struct VarintReader {
    let bytes: UnsafeBufferPointer<UInt8>
    var offset = 0

    /// Nil at the end, and for a number that is cut off or of more than 28 bits.
    mutating func next() -> Int? {
        var number = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            guard offset < bytes.count else { return nil }
            let byte = bytes[offset]
            offset += 1
            number |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        return nil
    }

    mutating func nextStep() -> Int? { next().map { $0 & 1 == 0 ? $0 >> 1 : -($0 + 1) >> 1 } }
}

extension Gazetteer {
    /// Calls `body` with the outline of a country or region, which may be empty.
    func withShape<Result>(of id: PlaceID, _ body: (AreaShape) -> Result) -> Result {
        precondition(Int(id.index) < layout.landCount, "only countries and regions have outlines")
        return bytes.withUnsafeBufferPointer { bytes in
            let ends = UnsafeRawBufferPointer(bytes)
            let index = Int(id.index)
            let start =
                index == 0 ? 0 : Int(ends.number(at: layout.shapeEnds + 4 * (index - 1), as: UInt32.self))
            let end = Int(ends.number(at: layout.shapeEnds + 4 * index, as: UInt32.self))
            let shapes = layout.shapes.lowerBound
            return body(AreaShape(bytes: UnsafeBufferPointer(rebasing: bytes[shapes + start..<shapes + end])))
        }
    }
}
