import Testing

@testable import MapModel

struct CoordinateTextTests {
    @Test(
        arguments: [
            ("48.85, 2.35", 48.85, 2.35, nil), ("48.85 2.35", 48.85, 2.35, nil),
            ("-33.9;151.2", -33.9, 151.2, nil),
            ("48.85\t2.35", 48.85, 2.35, nil), ("90,180", 90, 180, nil), ("-90,-180", -90, -180, nil),
            ("0,190", 0, -170, nil), ("48.85°, 2.35°", 48.85, 2.35, nil), ("+1e1,2", 10, 2, nil),
            ("geo:48.85,2.35", 48.85, 2.35, nil), ("GEO:48.85,2.35;u=35?z=12", 48.85, 2.35, 12),
            ("geo:48.85,2.35,100", 48.85, 2.35, nil),
            ("https://www.openstreetmap.org/#map=12/48.85/2.35", 48.85, 2.35, 12),
            ("https://www.google.com/maps/@48.85,2.35,12z", 48.85, 2.35, 12),
            ("https://www.openstreetmap.org/?mlat=48.85&mlon=2.35", 48.85, 2.35, nil),
        ] as [(String, Double, Double, Double?)])
    func placesAreRead(text: String, latitude: Double, longitude: Double, zoom: Double?) throws {
        let found = try CoordinateText(text)
        #expect(found.coordinate == Coordinate(latitude: latitude, longitude: longitude))
        #expect(found.zoom == zoom)
    }

    @Test(arguments: [
        "", " ", "48.85", "a,b", "1,2,3", "nan,1", "1,inf", "0x10,1", "geo:", "geo:1", "geo:a,b", "https://",
        "https://example.org/", "1,1e999", "\u{1B}[31m", ",", "--1,2",
    ])
    func otherTextIsQuotedInTheError(text: String) {
        #expect(throws: CoordinateText.Failure.notACoordinate(text)) { try CoordinateText(text) }
    }

    @Test(arguments: [("90.5,0", 90.5), ("-91,0", -91), ("geo:100,0", 100)])
    func latitudesBeyondThePolesAreTold(text: String, latitude: Double) {
        #expect(throws: CoordinateText.Failure.latitudeOutOfRange(latitude)) { try CoordinateText(text) }
    }

    @Test func longTextIsCutInTheError() {
        #expect(throws: CoordinateText.Failure.notACoordinate(String(repeating: "x", count: 60))) {
            try CoordinateText(String(repeating: "x", count: 100_000))
        }
    }

    @Test(arguments: 0..<100) func writtenCoordinatesAreReadBack(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let place = random.place().coordinate
        #expect(try CoordinateText("\(place.latitude),\(place.longitude)").coordinate == place)
    }
}
