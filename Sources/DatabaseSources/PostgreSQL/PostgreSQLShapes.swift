import MapModel
import Platform

extension EngineStatements {
    /// What is fetched of lines and areas: the largest ones, of long ones the part near the view.
    private enum ShapeLimit {
        static let count = 1_000
        static let byteCount = 2 << 20
        /// Longer ones are cut at the edge of the view, and a quarter of the view beyond it.
        static let vertexCount = 2_000
        static let simplifiedCount = 10_000
        static let margin = 0.25
        /// Shorter ones are not drawn: their badge says more.
        static let leastDots = 2.0
    }

    /// The lines and areas that meet a window, simplified to less than a dot, the largest first: key, how many there are,
    /// and WKB in hexadecimal digits, NULL for those that are too many bytes. Nil where all rows are points.
    func shapes(_ area: EngineArea, dotDegrees: Double) -> Statement? {
        guard let outline = layout.outline, let degrees = area.degrees.first else { return nil }
        let named = keys.map { "\($0.sql) AS \($0.name), " }.joined()
        let squeeze = Self.squeeze(degrees.latitudes)
        let width = dialect.literal(ShapeLimit.leastDots * dotDegrees)
        let height = dialect.literal(ShapeLimit.leastDots * dotDegrees * squeeze)
        let tolerance = dialect.literal(dotDegrees * squeeze / 2)
        let meets = degrees.boxes.map(meets).joined(separator: "\nOR ")
        let keys = keyNames.joined(separator: ", ")
        let matches = [filter.map(condition), area.box].compactMap(\.self).map { "(\($0))" }
        let condition = matches.isEmpty ? "" : "\nWHERE " + matches.joined(separator: "\nAND ")
        let sql = """
            SELECT \(keys), n, CASE WHEN sum(length(w)) OVER (ORDER BY size DESC, \(keys)) <= \(ShapeLimit.byteCount)
            THEN encode(w, 'hex') END FROM (
            SELECT \(keys), n, size, ST_AsBinary(\(Self.simplified("s", tolerance))) AS w FROM (
            SELECT \(keys), n, size, \(cut("g", degrees)) AS s FROM (
            SELECT \(keys), g, count(*) OVER () AS n,
            greatest(ST_XMax(g) - ST_XMin(g), ST_YMax(g) - ST_YMin(g)) AS size FROM (
            SELECT \(named)\(outline) AS g FROM \(layout.relation)\(condition) OFFSET 0
            ) AS o
            WHERE (ST_XMax(g) - ST_XMin(g) > \(width) OR ST_YMax(g) - ST_YMin(g) > \(height))
            AND ST_XMax(g) - ST_XMin(g) + ST_YMax(g) - ST_YMin(g) < 1e6 AND (\(meets))
            ORDER BY size DESC, \(keys) LIMIT \(ShapeLimit.count)
            ) AS l OFFSET 0) AS m OFFSET 0) AS c
            ORDER BY size DESC, \(keys)
            """
        return Statement(sql: sql, columnCount: layout.key.count + 2)
    }

    /// The time of ST_Simplify may grow with the square of the vertices, that of ST_SnapToGrid does not.
    private static func simplified(_ shape: String, _ tolerance: String) -> String {
        "CASE WHEN ST_NPoints(\(shape)) > \(ShapeLimit.simplifiedCount) THEN ST_SnapToGrid(\(shape), \(tolerance)) "
            + "ELSE ST_Simplify(\(shape), \(tolerance), true) END"
    }

    /// How much lower than wide a dot is in degrees, where latitudes are stretched most.
    private static func squeeze(_ latitudes: DegreeRange) -> Double {
        let latitude = min(max(abs(latitudes.low), abs(latitudes.high)), 84)
        return (latitude * .pi / 180).cosine
    }

    private func meets(_ box: GeoBounds) -> String {
        "ST_XMin(g) <= \(dialect.literal(box.east)) AND ST_XMax(g) >= \(dialect.literal(box.west)) "
            + "AND ST_YMin(g) <= \(dialect.literal(box.north)) AND ST_YMax(g) >= \(dialect.literal(box.south))"
    }

    /// A shape without what is far from the view, where it is long. A view on both sides of 180° cuts nothing.
    private func cut(_ shape: String, _ degrees: WindowDegrees) -> String {
        guard degrees.boxes.count == 1, let box = degrees.boxes.first else { return shape }
        let (width, height) = (box.east - box.west, box.north - box.south)
        let edges = [
            box.west - width * ShapeLimit.margin, box.south - height * ShapeLimit.margin,
            box.east + width * ShapeLimit.margin, box.north + height * ShapeLimit.margin,
        ].map(dialect.literal).joined(separator: ", ")
        return "CASE WHEN ST_NPoints(\(shape)) > \(ShapeLimit.vertexCount) "
            + "THEN ST_ClipByBox2D(\(shape), ST_MakeEnvelope(\(edges), ST_SRID(\(shape)))) ELSE \(shape) END"
    }
}

extension PostgreSQLCoordinates {
    /// The lines and areas of a row in degrees, NULL for other rows; nil where all rows are points.
    var outline: String? {
        switch self {
        case .plain: return nil
        case .geography(let column):
            return column.isDeclaredPoint ? nil : Self.outline("\(column.quoted)::geometry")
        case .geometry(let column, let systems):
            guard !column.isDeclaredPoint else { return nil }
            let shape = Self.outline(column.quoted)
            if systems == [0] || systems == [Self.degrees] { return shape }
            let system = "ST_SRID(\(column.quoted))"
            // A place that cannot be projected would end the whole statement.
            return "CASE WHEN \(system) IN (0, \(Self.degrees)) THEN \(shape) "
                + "WHEN ST_XMin(\(column.quoted)) > -1e9 AND ST_XMax(\(column.quoted)) < 1e9 "
                + "AND ST_YMin(\(column.quoted)) > -1e9 AND ST_YMax(\(column.quoted)) < 1e9 "
                + "THEN ST_Transform(\(shape), \(Self.degrees)) END"
        }
    }

    private static func outline(_ shape: String) -> String {
        "CASE WHEN ST_Dimension(\(shape)) > 0 THEN CASE WHEN ST_HasArc(\(shape)) THEN ST_CurveToLine(\(shape)) "
            + "ELSE \(shape) END END"
    }
}
