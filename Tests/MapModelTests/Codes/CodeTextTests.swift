import Foundation
import TestSupport
import Testing

@testable import MapModel

struct CodeTextTests {
    @Test(arguments: [
        ("8FVC9G8F+6X", CodeNotation.plusCode, "8FVC9G8F+6X"), (" 8fvc9g8f+6x ", .plusCode, "8FVC9G8F+6X"),
        ("pluscode:8FVC9G8F+6X", .plusCode, "8FVC9G8F+6X"),
        ("plus code: 8FVC9G8F+6X", .plusCode, "8FVC9G8F+6X"),
        ("33UUU9177119706", .mgrs, "33UUU9177119706"), ("33U UU 91771 19706", .mgrs, "33UUU9177119706"),
        ("18s uj 2348 0647", .mgrs, "18SUJ23480647"), ("usng: 18S UJ 2348 0647", .mgrs, "18SUJ23480647"),
        ("mgrs:33UUU", .mgrs, "33UUU"), ("ZAH1234512345", .mgrs, "ZAH1234512345"),
        ("33U 391777 5819706", .utm, "33U 391777 5819706"),
        ("utm:33N 391777 5819706", .utm, "33U 391777 5819706"),
        ("UTM zone 33 north, 391777mE, 5819706mN", .utm, "33U 391777 5819706"),
        ("10 south 551000 4180000", .utm, "10 south 551000 4180000"),
        ("56S 334873 6252266", .utm, "56H 334873 6252266"),
        ("8928308280fffff", .h3, "8928308280fffff"), ("0x8928308280FFFFF", .h3, "8928308280fffff"),
        ("h3: 8928308280fffff", .h3, "8928308280fffff"), ("617700169958293503", .h3, "8928308280fffff"),
        ("H3:617700169958293503", .h3, "8928308280fffff"), ("08928308280fffff", .h3, "8928308280fffff"),
        ("geohash:u33db", .geohash, "u33db"), ("GeoHash: U33DB", .geohash, "u33db"),
        ("maidenhead:JO62qm", .maidenhead, "JO62qm"), ("locator:jo62", .maidenhead, "JO62"),
        ("s2:886d3b5c", .s2, "886d3b5c"), ("quadkey:120210233222", .quadkey, "120210233222"),
    ])
    func codesAreCoordinates(text: String, notation: CodeNotation, code: String) throws {
        let found = try CoordinateText(text)
        #expect(found.notation == notation)
        #expect(found.coordinate.degrees(to: try notation.area(code).middle) < 1e-7)
        #expect(found.zoom == nil)
    }

    @Test(arguments: [
        ("9G8F+6X", "plus code: short, needs a place: \"9G8F+6X\" (expected 8FVC9G8F+6X)"),
        ("9G8F+6X Zürich", "plus code: short, needs a place: \"9G8F+6X Zürich\" (expected 8FVC9G8F+6X)"),
        ("XFVC9G8F+6X", "plus code: out of range: \"XFVC9G8F+6X\" (expected 8FVC9G8F+6X)"),
        ("8FVC9G8F+6", "plus code: not a code: \"8FVC9G8F+6\" (expected 8FVC9G8F+6X)"),
        ("33UUU917711970", "MGRS: not a code: \"33UUU917711970\" (expected 33UUU9177119706)"),
        ("32XMH1234512345", "MGRS: out of range: \"32XMH1234512345\" (expected 33UUU9177119706)"),
        ("617700169958293000", "H3: digits are lost: \"617700169958293000\" (expected 8928308280fffff)"),
        ("h3:6.177E+17", "H3: digits are lost: \"h3:6.177E+17\" (expected 8928308280fffff)"),
        (
            "115283473fffffff",
            "H3: an edge or a vertex, not a cell: \"115283473fffffff\" (expected 8928308280fffff)"
        ),
        (
            "22528340bfffffff",
            "H3: an edge or a vertex, not a cell: \"22528340bfffffff\" (expected 8928308280fffff)"
        ),
        ("8928308280ffffe", "H3: not a code: \"8928308280ffffe\" (expected 8928308280fffff)"),
        ("geohash:springfield", "geohash: not a code: \"geohash:springfield\" (expected u33db)"),
        ("quadkey:", "quadkey: not a code: \"quadkey:\" (expected 120210233222)"),
        (
            "10S 551000 4180000",
            "UTM: S is a band or the south: \"10S 551000 4180000\" (expected \"north\" or \"south\" after the zone)"
        ),
    ])
    func damagedCodesSaySoInOneLine(text: String, message: String) {
        let error = #expect(throws: CoordinateText.Failure.self) { try CoordinateText(text) }
        #expect(error?.description == message)
        #expect(error?.mayBeName == false)
    }

    @Test(arguments: [
        "Springfield", "u33db", "JO62qm", "Ban", "Zap", "29 Palms", "4 Mile", "10 S Foo", "33 U",
        "A+B", "C++", "Bad Ems", "1st Ave", "8", "Feed", "Deadbeef", "Cafe 80", "3 Rivers 12", "Area 51",
        "Highway 61 S", "B2B 1000", "Zone 5 North", "UTM", "h3", "5th Avenue: 33",
    ])
    func wordsStayNames(text: String) {
        let error = #expect(throws: CoordinateText.Failure.self) { try CoordinateText(text) }
        if case .badCode = error { Issue.record("\(text) is taken for a code") }
        if text.contains(where: \.isLetter) { #expect(error?.mayBeName == true) }
    }

    /// Towns, countries, airports: whatever the map knows by name is no code.
    @Test func namesOfTheMapStayNames() throws {
        let labels = try String(contentsOfFile: Repository.root + "/data/labels.tsv", encoding: .utf8)
        let airports = try String(contentsOfFile: Repository.root + "/data/airports.csv", encoding: .utf8)
        let names = (labels + airports).split { "\t\n,\"".contains($0) }
            .filter { $0.contains(where: \.isLetter) }
        #expect(names.count > 10_000)
        for name in Set(names) {
            let code = Array(name.utf8).withUnsafeBufferPointer { text in
                Result { () throws(CodeText.Failure) in try CodeText(text) }
            }
            if case .success(nil) = code { continue }
            Issue.record("\(name) is taken for a code")
        }
    }

    /// The codes of a place in all notations are read back; of S2 and others after their name.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func codesOfPlacesAreReadBack(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let place = random.coordinate()
        for notation in CodeNotation.allCases {
            guard let code = notation.code(of: place) else { continue }
            let needsName = [.geohash, .s2, .maidenhead, .quadkey].contains(notation)
            let found = try CoordinateText(needsName ? "\(notation.rawValue):\(code)" : code)
            #expect(found.notation == notation)
            #expect(GreatCircle.distance(from: place, to: found.coordinate) < 40, "seed \(seed): \(code)")
        }
    }
}
