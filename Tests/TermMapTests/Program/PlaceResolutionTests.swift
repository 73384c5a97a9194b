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
