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
        switch command {
        case .row(let count): return selectRowInTime(by: count)
        case .play: return togglePlaying()
        case .playKind: return changePlayKind()
        case .compare: return compareWindows()
        case .otherWindow:
            map.band?.switchWindows()
            return []
        default: break
        }
        if map.band?.playing != nil, command == .closer || command == .wider {
            map.band?.playing?.changeSpeed(by: command == .closer ? 1 : -1)
            return []
        }
        let layout = bandLayout
        let before = (map.band?.wanted, map.band?.marked, map.band?.other)
        map.band?.carryOut(command, in: layout)
        // What is asked by --time stays as it is until the window is moved.
        return (map.band?.wanted, map.band?.marked, map.band?.other) == before ? [] : askForWindow()
    }

    /// `gt`: opens the band; closed, it leaves the window.
    mutating func toggleBand() -> [Effect] {
        guard map.band == nil else {
            map.journeys.dropReplaced()
            closeBand()
            var query = data.query
            query.ordersTimes = false
            (query.otherWindow, query.newFrom) = (nil, nil)
            if query.time?.windows.isEmpty == true { query.time = nil }
            return ask(query)
        }
        map.journeys.keepReplaced()
        closeStrip()
        var query = data.query
        query.time = query.time ?? query.calendar.question
        query.ordersTimes = !data.origin.isQueried
        if data.origin.isQueried { query.time = data.query.time }
        map.band = TimeBand(zone: query.calendar.question.shownZone)
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
            return stopPlaying()
        } else if map.band?.comparison != nil, map.band?.fold == nil {
            map.band?.endComparison()
            fitBand()
            return askForWindow()
        } else if map.band?.fold != nil {
            return toggleFold()
        } else if map.band?.window != nil {
            map.band?.window = nil
            return askForWindow()
        } else {
            return toggleBand()
        }
    }

    /// The rows of the window; those of all time without one.
    ///
    /// - Parameter newFrom: from when on rows are marked as new.
    mutating func askForWindow(newFrom: Int64? = nil) -> [Effect] {
        guard let band = map.band else { return [] }
        var query = data.query
        var time = query.time ?? data.query.calendar.question
        if let wanted = band.wanted {
            // Also in the place of the newest rows.
            time.windows = time.recurring + [wanted]
        } else {
            time.windows = time.windows.filter { if case .between = $0 { false } else { true } }
        }
        time.text = band.marked.map { BandWords(band.zone).window($0) } ?? ""
        query.time = time
        query.otherWindow = band.other.map { other in
            .init(.between(from: other.lowerBound, until: other.upperBound), isMerged: !showsTwoMaps)
        }
        query.newFrom = newFrom
        map.band?.server?.askedAt = now
        if data.origin.isQueried, time.windows.isEmpty { query.time = nil }
        return ask(query)
    }

    // MARK: - Two windows

    /// `x`: two maps, one map of the difference, one window; two maps have no room on a narrow screen.
    private mutating func compareWindows() -> [Effect] {
        switch map.band?.comparison {
        case nil: map.band?.compare(screen.columns >= Self.columnsForTwoMaps ? .sideBySide : .difference)
        case .sideBySide: map.band?.comparison = .difference
        case .difference: map.band?.endComparison()
        }
        fitBand()
        return askForWindow()
    }

    /// Two maps are shown from this width on.
    private static let columnsForTwoMaps = 100

    /// Whether two maps are beside each other; a panel needs the room of one.
    package var showsTwoMaps: Bool {
        map.band?.comparison == .sideBySide && panels.current == nil && map.band?.fold == nil
            && screen.columns >= Self.columnsForTwoMaps
    }

    // MARK: - Playing

    private mutating func togglePlaying() -> [Effect] {
        guard var band = map.band, let shown = band.shown else { return [] }
        if band.playing != nil { return stopPlaying() }
        guard canPlayServer() else { return [] }
        if band.window == nil { band.moveToEnd(last: false) }
        band.playing = TimePlay(showing: shown.upperBound - shown.lowerBound, at: now)
        map.band = band
        return askForWindow()
    }

    private mutating func stopPlaying() -> [Effect] {
        map.band?.playing = nil
        return askForWindow()
    }

    /// `p`: by the clock of the data, or from row to row.
    private mutating func changePlayKind() -> [Effect] {
        let effects = map.band?.playing == nil ? togglePlaying() : []
        let counted = map.band?.counts?.bars.reduce(0, +)
        map.band?.playing?.changeKind(rows: data.rows.timeline?.order.count ?? counted ?? 0)
        return effects
    }

    /// The next picture, once the one before is there.
    mutating func playBand() -> [Effect] {
        guard map.band?.playing != nil, data.query == data.answeredQuery, !data.origin.isWaiting,
            let before = map.band?.window
        else { return [] }
        if !canPlayServer() { return stopPlaying() }
        if let effects = listServerMoments() { return effects }
        let (time, timeline, server) = (now, data.rows.timeline, map.band?.server)
        let view = map.viewport.window(of: visibleMap.dots)
        let goesOn = map.band?.play(at: time) { end, count in
            timeline?.end(of: count, after: end, in: view) ?? server?.end(of: count, after: end)
        }
        if goesOn == false { map.band?.playing = nil }
        guard map.band?.window != before else { return goesOn == false ? askForWindow() : [] }
        return askForWindow(newFrom: goesOn == true ? before.upperBound : nil)
    }

    /// How long until the window moves by itself; nil while it does not, or waits for rows.
    var timeToNextBandStep: Duration? {
        guard data.query == data.answeredQuery, !data.origin.isWaiting,
            map.band?.server?.awaitsMoments != true
        else { return nil }
        return map.band?.playing?.timeToNext(at: now)
    }

    /// The band is open, and the times of the rows are on their way.
    package var awaitsTimes: Bool {
        map.band != nil && map.band?.range == nil
            && (data.query != data.answeredQuery || map.band?.server?.outline == nil && data.origin.isQueried)
    }
}

