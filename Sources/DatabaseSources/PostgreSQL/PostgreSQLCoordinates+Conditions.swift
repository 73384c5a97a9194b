import MapModel
import Platform
import Streams

extension PostgreSQLCoordinates {
    /// The planner takes expressions without statistics for selective, and sorts where it should hash.
    var isMisjudged: Bool {
        guard case .plain(let latitude, let longitude) = self else { return true }
        return !latitude.isFloat || !longitude.isFloat
    }

    /// A condition that an index can answer and that misses no row in any of the boxes; nil where the exact condition
    /// is one itself, or nothing helps.
    ///
    /// - Parameter projected: the boxes in the rows' own reference system, for one that is not known here.
    func indexed(_ boxes: [GeoBounds], projected: [GeoBounds]?) -> String? {
        let conditions: [String]
        switch self {
        case .plain(let latitude, let longitude):
            guard latitude.type == "numeric", longitude.type == "numeric" else { return nil }
            conditions = boxes.map { box in
                let box = box.widened(by: Self.rounding)
                return "\(latitude.quoted) BETWEEN \(box.south)::numeric "
                    + "AND \(box.north)::numeric "
                    + "AND \(longitude.quoted) BETWEEN \(box.west)::numeric "
                    + "AND \(box.east)::numeric"
            }
        case .geometry(let column, _):
            guard let system, let boxes = systemBoxes(boxes, system) ?? projected else { return nil }
            conditions = boxes.map { box in
                "\(column.quoted) && ST_MakeEnvelope(\(PostgreSQLLiteral.sql(box.west)), \(PostgreSQLLiteral.sql(box.south)), "
                    + "\(PostgreSQLLiteral.sql(box.east)), \(PostgreSQLLiteral.sql(box.north)), \(system))"
            }
        case .geography(let column):
            let margin = column.isDeclaredPoint ? Self.rounding : Self.bulge
            conditions = boxes.map { box in
                let corners = box.widened(by: margin).sphericalCorners
                return "\(column.quoted) && \(PostgreSQLLiteral.sql(corners))::geography"
            }
        }
        return conditions.count == 1 ? conditions[0] : "(" + conditions.joined(separator: "\nOR ") + ")"
    }

    /// Coordinates are rounded to 1e-7° before they are compared, and boxes of the index to single precision,
    /// outwards.
    private static let rounding = 2e-7
    /// How far a side of at most 1° runs from the straight line on the map: (1° in radians)² / 8 · ½ is 0.0011°.
    private static let bulge = 0.002

    /// The boxes in a supported reference system.
    private func systemBoxes(_ boxes: [GeoBounds], _ system: Int) -> [GeoBounds]? {
        switch system {
        case 0, Self.degrees: boxes.map { $0.widened(by: Self.rounding, isClamped: false) }
        case Self.webMercator: boxes.map(\.webMercator)
        default: nil
        }
    }
}

extension GeoBounds {
    fileprivate func widened(by margin: Double, isClamped: Bool = true) -> GeoBounds {
        let box = GeoBounds(
            south: south - margin, west: west - margin, north: north + margin, east: east + margin)
        return isClamped
            ? GeoBounds(
                south: max(box.south, -90), west: max(box.west, -180), north: min(box.north, 90),
                east: min(box.east, 180)) : box
    }

    /// The box in metres of EPSG:3857, a metre wider; unbounded where it comes near a pole.
    fileprivate var webMercator: GeoBounds {
        let radius = 6_378_137.0
        func y(_ latitude: Double) -> Double {
            abs(latitude) > 89.99
                ? (latitude < 0 ? -1e12 : 1e12)
                : radius * (latitude * .pi / 180).sine.inverseHyperbolicTangent
        }
        func x(_ longitude: Double) -> Double { radius * longitude * .pi / 180 }
        return GeoBounds(south: y(south) - 1, west: x(west) - 1, north: y(north) + 1, east: x(east) + 1)
    }

    /// Points on the globe whose box in space contains all the places in this one.
    ///
    /// The index of a geography has boxes in space: x = cos φ cos λ, y = cos φ sin λ, z = sin φ. Over a range
    /// of latitudes and one of longitudes each has its extremes at ends of the ranges, or where a factor
    /// turns: at the equator, and at each quarter of the parallel.
    fileprivate var sphericalCorners: String {
        let latitudes = [south, north] + (south < 0 && north > 0 ? [0] : [])
        let quarters = [-180.0, -90, 0, 90, 180].filter { west < $0 && $0 < east }
        let points = latitudes.flatMap { latitude in
            ([west, east] + quarters).map { "\($0) \(latitude)" }
        }
        return "SRID=\(PostgreSQLCoordinates.degrees);MULTIPOINT(" + points.joined(separator: ",") + ")"
    }
}
