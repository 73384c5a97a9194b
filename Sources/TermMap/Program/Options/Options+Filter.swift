import App
import MapModel
import DataSets
import RowValues
import Rows
import TerminalInput

extension Options {
    /// Whether rows are printed instead of a frame, with `isatty` aside: `-o`, or `--where` or `--time` and no keys to play.
    func printsRows(_ events: [InputEvent]) -> Bool {
        if output?.picture != nil { return false }
        return output != nil || (testsRows && events.isEmpty)
    }

    /// Rows must fulfil a filter, or have some time.
    var testsRows: Bool { filter != nil || !time.windows.isEmpty }

    /// What is said where no row does; nil where all are wanted.
    var noMatch: String? {
        if !time.windows.isEmpty {
            let times = time.windows.joined(separator: ", ")
            return "no row in \(times)" + (filter.map { " matches \($0)" } ?? "")
        }
        return filter.map { "no row matches \($0)" }
    }

    /// What is said where only rows without a place do.
    var noPlacedMatch: String {
        "no row\(filter.map { " that matches \($0)" } ?? "") has a place (--all-rows prints those without one)"
    }

    /// A view is asked for.
    var hasView: Bool { bbox != nil || at != nil || center != nil || zoom != nil }

    /// The columns of the filter, the colours and the figure.
    func wantedColumns() throws(UsageError) -> WantedColumns {
        var wanted = WantedColumns(filters: filters, names: colors.by.map { [$0] } ?? [])
        guard let figure = try figure() else { return wanted }
        if figure.function == .share {
            wanted.filters.append(figure.argument)
        } else {
            wanted.names.append(figure.argument)
        }
        return wanted
    }

    /// The figure of `--value` or `--by-area`; nil without one.
    func figure() throws(UsageError) -> RowQuery.Figure? {
        area.byArea == nil ? try colors.figure() : try area.figure()
    }

    /// Checks the windows of time, and each filter by itself, where they are joined: brackets in one must not reach into another.
    func checkFilters() throws(UsageError) {
        _ = try time.question()
        let filters = allFilters
        for filter in filters where filters.count > 1 {
            do throws(FilterProblem) { try Filter.check(filter) } catch {
                throw UsageError(error, in: filter)
            }
        }
    }

    /// The filter for columns of these names, with the times that are asked for; nil without both.
    func filter(columns: [String]) throws(UsageError) -> Filter? {
        switch try attempt(filterOf: columns) {
        case .success(let filter): return filter
        case .failure(let problem): throw UsageError(problem, in: filter ?? "", columns: columns)
        }
    }

    /// The same, or what is wrong with it for these columns.
    func attempt(filterOf columns: [String]) throws(UsageError) -> Result<Filter?, FilterProblem> {
        let (asked, calendar) = (try time.question(), try time.question(always: true))
        do throws(FilterProblem) {
            return .success(try RowFilter(filter ?? "").filter(of: columns, during: asked, calendar))
        } catch {
            return .failure(error)
        }
    }
}

extension UsageError {
    /// The same, with the columns that there are where one is missing.
    init(_ problem: FilterProblem, in filter: String, columns: [String]) {
        self.init(problem, in: filter)
        let isAboutColumn = problem.description.hasPrefix("no column") && !problem.description.hasSuffix("?")
        if isAboutColumn, !columns.isEmpty {
            description +=
                " (columns: \(columns.prefix(30).map { FilterText.name($0) }.joined(separator: ", "))"
                + (columns.count > 30 ? " and \(columns.count - 30) more)" : ")")
        }
    }

    init(_ failure: FilterFailure, of filter: String?) {
        switch failure {
        case .problem(let problem): self.init(problem, in: filter ?? "")
        case .source(let error): self.init(error.description)
        case .cancelled: self.init("cancelled")
        }
    }

    /// - Parameter filter: that of `--where`; any other is part of a figure.
    init(_ failure: QueryFailure, of filter: String?) {
        if let problem = failure.problem {
            self.init(problem, in: failure.filter, of: failure.filter == filter ? "--where" : "--value")
        } else {
            self.init(failure.message)
        }
    }
}
