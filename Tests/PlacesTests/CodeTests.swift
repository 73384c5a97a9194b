import MapModel
import TestSupport
import Testing

@testable import Places
@testable import RowValues
@testable import RowTestSupport
@testable import Rows

/// Codes of cells and squares.
@Suite struct CodeTests {
    private static let cells = "871f8d4d6ffffff 871f8d4d2ffffff 8928308280fffff".split(separator: " ").map(
        String.init)

    @Test(arguments: ["csv", "ndjson"]) func rowsAreInTheMiddleOfTheirCells(format: String) throws {
        let rows = Self.cells + ["bad", ""]
        let text =
            format == "csv"
            ? "h3,n\n" + rows.map { "\($0),1" }.joined(separator: "\n") + "\n"
            : rows.map { "{\"n\":1,\"h3\":\"\($0)\"}" }.joined(separator: "\n") + "\n"
        let source = try ShippedPlaces.load(text, named: format)
        #expect(source.points.count == 3 && source.isAccountedFor)
        #expect(source.skipped.count(of: .invalidCode) == 1 && source.skipped.count(of: .noPlace) == 1)
        #expect(source.vague?.areas.rows == [0, 1])
        #expect(try source.placeWords() == ["area", "area", "exact", "", ""])
        let first = try #require(source.places()[0]?.coordinate)
        #expect(abs(first.latitude - 47.997854) < 1e-6 && abs(first.longitude - 11.2957151) < 1e-6)
    }

    /// S is a band where other letters of the column are: Lisbon, else it is the southern side.
    @Test(arguments: [("33U,391779,5820072", 38.7), ("33N,391779,5820072", -51.58)])
    func zonesOfAColumnDecideWhatSIs(other: String, latitude: Double) throws {
        let source = try ShippedPlaces.load(
            "name,zone,easting,northing\nA,29S,487890.8,4285969.9\nB,\(other)\n")
        let place = try #require(source.places()[0]?.coordinate)
        #expect(abs(place.latitude - latitude) < 0.1)
    }

    /// A column of its own says on which side of the equator zones are, or their bands; thousands may be separated.
    @Test(arguments: [
        "name,zone,hemisphere,easting,northing\nA,56,S,334369,6250948\nB,32,N,691000,5334000\n",
        "name,zone,Hemi,easting,northing\nA,56,South,334369,6250948\nB,32,north,691000,5334000\n",
        "name,zone,band,easting,northing\nA,56,H,334369,6250948\nB,32,U,691000,5334000\n",
        "name,zone,ns,easting,northing\nA,56,S,\"334,369\",\"6,250,948\"\nB,32,N,\"691,000\",\"5,334,000\"\n",
        "name,zone,easting,northing\nA,56S,334369,6250948\nB,32N,691000,5334000\n",
    ]) func aColumnSaysTheSideOfTheEquator(text: String) throws {
        let places = try ShippedPlaces.load(text).places()
        for (row, expected) in [(0, (-33.869, 151.209)), (1, (48.13, 11.57))] as [(UInt32, (Double, Double))]
        {
            let place = try #require(places[row]).coordinate
            #expect(abs(place.latitude - expected.0) < 0.02 && abs(place.longitude - expected.1) < 0.02)
        }
    }

    @Test func partsOfAFileAgreeWithTheWhole() throws {
        let text =
            "h3,n\n" + (0..<60_000).map { "\(Self.cells[$0 % 3]),\($0)" }.joined(separator: "\n") + "\n"
        #expect(text.utf8.count > 1 << 20)
        let source = try ShippedPlaces.load(text)
        #expect(source.points.count == 60_000)
        #expect(source.vague?.areas.count == 40_000 && source.vague?.areas.contains(59_999) == false)
    }

    /// Values of the column, and where they are: nil for a skipped row.
    private static let values: [(text: String, cell: String?)] =
        cells.map { ($0, $0) } + cells.map { ("\"\($0)\"", $0) }
        + [(" \(cells[0]) ", cells[0]), (cells[1].uppercased(), cells[1])]
        + ["", "NA", "bad", "\"\"", "\"8928308280\nfffff\"", "h3"].map { ($0, nil) }

