import MapModel
import RowValues
import Rows
import Streams

// The band of time: from when to when rows are, and how many in each bar.
extension EngineSource {
    func timeOutline(
        _ question: TimeQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> TimeOutline {
        let layout = try rows.settled(isCancelled).layout
        let (number, column) = try timeColumn(question, layout)
        let value = engine.dialect.value(of: layout.columns[number])
        let found = try run(
            .init(
                sql: "SELECT min(\(value)), max(\(value)), count(\(value))"
                    + (try statements(layout)).matching,
                columnCount: 3),
            isCancelled)
        // ClickHouse says 0 for the least of no values.
        let isEmpty = found.count == 0 || found.rowCount(0, 2) == 0
        func moment(_ column: Int, _ type: TimeQuestion.Column) -> Int64? {
            isEmpty ? nil : found.double(0, column).flatMap { question.moment(of: $0, type) }
        }
        let (first, last) = (moment(0, column), moment(1, column))
        return TimeOutline(
            column: column.name, range: first.flatMap { first in last.map { first...max($0, first) } })
    }

    /// Groups by the longest time of which all edges are multiples: a day where bars are months.
    func timeCounts(
        _ question: TimeQuestion, between edges: [Int64], in window: WorldWindow, isCancelled: () -> Bool
    ) throws(SourceError) -> [Int] {
        var counts = [Int](repeating: 0, count: max(edges.count - 1, 0))
        let degrees = WindowDegrees(window)
        guard let first = edges.first, let last = edges.last, !counts.isEmpty, !degrees.isEmpty else {
            return counts
        }
        let layout = try rows.settled(isCancelled).layout
        let (number, column) = try timeColumn(question, layout)
        let isEpoch = column.kind == .number
        // A clock without a zone has its edges where the clock shows them.
        let marks = isEpoch || column.hasZone ? edges : edges.map { question.readZone.wall(at: $0) }
        let milliseconds = marks.reduce(0) { Self.commonDivisor($0, abs($1)) }
        var unit = max(milliseconds, 1)
        if isEpoch, case .epoch(let epoch) = question.format {
            unit = max(unit * epoch.perSecond / 1000, 1)
        }
        let statement = try timeStatement(
            question, first..<last, number, unit, [degrees], layout, isCancelled)
        let found = try run(statement, isCancelled)
        for row in 0..<found.count {
            guard let count = found.rowCount(row, 1) else { throw unusable("no row count") }
            guard
                let moment = found.double(row, 0).flatMap({ question.moment(of: $0 * Double(unit), column) }),
                moment >= first, moment < last
            else { continue }
            counts[Bisection.first(in: edges.indices) { edges[$0] > moment } - 1] += count
        }
        return counts
    }

    private func timeStatement(
        _ question: TimeQuestion, _ moments: Range<Int64>, _ number: Int, _ unit: Int64,
        _ degrees: [WindowDegrees], _ layout: EngineLayout, _ isCancelled: () -> Bool
    ) throws(SourceError) -> EngineStatements.Statement {
        var during = question
        during.windows = [.between(from: moments.lowerBound, until: moments.upperBound)]
        let value = engine.dialect.value(of: layout.columns[number])
        let sql = try timed(during, degrees, layout, isCancelled) {
            $0.grouped(
                "floor(tm_v / \(unit).0) AS tm_t, count(*)", [(value, "tm_v")], where: $1, tests: $2,
                by: "tm_t")
        }
        return .init(sql: sql, columnCount: 2)
    }

    /// A statement about the rows of parts of the world with the times of a question: `write` gets what is tested of columns, and
    /// of places.
    private func timed(
        _ question: TimeQuestion, _ degrees: [WindowDegrees], _ layout: EngineLayout,
        _ isCancelled: () -> Bool,
        _ write: (EngineStatements, [String?], [String]) -> String
    ) throws(SourceError) -> String {
        let condition: FilterCondition
        do throws(FilterProblem) { condition = try question.condition(columns: timeColumns(layout)) } catch {
            throw .refused(name: name, words: error.description)
        }
        let area = try area(degrees, layout, isCancelled)
        let statements = try statements(layout.narrowed(to: degrees.flatMap(\.boxes)))
        return write(
            statements, [area.box, statements.condition(condition)], [statements.exact(area.degrees)])
    }

    func timeFold(
        _ question: TimeQuestion, by parts: [TimeFold.Part], in windows: [WorldWindow],
        isCancelled: () -> Bool
    ) throws(SourceError) -> TimeFold? {
        let degrees = windows.map { WindowDegrees($0) }.filter { !$0.isEmpty }
        guard !degrees.isEmpty else { return nil }
        let layout = try rows.settled(isCancelled).layout
        let (number, column) = try timeColumn(question, layout)
        let sql = try timed(question, degrees, layout, isCancelled) { statements, conditions, tests in
            let values = zip(parts, ["tm_a", "tm_b"]).map { part, name in
                (statements.number(question.clock(part, of: number, column)), name)
            }
            return statements.grouped(
                "tm_a, tm_b, count(*)", values, where: conditions, tests: tests, by: "tm_a, tm_b")
        }
        let found = try run(.init(sql: sql, columnCount: 3), isCancelled)
        var cells: [(outer: Int, inner: Int, rows: Int)] = []
        for row in 0..<found.count {
            guard let count = found.rowCount(row, 2) else { throw unusable("no row count") }
            let parts = [0, 1].compactMap { found.double(row, $0).flatMap(Self.part) }
            if parts.count == 2 { cells.append((parts[0], parts[1], count)) }
        }
        return TimeFold(counted: cells, parts[0], parts[1])
    }

    /// A part of a time, whatever a server says; nil beyond the years of times that are read.
    private static func part(_ number: Double) -> Int? {
        number.magnitude <= 300_000 ? Int(number) : nil
    }

    func timeMoments(
        _ question: TimeQuestion, from start: Int64, limit: Int, in window: WorldWindow,
        isCancelled: () -> Bool
    ) throws(SourceError) -> [Int64] {
        let degrees = WindowDegrees(window)
        guard !degrees.isEmpty else { return [] }
        let layout = try rows.settled(isCancelled).layout
        let (number, column) = try timeColumn(question, layout)
        var later = question
        later.windows.append(.between(from: start, until: nil))
        let value = engine.dialect.value(of: layout.columns[number])
        let groups = try timed(later, [degrees], layout, isCancelled) {
            $0.grouped("tm_v", [(value, "tm_v")], where: $1, tests: $2, by: "tm_v")
        }
        let sql = "SELECT tm_v\nFROM (\n\(groups)\n) AS tm_m\nORDER BY tm_v\nLIMIT \(limit)"
        let found = try run(.init(sql: sql, columnCount: 1), isCancelled)
        var moments: [Int64] = []
        for row in 0..<found.count {
            guard let moment = found.double(row, 0).flatMap({ question.moment(of: $0, column) }),
                moment >= start
            else { continue }
            moments.append(moment)
        }
        // A clock that is set back shows the same twice, and parts of a table have moments in common.
        return Set(moments).sorted()
    }

    private func timeColumn(
        _ question: TimeQuestion, _ layout: EngineLayout
    ) throws(SourceError) -> (number: Int, column: TimeQuestion.Column) {
        let columns = timeColumns(layout)
        do throws(FilterProblem) {
            let number = try question.chosenColumns(columns)[0]
            return (number, columns[number])
        } catch {
            throw .refused(name: name, words: error.description)
        }
    }

    private static func commonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
        var (first, second) = (first, second)
        while second != 0 { (first, second) = (second, first % second) }
        return first
    }
}
