import CellGraphics
import MapModel

extension AppState {
    mutating func switchSection() -> [Effect] {
        guard panels.isSearchOpen, search.session?.switchSection() == true else { return [] }
        return scrollResults() + previewResult()
    }

    /// Scrolls so that the cursor is on the screen, and asks for what the lines there say.
    mutating func scrollResults() -> [Effect] {
        guard panels.isSearchOpen, search.session != nil else { return [] }
        let list = ResultList(state: self)
        search.session?.rowCursor.top = list.rowTop
        search.session?.placeCursor.top = list.placeTop
        let missing = list.entries.compactMap { entry -> UInt32? in
            guard case .row(let match) = entry.result, texts.summaries[match.row] == nil else { return nil }
            return match.row
        }
        return missing.isEmpty ? [] : [.readSummaries(rows: missing)]
    }

    /// Shows the result under the cursor on the map; Esc takes it back.
    mutating func previewResult() -> [Effect] {
        guard let session = search.session else { return [] }
        switch session.current {
        case .row(let match):
            selection.placemark = session.origin.placemark
            select(at: match.index)
            bringToView(selection.current?.point)
        case .place?, .street?:
            selection.current = session.origin.selection
            if let result = session.current { mark(result) }
            fitPlacemark()
        case nil: return []
        }
        return selection.readRecord()
    }

    mutating func mark(_ result: SearchResult) {
        switch result {
        case .row: return
        case .place(let match):
            guard let place = shipped.atlas?.gazetteer.place(match.place) else { return }
            selection.placemark = Placemark(place)
        case .street(let match):
            selection.placemark = Placemark(
                coordinate: match.coordinate, name: DisplayText(sanitising: match.name, limit: 200),
                place: nil)
        }
    }

    /// Moves the map, without a trace in its history, so that `point` is its middle unless it is in sight.
    mutating func bringToView(_ point: WorldPoint?) {
        if let point, !visibleMap.contains(map.viewport.dot(of: point).cell) {
            map.viewport = map.viewport.offset(point, to: visibleMap.dots)
        }
        refreshAnnotations(animated: false)
    }

    mutating func fitPlacemark() {
        guard let placemark = selection.placemark else { return }
        map.viewport = map.fitted(to: placemark, in: visibleMap)
        refreshAnnotations(animated: false)
    }
}
