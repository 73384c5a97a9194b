import Basemaps
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport

/// The small map and names inside the program.
@Suite struct BundledDataTests {
    @Test func theMapIsWholeAndSaysThatItIsSmall() {
        let data = DataFolder.bundled.readBasemap()
        #expect(data.faults == [] && data.isSmall && data.coastDetail == nil)
        #expect(data.basemap?.levels.count == 2)
        #expect(data.labels.filter { $0.kind == .country }.count > 200)
        var story = Story([(48, 2)])
        story.apply(.basemapRead(data))
        #expect(story.state.screen.message?.text.text.hasPrefix("Small map") == true)
        #expect(story.state.aboutFields.first { $0.name == "map" }?.value.contains("small") == true)
    }

    @Test func theMapOfTheFolderSaysNothing() {
        var story = Story([(48, 2)])
        story.apply(.basemapRead(DataFolder(path: Repository.root + "/data").readBasemap()))
        #expect(story.state.screen.message == nil)
        #expect(story.state.aboutFields.first { $0.name == "map" }?.value == "builtin")
    }

    @Test(arguments: [
        ("Nairobi", "KE", -1.3, 36.8), ("lyon", "FR", 45.8, 4.8),
        ("Reykjavik", "IS", 64.1, -21.9),
    ])
    func largeTownsAreFound(name: String, country: String, latitude: Double, longitude: Double) throws {
        let gazetteer = try DataFolder.bundled.readGazetteer()
        let found = PlaceSearch(gazetteer).search(SearchQuery(name), near: nil, limit: 1)
        let place = gazetteer.place(try #require(found?.matches.first).place)
        #expect(place.countryCode == country)
        #expect(abs(place.coordinate.latitude - latitude) < 0.2)
        #expect(abs(place.coordinate.longitude - longitude) < 0.2)
    }

    /// The borders are simpler than in the large file, and are still around the places in them.
    @Test func bordersAreAroundTheirCapitals() throws {
        let small = CountryFinder(try DataFolder.bundled.readGazetteer())
        let large = CountryFinder(try DataFolder(path: Repository.root + "/data").readGazetteer())
        var random = SeededRandom(46)
        var same = 0
        let count = 2_000
        for _ in 0..<count {
            let spot = Coordinate(
                latitude: Double(random.number(-55...70)), longitude: Double(random.number(-179...179)))
            if small.code(at: spot) == large.code(at: spot) { same += 1 }
        }
        #expect(same > count * 97 / 100, "\(same) of \(count)")
    }
}
