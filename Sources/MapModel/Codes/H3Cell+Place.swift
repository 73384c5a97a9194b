/// From a cell to the globe.
extension H3Cell {
    /// The middle of the cell.
    var middle: Coordinate { direction.coordinate }

    var direction: UnitVector { frame.direction(of: frame.middle * Frame.scale) }

    /// The plane of the home face of the base cell, in which all cells of its family lie.
    ///
    /// Around a pentagon a sixth of the plane is missing: what lies there, and half of the side opposite, is
    /// turned by 60°.
    private struct Frame {
        /// Corners of cells are whole in thirds of a step.
        static let scale = 3

        let home: H3BaseCell
        /// The middle of the cell, in steps of the even resolution that is the cell's or the next.
        let middle: H3Point
        /// Steps from the middle of the face to its corners.
        let distance: Int
        /// Of a pentagon's family, the first digit.
        let pentagonDigit: Int

        /// The direction on the globe of a point of the plane, in thirds of a step.
        @inline(__always)
        func direction(of point: H3Point) -> UnitVector {
            let far = distance * Self.scale
            var point = point
            if pentagonDigit == 5 || (pentagonDigit == 4 && point.b < 0 && point.b <= point.a) {
                let corner = H3Point(a: far, b: 0)
                point = (point - corner).turnedBack + corner
            }
            return IcosahedronPoint(point, corners: home.corners, distance: far).direction
        }
    }

    private var frame: Frame {
        let home = H3BaseCell.all[baseCell]
        var middle = home.place
        var distance = 2
        let resolution = resolution
        var level = 1
        while level <= resolution {
            middle = middle.refined(to: level) + H3Point(digit: digit(level))
            if level % 2 == 0 { distance *= 7 }
            level += 1
        }
        if resolution % 2 == 1 {
            middle = middle.refined(to: resolution + 1)
            distance *= 7
        }
        return Frame(
            home: home, middle: middle, distance: distance,
            pentagonDigit: home.isPentagon ? leadingDigit : 0)
    }

    /// The six corners, or five, anticlockwise.
    var corners: [UnitVector] {
        let frame = frame
        if H3BaseCell.isPentagon(baseCell), leadingDigit == 0 { return pentagonCorners(frame) }
        return Self.cornerSteps(resolution).map { step in
            frame.direction(of: frame.middle * Frame.scale + step)
        }
    }

    /// From the middle to the corners in thirds of a step: halfway in angle between neighbouring cells.
    private static func cornerSteps(_ resolution: Int) -> [H3Point] {
        var step = H3Point(a: 2, b: 1)
        if resolution % 2 == 1 { step = step.refined(to: resolution + 1) }
        return (0..<6).map { _ in
            defer { step = step.turned }
            return step
        }
    }

    /// One corner on each of the faces that meet in the middle.
    private func pentagonCorners(_ frame: Frame) -> [UnitVector] {
        let far = frame.distance * Frame.scale
        let steps = Self.cornerSteps(resolution)
        var found: [UnitVector] = []
        var corners = frame.home.corners
        for _ in 0..<5 {
            let points = steps.map {
                IcosahedronPoint(H3Point(a: far, b: 0) + $0, corners: corners, distance: far)
            }
            // A corner on an edge is on two faces.
            if let own = points.first(where: { $0.isOnFace && !$0.isOnFirstEdge }) {
                found.append(own.direction)
            }
            corners = [corners[0], corners[2], Icosahedron.third(corners[0], corners[2]), 0]
        }
        return found
    }
}
