import MapModel
import Platform
import Rows
import RowValues
import Streams

extension LoadedDataSet {
    /// Seconds of a clock that nobody sets.
    private static var clock: Double { seconds(MonotonicClock.now) }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    /// How long things are followed, where that is not usual, who asks for alerts, and how these read times; before anything
    /// is read.
    package func followThings(
        _ choice: ThingTimeChoice, alerts watch: AlertWatch = AlertWatch(),
        reading times: TimeQuestion = TimeQuestion()
    ) {
        followed.withLock { $0 = FollowedRows(choice) }
        alertWatch.withLock { $0 = watch }
        alertTimes.withLock { $0 = times }
    }

    /// The rows of a part of a stream, without the things that are gone, and its things.
    func follow(_ source: consuming LoadedSource) -> (LoadedSource, ThingSet?) {
        let whole = consume source
        guard loader.isStream, whole.heardRows != nil else { return (whole, nil) }
        return followed.withLock { followed in
            // Rows that cannot be read now are drawn as they were.
            let kept = try? followed.follow(whole, clock: Self.clock)
            return (kept ?? whole, followed.things)
        }
    }

    /// Makes a part of a stream ready to be shown, and the rows of it that the query leaves which was asked last: on the
    /// screen rows that it leaves out would come and go. Threads take turns.
    package func adoptPart(_ source: LoadedSource) -> LoadedData {
        adopting.withLock { _ in
            var data = adopt(source)
            data.alerts = judge(source)
            let query = asked.withLock { $0 }
            guard data.things != nil, !query.isPlain else { return data }
            // A query that cannot be answered is asked again, and says why.
            if let rows = try? choose(query, isCancelled: { false }, progress: { _ in }) {
                data.chosen = (query, rows)
            }
            return data
        }
    }

    /// Judges the things by the alerts, and what was said of them since the last time; nil where nothing is followed.
    func judge(_ source: LoadedSource) -> AlertReport? {
        let (things, messages) = followed.withLock { ($0.things, $0.takeMessages()) }
        let watch = alertWatch.withLock { $0 }
        guard things.isFollowed else { return nil }
        noteFirstRow(source.table, watch)
        // Who reads a feed judges it, but by alerts that only tables can answer.
        let left = watch.leftToParts
        if left?.isEmpty != true {
            let table = source.table
            watch.bind(to: table.columnNames)
            let time = Int64(WallTime.now.milliseconds)
            let matching = matching(watch.order, left, source, messages) { problem, alert in
                watch.note(problem, of: alert, time: time)
            }
            let said = SaidTable(table, messages)
            watch.judge(
                things, messages, matching, rowCount: table.recordCount,
                name: { Self.name(ofRow: $0, in: said) },
                moment: Self.moments(of: said, alertTimes.withLock { $0 }), time: time)
        }
        return watch.report
    }

    /// Files may be shown beside a feed: then its rows are not the first.
    private func noteFirstRow(_ table: any RowTable, _ watch: AlertWatch) {
        guard watch.leftToParts != nil, let joined = table as? any JoinedTables else { return }
        var row: UInt32 = 0
        while row < joined.recordCount, let source = try? joined.source(of: row) {
            if source.table is any MovingTable { return watch.place(firstRow: row) }
            row = max(source.rows.upperBound, row + 1)
        }
    }

    /// What filters leave of the rows, and of the messages behind them: they are read as one table, so that a value means
    /// the same in both.
    ///
    /// - Parameter note: called for each filter that can match nothing, with its alert; nil for the one that leaves things out.
    private func matching(
        _ order: AlertWatch.Order, _ left: Set<Int>?, _ source: LoadedSource, _ messages: [ThingMessages],
        note: (FilterProblem, Alert?) -> Void
    ) -> AlertWatch.Matching {
        var matching = AlertWatch.Matching()
        var filters: [(alert: Alert, text: String)] = []
        for alert in order.alerts where alert.isOn && left?.contains(alert.id) ?? true {
            if case .filter(let text) = alert.test { filters.append((alert, text)) }
        }
        guard !filters.isEmpty || order.filter != nil, let current else { return matching }
        let times = alertTimes.withLock { $0 }
        var (loaded, columns) = (current, columns)
        if !messages.isEmpty {
            loaded = LoadedRows.prepared(Self.joined(source, messages), generation: 0).loaded
            columns = ColumnStore(places: PlaceTestWork(sets: areaSets))
        }
        func rows(_ text: String, of alert: Alert?) -> RowSet? {
            let names = loaded.table.columnNames
            guard let test = try? RowFilter(text).filter(of: names, during: nil, times) else { return nil }
            do throws(FilterFailure) {
                return try columns.rows(of: loaded, matching: test, isCancelled: { false })
            } catch .problem(let problem) {
                // The type of a column without values is not known yet.
                let values = (try? columns.values(of: test.valueColumns, loaded)) ?? [:]
                if values.values.allSatisfy({ $0.filledCount > 0 }) { note(problem, alert) }
                return alert == nil ? RowSet(capacity: loaded.table.recordCount) : nil
            } catch {
                return nil
            }
        }
        for (alert, text) in filters { matching.rows[alert.id] = rows(text, of: alert) }
        matching.counted = order.filter.flatMap { rows($0, of: nil) }
        return matching
    }

