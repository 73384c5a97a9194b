import MapModel
import TestSupport
import Testing

@testable import TileArchives

@Suite struct TileIDPMTilesTests {
    /// The table of the specification, and the examples of its reference implementations.
    @Test(
        arguments: [
            (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
            (12, 3423, 1763, 19_078_479),
        ])
    func numbersAreThoseOfTheSpecification(zoom: Int, column: Int, row: Int, number: Int) throws {
        #expect(try #require(TileID(zoom: zoom, column: column, row: row)).pmtilesNumber == number)
    }

    /// A Hilbert curve visits each tile once and moves to a neighbour.
    @Test(arguments: 0...6) func consecutiveTilesAreNeighbours(zoom: Int) throws {
        let side = 0..<1 << zoom
        let tiles = side.flatMap { column in side.compactMap { TileID(zoom: zoom, column: column, row: $0) } }
        let sorted = tiles.sorted { $0.pmtilesNumber < $1.pmtilesNumber }
        let first = ((1 << (2 * zoom)) - 1) / 3
        #expect(sorted.map(\.pmtilesNumber) == Array(first..<first + sorted.count))
        for (tile, next) in zip(sorted, sorted.dropFirst()) {
            #expect(abs(tile.column - next.column) + abs(tile.row - next.row) == 1)
        }
    }

    @Test(arguments: 0..<100) func tilesAreFoundAgainByTheirNumbers(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let zoom = random.number(0...30)
        let id = try #require(
            TileID(
                zoom: zoom, column: random.number(0...(1 << zoom) - 1),
                row: random.number(0...(1 << zoom) - 1)))
        #expect(Self.tile(number: id.pmtilesNumber, zoom: zoom) == id)
    }

    /// From the smallest square to the largest, the other way round.
    private static func tile(number: Int, zoom: Int) -> TileID? {
        var rest = number - (0..<zoom).reduce(0) { $0 + (1 << (2 * $1)) }
        var (x, y) = (0, 0)
        for level in 0..<zoom {
            let side = 1 << level
            let isEast = rest & 2 != 0
            let isSouth = (rest ^ rest >> 1) & 1 != 0
            if !isSouth {
                if isEast { (x, y) = (side - 1 - x, side - 1 - y) }
                (x, y) = (y, x)
            }
            x += isEast ? side : 0
            y += isSouth ? side : 0
            rest >>= 2
        }
        return TileID(zoom: zoom, column: x, row: y)
    }
}
