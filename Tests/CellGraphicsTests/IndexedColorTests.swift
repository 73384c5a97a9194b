import CellGraphics
import Testing

@Suite struct IndexedColorTests {
    @Test(arguments: 16...255) func everyColourIsNearestToItself(index: Int) {
        let rgb = IndexedColor.rgb(UInt8(index))
        #expect(IndexedColor.rgb(IndexedColor.nearest(to: rgb)) == rgb)
    }

    @Test(arguments: [(0xFFFFFF, 231), (0x000000, 16), (0xFF0000, 196), (0x080808, 232), (0x5F87AF, 67)])
    func knownColoursAreFound(rgb: Int, index: Int) {
        #expect(IndexedColor.nearest(to: UInt32(rgb)) == UInt8(index))
    }
}
