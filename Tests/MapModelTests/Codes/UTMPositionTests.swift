import TestSupport
import Testing

@testable import MapModel

struct UTMPositionTests {
    private func position(
        _ zone: String, _ easting: String, _ northing: String, sIsBand: Bool = false
    ) throws(CodeFault) -> UTMPosition {
        let texts = [zone, easting, northing].map { Array($0.utf8) }
        let found = texts[0].withUnsafeBufferPointer { zone in
            texts[1].withUnsafeBufferPointer { easting in
                texts[2].withUnsafeBufferPointer { northing in
                    Result { () throws(CodeFault) in
                        try UTMPosition(zone: zone, easting: easting, northing: northing, sIsBand: sIsBand)
                    }
                }
            }
        }
        return try found.get()
    }

    @Test(arguments: [
        ("33U", true), ("33", true), ("33N", true), ("33 north", true), ("33 S", false), ("-33", false),
        ("33H", false), ("33X", nil), ("33south", false),
    ])
    func threeColumnsAreAPosition(zone: String, isNorth: Bool?) throws {
        guard let isNorth else {
            #expect(throws: CodeFault.outOfRange) { try position(zone, "391777", "5819706.5") }
            return
        }
        let found = try position(zone, "391777", " 5819706.5 ")
        #expect(
            found == (try UTMPosition(zone: 33, isNorth: isNorth, easting: 391_777, northing: 5_819_706.5)))
    }

    @Test(arguments: [
        ("", "391777", "5819706"), ("33U", "", "5819706"), ("33U", "391777", "north"), ("U", "1", "1"),
    ])
    func otherTextsAreNone(zone: String, easting: String, northing: String) {
        #expect(throws: CodeFault.notACode) { try position(zone, easting, northing) }
    }

    @Test func sIsTheSouthUnlessItIsSaidToBeTheBand() throws {
        #expect(try position("10S", "551000", "4180000").isNorth == false)
        #expect(try position("10S", "551000", "4180000", sIsBand: true).isNorth)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func placesAreFoundAgain(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let place = random.coordinate()
        guard let found = UTMPosition(place) else {
            #expect(place.latitude < -80 || place.latitude >= 84)
            return
        }
        #expect(found.coordinate.degrees(to: place) < 1e-9, "seed \(seed)")
    }

    @Test(arguments: [
        (60.4, 5.3, 32), (55.9, 5.3, 31), (64.1, 5.3, 31), (63.9, 3.1, 32), (63.9, 2.9, 31), (56.1, 11.9, 32),
        (56.1, 12.1, 33), (71.9, 9.1, 32),
        (72.1, 9.1, 33), (72.1, 20.9, 33), (72.1, 21.1, 35), (72.1, 41.9, 37), (78.2, 8.9, 31),
        (78.2, 9.1, 33), (78.2, 32.9, 35),
        (78.2, 33.1, 37), (78.2, 43, 38), (0, 180, 1), (0, -180, 1), (0, 179.9, 60),
    ])
    func norwayAndSvalbardHaveTheirZones(latitude: Double, longitude: Double, zone: Int) {
        #expect(UTMPosition(Coordinate(latitude: latitude, longitude: longitude))?.zone == zone)
    }
}
