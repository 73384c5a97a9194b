import MapModel

// Windows of time where a database has the rows.
extension TimeQuestion {
    /// A column of a table whose types are known.
    package struct Column: Sendable {
        package let name: String
        package let kind: ColumnKind
        /// Its times are moments, and not those of a clock.
        package let hasZone: Bool

        package init(name: String, kind: ColumnKind, hasZone: Bool) {
            (self.name, self.kind, self.hasZone) = (name, kind, hasZone)
        }
    }

    /// What it asks of the columns of a table.
    ///
    /// - Throws: where no column has times, and for windows up to the newest row unless that is known.
    package func condition(columns: [Column]) throws(FilterProblem) -> FilterCondition {
        if !alternatives.isEmpty {
            var (first, second) = (self, self)
            (first.alternatives, second.alternatives, second.windows) = ([], [], alternatives)
            return .any([try first.condition(columns: columns), try second.condition(columns: columns)])
        }
        let chosen = try chosenColumns(columns)
        let (start, end) = (chosen[0], chosen[chosen.count - 1])
        var conditions: [FilterCondition] = []
        for window in windows {
            switch window {
            case .between(let from, let until):
                if let until {
                    conditions.append(.numbers(.column(start), .less, value(of: until, columns[start])))
                }
                guard let from else { continue }
                let isAfter = FilterCondition.numbers(.column(end), .atLeast, value(of: from, columns[end]))
                // A row without an end is still open, one without a beginning has no time.
                conditions.append(
                    chosen.count == 1
                        ? isAfter : .all([.present(column: start), .any([isAfter, .missing(column: end)])]))
            case .recurring(let recurrence):
                conditions.append(recurrence.condition { part in clock(part, of: start, columns[start]) })
            case .last: throw FilterProblem("--time: the newest row is not known", at: 0..<0)
            }
        }
        if conditions.isEmpty { conditions = [.present(column: start)] }
        return .all(conditions)
    }

    /// The column of its times, by number, or the columns of their beginnings and ends.
    package func chosenColumns(_ columns: [Column]) throws(FilterProblem) -> [Int] {
        let wanted: ColumnKind = if case .epoch = format { .number } else { .time }
        if self.columns.isEmpty {
            let times = columns.indices.filter { columns[$0].kind == wanted }
            let found =
                times.first { TimeText.isName(columns[$0].name) } ?? (wanted == .time ? times.first : nil)
            guard let found else {
                throw FilterProblem(
                    "--time: no column of times (--time-column names one; of texts and parts \(Self.statement))",
                    at: 0..<0)
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
                        + (columns[column].kind == .number
                            ? " (--time-format s, ms, us or ns)" : " (\(Self.statement))"),
                    at: 0..<0)
            }
            chosen.append(column)
        }
        return chosen
    }

    /// How a server reads what is no date to it: only files are read for the forms of texts and for parts.
    private static let statement =
        "--sql makes one: SELECT *, CAST(day || ' ' || clock AS timestamp) AS time FROM …"

    /// A moment as the column has it.
    private func value(of moment: Int64, _ column: Column) -> FilterNumber {
        if case .epoch(let unit) = format, column.kind == .number {
            return .constant(Double(moment) * Double(unit.perSecond) / 1000)
        }
        return .constant(Double(column.hasZone ? moment : readZone.wall(at: moment)))
    }

    /// The moment that a column has as a number in milliseconds, or in the unit of its numbers.
    package func moment(of value: Double, _ column: Column) -> Int64? {
        var milliseconds = value
        var hasZone = column.hasZone
        if case .epoch(let unit) = format, column.kind == .number {
            milliseconds = (value * 1000 / Double(unit.perSecond)).rounded(.down)
            hasZone = true
        }
        // About 285,000 years, as for times that are read.
        guard milliseconds.magnitude < 9e15 else { return nil }
        let whole = Int64(milliseconds)
        return hasZone ? whole : readZone.moment(ofWall: whole).milliseconds
    }

    /// A part of the times of a column, by its number.
    package func clock(_ part: TimeFold.Part, of column: Int, _ type: Column) -> FilterNumber {
        var unit: EpochUnit?
        if case .epoch(let given) = format { unit = given }
        return .clock(
            column: column,
            FilterClock(
                part: part, readZone: readZone, shownZone: shownZone, unit: unit,
                isOfNumbers: type.kind == .number))
    }

    /// Whether a window ends with the newest row.
    package var needsNewest: Bool { windows.contains { if case .last = $0 { true } else { false } } }

    /// The same where the newest row is known; nil where no row has a time.
    package func knowing(newest: Int64?) -> TimeQuestion {
        var question = self
        question.windows = windows.map { window in
            guard case .last(let length) = window else { return window }
            guard let newest else { return .between(from: 0, until: 0) }
            let start = length.moment(from: newest, isLater: false, in: shownZone)
            return .between(from: start.map { $0 + 1 }, until: nil)
        }
        return question
    }
}
