import Foundation
import TestSupport
import Testing

@testable import Streets

struct MVTDecoderTests {
    private func tile(_ layer: String, _ features: [MVTWriter.Feature], extent: Int = 4096) -> StreetTile {
        var writer = MVTWriter()
        writer.add(layer, extent: extent, features)
        return MVTDecoder().decode(writer.bytes)
    }

    @Test func aStreetHasItsClassItsNameAndItsPoints() throws {
        let tile = tile(
            "transportation",
            [.init(.line([(10, 20), (30, 5), (-7, 4096)]), [("class", "primary"), ("name", "Via Roma")])])
        let feature = try #require(tile.features.first)
        #expect(feature.kind == .line(.major))
        #expect(tile.names == ["Via Roma"])
        #expect(tile.points.map(\.x) == [10, 30, -7])
        #expect(tile.points.map(\.y) == [20, 5, 4096])
        #expect([feature.west, feature.north, feature.east, feature.south] == [-7, 5, 30, 4096])
        #expect(tile.faultCount == 0)
    }

    @Test func ringsAndLinesHaveTheirEnds() {
        let square = [(0, 0), (8, 0), (8, 8), (0, 8)]
        let hole = [(2, 2), (2, 4), (4, 4)]
        let tile = tile("building", [.init(.polygon([square, hole])), .init(.polygon([hole]))])
        #expect(tile.ends == [4, 7, 10])
        #expect(tile.features.map(\.parts) == [0..<2, 2..<3])
    }

    /// All layers are brought to one grid.
    @Test(arguments: [(256, 16), (8192, 128), (4096, 64)]) func anExtentIsScaled(extent: Int, unit: Int) {
        let tile = tile(
            "water", [.init(.line([(0, 0), (unit, extent)]), [("class", "river")])], extent: extent)
        #expect(tile.points.last?.x == Int16(unit * 4096 / extent))
        #expect(tile.points.last?.y == 4096)
    }

    @Test func namesInTheUsersLanguageComeFirst() {
        var writer = MVTWriter()
        let tags = [("class", "city"), ("name", "Firenze"), ("name:latin", "F"), ("name:de", "Florenz")]
        writer.add("place", [.init(.points([(1, 1)]), tags)])
        #expect(MVTDecoder(language: "de").decode(writer.bytes).names == ["Florenz"])
        #expect(MVTDecoder(language: "fr").decode(writer.bytes).names == ["Firenze"])
        #expect(MVTDecoder().decode(writer.bytes).names == ["Firenze"])
    }

    @Test func onlyWhatAZoomDrawsIsDecoded() {
        var writer = MVTWriter()
        writer.add("building", [.init(.polygon([[(0, 0), (9, 0), (9, 9)]]))])
        writer.add("transportation", [.init(.line([(0, 0), (9, 9)]), [("class", "path")])])
        #expect(MVTDecoder(deepestZoom: 15).decode(writer.bytes).features.isEmpty)
        #expect(MVTDecoder(deepestZoom: 16).decode(writer.bytes).features.count == 2)
    }

    @Test func namesAreHarmless() {
        let name = "Via\u{1B}[31m \u{202E}amoR\u{0} \u{2066}x"
        let tile = tile("place", [.init(.points([(1, 1)]), [("class", "city"), ("name", name)])])
        #expect(tile.names == ["Via[31m amoR x"])
        let long = String(repeating: "a", count: 1 << 20)
        let other = self.tile("place", [.init(.points([(1, 1)]), [("class", "city"), ("name", long)])])
        #expect(other.names.first?.count == 120)
    }

    @Test func theSeaIsKnownWhereALayerOrAClassSaysSo() {
        let ring = MVTWriter.Shape.polygon([[(0, 0), (9, 0), (9, 9)]])
        #expect(tile("ocean", [.init(ring)]).hasCoast)
        #expect(tile("earth", [.init(ring)]).hasCoast)
        #expect(tile("water", [.init(ring, [("class", "ocean")])]).hasCoast)
        #expect(!tile("water", [.init(ring, [("class", "lake")])]).hasCoast)
    }

    // MARK: - Damage

    @Test func aDamagedFeatureIsLeftOutAndCounted() {
        var writer = MVTWriter()
        writer.add("water", [.init(.polygon([[(0, 0), (9, 0), (9, 9)]])), .init(.polygon([[(0, 0)]]))])
        let tile = MVTDecoder().decode(writer.bytes)
        #expect(tile.features.count == 1)
        #expect(tile.faultCount == 1)
        #expect(tile.points.count == 3)
    }

    @Test func aTileThatIsCutKeepsWhatCameBefore() {
        var writer = MVTWriter()
        writer.add("water", [.init(.polygon([[(0, 0), (9, 0), (9, 9)]]))])
        let whole = writer.bytes
        writer.add("building", [.init(.polygon([[(0, 0), (9, 0), (9, 9)]]))])
        for length in whole.count..<writer.bytes.count {
            let tile = MVTDecoder().decode(Array(writer.bytes.prefix(length)))
            #expect(tile.features.count == 1)
            #expect(tile.faultCount == (length == whole.count ? 0 : 1))
        }
    }

