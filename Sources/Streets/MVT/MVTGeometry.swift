/// Decodes the commands of a geometry into points of the tile's grid.
struct MVTGeometry {
    private var cursor: ProtobufCursor
    /// Grid units of `StreetTile.extent` to a unit of the layer.
    private let scale: Double
    private let isOneToOne: Bool

    private enum Command: UInt64 { case moveTo = 1, lineTo = 2, closePath = 7 }

    init(_ base: UnsafePointer<UInt8>, _ range: Range<Int>, layerExtent: Int) {
        cursor = ProtobufCursor(base, range)
        scale = Double(StreetTile.extent) / Double(layerExtent)
        isOneToOne = layerExtent == StreetTile.extent
    }

    /// Appends the points and the ends of their parts: single points, lines, or rings without their closing point.
    ///
    /// - Returns: false for damaged commands; what was appended is to be taken back then.
    mutating func decode(
        _ type: MVTFeature.GeometryType, into points: inout [TilePoint], ends: inout [Int32]
    ) -> Bool {
        var x = 0
        var y = 0
        var start = points.count
        while !cursor.isAtEnd {
            guard let integer = cursor.varint(), let command = Command(rawValue: integer & 7) else {
                return false
            }
            let count = Int(truncatingIfNeeded: min(integer >> 3, 1 << 31))
            switch command {
            case .closePath:
                guard type == .polygon, count == 1, points.count - start >= 2 else { return false }
                ends.append(Int32(truncatingIfNeeded: points.count))
                start = points.count
                continue
            case .moveTo:
                guard count > 0, type == .point || count == 1 else { return false }
                // A line ends where the next begins; a ring that was not closed is damaged.
                guard points.count == start || type == .line && points.count - start >= 2 else {
                    return false
                }
                if points.count > start { ends.append(Int32(truncatingIfNeeded: points.count)) }
                start = points.count
            case .lineTo:
                guard count > 0, type != .point, points.count > start else { return false }
            }
            // Each parameter is a byte at least.
            guard count <= (cursor.end - cursor.offset) / 2 else { return false }
            for _ in 0..<count {
                guard let dx = cursor.varint(), let dy = cursor.varint() else { return false }
                x &+= Self.signed(dx)
                y &+= Self.signed(dy)
                points.append(point(x, y))
            }
            if type == .point {
                ends.append(Int32(truncatingIfNeeded: points.count))
                start = points.count
            }
        }
        if points.count > start {
            guard type == .line, points.count - start >= 2 else { return false }
            ends.append(Int32(truncatingIfNeeded: points.count))
        }
        return true
    }

    /// The zigzag number of 32 bits.
    @inline(__always)
    private static func signed(_ value: UInt64) -> Int {
        let bits = UInt32(truncatingIfNeeded: value)
        return Int(Int32(bitPattern: bits >> 1) ^ -Int32(bitPattern: bits & 1))
    }

    @inline(__always)
    private func point(_ x: Int, _ y: Int) -> TilePoint {
        if isOneToOne { return TilePoint(x: Int16(clamping: x), y: Int16(clamping: y)) }
        let scaledX = min(max(Double(x) * scale, -32_768), 32_767)
        let scaledY = min(max(Double(y) * scale, -32_768), 32_767)
        return TilePoint(x: Int16(scaledX.rounded()), y: Int16(scaledY.rounded()))
    }
}