    @Test(arguments: 0..<20) func everyRowIsWhereItsCodeSays(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        let end = seed % 2 == 0 ? "\n" : "\r\n"
        let notes = [
            "1", "", "\"two\(end)lines\"", "Zürich", "\"a,b\"", "\"5\"\"\"", seed > 9 ? "5\" x" : "x",
        ]
        var text = "n,h3,note\(end)"
        var expected: [UInt32: String] = [:]
        let count = random.number(1...3_000)
        for row in 0..<count {
            // The first ones show what the column is.
            let number = row < 5 ? [0, 1, 2, 6, 7][row] : random.number(0...Self.values.count - 1)
            let value = Self.values[number]
            text += "\(row),\(value.text),\(notes[random.number(0...notes.count - 1)])\(end)"
            expected[UInt32(row)] = value.cell
            if random.number(0...20) == 0 { text += end }
        }
        let source = try ShippedPlaces.load(text)
        #expect(source.table.recordCount == count && source.isAccountedFor)
        let places = source.places()
        #expect(Set(places.keys) == Set(expected.keys))
        var areas: [UInt32] = []
        for (row, cell) in expected.sorted(by: { $0.key < $1.key }) {
            let area = try CodeNotation.h3.area(of: Array(cell.utf8))
            let (place, middle) = (places[row], FixedCoordinate(area.middle))
            #expect(abs((place?.latitudeE7 ?? 0) - middle.latitudeE7) <= 1, "row \(row)")
            #expect(abs((place?.longitudeE7 ?? 0) - middle.longitudeE7) <= 1, "row \(row)")
            if area.isArea { areas.append(row) }
        }
        #expect((source.vague?.areas.rows ?? []) == areas)
    }

    @Test func codesAreFoundByTheirValues() throws {
        let hashes = (0..<40).map {
            "u33d\("bcdefghjkm".map(String.init)[$0 % 10])\("0123456789".map(String.init)[$0 / 4])7"
        }
        let source = try ShippedPlaces.load(
            "sensor,cell\n" + hashes.map { "s,\($0)" }.joined(separator: "\n") + "\n")
        #expect(source.notices.contains { $0.hasSuffix(#"places are taken from "cell" (geohash)"#) })
    }

    @Test func codesThatLostDigitsAreRefused() {
        let rows = (0..<30).map { "6.1773\($0 % 10)E+17,\($0)" }.joined(separator: "\n")
        let words = ShippedPlaces.refusal("h3,n\n\(rows)\n") ?? ""
        #expect(words.contains("codes lost digits in a spreadsheet, such as"))
    }

    @Test func aColumnWithoutCodesIsRefused() {
        var options = PlaceOptions()
        options.code = "n"
        #expect((ShippedPlaces.refusal("n\nx\n", options) ?? "").contains(#"--code: "n" holds no codes"#))
    }

    /// One after the other.
    private static func workers(_ count: Int) -> Workers {
        Workers(count: count) { count, parts in for part in 0..<count { parts(part) } }
    }

    @Test(arguments: 0..<20) func combinationsAreThoseOfTheRows(seed: Int) {
        var random = SeededRandom(UInt64(seed))
        let rows = (0..<random.number(1...400)).map { _ in
            (0..<3).map { _ in ["", "a", "b", "c", "d", "e"][random.number(0...5)] }
        }
        let columns = (0..<3).compactMap { slot -> WordCodes? in
            var builder = ColumnBuilder(name: "\(slot)", kind: .text)
            for row in rows { builder.append(row[slot]) }
            if case .words(let words) = builder.finish().storage { return words }
            return nil
        }
        let waiting = seed % 5 == 0 ? nil : RowSet(capacity: rows.count) { _ in random.number(0...3) > 0 }
        let codes = CombinationCodes(columns, rowCount: rows.count, waiting: waiting, by: .alone)
        let shared = CombinationCodes(
            columns, rowCount: rows.count, waiting: waiting, by: Self.workers(random.number(2...5)))
        #expect(shared.codes == codes.codes && shared.combinations == codes.combinations)
        var counts: [[String]: Int] = [:]
        for (row, values) in rows.enumerated() {
            guard waiting?.contains(UInt32(row)) ?? true else {
                #expect(codes.codes[row] == CombinationCodes.none)
                continue
            }
            counts[values, default: 0] += 1
            #expect(codes.combinations[Int(codes.codes[row])].values == values)
        }
        #expect(codes.combinations.count == counts.count)
        for combination in codes.combinations { #expect(counts[combination.values] == combination.rows) }
    }
}
