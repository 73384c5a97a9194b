/// Finds what lies at a point of a tile, with all attributes that the tile has of it.
public enum MVTInspector {
    /// A feature at a point.
    public struct Finding: Hashable, Sendable {
        /// The layer of the tile.
        public let layer: String
        /// What it is in plain words, such as "river".
        public let words: String
        /// Its name, where it has one.
        public let name: String?
        /// All of its attributes, in the order of the tile; text is made harmless.
        public let attributes: [Attribute]

        /// A key and its value, as text.
        public struct Attribute: Hashable, Sendable {
            /// The key, as the tile writes it.
            public let key: String
            /// The value as text.
            public let value: String
        }
    }

    /// Points, lines, areas.
    private struct Candidate {
        let rank: Int
        /// From a point or line, or the size of an area, in units of the tile.
        let distance: Double
        let finding: Finding
    }

    private static let attributeLimit = 100

    /// The features at a point, those with names first: points first, then lines, the nearest first, then areas, the smallest first.
    ///
    /// - Parameters:
    ///   - x: units of `StreetTile.extent` east of the tile's western edge.
    ///   - y: units south of its northern edge.
    ///   - reach: units within which a point or line counts as hit.
    /// - Complexity: O(bytes).
    public static func findings(_ bytes: [UInt8], x: Double, y: Double, reach: Double, limit: Int = 12)
        -> [Finding]
    {
        var found: [Candidate] = []
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var cursor = ProtobufCursor(base, 0..<buffer.count)
            while !cursor.isAtEnd, let field = cursor.field() {
                guard field.number == 3, field.type == .bytes, let layer = MVTLayer(base, field.bytes) else {
                    continue
                }
                for range in layer.features {
                    guard let feature = MVTFeature(base, range),
                        let hit = hit(feature, of: layer, x: x, y: y, reach: reach)
                    else { continue }
                    found.append(
                        Candidate(
                            rank: hit.rank, distance: hit.distance, finding: finding(feature, of: layer)))
                }
            }
        }
        let sorted = found.sorted {
            ($0.finding.name == nil ? 1 : 0, $0.rank, $0.distance) < (
                $1.finding.name == nil ? 1 : 0, $1.rank, $1.distance
            )
        }
        var seen: Set<Finding> = []
        return Array(sorted.map(\.finding).filter { seen.insert($0).inserted }.prefix(limit))
    }

    private static func hit(
        _ feature: MVTFeature, of layer: MVTLayer, x: Double, y: Double, reach: Double
    ) -> (rank: Int, distance: Double)? {
        var points: [TilePoint] = []
        var ends: [Int32] = []
        var geometry = MVTGeometry(layer.base, feature.geometry, layerExtent: layer.extent)
        guard geometry.decode(feature.type, into: &points, ends: &ends), !points.isEmpty else { return nil }
        switch feature.type {
        case .point, .unknown:
            let nearest = points.map { squaredDistance(x, y, $0, $0) }.min() ?? .infinity
            return nearest <= 4 * reach * reach ? (0, nearest) : nil
        case .line:
            let nearest = segments(points, ends, isClosed: false).map { squaredDistance(x, y, $0.0, $0.1) }
                .min()
            return nearest.flatMap { $0 <= reach * reach ? (1, $0) : nil }
        case .polygon:
            let crossings = segments(points, ends, isClosed: true).count { crosses(x, y, $0.0, $0.1) }
            return crossings % 2 == 1 ? (2, area(points, ends)) : nil
        }
    }

    private static func segments(
        _ points: [TilePoint], _ ends: [Int32], isClosed: Bool
    ) -> [(TilePoint, TilePoint)] {
        var start = 0
        var all: [(TilePoint, TilePoint)] = []
        for end in ends.map(Int.init) {
            for index in start..<max(end - 1, start) { all.append((points[index], points[index + 1])) }
            if isClosed, end > start { all.append((points[end - 1], points[start])) }
            start = end
        }
        return all
    }

    private static func squaredDistance(_ x: Double, _ y: Double, _ start: TilePoint, _ end: TilePoint)
        -> Double
    {
        let (startX, startY) = (Double(start.x), Double(start.y))
        let (dx, dy) = (Double(end.x) - startX, Double(end.y) - startY)
        let length = dx * dx + dy * dy
        let share = length == 0 ? 0 : min(max(((x - startX) * dx + (y - startY) * dy) / length, 0), 1)
        let (offX, offY) = (startX + share * dx - x, startY + share * dy - y)
        return offX * offX + offY * offY
    }

    /// Whether a ray to the east crosses an edge.
    private static func crosses(_ x: Double, _ y: Double, _ start: TilePoint, _ end: TilePoint) -> Bool {
        let (startY, endY) = (Double(start.y), Double(end.y))
        guard (startY > y) != (endY > y) else { return false }
        return x < Double(start.x) + (y - startY) / (endY - startY) * (Double(end.x) - Double(start.x))
    }

    private static func area(_ points: [TilePoint], _ ends: [Int32]) -> Double {
        abs(
            segments(points, ends, isClosed: true).reduce(0.0) { sum, edge in
                sum + Double(edge.0.x) * Double(edge.1.y) - Double(edge.1.x) * Double(edge.0.y)
            })
    }

    // MARK: - Attributes

    private static func finding(_ feature: MVTFeature, of layer: MVTLayer) -> Finding {
        var attributes: [Finding.Attribute] = []
        var cursor = ProtobufCursor(layer.base, feature.tags)
        while attributes.count < attributeLimit, let key = cursor.varint(), let value = cursor.varint(),
            key < UInt64(layer.keys.count), value < UInt64(layer.values.count)
        {
            guard let found = layer.value(Int(value)) else { continue }
            attributes.append(
                Finding.Attribute(
                    key: HarmlessName.name(layer.key(Int(key))), value: HarmlessName.name(found.text)))
        }
        let name = attributes.first { $0.key == "name" && !$0.value.isEmpty }?.value
        let words = FeatureWords.words(layer: layer.name, attributes.map { ($0.key, $0.value) })
        return Finding(
            layer: HarmlessName.name(layer.name), words: words, name: name, attributes: attributes)
    }
}
