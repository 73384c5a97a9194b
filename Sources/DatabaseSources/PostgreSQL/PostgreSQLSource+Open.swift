import MapModel
import Rows
import Streams

extension PostgreSQLSource {
    /// Connects, chooses table and columns, and counts the rows; an estimate where counting takes longer than
    /// `countTimeout`.
    package func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary {
        let layout = try rows.settledForOpening(isCancelled).layout
        var summary = try summary(layout, isCancelled)
        let relation = layout.relation
        if relation.oid != nil {
            summary.table = relation.schema == "public" ? relation.name : relation.title
        }
        return summary
    }

    private func summary(
        _ layout: PostgreSQLLayout, _ isCancelled: () -> Bool
    ) throws(SourceError) -> SourceSummary {
        var notices = layout.notices
        if let summary = try counted(layout, isCancelled) {
            guard summary.count == 1, let count = summary.rowCount(0, 0), let placed = summary.rowCount(0, 1),
                placed <= count
            else { throw unusable("no row count") }
            if placed < count {
                notices.append(SourceSummary.skippedWords(count - placed, of: count))
            }
            return SourceSummary(
                rowCount: placed, skippedCount: count - placed, isEstimate: false,
                bounds: summary.bounds(0, from: 2), notices: notices + said.take())
        }
        let rowCount = try estimate(layout, isCancelled)
        let bounds = try estimatedBounds(layout, isCancelled)
        return SourceSummary(
            rowCount: rowCount, isEstimate: true, bounds: bounds, notices: notices + said.take())
    }

    /// Nil when it takes too long.
    private func counted(
        _ layout: PostgreSQLLayout, _ isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows? {
        try hasty(try statements(layout).summary, isCancelled)
    }

    /// Runs a statement with the timeout for counting; nil when it takes longer.
    private func hasty(
        _ statement: SQLStatement, _ isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows? {
        do throws(PostgreSQLFault) {
            return try views.run(statement, timeout: options.countTimeout, isCancelled: isCancelled)
        } catch {
            switch error {
            case .timedOut, .refused(PostgreSQLFault.State.queryCanceled, _): return nil
            default: throw error.sourceError(name: name)
            }
        }
    }

    // MARK: - Estimates

    /// The planner's guess: the first "rows=" of EXPLAIN.
    private func estimate(
        _ layout: PostgreSQLLayout, _ isCancelled: () -> Bool
    ) throws(SourceError) -> Int {
        var statement = try statements(layout).everything
        statement.text = "EXPLAIN " + statement.text
        let plan = try run(statement, isCancelled: isCancelled)
        for row in 0..<plan.count {
            guard let line = plan[row, 0], let mark = line.firstRange(of: "rows=") else { continue }
            let digits = line[mark.upperBound...].prefix { $0.isASCII && $0.isNumber }
            if let count = Double(digits) { return SQLText.count(count) }
        }
        return SQLText.count(layout.relation.estimate)
    }

    /// The box by the statistics of a geometry, or by the ends of the indexes of plain columns; nil when
    /// there are neither.
    private func estimatedBounds(
        _ layout: PostgreSQLLayout, _ isCancelled: () -> Bool
    ) throws(SourceError) -> GeoBounds? {
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
            return try hasty(statement, isCancelled).flatMap { $0.bounds(0, from: 0) }
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