    private static func joined(_ source: LoadedSource, _ messages: [ThingMessages]) -> LoadedSource {
        var points = source.points
        var first = UInt32(source.table.recordCount)
        for said in messages {
            points.append(contentsOf: said.points, rowOffset: first)
            first += UInt32(said.rows.count)
        }
        return LoadedSource(
            points: points, table: SaidTable(source.table, messages), skipped: source.skipped, notices: [])
    }

    /// When rows, and the messages behind them, say that they were, in milliseconds since 1970.
    ///
    /// - Parameter times: how times are read; where that is not usual, all are read once one is asked for.
    private static func moments(of said: SaidTable, _ times: TimeQuestion) -> (Int) -> Int64? {
        guard times.readsLike(TimeQuestion()) else {
            var moments: [Int64]?
            return { row in
                let known =
                    moments ?? (try? said.times(times, isCancelled: { false }, progress: { _ in }))?.starts
                    .moments ?? []
                moments = known
                return row < known.count && TimeColumn.isMoment(known[row]) ? known[row] : nil
            }
        }
        let columns = ThingColumns(said.columnNames)
        guard columns.time != nil else { return { _ in nil } }
        return { row in
            var seconds: Double?
            try? said.visitRows([UInt32(truncatingIfNeeded: row)]) {
                seconds = columns.report(of: $0, decimalMark: said.decimalMark).time
            }
            return seconds.map { Int64(($0 * 1_000).rounded()) }
        }
    }

    private static func name(ofRow row: Int, in said: SaidTable) -> (id: String, name: String) {
        let row = UInt32(truncatingIfNeeded: row)
        var id = ""
        if let column = said.roles.id { try? said.visitRows([row]) { id = $0.text(of: column) } }
        return (id, (try? said.rowLabels([row]).first).flatMap(\.self) ?? "")
    }

    /// Watches these alerts from now on; nil where nothing is followed.
    ///
    /// - Parameter filter: other things are left out; nil for none.
    @discardableResult package func watch(_ alerts: [Alert], filter: String? = nil) -> LoadedData? {
        alertWatch.withLock { $0 }.set(alerts, filter: filter)
        return passTime()
    }

    /// The same rows a while later: what has become silent, or is gone; nil where nothing is followed.
    package func passTime() -> LoadedData? {
        guard let last = followed.withLock({ $0.last }) else { return nil }
        return adoptPart(last)
    }

    /// Forgets all things that were heard; they are back when they are heard again.
    package func forgetThings() -> LoadedData? {
        followed.withLock { $0.forget() }
        return passTime()
    }

    /// The rows of a file that say which way they go; nil where none does.
    ///
    /// Reads the columns of course and speed when they are first asked for.
    package func headings(isCancelled: () -> Bool) throws(SourceError) -> ThingSet? {
        guard !loader.isStream, let loaded = current else { return nil }
        let columns = ThingColumns(loaded.table.columnNames)
        guard let course = columns.course, loaded.tree.count <= Self.mostHeadings else { return nil }
        let values = try self.columns.values(of: [course] + (columns.speed.map { [$0] } ?? []), loaded)
        guard let courses = values[course], courses.kind == .number else { return nil }
        let speeds = columns.speed.flatMap { values[$0] }
        var things: [Thing] = []
        for index in 0..<loaded.tree.count {
            let row = loaded.tree.row(at: index)
            guard let degrees = courses.number(at: Int(row)), abs(degrees) <= 360 else { continue }
            var thing = Thing(row: row, place: QuantumPoint(loaded.tree.fixedCoordinate(at: index)))
            thing.course = Float(degrees < 0 ? degrees + 360 : degrees)
            if let speed = speeds?.number(at: Int(row)), abs(speed) < 1e6 {
                thing.speed = abs(Float(speed)) * columns.metersPerSpeedUnit
            }
            things.append(thing)
        }
        // Where most rows have none, the numbers are no courses.
        guard !things.isEmpty, things.count * 2 >= loaded.tree.count,
            things.contains(where: { $0.course != 0 })
        else { return nil }
        return ThingSet(things.sorted { $0.row < $1.row }, isFollowed: false)
    }

    /// Files with more rows have none: they would be points all over.
    private static let mostHeadings = 1_000_000
}
