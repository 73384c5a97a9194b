import MapModel
import RowValues
import Rows
import Streams

// Windows of time, and how many rows there are when.
extension EngineSource {
    /// What a filter means for the columns of a layout.
    func condition(_ filter: Filter, _ layout: EngineLayout) throws(FilterProblem) -> FilterCondition {
        let condition = try filter.renewed(columns: layout.columns.map(\.name))
            .bound(to: Dictionary(uniqueKeysWithValues: layout.columns.enumerated().map { ($0, $1.kind) }))
        guard !condition.testsNetworks else {
            throw FilterProblem("networks of addresses are found in memory only: export the rows", at: 0..<0)
        }
        guard let time = filter.time else { return condition }
        return .all([condition, try time.condition(columns: timeColumns(layout))])
    }

    func timeColumns(_ layout: EngineLayout) -> [TimeQuestion.Column] {
        layout.columns.map {
            TimeQuestion.Column(name: $0.name, kind: $0.kind, hasZone: engine.dialect.hasZone($0))
        }
    }

    /// A filter whose windows up to the newest row have their beginnings: those of all rows, whatever else is asked.
    func knowingNewest(
        _ filter: Filter, _ layout: EngineLayout, _ isCancelled: () -> Bool
    ) throws(FilterFailure) -> Filter {
        guard let time = filter.time, time.needsNewest else { return filter }
        let columns = timeColumns(layout)
        let column: Int
        do throws(FilterProblem) { column = try time.chosenColumns(columns)[0] } catch {
            throw .problem(error)
        }
        do throws(SourceError) {
            let all = EngineStatements(layout: layout, dialect: engine.dialect, filter: nil, places: [])
            let found = try run(
                .init(
                    sql: "SELECT max(\(engine.dialect.value(of: layout.columns[column])))" + all.matching,
                    columnCount: 1),
                isCancelled)
            let newest = found.double(0, 0).flatMap { time.moment(of: $0, columns[column]) }
            return filter.during(time.knowing(newest: newest))
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
    }

    /// The times of the rows that match, rounded down to a unit, in no order.
    func times(
        _ question: TimeQuestion, per milliseconds: Int64, isCancelled: () -> Bool
    ) throws(SourceError) -> RowTimes {
        let layout = try rows.settled(isCancelled).layout
        let columns = timeColumns(layout)
        let chosen: Int
        do throws(FilterProblem) { chosen = try question.chosenColumns(columns)[0] } catch {
            throw .refused(name: name, words: error.description)
        }
        let column = columns[chosen]
        var form = TimeForm.text(nil)
        var unit = milliseconds
        if case .epoch(let epoch) = question.format, column.kind == .number {
            form = .epoch(epoch)
            unit = max(milliseconds * epoch.perSecond / 1000, 1)
        }
        let value = engine.dialect.value(of: layout.columns[chosen])
        let sql =
            "SELECT floor((\(value)) / \(unit).0) AS tm_t, count(*)" + (try statements(layout)).matching
            + "\nGROUP BY tm_t"
        let found = try run(.init(sql: sql, columnCount: 2), isCancelled)
        var counts: [(moment: Int64, rows: Int)] = []
        var missing = 0
        for row in 0..<found.count {
            guard let count = found.rowCount(row, 1) else { throw unusable("no row count") }
            if let moment = found.double(row, 0).flatMap({ question.moment(of: $0 * Double(unit), column) }) {
                counts.append((moment, count))
            } else {
                missing += count
            }
        }
        let others = columns.indices.filter { $0 != chosen && columns[$0].kind == .time }
        return RowTimes(
            starts: TimeColumn(name: column.name, form: form, counts: counts, missingCount: missing),
            others: others.map { columns[$0].name })
    }
}
