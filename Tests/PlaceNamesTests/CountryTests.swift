import PlaceNames
import Testing

/// Codes and names of countries, and the schemes of columns.
@Suite struct CountryTests {
    @Test(arguments: [
        ("GE", "Georgia"), ("ge", "Georgia"), ("UK", "United Kingdom"), ("EL", "Greece"), ("XK", "Kosovo"),
        ("NA", "Namibia"), ("GBR", "United Kingdom"), ("GER", "Germany"), ("U.S.A.", "United States"),
        ("Deutschland", "Germany"), ("Korea, Republic of", "South Korea"), ("The Netherlands", "Netherlands"),
        ("Republic of China", "Taiwan"), ("Oriental Republic of Uruguay", "Uruguay"), ("Macau SAR", "Macau"),
        ("Congo (Kinshasa)", "DR Congo"), ("Germny", "Germany"), ("Samoa", "Samoa"),
        ("Россия", "Russia"), ("日本", "Japan"), ("Côte d’Ivoire", "Côte d'Ivoire"),
        ("St Lucia", "Saint Lucia"),
    ])
    func countriesAreKnownByCodesAndNames(text: String, name: String) throws {
        guard case .place(let id, .rough) = ShippedNames.answer(text, "", "") else {
            Issue.record("\(text) must be a country")
            return
        }
        #expect(ShippedNames.gazetteer.name(of: id) == name)
    }

    @Test(arguments: ["Guiana", "Atlantis", "ZZ", "ZZZ", "Q", "1", "Germxxx"])
    func otherTextsAreNoCountry(text: String) {
        #expect(ShippedNames.answer(text, "", "") == .unknownCountry)
    }

    @Test(arguments: [
        ("England", "area England, GB"), ("Scotland", "area Scotland, GB"), ("WAL", "area Wales, GB"),
        ("Northern Ireland", "area Northern Ireland, GB"),
    ])
    func partsOfTheUnitedKingdomAreRegions(text: String, expected: String) {
        #expect(ShippedNames.words(ShippedNames.answer(text, "", "")) == expected)
        #expect(ShippedNames.answer("Scotland", "", "London") == .unknown(similar: []))
    }

    @Test(arguments: [
        (["DE", "FR", "NA", "UK"], CountryScheme.twoLetters), (["de", "fr"], .twoLetters),
        (["DEU", "FRA"], .threeLetters), (["GER", "FRA", "SUI"], .sports), (["004", "276", "4.0"], .number),
        (["Germany", "France", "USA"], .name), (["Allemagne"], .name),
        (["Germany", "France", "Italy", "ES"], .name),
    ])
    func aColumnHasTheSchemeOfItsValues(values: [String], scheme: CountryScheme) {
        #expect(ShippedNames.finder.countryScheme(of: values) == scheme)
    }

    @Test(arguments: [["red", "green"], [], ["", "n/a"], ["DE", "red"]])
    func aColumnOfOtherThingsHasNone(values: [String]) {
        #expect(ShippedNames.finder.countryScheme(of: values) == nil)
    }

    @Test func fipsIsOnlyWhereTheColumnSaysSo() {
        let finder = ShippedNames.finder
        #expect(finder.countryScheme(of: ["GM", "FR"], header: "FIPS_CODE") == .fips)
        #expect(finder.countryScheme(of: ["GM", "FR"], header: "code") == .twoLetters)
        let context = PlaceContext(scheme: .fips)
        #expect(ShippedNames.words(ShippedNames.answer("GM", "", "Berlin", context)).hasSuffix("DE"))
    }

    @Test func townsTellTwoSchemesApart() {
        // BAH and BRN are countries by both; their towns are in one only.
        let rows = ["Bridgetown", "Speightstown"].map { PlaceTexts(country: "BAR", town: $0) }
        let bahrain = ["Manama", "Al Muharraq", "Sitrah"].map { PlaceTexts(country: "BRN", town: $0) }
        let finder = ShippedNames.finder
        #expect(finder.countryScheme(of: ["BRN"]) == .threeLetters)
        #expect(finder.countryScheme(of: ["BRN"], rows: rows + bahrain) == .sports)
    }

    @Test func numbersAreCodesOnlyInAColumnOfNumbers() {
        let context = PlaceContext(scheme: .number)
        for text in ["276", "276.0", " 276 "] {
            #expect(ShippedNames.words(ShippedNames.answer(text, "", "", context)) == "rough Germany")
        }
        #expect(ShippedNames.words(ShippedNames.answer("4", "", "", context)) == "rough Afghanistan")
        #expect(ShippedNames.answer("276", "", "") == .unknownCountry)
    }

    @Test func someValuesOfAnotherSchemeAreReadAsWell() {
        let context = PlaceContext(scheme: .twoLetters)
        #expect(ShippedNames.words(ShippedNames.answer("Germany", "", "", context)) == "rough Germany")
        #expect(ShippedNames.words(ShippedNames.answer("DEU", "", "", context)) == "rough Germany")
    }

    @Test func smallLettersAmongNamesAreNoCodes() {
        let context = PlaceContext(scheme: .name)
        #expect(ShippedNames.answer("no", "", "", context) == .unknownCountry)
        #expect(ShippedNames.words(ShippedNames.answer("NO", "", "", context)) == "rough Norway")
        #expect(ShippedNames.words(ShippedNames.answer("usa", "", "", context)) == "rough United States")
        #expect(ShippedNames.words(ShippedNames.answer("no", "", "")) == "rough Norway")
    }

    @Test func notAvailableIsNamibiaOnlyInAColumnOfLetters() {
        let finder = ShippedNames.finder
        let row = PlaceTexts(country: "NA", town: "Windhoek")
        let blank = PlaceTexts(country: "NA", region: "NA", town: "NA")
        let known = finder.answers(
            to: [row, blank], counts: [2, 1], context: PlaceContext(scheme: .twoLetters))
        #expect(
            known.map { $0.map(ShippedNames.words) } == [
                "exact Windhoek, Khomas Region, NA", "rough Namibia",
            ])
        let many = finder.answers(
            to: [row, blank], counts: [2, 3], context: PlaceContext(scheme: .twoLetters))
        #expect(many?.last == .empty)
        #expect(ShippedNames.answer("NA", "", "", PlaceContext(scheme: .name)) == .empty)
    }
}
