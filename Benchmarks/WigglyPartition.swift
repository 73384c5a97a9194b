import MapModel

/// Areas in columns and rows that share uneven borders exactly.
struct WigglyPartition {
    static let europe = GeoBounds(south: 36, west: -10, north: 60, east: 30)
    /// Where most places are.
    static let world = GeoBounds(south: -60, west: -179, north: 75, east: 179)

    private let columns: Int
    private let rows: Int
    private let piecesOfSide: Int
    private let seed: UInt64
    private let box: GeoBounds

    /// - Parameter piecesOfSide: edges of each of the four sides of an area.
    init(columns: Int, rows: Int, piecesOfSide: Int, seed: UInt64, in box: GeoBounds = europe) {
        (self.columns, self.rows, self.piecesOfSide) = (columns, rows, piecesOfSide)
        (self.seed, self.box) = (seed, box)
    }

    var geometry: AreaGeometry {
        var geometry = AreaGeometry()
        var sketch = GeometrySketch()
        for ring in rings {
            sketch.reset()
            sketch.begin(.area)
            for vertex in ring { sketch.append(vertex) }
            geometry.append(sketch)
        }
        return geometry
    }

    /// One polygon a line, as WKT.
    var text: String {
        rings.reduce(into: "") { text, ring in
            let places = (ring + ring.prefix(1)).map { place in
                "\(place.coordinate.longitude) \(place.coordinate.latitude)"
            }
            text += "POLYGON((\(places.joined(separator: ","))))\n"
        }
    }

    private var rings: some Sequence<[FixedCoordinate]> {
        (0..<rows * columns).lazy.map { ring(column: $0 % columns, row: $0 / columns) }
    }

    /// Along the south, the east, the north and the west; a corner begins the side that goes east from it.
    private func ring(column: Int, row: Int) -> [FixedCoordinate] {
        let inner = 1..<piecesOfSide
        var ring = (0..<piecesOfSide).map { vertex(column, row, $0, isAcross: true) }
        ring.append(vertex(column + 1, row, 0, isAcross: true))
        ring += inner.map { vertex(column + 1, row, $0, isAcross: false) }
        ring.append(vertex(column + 1, row + 1, 0, isAcross: true))
        ring += inner.reversed().map { vertex(column, row + 1, $0, isAcross: true) }
        ring.append(vertex(column, row + 1, 0, isAcross: true))
        ring += inner.reversed().map { vertex(column, row, $0, isAcross: false) }
        return ring
    }

    /// A vertex of a side: by where it is, so that both neighbours find it at the same place.
    private func vertex(_ column: Int, _ row: Int, _ share: Int, isAcross: Bool) -> FixedCoordinate {
        let part = Double(share) / Double(piecesOfSide)
        let x = (Double(column) + (isAcross ? part : 0)) / Double(columns)
        let y = (Double(row) + (isAcross ? 0 : part)) / Double(rows)
        let number = UInt64(((column * (rows + 1) + row) * piecesOfSide + share) * 2 + (isAcross ? 1 : 0))
        let noise = Self.mixed(number &+ seed << 40)
        let step = (box.east - box.west) / Double(columns * piecesOfSide) * 0.8
        return FixedCoordinate(
            Coordinate(
                latitude: box.south + (box.north - box.south) * y
                    + (Double(noise >> 16 & 0xFFFF) / 65_536 - 0.5) * step,
                longitude: box.west + (box.east - box.west) * x
                    + (Double(noise & 0xFFFF) / 65_536 - 0.5) * step))
    }

    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
