import CellGraphics
import DataSets
import MapModel
import RowValues

/// The grid of hours and days in the place of the bars, and rows one after the other in time.
extension AppState {
    // MARK: - The grid

    /// `gT`: the grid, or the bars again.
    mutating func toggleFold() -> [Effect] {
        let effects = map.band == nil ? toggleBand() : []
        guard map.band != nil else { return effects }
        map.band?.playing = nil
        let next = map.band?.fold == nil ? BandFold() : nil
        map.band?.fold = next
        fitBand()
        return effects
    }

    /// The column of times; empty where it is not known.
    var nameOfTimes: String {
        data.rows.timeline?.times.starts.name ?? map.band?.server?.outline?.column ?? ""
    }

    /// What the painter shows of the grid; nil while the bars are shown.
    package var foldContent: FoldContent? {
        guard let state = map.band?.fold, let fold = state.fold, !nameOfTimes.isEmpty else { return nil }
        var content = FoldContent(kind: state.kind, fold: fold, total: fold.counts.reduce(0, +))
        content.column = DisplayText(sanitising: nameOfTimes, limit: 40)
        content.choice = state.choice
        content.isASCII = screen.appearance.charset == .ascii
        return content
    }

    /// The grid as it is drawn; nil while the bars are shown.
    package var foldPicture: FoldPicture? {
        guard let content = foldContent, let area = layout.band else { return nil }
        return FoldPicture(content, area: area)
    }

    /// What a key does in the grid; nil where it means what it means beside the bars.
    mutating func carryOutInFold(_ command: BandCommand) -> [Effect]? {
        guard var state = map.band?.fold else { return nil }
        guard let fold = state.fold else { return [] }
        switch command {
        case .move(let count): state.move(columns: count, rows: 0, in: fold)
        case .closer: state.move(columns: 0, rows: -1, in: fold)
        case .wider: state.move(columns: 0, rows: 1, in: fold)
        case .moveRow(let count): state.move(columns: 0, rows: count, in: fold)
        case .moveEnd(let count): state.extend(columns: count, rows: 0, in: fold)
        case .moveEndRow(let count): state.extend(columns: 0, rows: count, in: fold)
        case .step(let count):
            state = BandFold(kind: state.kind.moved(by: count))
            map.band?.fold = state
            return []
        case .cell(let cell):
            guard let values = foldPicture?.values(at: cell) else { return [] }
            state.choose(column: values.column, row: values.row)
        case .restrict, .filter: return filter(by: state, fold, asks: command == .filter)
        default: return []
        }
        map.band?.fold = state
        return []
    }

    private mutating func filter(by state: BandFold, _ fold: TimeFold, asks: Bool) -> [Effect] {
        guard let choice = state.choice else {
            report("Nothing is chosen: press \(key: .band(.move(steps: 1))) to choose, with Shift for more")
            return []
        }
        let test = choice.filter(column: FilterText.name(nameOfTimes), of: state.kind, rows: fold.outer)
        if asks { return askForFilter(adding: test) }
        do throws(FilterProblem) {
            let text = FilterText.adding(test, to: data.query.filter.text)
            return setFilter(try RowFilter(text, columns: data.columnNames))
        } catch {
            report(KeyedText(error.description, limit: 200), .error)
            return []
        }
    }

    // MARK: - Rows in time

    /// `.` and `,`: selects the next row in time, or the one before; the window follows it.
    mutating func selectRowInTime(by count: Int) -> [Effect] {
        guard let timeline = data.rows.timeline, timeline.order.count > 0 else {
            if data.origin.isQueried { report("The rows of a server are not known one by one", .warning) }
            return []
        }
        let order = timeline.order
        let position = positionInTime(timeline, forward: count > 0)
        guard position >= 0, position < order.count else {
            report(count > 0 ? "No later row" : "No earlier row")
            return []
        }
        let index = order.index(at: position)
        selection.current = Selection(
            row: timeline.tree.row(at: index), at: timeline.tree.fixedCoordinate(at: index))
        let effects = selection.readRecord()
        map.band?.follow(order.moment(at: position))
        revealSelection()
        return map.band?.window == nil ? effects : effects + askForWindow()
    }

    /// Where the next row is in the order of time: after the selected one, else the first of the window.
    private func positionInTime(_ timeline: RowTimeline, forward: Bool) -> Int {
        let order = timeline.order
        let moments = timeline.times.starts.moments
        // A row that the window has left is no longer where one is.
        let window = map.band?.window
        if let selected = selection.current, selected.hasRow, Int(selected.row) < moments.count,
            TimeColumn.isMoment(moments[Int(selected.row)]),
            window?.contains(moments[Int(selected.row)]) ?? true
        {
            let moment = moments[Int(selected.row)]
            let equal = order.positions(from: moment, until: moment + 1)
            // Equal times are in the order of the tree.
            if let index = timeline.tree.index(ofRow: selected.row, at: selected.coordinate.coordinate) {
                let own = Bisection.first(in: equal) { order.index(at: $0) >= index }
                if own < equal.upperBound, order.index(at: own) == index { return own + (forward ? 1 : -1) }
            }
            return forward ? equal.upperBound : equal.lowerBound - 1
        }
        guard let window else { return forward ? 0 : order.count - 1 }
        let rows = order.positions(from: window.lowerBound, until: window.upperBound)
        return forward ? rows.lowerBound : rows.upperBound - 1
    }
}
