import MapModel

// Windows of time where a database has the rows.
extension TimeQuestion {
    /// What it asks of the columns of a table whose types are known.
    ///
    /// - Throws: where no column has times, and for windows that need all rows.
    package func condition(
        columns: [(name: String, kind: ColumnKind)]
    ) throws(FilterProblem) -> FilterCondition {
        let chosen = try chosenColumns(columns)
        var conditions: [FilterCondition] = []
        for window in windows {
            guard case .between(let from, let until) = window else {
                throw FilterProblem(
                    "--time: such a window needs all rows in memory: export them from the server first",
                    at: 0..<0)
            }
            if let until {
                conditions.append(.numbers(.column(chosen[0]), .less, .constant(value(of: until))))
            }
            guard let from else { continue }
            let isAfter = FilterCondition.numbers(
                .column(chosen[chosen.count - 1]), .atLeast, .constant(value(of: from)))
            // A row without an end is still open, one without a beginning has no time.
            conditions.append(
                chosen.count == 1
                    ? isAfter
                    : .all([.present(column: chosen[0]), .any([isAfter, .missing(column: chosen[1])])]))
        }
        if conditions.isEmpty { conditions = [.present(column: chosen[0])] }
        return .all(conditions)
    }

    private func chosenColumns(
        _ columns: [(name: String, kind: ColumnKind)]
    ) throws(FilterProblem) -> [Int] {
        let wanted: ColumnKind = if case .epoch = format { .number } else { .time }
        if self.columns.isEmpty {
            let times = columns.indices.filter { columns[$0].kind == wanted }
            let found =
                times.first { TimeText.isName(columns[$0].name) } ?? (wanted == .time ? times.first : nil)
            guard let found else {
                throw FilterProblem("--time: no column of times (--time-column names one)", at: 0..<0)
            }
            return [found]
        }
        let names = FilterColumns(columns.map(\.name))
        var chosen: [Int] = []
        for name in self.columns {
            guard let column = names.index(of: name) else {
                throw FilterProblem("--time-column: no column \(name)", at: 0..<0)
            }
            guard columns[column].kind == wanted else {
                throw FilterProblem(
                    "--time-column: \(name) is \(columns[column].kind.words), not \(wanted.words)"
                        + (columns[column].kind == .number ? " (--time-format s, ms, us or ns)" : ""),
                    at: 0..<0)
            }
            chosen.append(column)
        }
        return chosen
    }

    /// A moment as the column has it.
    private func value(of moment: Int64) -> Double {
        guard case .epoch(let unit) = format else { return Double(moment) }
        return Double(moment) * Double(unit.perSecond) / 1000
    }
}
