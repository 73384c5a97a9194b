import MapModel
import PlaceNames
import Testing

/// Codes and names of countries and regions, exactly as they are written.
@Suite struct AreaNamesTests {
    private static let names = AreaNames(ShippedNames.gazetteer)

    private func title(_ id: PlaceID?) -> String { id.map { ShippedNames.gazetteer.name(of: $0) } ?? "" }

    @Test(arguments: [
        ("AU", "Australia"), ("aus", "Australia"), ("036", "Australia"), ("36", "Australia"),
        ("NA", "Namibia"), ("Allemagne", "Germany"), ("COTE D'IVOIRE", "Côte d'Ivoire"),
        ("Germny", ""), ("GER", ""), ("XX", ""), ("", ""), ("999", ""), ("Georgia", "Georgia"),
    ])
    func countriesAreFoundExactly(text: String, name: String) {
        #expect(title(Self.names.country(text)) == name)
    }

    @Test(arguments: [
        ("US-IL", ["Illinois"]), ("de-by", ["Bavaria"]), ("Bayern", ["Bavaria"]), ("US-QQ", []), ("IL", []),
    ])
    func regionsAreFoundExactly(text: String, expected: [String]) {
        #expect(Self.names.regions(text).map(title) == expected)
    }

    @Test func lettersOfRegionsAreThoseOfTheirCountry() throws {
        let country = try #require(Self.names.country("US"))
        #expect(Self.names.regions("IL", in: country).map(title) == ["Illinois"])
        #expect(Self.names.regions("US-IL", in: country).map(title) == ["Illinois"])
        #expect(Self.names.regions("BY", in: country).isEmpty)
    }

    @Test(arguments: [("AU", "036"), ("DE", "276"), ("XK", ""), ("QQ", "")])
    func numbersHaveThreeDigits(letters: String, number: String) {
        #expect(AreaNames.number(ofCountry: letters) == number)
    }
}
