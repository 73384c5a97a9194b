import Streams

/// The shapes of one tile, in units of the tile from its north-west corner, east and south positive.
package struct BasemapTile: Sendable {
    /// The kind of a feature; the raw values are those of the file.
    package enum Layer: UInt8, Sendable {
        case land = 1, lake, countryBorder, stateBorder, river

        /// Whether its features are closed rings to be filled, rather than lines.
        package var isArea: Bool { self == .land || self == .lake }
    }

    /// The rings or lines of one layer with one attribute.
    ///
    /// The attribute is 1 for land in lakes, lakes in such land, and disputed borders; ten times the least
    /// zoom of a state border; the rank of a river, where low is important.
    package struct Feature: Sendable {
        /// Whether it is land, a lake, a border or a river.
        package let layer: Layer
        /// A number whose meaning depends on the layer, as listed above.
        package let attribute: UInt8
        /// The end of each ring or line in `BasemapTile.points`, as indices of points; the first starts at `start`.
        package let start: Int
        /// The index after the last point of each ring or line, ascending.
        package let ends: [Int]
    }

    /// A vertex in units of the tile, 0...tileExtent; those on an edge may come from clipping.
    package struct Point: Sendable {
        /// Units east of the tile's western edge.
        package let x: Int32
        /// Units south of the tile's northern edge.
        package let y: Int32
    }

    /// Whether the tile is land from edge to edge, below all of its features.
    package let isAllLand: Bool
    /// The features in the order in which they are drawn.
    package let features: [Feature]
    /// The vertices of all features.
    package let points: [Point]
}

extension Basemap {
    /// The shapes of a tile; a tile beyond the grid or a damaged one is empty sea.
    ///
    /// - Complexity: O(log tiles + points of the tile).
    package func tile(level: Int, column: Int, row: Int) -> BasemapTile {
        let grid = levels[level]
        let side = grid.tilesPerSide
        guard column >= 0, column < side, row >= 0, row < side else {
            return BasemapTile(isAllLand: false, features: [], points: [])
        }
        let number = row * side + column
        let isAllLand = grid.landBitmap[number >> 3] >> UInt8(number & 7) & 1 == 1
        guard let index = grid.tileNumbers.binarySearch(Int32(number)) else {
            return BasemapTile(isAllLand: isAllLand, features: [], points: [])
        }
        var decoder = TileDecoder(reader: bytes(at: grid.tileBytes[index]))
        decoder.decode()
        return BasemapTile(isAllLand: isAllLand, features: decoder.features, points: decoder.points)
    }
}

/// Decodes a tile until its end or its first error.
private struct TileDecoder {
    var reader: ByteReader
    var features: [BasemapTile.Feature] = []
    var points: [BasemapTile.Point] = []

    mutating func decode() {
        while let code = reader.byte(), let layer = BasemapTile.Layer(rawValue: code),
            let attributes = reader.varint()
        {
            for _ in 0..<attributes {
                guard let feature = feature(of: layer) else { return }
                features.append(feature)
            }
        }
    }

    private mutating func feature(of layer: BasemapTile.Layer) -> BasemapTile.Feature? {
        guard let attribute = reader.byte(), let parts = reader.varint() else { return nil }
        let start = points.count
        var ends: [Int] = []
        var x = 0
        var y = 0
        for _ in 0..<parts {
            guard let count = reader.varint() else { return nil }
            for _ in 0..<count {
                guard let stepX = reader.signedVarint(), let stepY = reader.signedVarint() else { return nil }
                x &+= stepX
                y &+= stepY
                points.append(
                    BasemapTile.Point(x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y)))
            }
            ends.append(points.count)
        }
        return BasemapTile.Feature(layer: layer, attribute: attribute, start: start, ends: ends)
    }
}

extension [Int32] {
    /// The index of `value` in an ascending array.
    fileprivate func binarySearch(_ value: Int32) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == value ? low : nil
    }
}