extension TimeBand {
    /// What a key or the mouse does to the window and to what is shown.
    fileprivate mutating func carryOut(_ command: BandCommand, in layout: BandLayout) {
        switch command {
        case .move(let steps): changeMoving { $0.move(by: steps) }
        case .moveByLength(let later): moveBoth(later: later)
        case .moveToEnd(let last): changeMoving { $0.moveToEnd(last: last) }
        case .moveEnd(let steps): changeMoving { $0.moveEnd(by: steps) }
        case .step(let count): changeStep(by: count)
        case .closer: zoom(closer: true)
        case .wider: zoom(closer: false)
        case .mode: changeMode()
        case .scale: changeScale()
        case .bar(let column):
            held = nil
            changeMoving { $0.drag(from: layout.axisColumn(at: column), to: layout.axisColumn(at: column)) }
        case .drag(let start, let end, let onRail):
            drag(from: layout.axisColumn(at: start), to: layout.axisColumn(at: end), onRail: onRail)
        case .drop: held = nil
        case .toggle, .play, .playKind, .compare, .otherWindow, .fold, .moveRow, .moveEndRow, .restrict,
            .filter, .cell, .row:
            break
        }
    }

    private mutating func changeMode() {
        // Two windows are windows.
        guard comparison == nil else { return }
        if window == nil { return moveToEnd(last: true) }
        mode = mode == .window ? .soFar : mode == .soFar ? .all : .window
    }

    private mutating func changeScale() {
        scale = BandHeights.isRoot(counts?.bars ?? [], scale) ? .linear : .root
    }

    /// On the rail the window, or an end of it, goes with the mouse; elsewhere another one is drawn.
    private mutating func drag(from start: Int, to end: Int, onRail: Bool) {
        if held == nil, onRail, let handle = handle(at: start), let marked = movesOther ? other : marked {
            held = (handle, marked)
        }
        guard let (handle, former) = held, onRail else {
            return changeMoving { $0.drag(from: start, to: end) }
        }
        changeMoving { $0.pull(handle, of: former, from: start, to: end) }
    }

    /// The window has the bars from one column to another.
    fileprivate mutating func drag(from start: Int, to end: Int) {
        guard let axis else { return }
        let first = min(max(min(start, end), 0), axis.columns - 1)
        let last = min(max(max(start, end), 0), axis.columns - 1)
        guard let firstBar = axis.bar(atColumn: first), let lastBar = axis.bar(atColumn: last) else { return }
        put(axis.edges[firstBar]..<axis.edges[lastBar + 1])
    }
}
