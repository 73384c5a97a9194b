import Foundation
import MapModel
import TestSupport
import Testing

@testable import Basemaps

/// Searches in the gazetteer that is shipped.
@Suite struct PlaceSearchTests {
    private static let gazetteer = try? GazetteerFile.read(Repository.root + "/data/gazetteer.tmg")
    private static let search = gazetteer.map { PlaceSearch($0) }

    /// "Munich DE", with the alternate that matched in brackets.
    private func found(_ text: String, near: Coordinate? = nil, limit: Int = 10) throws -> [String] {
        let search = try #require(Self.search)
        let gazetteer = try #require(Self.gazetteer)
        let result = try #require(search.search(SearchQuery(text), near: near, limit: limit))
        #expect(result.matches.count <= limit)
        #expect(result.total >= result.matches.count)
        return result.matches.map { match in
            let place = gazetteer.place(match.place)
            let region =
                place.kind == .city && place.countryCode == "US" ? gazetteer.region(of: match.place) : nil
            let code = region.map { " " + gazetteer.code(of: $0) } ?? ""
            let kind = place.kind == .country ? "country" : place.kind == .city ? "city" : "region"
            return "\(kind) \(place.name)\(code) \(place.countryCode)"
        }
    }

    @Test(arguments: [
        ("Muenchen", "city Munich DE"), ("München", "city Munich DE"), ("munchen", "city Munich DE"),
        ("Kiev", "city Kyiv UA"), ("Kyiv", "city Kyiv UA"), ("Київ", "city Kyiv UA"),
        ("Bombay", "city Mumbai IN"),
        ("Москва", "city Moscow RU"), ("москва", "city Moscow RU"), ("القاهرة", "city Cairo EG"),
        ("東京", "city Tokyo JP"), ("København", "city Copenhagen DK"), ("Kobenhavn", "city Copenhagen DK"),
        ("Danzig", "city Gdańsk PL"), ("Gdansk", "city Gdańsk PL"), ("Köln", "city Köln DE"),
        ("Cologne", "city Köln DE"), ("Koeln", "city Köln DE"), ("Wien", "city Vienna AT"),
        ("Vienna", "city Vienna AT"),
        ("서울", "city Seoul KR"), ("Seoul", "city Seoul KR"), ("Praha", "city Prague CZ"),
        ("Peking", "city Beijing CN"),
        ("Beijing", "city Beijing CN"), ("北京", "city Beijing CN"), ("Saigon", "city Ho Chi Minh City VN"),
        ("Lisboa", "city Lisbon PT"), ("Athens", "city Athens GR"), ("Αθήνα", "city Athens GR"),
        ("Roma", "city Rome IT"), ("Firenze", "city Florence IT"), ("Genf", "city Geneva CH"),
        ("Genève", "city Geneva CH"), ("Zurich", "city Zürich CH"), ("Zuerich", "city Zürich CH"),
        ("Reykjavik", "city Reykjavík IS"), ("Malmo", "city Malmö SE"), ("Lodz", "city Łódź PL"),
        ("Łódź", "city Łódź PL"), ("Izmir", "city İzmir TR"), ("İstanbul", "city Istanbul TR"),
        ("ISTANBUL", "city Istanbul TR"), ("Sao Paulo", "city São Paulo BR"), ("Bogota", "city Bogotá CO"),
        ("Cluj", "city Cluj-Napoca RO"), ("st petersburg", "city Saint Petersburg RU"),
        ("washington dc", "city Washington DC US"), ("los angeles", "city Los Angeles CA US"),
        ("Deutschland", "country Germany DE"), ("España", "country Spain ES"),
        ("Россия", "country Russia RU"),
        ("Bayern", "region Bavaria DE"), ("France", "country France FR"),
        ("rio de janeiro", "city Rio de Janeiro BR"), ("den haag", "city The Hague NL"),
    ])
    func namesInManyLanguagesFindThePlace(text: String, expected: String) throws {
        #expect(try found(text).first == expected)
    }

    @Test(arguments: [
        ("paris texas", "city Paris TX US"), ("texas paris", "city Paris TX US"),
        ("paris tx", "city Paris TX US"),
        ("springfield il", "city Springfield IL US"), ("san jose cr", "city San José CR"),
        ("san jose california", "city San Jose CA US"), ("london ontario", "city London CA"),
        ("frankfurt oder", "city Frankfurt (Oder) DE"), ("berlin germany", "city Berlin DE"),
        ("köln deutschland", "city Köln DE"), ("birmingham al", "city Birmingham AL US"),
        ("cordoba spain", "city Córdoba ES"), ("valencia venezuela", "city Valencia VE"),
        ("york gb", "city York GB"), ("new york us", "city New York City NY US"),
        ("москва россия", "city Moscow RU"),
    ])
    func wordsOfRegionAndCountryTellNamesakesApart(text: String, expected: String) throws {
        #expect(try found(text).first == expected)
    }

    @Test(arguments: [
        ("lon", "city London GB"), ("par", "city Paris FR"), ("mun", "city Munich DE"),
        ("new y", "city New York City NY US"), ("new york", "city New York City NY US"),
        ("ber", "city Berlin DE"),
        ("washington", "city Washington DC US"), ("paris", "city Paris FR"), ("tok", "city Tokyo JP"),
        ("us", "country United States US"), ("de", "country Germany DE"), ("usa", "country United States US"),
    ])
    func fewLettersFindWhatPeopleMean(text: String, expected: String) throws {
        #expect(try found(text).first == expected)
    }

    @Test func countryAndStateOfOneNameAreBothOnTop() throws {
        #expect(try found("georgia").prefix(2) == ["country Georgia GE", "region Georgia US"])
    }

    @Test func namesakesAreToldApart() throws {
        let springfields = try found("springfield").prefix(8)
        #expect(Set(springfields).count == 8)
        #expect(springfields.allSatisfy { $0.hasPrefix("city Springfield ") })
    }

    @Test func theNearestOfEqualsComesFirst() throws {
        let oregon = Coordinate(latitude: 44, longitude: -123)
        #expect(try found("springfield", near: oregon).first == "city Springfield OR US")
        #expect(try found("paris", near: oregon).first == "city Paris FR")
    }

    @Test func codesAreNeverTheBeginningOfAName() throws {
        // IL, Illinois: not the first letters of Ilfov or Île-de-France.
        #expect(try found("paris il").first == "city Paris IL US")
        #expect(try found("paris ile").first == "city Paris FR")
        #expect(try found("toledo castille la mancha").first == "city Toledo ES")
        #expect(try found("san jose c").count > 1)
    }

    @Test func theNameThatMatchedIsTold() throws {
        let search = try #require(Self.search)
        func name(_ text: String) throws -> String? {
            try #require(search.search(SearchQuery(text), near: nil, limit: 1)?.matches.first).matchedName
        }
        #expect(try name("wien") == "Wien")
        #expect(try name("bombay") == "Bombay")
        #expect(try name("berlin") == nil)
        #expect(try name("zurich") == nil)
        #expect(try name("us") == nil)
        #expect(try name("paris texas") == nil)
    }

    @Test func nothingIsFoundForNothing() throws {
        #expect(try found("") == [])
        #expect(try found("qqqqqqqq") == [])
        #expect(try found("germany qqqqqqq") == [])
        #expect(try found("berlin", limit: 0) == [])
    }

    @Test func searchesStopWhenCancelled() throws {
        let search = try #require(Self.search)
        for text in ["berlin", "paris texas"] {
            #expect(search.search(SearchQuery(text), near: nil, limit: 5, isCancelled: { true }) == nil)
        }
    }
}
