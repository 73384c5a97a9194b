/// A layer of a tile: its tables, and where the bytes of its features are.
///
/// After the Mapbox Vector Tile Specification, versions 1 and 2.
struct MVTLayer {
    let base: UnsafePointer<UInt8>
    private(set) var name = ""
    /// Units to the side of the tile, 1...2^24.
    private(set) var extent = 4096
    private(set) var keys: [Range<Int>] = []
    private(set) var values: [Range<Int>] = []
    private(set) var features: [Range<Int>] = []

    private(set) var hasVersion = false

    private static let largestExtent = 1 << 24

    /// Reads the tables; nil for a layer that is damaged, has no name, or is of a version that we do not know.
    init?(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) {
        self.base = base
        var cursor = ProtobufCursor(base, range)
        var version: UInt64 = 1
        var hasName = false
        while !cursor.isAtEnd {
            guard let field = cursor.field() else { return nil }
            switch (field.number, field.type) {
            case (1, .bytes):
                name = MVTValue.string(base, field.bytes.prefix(64))
                hasName = !field.bytes.isEmpty
            case (2, .bytes): features.append(field.bytes)
            case (3, .bytes): keys.append(field.bytes)
            case (4, .bytes): values.append(field.bytes)
            case (5, .varint):
                guard (1...UInt64(Self.largestExtent)).contains(field.value) else { return nil }
                extent = Int(field.value)
            case (15, .varint):
                version = field.value
                hasVersion = true
            case (1...5, _), (15, _): return nil
            default: break
            }
        }
        guard hasName, version == 1 || version == 2 else { return nil }
    }

    /// What is wrong with its tables, which matters only where they are used.
    var tableFaults: Int {
        (hasVersion ? 0 : 1) + values.indices.count { value($0) == nil }
    }

    func key(_ index: Int) -> String { MVTValue.string(base, keys[index]) }
    func value(_ index: Int) -> MVTValue? { MVTValue(base, values[index]) }
}

/// A feature of a layer before its geometry is decoded.
struct MVTFeature {
    enum GeometryType: UInt8 { case unknown = 0, point, line, polygon }

    private(set) var type = GeometryType.unknown
    private(set) var hasType = false
    /// The bytes of its tags: pairs of indices of keys and values.
    private(set) var tags = 0..<0
    /// The bytes of its commands.
    private(set) var geometry = 0..<0

    /// Nil for damaged bytes.
    init?(_ base: UnsafePointer<UInt8>, _ range: Range<Int>) {
        var cursor = ProtobufCursor(base, range)
        while !cursor.isAtEnd {
            guard let field = cursor.field() else { return nil }
            switch (field.number, field.type) {
            case (2, .bytes): tags = field.bytes
            case (3, .varint):
                guard field.value <= 3, let type = GeometryType(rawValue: UInt8(field.value)) else {
                    return nil
                }
                self.type = type
                hasType = true
            case (4, .bytes):
                // A second geometry would be drawn in place of the first.
                guard geometry.isEmpty else { return nil }
                geometry = field.bytes
            case (2...4, _): return nil
            default: break
            }
        }
    }
}
