import MapModel
import TestSupport
import Testing

@testable import MapSources
@testable import Places
@testable import RowTestSupport
@testable import Rows
@testable import Streams

@Suite struct PlacedTableTests {
    private static let shops = """
        shop,city,state,country
        A,Springfield,Illinois,US
        B,Portland,OR,US
        C,Lyon,,FR
        D,München,Bavaria,DE
        E,Lyonn,,FR
        F,Nowhereville,,US
        G,,Bavaria,DE
        H,,,DE
        I,Springfield,,US
        J,Berlin,,XX
        K,,,

        """

    @Test func rowsHaveThePlacesOfTheirNames() throws {
        let source = try ShippedPlaces.load(Self.shops)
        #expect(
            try source.placeWords() == [
                "exact Springfield, Illinois, US", "exact Portland, Oregon, US",
                "exact Lyon, Auvergne-Rhône-Alpes, FR", "exact Munich, Bavaria, DE",
                "similar Lyon, Auvergne-Rhône-Alpes, FR", "", "area Bavaria, DE", "rough Germany", "", "",
                "",
            ])
        let places = source.places()
        #expect(places.keys.sorted() == [0, 1, 2, 3, 4, 6, 7])
        let lyon = try #require(places[2]?.coordinate)
        #expect(GreatCircle.distance(from: lyon, to: Coordinate(wrapping: 45.76, 4.84) ?? lyon) < 5_000)
        #expect(places[2] == places[4])
    }

    @Test func whatHasNoPlaceIsCountedByItsReasonAndListedOnce() throws {
        let source = try ShippedPlaces.load(Self.shops + "L,Nowhereville,,US\n")
        #expect(source.isAccountedFor)
        let counts: [(SkippedRows.Reason, Int)] = [
            (.unknownPlace, 2), (.ambiguousPlace, 1), (.unknownCountry, 1), (.noPlace, 1),
        ]
        for (reason, count) in counts { #expect(source.skipped.count(of: reason) == count) }
        #expect(source.skipped.names.map(\.text) == ["Nowhereville, US", "Berlin, XX", "Springfield, US"])
        #expect(source.skipped.names[0].rows == 2 && source.skipped.names[2].candidates.count > 5)
        #expect(source.namesWithoutPlace[2].hasPrefix("Springfield, US · 1 · ambiguous: Illinois, Missouri"))
        #expect(source.layers.map(\.skipped.total) == [5])
    }

    @Test func areasAreNoted() throws {
        let source = try ShippedPlaces.load(Self.shops)
        let vague = try #require(source.vague)
        #expect(vague.areas.rows == [6, 7] && vague.rough.rows == [7])
    }

    @Test func rowsAreWrittenWithTheirPlaces() throws {
        let source = try ShippedPlaces.load("latitude,city,country\n?,Lyon,FR\n")
        #expect(
            source.table.columnNames == [
                "latitude_2", "city", "country", "latitude", "longitude", "place_match", "place_name",
                "place_country",
            ])
        var bytes: [UInt8] = []
        let place = try #require(source.places()[0])
        let row = ExportedRow(row: 0, place: place)
        try RowWriter(.rows(.csv)).write(count: 1, row: { _ in row }, of: source.table) { bytes += $0 }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
            text.hasPrefix(
                "latitude_2,city,country,latitude,longitude,place_match,place_name,place_country\n"))
        #expect(text.hasSuffix("exact,\"Lyon, Auvergne-Rhône-Alpes, FR\",FR\n"))
    }

    @Test(arguments: 0..<20) func rowsThatFollowEachOtherAreWrittenAsOneByOne(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        let delimiter = [",", ",", "\t", ";"][seed % 4]
        let end = seed % 3 == 0 ? "\r\n" : "\n"
        let notes = [
            "", "a", "\"a\"", "\"a\(delimiter)b\"", "\"say \"\"so\"\"\"", "\"two\nlines\"", "5\" x", "Zürich",
            "x,y",
        ].filter { delimiter != "," || $0 != "x,y" }
        let towns = ["Lyon", "Paris", "Nowhereville", "", "\"Lille\""]
        var text = ["note", "city", "country", "latitude"].joined(separator: delimiter) + end
        for row in 0..<random.number(1...2_000) {
            let town = row == 0 ? "Lyon" : towns[random.number(0...towns.count - 1)]
            var fields = [notes[random.number(0...notes.count - 1)], town, "FR"]
            if random.number(0...5) > 0 { fields.append("n") }
            if random.number(0...40) == 0 { fields.append("more") }
            text += fields.joined(separator: delimiter) + end
        }
        let source = try ShippedPlaces.load(text)
        let table = try #require(source.table as? PlacedTable)
        #expect(table.writesRuns(as: .csv) && !table.writesRuns(as: .ndjson))
        let placed = source.places().filter { _ in random.number(0...3) > 0 }.sorted { $0.key < $1.key }
        var rows = RowSet(capacity: table.recordCount)
        for (row, _) in placed { rows.insert(row) }
        var (runs, values): ([UInt8], [UInt8]) = ([], [])
        try table.writeRuns(of: rows, as: .csv, progress: { _ in }) { runs += $0 }
        try table.writeValues(
            count: placed.count, row: { ExportedRow(row: placed[$0].key, place: placed[$0].value) },
            as: .csv, adding: []
        ) { values += $0 }
        #expect(String(decoding: runs, as: UTF8.self) == String(decoding: values, as: UTF8.self))
    }

    @Test func addedColumnsCanBeRead() throws {
        let source = try ShippedPlaces.load(Self.shops)
        let column = try #require(source.table.columnNames.firstIndex(of: "place_match"))
        let values = try source.table.readColumns([0, column, column + 2], isCancelled: { false })
        #expect(
            (0..<11).map { values[1].text(at: $0) ?? "" }.prefix(8) == [
                "exact", "exact", "exact", "exact", "similar", "", "area", "rough",
            ])
        #expect(values[0].text(at: 10) == "K" && values[2].text(at: 6) == "DE")
    }

    @Test func theOrderOfTheRowsChangesNoPlace() throws {
        var random = SeededRandom(7)
        let lines = Self.shops.split(separator: "\n").dropFirst().map(String.init)
        let known = try ShippedPlaces.load(Self.shops)
        let expected = Dictionary(
            uniqueKeysWithValues: zip(try known.rows().map { $0["shop"] ?? "" }, try known.placeWords()))
        for _ in 0..<5 {
            let shuffled = lines.shuffled(using: &random)
            let source = try ShippedPlaces.load(
                "shop,city,state,country\n" + shuffled.joined(separator: "\n") + "\n")
            for (row, words) in zip(try source.rows(), try source.placeWords()) {
                #expect(words == expected[row["shop"] ?? ""])
            }
        }
    }

    @Test func coordinatesComeFirst() throws {
        let source = try ShippedPlaces.load("city,country,lat,lon\nLyon,FR,1,2\n")
        #expect(source.places()[0]?.coordinate.latitude == 1)
        #expect(!source.table.columnNames.contains("place_match"))
    }

    @Test func rowsThatTheReaderSkipsStaySkipped() throws {
        let source = try ShippedPlaces.load("city,country\nLyon,FR\ncity,country\nParis,FR\n")
        #expect(source.isAccountedFor && source.skipped.count(of: .repeatedHeader) == 1)
        #expect(source.places().keys.sorted() == [0, 2])
    }

    @Test func withoutNamesItSaysWhatIsMissing() throws {
        let atlas = PlaceAtlas { () throws(PlaceAtlas.Missing) in
            throw PlaceAtlas.Missing("no place names here")
        }
        let file = try TemporaryFile("city,country\nLyon,FR\n")
        let opener = SourceOpener(SourceOptions(), places: Places(options: PlaceOptions(), atlas: atlas))
        #expect(throws: SourceError.self) { try opener.open([file.path]).read(isCancelled: { false }) }
    }
}
