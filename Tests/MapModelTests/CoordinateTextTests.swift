import Testing
import TestSupport

@testable import MapModel

struct CoordinateTextTests {
    @Test(arguments: CoordinateNotations.pairs)
    func notationsAreRead(text: String, north: Int64, east: Int64) throws {
        let found = try CoordinateText(text)
        #expect(FixedCoordinate(found.coordinate).latitudeE7 == Int32(north))
        #expect(FixedCoordinate(found.coordinate).longitudeE7 == Int32(east))
        #expect(found.zoom == nil)
    }

    @Test(arguments: CoordinateNotations.addresses)
    func addressesAreRead(text: String, latitude: Double, longitude: Double, zoom: Double?) throws {
        let found = try CoordinateText(text)
        #expect(found.coordinate == Coordinate(latitude: latitude, longitude: longitude))
        #expect(found.zoom == zoom)
    }

    @Test(arguments: CoordinateNotations.refused + CoordinateNotations.refusedAddresses)
    func whatIsNoCoordinateIsQuotedInTheError(text: String) {
        let error = #expect(throws: CoordinateText.Failure.self) { try CoordinateText(text) }
        #expect(error?.description.contains("\"\(text)\"") == true)
        #expect(error?.description.contains("(expected ") == true)
    }

    @Test(arguments: [
        ("33°51'S 151°12'E foo", "foo"), ("48.85, 2.35 Paris", "Paris"), ("1,2x", "x"),
        ("12 10 Street", "Street"),
        ("48.85,2.35)", ")"), ("33°51'O 151°12'N", "O 151°12'N"),
    ])
    func whatIsLeftOverIsNamed(text: String, rest: String) {
        #expect(throws: CoordinateText.Failure.malformed(text, rest: rest)) { try CoordinateText(text) }
    }

    @Test(arguments: [
        ("90.5,0", CoordinateText.Failure.latitudeOutOfRange("90.5,0")),
        ("-91,0", .latitudeOutOfRange("-91,0")), ("geo:100,0", .latitudeOutOfRange("geo:100,0")),
        ("1e400,0", .latitudeOutOfRange("1e400,0")), ("0,541", .longitudeOutOfRange("0,541")),
    ])
    func numbersOffTheGlobeAreNamed(text: String, failure: CoordinateText.Failure) {
        #expect(throws: failure) { try CoordinateText(text) }
        #expect(!failure.mayBeName)
    }

    @Test(arguments: [
        ("x", false), ("7,", false), (" 1", false), ("48.85,2.35", false), ("48°", false), ("a1,2", true),
    ])
    func longTextIsCutInTheError(start: String, mayBeName: Bool) {
        let text = start + String(repeating: "x", count: 10_240)
        let error = #expect(throws: CoordinateText.Failure.self) { try CoordinateText(text) }
        #expect((error?.description.utf8.count ?? 0) < 300)
        #expect(error?.mayBeName == false)
    }

    @Test(arguments: [
        "33 rue X", "1770 Queensland", "29 Palms", "6th of October City", "100 Mile House", "Sydney",
        "10 S Foo",
        "5, rue Foo", "N Street 5", "e", "1er Arrondissement",
    ])
    func namesWithNumbersMayBeNames(text: String) {
        let error = #expect(throws: CoordinateText.Failure.self) { try CoordinateText(text) }
        #expect(error?.mayBeName == true)
    }

