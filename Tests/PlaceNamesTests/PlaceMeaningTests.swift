import PlaceNames
import Testing

/// What one combination means by itself.
@Suite struct PlaceMeaningTests {
    @Test(arguments: [
        ("DE", "", "München", "exact Munich, Bavaria, DE"),
        ("DE", "BY", "Muenchen", "exact Munich, Bavaria, DE"),
        ("DEU", "Bayern", "MÜNCHEN", "exact Munich, Bavaria, DE"),
        ("Germany", "Freistaat Bayern", "Munich", "exact Munich, Bavaria, DE"),
        ("US", "IL", "Springfield", "exact Springfield, Illinois, US"),
        ("us", "us-il", "springfield", "exact Springfield, Illinois, US"),
        ("USA", "Illinois", "Springfield", "exact Springfield, Illinois, US"),
        ("", "Illinois", "Springfield", "exact Springfield, Illinois, US"),
        ("US", "Sangamon County", "Springfield", "exact Springfield, Illinois, US"),
        ("US", "Ilinois", "Springfield", "exact Springfield, Illinois, US"),
        ("ES", "B", "Barcelona", "exact Barcelona, Catalonia, ES"),
        ("MX", "CDMX", "Ciudad de México", "exact Mexico City, Mexico City, MX"),
        ("PL", "PL-14", "Warszawa", "exact Warsaw, Mazovia, PL"),
        ("RU", "", "Москва", "exact Moscow, Moscow, RU"),
        ("RU", "", "Moskau", "exact Moscow, Moscow, RU"),
        ("JP", "", "東京", "exact Tokyo, Tokyo, JP"),
        ("TR", "", "İSTANBUL", "exact Istanbul, Istanbul, TR"),
        ("US", "", "Washington, D.C.", "exact Washington, District of Columbia, US"),
        ("", "", "Washington, D.C.", "exact Washington, District of Columbia, US"),
        ("US", "DC", "Washington", "exact Washington, District of Columbia, US"),
        ("US", "", "Portland, OR", "exact Portland, Oregon, US"),
        ("", "", "Portland, OR", "exact Portland, Oregon, US"),
        ("US", "", "Portland (Maine)", "exact Portland, Maine, US"),
        ("US", "OR", "Portland, OR", "exact Portland, Oregon, US"),
        ("FR", "Martinique", "Fort-de-France", "exact Fort-de-France, Martinique, MQ"),
        ("US", "PR", "San Juan", "exact San Juan, San Juan, PR"),
        ("CN", "", "Hong Kong", "exact Hong Kong, HK"),
        ("AT", "", "1010 Wien", "exact Vienna, Vienna, AT"),
    ])
    func townsAreFoundAsTheyAreWritten(country: String, region: String, town: String, expected: String) {
        #expect(ShippedNames.words(ShippedNames.answer(country, region, town)) == expected)
    }

    @Test(arguments: [
        ("US", "MO", "St Louis", "exact St. Louis, Missouri, US"),
        ("US", "MO", "Saint Louis", "exact St. Louis, Missouri, US"),
        ("CH", "", "St. Gallen", "exact Sankt Gallen, Saint Gallen, CH"),
        ("US", "FL", "Ft. Lauderdale", "exact Fort Lauderdale, Florida, US"),
        ("US", "TX", "Mt Pleasant", "exact Mount Pleasant, Texas, US"),
        ("US", "CA", "S San Francisco", "exact South San Francisco, California, US"),
        ("BR", "", "S. Paulo", "exact São Paulo, São Paulo, BR"),
        ("DE", "", "Frankfurt", "exact Frankfurt am Main, Hesse, DE"),
        ("DE", "", "Frankfurt/Main", "exact Frankfurt am Main, Hesse, DE"),
        ("DE", "", "Frankfurt (Oder)", "exact Frankfurt (Oder), Brandenburg, DE"),
        ("US", "NY", "New York", "exact New York City, New York, US"),
        ("IT", "", "Reggio Emilia", "exact Reggio nell'Emilia, Emilia-Romagna, IT"),
    ])
    func shortFormsPartsAndBeginningsAreFound(country: String, region: String, town: String, expected: String)
    {
        #expect(ShippedNames.words(ShippedNames.answer(country, region, town)) == expected)
    }

    @Test(arguments: [
        ("US", "PA", "Philadelpia", "similar Philadelphia, Pennsylvania, US"),
        ("US", "TX", "Hosuton", "similar Houston, Texas, US"),
        ("FR", "", "Marsielle", "similar Marseille, Provence-Alpes-Côte d'Azur, FR"),
        ("", "", "Philadelpia", "unknown"),
        ("US", "", "Lyon Bay Harbor Twist", "unknown"),
    ])
    func typingErrorsAreMendedInsideACountry(country: String, region: String, town: String, expected: String)
    {
        #expect(ShippedNames.words(ShippedNames.answer(country, region, town)) == expected)
    }

