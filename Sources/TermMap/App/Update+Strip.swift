import CellGraphics
import MapModel
import RowValues
import Rows

/// The strip of a journey: its cursor runs along the way on the map, too.
extension AppState {
    package var strip: JourneyStrip? { map.journeys.strip }

    // MARK: - Commands

    mutating func carryOut(_ command: StripCommand) -> [Effect] {
        if command == .toggle { return toggleStrip() }
        guard let shown = strip?.shown else {
            if strip == nil { report("The profile is closed: \(key: .strip(.toggle)) opens it") }
            return []
        }
        let axis = stripAxis(of: shown)
        let before = strip?.cursor
        switch command {
        case .toggle: break
        case .move(let columns, let ranging):
            map.journeys.strip?.move(columns: columns, ranging: ranging, in: axis)
        case .moveTenths(let tenths, let ranging):
            let columns = tenths * max(axis.count / 10, 1)
            map.journeys.strip?.move(columns: columns, ranging: ranging, in: axis)
        case .moveToEnd(let last, let ranging):
            map.journeys.strip?.moveToEnd(last: last, ranging: ranging, in: axis)
        case .range:
            map.journeys.strip?.toggleRanging()
            if strip?.isRanging == true { report("Arrows draw a range: \(key: .cancel) ends it") }
        case .column(let step): map.journeys.strip?.turnColumn(by: step)
        case .axis:
            let other = stripAxis(of: shown, isByTime: strip?.isByTime == false)
            if map.journeys.strip?.turnAxis(to: other) != true { report("This track has no times", .warning) }
        case .fit: fitRange(of: shown)
        case .stop(let step): goToStop(by: step)
        case .journey(let step): turnJourney(by: step)
        case .figures: return panels.current == .journey ? closePanel() : open(.journey)
        case .filter: return filterByRange(of: shown)
        case .copy: return copy(Array(stripLine.utf8), "The figures")
        case .point(let column): putCursor(atColumn: column, axis)
        case .drag(let start, let end): drawRange(from: start, to: end, axis)
        case .climb(let column): selectClimb(at: column, shown, axis)
        }
        if strip?.cursor != before { revealCursor() }
        return []
    }

    /// `p`: the profile of the selected track, else of the only one, else of the nearest to the middle.
    private mutating func toggleStrip() -> [Effect] {
        if panels.current == .stops { return profileOfStay() }
        guard strip == nil else {
            closeStrip()
            return []
        }
        let isOwn = panels.current == .position
        if isOwn, position?.track.isEmpty != false {
            report("Your own track has no points yet", .warning)
            return []
        }
        // A thing that is heard again and again has its trail; a row of a file is a track, or none.
        let thing = isOwn || !things.areFollowed ? nil : selectedThing.flatMap { $0.trail.isEmpty ? nil : $0 }
        if !isOwn, thing == nil, things.areFollowed || data.areFeedThings {
            report(
                selectedThing == nil
                    ? "Select something that moves: \(key: .strip(.toggle)) shows the way that it has come"
                    : "No trail of it is known", .warning)
            return []
        }
        if !isOwn, thing == nil, let reason = reasonAgainstJourneys {
            report(reason, .warning)
            return []
        }
        let effects = map.band == nil ? [] : toggleBand()
        map.journeys.forget()
        map.journeys.strip = JourneyStrip()
        map.journeys.isOwn = isOwn
        map.journeys.thing = thing?.row
        if isOwn { setPanel(nil) }
        let selected = selection.current.flatMap { $0.hasRow && !$0.isCluster ? $0.row : nil }
        map.journeys.wanted = selected.map { .row($0) } ?? .near(map.middle)
        fitStrip()
        return effects
    }

    /// Why there can be no journeys of the rows.
    var reasonAgainstJourneys: KeyedText? {
        if data.origin.isQueried { return "Journeys do not work with a server: its rows are not loaded" }
        if data.isMapAlone || data.rowTotal == 0 && data.loading == .done { return "There are no rows" }
        return nil
    }

    /// Gives its rows back to the map.
    mutating func closeStrip() {
        guard strip != nil else { return }
        map.journeys.strip = nil
        map.journeys.forget()
        if panels.current == .journey { setPanel(nil) }
        fitStrip()
    }

    /// Brings the strip back where the band of time that replaced it failed; whether there was one.
    mutating func restoreStrip() -> Bool {
        guard map.journeys.restoreReplaced() else { return false }
        fitStrip()
        return true
    }

    /// Esc: the range, then the strip.
    mutating func cancelStrip() {
        if strip?.hasRange == true {
            map.journeys.strip?.endRange()
        } else {
            closeStrip()
        }
    }

