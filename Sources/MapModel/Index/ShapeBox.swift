/// A closed box of the world plane in quanta: the extent of a shape, or of a run of it.
public struct ShapeBox: Hashable, Sendable {
    /// The western edge, on the ring.
    public let west: UInt32
    /// Quanta from the western to the eastern edge; `UInt32.max` means all longitudes.
    public let width: UInt32
    /// The northern edge: quanta south of the northern edge of the world.
    public let north: UInt32
    /// The southern edge, inclusive: quanta south of the northern edge of the world.
    public let south: UInt32

    /// `west...east` may lie anywhere on the plane and continue beyond the sides of the world.
    init(west: Int64, east: Int64, north: UInt32, south: UInt32) {
        self.west = UInt32(truncatingIfNeeded: west)
        width = UInt32(clamping: east - west)
        self.north = north
        self.south = south
    }

    /// Quanta to the longer side.
    var extent: UInt32 { Swift.max(width, south - north) }

    /// Whether a point of the box lies in `window`.
    @inline(__always)
    public func meets(_ window: WorldWindow) -> Bool {
        guard UInt64(north) < window.y + window.height, UInt64(south) >= window.y, window.width > 0 else {
            return false
        }
        // On the ring: one of the two begins within the other.
        let start = UInt32(truncatingIfNeeded: window.x)
        return start &- west <= width || UInt64(west &- start) < window.width
    }

    /// Whether a point lies in the box.
    func holds(_ point: QuantumPoint) -> Bool {
        (north...south).contains(point.y) && holds(column: point.x)
    }

    /// Whether a meridian passes the box.
    func holds(column: UInt32) -> Bool { column &- west <= width }

    /// A box that contains both; it starts at the western edge that is nearer to 180° W.
    func union(_ other: ShapeBox) -> ShapeBox {
        ShapeBox(
            west: Int64(Swift.min(west, other.west)),
            east: Swift.max(Int64(west) + Int64(width), Int64(other.west) + Int64(other.width)),
            north: Swift.min(north, other.north), south: Swift.max(south, other.south))
    }

    /// The box in degrees.
    public var bounds: GeoBounds {
        if width == .max {
            let edges = QuantumReach(west: 0, east: 0, north: north, south: south)
                .bounds(polarLatitudes: [])
            return GeoBounds(south: edges.south, west: -180, north: edges.north, east: 180)
        }
        return QuantumReach(west: west, east: west &+ width, north: north, south: south)
            .bounds(polarLatitudes: [])
    }
}
