import MapModel
import Streams

// Boxes that an index serves, and places in other reference systems.
extension PostgreSQLEngine {
    func boxCondition(
        _ boxes: [GeoBounds], _ layout: EngineLayout, isCancelled: () -> Bool
    ) throws(SourceError) -> String? {
        if let placed = layout.placed { return placed.boxCondition(boxes, dialect) }
        guard let coordinates = found?.coordinates else { return nil }
        return coordinates.indexed(boxes, projected: try projected(boxes, coordinates, isCancelled))
    }

    /// Wider boxes may run around a pole or beyond the reach of a projection.
    private static let projectedLimit = 20.0

    /// Boxes in the rows' own reference system, when only the server supports it; nil when an index cannot be
    /// used for them.
    ///
    /// Straight sides become curves: 32 points of each side are projected, and the box that holds them is widened by a
    /// twentieth.
    private func projected(
        _ boxes: [GeoBounds], _ coordinates: PostgreSQLCoordinates, _ isCancelled: () -> Bool
    ) throws(SourceError) -> [GeoBounds]? {
        guard let system = coordinates.system,
            ![0, PostgreSQLCoordinates.degrees, PostgreSQLCoordinates.webMercator].contains(system)
        else { return nil }
        var result: [GeoBounds] = []
        for box in boxes {
            let side = max(box.east - box.west, box.north - box.south)
            guard side <= Self.projectedLimit, box.north < 89, box.south > -89 else { return nil }
            guard let projected = try projected(box, system, isCancelled) else { return nil }
            result.append(projected)
        }
        return result
    }

    private func projected(
        _ box: GeoBounds, _ system: Int, _ isCancelled: () -> Bool
    ) throws(SourceError) -> GeoBounds? {
        let edges = [box.west, box.south, box.east, box.north].map(PostgreSQLLiteral.sql)
        let step = PostgreSQLLiteral.sql(max(box.east - box.west, box.north - box.south, 1e-6) / 32)
        let statement = SQLStatement(
            """
            SELECT ST_YMin(b), ST_XMin(b), ST_YMax(b), ST_XMax(b) FROM (SELECT ST_Transform(ST_Segmentize(
            ST_MakeEnvelope(\(edges.joined(separator: ", ")), \(PostgreSQLCoordinates.degrees)), \(step)),
            \(system)) AS b) AS e
            """, columnCount: 4)
        let rows: SQLRows
        do throws(PostgreSQLFault) {
            rows = try views.run(statement, isCancelled: isCancelled)
        } catch {
            // Beyond the range of the projection.
            if case .refused = error { return nil }
            throw error.sourceError(name: name)
        }
        // The index cannot use an invalid box.
        guard let south = rows.double(0, 0), let west = rows.double(0, 1), let north = rows.double(0, 2),
            let east = rows.double(0, 3), south <= north, west <= east, max(east - west, north - south) < 1e12
        else { return nil }
        let margin = max(east - west, north - south) / 20 + 1e-6
        return GeoBounds(
            south: south - margin, west: west - margin, north: north + margin, east: east + margin)
    }
}
