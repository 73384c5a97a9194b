import MapModel
import Rows
import Streams

extension PostgreSQLSource {
    /// Boxes that use an index, distances in plain SQL, and then the exact distance of each row.
    package func near(
        _ question: NearbyQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> [ExportedRow] {
        let settled = try rows.settled(isCancelled)
        let growing = GrowingCircle(question: question, name: name)
        return try growing.search { (circle) throws(SourceError) in
            let statement = try statement(circle, growing.limit, settled.layout, isCancelled)
            return try numbered(try run(statement, isCancelled: isCancelled), settled)
        }
    }

    private func statement(
        _ circle: GeoCircle, _ limit: Int?, _ layout: PostgreSQLLayout, _ isCancelled: () -> Bool
    ) throws(SourceError) -> SQLStatement {
        let projected = try projected(circle.boundingBoxes, layout, isCancelled)
        return try statements(layout).near(circle, projected: projected, limit: limit)
    }

    // MARK: - What is sent

    /// The statement for the first circle, and the server's plan for it; the statement is not run.
    package func explain(_ question: NearbyQuestion) throws(SourceError) -> [String] {
        let layout = try rows.settled { false }.layout
        let growing = GrowingCircle(question: question, name: name)
        return try plan(
            of: try statement(try growing.first(), growing.limit, layout) { false }, isRun: false)
    }

    /// The statements that answer `question`, rows and then clusters, and the server's plan for them, a line
    /// each.
    ///
    /// - Parameter isRun: whether they are run, so that the plan has times.
    package func plan(of question: ViewportQuestion, isRun: Bool = false) throws(SourceError) -> [String] {
        let layout = try rows.settled { false }.layout
        let degrees = WindowDegrees(question.window)
        guard !degrees.isEmpty, let cells = ClusterCells(question.window, question.grid) else { return [] }
        let projected = try projected(degrees.boxes, layout) { false }
        let statements = try statements(layout)
        return try plan(
            of: statements.rows(degrees, projected: projected, limit: SQLRows.clamped(question.limit) + 1),
            isRun: isRun)
            + plan(of: statements.clusters(degrees, projected: projected, cells), isRun: isRun)
    }

    private func plan(of statement: SQLStatement, isRun: Bool) throws(SourceError) -> [String] {
        var explaining = statement
        explaining.columnCount = nil
        explaining.text = "EXPLAIN \(isRun ? "(ANALYZE) " : "")" + statement.text
        let plan = try run(explaining) { false }
        return statement.lines + (0..<plan.count).compactMap { plan[$0, 0] }
    }

    // MARK: - Other reference systems

    /// Wider boxes may run around a pole or beyond the reach of a projection.
    private static let projectedLimit = 20.0

    /// Boxes in the rows' own reference system, when only the server supports it; nil when an index cannot be
    /// used for them.
    ///
    /// Straight sides become curves: 32 points of each side are projected, and the box that holds them is widened by a
    /// twentieth.
    func projected(
        _ boxes: [GeoBounds], _ layout: PostgreSQLLayout, _ isCancelled: () -> Bool
    ) throws(SourceError) -> [GeoBounds]? {
        guard let system = layout.coordinates.system,
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
        var statement = SQLStatement(columnCount: 4)
        let edges = [box.west, box.south, box.east, box.north].map { statement.bind($0) }
        let step = statement.bind(max(box.east - box.west, box.north - box.south, 1e-6) / 32)
        statement.text = """
            SELECT ST_YMin(b), ST_XMin(b), ST_YMax(b), ST_XMax(b) FROM (SELECT ST_Transform(ST_Segmentize(
            ST_MakeEnvelope(\(edges.joined(separator: ", ")), \(PostgreSQLCoordinates.degrees)), \(step)),
            \(system)) AS b) AS e
            """
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
