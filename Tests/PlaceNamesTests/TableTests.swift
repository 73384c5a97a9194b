import MapModel
import PlaceNames
import TestSupport
import Testing

/// What the combinations of a table mean together.
@Suite struct TableTests {
    private static let finder = ShippedNames.finder

    private static func words(_ rows: [(String, String, String)]) -> [String] {
        let texts = rows.map { PlaceTexts(country: $0.0, region: $0.1, town: $0.2) }
        return (finder.answers(to: texts) ?? []).map(ShippedNames.words)
    }

    @Test func aTableOfThreeRowsIsAnsweredByPriors() {
        let rows = [("US", "", "Chicago"), ("US", "", "Houston"), ("US", "", "Springfield")]
        let words = Self.words(rows)
        #expect(words[0] == "exact Chicago, Illinois, US" && words[1] == "exact Houston, Texas, US")
        #expect(words[2].hasPrefix("ambiguous"))
    }

    @Test func aColumnOfFrenchTownsMakesVienneFrench() {
        let gazetteer = ShippedNames.gazetteer
        let french = gazetteer.places.lazy.filter { gazetteer.countryCode(of: $0) == "FR" }.prefix(400)
            .map { gazetteer.name(of: $0) }.filter { $0 != "Vienne" }
        let alone = Self.words([("", "", "Vienne")])
        let together = Self.words((french + ["Vienne"]).map { ("", "", $0) })
        #expect(alone != ["exact Vienne, Auvergne-Rhône-Alpes, FR"])
        #expect(together.last == "exact Vienne, Auvergne-Rhône-Alpes, FR")
    }

    @Test func aTextForARegionIsLearntFromTownsOfOneMeaning() {
        let known = ["München", "Augsburg", "Regensburg", "Passau"].map { ("DE", "Zone 7", $0) }
        #expect(Self.words([("DE", "Zone 7", "Friedberg")]) == ["ambiguous, 2"])
        let words = Self.words(known + [("DE", "Zone 7", "Friedberg"), ("DE", "Zone 8", "Friedberg")])
        #expect(words[4] == "exact Friedberg, Bavaria, DE")
        #expect(words[5] == "ambiguous, 2")
    }

    @Test(arguments: [
        (["Paris, FR", "Tokyo, JP", "Wien, AT", "Atlanta, GA"], "Dover, DE", "unknown"),
        (["Dallas, TX", "Boston, MA", "Portland, OR"], "Dover, DE", "exact Dover, Delaware, US"),
        (["Dallas, TX", "Boston, MA", "Portland, OR"], "Augsburg, DE", "unknown"),
        (["Paris, FR", "Dallas, TX"], "Augsburg, DE", "exact Augsburg, Bavaria, DE"),
    ])
    func theEndsOfTextsAreCountriesOrStates(others: [String], text: String, expected: String) {
        let rows = (others + [text]).map { PlaceTexts(town: $0) }
        let answers = Self.finder.answers(to: rows, context: PlaceContext(isText: true))
        let words = ShippedNames.words(answers?.last)
        #expect(words.hasPrefix(expected), "\(words)")
    }

    @Test func theSameTownInTwoScriptsIsOnePlace() {
        let words = Self.words([
            ("GR", "", "Αθήνα"), ("GR", "", "Athina"), ("GR", "", "Athens"), ("GR", "", "ΑΘΗΝΑ"),
        ])
        #expect(Set(words) == ["exact Athens, Attica, GR"])
    }

    @Test func anUnknownTownNeverBecomesItsRegionOrCountry() {
        let names = ["Qwxyz", "Zzkptl", "Brrgth"].flatMap {
            [("DE", "BY", $0), ("DE", "", $0), ("", "", $0)]
        }
        #expect(Set(Self.words(names)) == ["unknown"])
    }

