import Foundation
import MapModel
import TestSupport
import Testing

@testable import Basemaps

@Suite struct MapLabelFileTests {
    private static let header =
        "kind\tname\tlatitude\tlongitude\trank\tpopulation\tcode\twest\tsouth\teast\tnorth\n"

    private func labels(_ text: String) -> [MapLabel] { MapLabelFile.contents(of: Array(text.utf8)).labels }

    @Test func columnsAreFoundByName() throws {
        let label = try #require(
            labels(Self.header + "city\tParis\t48.85\t2.35\t1\t2100000\tFR\t\t\t\t\n").first)
        #expect(
            label.kind == .city && label.name == "Paris" && label.rank == 1 && label.population == 2_100_000)
        #expect(label.code == "FR" && label.worldWidth == 0 && label.worldHeight == 0)
        #expect(label.point == WebMercator.project(Coordinate(latitude: 48.85, longitude: 2.35)))
        let turned = labels(
            "name\tkind\tlatitude\tlongitude\tcode\tpopulation\trank\twest\tsouth\teast\tnorth\nX\tsea\t1\t2\t\t\t\t\t\t\t\n"
        )
        #expect(turned.first?.name == "X" && turned.first?.rank == 99)
    }

    @Test func boxesMayCrossTheAntimeridian() throws {
        let label = try #require(
            labels(Self.header + "country\tFiji\t-17\t178\t1\t\tFJ\t177\t-19\t-178\t-16\n").first)
        #expect(abs(label.worldWidth - 5.0 / 360) < 1e-12 && label.worldHeight > 0)
    }

    @Test(arguments: [
        "volcano\tX\t1\t2\t\t\t\t\t\t\t", "city\tX\tnorth\t2\t\t\t\t\t\t\t", "city\tX\t91\t2\t\t\t\t\t\t\t",
        "city\tX\tnan\t2\t\t\t\t\t\t\t", "city\tX\t1", "", "city\tX\t1\t2\t\t\t\t\t\t\t\tmore",
    ])
    func linesThatDoNotFitAreLeftOut(line: String) {
        let found = labels(Self.header + line + "\ncity\tKept\t1\t2\t\t\t\t\t\t\t\n")
        #expect(found.map(\.name) == ["Kept"])
    }

    @Test(arguments: ["", "\n", "kind\tname\n", "city\tParis\t48.85\t2.35\n"])
    func withoutItsHeaderItIsEmpty(text: String) {
        #expect(labels(text).isEmpty)
    }

    @Test func bytesThatAreNotTextDoNoHarm() {
        let bytes =
            Array(Self.header.utf8) + [0xFF, 0, 9, 9, 10] + Array("city\tA\u{FFFD}\t1\t2\t\t\t\t\t\t\t".utf8)
        #expect(MapLabelFile.contents(of: bytes).labels.count == 1)
    }

    @Test func shippedNamesAreAllRead() throws {
        let path = Repository.root + "/data/labels.tsv"
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let lines = bytes.split(separator: 10).count
        #expect(MapLabelFile.contents(of: bytes).labels.count == lines - 1)
        #expect(lines > 1000)
    }
}
