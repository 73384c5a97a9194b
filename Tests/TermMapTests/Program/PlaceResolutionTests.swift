import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import TermMap

@Suite struct PlaceResolutionTests {
    private let names = DataFolder(path: Repository.root + "/data")

    private func resolve(_ text: String) throws(UsageError) -> NamedPlace {
        try Options.resolvePlace(text, flag: "--at", names: names)
    }

    @Test func coordinatesAreNoNames() throws {
        #expect(try resolve("48.85,2.35").coordinate == Coordinate(latitude: 48.85, longitude: 2.35))
        #expect(try resolve("geo:1,2").coordinate == Coordinate(latitude: 1, longitude: 2))
    }

    @Test(arguments: ["9G8F+6X Zürich", "9G8F+6X, zürich", "8FVC9G8F+6X", "pluscode:8fvc9g8f+6x"])
    func shortPlusCodesLieNearTheirPlace(text: String) throws {
        let place = Coordinate(latitude: 47.3655625, longitude: 8.5249375)
        #expect(GreatCircle.distance(from: try resolve(text).coordinate, to: place) < 1)
        guard case .point(let start, zoom: 10) = try Options.parse(["--at", text]).startView(names: names)
        else {
            Issue.record("--at reads \(text)")
            return
        }
        #expect(GreatCircle.distance(from: start, to: place) < 1)
    }

    @Test func shortPlusCodesOfNowhereAreRefused() {
        let error = #expect(throws: UsageError.self) { try resolve("9G8F+6X xyzzyqux") }
        #expect(error?.description.contains("\"xyzzyqux\"") == true)
        #expect(throws: UsageError.self) { try resolve("9G8F+6X") }
    }

    @Test func namesAreLookedUp() throws {
        guard case .place(let place) = try resolve("lyon") else {
            Issue.record("a name is a place")
            return
        }
        #expect(place.name == "Lyon" && place.countryCode == "FR")
    }

    @Test(arguments: ["", "91,0", "12", "xyzzyqux", "\u{1B}[2J"])
    func whatIsNeitherIsRefusedInOneLine(text: String) {
        #expect(throws: UsageError.self) { try resolve(text) }
    }

    @Test func withoutAGazetteerThatIsSaid() {
        #expect(throws: UsageError.self) {
            try Options.resolvePlace("Lyon", flag: "--at", names: DataFolder(path: "/nonexistent"))
        }
    }
}
