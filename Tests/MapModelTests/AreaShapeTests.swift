import TestSupport
import Testing

@testable import MapModel

@Suite struct AreaShapeTests {
    /// A square from 10 to 12 degrees east and 50 to 52 degrees north, with a hole in its middle.
    private static let square =
        PackedOutline.ring([(10, 50), (12, 50), (12, 52), (10, 52)])
        + PackedOutline.ring([(10.5, 50.5), (11, 50.5), (11, 51)])

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
