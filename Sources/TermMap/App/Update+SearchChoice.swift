import CellGraphics
import MapModel
import Streams

extension AppState {
    mutating func chooseResult() -> [Effect] {
        guard let search else { return [] }
        self.search?.choosesFirst = false
        guard search.isUpToDate, let result = search.current else {
            do throws(CoordinateText.Failure) {
                return choose(try CoordinateText(search.field.text))
            } catch {
                // A lone number is a name that nothing has; two numbers and something left over are not.
                switch error {
                case .notACoordinate, .malformed(_, rest: nil): break
                case .malformed, .latitudeOutOfRange, .longitudeOutOfRange:
                    tell(DisplayText(sanitising: error.description, limit: 200), .error)
                    return []
                }
            }
            if search.isWaiting {
                self.search?.choosesFirst = true
            } else if search.query.isLongEnough {
                let fault = atlasFault.map { DisplayText(sanitising: $0) }
                tell(
                    fault ?? "No matches for “\(DisplayText(sanitising: search.field.text, limit: 60))”",
                    .warning)
            }
            return []
        }
        remember(search.field.text)
        isViewChosen = true
        panelMove = nil
        let effects: [Effect]
        switch result {
        case .row(let match): effects = choose(match)
        case .place(let match): effects = choose(match)
        }
        if viewport != search.origin.viewport { history.leave(search.origin.viewport, by: .jump) }
        return effects
    }

    /// A place is chosen: it is what one looks at now, not the rows that have a name like it.
    mutating func choose(_ match: PlaceMatch) -> [Effect] {
        search?.scope = .places
        search?.rows = nil
        search?.section = .places
        selection = nil
        record = nil
        return mark(match) + openPlace(fitting: true)
    }

    /// A coordinate was typed where a name is asked for.
    mutating func choose(_ target: CoordinateText) -> [Effect] {
        guard let origin = search?.origin else { return [] }
        remember(search?.field.text ?? "")
        search = nil
        selection = nil
        record = nil
        placemark = Placemark(
            coordinate: target.coordinate, name: PlaceText.coordinate(target.coordinate, zoom: 7), place: nil)
        isViewChosen = true
        history.leave(origin.viewport, by: .jump)
        return openPlace(fitting: true) + [.cancelSearch]
    }

    mutating func remember(_ text: String) {
        searchHistory.removeAll { $0 == text }
        searchHistory.append(text)
        if searchHistory.count > Self.keptSearches { searchHistory.removeFirst() }
    }

    mutating func choose(_ match: RowMatch) -> [Effect] {
        placemark = search?.origin.placemark
        select(match)
        panel = .details(scroll: 0, back: nil)
        nearby = nil
        return showSelectedRow() + readSelection()
    }

    /// Shows the selected row: where it is in sight by itself nothing moves.
    mutating func showSelectedRow() -> [Effect] {
        guard let selection else { return [] }
        let effects = refreshAnnotations(animated: false)
        if let annotation = selectedAnnotation, annotation.isPlace { return effects }
        let view = Viewport(
            center: selection.point, zoom: max(viewport.zoom, Self.rowZoom), size: viewport.size)
        viewport = view.offset(selection.point, to: visibleMap.dots)
        return refreshAnnotations(animated: true)
    }

    /// Opens the panel of the placemark.
    mutating func openPlace(fitting: Bool) -> [Effect] {
        panel = .place(scroll: 0)
        nearby = nil
        if fitting { return fitPlacemark() }
        return refreshAnnotations(animated: false)
    }

    mutating func cancelSearch() -> [Effect] {
        guard let origin = search?.origin else { return closePanel() }
        panel = nil
        panelMove = nil
        search = nil
        viewport = origin.viewport.resized(to: viewport.size)
        selection = origin.selection
        placemark = origin.placemark
        return refreshAnnotations(animated: false) + readSelection() + [.cancelSearch]
    }

    /// Forgets what was found.
    mutating func clearSearch() -> [Effect] {
        search = nil
        lightRows()
        return [.cancelSearch]
    }

    // MARK: - Walking through the matches

    mutating func selectMatch(forward: Bool) -> [Effect] {
        guard let search, let total = search.matchCount, total > 0 else {
            tell(search?.isWaiting == true ? "Still searching" : "No search yet: press / to search")
            return []
        }
        let step = forward ? 1 : -1
        if search.scope == .places || search.count(of: .rows) == 0 {
            let places = search.places?.listed ?? []
            let index = wrapped((search.placePosition.cursor) + step, places.count)
            self.search?.placePosition.cursor = index
            history.leave(viewport, by: .jump)
            selection = nil
            record = nil
            let effects = mark(places[index]) + openPlace(fitting: true)
            tell("Place \((index + 1).grouped) of \(places.count.grouped)")
            return effects
        }
        let rows = search.rows?.listed ?? []
        let current = selection.flatMap { selected in rows.firstIndex { $0.row == selected.row } }
        let index = current.map { wrapped($0 + step, rows.count) } ?? (forward ? 0 : rows.count - 1)
        self.search?.rowPosition.cursor = index
        select(rows[index])
        let before = viewport
        let effects = bringToView(selection?.point)
        if viewport != before { history.leave(before, by: .jump) }
        tell("Match \((index + 1).grouped) of \(rows.count.grouped)" + beyondList(search))
        return effects + readSelection()
    }

    func beyondList(_ search: Search) -> DisplayText {
        guard let rows = search.rows, rows.total > rows.listed.count else { return "" }
        return " (\(rows.total.grouped) in total)"
    }

    func wrapped(_ index: Int, _ count: Int) -> Int { (index + count) % count }
}

extension Search {
    /// Matches that can be walked through; nil when nothing was asked.
    var matchCount: Int? {
        guard query.isLongEnough else { return nil }
        return scope == .rows && count(of: .rows) > 0 ? count(of: .rows) : count(of: .places)
    }
}
