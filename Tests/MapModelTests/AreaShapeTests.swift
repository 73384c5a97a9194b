import TestSupport
import Testing

@testable import MapModel

@Suite struct AreaShapeTests {
    /// A square from 10 to 12 degrees east and 50 to 52 degrees north, with a hole in its middle.
    private static let square =
        ring([(10, 50), (12, 50), (12, 52), (10, 52)]) + ring([(10.5, 50.5), (11, 50.5), (11, 51)])

    /// Packs a ring as `area_shapes.py` does.
    private static func ring(_ points: [(Double, Double)]) -> [UInt8] {
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

    private func contains(_ bytes: [UInt8], _ longitude: Double, _ latitude: Double) -> Bool {
        bytes.withUnsafeBufferPointer {
            AreaShape(bytes: $0).contains(.init(Coordinate(latitude: latitude, longitude: longitude)))
        }
    }

    @Test(arguments: [
        (10.1, 50.1, true), (11.9, 51.9, true), (9.9, 51, false), (11, 52.1, false), (10.9, 50.6, false),
        (10.6, 50.9, true), (-170, 51, false),
    ])
    func insideIsByTheEvenOddRule(longitude: Double, latitude: Double, expected: Bool) {
        #expect(contains(Self.square, longitude, latitude) == expected)
    }

    @Test func cutAndForgedBytesNeverTrap() {
        for count in 0..<Self.square.count { _ = contains(Array(Self.square.prefix(count)), 11, 51.5) }
        var random = SeededRandom(3)
        for _ in 0..<2_000 {
            var bytes = Self.square
            bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255))
            _ = contains(bytes, 11, 51.5)
            _ = bytes.withUnsafeBufferPointer { AreaShape(bytes: $0).box() }
        }
    }

    @Test func locationsFindTheirCountryByItsOutline() throws {
        var bytes = GazetteerBytes.sample
        bytes.entries[0].shape = Self.square
        let locator = PlaceLocator(try Gazetteer(bytes.encoded()))
        let inside = Coordinate(latitude: 51.5, longitude: 11.5)
        let outside = Coordinate(latitude: 51.5, longitude: 13)
        #expect(locator.description(of: inside, viewSpanMeters: 5_000_000)?.country == "Austria")
        #expect(locator.description(of: outside, viewSpanMeters: 5_000_000)?.country == nil)
        #expect(locator.nearestInArea(to: inside, count: 1).first?.id == PlaceID(index: 4))
    }
}
