import MapModel

/// A point in units of a tile from its north-west corner, east and south positive.
public struct TilePoint: Hashable, Sendable {
    /// Units east of the western edge; beyond 0..<`StreetTile.extent` in the tile's margin.
    public let x: Int16
    /// Units south of the northern edge.
    public let y: Int16
}

/// The features of a vector tile that we draw, name or find, with a class for all schemas.
public struct StreetTile: Sendable {
    /// Units to the side of a tile, whatever its layers use.
    public static let extent = 4096

    /// A street, area or name.
    public struct Feature: Sendable {
        /// What it is.
        public let kind: FeatureKind
        /// The index of its name in `names`, -1 without one.
        let name: Int32
        /// The index of its number, for a shield.
        let number: Int32
        /// The indices of its parts in `ends`.
        let parts: Range<Int32>
        /// The smallest box around its points.
        let west, north, east, south: Int16
    }

    /// In the order of the tile.
    public internal(set) var features: [Feature] = []
    /// The vertices of all features.
    var points: [TilePoint] = []
    /// The end of each line, ring or group of points in `points`; each begins where the one before ends.
    var ends: [Int32] = []
    /// Names and numbers, made harmless.
    public internal(set) var names: [String] = []
    /// Features and layers that were damaged and left out.
    public internal(set) var faultCount = 0
    /// Whether its water is the sea too: else land and sea are better taken from a basemap.
    public internal(set) var hasCoast = false
    /// The layers that it has.
    public internal(set) var layers: [String] = []

    /// A tile without features.
    public init() {}

    /// The bytes that it takes in memory, roughly.
    public var memoryBytes: Int {
        features.count * MemoryLayout<Feature>.stride + points.count * 4 + ends.count * 4 + names.count * 40
            + 200
    }

    func points(ofPart part: Int32) -> Range<Int> {
        (part == 0 ? 0 : Int(ends[Int(part) - 1]))..<Int(ends[Int(part)])
    }
}