    /// Names of towns with countries that they may not lie in.
    private static func mixedRows(seed: UInt64) -> [PlaceTexts] {
        var random = SeededRandom(seed)
        let gazetteer = ShippedNames.gazetteer
        let countries = Array(gazetteer.countries)
        let places = Array(gazetteer.places)
        return (0..<400).map { _ in
            let place = places[Int.random(in: 0..<places.count, using: &random)]
            let country = countries[Int.random(in: 0..<countries.count, using: &random)]
            let region = gazetteer.region(of: place).map { gazetteer.name(of: $0) } ?? ""
            return PlaceTexts(
                country: Bool.random(using: &random)
                    ? gazetteer.code(of: country) : gazetteer.countryCode(of: place),
                region: Bool.random(using: &random) ? region : "", town: gazetteer.name(of: place))
        }
    }

    private static let territories = [
        "US": "PR VI GU AS MP UM", "FR": "GP MQ GF RE YT PM BL MF WF PF NC TF", "CN": "HK MO TW",
        "DK": "FO GL", "FI": "AX", "NO": "SJ BV", "NL": "AW CW SX BQ",
        "GB": "JE GG IM GI BM KY VG TC AI MS FK SH", "AU": "NF CX CC HM", "NZ": "CK NU TK",
    ]

    @Test(arguments: 1...4)
    func noAnswerLiesOutsideAGivenCountryAndItsTerritories(seed: Int) throws {
        let rows = Self.mixedRows(seed: UInt64(seed))
        let answers = try #require(Self.finder.answers(to: rows))
        var found = 0
        for (row, answer) in zip(rows, answers) {
            let ids: [PlaceID] =
                switch answer {
                case .place(let id, _): [id]
                case .unknown(let ids), .ambiguous(let ids), .unlisted(let ids): ids
                case .unknownCountry, .empty: []
                }
            found += ids.count
            for id in ids {
                let code = ShippedNames.gazetteer.countryCode(of: id)
                let allowed =
                    [row.country]
                    + (Self.territories[row.country] ?? "").split(separator: " ").map(String.init)
                #expect(allowed.contains(code), "\(row) is \(ShippedNames.finder.title(of: id))")
            }
        }
        #expect(found > 100)
    }

