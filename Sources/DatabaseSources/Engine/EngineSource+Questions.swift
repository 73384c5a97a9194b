import MapModel
import RowValues
import Rows
import Streams

// Rows near a place, filters, and what columns hold.
extension EngineSource {
    /// Boxes by which the engine skips blocks of rows, distances in plain SQL, then the exact distance of each row.
    func near(
        _ question: NearbyQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> [ExportedRow] {
        let settled = try rows.settled(isCancelled)
        let statements = try statements(settled.layout)
        let growing = GrowingCircle(question: question, name: name)
        return try growing.search { (circle) throws(SourceError) in
            let statement = try near(circle, growing.limit, statements, isCancelled)
            return try numbered(try run(statement, isCancelled), settled)
        }
    }

    private func near(
        _ circle: GeoCircle, _ limit: Int?, _ statements: EngineStatements, _ isCancelled: () -> Bool
    ) throws(SourceError) -> EngineStatements.Statement {
        let boxes = EngineStatements.boxes(circle)
        let box =
            circle.coversEverything
            ? nil : try engine.boxCondition(boxes, statements.layout, isCancelled: isCancelled)
        var narrowed = statements
        narrowed.layout = statements.layout.narrowed(to: boxes)
        return narrowed.near(circle, box: box, limit: limit)
    }

    /// The statement for the first circle, and the engine's plan for it; the statement is not run.
    func explain(_ question: NearbyQuestion) throws(SourceError) -> [String] {
        let growing = GrowingCircle(question: question, name: name)
        let statements = try statements(try rows.settled { false }.layout)
        return try plan(of: near(try growing.first(), growing.limit, statements) { false })
    }

    /// The statements that answer `question`, rows and then clusters, and the engine's plan for them, a line each.
    func plan(of question: ViewportQuestion) throws(SourceError) -> [String] {
        let statements = try statements(try rows.settled { false }.layout)
        let degrees = WindowDegrees(question.window)
        guard !degrees.isEmpty, let cells = ClusterCells(question.window, question.grid) else { return [] }
        let area = try area([degrees], statements.layout) { false }
        var narrowed = statements
        narrowed.layout = statements.layout.narrowed(to: degrees.boxes)
        return try plan(of: narrowed.rows(area, limit: SQLRows.clamped(question.limit) + 1))
            + plan(of: narrowed.clusters(area, cells))
    }

    private func plan(of statement: EngineStatements.Statement) throws(SourceError) -> [String] {
        statement.sql.split(separator: "\n").map(String.init)
            + (try engine.plan(of: statement.sql) { false })
    }

    // MARK: - Counts

    /// Counts rows with a place and those of each reason by tests of their own, so that a row that is lost is missed.
    func tally(isCancelled: () -> Bool) throws(SourceError) -> RowTally {
        let layout = try rows.settled(isCancelled).layout
        let found = try run(try statements(layout).tally, isCancelled)
        guard found.count == layout.grouped.count else { throw unusable("no row count") }
        var sums = [Int](repeating: 0, count: EngineStatements.reasons.count + 2)
        for row in 0..<found.count {
            for column in sums.indices {
                // A sum over no rows is NULL.
                guard let count = found.rowCount(row, column) ?? (found.rowCount(row, 0) == 0 ? 0 : nil)
                else { throw unusable("no row count") }
                sums[column] += count
            }
        }
        var skipped = SkippedRows()
        if filter == nil, let named = layout.placed?.summary.skipped {
            skipped = named
        } else {
            for (index, reason) in EngineStatements.reasons.enumerated() {
                skipped.add(reason.reason, count: sums[index + 2])
            }
        }
        return RowTally(rows: sums[0], placed: sums[1], skipped: skipped)
    }

    // MARK: - Rows

    /// Asks for the values of all rows in parts of the window, of which none has too many for an answer.
    func table(
        of tree: QuadTree, in window: WorldWindow, isCancelled: () -> Bool
    ) throws(SourceError) -> any RowTable {
        guard let readCount = engine.readCount else { return rows }
        let settled = try rows.settled(isCancelled)
        let columns = settled.layout.ownColumns
        var values = PackedTexts(columnCount: columns.count)
        for part in window.parts(of: tree, holding: readCount) {
            let degrees = WindowDegrees(part)
            guard !degrees.isEmpty else { continue }
            let area = try area([degrees], settled.layout, isCancelled)
            let statements = try statements(settled.layout.narrowed(to: degrees.boxes))
            let found = try run(statements.values(of: columns, in: area), isCancelled)
            let numbers = try numbered(found, settled).map(\.row)
            values.append(found, numbers: numbers, from: settled.layout.key.count + 2)
        }
        return ReadEngineTable(table: rows, values: values)
    }

    // MARK: - Filter

    func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try rows.settled(isCancelled).layout.columns.map(\.name)
    }

