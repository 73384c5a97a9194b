import TestSupport
import Testing

@testable import MapModel

struct ShortPlusCodeTests {
    @Test(arguments: [
        ("9G8F+6X Zürich", "9G8F+6X", "Zürich"), ("9G8F+6X, Zürich, CH", "9G8F+6X", "Zürich, CH"),
        ("8F+6X", "8F+6X", ""), (" 9g8f+6x", "9g8f+6x", ""),
    ])
    func digitsAndPlaceAreSplit(text: String, digits: String, place: String) throws {
        let code = try #require(ShortPlusCode(text))
        #expect(code.digits == digits)
        #expect(code.place == place)
    }

    @Test(arguments: [
        "", "Zürich", "8FVC9G8F+6X", "9G8F+6", "9G8+6X", "A+B", "C++", "9G8F+6XZZZZZZZZ", "+6X",
    ])
    func otherTextsAreNoShortCodes(text: String) { #expect(ShortPlusCode(text) == nil) }

    // Examples of the specification's test data.
    @Test(arguments: [
        ("9C3W9QCJ+2VX", 51.3701125, -1.217765625, "+2VX"),
        ("9C3W9QCJ+2VX", 51.3708675, -1.217765625, "CJ+2VX"),
        ("9C3W9QCJ+2VX", 51.8701125, -1.217765625, "9QCJ+2VX"),
        ("8FJFW222+", 42.899, 9.012, "22+"), ("796RXG22+", 14.95125, -23.5001, "22+"),
        ("CFX22222+22", 89.6, 0.0, "2222+22"),
    ])
    func theNearestCodeIsFound(full: String, latitude: Double, longitude: Double, short: String) {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        if short.hasPrefix("+") {
            #expect(ShortPlusCode(short) == nil)
        } else {
            #expect(ShortPlusCode(short)?.recovered(near: place) == full)
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func aShortenedCodeIsRecoveredNearby(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let place = Coordinate(
            latitude: random.fraction(-80...80), longitude: random.fraction(-179.9...179.9))
        let full = try #require(CodeNotation.plusCode.code(of: place))
        for (missing, span) in [(2, 20.0), (4, 1), (6, 0.05)] {
            let reference = Coordinate(
                latitude: min(max(place.latitude + random.fraction(-0.49...0.49) * span, -90), 90),
                longitude: Coordinate.wrapped(
                    longitude: place.longitude + random.fraction(-0.49...0.49) * span)
            )
            let short = try #require(ShortPlusCode(String(full.dropFirst(missing))))
            #expect(short.recovered(near: reference) == full, "seed \(seed)")
        }
    }
}
