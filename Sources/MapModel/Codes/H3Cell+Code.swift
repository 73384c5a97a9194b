/// From a place to its cell.
extension H3Cell {
    /// The cell of a resolution that contains a place.
    init?(_ place: Coordinate, resolution: Int) {
        let target = UnitVector(place)
        let face = Self.nearestFace(to: target)
        var point = Self.point(of: target, on: face, resolution: resolution)
        let evenResolution = resolution + resolution % 2
        let whole = resolution % 2 == 1 ? point.refined(to: evenResolution) : point
        let middle = Self.direction(of: whole, on: face, evenResolution: evenResolution)
        var digits: [Int] = []
        for level in (1...Self.mostResolution).reversed() where level <= resolution {
            let parent = point.coarsened(from: level)
            digits.append((point - parent.refined(to: level)).digit)
            point = parent
        }
        let base = Self.nearestBaseCell(to: Self.direction(of: point, on: face, evenResolution: 0))
        // The family's digits are turned against those of this face by a multiple of 60°: the right one gives
        // the middle.
        var best: (cell: H3Cell, distance: Double)?
        for turns in 0..<6 {
            guard let cell = Self.cell(base, digits.reversed(), turns: turns) else { continue }
            let off = cell.direction.normalized + middle * -1
            let distance = off.dot(off)
            if distance < best?.distance ?? .infinity { best = (cell, distance) }
        }
        guard let best else { return nil }
        self = best.cell
    }

    private static func cell(_ base: Int, _ digits: some Sequence<Int>, turns: Int) -> H3Cell? {
        var bits: UInt64 = 0
        var count = 0
        for digit in digits {
            var step = H3Point(digit: digit)
            for _ in 0..<turns { step = step.turned }
            bits = bits << 3 | UInt64(step.digit)
            count += 1
        }
        let unused = UInt64(3 * (mostResolution - count))
        bits = (bits << unused) | (1 << unused - 1)
        return try? H3Cell(index: 1 << 59 | UInt64(count) << 52 | UInt64(base) << 45 | bits)
    }

    private static func nearestFace(to target: UnitVector) -> SIMD4<UInt8> {
        func height(_ face: SIMD4<UInt8>) -> Double {
            (0..<3).reduce(0) { $0 + Icosahedron.corners[Int(face[$1])].dot(target) }
        }
        return Icosahedron.faces.max { height($0) < height($1) } ?? Icosahedron.faces[0]
    }

    private static func nearestBaseCell(to target: UnitVector) -> Int {
        baseMiddles.indices.max { baseMiddles[$0].dot(target) < baseMiddles[$1].dot(target) } ?? 0
    }

    private static let baseMiddles: [UnitVector] = H3BaseCell.all.map {
        IcosahedronPoint($0.place, corners: $0.corners, distance: 2).direction.normalized
    }

    /// The cell in the plane of a face that contains a direction.
    private static func point(
        of target: UnitVector, on face: SIMD4<UInt8>, resolution: Int
    ) -> H3Point {
        let (i, j, k) = (
            Icosahedron.corners[Int(face[0])], Icosahedron.corners[Int(face[1])],
            Icosahedron.corners[Int(face[2])]
        )
        let weights = (j.cross(k).dot(target), k.cross(i).dot(target), i.cross(j).dot(target))
        let sum = weights.0 + weights.1 + weights.2
        let distance = distance(evenResolution: resolution + resolution % 2)
        let a = (weights.0 - weights.2) / sum * distance
        let b = (weights.1 - weights.2) / sum * distance
        guard resolution % 2 == 1 else { return H3Point(nearestTo: a, b) }
        return H3Point(nearestTo: (2 * a + b) / 7, (3 * b - a) / 7)
    }

    private static func direction(
        of point: H3Point, on face: SIMD4<UInt8>, evenResolution: Int
    ) -> UnitVector {
        IcosahedronPoint(point, corners: face, distance: Int(distance(evenResolution: evenResolution)))
            .direction.normalized
    }

    /// Steps from the middle of a face to its corners.
    private static func distance(evenResolution: Int) -> Double {
        (0..<evenResolution / 2).reduce(2.0) { distance, _ in distance * 7 }
    }
}
