/// Outlines as the gazetteer has them.
enum PackedOutline {
    /// Packs a ring as `area_shapes.py` does.
    static func ring(_ points: [(Double, Double)]) -> [UInt8] {
        let units = points.map { (Int(($0.0 + 180) * 2_000), Int(($0.1 + 90) * 2_000)) }
        let west = units.map(\.0).min() ?? 0
        let south = units.map(\.1).min() ?? 0
        var body = [
            west, south, (units.map(\.0).max() ?? 0) - west, (units.map(\.1).max() ?? 0) - south, units.count,
        ]
        .flatMap(varint)
        var before = (west, south)
        for point in units {
            for step in [point.0 - before.0, point.1 - before.1] {
                body += varint(step >= 0 ? 2 * step : -2 * step - 1)
            }
            before = point
        }
        return varint(body.count) + body
    }

    private static func varint(_ number: Int) -> [UInt8] {
        number < 128 ? [UInt8(number)] : [UInt8(number & 127 | 128)] + varint(number >> 7)
    }
}
