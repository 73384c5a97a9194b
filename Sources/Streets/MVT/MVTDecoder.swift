/// Decodes a vector tile into the features that we draw.
///
/// Damaged layers and features are left out and counted. The bytes may come from strangers: every count is checked
/// against the bytes that are there, so that memory is bounded by their number.
public struct MVTDecoder: Sendable {
    /// Features that appear from a deeper zoom on are left out.
    public let deepestZoom: Double
    /// The keys of names in the user's language, such as "name:it" and "name_it".
    private let nameKeys: Set<String>
    /// Looks for faults in what is not drawn, too.
    var isThorough = false

    /// A decoder for one language, of two letters; nil for the names as they are on the ground.
    public init(deepestZoom: Double = .infinity, language: String? = nil) {
        self.deepestZoom = deepestZoom
        nameKeys = language.map { ["name:\($0)", "name_\($0)"] } ?? []
    }

    /// The tile in `bytes`.
    ///
    /// - Complexity: O(bytes).
    public func decode(_ bytes: [UInt8]) -> StreetTile {
        var tile = StreetTile()
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var cursor = ProtobufCursor(base, 0..<buffer.count)
            while !cursor.isAtEnd {
                guard let field = cursor.field() else {
                    tile.faultCount += 1
                    break
                }
                guard field.number == 3, field.type == .bytes else { continue }
                guard let layer = MVTLayer(base, field.bytes), !tile.layers.contains(layer.name) else {
                    tile.faultCount += 1
                    continue
                }
                if isThorough { tile.faultCount += layer.tableFaults }
                var decoder = LayerDecoder(layer, nameKeys: nameKeys, deepestZoom: deepestZoom)
                decoder.isThorough = isThorough
                decoder.decode(into: &tile)
            }
        }
        return tile
    }
}

/// Decodes the features of one layer; what depends on a key or value of its tables is looked up once.
struct LayerDecoder {
    private let layer: MVTLayer
    private let role: LayerRole
    private let deepestZoom: Double
    /// What each key of the layer's table means to us.
    private let keys: [FeatureTags.Key?]
    /// The index of a name in the tile, by its value; -1 where it has not been asked for.
    private var nameIndices: [Int32]
    /// The class of each combination of tags that has occurred.
    private var kinds: [UInt64: FeatureKind?] = [:]
    private var last: (signature: UInt64, kind: FeatureKind?)?
    private var hasOcean = false
    fileprivate var isThorough = false

    /// The tags of a feature that matter.
    private struct Tags {
        /// A number of its own for each combination of words that the class depends on.
        var signature: UInt64 = 0
        /// The value of the best key of each kind, and how good it is.
        var name: (value: Int, rank: Int)?
        var number: (value: Int, rank: Int)?
    }

    init(_ layer: MVTLayer, nameKeys: Set<String>, deepestZoom: Double) {
        self.layer = layer
        self.deepestZoom = deepestZoom
        role = LayerRole(layer: layer.name)
        keys = layer.keys.indices.map { index in
            let key = layer.key(index)
            return nameKeys.contains(key) ? .nameOfUser : Self.knownKeys[key]
        }
        nameIndices = Array(repeating: -1, count: layer.values.count)
    }

    private static let knownKeys = Dictionary(
        uniqueKeysWithValues: FeatureTags.Key.allCases.filter { !$0.word.isEmpty }.map { ($0.word, $0) })

    mutating func decode(into tile: inout StreetTile) {
        tile.layers.append(layer.name)
        if layer.name == "ocean" || layer.name == "earth" { tile.hasCoast = true }
        guard role != .ignored else { return }
        for bytes in layer.features {
            guard let feature = MVTFeature(layer.base, bytes) else {
                tile.faultCount += 1
                continue
            }
            if !decode(feature, into: &tile) { tile.faultCount += 1 }
        }
        if hasOcean { tile.hasCoast = true }
    }

    /// Whether the feature was sound; one that is not drawn is.
    private mutating func decode(_ feature: MVTFeature, into tile: inout StreetTile) -> Bool {
        guard let tags = tags(of: feature) else { return false }
        guard let kind = kind(tags, feature), isWanted(kind, tags) else {
            return !isThorough || isSound(feature)
        }
        let firstPoint = tile.points.count
        let firstPart = tile.ends.count
        var geometry = MVTGeometry(layer.base, feature.geometry, layerExtent: layer.extent)
        guard geometry.decode(feature.type, into: &tile.points, ends: &tile.ends),
            tile.points.count < Int32.max
        else {
            tile.points.removeSubrange(firstPoint...)
            tile.ends.removeSubrange(firstPart...)
            return false
        }
        guard tile.points.count > firstPoint else { return true }
        append(kind, tags, points: firstPoint, parts: firstPart, to: &tile)
        return true
    }

