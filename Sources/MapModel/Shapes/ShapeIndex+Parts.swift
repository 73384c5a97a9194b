extension ShapeIndex {
    /// A line, or a ring of an area, with all of its vertices.
    public struct Part: Sendable, Equatable {
        /// Whether it is a line or a ring.
        public let kind: GeometrySketch.Kind
        /// For rings: it bounds a hole of the last ring before it that does not.
        public let isHole: Bool
        /// In the order of the source; the last one of a ring is the first one again.
        public fileprivate(set) var vertices: [FixedCoordinate]
    }

    /// Whether a shape reaches an edge of the Mercator square: vertices beyond it were moved there, and areas around a pole
    /// have more of them.
    public func isCut(_ shape: Int) -> Bool {
        let box = records[shape].box
        return box.north == 0 || box.south == .max
    }

    /// The shapes that are cut at an edge of the Mercator square.
    ///
    /// - Complexity: O(n).
    public var cutCount: Int { records.indices.count { isCut($0) } }

    /// The lines and rings of a shape, as they were read; nil for one that is cut.
    ///
    /// - Complexity: O(vertices of the shape).
    public func parts(of shape: Int) -> [Part]? { isCut(shape) ? nil : wholeParts(of: shape) }

    /// The lines and rings of a shape, also of one that is cut: a ring around a pole goes along it and back.
    ///
    /// - Complexity: O(vertices of the shape).
    public func wholeParts(of shape: Int) -> [Part] {
        var parts: [Part] = []
        for run in runs(of: shape) {
            let flags = runs[run].flags
            if !flags.contains(.continues) || parts.isEmpty {
                parts.append(
                    Part(
                        kind: flags.contains(.area) ? .area : .line, isHole: flags.contains(.hole),
                        vertices: []))
            }
            let end = run + 1 < runs.count ? Int(runs[run + 1].start) : vertices.count
            parts[parts.count - 1].vertices += (Int(runs[run].start)..<end).map { vertex in
                let point = vertices[vertex]
                return FixedCoordinate(
                    latitudeE7: polarVertices.latitudeE7(ofVertex: vertex, row: point.y),
                    longitudeE7: QuantumPoint.longitudeE7(column: point.x))
            }
        }
        for index in parts.indices { parts[index].vertices.keepEasternSide() }
        return parts
    }
}

extension [FixedCoordinate] {
    /// The index has one meridian of 180°, which is -180°: what comes from the east reaches it as 180°.
    fileprivate mutating func keepEasternSide() {
        let edge: Int32 = -1_800_000_000
        var isEast = (first { $0.longitudeE7 != edge }?.longitudeE7 ?? edge) > 0
        for index in indices {
            if self[index].longitudeE7 != edge {
                isEast = self[index].longitudeE7 > 0
            } else if isEast {
                self[index] = FixedCoordinate(latitudeE7: self[index].latitudeE7, longitudeE7: -edge)
            }
        }
    }
}
