import CellGraphics
import DataSets
import MapModel
import Rows

/// Rows that move: what their messages and keys about them do.
extension AppState {
    /// Rows that move.
    package internal(set) var things: FollowedThings {
        get { data.things }
        _modify { yield &data.things }
    }

    // MARK: - Messages

    /// The things that came with rows, or the question for the headings of those of a file.
    mutating func adoptThings(_ change: RowsChange) -> [Effect] {
        switch change {
        case .grown(let loaded, _):
            let faults = things.all?.connectionFaults ?? []
            things.adopt(loaded.things, keeping: selection.current?.row, at: now)
            reportConnections(since: faults)
            return receive(alerts: loaded.alerts)
        case .loaded(let loaded), .reloaded(let loaded, _):
            if loaded.things == nil, !things.areFollowed { things.forget() }
            things.adopt(loaded.things, at: now)
            things.end(at: now)
            return receive(alerts: loaded.alerts) + askForHeadings()
        case .chosen, .answered, .cached, .matched, .near, .fetched, .compared: break
        }
        return askForHeadings()
    }

    /// Says once that a connection is lost, and that it is back; the status says it meanwhile.
    private mutating func reportConnections(since before: [String]) {
        let faults = things.all?.connectionFaults ?? []
        if let fault = faults.first, before.isEmpty {
            report(KeyedText(DisplayText(sanitising: fault, limit: 200)), .warning)
        } else if faults.isEmpty, !before.isEmpty {
            report("Connected again")
        }
    }

    private mutating func askForHeadings() -> [Effect] {
        guard data.loading == .done, !data.origin.isQueried, !things.areFollowed,
            things.askedHeadings != data.numbering, ThingColumns(data.columnNames).course != nil
        else { return [] }
        things.askedHeadings = data.numbering
        return [.readHeadings(numbering: data.numbering)]
    }

    /// The headings of the rows of a file.
    mutating func receive(headings: ThingSet?, numbering: Int) {
        guard numbering == data.numbering, let headings else { return }
        things.adopt(headings, at: now)
        things.end(at: now)
        refreshAnnotations(animated: false)
    }

    /// The same rows a while later.
    mutating func receive(things data: LoadedData?) -> [Effect] {
        guard let data, self.data.isReading else { return [] }
        return grow(data, nil)
    }

    /// Asks for what has become of things that say nothing.
    mutating func renewThings() -> [Effect] {
        things.takesDueRenewal(at: now) ? [.passThings] : []
    }

    /// How long until something about things is drawn otherwise without a message.
    var timeToNextThing: Duration? {
        guard things.areFollowed, data.isStreaming, things.pause == nil else { return nil }
        let isClockShown = panels.showsDetails && selectedThing != nil
        return [
            things.timeToNextState(at: now), things.alerts.timeToNextEnd(at: now),
            isClockShown ? .seconds(1) : nil,
        ].compactMap(\.self).min()
    }

    /// Whether the view is to show all rows anew: things move all the time, and the map only where they have left it.
    func mustFit(_ bounds: GeoBounds) -> Bool {
        !(things.areFollowed && things.hasFitted) || !map.holds(bounds, in: visibleMap)
    }

    // MARK: - What is selected

    /// The selected row, where it moves.
    package var selectedThing: Thing? {
        guard let selected = selection.current, selected.hasRow, !selected.isCluster else { return nil }
        return things.all?[selected.row] ?? things.departed.flatMap { $0.row == selected.row ? $0 : nil }
    }

    /// How things are written.
    package var thingText: ThingText {
        ThingText(unit: screen.distanceUnit, isASCII: screen.appearance.charset == .ascii)
    }

