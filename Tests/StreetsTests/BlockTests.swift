import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import Streets

struct BlockTests {
    /// A block of zoom 16 is one tile of zoom 14: 16 units of the tile are a dot.
    private static let id = BlockID(zoom: 16, column: 8704, row: 5972)

    private func block(_ zoom: Double = 16, _ layers: [(String, [MVTWriter.Feature])]) -> StreetBlock {
        var writer = MVTWriter()
        for (name, features) in layers { writer.add(name, features) }
        let tile = MVTDecoder().decode(writer.bytes)
        let shift = 16 - zoom
        let id = BlockID(
            zoom: zoom, column: Int(8704 / (shift == 0 ? 1 : 2 * shift)),
            row: Int(5972 / (shift == 0 ? 1 : 2 * shift)))
        let only = TileID(zoom: 14, column: 8704, row: 5972)
        return BlockPlan(id, tileZoom: 14).draw { $0 == only ? .tile(tile) : .none }
    }

    private func street(_ kind: String, from start: (Int, Int), to end: (Int, Int), name: String? = nil)
        -> MVTWriter.Feature
    {
        .init(.line([start, end]), [("class", kind)] + (name.map { [("name", $0)] } ?? []))
    }

    private func area(_ rows: Range<Int>, _ columns: Range<Int>, _ tags: [(String, String)] = [])
        -> MVTWriter.Feature
    {
        let (top, bottom) = (rows.lowerBound * 64, rows.upperBound * 64)
        let (left, right) = (columns.lowerBound * 32, columns.upperBound * 32)
        return .init(.polygon([[(left, top), (right, top), (right, bottom), (left, bottom)]]), tags)
    }

    // MARK: - Lines

    @Test func ofTwoStreetsInACellTheHigherRankIsDrawn() {
        let block = block(
            16,
            [
                (
                    "transportation",
                    [
                        street("service", from: (0, 40), to: (4096, 40)),
                        street("path", from: (40, 0), to: (40, 4096)),
                    ]
                )
            ])
        #expect(block.cells[5].lineClass == .service)
        #expect(block.cells[128 + 1].lineClass == .path)
        // Where they cross there is only the service road.
        #expect(block.cells[1].lineClass == .service)
        #expect(block.cells[1].dots == block.cells[5].dots)
    }

    @Test func aStreetIsAsWideAsItIsOnTheGround() {
        // 5 m to a dot at 44°: a motorway of 22 m is four dots.
        let motorway = block(
            16, [("transportation", [street("motorway", from: (0, 2048), to: (4096, 2048))])])
        let dots = dotsInColumn(60, of: motorway)
        #expect(dots == 2 * 3 || dots == 2 * 4)
        let path = block(16, [("transportation", [street("service", from: (0, 2048), to: (4096, 2048))])])
        #expect(dotsInColumn(60, of: path) == 2)
    }

    private func dotsInColumn(_ column: Int, of block: StreetBlock) -> Int {
        var count = 0
        for row in 0..<64 { count += block.cells[row * 128 + column].dots.nonzeroBitCount }
        return count
    }

    @Test func pathsAreDottedAndRailsAreDashed() {
        let path = block(16, [("transportation", [street("path", from: (0, 40), to: (4096, 40))])])
        #expect(path.cells[..<128].allSatisfy { $0.dots.nonzeroBitCount == 1 })
        let rail = block(16, [("transportation", [street("rail", from: (0, 40), to: (4096, 40))])])
        var count = 0
        for cell in rail.cells.prefix(128) { count += cell.dots.nonzeroBitCount }
        #expect(count == 192)
    }