    @Test(arguments: 5...6)
    func answersAreTheSameForAnyOrderAndNumberOfThreads(seed: Int) throws {
        let rows = Array(Set(Self.mixedRows(seed: UInt64(seed))))
        let answers = try #require(Self.finder.answers(to: rows))
        var random = SeededRandom(1)
        let order = Array(rows.indices).shuffled(using: &random)
        let others = try #require(Self.finder.answers(to: order.map { rows[$0] }, workers: .several))
        for (place, index) in order.enumerated() { #expect(others[place] == answers[index]) }
    }

    @Test func aStreamIsAnsweredAsATable() throws {
        let rows = Self.mixedRows(seed: 7)
        let answers = try #require(Self.finder.answers(to: rows))
        let weights = Self.finder.learn(from: rows)
        for (row, answer) in zip(rows, answers) {
            #expect(Self.finder.answer(row, with: weights) == answer)
        }
    }

    @Test func aCancelledTableHasNoAnswers() {
        let rows = Self.mixedRows(seed: 8)
        #expect(Self.finder.answers(to: rows, isCancelled: { true }) == nil)
        #expect(Self.finder.answers(to: [], isCancelled: { true }) == [])
    }

    @Test func progressGrowsToTheEnd() {
        var steps: [Double] = []
        _ = Self.finder.answers(to: Self.mixedRows(seed: 9), progress: { steps.append($0) })
        #expect(steps == steps.sorted() && steps.last == 1)
    }

    @Test(arguments: [
        String(repeating: "x", count: 65_536), String(repeating: "Paris, ", count: 10_000),
        "\u{0}\u{1}\u{7F}", "Par\u{0}is", "\u{202E}siraP", "مدينة\u{200F}",
        String(decoding: [0xC3, 0x28, 0xFF], as: UTF8.self),
        ",,,,", "((((", "))))", "[", "a,", ",a", "(a", "a)", " - ", "/;,", "\u{FDFA}\u{FDFA}", "🏙️🏙️", "1",
        "- -",
    ])
    func anyTextIsAnswered(text: String) throws {
        let rows = [
            PlaceTexts(town: text), PlaceTexts(region: text, town: "Paris"),
            PlaceTexts(country: text, town: "Paris"),
            PlaceTexts(country: "FR", region: text, town: text), PlaceTexts(country: "US", town: text),
            PlaceTexts(country: text, region: text, town: text), PlaceTexts(region: "CA", town: text),
        ]
        for isText in [false, true] {
            let answers = Self.finder.answers(to: rows, context: PlaceContext(isText: isText))
            #expect(answers?.count == rows.count)
        }
        #expect(Self.finder.countryScheme(of: [text]) == nil)
        for role in PlaceRole.allCases { #expect(Self.finder.knownShare(of: [text], as: role).of <= 1) }
    }

    @Test(arguments: [
        (PlaceRole.town, ["Lyon", "Paris", "Xyzzy", "", "n/a"], 2, 3),
        (.country, ["DE", "Frankreich", "Xyzzy", "NA"], 3, 4),
        (.region, ["Bavaria", "Texas", "Xyzzy"], 2, 3),
        (.text, ["Lyon, France", "Portland, OR", "Foo, Bar", "Xyzzy"], 2, 4),
    ])
    func theKnownShareIsCounted(role: PlaceRole, values: [String], known: Int, all: Int) {
        let share = Self.finder.knownShare(of: values, as: role)
        #expect(share.known == known && share.of == all)
    }

    @Test func theKnownShareIsThatInsideTheCountryBeside() {
        let values = ["Lyon", "Paris", "München"]
        let finder = Self.finder
        #expect(finder.knownShare(of: values, as: .town, around: [PlaceTexts(country: "FR")]).known == 2)
        let each = ["FR", "DE", "DE"].map { PlaceTexts(country: $0) }
        #expect(finder.knownShare(of: values, as: .town, around: each).known == 2)
        let regions = ["Bavaria", "Texas", "BY"]
        #expect(finder.knownShare(of: regions, as: .region, around: [PlaceTexts(country: "DE")]).known == 2)
    }

    @Test(arguments: [GazetteerBytes([]), GazetteerBytes.sample])
    func aSmallGazetteerIsEnough(bytes: GazetteerBytes) throws {
        let finder = PlaceNameFinder(try Gazetteer(bytes.encoded()))
        let texts = [
            ("AT", "Wien", "Vienna"), ("", "", "Vienna"), ("AT", "", "Vienna"), ("AT", "", ""),
            ("AT", "", "Viena"),
        ]
        let rows = texts.map { PlaceTexts(country: $0.0, region: $0.1, town: $0.2) }
        let answers = try #require(finder.answers(to: rows))
        let isEmpty = finder.gazetteer.count == 0
        #expect(answers[0] == (isEmpty ? .unknownCountry : .place(PlaceID(index: 4), .exact)))
        #expect(answers[1] == (isEmpty ? .unknown(similar: []) : answers[1]))
        #expect(finder.answers(to: rows, context: PlaceContext(isText: true))?.count == rows.count)
        #expect(finder.countryScheme(of: ["AT"]) == (isEmpty ? nil : .twoLetters))
    }

    @Test(arguments: [
        ("Paris", true), ("paris tx", true), ("Paris, Texas, US", true), ("Xyzzy", false),
        ("Paris, Xyzzy", false),
        ("", false), (",", false), ("JFK", true), ("Île-de-France", true), ("US", true),
    ])
    func queriesThatAreWholeNamesAreLookedUp(query: String, isKnown: Bool) {
        #expect(Self.finder.places(named: query).isEmpty != isKnown)
    }

    @Test func allPlacesOfAWholeNameAreFound() {
        let gazetteer = ShippedNames.gazetteer
        let found = Set(Self.finder.places(named: "springfield").map(\.id))
        let expected = gazetteer.ids.filter { id in
            ([gazetteer.name(of: id)] + gazetteer.alternates(of: id)).contains {
                $0.lowercased() == "springfield"
            }
        }
        #expect(found == Set(expected) && found.count > 20)
    }
}
