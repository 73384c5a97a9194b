import CellGraphics
import MapModel
import Receivers

extension AppState {
    /// A position is shown with the streets around it, unless the user chose the view.
    private static let followZoom = 14.0
    /// Nearby rows are listed again after a move of so many metres.
    private static let nearbyStepMeters = 10.0

    /// Takes the events of the position source.
    mutating func receive(_ events: [PositionEvent], at time: UTCInstant) -> [Effect] {
        if position == nil { swap(&position, &feedPosition) }
        guard position != nil else { return [] }
        let before = position?.coordinate
        for event in events {
            position?.take(event, at: time, now)
            if case .note(let words) = event { report(KeyedText(words)) }
        }
        var effects: [Effect] = []
        if let judged = position?.takeJudged(), !judged.isEmpty { effects.append(.writeVerdicts(judged)) }
        if position?.isSaveDue(at: now) == true { effects.append(.saveTrack) }
        guard position?.coordinate != before else { return effects }
        followPosition()
        return effects + moveNearby()
    }

    /// The source could not be read; there will be no more positions.
    mutating func failPosition(_ message: String) {
        position?.take(.status(.ended), at: .earliest, now)
        report(KeyedText(message), .error)
    }

    // MARK: - Following

    /// `G`: follows the position, or no more.
    mutating func toggleFollow() {
        guard let follow = position?.follow else {
            return report("No position: start with --gps or --nmea", .warning)
        }
        guard follow != .on else {
            position?.follow = .off
            return report("Not following: press \(key: .follow) to follow")
        }
        position?.follow = .on
        guard position?.coordinate != nil else {
            return report(
                position?.hasEnded == true
                    ? "The log has ended without a fix" : "Following starts with the first fix")
        }
        report("Following your position")
        let present = map.home
        followPosition(evenIfNear: true)
        if map.home != present { map.history.leave(present, by: .jump) }
    }

    /// The user moved the map: it stays where it was put.
    mutating func pauseFollowing() {
        guard position?.follow == .on else { return }
        position?.follow = .paused
        if screen.message == nil, position?.coordinate != nil {
            report("Following paused: press \(key: .follow) to resume")
        }
    }

    /// Moves the map by whole cells when the position leaves the middle half of it: most fixes change few cells.
    private mutating func followPosition(evenIfNear: Bool = false) {
        guard let position, position.follow == .on, let point = position.point else { return }
        let visible = visibleMap
        let target: Viewport
        if !position.wasShown {
            self.position?.wasShown = true
            let zoom = map.isViewChosen ? map.viewport.zoom : max(map.viewport.zoom, Self.followZoom)
            map.isViewChosen = true
            target = centered(on: point, Viewport(center: point, zoom: zoom, size: map.viewport.size))
        } else {
            let cell = map.viewport.dot(of: point).cell
            guard evenIfNear || !visible.middleHalf.contains(cell) else { return }
            target = centered(
                on: point,
                visible.contains(cell) ? map.viewport : map.viewport.offset(point, to: visible.dots))
        }
        guard target != map.viewport else { return }
        map.viewport = target
        refreshAnnotations(animated: false)
    }

    /// The view moved by whole cells, so that a point lies in the middle one.
    func centered(on point: WorldPoint, _ view: Viewport) -> Viewport {
        let cell = view.dot(of: point).cell
        let middle = visibleMap.middle
        return view.panned(columns: cell.column - middle.column, rows: cell.row - middle.row)
    }

    // MARK: - What is near

    /// What is near the position goes with it.
    private mutating func moveNearby() -> [Effect] {
        guard let nearby, nearby.followsPosition, let place = position?.coordinate,
            GreatCircle.distance(from: nearby.center, to: place) >= Self.nearbyStepMeters
        else { return [] }
        self.nearby?.center = place
        return findNearby()
    }

    // MARK: - Panel

    mutating func togglePositionPanel() -> [Effect] {
        if panels.current == .position { return closePanel() }
        guard position != nil else {
            report("No position: start with --gps or --nmea", .warning)
            return []
        }
        return open(.position)
    }
}

extension CellRect {
    /// The cells that are nearer to the middle than to the rim.
    var middleHalf: CellRect {
        CellRect(
            column: column + width / 4, row: row + height / 4, width: (width + 1) / 2,
            height: (height + 1) / 2)
    }
}

extension Action {
    /// Whether the user did it, so that a move of the map is meant; a zoom keeps what is in its middle, and Esc
    /// goes back to where the map was.
    var movesMapByHand: Bool {
        switch self {
        case .command(.zoom), .command(.follow), .command(.cancel), .typed(.cancel): false
        case .command, .typed, .dragged, .clicked, .doubleClicked: true
        default: false
        }
    }

    /// Whether it pans or zooms and does nothing else.
    var movesMapOnly: Bool {
        switch self {
        case .command(.zoom), .zoomAt: true
        default: pansMapOnly
        }
    }

    /// Whether it pans and does nothing else.
    var pansMapOnly: Bool {
        switch self {
        case .command(.pan), .dragged: true
        default: false
        }
    }

    /// Whether it may change what is near, and with it the view.
    var changesRadius: Bool {
        switch self {
        case .command(.nearby), .command(.radius), .typed: true
        default: false
        }
    }
}