    @Test(arguments: LineClass.allCases) func aLineIsDrawnFromItsZoomOn(line: LineClass) {
        let zoom = line.leastZoom
        guard zoom > 6, zoom <= 16 else { return }
        // Not the subway, which is a tram that is never drawn.
        let words = ClassWords.lines.filter { $0.value == line && $0.key != "subway" }.keys
        let waterways = ClassWords.waterways.filter { $0.value == line }.keys
        let word = words.sorted().first ?? waterways.sorted().first
        let layer = line == .river || line == .stream ? "waterway" : "transportation"
        var writer = MVTWriter()
        let link: [(String, String)] =
            line == .ramp ? [("class", "motorway"), ("ramp", "yes")] : [("class", word ?? "")]
        writer.add(layer, [.init(.line([(0, 2000), (4096, 2100)]), link)])
        let tile = MVTDecoder().decode(writer.bytes)
        let tiles = Int(zoom) - 2
        func hasLine(_ zoom: Double) -> Bool {
            BlockPlan(BlockID(zoom: zoom, column: 3, row: 3), tileZoom: tiles).draw { _ in .tile(tile) }
                .cells.contains { $0.lineClass == line }
        }
        #expect(!hasLine(zoom - 0.01))
        #expect(hasLine(zoom))
    }

    @Test func streamsEndAtTheShore() {
        let block = block(
            16,
            [
                ("water", [area(0..<64, 0..<64)]),
                ("waterway", [.init(.line([(0, 40), (4096, 40)]), [("class", "stream")])]),
                ("transportation", [street("minor", from: (0, 200), to: (4096, 200))]),
            ])
        #expect(block.cells[20].lineClass == nil)
        #expect(block.cells[100].lineClass == .stream)
        // A bridge goes on.
        #expect(block.cells[3 * 128 + 20].lineClass == .minor)
    }

    // MARK: - Areas

    @Test func laterAreasCoverEarlier() {
        let block = block(
            16,
            [
                ("water", [area(2..<4, 2..<4)]), ("landuse", [area(0..<8, 0..<8, [("class", "park")])]),
                ("building", [area(3..<5, 3..<5)]),
            ])
        #expect(block.cells[0].area == .park)
        #expect(block.cells[2 * 128 + 2].area == .water)
        #expect(block.cells[3 * 128 + 3].area == .building)
        #expect(block.cells[20].area == .land)
        #expect(block.cells[40 * 128 + 100].cover == .withoutCoast)
    }

    @Test func halvesOfACellHaveTheirOwnTint() {
        // A park over the upper half of the first row, and the left half of column 10.
        var writer = MVTWriter()
        writer.add(
            "park",
            [
                .init(.polygon([[(0, 0), (4096, 0), (4096, 32), (0, 32)]])),
                .init(.polygon([[(320, 64), (336, 64), (336, 4096), (320, 4096)]])),
            ])
        let tile = MVTDecoder().decode(writer.bytes)
        let block = BlockPlan(Self.id, tileZoom: 14).draw { _ in .tile(tile) }
        #expect(block.cells[5].upper == .park)
        #expect(block.cells[5].lower == .land)
        #expect(block.cells[5].quarters == 0b0011)
        #expect(block.cells[20 * 128 + 10].quarters == 0b0101)
    }

    /// A river of two samples has most of no quarter: it is a line from one end to the other, also over the street along its
    /// bank, and major roads cross it.
    @Test(arguments: [(12.0, 16), (13, 32)]) func narrowWaterIsALine(zoom: Double, height: Int) {
        var writer = MVTWriter()
        let end = 1400 + height
        writer.add(
            "water", [.init(.polygon([[(0, 1000), (4096, 1400), (4096, end), (0, 1000 + height)]]))])
        writer.add(
            "transportation",
            [
                .init(.line([(0, 1004), (4096, 1404)]), [("class", "secondary")]),
                .init(.line([(2000, 0), (2000, 4096)]), [("class", "primary")]),
            ])
        let tile = MVTDecoder().decode(writer.bytes)
        let block = BlockPlan(BlockID(zoom: zoom, column: 3, row: 3), tileZoom: Int(zoom) - 2).draw { _ in
            .tile(tile)
        }
        for column in 0..<128 {
            let lines = (0..<64).compactMap { block.cells[$0 * 128 + column].lineClass }
            #expect(lines.contains(.river) || column == 62, "column \(column)")
        }
        #expect((0..<64).allSatisfy { block.cells[$0 * 128 + 62].lineClass == .major })
    }

