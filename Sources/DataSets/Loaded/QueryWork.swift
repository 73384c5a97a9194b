import MapModel
import RowValues
import Rows
import Streams
import Synchronization

/// Answers queries about the rows that were read; keeps what the next query may need again.
package final class QueryWork: Sendable {
    /// What was worked out for one reading of the source.
    struct Kept: Sendable {
        var reading = -1
        var changes: ShownChanges?
        /// Where the rows of the old source are.
        var oldPlaces: QuadTree?
        var filter: (key: FilterKey, rows: RowSet)?
        var classes: (key: ClassesKey, classes: RowClasses)?
        var areas: (key: AreasKey, rows: AreaRows)?
    }

    /// What the rows that match depend on.
    struct FilterKey: Equatable {
        let filter: RowFilter
        let time: TimeQuestion?
    }

    /// What classes depend on.
    struct ClassesKey: Equatable {
        let coloring: RowQuery.Coloring
        let filter: FilterKey
        let hiddenSources: Set<Int>
        let comparison: RowQuery.Comparison?
    }

    package let columns: ColumnStore
    let places: PlaceTestWork
    let kept = Mutex(Kept())
    private let timelines = TimelineWork()

    package init(areaSets: AreaSets = AreaSets()) {
        places = PlaceTestWork(sets: areaSets)
        columns = ColumnStore(places: places)
    }

    /// The sets of areas that rows can be counted in.
    package var areaSets: AreaSets { places.sets }

    /// The rows that `query` asks for; without a generation.
    ///
    /// - Parameter progress: called with the share of the columns that is read.
    package func rows(
        of loaded: LoadedRows, _ query: RowQuery, progress: (Double) -> Void
    ) throws(QueryFailure) -> RowSnapshot {
        kept.withLock { if $0.reading < loaded.reading { $0 = Kept(reading: loaded.reading) } }
        let all = try chosen(query, loaded, progress)
        var chosen = all
        let other = query.timeOfOtherWindow
        let isMerged = query.otherWindow?.isMerged == true
        if let time = query.time {
            chosen.narrow(to: time, of: loaded, or: isMerged ? other : nil, newFrom: query.newFrom)
        }
        var rows = try snapshot(of: chosen, query, loaded, progress)
        if let other, !isMerged, all.timeline != nil {
            var beside = all
            beside.narrow(to: other, of: loaded)
            rows.other = [try snapshot(of: beside, query, loaded, progress)]
        }
        return rows
    }

    /// What is known of some rows.
    private func snapshot(
        of chosen: ChosenRows, _ query: RowQuery, _ loaded: LoadedRows, _ progress: (Double) -> Void
    ) throws(QueryFailure) -> RowSnapshot {
        let isUnplaced = loaded.unplaced != nil
        let tree = isUnplaced ? loaded.tree : chosen.tree
        var rows = RowSnapshot(tree, numbering: loaded.rows.numbering, layerRows: loaded.rows.layerRows)
        rows.unplaced = isUnplaced ? chosen.tree : nil
        rows.total = chosen.total
        rows.roughCounts = chosen.roughCounts
        rows.lateRows = chosen.lateRows
        // What counts points of the map would count those that mean nothing.
        if !isUnplaced {
            rows.timeline = chosen.timeline
            (rows.sides, rows.newPoints, rows.atAllTimes) = (
                chosen.sides, chosen.newPoints, chosen.atAllTimes
            )
        }
        rows.times = chosen.timeline?.times
        if chosen.timeline == nil { rows.times = try times(query, loaded) }
        rows.changes = changes(loaded)
        rows.coloring = chosen.classes.map {
            let counts = ClassCounts(of: tree, byRow: $0.byRow, by: .processors)
            let places = query.coloring?.keepsApart == true ? ClassPlaces(of: tree, counts) : nil
            var coloring = RowColoring(classes: $0, counts: counts, places: places)
            let isWindow = chosen.timeline.map { $0.tree.count != tree.count } == true
            if isWindow { coloring.inWindow = counts.tally(in: 0..<counts.count) }
            return coloring
        }
        rows.figures = try part(.figure) { () throws(QueryFailure) in
            try figures(query, tree, loaded, progress)
        }
        if let numbers = rows.figures?.numbers, let coloring = rows.coloring, coloring.places != nil {
            rows.figures?.byClass = ClassAggregates(numbers, coloring.counts)
        }
        var areaNotices: [String] = []
        rows.areas = try part(.areas) { () throws(QueryFailure) in
            try areas(
                query, keeping: chosen.lateRows, hiding: Self.hidden(query, loaded), rows.figures, loaded,
                &areaNotices,
                progress)
        }
        rows.outlines = try outlines(query, loaded)
        rows.notices = try notices(query, loaded) + (rows.times?.notices ?? []) + areaNotices
        return rows
    }

    /// The areas of all rows, where they were worked out before.
    func knownAreas(_ key: AreasKey, of loaded: LoadedRows) -> AreaRows? {
        kept.withLock { kept in
            guard let areas = kept.areas, areas.key == key, kept.reading == loaded.reading else { return nil }
            return areas.rows
        }
    }

    /// Keeps the areas of all rows.
    func keep(_ areas: AreaRows, _ key: AreasKey, of loaded: LoadedRows) {
        kept.withLock { if $0.reading == loaded.reading { $0.areas = (key, areas) } }
    }

    /// Names the part of the query that fails.
    private func part<Answer>(
        _ part: RowQuery.Part, _ answer: () throws(QueryFailure) -> Answer
    ) throws(QueryFailure) -> Answer {
        do throws(QueryFailure) {
            return try answer()
        } catch {
            var failure = error
            failure.part = part
            throw failure
        }
    }

    /// What is to be known of the columns that a query uses; they are read.
    private func notices(_ query: RowQuery, _ loaded: LoadedRows) throws(QueryFailure) -> [String] {
        let names = FilterColumns(loaded.table.columnNames)
        let isShare = query.figure?.function == .share
        let named = [query.coloring?.column, isShare ? nil : query.figure?.argument].compactMap { $0 }
        let filters = [query.filter, RowFilter(isShare ? query.figure?.argument ?? "" : "")]
        var used = named.compactMap { names.index(of: $0) }
        for filter in filters { used += (try? filter.filter(of: names.names))?.valueColumns ?? [] }
        let values = try values(of: columns.doubtful(used, loaded), loaded, { _ in })
        return Set(used).sorted().compactMap { values[$0]?.misfitNotice }
    }

    // MARK: - The steps of a query

    /// The rows and their classes; where times are ordered, at all times.
    private func chosen(
        _ query: RowQuery, _ loaded: LoadedRows, _ progress: (Double) -> Void
    ) throws(QueryFailure) -> ChosenRows {
        guard query.ordersTimes else {
            timelines.forget()
            return try unordered(query, loaded, progress)
        }
        if let known = timelines.rows(of: query, loaded) { return known }
        let question = query.time ?? TimeQuestion()
        let times = try part(.time) { () throws(QueryFailure) in
            try self.times(ofSide(question, query, loaded), loaded, progress: progress)
        }
        var untimed = query
        untimed.time?.windows = question.recurring
        if question.recurring.isEmpty { untimed.time = nil }
        let rows = try unordered(untimed, loaded, progress)
        return timelines.order(rows, times, of: query, loaded)
    }

    private func unordered(
        _ query: RowQuery, _ loaded: LoadedRows, _ progress: (Double) -> Void
    ) throws(QueryFailure) -> ChosenRows {
        let hidden = Self.hidden(query, loaded)
        var kept = try part(.filter) { () throws(QueryFailure) in try filtered(query, loaded, progress) }
        let changes = changes(loaded)
        let places = loaded.unplaced ?? places(query, changes, loaded)
        let side = rowsOfSide(query, changes)
        if let side {
            kept?.formIntersection(side)
            kept = kept ?? side
        }
        let all = hidden.isEmpty ? places : QuadTree(places, hiding: hidden, by: .processors)
        var tree = kept == nil ? all : QuadTree(places, keeping: kept, hiding: hidden, by: .processors)
        let classes = try part(.coloring) { () throws(QueryFailure) -> RowClasses? in
            if query.colorsChanges, let changes { return changes.classes(of: kept) }
            return try self.classes(query, tree, loaded, progress)
        }
        if let classes, !query.hiddenClasses.isEmpty {
            let shown = Self.rows(of: classes, hiding: query.hiddenClasses)
            tree = QuadTree(tree, keeping: shown, by: .processors)
            kept?.formIntersection(shown)
            kept = kept ?? shown
        }
        // Rows of the other side are not those that a filter leaves out.
        let allOfSide = side.map { QuadTree(all, keeping: $0, by: .processors) } ?? all
        var chosen = ChosenRows(
            tree: tree, lateRows: LateRows(kept), total: allOfSide.count, classes: classes)
        if query.filter.isEmpty, query.hiddenClasses.isEmpty, query.comparison == nil, !query.ordersTimes,
            !query.hidesRough
        {
            chosen.atAllTimes = allOfSide
        }
        if query.hidesRough { chosen.hideRough(of: loaded) }
        return chosen
    }

    /// The rows of the sources that are hidden.
    private static func hidden(_ query: RowQuery, _ loaded: LoadedRows) -> [Range<UInt32>] {
        query.hiddenSources.filter { $0 < loaded.sources.count }.map { loaded.sources[$0].rows }
    }

    private func filtered(
        _ query: RowQuery, _ loaded: LoadedRows, _ progress: (Double) -> Void
    ) throws(QueryFailure) -> RowSet? {
        let time = query.time.map { ofSide($0, query, loaded) }
        let key = FilterKey(filter: query.filter, time: time)
        if let known = kept.withLock({ $0.reading == loaded.reading ? $0.filter : nil }), known.key == key {
            return known.rows
        }
        guard let rows = try rows(matching: query.filter, of: query, during: time, loaded, progress)
        else {
            return nil
        }
        kept.withLock { if $0.reading == loaded.reading { $0.filter = (key, rows) } }
        return rows
    }

    private func rows(
        matching question: RowFilter, of query: RowQuery, during time: TimeQuestion? = nil,
        _ loaded: LoadedRows,
        _ progress: (Double) -> Void
    ) throws(QueryFailure) -> RowSet? {
        let text = question.text
        let filter: Filter?
        do throws(FilterProblem) {
            filter = try question.filter(
                of: loaded.table.columnNames, during: time, query.calendar.question)
        } catch {
            throw QueryFailure(error, in: text)
        }
        guard let filter else { return nil }
        do throws(FilterFailure) {
            return try columns.rows(
                of: loaded, matching: filter, isCancelled: { Task.isCancelled }, progress: progress)
        } catch .problem(let problem) {
            throw QueryFailure(problem, in: text)
        } catch .source(let error) {
            throw QueryFailure(error)
        } catch {
            throw QueryFailure(message: "cancelled")
        }
    }

    /// The times of all rows, where the question is about some.
    private func times(_ query: RowQuery, _ loaded: LoadedRows) throws(QueryFailure) -> RowTimes? {
        guard let time = query.time else { return nil }
        return try times(ofSide(time, query, loaded), loaded)
    }

    private func times(
        _ question: TimeQuestion, _ loaded: LoadedRows, progress: (Double) -> Void = { _ in }
    ) throws(QueryFailure) -> RowTimes {
        do throws(SourceError) {
            return try columns.times(question, loaded, { Task.isCancelled }, progress: progress)
        } catch {
            throw QueryFailure(error)
        }
    }

    /// Where the places of the filter are.
    private func outlines(_ query: RowQuery, _ loaded: LoadedRows) throws(QueryFailure) -> [PlaceOutline] {
        guard let filter = try? query.filter.filter(of: loaded.table.columnNames), !filter.places.isEmpty
        else { return [] }
        do throws(FilterFailure) {
            return try places.outlines(of: filter, loaded) { Task.isCancelled }
        } catch {
            throw QueryFailure(message: "cancelled")
        }
    }

    private func classes(
        _ query: RowQuery, _ tree: QuadTree, _ loaded: LoadedRows, _ progress: (Double) -> Void
    ) throws(QueryFailure) -> RowClasses? {
        guard let coloring = query.coloring else { return nil }
        let key = ClassesKey(
            coloring: coloring, filter: FilterKey(filter: query.filter, time: query.time),
            hiddenSources: query.hiddenSources, comparison: query.comparison)
        if let known = kept.withLock({ $0.reading == loaded.reading ? $0.classes : nil }), known.key == key {
            return known.classes
        }
        let values = try values(of: coloring.column, loaded, progress)
        let part = coloring.window.map { window in
            var rows = RowSet(capacity: loaded.table.recordCount)
            tree.visit(in: window) {
                rows.insert(tree.row(at: $0)); return true
            }
            return QuadTree(tree, keeping: rows)
        }
        let classes = RowClasses(
            values, of: part ?? tree, isPart: part != nil, method: coloring.method, by: .processors)
        kept.withLock { if $0.reading == loaded.reading { $0.classes = (key, classes) } }
        return classes
    }

    private static func rows(of classes: RowClasses, hiding hidden: HiddenClasses) -> RowSet {
        let byRow = classes.byRow
        let isShown = (0..<UInt8.max).map { !classes.isHidden(Int($0), by: hidden) }
        return RowSet(capacity: byRow.count) { isShown[Int(byRow[$0])] }
    }

    private func figures(
        _ query: RowQuery, _ tree: QuadTree, _ loaded: LoadedRows, _ progress: (Double) -> Void
    ) throws(QueryFailure) -> RowFigures? {
        guard let figure = query.figure else { return nil }
        if figure.function == .share {
            let rows = try rows(matching: RowFilter(figure.argument), of: query, loaded, progress)
            let shares = PackedNumbers.int8(
                (0..<loaded.table.recordCount).map { rows?.contains(UInt32($0)) ?? true ? 1 : 0 })
            return RowFigures(figure: figure, kind: .number, numbers: Self.aggregates(shares, tree))
        }
        let values = try values(of: figure.argument, loaded, progress)
        switch values.storage {
        case .numbers(let packed):
            let gathered = packed.gathered(by: tree, .processors)
            return RowFigures(
                figure: figure, kind: figure.function == .count ? .number : values.kind,
                numbers: NumberAggregates(byIndex: gathered, by: .processors),
                ranges: query.figureHasRanges
                    ? NumberRanges(
                        byIndex: gathered, count: RowClasses.rangeLimit, method: query.figureMethod,
                        kind: values.kind, by: .processors)
                    : nil)
        case .words(let words) where figure.function == .count:
            let ones = PackedNumbers.int8((0..<words.count).map { words.code(at: $0) == 0 ? .min : 1 })
            return RowFigures(figure: figure, kind: .number, numbers: Self.aggregates(ones, tree))
        case .words:
            throw QueryFailure(message: figure.reasonForNoNumbers)
        }
    }

    private static func aggregates(_ numbers: PackedNumbers, _ tree: QuadTree) -> NumberAggregates {
        NumberAggregates(byIndex: numbers.gathered(by: tree, .processors), by: .processors)
    }

    // MARK: - Columns

    private func values(
        of name: String, _ loaded: LoadedRows, _ progress: (Double) -> Void
    ) throws(QueryFailure) -> ColumnValues {
        let columns = FilterColumns(loaded.table.columnNames)
        guard let column = columns.index(of: name) else {
            throw QueryFailure(noColumn: name, columns)
        }
        guard let values = try values(of: [column], loaded, progress)[column] else {
            throw QueryFailure(message: "no column \(name)")
        }
        return values
    }

    private func values(
        of columns: [Int], _ loaded: LoadedRows, _ progress: (Double) -> Void
    ) throws(QueryFailure) -> [Int: ColumnValues] {
        do throws(SourceError) {
            return try self.columns.values(of: columns, loaded, progress: progress)
        } catch {
            throw QueryFailure(error)
        }
    }
}
