import MapModel
import Rows
import Streams

extension PostgreSQLEngine {
    /// The planner's guess: the first "rows=" of EXPLAIN.
    func estimate(
        _ statements: EngineStatements, isCancelled: () -> Bool
    ) throws(SourceError) -> SourceSummary {
        let plan = try plan(of: "SELECT *" + statements.matching, isCancelled: isCancelled)
        let guesses = plan.lazy.compactMap { line -> Double? in
            guard let mark = line.firstRange(of: "rows=") else { return nil }
            return Double(line[mark.upperBound...].prefix { $0.isASCII && $0.isNumber })
        }
        guard let layout = found else { throw .cancelled }
        return SourceSummary(
            rowCount: SQLText.count(guesses.first ?? layout.relation.estimate), isEstimate: true,
            bounds: try estimatedBounds(layout, isCancelled), notices: [])
    }

    /// The box by the statistics of a geometry, or by the ends of the indexes of plain columns; nil when
    /// there are neither.
    private func estimatedBounds(
        _ layout: PostgreSQLLayout, _ isCancelled: () -> Bool
    ) throws(SourceError) -> GeoBounds? {
        if let placed = layout.placed { return placed.summary.bounds }
        var statement = SQLStatement(columnCount: 4)
        switch layout.coordinates {
        case .geometry(let column, let systems):
            guard layout.relation.isStored, systems == [PostgreSQLCoordinates.degrees] else { return nil }
            let schema = statement.bind(layout.relation.schema, as: "text")
            let name = statement.bind(layout.relation.name, as: "text")
            statement.text = """
                SELECT ST_YMin(b), ST_XMin(b), ST_YMax(b), ST_XMax(b) FROM (
                SELECT ST_EstimatedExtent(\(schema), \(name), \(statement.bind(column.name, as: "text"))) AS b) AS e
                """
        case .plain(let latitude, let longitude):
            let (y, x) = (latitude.quoted, longitude.quoted)
            statement.text = """
                SELECT min(\(y)), min(\(x)), max(\(y)), max(\(x)) FROM \(layout.relation.sql) AS t
                WHERE \(y) >= -90 AND \(y) <= 90 AND \(x) >= -180 AND \(x) <= 180
                """
        case .geography: return nil
        }
        do throws(SourceError) {
            return try hasty(statement, options.countTimeout, isCancelled).flatMap { $0.bounds(0, from: 0) }
        } catch {
            // A table without statistics has none of these.
            if case .refused = error { return nil }
            throw error
        }
    }
}

extension PostgreSQLCatalog.Problem {
    func sourceError(name: String) -> SourceError {
        switch self {
        case .fault(let fault): fault.sourceError(name: name)
        case .words(let words): .refused(name: name, words: words)
        case .columns(let error, let table): .columns(error, file: table)
        }
    }
}
