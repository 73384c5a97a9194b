import MapModel
import TestSupport
import Testing

@Suite struct PlaceLocatorTests {
    private let locator: PlaceLocator

    init() throws { locator = PlaceLocator(try Gazetteer(GazetteerBytes.sample.encoded())) }

    private func text(_ latitude: Double, _ longitude: Double, span: Double) -> String? {
        locator.description(
            of: Coordinate(latitude: latitude, longitude: longitude), viewSpanMeters: span)?.text()
    }

    private let inTheSuburb = (latitude: 45.766, longitude: 4.88)
    private let nextToTheVillage = (latitude: 45.955, longitude: 4.60)

    @Test func closeInItIsTheSuburbFarOutTheCity() {
        #expect(text(inTheSuburb.latitude, inTheSuburb.longitude, span: 5_000) == "Villeurbanne, FR")
        #expect(
            text(inTheSuburb.latitude, inTheSuburb.longitude, span: 400_000) == "near Lyon, FR · 3.2 km NE")
        #expect(text(inTheSuburb.latitude, inTheSuburb.longitude, span: 1_400_000) == "Lyon, FR")
    }

    @Test func villagesAreNamedCloseInOnly() {
        let (latitude, longitude) = nextToTheVillage
        #expect(text(latitude, longitude, span: 5_000) == "near Oingt, FR · 1.7 km NE")
        #expect(text(latitude, longitude, span: 200_000) == "near Lyon, FR · 29.9 km NW")
    }

    @Test func theDirectionIsThatFromThePlace() throws {
        for (bearing, wind) in zip(stride(from: 0.0, to: 360, by: 45), CompassPoint.allCases) {
            let lyon = Coordinate(latitude: 45.74846, longitude: 4.84671)
            let here = GreatCircle.destination(from: lyon, bearing: bearing, meters: 40_000)
            let found = try #require(locator.description(of: here, viewSpanMeters: 1_000_000))
            #expect(found.direction == wind && abs(found.distanceMeters - 40_000) < 1)
        }
    }

    @Test func farOffItIsToldFromWhereTheWayIsLong() {
        #expect(text(45, -30, span: 5_000) == "2,677 km W of Oingt, FR")
        #expect(text(45, -30, span: 2_000_000) == "2,702 km W of Lyon, FR")
    }

    @Test func continentsAreToldByCountry() throws {
        #expect(text(46.5, 4.8, span: 5_000_000) == "France")
        #expect(text(45, -30, span: 20_000_000) == "2,702 km W of Lyon, FR")
    }

    @Test(arguments: [-1, 0, 1e12, .infinity, .nan] as [Double])
    func anySpanHasAnAnswer(span: Double) {
        #expect(
            text(46, 5, span: span) != nil && text(90, 0, span: span) != nil
                && text(-90, 180, span: span) != nil)
    }

    @Test func countriesWithoutPlacesAreToldByTheirBoxes() throws {
        var bytes = GazetteerBytes.sample
        bytes.entries[0].names = "Antarctica"
        bytes.entries[0].box = [-850_000_000, -1_800_000_000, -600_000_000, 1_800_000_000]
        bytes.entries[4].country = 1
        let antarctica = PlaceLocator(try Gazetteer(bytes.encoded()))
        for latitude in [-90.0, -75] {
            let pole = Coordinate(latitude: latitude, longitude: 30)
            #expect(antarctica.description(of: pole, viewSpanMeters: 5_000_000)?.text() == "Antarctica")
        }
    }

    @Test func withoutPlacesThereIsNone() throws {
        let empty = PlaceLocator(try Gazetteer(GazetteerBytes([]).encoded()))
        #expect(empty.description(of: Coordinate(latitude: 0, longitude: 0), viewSpanMeters: 1_000) == nil)
        #expect(empty.nearest(to: Coordinate(latitude: 0, longitude: 0), count: 3).isEmpty)
    }

    @Test(arguments: 0..<20) func theNearestAreThoseOfASweep(seed: UInt64) {
        var random = SeededRandom(seed)
        let here = Coordinate(latitude: random.fraction(-90...90), longitude: random.fraction(-180...180))
        let gazetteer = locator.gazetteer
        let sweep = gazetteer.places.sorted {
            GreatCircle.distance(from: here, to: gazetteer.coordinate(of: $0))
                < GreatCircle.distance(from: here, to: gazetteer.coordinate(of: $1))
        }
        #expect(locator.nearest(to: here, count: 3).map(\.id) == Array(sweep.prefix(3)))
    }
}
