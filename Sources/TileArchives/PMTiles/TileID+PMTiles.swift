import MapModel

extension TileID {
    /// The tile's number in PMTiles: all tiles of the lower zooms come first, then those before it on the Hilbert
    /// curve of its zoom.
    ///
    /// After Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", 1891, and the PMTiles
    /// specification, version 3.
    /// - Complexity: O(zoom).
    package var pmtilesNumber: Int {
        var (x, y) = (column, row)
        // 1 + 4 + 16 … tiles of the lower zooms.
        var number = ((1 << (2 * zoom)) - 1) / 3
        for level in stride(from: zoom - 1, through: 0, by: -1) {
            let side = 1 << level
            let (isEast, isSouth) = (x & side != 0, y & side != 0)
            (x, y) = (x & (side - 1), y & (side - 1))
            let quarter = isSouth ? (isEast ? 2 : 1) : (isEast ? 3 : 0)
            number += quarter << (2 * level)
            // The curve inside the northern quarters is reflected, so that the four join.
            if !isSouth { (x, y) = isEast ? (side - 1 - y, side - 1 - x) : (y, x) }
        }
        return number
    }
}