    private func isSound(_ feature: MVTFeature) -> Bool {
        var points: [TilePoint] = []
        var ends: [Int32] = []
        // The commands of an unknown type are undefined.
        if feature.hasType, feature.type == .unknown { return true }
        var geometry = MVTGeometry(layer.base, feature.geometry, layerExtent: layer.extent)
        return feature.hasType && geometry.decode(feature.type, into: &points, ends: &ends)
            && !points.isEmpty
    }

    private mutating func append(
        _ kind: FeatureKind, _ tags: Tags, points firstPoint: Int, parts firstPart: Int,
        to tile: inout StreetTile
    ) {
        var (west, north) = (Int16.max, Int16.max)
        var (east, south) = (Int16.min, Int16.min)
        for point in tile.points[firstPoint...] {
            west = min(west, point.x)
            east = max(east, point.x)
            north = min(north, point.y)
            south = max(south, point.y)
        }
        let name = tags.name.map { nameIndex($0.value, &tile) } ?? -1
        let number = tags.number.map { nameIndex($0.value, &tile) } ?? -1
        tile.features.append(
            StreetTile.Feature(
                kind: kind, name: name, number: number,
                parts: Int32(firstPart)..<Int32(tile.ends.count), west: west, north: north, east: east,
                south: south))
    }

    private func isWanted(_ kind: FeatureKind, _ tags: Tags) -> Bool {
        switch kind {
        case .line(let line): line.leastZoom <= deepestZoom
        case .area(let area): area.leastZoom <= deepestZoom
        case .streetName(let line): tags.name != nil && (line.leastNameZoom ?? .infinity) <= deepestZoom
        case .waterName: tags.name != nil
        case .settlement, .station, .pointOfInterest: tags.name != nil
        }
    }

    // MARK: - Tags

    /// Nil for tags beyond the tables or without a value.
    private func tags(of feature: MVTFeature) -> Tags? {
        var tags = Tags()
        var cursor = ProtobufCursor(layer.base, feature.tags)
        while !cursor.isAtEnd {
            guard let key = cursor.varint(), let value = cursor.varint(), key < UInt64(keys.count),
                value < UInt64(nameIndices.count)
            else { return nil }
            guard let known = keys[Int(key)] else { continue }
            switch known {
            case .nameOfUser: Self.keep(Int(value), rank: 0, &tags.name)
            case .name: Self.keep(Int(value), rank: 1, &tags.name)
            case .nameLatin: Self.keep(Int(value), rank: 2, &tags.name)
            case .nameEnglish: Self.keep(Int(value), rank: 3, &tags.name)
            case .shieldText: Self.keep(Int(value), rank: 0, &tags.number)
            case .number: Self.keep(Int(value), rank: 1, &tags.number)
            default:
                let pair = key << 32 | value
                tags.signature = (tags.signature ^ pair) &* 0x9E37_79B9_7F4A_7C15
                tags.signature ^= tags.signature >> 29
            }
        }
        return tags
    }

    private static func keep(_ value: Int, rank: Int, _ best: inout (value: Int, rank: Int)?) {
        if best.map({ rank < $0.rank }) ?? true { best = (value, rank) }
    }

    private mutating func kind(_ tags: Tags, _ feature: MVTFeature) -> FeatureKind? {
        let hasName: UInt64 = tags.name == nil ? 0 : 1
        let signature = tags.signature &* 8 &+ UInt64(feature.type.rawValue) &* 2 &+ hasName
        // Features of one kind often follow each other.
        if let last, last.signature == signature { return last.kind }
        if let known = kinds[signature] {
            last = (signature, known)
            return known
        }
        let words = words(of: feature)
        if role == .water, words.word == "ocean" { hasOcean = true }
        let found = Classification.kind(role, feature.type, words)
        kinds[signature] = .some(found)
        return found
    }

    private func words(of feature: MVTFeature) -> FeatureTags {
        var tags = FeatureTags()
        var cursor = ProtobufCursor(layer.base, feature.tags)
        while let key = cursor.varint(), let value = cursor.varint() {
            guard let known = keys[Int(key)] else { continue }
            tags[known] = layer.value(Int(value))?.text
        }
        return tags
    }

    // MARK: - Names

    /// The index of a name in the tile; -1 for one without letters.
    private mutating func nameIndex(_ value: Int, _ tile: inout StreetTile) -> Int32 {
        let known = nameIndices[value]
        if known != -1 { return max(known, -1) }
        let text = layer.value(value).map { HarmlessName.name($0.text) } ?? ""
        if text.isEmpty {
            nameIndices[value] = -2
            return -1
        }
        tile.names.append(text)
        nameIndices[value] = Int32(tile.names.count - 1)
        return nameIndices[value]
    }
}