    @Test(arguments: [
        ("DE", "BY", "", "area Bavaria, DE"), ("", "Bavaria", "", "area Bavaria, DE"),
        ("DE", "", "", "rough Germany"), ("DE", "", "  ", "rough Germany"), ("", "", "", "empty"),
        ("", "-", "n/a", "empty"), ("FR", "", "\u{FFFD}\u{FFFD}", "unknown"), ("NULL", "NA", "", "empty"),
        ("Atlantis", "", "Paris", "unknown country"),
        ("DE", "Xyzzy", "", "unknown"), ("DE", "", "Xyzzy", "unknown"), ("DE", "BY", "Xyzzy", "unknown"),
        ("DE", "", "Lyon", "unknown"), ("US", "Ontario", "Toronto", "unknown"),
        ("US", "", "Paris, France", "unknown"), ("DE", "Germany", "", "rough Germany"),
    ])
    func whatIsNotATownIsAnAreaOrNothing(country: String, region: String, town: String, expected: String) {
        #expect(ShippedNames.words(ShippedNames.answer(country, region, town)) == expected)
    }

    @Test(arguments: [("US", "Springfield"), ("", "Springfield"), ("US", "Franklin"), ("DE", "Neustadt")])
    func tiesGoToNobody(country: String, town: String) {
        guard case .ambiguous(let candidates) = ShippedNames.answer(country, "", town) else {
            Issue.record("\(town) must be ambiguous")
            return
        }
        #expect((2...PlaceAnswer.candidateLimit).contains(candidates.count))
        #expect(Set(candidates).count == candidates.count)
    }

    @Test(arguments: [
        ("Lyon, Rhône, France", "exact Lyon, Auvergne-Rhône-Alpes, FR"),
        ("Lyon, France", "exact Lyon, Auvergne-Rhône-Alpes, FR"),
        ("Munich, Bavaria, DE", "exact Munich, Bavaria, DE"),
        ("Portland, OR", "exact Portland, Oregon, US"),
        ("Portland, OR, USA", "exact Portland, Oregon, US"),
        ("El Dorado, AR", "exact El Dorado, Arkansas, US"),
        ("Toronto, CA", "exact Toronto, Ontario, CA"),
        ("Los Angeles, CA", "exact Los Angeles, California, US"),
        ("Berlin, DE", "exact Berlin, State of Berlin, DE"),
        ("Tbilisi, Georgia", "exact Tbilisi, Tbilisi, GE"),
        ("Atlanta, Georgia", "exact Atlanta, Georgia, US"),
        ("Brooklyn, New York, NY, USA", "exact Brooklyn, New York, US"),
        ("5 Rue Xyzzy, Lyon, France", "exact Lyon, Auvergne-Rhône-Alpes, FR"),
        ("Xyzzy, Lyon, France", "unknown"), ("Lund, US", "unknown"), ("France", "rough France"),
        ("Bavaria", "area Bavaria, DE"),
        ("Paris, Xyzzy", "unknown"), (", ,", "empty"),
    ])
    func textsAreReadFromTheirEnd(text: String, expected: String) {
        let answer = ShippedNames.answer("", "", text, PlaceContext(isText: true))
        #expect(ShippedNames.words(answer) == expected)
    }

    @Test func aCountryForAllRowsIsAFence() {
        let context = PlaceContext(fixedCountry: "FR")
        #expect(ShippedNames.words(ShippedNames.answer("", "", "Vienne", context)).contains(", FR"))
        #expect(ShippedNames.words(ShippedNames.answer("", "", "München", context)) == "unknown")
    }

    @Test func whatTheUserHasChosenIsTheAnswer() throws {
        let texts = PlaceTexts(country: "US", town: "Springfield")
        guard case .ambiguous(let candidates) = ShippedNames.answer("US", "", "Springfield") else { return }
        let choice = try #require(candidates.last)
        let answers = ShippedNames.finder.answers(to: [texts], context: PlaceContext(fixes: [texts: choice]))
        #expect(answers == [.place(choice, .exact)])
    }

    @Test func titlesNameRegionAndCountry() {
        let finder = ShippedNames.finder
        #expect(finder.title(of: .init(index: .max)) == "")
        #expect(
            finder.gazetteer.countries.first.map { finder.title(of: $0) }
                == finder.gazetteer.name(of: .init(index: 0)))
    }

    @Test func namesOccupyLittle() {
        let megabytes = Double(ShippedNames.finder.byteCount) / 1e6
        #expect((8...14).contains(megabytes), "\(megabytes)")
    }
}