    /// Counts that the bytes cannot hold are refused before memory is taken for them.
    @Test func aGiganticCountIsRefused() {
        let command = MVTWriter.varint((1 << 29 - 1) << 3 | 1)
        let feature = MVTWriter.field(
            2, MVTWriter.varint(3 << 3) + [2] + MVTWriter.field(4, command + [2, 2]))
        let layer = MVTWriter.field(1, Array("water".utf8)) + feature
        let tile = MVTDecoder().decode(MVTWriter.field(3, layer))
        #expect(tile.faultCount == 1)
        #expect(tile.points.isEmpty)
    }

    @Test(arguments: [0, 1 << 31, 1 << 40]) func anExtentBeyondReasonIsRefused(extent: Int) {
        var writer = MVTWriter()
        writer.add("water", extent: extent, [.init(.line([(0, 0), (1, 1)]))])
        let tile = MVTDecoder().decode(writer.bytes)
        #expect(tile.features.isEmpty)
        #expect(tile.faultCount == 1)
    }

    @Test func tagsBeyondTheTablesAreRefused() {
        let feature = MVTWriter.field(
            2, MVTWriter.field(2, [7, 9]) + MVTWriter.varint(3 << 3) + [1] + MVTWriter.field(4, [9, 0, 0]))
        let layer = MVTWriter.field(1, Array("place".utf8)) + feature
        #expect(MVTDecoder().decode(MVTWriter.field(3, layer)).faultCount == 1)
    }

    /// The sea of a large tile has many short edges: it is drawn. Edges across the whole tile are not worth the time.
    @Test(arguments: [(1, true), (4000, false)]) func aPolygonOfAMillionPointsIsDrawnWhileItIsCheap(
        step: Int, isDrawn: Bool
    ) {
        var (x, y) = (0, 0)
        let ring = (0..<1_000_000).map { index in
            // A comb: along the tile and back, or across it.
            x = index * 4096 / 1_000_000
            y = index % 2 == 0 ? 4096 : 4096 - step
            return (x, y)
        }
        let tile = tile("water", [.init(.polygon([ring + [(4096, 0), (0, 0)]]))])
        #expect(tile.points.count == 1_000_002)
        let block = BlockPlan(BlockID(zoom: 16, column: 8704, row: 5972), tileZoom: 14).draw { _ in
            .tile(tile)
        }
        let hasWater = block.cells.contains { $0.area == .water }
        #expect(hasWater == isDrawn)
    }

    /// Whatever the bytes, nothing traps and memory stays in proportion.
    @Test func randomDamageIsSurvived() {
        var writer = MVTWriter()
        writer.add(
            "transportation",
            (0..<40).map { .init(.line([($0, 0), (0, $0)]), [("class", "minor"), ("name", "n\($0)")]) })
        writer.add(
            "water",
            (0..<20).map { .init(.polygon([[($0, 0), (9, 0), (9, 9)], [(1, 1), (2, 2), (3, 1)]])) })
        var generator = SeededRandom(12)
        for round in 0..<3_000 {
            var bytes = writer.bytes
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            let tile = MVTDecoder().decode(bytes)
            #expect(tile.points.count <= bytes.count)
            guard round % 40 == 0 else { continue }
            let block = BlockPlan(BlockID(zoom: 16, column: 5, row: 9), tileZoom: 14).draw { _ in .tile(tile)
            }
            #expect(block.cells.isEmpty || block.cells.count == 8192)
        }
    }
}

/// The fixtures that the makers of the format publish: 77 small tiles, each valid or not for a reason.
struct MVTFixtureTests {
    static let folder = "../shared/testdata/tiles/mvt-fixtures"
    static let isHere = FileManager.default.fileExists(atPath: folder)

    private struct Information: Decodable {
        struct Validity: Decodable { let v2: Bool }
        let validity: Validity
    }

    /// Faults that we do not look for, and a tile that its makers call valid.
    private static let accepted = [
        "016": "has no type; the default is none that can be drawn",
        "046": "a line between two equal points is drawn as a dot",
        "057": "claims more points than it has bytes",
    ]

    @Test(.enabled(if: isHere, "MVTFixtureTests: no ../shared/testdata/tiles"))
    func everyInvalidTileIsSurvivedAndCounted() throws {
        var invalid = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted() {
            let path = Self.folder + "/" + name
            guard let bytes = FileManager.default.contents(atPath: path + "/tile.mvt"),
                let text = FileManager.default.contents(atPath: path + "/info.json")
            else { continue }
            let isValid = try JSONDecoder().decode(Information.self, from: text).validity.v2
            var decoder = MVTDecoder()
            decoder.isThorough = true
            let tile = decoder.decode(Array(bytes))
            if isValid {
                #expect(tile.faultCount == 0 || Self.accepted[name] != nil, "\(name)")
            } else {
                invalid += 1
                #expect(tile.faultCount > 0 || Self.accepted[name] != nil, "\(name)")
            }
        }
        #expect(invalid >= 28)
    }
}