    @Test func lakesAndPondsAreNoLines() {
        var writer = MVTWriter()
        writer.add(
            "water",
            [
                .init(.polygon([[(400, 400), (1400, 500), (1300, 1500), (300, 1300)]])),
                .init(.polygon([[(2000, 2000), (2032, 2000), (2032, 2032), (2000, 2032)]])),
            ])
        let tile = MVTDecoder().decode(writer.bytes)
        let block = BlockPlan(BlockID(zoom: 13, column: 3, row: 3), tileZoom: 11).draw { _ in .tile(tile) }
        #expect(block.cells.allSatisfy { $0.lineClass == nil })
        #expect(block.cells[15 * 128 + 25].area == .water)
    }

    @Test func islandsAreHoles() {
        let outer = [(0, 0), (640, 0), (640, 640), (0, 640)]
        let hole = [(128, 128), (128, 512), (512, 512), (512, 128)]
        let block = block(16, [("water", [.init(.polygon([outer, hole]))])])
        #expect(block.cells[1].area == .water)
        #expect(block.cells[5 * 128 + 10].area == .land)
    }

    @Test func overlappingAreasOfAClassAreOne() {
        let block = block(16, [("water", [area(0..<8, 0..<8), area(4..<12, 4..<12)])])
        #expect(block.cells[6 * 128 + 6].area == .water)
    }

    @Test func streetsAreCorridorsBetweenBuildings() {
        let layers: [(String, [MVTWriter.Feature])] = [
            ("building", [area(0..<64, 0..<128)]),
            ("transportation", [street("minor", from: (0, 40), to: (4096, 40))]),
        ]
        let near = block(16, layers)
        #expect(near.cells[5].area == .land)
        #expect(near.cells[5 * 128].area == .building)
    }

    @Test func theShoreIsLandBesideWater() {
        let block = block(16, [("water", [area(0..<10, 0..<128)])])
        #expect(block.cells[10 * 128 + 5].shore == 0b0000_1001)
        #expect(block.cells[9 * 128 + 5].shore == 0)
        #expect(block.cells[12 * 128 + 5].shore == 0)
    }

    @Test func whereTilesKnowNoCoastStreetsAreOnLand() {
        let block = block(16, [("transportation", [street("minor", from: (0, 40), to: (1000, 40))])])
        #expect(block.cells[5].cover == .whole)
        #expect(block.cells[2 * 128 + 33].cover == .whole)
        #expect(block.cells[9 * 128 + 5].cover == .withoutCoast)
        #expect(block.cells[100].cover == .withoutCoast)
    }

    // MARK: - Tiles of a block

    @Test(arguments: [
        (13.9, 11), (14, 12), (14.5, 12), (15, 14), (15.9, 14), (16, 14), (17, 14), (22, 14), (2.5, 0),
        (0, 0),
    ]) func theZoomOfTiles(zoom: Double, tiles: Int) {
        #expect(BlockPlan.tileZoom(at: zoom, of: 0...14) == tiles)
    }

    @Test func belowTheLeastZoomThereAreNoStreets() {
        #expect(BlockPlan.tileZoom(at: 10.9, of: 11...14) == nil)
        #expect(BlockPlan.tileZoom(at: 11, of: 11...14) == 11)
        #expect(BlockPlan.tileZoom(at: 15, of: 11...13) == 13)
    }