    /// The map is what the strip leaves; it keeps its scale.
    private mutating func fitStrip() {
        map.makeRoom(layout.visibleMap)
        refreshAnnotations(animated: false)
    }

    // MARK: - Moving along

    private mutating func putCursor(atColumn column: Int, _ axis: StripAxis) {
        guard let x = axis.middle(of: clampedColumn(column, axis)) else { return }
        map.journeys.strip?.put(x, ranging: false, axis)
    }

    private func clampedColumn(_ column: Int, _ axis: StripAxis) -> Int {
        min(max(stripLayout.plotColumn(at: column), 0), axis.count - 1)
    }

    private mutating func drawRange(from start: Int, to end: Int, _ axis: StripAxis) {
        let columns = [start, end].map { clampedColumn($0, axis) }
        guard let first = axis.stretch(of: columns[0]), let last = axis.stretch(of: columns[1]) else {
            return
        }
        if columns[0] <= columns[1] {
            map.journeys.strip?.setRange(first.lowerBound, last.upperBound, axis)
        } else {
            map.journeys.strip?.setRange(first.upperBound, last.lowerBound, axis)
        }
    }

    private mutating func selectClimb(at column: Int, _ shown: ShownJourney, _ axis: StripAxis) {
        guard let isByTime = strip?.isByTime, let x = axis.middle(of: clampedColumn(column, axis)) else {
            return
        }
        let position = shown.position(at: x, isByTime)
        guard let climb = shown.climb(around: position) else {
            return report("There is no climb here: its heights are not known, or do not change by 5 m")
        }
        map.journeys.strip?.setRange(climb, axis)
    }

    private mutating func goToStop(by step: Int) {
        guard let stop = map.journeys.strip?.stop(step: step) else {
            return report(
                strip?.shown?.hasTimes == true
                    ? "There is no stop on the way" : "Without times there are no stops")
        }
        report(KeyedText("Stop of " + JourneyWords.stay(stop.seconds)))
    }

    private mutating func turnJourney(by step: Int) {
        guard strip?.journeys.count ?? 0 > 1 else { return report("There is only one track") }
        map.journeys.strip?.turnJourney(by: step)
        revealCursor(evenIfNear: true)
    }

    /// The map shows the range, or all of the journey.
    private mutating func fitRange(of shown: ShownJourney) {
        guard
            let bounds = shown.line.bounds(
                of: strip?.range.map { $0.lowerBound.number...$0.upperBound.number })
        else { return }
        show(fitted(to: bounds, maximumZoom: Viewport.maximumZoom), by: .jump)
    }

    /// Moves the map by whole cells until the cursor is in view.
    mutating func revealCursor(evenIfNear: Bool = false) {
        guard let strip, let shown = strip.shown, layout.panel != layout.map else { return }
        let point = shown.line.point(at: strip.cursor.number)
        let onMap = WorldPoint(x: point.x - point.x.rounded(.down), y: point.y)
        let cell = map.viewport.dot(of: onMap).cell
        if !visibleMap.contains(cell), evenIfNear || !cell.isNear(visibleMap) {
            return show(map.viewport.offset(onMap, to: visibleMap.dots), by: .pan)
        }
        let rect = CellRect(column: cell.column - 1, row: cell.row, width: 3, height: 1)
        if let target = map.revealing(rect, in: visibleMap) { show(target, by: .pan) }
    }

    // MARK: - Rows

    /// Only the rows of the range: those that are points of the journey, by their times.
    private mutating func filterByRange(of shown: ShownJourney) -> [Effect] {
        guard let range = strip?.range else {
            report("Draw a range first: \(key: .strip(.range)), then arrows")
            return []
        }
        let journey = shown.journey
        guard shown.hasRows, journey.hasTimes else {
            report("The points of this track are no rows of their own: there is nothing to filter", .warning)
            return []
        }
        let points = range.lowerBound.nextPoint...max(range.upperBound.point, range.lowerBound.nextPoint)
        let moments = journey.moments[points]
        guard let first = moments.min(), let last = moments.max() else { return [] }
        var query = data.query
        var time = query.time ?? query.calendar.question
        time.windows = [.between(from: first, until: last + 1)]
        time.text = BandWords(time.shownZone).window(first..<last + 1)
        query.time = time
        report("Only the rows of the range: \(key: .clearFilter) shows all")
        return ask(query)
    }
}

extension CellPoint {
    /// Not further off than the size of a map.
    fileprivate func isNear(_ map: CellRect) -> Bool {
        CellRect(
            column: map.column - map.width, row: map.row - map.height, width: 3 * map.width,
            height: 3 * map.height
        ).contains(self)
    }
}
