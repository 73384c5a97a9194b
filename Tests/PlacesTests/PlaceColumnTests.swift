import TestSupport
import Testing

@testable import Places
@testable import RowTestSupport
@testable import Rows

@Suite struct PlaceColumnTests {
    /// A table, and the columns that say where its rows are.
    private static let tables: [(text: String, taken: String)] = [
        ("name,city,state,country\nA,Austin,TX,US\nB,Boston,MA,US\n", #""city", "state", "country""#),
        ("Firma,Ort,Land\nA,Köln,Deutschland\nB,Graz,Österreich\n", #""Ort", "Land""#),
        ("Firma,Ort,Land\nA,Köln,Nordrhein-Westfalen\nB,Passau,Bayern\n", #""Ort", "Land""#),
        ("nom,ville,pays\nA,Lyon,France\nB,Genève,Suisse\n", #""ville", "pays""#),
        (
            "tienda,ciudad,provincia,país\nA,Sevilla,Sevilla,España\nB,Lima,,Perú\n",
            #""ciudad", "provincia", "país""#
        ),
        ("sklep,miasto,kraj\nA,Kraków,Polska\nB,Łódź,Polska\n", #""miasto", "kraj""#),
        ("店,市,国\nA,大阪市,日本\nB,札幌市,日本\n", #""市", "国""#),
        ("id,ShipCity,ShipCountry,BillCity,BillCountry\n1,Lyon,FR,Köln,DE\n", #""ShipCity", "ShipCountry""#),
        ("customer,hometown\n1,London\n2,Paris\n3,Berlin\n", #""hometown""#),
        ("event,location\n1,\"Lyon, France\"\n2,\"Austin, TX, USA\"\n", #""location""#),
        ("country,cases\nFR,1\nDE,2\n", #""country""#),
        (
            "name,plz,land\nA,8001,Switzerland\nB,3000,Switzerland\n",
            #""land", not from the postcodes in "plz": --places TABLE adds their coordinates"#
        ),
        ("iso3,cases\nFRA,1\nDEU,2\n", #""iso3""#),
        ("country,2019,2020\nFR,1,2\nDE,3,4\n", #""country""#),
        ("city,country,2019-01,2019/20\nLyon,FR,1,2\nKöln,DE,,4\n", #""city", "country""#),
        ("state,cases\nTexas,1\nOhio,2\nMaine,3\n", #""state""#),
        ("nationality,country,city\nFrench,DE,Köln\n", #""city", "country""#),
        ("flight,from,to\n1,ZRH,JFK\n", #"the airports in "from""#),
    ]

    @Test(arguments: tables.indices) func columnsOfPlacesAreFound(index: Int) throws {
        let (text, taken) = Self.tables[index]
        let source = try ShippedPlaces.load(text)
        #expect(
            source.notices.contains { $0.hasSuffix("places are taken from \(taken)") }, "\(source.notices)")
        #expect(source.points.count > 0 && source.isAccountedFor)
    }

    /// Tables whose words are not where their rows are.
    private static let others = [
        "name,age\nLinda,3\nParis,4\nAustin,5\nVictoria,6\n",
        "first_name,last_name\nAustin,London\nParis,Jordan\n",
        "state,id\nopen,1\nclosed,2\n",
        "from,to\nalice,bob\ncarol,dan\n",
        "title,language\nA,en\nB,fr\n",
        "code,n\nZRH,1\nJFK,2\n",
    ]

    @Test(arguments: others) func wordsAlonePlaceNothing(text: String) {
        let words = ShippedPlaces.refusal(text) ?? ""
        #expect(words.contains("no columns with coordinates or places (found "), "\(words)")
        #expect(words.contains("use --lat and --lon, or --city)"))
    }

    @Test func namesOfColumnsThatAreWholeLinesSayNothing() {
        let long = String(repeating: "a", count: 2_000)
        #expect(PlaceWords().role(of: "home city")?.role == .town)
        #expect(PlaceWords().role(of: long + " city") == nil)
        #expect(CodeColumnNames.notation(of: "pickup h3") == .h3)
        #expect(CodeColumnNames.notation(of: long + " h3") == nil)
    }

    @Test func personsBesideACountryAreNoTowns() throws {
        let names = ["Austin", "Paris", "Victoria", "Sofia", "Florence", "Charlotte", "Lourdes", "Adelaide"]
        let rows = (0..<40).map { "\(names[$0 % 8])\($0 / 8),GB" }.joined(separator: "\n")
        let source = try ShippedPlaces.load("name,country\n\(rows)\n")
        #expect(source.notices.contains { $0.hasSuffix(#"places are taken from "country""#) })
        #expect(try source.placeWords().allSatisfy { $0.hasPrefix("rough") })
    }

    @Test func aTownColumnOfOtherWordsIsPassedOver() throws {
        let rows = (0..<30).map { "district \($0) west,FR" }.joined(separator: "\n")
        let source = try ShippedPlaces.load("city,country\n\(rows)\n")
        #expect(source.notices.contains { $0.contains(#""city" holds few known places (0 of 30)"#) })
    }

    @Test func aTownColumnOfOtherWordsAloneIsRefusedWithTheReason() {
        let rows = (0..<30).map { "district \($0) west" }.joined(separator: "\n")
        let words = ShippedPlaces.refusal("city\n\(rows)\n") ?? ""
        #expect(words.hasSuffix(#"(found "city"; "city" holds few known places (0 of 30))"#), "\(words)")
    }

    @Test func codesNeedNoHeader() throws {
        let letters = Array("bcdefghjkm")
        let digits = Array("0123")
        let rows = (0..<40).map { "u33d\(letters[$0 % 10])\(digits[$0 / 10])7x,\($0)" }
        let source = try ShippedPlaces.load(rows.joined(separator: "\n") + "\n")
        #expect(source.points.count == 40)
    }

    @Test func theOtherGroupIsNamed() throws {
        let source = try ShippedPlaces.load(
            "origin_city,origin_country,destination_city,destination_country\nLyon,FR,Köln,DE\n")
        #expect(
            source.notices.contains {
                $0.contains(#"other places in "destination_city" (choose with --city)"#)
            })
        var options = PlaceOptions()
        options.town = "destination_city"
        let other = try ShippedPlaces.load(
            "origin_city,origin_country,destination_city,destination_country\nLyon,FR,Köln,DE\n", options)
        #expect(try other.placeWords() == ["exact Köln, North Rhine-Westphalia, DE"])
    }

    @Test func oneCountryMayHoldForAllRows() throws {
        var options = PlaceOptions()
        options.country = "FR"
        let source = try ShippedPlaces.load("city\nVienne\nValence\nLyon\n", options)
        #expect(try source.placeWords().allSatisfy { $0.isEmpty || $0.hasSuffix(", FR") })
    }

    @Test func anUnknownColumnIsRefused() {
        var options = PlaceOptions()
        options.town = "nowhere"
        let words = ShippedPlaces.refusal("city\nLyon\n", options) ?? ""
        #expect(words.hasSuffix(#"--city: no column "nowhere" (found "city")"#))
    }

    @Test(arguments: [
        ("ShipCity", ["ship", "city"]), ("ship_city", ["ship", "city"]), ("Población", ["poblacion"]),
        ("h3_07", ["h3", "07"]),
    ]) func namesHaveWords(name: String, words: [String]) { #expect(PlaceWords.words(name) == words) }
}