    @Test func aBlockLiesOnTheTilesThatItTouches() {
        #expect(
            BlockPlan(Self.id, tileZoom: 14).slots.map(\.tile) == [TileID(zoom: 14, column: 8704, row: 5972)])
        #expect(BlockPlan(BlockID(zoom: 15.5, column: 3, row: 3), tileZoom: 14).slots.count >= 4)
        // A block of an enlarged tile is a part of it.
        let deep = BlockPlan(BlockID(zoom: 18, column: 4 * 8704 + 1, row: 4 * 5972), tileZoom: 14)
        #expect(deep.slots.map(\.tile) == [TileID(zoom: 14, column: 8704, row: 5972)])
        #expect(deep.slots[0].size == 1024)
    }

    @Test func theWorldIsARing() throws {
        let last = (1 << 14) - 1
        let before = try #require(BlockPlan(BlockID(zoom: 16, column: -1, row: 5), tileZoom: 14).slots.first)
        #expect(before.tile.column == last)
        #expect(before.x == -256)
        let after = try #require(
            BlockPlan(BlockID(zoom: 16, column: last + 1, row: 5), tileZoom: 14).slots.first)
        #expect(after.tile.column == 0)
        #expect(
            BlockPlan(BlockID(zoom: 16, column: 0, row: -1), tileZoom: 14).draw { _ in .none }.cells.isEmpty)
    }

    @Test func aMissingTileIsReplacedByALargerOne() {
        var writer = MVTWriter()
        writer.add("water", [area(0..<64, 0..<128)])
        let parent = MVTDecoder().decode(writer.bytes)
        let id = TileID(zoom: 12, column: 8704 >> 2, row: 5972 >> 2)
        let block = BlockPlan(Self.id, tileZoom: 14).draw { $0 == id ? .tile(parent) : .none }
        #expect(block.cells.allSatisfy { $0.area == .water })
        #expect(block.quality == .whole)
        let tooFar = TileID(zoom: 9, column: 8704 >> 5, row: 5972 >> 5)
        #expect(BlockPlan(Self.id, tileZoom: 14).draw { $0 == tooFar ? .tile(parent) : .none }.cells.isEmpty)
    }

    @Test func aTileThatCannotBeHadMakesTheBlockIncomplete() {
        #expect(BlockPlan(Self.id, tileZoom: 14).draw { _ in .unavailable }.quality == .incomplete)
    }

    /// Blocks side by side draw what one large picture would: nothing changes at their borders.
    @Test func bordersOfBlocksAreSeamless() {
        var writer = MVTWriter()
        var generator = SeededRandom(3)
        let lines = (0..<60).map { _ -> MVTWriter.Feature in
            let points = (0..<4).map { _ in
                (Int.random(in: 0..<4096, using: &generator), Int.random(in: 0..<4096, using: &generator))
            }
            return .init(
                .line(points),
                [("class", ["minor", "primary", "path"].randomElement(using: &generator) ?? "minor")])
        }
        writer.add("transportation", lines)
        writer.add("water", [.init(.polygon([[(700, 300), (3800, 900), (2500, 3900), (200, 2000)]]))])
        let tile = MVTDecoder().decode(writer.bytes)
        // At zoom 17 the tile lies on four blocks; half a block further it would lie on others.
        let whole = BlockPlan(BlockID(zoom: 16, column: 8704, row: 5972), tileZoom: 14).draw { _ in
            .tile(tile)
        }
        let parts = [(0, 0), (1, 0), (0, 1), (1, 1)].map { column, row in
            BlockPlan(BlockID(zoom: 17, column: 2 * 8704 + column, row: 2 * 5972 + row), tileZoom: 14).draw {
                _ in .tile(tile)
            }
        }
        // Each area at twice the zoom covers the same ground.
        func share(_ blocks: [StreetBlock]) -> Double {
            let cells = blocks.flatMap(\.cells)
            return Double(cells.count { $0.area == .water }) / Double(cells.count)
        }
        #expect(abs(share([whole]) - share(parts)) < 0.01)
        // A line that crosses the border between two blocks is in both.
        let left = parts[0].cells[20 * 128 + 127]
        let right = parts[1].cells[20 * 128]
        let isBorder = left.upper != left.lower || right.upper != right.lower
        #expect(isBorder || left.area == right.area)
    }
}
