import MapModel
import PlaceNames
import Testing

/// The country at the end of a query.
@Suite struct QueryNamesTests {
    private static let queries = QueryNames(ShippedNames.gazetteer)

    @Test(arguments: [
        ("Berlin, US", "Berlin", "US", true), ("Berlin US", "Berlin", "US", false),
        ("San José, Costa Rica", "San José", "CR", true), ("San José Costa Rica", "San José", "CR", false),
        ("Springfield, IL, USA", "Springfield, IL", "US", true), ("Paris,FRA", "Paris", "FR", true),
        ("Kinshasa Democratic Republic of the Congo", "Kinshasa", "CD", false),
        ("London, uk", "London", "GB", true),
    ])
    func aCountryIsCutOff(query: String, name: String, country: String, isCertain: Bool) throws {
        let fence = try #require(Self.queries.fence(of: query))
        #expect(fence.name == name && fence.isCertain == isCertain)
        #expect(fence.areas.first.map { ShippedNames.gazetteer.code(of: $0) } == country)
    }

    @Test(arguments: [
        "Berlin", "Berlin, ", ", US", "US", "", ",", "Paris, Texas", "Portland, OR", "washington dc",
        "Berlin, Germny",
    ])
    func otherQueriesHaveNone(query: String) {
        #expect(Self.queries.fence(of: query) == nil)
    }

    @Test func areasAreTerritoriesAndStatesOfTheSameCode() throws {
        let gazetteer = ShippedNames.gazetteer
        let areas = try #require(Self.queries.fence(of: "York, CA")).areas
        #expect(areas.map { gazetteer.name(of: $0) } == ["Canada", "California"])
        let states = try #require(Self.queries.fence(of: "Atlanta, Georgia")).areas
        #expect(states.map { gazetteer.countryCode(of: $0) } == ["GE", "US"])
        let lands = try #require(Self.queries.fence(of: "Ponce, US")).areas
        #expect(lands.contains { gazetteer.code(of: $0) == "PR" })
    }

    @Test func aNameIsAnyOfThose() {
        let vienna = ShippedNames.finder.places(named: "Vienna").map(\.id).min() ?? PlaceID(index: 0)
        #expect(Self.queries.isName("wien", of: vienna) && !Self.queries.isName("wien austria", of: vienna))
    }
}
