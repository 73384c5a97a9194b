/// Writes vector tiles for tests: layers of features with tags and a geometry.
public struct MVTWriter: Sendable {
    public enum Shape: Sendable {
        case points([(Int, Int)])
        case line([(Int, Int)])
        /// Rings without their closing points.
        case polygon([[(Int, Int)]])
    }

    public struct Feature: Sendable {
        public var shape: Shape
        public var tags: [(String, String)]

        public init(_ shape: Shape, _ tags: [(String, String)] = []) {
            self.shape = shape
            self.tags = tags
        }
    }

    public private(set) var bytes: [UInt8] = []

    public init() {}

    /// Adds a layer; nil for a version that is not written.
    public mutating func add(_ name: String, extent: Int = 4096, version: Int? = 2, _ features: [Feature]) {
        var keys: [String] = []
        var values: [String] = []
        var layer = Self.field(1, Array(name.utf8))
        for feature in features {
            var tags: [UInt8] = []
            for (key, value) in feature.tags {
                tags +=
                    Self.varint(Self.index(of: key, in: &keys))
                    + Self.varint(Self.index(of: value, in: &values))
            }
            var message = tags.isEmpty ? [] : Self.field(2, tags)
            let (type, geometry) = Self.geometry(feature.shape)
            message += Self.varint(3 << 3) + Self.varint(type) + Self.field(4, geometry)
            layer += Self.field(2, message)
        }
        for key in keys { layer += Self.field(3, Array(key.utf8)) }
        for value in values { layer += Self.field(4, Self.value(value)) }
        layer += Self.varint(5 << 3) + Self.varint(extent)
        if let version { layer += Self.varint(15 << 3) + Self.varint(version) }
        bytes += Self.field(3, layer)
    }

    /// "yes" and "no" are written as truths, as tiles do.
    private static func value(_ text: String) -> [UInt8] {
        switch text {
        case "yes": varint(7 << 3) + [1]
        case "no": varint(7 << 3) + [0]
        default: field(1, Array(text.utf8))
        }
    }

    private static func index(of word: String, in table: inout [String]) -> Int {
        if let index = table.firstIndex(of: word) { return index }
        table.append(word)
        return table.count - 1
    }

    private static func geometry(_ shape: Shape) -> (type: Int, commands: [UInt8]) {
        var pen = (x: 0, y: 0)
        func moves(_ points: some Sequence<(Int, Int)>) -> [UInt8] {
            points.flatMap { point in
                defer { pen = point }
                return zigzag(point.0 - pen.x) + zigzag(point.1 - pen.y)
            }
        }
        switch shape {
        case .points(let points): return (1, varint(points.count << 3 | 1) + moves(points))
        case .line(let points):
            return (
                2,
                varint(1 << 3 | 1) + moves(points.prefix(1)) + varint((points.count - 1) << 3 | 2)
                    + moves(points.dropFirst())
            )
        case .polygon(let rings):
            return (
                3,
                rings.flatMap { ring in
                    varint(1 << 3 | 1) + moves(ring.prefix(1)) + varint((ring.count - 1) << 3 | 2)
                        + moves(ring.dropFirst()) + varint(1 << 3 | 7)
                }
            )
        }
    }

    public static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(bytes.count) + bytes
    }

    public static func varint(_ value: Int) -> [UInt8] {
        var rest = UInt64(bitPattern: Int64(value))
        var bytes: [UInt8] = []
        while rest >= 128 {
            bytes.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    private static func zigzag(_ value: Int) -> [UInt8] { varint(value << 1 ^ value >> 63) }
}
