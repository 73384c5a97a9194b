import CellGraphics
import DataSets
import MapModel
import RowValues

/// The band of time: its window is a part of the question, and the map follows it as it follows a filter.
extension AppState {
    // MARK: - Commands

    mutating func carryOut(_ command: BandCommand) -> [Effect] {
        if command == .toggle { return toggleBand() }
        if command == .fold { return toggleFold() }
        guard map.band?.range != nil else {
            if map.band == nil { report("The band of time is closed: \(key: .band(.toggle)) opens it") }
            return []
        }
        if let effects = carryOutInFold(command) { return effects }
        if case .row(let count) = command { return selectRowInTime(by: count) }
        if command == .play { return togglePlaying() }
        if map.band?.playing != nil, command == .closer || command == .wider {
            map.band?.playing?.changeSpeed(by: command == .closer ? 1 : -1)
            return []
        }
        let layout = bandLayout
        let before = (map.band?.asked, map.band?.marked)
        map.band?.carryOut(command, in: layout)
        // What is asked by --time stays as it is until the window is moved.
        return (map.band?.asked, map.band?.marked) == before ? [] : askForWindow()
    }

    /// `gt`: opens the band; closed, it leaves the window.
    mutating func toggleBand() -> [Effect] {
        guard map.band == nil else {
            closeBand()
            var query = data.query
            query.ordersTimes = false
            if query.time?.windows.isEmpty == true { query.time = nil }
            return ask(query)
        }
        guard !data.origin.isQueried else {
            report("The band of time does not work with a server: its rows are not loaded", .warning)
            return []
        }
        var query = data.query
        query.time = query.time ?? query.calendar.question
        query.ordersTimes = true
        map.band = TimeBand(zone: query.time?.shownZone ?? .utc)
        fitBand()
        return ask(query)
    }

    /// Gives its rows back to the map.
    mutating func closeBand() {
        guard map.band != nil else { return }
        map.band = nil
        fitBand()
    }

    /// The map is what the band leaves.
    mutating func fitBand() {
        map.makeRoom(layout.visibleMap)
        refreshAnnotations(animated: false)
        keepAllInView()
    }

    /// Esc: stops, shows all time, closes; one a press.
    mutating func cancelBand() -> [Effect] {
        if map.band?.playing != nil {
            map.band?.playing = nil
        } else if map.band?.fold != nil {
            return toggleFold()
        } else if map.band?.window != nil {
            map.band?.window = nil
            return askForWindow()
        } else {
            return toggleBand()
        }
        return []
    }

    /// The rows of the window; those of all time without one.
    mutating func askForWindow() -> [Effect] {
        guard let band = map.band else { return [] }
        var query = data.query
        var time = query.time ?? data.query.calendar.question
        time.windows = time.windows.filter { if case .between = $0 { false } else { true } }
        if let asked = band.asked { time.windows.append(asked) }
        time.text = band.marked.map { BandWords(band.zone).window($0) } ?? ""
        query.time = time
        return ask(query)
    }

    // MARK: - Playing

    private mutating func togglePlaying() -> [Effect] {
        guard var band = map.band, let shown = band.shown else { return [] }
        if band.playing == nil {
            if band.window == nil { band.moveToEnd(last: false) }
            band.playing = TimePlay(showing: shown.upperBound - shown.lowerBound, at: now)
        } else {
            band.playing = nil
        }
        map.band = band
        return askForWindow()
    }

    /// The next picture, once the one before is there.
    mutating func playBand() -> [Effect] {
        guard map.band?.playing != nil, data.query == data.answeredQuery, let band = map.band?.window else {
            return []
        }
        let time = now
        if map.band?.play(at: time) == false { map.band?.playing = nil }
        return map.band?.window == band ? [] : askForWindow()
    }

    /// How long until the window moves by itself; nil while it does not, or waits for rows.
    var timeToNextBandStep: Duration? {
        guard data.query == data.answeredQuery else { return nil }
        return map.band?.playing?.timeToNext(at: now)
    }

    /// The band is open, and the times of the rows are on their way.
    package var awaitsTimes: Bool {
        map.band != nil && data.rows.timeline == nil && data.query != data.answeredQuery
    }

    // MARK: - What it shows

