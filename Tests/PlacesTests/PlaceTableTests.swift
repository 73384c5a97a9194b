import Foundation
import TestSupport
import Testing

@testable import MapSources
@testable import Places
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// Keys that another table explains.
@Suite struct PlaceTableTests {
    private static let codes = """
        plz,ort,lat,lon
        8001,Zürich,47.37,8.54
        01067,Dresden,51.05,13.74
        10115,Berlin,52.53,13.38
        12345,Twice,40,10
        12345,Twice,50,20

        """

    private func load(
        _ data: String, _ table: String = codes, pair: String = ""
    ) throws -> LoadedSource {
        let file = try TemporaryFile(table)
        var options = PlaceOptions()
        options.tables = [PlaceTableName(file.path + pair)]
        return try withExtendedLifetime(file) { try ShippedPlaces.load(data, options) }
    }

    @Test func keysOfTheSameNameAreJoined() throws {
        let source = try load("kunde,plz\na,8001\nb,10115\nc,99999\nd,\ne,12345\n")
        #expect(source.points.count == 2 && source.isAccountedFor)
        #expect(source.skipped.count(of: .unknownPlace) == 1 && source.skipped.count(of: .noPlace) == 1)
        #expect(source.skipped.count(of: .ambiguousPlace) == 1)
        #expect(
            source.notices.contains {
                $0.contains(#"3 rows placed by "plz" of "#) && $0.hasSuffix(", 1 not in it")
            })
        #expect(try source.placeWords().prefix(2) == ["exact Zürich", "exact Berlin"])
    }

    @Test func zerosThatASpreadsheetTookAreNoDifference() throws {
        let source = try load("plz\n1067\n01067\n")
        #expect(source.points.count == 2)
    }

    @Test func longZIPCodesBeginWithTheShortOnes() throws {
        let source = try load("plz\n10115-4321\n")
        #expect(source.points.count == 1)
    }

    @Test func columnsAreFoundByTheirValues() throws {
        let source = try load("kunde,code\na,8001\nb,10115\n")
        #expect(source.points.count == 2)
    }

    @Test(arguments: [":code=plz", ":plz=code"]) func theUserMayNameThem(pair: String) throws {
        let source = try load("kunde,code\na,8001\nb,77777\n", pair: pair)
        #expect(source.points.count == 1)
    }

    @Test func tablesWithoutACommonColumnAreRefused() {
        #expect(throws: (any Error).self) { try load("kunde,code\na,x\nb,y\n") }
    }

    @Test func whatATableLacksIsFoundByItsName() throws {
        let source = try load("plz,city,country\n8001,,\n4711,Lyon,FR\n")
        #expect(try source.placeWords() == ["exact Zürich", "exact Lyon, Auvergne-Rhône-Alpes, FR"])
    }

    @Test func namesWithoutAPlaceBecomeATableOfFixes() throws {
        let shops = "city,state,country\nSpringfield,,US\nLyon,,FR\nSpringfield,,US\n"
        let first = try ShippedPlaces.load(shops)
        #expect(first.points.count == 1)
        let unplaced = NameTable(unplaced: first.skipped.names, name: "shops.csv")
        var bytes: [UInt8] = []
        let nowhere = ExportedRow(row: 0, place: .init(latitudeE7: 0, longitudeE7: 0))
        try unplaced.write(count: 1, row: { _ in nowhere }, as: .csv, adding: []) { bytes += $0 }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
            text.hasPrefix("city,state,country,rows,reason,candidates,latitude,longitude\nSpringfield,,US,2,")
        )
        #expect(text.hasSuffix(",,\n"))
        let filled = text.replacingOccurrences(of: ",,\n", with: ",37.2,-93.3\n")
        let second = try load(shops, filled)
        #expect(second.points.count == 3 && second.skipped.total == 0)
    }

    @Test func chosenPlacesAreWrittenAsATable() throws {
        let source = try ShippedPlaces.load("city,country\nSpringfield,US\n")
        let name = try #require(source.skipped.names.first)
        let place = try #require(name.candidates.first)
        let table = NameTable(fixes: [PlaceFix(name, place)], name: "fixes")
        #expect(table.columnNames == ["city", "country", "latitude", "longitude", "place_name"])
        var rows: [[String]] = []
        try table.visitRows([0]) { rows.append($0.values.map(\.text)) }
        #expect(rows[0].first == "Springfield" && rows[0].last == place.title)
    }

    @Test func aChosenPlaceHoldsForAllRowsWithTheName() throws {
        let file = try TemporaryFile("city,country\nSpringfield,US\nSpringfield,US\nLyon,FR\n")
        let places = ShippedPlaces.finder()
        let opened = try SourceOpener(SourceOptions(), places: places).open([file.path])
        let loader = try #require(opened.loader as? any PlaceFixing)
        let before = try loader.loaded()
        let name = try #require(before.skipped.names.first)
        loader.fixes?.set([PlaceFix(name, name.candidates[1])])
        let after = try loader.loaded()
        #expect(after.skipped.total == 0)
        #expect(try after.placeWords()[0] == "exact " + name.candidates[1].title)
        loader.fixes?.set([])
        #expect(try loader.loaded().skipped.total == 2)
    }
}
