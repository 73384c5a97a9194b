import CellGraphics
import MapModel

extension AppState {
    mutating func moveInResults(by count: Int) -> [Effect] {
        // Up from an empty field, or from the top of an earlier search, goes back in the history.
        if count == -1, let search, !search.hasMoved, search.field.text.isEmpty || search.recalled != nil {
            return recallSearch(older: true)
        }
        guard var search, search.count(of: search.section) > 0 else { return [] }
        let last = search.count(of: search.section) - 1
        let (sum, overflow) = search.position.cursor.addingReportingOverflow(count)
        let target = overflow ? (count > 0 ? last : 0) : sum
        // A single step at the end of the rows goes on to the places, and back.
        if count == 1, target > last, search.section == .rows, search.count(of: .places) > 0 {
            search.section = .places
            search.placePosition.cursor = 0
        } else if count == -1, target < 0, search.section == .places, search.count(of: .rows) > 0 {
            search.section = .rows
        } else {
            search.position.cursor = min(max(target, 0), last)
        }
        search.hasMoved = true
        self.search = search
        return scrollResults() + previewResult()
    }

    mutating func switchSection() -> [Effect] {
        guard case .search = panel, var search else { return [] }
        let other: Search.Section = search.section == .rows ? .places : .rows
        guard search.count(of: other) > 0 else { return [] }
        search.section = other
        search.hasMoved = true
        self.search = search
        return scrollResults() + previewResult()
    }

    /// Puts the cursor on the result that takes a row of the screen.
    mutating func clickResult(atRow row: Int) -> [Effect] {
        let entries = ResultList(state: self).entries
        guard let entry = entries.first(where: { (($0.row)..<($0.row + $0.height)).contains(row) }) else {
            return []
        }
        search?.section = entry.section
        search?.position.cursor = entry.index
        search?.hasMoved = true
        return scrollResults() + previewResult()
    }

    /// Scrolls so that the cursor is on the screen, and asks for what the lines there say.
    mutating func scrollResults() -> [Effect] {
        guard case .search = panel, search != nil else { return [] }
        let list = ResultList(state: self)
        search?.rowPosition.top = list.rowTop
        search?.placePosition.top = list.placeTop
        let missing = list.entries.compactMap { entry -> UInt32? in
            guard case .row(let match) = entry.result, rowSummaries[match.row] == nil else { return nil }
            return match.row
        }
        return missing.isEmpty ? [] : [.readSummaries(rows: missing)]
    }

    /// Shows the result under the cursor on the map; Esc takes it back.
    mutating func previewResult() -> [Effect] {
        switch search?.current {
        case .row(let match):
            placemark = search?.origin.placemark
            select(match)
            return readSelection() + bringToView(selection?.point)
        case .place(let match):
            selection = search?.origin.selection
            return mark(match) + fitPlacemark() + readSelection()
        case nil: return []
        }
    }

    mutating func select(_ match: RowMatch) {
        selection = Selection(row: match.row, at: tree.fixedCoordinate(at: match.position))
    }

    mutating func mark(_ match: PlaceMatch) -> [Effect] {
        guard let place = atlas?.gazetteer.place(match.place) else { return [] }
        placemark = Placemark(place)
        return []
    }

    /// Moves the map, without a trace in its history, so that `point` is its middle unless it is in sight.
    mutating func bringToView(_ point: WorldPoint?) -> [Effect] {
        guard let point, !visibleMap.contains(viewport.dot(of: point).cell) else {
            return refreshAnnotations(animated: false)
        }
        viewport = viewport.offset(point, to: visibleMap.dots)
        return refreshAnnotations(animated: false)
    }

    mutating func fitPlacemark() -> [Effect] {
        guard let placemark else { return [] }
        viewport = fitted(to: placemark)
        return refreshAnnotations(animated: false)
    }

    /// The region of a place, or the surroundings of a coordinate.
    func fitted(to placemark: Placemark) -> Viewport {
        if let place = placemark.place { return fitted(to: place.bounds, maximumZoom: Self.deepestPlaceZoom) }
        let view = Viewport(
            center: placemark.point, zoom: max(viewport.zoom, Self.rowZoom), size: viewport.size)
        return view.offset(placemark.point, to: visibleMap.dots)
    }
}
