import Basemaps
import MapModel
import TestSupport
import Testing

@testable import Runtime

/// What a query of `termmap geocode` finds: a country at its end is a fence.
@Suite struct NameGeocodingTests {
    private static let gazetteer = try? GazetteerFile.read(Repository.root + "/data/gazetteer.tmg")

    /// For one query, and for lines.
    private static let single = gazetteer.map { NameGeocoding($0, isForLines: false) }
    private static let lines = gazetteer.map { NameGeocoding($0, isForLines: true) }

    private static func names(isForLines: Bool) throws -> NameGeocoding {
        try #require(isForLines ? lines : single)
    }

    private static func title(_ found: NameGeocoding.Found?, in gazetteer: Gazetteer) -> String {
        guard let found else { return "" }
        let place = gazetteer.place(found.id)
        return [place.name, place.region, place.countryCode].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static let fenced = [
        ("Berlin, US", "US"), ("York, CA", "CA"), ("El Dorado, AR", "US"), ("Paris, US", "US"),
        ("Paris, USA", "US"),
        ("London, Canada", "CA"), ("Toronto, CA", "CA"), ("Los Angeles, CA", "US"), ("Vienna, Austria", "AT"),
        ("Vienna US", "US"), ("Berlin Germany", "DE"), ("San Jose CR", "CR"), ("Tbilisi, Georgia", "GE"),
        ("Atlanta, Georgia", "US"), ("Springfield, IL, US", "US"), ("Moscow, Russian Federation", "RU"),
        ("San Juan, US", "PR"), ("Ponce, US", "PR"), ("Lund, SE", "SE"),
    ]

    @Test(arguments: fenced, [false, true])
    func aCountryAtTheEndIsAFence(query: (text: String, country: String), isForLines: Bool) throws {
        let names = try Self.names(isForLines: isForLines)
        let gazetteer = names.gazetteer
        let found = names.places(named: query.text, near: nil, limit: 1).first
        #expect(
            found.map { gazetteer.countryCode(of: $0.id) } == query.country,
            "\(Self.title(found, in: gazetteer))")
    }

    @Test(arguments: ["Lund, US", "Berlin, US", "York, CA", "Qwxyzq, DE", "München, FR", "Springfield, DE"])
    func nothingIsFoundAbroad(query: String) throws {
        let names = try Self.names(isForLines: false)
        let gazetteer = names.gazetteer
        let code = String(query.suffix(2))
        for found in names.places(named: query, near: nil, limit: 20) {
            let isState =
                found.id.index > 0 && gazetteer.region(of: found.id).map { gazetteer.code(of: $0) } == code
            #expect(
                gazetteer.countryCode(of: found.id) == code || isState, "\(Self.title(found, in: gazetteer))")
        }
    }

    @Test(arguments: [
        ("New Mexico", "New Mexico, US"), ("New Jersey", "New Jersey, US"), ("Lake Chad", "Lake Chad"),
        ("Georgia", "Georgia"), ("Mexico", "Mexico"), ("Papua New Guinea", "Papua New Guinea"),
        ("paris texas", "Paris, Texas, US"), ("springfield il", "Springfield, Illinois, US"),
        ("Wien", "Vienna, Vienna, AT"), ("Georgia, US", "Georgia, US"), ("Bavaria, Germany", "Bavaria, DE"),
        ("York", "York, England, GB"), ("JFK", "John F Kennedy"), ("", ""), (",", ""), ("qqqxqqq", ""),
    ])
    func namesAreNoFences(query: String, title: String) throws {
        for isForLines in [false, true] {
            let names = try Self.names(isForLines: isForLines)
            let found = names.places(named: query, near: nil, limit: 1).first
            #expect(Self.title(found, in: names.gazetteer).hasPrefix(title), "\(isForLines)")
            if title.isEmpty { #expect(found == nil) }
        }
    }

    /// Lines are looked up where they are whole names; the place is that of the search.
    @Test func linesAreAnsweredAsTheSearchRanksThem() throws {
        let (looked, searched) = (try Self.names(isForLines: true), try Self.names(isForLines: false))
        let gazetteer = searched.gazetteer
        var random = SeededRandom(3)
        let places = Array(gazetteer.ids)
        var (asked, same) = (0, 0)
        for _ in 0..<150 {
            let place = gazetteer.place(places[random.number(0...places.count - 1)])
            let text = random.fraction() < 0.5 ? place.name : "\(place.name), \(place.country)"
            let second = searched.places(named: text, near: nil, limit: 1).first
            guard let second, second.kind.isWhole else { continue }
            asked += 1
            if looked.places(named: text, near: nil, limit: 1).first?.id == second.id { same += 1 }
        }
        #expect(asked > 100 && same * 100 >= asked * 97, "\(same) of \(asked)")
    }
}