    func columnKinds(isCancelled: () -> Bool) throws(SourceError) -> [ColumnKind] {
        try rows.settled(isCancelled).layout.columns.map(\.kind)
    }

    /// The source of the rows that match. It shares connections and the numbers of rows with this one, and closing one
    /// closes both.
    func applying(
        _ filter: Filter?, isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(FilterFailure) -> Self {
        guard var filter else { return Self(self, filter: nil) }
        let layout: EngineLayout
        do throws(SourceError) {
            layout = try rows.settled(isCancelled).layout
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        filter = try knowingNewest(filter, layout, isCancelled)
        do throws(FilterProblem) {
            _ = try condition(filter, layout)
            _ = try places(of: filter, layout)
        } catch {
            throw .problem(error)
        }
        return Self(self, filter: filter)
    }

    /// The statements for a layout, with the filter: columns may have changed since it was given.
    func statements(_ layout: EngineLayout) throws(SourceError) -> EngineStatements {
        do throws(FilterProblem) {
            return EngineStatements(
                layout: layout, dialect: engine.dialect,
                filter: try filter.map { (filter) throws(FilterProblem) in try condition(filter, layout) },
                places: try filter.map { (filter) throws(FilterProblem) in try places(of: filter, layout) }
                    ?? [])
        } catch {
            throw .refused(name: name, words: "filter: \(error)")
        }
    }

    /// The place tests of a filter in SQL.
    private func places(
        of filter: Filter, _ layout: EngineLayout
    ) throws(FilterProblem) -> [PlaceConditions.Test] {
        try PlaceConditions(layout: layout, dialect: engine.dialect) { [engine] boxes in
            try? engine.boxCondition(boxes, layout, isCancelled: { false })
        }.tests(of: filter)
    }

    /// The measures of a view, for the columns of a layout.
    func conditions(
        _ measures: RowMeasures?, _ layout: EngineLayout
    ) throws(SourceError) -> MeasureConditions? {
        guard let measures else { return nil }
        do throws(FilterProblem) {
            return try MeasureConditions(measures, times: timeColumns(layout)) {
                (text) throws(FilterProblem) in
                try condition(Filter(text, columns: layout.columns.map(\.name)), layout)
            }
        } catch {
            throw .refused(name: name, words: "filter: \(error)")
        }
    }

    // MARK: - Values

    func rowCounts(matching filters: [String], isCancelled: () -> Bool) throws(SourceError) -> [Int] {
        let layout = try rows.settled(isCancelled).layout
        let classes = try conditions(RowMeasures(classes: filters), layout)?.classes ?? []
        let found = try run(try statements(layout).rowCounts(classes), isCancelled)
        guard let counts = found.rowCounts(classCount: filters.count + 1) else {
            throw unusable("no row counts of classes")
        }
        return counts
    }

    func distribution(
        of column: Int, quantileCount: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnDistribution {
        let layout = try rows.settled(isCancelled).layout
        guard layout.columns.indices.contains(column) else { throw unusable("no column \(column + 1)") }
        let statements = try statements(layout)
        let summary = try summaries(of: [column], in: nil, listing: 0, statements, isCancelled)[0]
        guard summary.range != nil else { return ColumnDistribution(summary: summary, quantiles: []) }
        let shares = (0..<quantileCount).map { Double($0) / Double(quantileCount) }
        let found = try run(statements.quantiles(of: column, shares), isCancelled)
        return ColumnDistribution(summary: summary, quantiles: found.numbers(0, 0))
    }

    func frequentValues(
        of column: Int, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)] {
        try frequentValues(of: column, in: nil, limit: limit, isCancelled)
    }

    private func frequentValues(
        of column: Int, in area: EngineArea?, limit: Int, _ isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)] {
        let layout = try rows.settled(isCancelled).layout
        guard layout.columns.indices.contains(column) else { return [] }
        let found = try run(
            try statements(layout).frequentValues(of: column, in: area, limit: SQLRows.clamped(limit)),
            isCancelled)
        return (0..<found.count).compactMap { row in
            guard let value = found[row, 0], let count = found.rowCount(row, 1) else { return nil }
            return (value, count)
        }
    }

    /// So many columns are asked about at once: PostgreSQL answers with 1,664 values a row at most.
    private static let summarizedColumns = 100

    /// Asks about all columns by one statement, or about one after the other where that is too much for the engine; the words
    /// of each column by one of their own.
    func summarizeColumns(
        in windows: [WorldWindow]?, listing limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [ColumnSummary] {
        let layout = try rows.settled(isCancelled).layout
        let degrees = windows.map(WindowDegrees.all)
        if degrees?.isEmpty == true { return [] }
        let statements = try statements(layout)
        var area: EngineArea?
        if let degrees { area = try self.area(degrees, layout, isCancelled) }
        var all: [ColumnSummary] = []
        for first in stride(from: 0, to: layout.columns.count, by: Self.summarizedColumns) {
            let columns = Array(first..<min(first + Self.summarizedColumns, layout.columns.count))
            do throws(SourceError) {
                all += try summaries(of: columns, in: area, listing: limit, statements, isCancelled)
            } catch {
                if error == .cancelled || columns.count == 1 { throw error }
                for column in columns {
                    all += try summaries(of: [column], in: area, listing: limit, statements, isCancelled)
                }
            }
        }
        return all
    }

    private func summaries(
        of columns: [Int], in area: EngineArea?, listing limit: Int, _ statements: EngineStatements,
        _ isCancelled: () -> Bool
    ) throws(SourceError) -> [ColumnSummary] {
        let found = try run(statements.summary(of: columns, in: area), isCancelled)
        var summaries: [ColumnSummary] = []
        for (place, index) in columns.enumerated() {
            let column = statements.layout.columns[index]
            let isWords = column.kind == .text || column.kind == .boolean
            let frequent =
                isWords && limit > 0
                ? try frequentValues(of: index, in: area, limit: limit, isCancelled) : []
            guard
                let summary = ColumnSummary(
                    name: column.name, kind: column.kind, answer: found,
                    from: place * EngineStatements.summaryFigures, frequent: frequent)
            else { throw unusable("no summary of \(printable(column.name))") }
            summaries.append(summary)
        }
        return summaries
    }
}

extension ColumnSummary {
    /// The answer of a server: rows, with any value, with one of its type, different ones, then least, greatest, mean
    /// and median; nil where it is something else.
    ///
    /// - Parameter start: the first of its columns in the answer.
    init?(
        name: String, kind: ColumnKind, answer: SQLRows, from start: Int,
        frequent: [(value: String, count: Int)]
    ) {
        let counts = (start..<start + 4).compactMap { answer.rowCount(0, $0) }
        guard counts.count == 4 else { return nil }
        let figures = (start + 4..<start + 8).compactMap { answer.double(0, $0) }
        self.init(
            name: name, kind: kind, rowCount: counts[0], missingCount: counts[0] - counts[2],
            misfitCount: counts[1] - counts[2], distinctCount: counts[3],
            range: figures.count == 4
                ? Range(least: figures[0], greatest: figures[1], mean: figures[2], median: figures[3]) : nil,
            frequent: frequent.map { Frequency(value: $0.value, count: $0.count) })
    }
}