    @Test(arguments: [
        "33°51'S 151°12'E foo", "48.85, 2.35 Paris", "33S foo", "48° foo", "12 10 Street", "N 48.85",
        "geo:foo",
        "https://example.org", "91,0", "48", "",
    ])
    func whatBeginsAsACoordinateIsNoName(text: String) {
        let error = #expect(throws: CoordinateText.Failure.self) { try CoordinateText(text) }
        #expect(error?.mayBeName == false)
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func everyNotationIsReadBack(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let place = random.place()
        for text in WrittenCoordinate(place).notations {
            let found = FixedCoordinate(try CoordinateText(text).coordinate)
            #expect(abs(found.latitudeE7 - place.latitudeE7) <= 1, "seed \(seed): \(text)")
            let turned = abs(Int64(found.longitudeE7) - Int64(place.longitudeE7))
            #expect(min(turned, 3_600_000_000 - turned) <= 1, "seed \(seed): \(text)")
        }
    }

    @Test(arguments: 0..<12 as Range<UInt64>) func randomBytesNeverTrap(seed: UInt64) {
        var random = SeededRandom(seed)
        let pieces = CoordinateNotations.pairs.map(\.text) + CoordinateNotations.addresses.map(\.text)
        for _ in 0..<250 {
            var bytes = Array((pieces.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<random.number(0...6) {
                let place = random.number(0...bytes.count)
                switch random.number(0...3) {
                case 0 where place < bytes.count: bytes.remove(at: place)
                case 1: bytes += Array((pieces.randomElement(using: &random) ?? "").utf8.prefix(place))
                default: bytes.insert(UInt8(random.number(0...255)), at: place)
                }
            }
            guard let found = try? CoordinateText(String(decoding: bytes, as: UTF8.self)) else { continue }
            #expect(FixedCoordinate(found.coordinate).isOnGlobe, "seed \(seed): \(bytes)")
        }
    }
}

/// A coordinate in all the ways that people write it.
private struct WrittenCoordinate {
    private let north: Int64
    private let east: Int64

    init(_ place: FixedCoordinate) {
        north = Int64(place.latitudeE7)
        east = Int64(place.longitudeE7)
    }

    var notations: [String] {
        let (y, x) = (decimal(north), decimal(east))
        let plain = ["\(y),\(x)", "\(y), \(x)", "\(y) \(x)", "\(y);\(x)", "\(y)° \(x)°", "(\(y) \(x))"]
        let commas = ["\(y) \(x)", "\(y); \(x)", "\(y), \(x)"].map {
            $0.split(separator: ", ").map { $0.replacing(".", with: ",") }.joined(separator: ", ")
        }
        let letters = [
            "\(letter(north, "NS"))\(magnitude(north)) \(letter(east, "EW"))\(magnitude(east))",
            "\(magnitude(east))\(letter(east, "EW")), \(magnitude(north))\(letter(north, "NS"))",
        ]
        let marks = [
            ["°", "'", "\""], ["º", "′", "″"], ["˚", "’", "”"], ["° ", "' ", "''"], ["d", "m", "s"],
            ["deg ", "min ", "sec"], [":", ":", ""], [" ", " ", ""],
        ]
        let sexagesimals = marks.flatMap { marks in
            let (y, x) = (sexagesimal(north, marks), sexagesimal(east, marks))
            let (ns, ew) = (letter(north, "NS"), letter(east, "EW"))
            return ["\(y) \(ns), \(x) \(ew)", "\(x) \(ew) \(y) \(ns)", "\(ns) \(y) \(ew) \(x)"]
        }
        let addresses = [
            "geo:\(y),\(x);crs=wgs84;u=5", "https://www.openstreetmap.org/#map=5/\(y)/\(x)",
            "https://www.google.com/maps/@\(y),\(x),5z", "https://maps.google.com/?q=\(y)%2C\(x)",
        ]
        return plain + commas + letters + sexagesimals + addresses
    }

    private func letter(_ units: Int64, _ letters: String) -> String {
        String(units < 0 ? letters.suffix(1) : letters.prefix(1))
    }

    private func decimal(_ units: Int64) -> String { (units < 0 ? "-" : "") + magnitude(units) }

    private func magnitude(_ units: Int64) -> String {
        let fraction = String(units.magnitude % 10_000_000)
        return "\(units.magnitude / 10_000_000)." + String(repeating: "0", count: 7 - fraction.count)
            + fraction
    }

    /// Seconds with six places: exact.
    private func sexagesimal(_ units: Int64, _ marks: [String]) -> String {
        let whole = units.magnitude * 360 / 1_000_000
        let fraction = String(units.magnitude * 360 % 1_000_000)
        let padded = String(repeating: "0", count: 6 - fraction.count) + fraction
        return "\(whole / 3600)\(marks[0])\(whole / 60 % 60)\(marks[1])\(whole % 60).\(padded)\(marks[2])"
    }
}