    /// The rows of the annotations in view, each once.
    mutating func noteThingsInView() {
        guard !things.isEmpty else { return things.rowsInView = [] }
        var rows: [UInt32] = []
        guard annotations.density.picture == nil, !showsAreasAlone else {
            data.tree.visit(in: window(of: visibleMap)) { index in
                rows.append(data.tree.row(at: index))
                return true
            }
            return things.rowsInView = rows
        }
        let window = annotations.set.window
        // Not a part of the state: that would be copied for each row.
        let tree = data.tree
        for annotation in annotations.placed {
            for part in annotation.parts {
                if case .place(let row) = part.id {
                    rows.append(row)
                } else {
                    data.rows.members(of: part, in: window).forEach { index in
                        rows.append(tree.row(at: index))
                    }
                }
            }
        }
        things.rowsInView = rows
    }

    // MARK: - Display

    /// Things stand one by one where there is room, unless the user chose how rows are shown.
    mutating func chooseThingDisplay() {
        guard !things.isEmpty, map.layers.data else { return map.showsSingleRows = false }
        let count = data.tree.count(in: map.viewport.window(of: layout.map.dots))
        map.showsSingleRows = ThingDisplay.isSingle(count, in: layout.map, before: map.showsSingleRows)
    }

    /// Whether the ways of things are drawn.
    package var showsTrails: Bool {
        things.areFollowed && things.trails != .none && map.display == .dots && map.layers.data
            && !screen.appearance.isSketch && !showsAreasAlone
    }

    // MARK: - Keys

    /// `w`: trails as long as usual, all, none.
    mutating func changeTrails() {
        guard things.areFollowed else {
            return report("Nothing moves here: trails are for streams with --id, and feeds")
        }
        things.trails = things.trails.next
        report(KeyedText(trailWords))
    }

    private var trailWords: DisplayText {
        switch things.trails {
        case .none: "No trails"
        case .all: "Trails: all that is known"
        case .standard: "Trails: \(trailSpan)"
        }
    }

    /// "5 min", of the kind that most things are.
    package var trailSpan: DisplayText {
        guard let set = things.all else { return "" }
        var counts = ThingKind.allCases.map { _ in 0 }
        for index in set.things.indices { counts[Int(set.things[index].kind.rawValue)] += 1 }
        let most = counts.max() ?? 0
        let kind = most == 0 ? .other : ThingKind.allCases[counts.firstIndex(of: most) ?? 0]
        return DisplayText(sanitising: ThingText.span(set.choice.times(of: kind).trailSeconds))
    }

    /// `:pause` holds the picture.
    mutating func togglePause() -> [Effect] {
        guard data.isStreaming || things.pause != nil else {
            report("Nothing is streaming")
            return []
        }
        if let held = things.togglePause() {
            report("Going on")
            return rowsChanged(.grown(held, isStream: true))
        }
        report(things.pause == nil ? "Going on" : "Paused: reading goes on")
        return []
    }

    /// `R`: things are back when they are heard again.
    mutating func forgetThings() -> [Effect] {
        report("Forgotten: things are back when they are heard again")
        return [.forgetThings]
    }

    // MARK: - Following

    /// `G` on a thing: the map goes along with it, or no more.
    mutating func toggleFollowingThing() {
        things.followsSelection.toggle()
        guard things.followsSelection else { return report("Not following") }
        let name = selection.current.flatMap { texts.labels[$0.row] } ?? .empty
        report(name.isEmpty ? "Following" : "Following \(name.clipped(to: 30))")
        followThing(evenIfNear: true)
    }

    /// Moves the map by whole cells when the thing leaves the middle half of it: most messages change few cells.
    mutating func followThing(evenIfNear: Bool = false) {
        guard things.followsSelection else { return }
        guard let selected = selection.current, selected.hasRow else {
            return things.followsSelection = false
        }
        let point = selected.point
        let cell = map.viewport.dot(of: point).cell
        guard evenIfNear || !visibleMap.middleHalf.contains(cell) else { return }
        let target = centered(
            on: point,
            visibleMap.contains(cell) ? map.viewport : map.viewport.offset(point, to: visibleMap.dots))
        guard target != map.viewport else { return }
        map.isViewChosen = true
        map.viewport = target
    }
}
