import Foundation
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import Scene

@Suite struct GeocodeWriterTests {
    private func vienna() throws -> Place {
        try Gazetteer(GazetteerBytes.sample.encoded()).place(PlaceID(index: 4))
    }

    private func place(named name: String) throws -> Place {
        var bytes = GazetteerBytes.sample
        bytes.entries[7].names = name
        return try Gazetteer(bytes.encoded()).place(PlaceID(index: 7))
    }

    private func object(_ line: String) throws -> [String: Any] {
        #expect(line.hasSuffix("}\n") && line.count { $0 == "\n" } == 1)
        return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test func aTableHasAHeaderAndALineEach() throws {
        let writer = GeocodeWriter(format: .table, showsQuery: false)
        let answers = [GeocodeAnswer(place: try vienna(), distanceMeters: 1_234)]
        #expect(
            writer.header == "name\tadmin\tcountry\tlatitude\tlongitude\tpopulation\tdistance_km\tmatch\n")
        #expect(writer.lines(answers, to: "") == "Vienna\tWien\tAT\t48.20849\t16.37208\t1691468\t1.2\t\n")
        #expect(writer.lines([], to: "") == "")
    }

    @Test func ofManyQueriesEachIsTold() throws {
        let writer = GeocodeWriter(format: .table, showsQuery: true)
        #expect(writer.header.hasPrefix("query\tname\t"))
        let answers = [GeocodeAnswer(place: try vienna(), distanceMeters: nil)]
        #expect(writer.lines(answers, to: "wien").hasPrefix("wien\tVienna\t"))
        let empty = writer.lines([], to: "no\u{1B}where")
        #expect(empty == #"no\x1bwhere"# + String(repeating: "\t", count: 8) + "\n")
        #expect(writer.header.count { $0 == "\t" } == 8)
    }

    @Test func whatIsNotKnownIsLeftOut() throws {
        let village = try place(named: "Oingt")
        let table = GeocodeWriter(format: .table, showsQuery: false)
        let answers = [GeocodeAnswer(place: village, distanceMeters: nil)]
        #expect(table.lines(answers, to: "") == "Oingt\t\tFR\t45.9475\t4.5814\t\t\t\n")
        let object = try object(GeocodeWriter(format: .json, showsQuery: false).lines(answers, to: ""))
        for key in ["admin", "district", "population", "capital", "distance_km", "query"] {
            #expect(object[key] == nil)
        }
    }

    @Test func jsonIsOneObjectALine() throws {
        let writer = GeocodeWriter(format: .json, showsQuery: true)
        let line = writer.lines([GeocodeAnswer(place: try vienna(), distanceMeters: 1_234.5)], to: "wien")
        let object = try object(line)
        #expect(writer.header == "" && object["query"] as? String == "wien")
        #expect(object["name"] as? String == "Vienna" && object["kind"] as? String == "city")
        #expect(object["country"] as? String == "AT" && object["country_name"] as? String == "Austria")
        #expect(object["latitude"] as? Double == 48.20849 && object["population"] as? Int == 1_691_468)
        #expect((object["bbox"] as? [Double])?.count == 4 && object["bbox_guessed"] as? Bool == true)
        #expect(object["capital"] as? String == "country" && object["distance_km"] as? Double == 1.235)
        #expect(try self.object(writer.lines([], to: "no\"where"))["query"] as? String == "no\"where")
    }

    @Test(arguments: ["a\tb", "\u{1B}[31m", "\"\\", "x\u{0}y", "\u{9B}2J", "name\r"])
    func hostileNamesAreHarmless(name: String) throws {
        let answers = [GeocodeAnswer(place: try place(named: name), distanceMeters: nil)]
        let row = GeocodeWriter(format: .table, showsQuery: true).lines(answers, to: name)
        #expect(
            row.count { $0 == "\t" } == 8 && !row.unicodeScalars.contains { $0.value < 9 || $0 == "\u{1B}" })
        let line = GeocodeWriter(format: .json, showsQuery: false).lines(answers, to: "")
        #expect(try object(line)["name"] as? String == name)
        let controls = line.dropLast().unicodeScalars.filter {
            $0.value < 32 || (0x7F..<0xA0).contains($0.value)
        }
        #expect(controls.isEmpty)
    }
}