    /// The band follows the rows and the view.
    mutating func followWithBand() {
        guard map.band != nil, let timeline = data.rows.timeline else { return }
        let order = timeline.order
        map.band?.adopt(timeline: timeline.number, count: order.count) { order.moment(at: $0) }
        let columns = bandLayout.bars.width
        map.band?.fit(columns: columns)
        if map.band?.window == nil, let window = data.query.time?.withoutRecurring.moments,
            let range = map.band?.range,
            window.from != nil || window.until != nil
        {
            // What `--time` asks for.
            let from = window.from ?? range.lowerBound
            let until = window.until ?? range.upperBound + 1
            if from < until { map.band?.put(from..<until) }
        }
        guard !screen.isTypedAhead else { return }
        countFold(timeline, in: map.viewport.window(of: visibleMap.dots))
        guard let axis = map.band?.axis else { return }
        let view = map.viewport.window(of: visibleMap.dots)
        let counted = TimeBand.Counted(timeline: timeline.number, view: view, axis: axis)
        if map.band?.counted != counted {
            map.band?.take(timeline.counts(between: axis.edges, in: view), of: counted)
        }
    }

    private var bandLayout: BandLayout {
        BandLayout(area: layout.band ?? CellRect(column: 0, row: 0, width: 0, height: 0))
    }

    /// The moments of `--time 'last 10m'`, which move with the newest row; nil for all time.
    private func newestWindow(of band: TimeBand) -> Range<Int64>? {
        guard let range = band.range, let question = data.query.time?.withoutRecurring,
            !question.windows.isEmpty,
            let moments = question.withoutRecurring.knowing(newest: range.upperBound).moments
        else { return nil }
        let from = moments.from ?? range.lowerBound
        return from..<max(moments.until ?? range.upperBound + 1, from + 1)
    }

    /// The band as it is drawn; nil while it is closed.
    package var bandPicture: BandPicture? {
        guard let band = map.band, layout.band != nil, foldContent == nil else { return nil }
        guard let axis = band.axis, let timeline = data.rows.timeline else {
            let empty = BandAxis(0...1, columns: bandLayout.bars.width)
            return BandPicture(BandContent(axis: empty, counts: []), in: bandLayout)
        }
        let view = map.viewport.window(of: visibleMap.dots)
        var content = BandContent(axis: axis, counts: band.counts)
        content.column = DisplayText(sanitising: timeline.times.starts.name, limit: 40)
        content.range = band.range
        content.window = band.marked ?? newestWindow(of: band)
        // What is shown is counted as everywhere on the screen: by badges, which the edge of the view may cut.
        let shown = rowsInView
        content.rows = .init(
            window: shown, all: content.window == nil ? shown : timeline.tree.count(in: view))
        content.cursor = selection.current.flatMap { selected in
            let moments = timeline.times.starts.moments
            guard selected.hasRow, Int(selected.row) < moments.count else { return nil }
            return TimeColumn.isMoment(moments[Int(selected.row)]) ? moments[Int(selected.row)] : nil
        }
        content.scale = band.scale
        content.step = band.step
        content.left = band.left
        content.left.withoutTime = timeline.tree.count - timeline.order.count
        content.playing = band.playing.map { .init(DisplayText(sanitising: $0.words(at: now))) }
        content.isASCII = screen.appearance.charset == .ascii
        return BandPicture(content, in: bandLayout)
    }
}

extension TimeBand {
    /// What a key or the mouse does to the window and to what is shown.
    fileprivate mutating func carryOut(_ command: BandCommand, in layout: BandLayout) {
        switch command {
        case .move(let steps): move(by: steps)
        case .moveByLength(let later): moveByLength(later: later)
        case .moveToEnd(let last): moveToEnd(last: last)
        case .moveEnd(let steps): moveEnd(by: steps)
        case .step(let count): changeStep(by: count)
        case .closer: zoom(closer: true)
        case .wider: zoom(closer: false)
        case .mode: changeMode()
        case .scale: changeScale()
        case .bar(let column): drag(from: layout.axisColumn(at: column), to: layout.axisColumn(at: column))
        case .drag(let start, let end):
            drag(from: layout.axisColumn(at: start), to: layout.axisColumn(at: end))
        case .toggle, .play, .fold, .moveRow, .moveEndRow, .restrict, .filter, .cell, .row: break
        }
    }

    private mutating func changeMode() {
        if window == nil { return moveToEnd(last: true) }
        mode = mode == .window ? .soFar : mode == .soFar ? .all : .window
    }

    private mutating func changeScale() {
        scale = scale == .automatic ? .linear : scale == .linear ? .root : .automatic
    }

    /// The window has the bars from one column to another.
    private mutating func drag(from start: Int, to end: Int) {
        guard let axis else { return }
        let first = min(max(min(start, end), 0), axis.columns - 1)
        let last = min(max(max(start, end), 0), axis.columns - 1)
        guard let firstBar = axis.bar(atColumn: first), let lastBar = axis.bar(atColumn: last) else { return }
        put(axis.edges[firstBar]..<axis.edges[lastBar + 1])
    }
}
