import MapModel
import RowValues
import Rows
import Streams

/// The table of an engine that answers for views, whatever the engine: it writes the statements, the engine runs them.
final class EngineSource: ViewportSource {
    let engine: any SQLEngine
    let rows: EngineTable
    /// The filter of all answers; nil for all rows.
    let filter: Filter?

    /// How long counting the rows may keep the map waiting.
    private let countTime: Duration

    /// Does not connect.
    init(_ engine: any SQLEngine, countTime: Duration = .seconds(5)) {
        self.engine = engine
        self.countTime = countTime
        rows = EngineTable(engine)
        filter = nil
    }

    /// The rows of `source` that match, with the same numbers.
    init(_ source: EngineSource, filter: Filter?) {
        (engine, rows, countTime) = (source.engine, source.rows, source.countTime)
        self.filter = filter
    }

    var name: String { engine.name }
    var table: any RowTable { rows }
    var placeFixes: PlaceFixes? { rows.settled?.layout.placed?.fixes }
    func wake() { engine.wake() }
    func close() { engine.close() }

    func run(
        _ statement: EngineStatements.Statement, _ isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows {
        try engine.run(
            statement.sql, columnCount: statement.columnCount, lane: .views, isCancelled: isCancelled)
    }

    func unusable(_ words: String) -> SourceError {
        .refused(name: name, words: "unexpected answer: \(words)")
    }

    // MARK: - Opening

    /// Connects, chooses table and columns, and counts the rows: those with a place and their box, or what the engine
    /// estimates where that takes longer than `countTime`.
    func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary {
        let layout = try rows.settledForOpening(isCancelled).layout
        var summary: SourceSummary
        if let placed = layout.placed, filter == nil {
            summary = placed.summary
        } else {
            summary = try counted(layout, isCancelled)
            // Names without a place are those of all rows.
            summary.skipped = layout.placed?.summary.skipped
        }
        summary.notices = layout.notices + summary.notices + engine.takeNotices()
        summary.table = layout.table(in: name)
        return summary
    }

    /// Counts the rows, or lets the engine estimate them.
    private func counted(
        _ layout: EngineLayout, _ isCancelled: () -> Bool
    ) throws(SourceError) -> SourceSummary {
        let statements = try statements(layout)
        let (sql, columnCount) = (statements.summary.sql, statements.summary.columnCount)
        let found = try engine.run(sql, columnCount: columnCount, within: countTime, isCancelled: isCancelled)
        guard let found else { return try engine.estimate(statements, isCancelled: isCancelled) }
        return try counted(found, layout)
    }

    /// The counts of all parts of the table.
    private func counted(_ found: SQLRows, _ layout: EngineLayout) throws(SourceError) -> SourceSummary {
        guard found.count == layout.grouped.count else { throw unusable("no row count") }
        var summary = SourceSummary(rowCount: 0, isEstimate: false, bounds: nil, notices: [])
        for row in 0..<found.count {
            // A sum over no rows is NULL.
            guard let count = found.rowCount(row, 0),
                let placed = found.rowCount(row, 1) ?? (count == 0 ? 0 : nil), placed <= count
            else { throw unusable("no row count") }
            summary.add(
                SourceSummary(
                    rowCount: placed, isEstimate: false, bounds: found.bounds(row, from: 2), notices: []))
            summary.skippedCount += count - placed
        }
        let all = summary.rowCount + summary.skippedCount
        if summary.skippedCount > 0 {
            summary.notices = [SourceSummary.skippedWords(summary.skippedCount, of: all)]
        }
        return summary
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let layout = try rows.settled(isCancelled).layout
        func column(_ index: Int?) -> String { index.map { quoted(layout.columns[$0].name) } ?? "none" }
        let searched = layout.roles.searched.map { printable(layout.columns[$0].name, limit: 48) }
        return ["\(layout.columns.count) columns of \(printable(layout.title))"] + layout.reasons + [
            "label: \(column(layout.roles.label))", "id: \(column(layout.roles.id))",
            "searched: \(searched.isEmpty ? "none" : searched.joined(separator: ", "))",
        ] + layout.notices
    }

    // MARK: - Views

    /// Asks for the rows in the window, and for their clusters when there are more than the limit.
    func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer {
        let settled = try rows.settled(isCancelled)
        let degrees = WindowDegrees(question.window)
        guard !degrees.isEmpty else {
            return ViewportAnswer(question: question, total: 0, content: .rows(PointBuffer()))
        }
        let area = try area([degrees], settled.layout, isCancelled)
        var statements = try statements(settled.layout.narrowed(to: degrees.boxes))
        statements.measures = try conditions(question.measures, settled.layout)
        let limit = SQLRows.clamped(question.limit)
        let few = try run(statements.rows(area, limit: limit + 1), isCancelled)
        guard few.count <= limit + 1 else {
            throw unusable("\(few.count) rows (expected at most \(limit + 1))")
        }
        if few.count <= limit {
            let matches = try numbered(few, settled)
            var answer = ViewportAnswer(
                question: question, total: few.count, content: .rows(PointBuffer(matches)),
                notices: engine.takeNotices())
            if question.measures != nil {
                let column = settled.layout.key.count + 2
                guard let measured = MeasuredRows(few, matches, from: column) else {
                    throw unusable("no classes of rows")
                }
                answer.measured = measured
            }
            return try adding(area, statements, settled, to: answer, isCancelled)
        }
        guard let cells = ClusterCells(question.window, question.grid) else {
            throw .refused(name: name, words: "the view has too many cells")
        }
        let groups = try run(statements.clusters(area, cells), isCancelled)
        guard
            let counted = ClusterGroups(groups, cells, question.grid, isMeasured: question.measures != nil)
        else { throw unusable("no row counts per cell") }
        var answer = ViewportAnswer(
            question: question, total: counted.total, content: .clusters(counted.clusters),
            notices: engine.takeNotices())
        answer.measured = counted.measured
        return try adding(area, statements, settled, to: answer, isCancelled)
    }

    /// Windows with what skips other rows.
    func area(
        _ degrees: [WindowDegrees], _ layout: EngineLayout, _ isCancelled: () -> Bool
    ) throws(SourceError) -> EngineArea {
        let box =
            EngineArea.isWide(degrees)
            ? nil : try engine.boxCondition(degrees.flatMap(\.boxes), layout, isCancelled: isCancelled)
        return EngineArea(degrees: degrees, box: box)
    }

    /// The numbers and places of rows in an answer with key, x and y, in its order.
    func numbered(
        _ rows: SQLRows, _ settled: EngineTable.Settled
    ) throws(SourceError) -> [MatchAnswer.Match] {
        do throws(NumberedRows.Problem) {
            return try NumberedRows.matches(rows, keyParts: settled.layout.key.count, settled.handles)
        } catch {
            throw error == .tooMany
                ? .refused(name: name, words: "too many rows seen") : unusable("a row without a place")
        }
    }

    // MARK: - Words

    /// Asks for rows with all words of `text` in the searched columns, in any order, ignoring case and accents: equal
    /// labels first, then those that begin with it.
    func matches(
        _ text: String, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer {
        let settled = try rows.settled(isCancelled)
        let limit = SQLRows.clamped(limit)
        let statements = try statements(settled.layout)
        guard let statement = statements.matches(text, limit: limit + 1) else {
            return MatchAnswer(matches: [], isCut: false)
        }
        let found = try numbered(try run(statement, isCancelled), settled)
        return MatchAnswer(matches: Array(found.prefix(limit)), isCut: found.count > limit)
    }

    func matchCount(_ text: String, isCancelled: () -> Bool) throws(SourceError) -> Int {
        let layout = try rows.settled(isCancelled).layout
        guard let statement = try statements(layout).matchCount(text) else { return 0 }
        let found = try run(statement, isCancelled)
        let counts = (0..<found.count).compactMap { found.rowCount($0, 0) }
        guard counts.count == layout.grouped.count else { throw unusable("no row count") }
        return counts.reduce(0, +)
    }

    func members(
        of windows: [WorldWindow], after row: UInt32?, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer {
        let settled = try rows.settled(isCancelled)
        let degrees = WindowDegrees.all(of: windows)
        guard !degrees.isEmpty else { return MatchAnswer(matches: [], isCut: false) }
        let page = MemberPage(after: row, limit: limit, settled.handles)
        let statement = try statements(settled.layout.narrowed(to: degrees.flatMap(\.boxes))).members(
            area(degrees, settled.layout, isCancelled), from: page.start, limit: page.requestCount)
        return page.answer(try numbered(try run(statement, isCancelled), settled))
    }
}
