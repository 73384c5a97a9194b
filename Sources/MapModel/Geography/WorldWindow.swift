/// A half-open rectangle of the world plane in whole quanta, 2^32 quanta to the side of the world.
///
/// x is a ring: a window that starts near 180° E may continue from 180° W. Half-open, so that windows that
/// tile the plane own each point exactly once. Points are quantised by `MortonCode`.
public struct WorldWindow: Hashable, Sendable {
    /// Quanta to the side of the world.
    public static let worldSize: UInt64 = 1 << 32

    /// The western edge, 0..<worldSize.
    public let x: UInt64
    /// Quanta eastwards, 0...worldSize.
    public let width: UInt64
    /// The northern edge, 0...worldSize.
    public let y: UInt64
    /// Quanta southwards; `y + height <= worldSize`.
    public let height: UInt64

    /// The window between the given edges, in quanta; x edges are taken on the ring, y edges are clamped.
    ///
    /// `east - west` of a whole world or more means all longitudes.
    public init(west: Int64, east: Int64, north: Int64, south: Int64) {
        let side = Int64(Self.worldSize)
        width = UInt64(Swift.min(Swift.max(east - west, 0), side))
        let turned = west % side
        x = width == Self.worldSize ? 0 : UInt64(turned < 0 ? turned + side : turned)
        let top = Swift.min(Swift.max(north, 0), side)
        y = UInt64(top)
        height = UInt64(Swift.max(Swift.min(south, side) - top, 0))
    }

    /// All quanta of the world.
    public static let world = WorldWindow(west: 0, east: 1 << 32, north: 0, south: 1 << 32)

    /// Whether the window holds no quantum.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// One or two plain ranges of x that together are the window's columns.
    public var columnRanges: [Range<UInt64>] {
        let end = x + width
        if end <= Self.worldSize { return [x..<end] }
        return [x..<Self.worldSize, 0..<(end - Self.worldSize)]
    }

    /// The rows of quanta in the window.
    public var rowRange: Range<UInt64> { y..<(y + height) }
}
