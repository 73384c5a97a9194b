import MapModel
import Testing

struct TileIDTests {
    @Test func onlyTilesOfTheWorldExist() {
        #expect(TileID(zoom: 0, column: 0, row: 0) != nil)
        #expect(TileID(zoom: 2, column: 4, row: 0) == nil)
        #expect(TileID(zoom: 2, column: 0, row: -1) == nil)
        #expect(TileID(zoom: 31, column: 0, row: 0) == nil)
    }

    @Test func anAncestorHoldsTheTile() {
        let tile = TileID(zoom: 14, column: 8704, row: 5974)
        #expect(tile?.ancestor(levels: 2) == TileID(zoom: 12, column: 2176, row: 1493))
        #expect(tile?.ancestor(levels: 15) == nil)
    }
}
