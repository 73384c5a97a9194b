import MapModel
import Streams

/// Where rows have their place, and how to write it in SQL.
enum PostgreSQLCoordinates: Sendable, Equatable {
    /// Two columns; only plain SQL is used for them.
    case plain(latitude: PostgreSQLColumn, longitude: PostgreSQLColumn)
    /// PostGIS: the reference systems are those of the column, or of its first rows when it does not declare
    /// one.
    case geometry(PostgreSQLColumn, systems: [Int])
    case geography(PostgreSQLColumn)

    /// The reference system of degrees, WGS 84.
    static let degrees = 4_326
    static let webMercator = 3_857

    var columns: [PostgreSQLColumn] {
        switch self {
        case .plain(let latitude, let longitude): [latitude, longitude]
        case .geometry(let column, _), .geography(let column): [column]
        }
    }

    /// The one reference system of all rows; nil when there are several, or it is not known.
    var system: Int? {
        guard case .geometry(_, let systems) = self, systems.count == 1 else { return nil }
        return systems[0]
    }

    var isPlain: Bool {
        if case .plain = self { true } else { false }
    }

    /// Whether places are two plain expressions.
    private var isDirect: Bool {
        switch self {
        case .plain: true
        case .geometry(let column, let systems): column.isDeclaredPoint && Self.areDegrees(systems)
        case .geography(let column): column.isDeclaredPoint
        }
    }

    private static func areDegrees(_ systems: [Int]) -> Bool {
        systems.allSatisfy { $0 == degrees || $0 == 0 }
    }

    // MARK: - Longitude and latitude as x and y

    /// A sub-select of `relation` with `tm_x`, `tm_y`, and others under the given names; `condition` is WHERE and a test.
    ///
    /// Expensive expressions are calculated once for each row: the server does not optimise across OFFSET 0.
    func select(
        _ others: [EngineStatements.Named], from relation: String, _ condition: String
    ) -> String {
        let from = " FROM \(relation)\(condition)"
        let named = others.map { "\($0.sql) AS \($0.name), " }.joined()
        if isDirect {
            return "SELECT \(named)\(direct.x) AS tm_x, \(direct.y) AS tm_y\(from)"
                + (isPlain ? "" : " OFFSET 0")
        }
        let names = others.map { "\($0.name), " }.joined()
        return "SELECT \(names)ST_X(p) AS tm_x, ST_Y(p) AS tm_y FROM (\n"
            + "SELECT \(names)\(inDegrees("p")) AS p FROM (\n"
            + "SELECT \(named)\(representative) AS p\(from) OFFSET 0) AS t OFFSET 0) AS t"
    }

    /// Longitude and latitude of places that are two plain expressions.
    var direct: (x: String, y: String) {
        switch self {
        case .plain(let latitude, let longitude): (Self.number(longitude), Self.number(latitude))
        case .geometry(let column, _): ("ST_X(\(column.quoted))", "ST_Y(\(column.quoted))")
        case .geography(let column):
            ("ST_X(\(column.quoted)::geometry)", "ST_Y(\(column.quoted)::geometry)")
        }
    }

    /// A column as a number: text that is not a number of degrees becomes NULL.
    private static func number(_ column: PostgreSQLColumn) -> String {
        if column.type == "float8" { return column.quoted }
        guard column.isText else { return "\(column.quoted)::float8" }
        return "CASE WHEN \(column.quoted) ~ '^ *[-+]?[0-9]{1,3}([.][0-9]*)? *$' "
            + "THEN \(column.quoted)::float8 END"
    }

    /// The point that represents a row: a point on a line or area, else the middle of its box.
    ///
    /// Areas of the globe are treated as if their sides were straight on a map, so that their point may lie
    /// outside the box that the server's index has. Large ones are therefore represented by their first
    /// corner, which does not.
    private var representative: String {
        switch self {
        case .plain: ""
        case .geometry(let column, _):
            column.isDeclaredPoint ? column.quoted : Self.representative(column.quoted)
        case .geography(let column):
            """
            CASE WHEN ST_GeometryType(\(column.quoted)::geometry) <> 'ST_Point'
            AND greatest(ST_XMax(\(column.quoted)::geometry) - ST_XMin(\(column.quoted)::geometry),
            ST_YMax(\(column.quoted)::geometry) - ST_YMin(\(column.quoted)::geometry)) > \(Self.largeDegrees)
            THEN ST_GeometryN(ST_Points(\(column.quoted)::geometry), 1)
            ELSE \(Self.representative("\(column.quoted)::geometry")) END
            """
        }
    }

    /// The area of a ring with an invalid number is invalid too; such a ring would end the whole statement.
    private static func representative(_ geometry: String) -> String {
        """
        CASE WHEN ST_GeometryType(\(geometry)) = 'ST_Point' THEN \(geometry)
        WHEN ST_GeometryType(\(geometry)) IN ('ST_Polygon', 'ST_MultiPolygon')
        AND NOT ST_Area(\(geometry)) < 'Infinity' THEN NULL
        WHEN ST_GeometryType(\(geometry)) IN ('ST_LineString', 'ST_Polygon', 'ST_MultiPoint',
        'ST_MultiLineString', 'ST_MultiPolygon') THEN ST_PointOnSurface(\(geometry))
        ELSE ST_Centroid(ST_Envelope(\(geometry))) END
        """
    }

    private static let largeDegrees = 1.0

    /// A point in degrees. One that is not finite would end the whole statement.
    private func inDegrees(_ point: String) -> String {
        guard case .geometry(_, let systems) = self, !Self.areDegrees(systems) || systems.count != 1 else {
            return point
        }
        let transformed =
            "CASE WHEN abs(ST_X(\(point))) < 1e9 AND abs(ST_Y(\(point))) < 1e9 "
            + "THEN ST_Transform(\(point), \(Self.degrees)) END"
        if systems.count == 1 { return transformed }
        return "CASE WHEN ST_SRID(\(point)) IN (0, \(Self.degrees)) THEN \(point) ELSE \(transformed) END"
    }
}
