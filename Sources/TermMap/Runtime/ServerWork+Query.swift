import App
import MapModel
import DataSets
import RowValues
import Rows
import Streams

// Filters, classes and figures of a server's rows.
extension ServerWork {
    /// Why a query has no answer.
    private enum Failure: Error {
        case query(QueryFailure)
        case source(SourceError)
    }

    /// Asks about the rows that match from now on, counts them, and works out classes and figures.
    func choose(_ query: RowQuery) throws(CancellationError) -> Answer {
        do throws(Failure) {
            return .rows(.success(.counted(try choice(query))), of: query)
        } catch {
            switch error {
            case .query(let failure): return .rows(.failure(failure), of: query)
            case .source(.cancelled) where Task.isCancelled: throw CancellationError()
            case .source(let error):
                return .rows(.failure(QueryFailure(message: error.words)), of: query)
            }
        }
    }

    private func choice(_ asked: RowQuery) throws(Failure) -> ServerChoice {
        let query = asked.ofEitherWindow
        let columns = try asking { (isCancelled) throws(SourceError) in
            FilterColumns(try all.columnNames(isCancelled: isCancelled))
        }
        let matching = try source(matching: query.filter, of: query, columns)
        var worked = query
        worked.hiddenClasses = HiddenClasses()
        if let known = kept.withLock({ $0 }), known.query == worked {
            return try shown(known.choice, of: query, matching, columns)
        }
        var choice = ServerChoice(
            summary: try asking { (isCancelled) throws(SourceError) in
                try matching.open(isCancelled: isCancelled)
            })
        choice.windows = asked.timesOfWindows
        choice.areMerged = asked.otherWindow?.isMerged == true
        choice.classes = try query.coloring.map { (coloring) throws(Failure) in
            let column = try index(of: coloring.column, columns)
            return try asking { (isCancelled) throws(SourceError) in
                try matching.classes(of: column, method: coloring.method, isCancelled: isCancelled)
            }
        }
        choice.figure = try query.figure.map { (figure) throws(Failure) in
            try self.figure(figure, query, matching, columns)
        }
        let known = choice
        kept.withLock { $0 = (worked, known) }
        return try shown(choice, of: query, matching, columns)
    }

    /// The rows whose classes are not hidden, which are asked about from now on.
    private func shown(
        _ choice: ServerChoice, of query: RowQuery, _ matching: any ViewportSource, _ columns: FilterColumns
    ) throws(Failure) -> ServerChoice {
        guard let classes = choice.classes?.filter(hiding: query.hiddenClasses) else {
            filtered.withLock { $0 = matching }
            return choice
        }
        let filter = query.filter.isEmpty ? classes : "(\(query.filter.text)) AND (\(classes))"
        let shown = try source(matching: RowFilter(filter), of: query, columns)
        filtered.withLock { $0 = shown }
        var choice = choice
        choice.summary = try asking { (isCancelled) throws(SourceError) in
            try shown.open(isCancelled: isCancelled)
        }
        return choice
    }

    private func figure(
        _ figure: RowQuery.Figure, _ query: RowQuery, _ matching: any ViewportSource, _ columns: FilterColumns
    ) throws(Failure) -> ServerChoice.Figure {
        if figure.function == .share {
            // Whether it is right is said now, not with the first view.
            _ = try source(matching: RowFilter(figure.argument), of: query, columns)
            return ServerChoice.Figure(
                figure: figure, kind: .number, number: .matching(figure.argument, othersAreZero: true))
        }
        let column = try index(of: figure.argument, columns)
        if figure.function == .count {
            let isPresent = "\(FilterText.name(columns.names[column])) IS NOT NULL"
            return ServerChoice.Figure(
                figure: figure, kind: .number, number: .matching(isPresent, othersAreZero: false))
        }
        let kinds = try asking { (isCancelled) throws(SourceError) in
            try all.columnKinds(isCancelled: isCancelled)
        }
        guard kinds[column] == .number || kinds[column] == .time else {
            throw .query(QueryFailure(message: figure.reasonForNoNumbers))
        }
        let ranges =
            query.figureHasRanges
            ? try asking { (isCancelled) throws(SourceError) in
                try matching.ranges(of: column, method: query.figureMethod, isCancelled: isCancelled)
            } : nil
        return ServerChoice.Figure(
            figure: figure, kind: kinds[column], number: .column(column), ranges: ranges)
    }

