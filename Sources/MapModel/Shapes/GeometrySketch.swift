/// The geometry of one record while it is read: any mixture of points, lines and areas, in the order of the source.
///
/// Readers of every notation write into it; one sketch is reused for all records, so that a point costs no
/// allocation.
public struct GeometrySketch: Sendable, Equatable {
    /// What a part is; ordered by dimension.
    public enum Kind: UInt8, Sendable, Comparable {
        case point, line, area

        /// Orders points before lines before areas.
        public static func < (first: Kind, second: Kind) -> Bool { first.rawValue < second.rawValue }
    }

    /// A point, a line string, or one ring of an area.
    public struct Part: Sendable, Equatable {
        /// Whether it is a point, a line or a ring of an area.
        public let kind: Kind
        /// For areas: the ring bounds a hole of the ring before it.
        public let isHole: Bool
        /// The index of its first vertex; it ends where the next part begins.
        public let start: Int
    }

    /// The points, lines and rings, in the order of the source.
    public private(set) var parts: [Part] = []
    /// The vertices of all parts, one part after another.
    public private(set) var vertices: [FixedCoordinate] = []
    /// The vertices in the units of another coordinate system, until `place(_:)` knows where they are; empty for degrees.
    public private(set) var projected: [ProjectedVertex] = []

    /// A vertex in another coordinate system.
    public struct ProjectedVertex: Sendable, Equatable {
        /// The easting.
        public let x: Double
        /// The northing.
        public let y: Double

        /// A vertex, the easting before the northing.
        public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// Whether heights of vertices are wanted.
    public var keepsHeights = false
    /// Of two numbers in degrees the first is the latitude, where a notation has the longitude first.
    package var isSwapped = false
    /// Metres by vertex, not a number where there is none; shorter where the last ones have none.
    public private(set) var heights: [Double] = []
    /// The numbers behind the heights, as heights are kept.
    package private(set) var measures: [Double] = []

    /// A sketch without geometry.
    public init() {}

    /// Whether there are no vertices; a part may have been begun.
    public var isEmpty: Bool { vertices.isEmpty }
    /// The highest kind in it: an area counts more than a line, a line more than a point.
    public var kind: Kind? { parts.map(\.kind).max() }

    /// Removes everything but keeps the memory.
    public mutating func reset() {
        parts.removeAll(keepingCapacity: true)
        vertices.removeAll(keepingCapacity: true)
        projected.removeAll(keepingCapacity: true)
        heights.removeAll(keepingCapacity: true)
        measures.removeAll(keepingCapacity: true)
    }

    /// Sets the height of the vertex that was added last, where heights are wanted.
    public mutating func setHeight(_ meters: Double) {
        guard keepsHeights, !vertices.isEmpty else { return }
        Self.set(meters, at: vertices.count - 1, in: &heights)
    }

    /// Sets the number behind the height of the vertex that was added last, where heights are wanted.
    package mutating func setMeasure(_ value: Double) {
        guard keepsHeights, !vertices.isEmpty else { return }
        Self.set(value, at: vertices.count - 1, in: &measures)
    }

    private static func set(_ value: Double, at vertex: Int, in values: inout [Double]) {
        while values.count < vertex { values.append(.nan) }
        values.append(value)
    }

    /// Begins a point, a line or the ring of an area; an earlier part without vertices is removed.
    public mutating func begin(_ kind: Kind, isHole: Bool = false) {
        if let last = parts.last, last.start == vertices.count { parts.removeLast() }
        parts.append(Part(kind: kind, isHole: isHole, start: vertices.count))
    }

    /// Adds a vertex to the part begun last; it must lie on the globe.
    public mutating func append(_ vertex: FixedCoordinate) {
        precondition(!parts.isEmpty && vertex.isOnGlobe)
        vertices.append(vertex)
    }

    /// Adds a vertex in another coordinate system to the part begun last.
    public mutating func append(_ vertex: ProjectedVertex) {
        append(FixedCoordinate(latitudeE7: 0, longitudeE7: 0))
        projected.append(vertex)
    }

    /// Puts the vertices, all of which are in another coordinate system, where they are.
    public mutating func place(_ places: [FixedCoordinate]) {
        precondition(places.count == projected.count && projected.count == vertices.count)
        vertices = places
        projected.removeAll(keepingCapacity: true)
    }

    /// The vertices of a part.
    public func range(of part: Int) -> Range<Int> {
        parts[part].start..<(part + 1 < parts.count ? parts[part + 1].start : vertices.count)
    }
}
