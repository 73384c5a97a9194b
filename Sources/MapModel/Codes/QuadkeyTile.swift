/// A tile of web maps, a digit a zoom level: bit 0 of a digit is x, bit 1 is y.
///
/// Source: Schwartz, "Bing Maps Tile System", Microsoft, 2018.
struct QuadkeyTile {
    /// The most digits: tiles of 5 m.
    static let mostDigits = 23

    private let x: UInt32
    private let y: UInt32
    let digitCount: Int

    init(_ text: UnsafeBufferPointer<UInt8>) throws(CodeFault) {
        guard 1...Self.mostDigits ~= text.count else { throw .notACode }
        var x: UInt32 = 0
        var y: UInt32 = 0
        for byte in text {
            let digit = UInt32(byte &- 0x30)
            guard digit < 4 else { throw .notACode }
            x = x << 1 | digit & 1
            y = y << 1 | digit >> 1
        }
        self.x = x
        self.y = y
        digitCount = text.count
    }

    /// Nil beyond the square of web maps.
    init?(_ place: Coordinate, digitCount: Int) {
        guard abs(place.latitude) <= WebMercator.maximumLatitude else { return nil }
        let point = WebMercator.project(place)
        let side = Double(1 << digitCount)
        x = UInt32(min(max(point.x * side, 0), side - 1))
        y = UInt32(min(max(point.y * side, 0), side - 1))
        self.digitCount = digitCount
    }

    var text: String {
        let bytes = (0..<digitCount).reversed().map { bit in
            UInt8(0x30 + (x >> UInt32(bit) & 1) + (y >> UInt32(bit) & 1) * 2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The middle on the map, which is a little poleward of that in degrees.
    @inline(__always)
    var middle: Coordinate { coordinate(right: 0.5, down: 0.5) }

    /// The parallels and meridians around it.
    var box: CodeBox {
        let (south, north) = (coordinate(right: 0, down: 1), coordinate(right: 0, down: 0))
        return CodeBox(
            south: south.latitude, west: south.longitude, height: north.latitude - south.latitude,
            width: 360 / Double(1 << digitCount))
    }

    private func coordinate(right: Double, down: Double) -> Coordinate {
        let side = 1 / Double(1 << digitCount)
        return WebMercator.unproject(
            WorldPoint(x: (Double(x) + right) * side, y: (Double(y) + down) * side))
    }
}