    // MARK: - Times

    /// From when to when the rows are that match a query at all times.
    func timeOutline(_ query: RowQuery) throws(CancellationError) -> Result<TimeOutline, QueryFailure> {
        try timeAnswer(query) { (source, question) throws(SourceError) in
            try source.timeOutline(question, isCancelled: { Task.isCancelled })
        }
    }

    /// How many of them are in each bar.
    func timeCounts(_ question: ServerBandQuestion) throws(CancellationError) -> Result<[Int], QueryFailure> {
        try timeAnswer(question.query) { (source, times) throws(SourceError) in
            try source.timeCounts(
                times, between: question.edges, in: question.view, isCancelled: { Task.isCancelled })
        }
    }

    /// How many of them there are by two parts of their times.
    func timeFold(_ question: ServerFoldQuestion) throws(CancellationError) -> Result<TimeFold?, QueryFailure>
    {
        try timeAnswer(question.query) { (source, times) throws(SourceError) in
            try source.timeFold(
                times, by: question.parts, in: question.windows, isCancelled: { Task.isCancelled })
        }
    }

    /// When the next of them are.
    func timeMoments(
        _ question: ServerMomentsQuestion
    ) throws(CancellationError) -> Result<[Int64], QueryFailure> {
        try timeAnswer(question.query) { (source, times) throws(SourceError) in
            try source.timeMoments(
                times, from: question.start, limit: ServerMomentsQuestion.limit, in: question.view,
                isCancelled: { Task.isCancelled })
        }
    }

    private func timeAnswer<Found>(
        _ query: RowQuery, _ ask: (any ViewportSource, TimeQuestion) throws(SourceError) -> Found
    ) throws(CancellationError) -> Result<Found, QueryFailure> {
        do throws(Failure) {
            let columns = try asking { (isCancelled) throws(SourceError) in
                FilterColumns(try all.columnNames(isCancelled: isCancelled))
            }
            let source = try source(matching: query.filter, of: query, columns)
            let question = query.time ?? query.calendar.question
            return .success(try asking { (_) throws(SourceError) in try ask(source, question) })
        } catch {
            switch error {
            case .query(let failure): return .failure(failure)
            case .source(.cancelled) where Task.isCancelled: throw CancellationError()
            case .source(let error): return .failure(QueryFailure(message: error.words))
            }
        }
    }

    // MARK: - Asking

    private func asking<T>(_ ask: (() -> Bool) throws(SourceError) -> T) throws(Failure) -> T {
        do throws(SourceError) {
            return try ask { Task.isCancelled }
        } catch {
            throw .source(error)
        }
    }

    /// The source of the rows that match a filter; all rows for "", without the layers that a query hides.
    private func source(
        matching question: RowFilter, of query: RowQuery, _ columns: FilterColumns
    ) throws(Failure) -> any ViewportSource {
        do throws(FilterFailure) {
            let filter: Filter?
            do throws(FilterProblem) {
                filter = try question.filter(
                    of: columns.names, during: query.time, query.calendar.question)
            } catch {
                throw .problem(error)
            }
            let located = try filter.map { (filter) throws(FilterFailure) in try areaSets.locating(filter) }
            return try all.hiding(query.hiddenSources).applying(located, isCancelled: { Task.isCancelled })
        } catch .problem(let problem) {
            throw .query(QueryFailure(problem, in: question.text))
        } catch .source(let error) {
            throw .source(error)
        } catch {
            throw .source(.cancelled)
        }
    }

    private func index(of name: String, _ columns: FilterColumns) throws(Failure) -> Int {
        guard let index = columns.index(of: name) else {
            throw .query(QueryFailure(noColumn: name, columns))
        }
        return index
    }
}
