import MapModel
import RowValues
import Streams
import Testing

@testable import Places
@testable import RowTestSupport
@testable import Rows

/// Combinations of values whose rows are on a server.
@Suite struct CombinationTests {
    private static let rows = [
        "Lyon,,FR", "Lyon,,FR", "Springfield,Illinois,US", "Springfield,,US", "Nowhere at all,,FR", ",,",
        ",Bavaria,DE",
        "Paris,,Narnia", "Köln,,DE", "Lyonn,,FR", ",,FR",
    ]

    private static func asked(_ rows: [String], _ roles: PlaceRoles) -> AskedCombinations {
        var counts: [[String]: Int] = [:]
        for row in rows {
            let values = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            counts[values, default: 0] += 1
        }
        return AskedCombinations(
            table: "t", columnNames: ["city", "state", "country", "latitude"], roles: roles,
            columns: roles.columns,
            combinations: counts.map { PlaceCombination(values: $0.key, rows: $0.value) })
    }

    private static var names: PlaceRoles {
        var roles = PlaceRoles()
        (roles.town, roles.region, roles.country) = (0, 1, 2)
        return roles
    }

    @Test func theyAreWhereTheRowsOfAFileAre() throws {
        let file = try ShippedPlaces.load("city,state,country,id\n" + Self.rows.map { $0 + ",7\n" }.joined())
        let words = try Dictionary(
            zip(Self.rows, file.placeWords()), uniquingKeysWith: { first, _ in first })
        let asked = Self.asked(Self.rows, Self.names)
        let placer = try #require(ShippedPlaces.finder().combinationPlacer)
        let found = try placer.find(asked) { false }
        for (combination, place) in zip(asked.combinations, found.places) {
            let expected = words[combination.values.joined(separator: ",")]
            #expect(place.map { $0.texts.prefix(2).joined(separator: " ") } ?? "" == expected)
        }
        for reason in SkippedRows.Reason.allCases {
            #expect(found.skipped.count(of: reason) == file.skipped.count(of: reason), "\(reason)")
        }
        #expect(found.skipped.names == file.skipped.names && !found.skipped.names.isEmpty)
        #expect(found.columnNames == ["city", "state", "country", "latitude_2"] + AddedPlaceColumns.names)
    }

    @Test func aChosenPlaceCountsTheNextTime() throws {
        let asked = Self.asked(["Springfield,,US"], Self.names)
        let placer = try #require(ShippedPlaces.finder().combinationPlacer)
        let name = try #require(try placer.find(asked) { false }.skipped.names.first)
        let chosen = try #require(name.candidates.last)
        placer.fixes.set([PlaceFix(name, chosen)])
        let found = try placer.find(asked) { false }
        #expect(found.places[0]?.coordinate == chosen.place && found.skipped.total == 0)
        placer.fixes.set([])
        #expect(try placer.find(asked) { false }.skipped.names == [name])
    }

    @Test(arguments: [("u33db", true), ("a!", false), ("", false)])
    func codesAreTheMiddlesOfTheirCells(code: String, isPlaced: Bool) throws {
        var roles = PlaceRoles()
        guard case .codes(let codes) = CodeColumn.verdict(on: [Array("u33db".utf8)], named: .geohash) else {
            throw SourceError.cancelled
        }
        roles.code = PlaceCode(column: 0, codes: codes)
        let placer = try #require(ShippedPlaces.finder().combinationPlacer)
        let found = try placer.find(
            AskedCombinations(
                table: "t", columnNames: ["geohash"], roles: roles, columns: [0],
                combinations: [PlaceCombination(values: [code], rows: 3)])
        ) { false }
        #expect((found.places[0] != nil) == isPlaced)
        #expect(found.skipped.count(of: code.isEmpty ? .noPlace : .invalidCode) == (isPlaced ? 0 : 3))
    }

    @Test func coordinatesAloneNeedNoPlacer() {
        var options = PlaceOptions()
        options.isOff = true
        #expect(ShippedPlaces.finder(options).combinationPlacer == nil)
    }
}
