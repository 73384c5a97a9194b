import CellGraphics
import MapModel
import Streams

extension AppState {
    mutating func switchSection() -> [Effect] {
        guard panels.list == .search, search.session?.switchSection() == true else { return [] }
        return scrollResults() + previewResult()
    }

    /// Scrolls so that the cursor is on the screen, and asks for what the lines there say.
    mutating func scrollResults() -> [Effect] {
        guard panels.list == .search, search.session != nil else { return [] }
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

    mutating func chooseResult() -> [Effect] {
        guard let session = search.session else { return [] }
        search.session?.choosesFirst = false
        guard session.isUpToDate, let result = session.current else {
            do throws(CoordinateText.Failure) {
                return choose(try CoordinateText(session.field.text))
            } catch {
                // A lone number is a name that nothing has; two numbers and something left over are not.
                switch error {
                case .notACoordinate, .malformed(_, rest: nil): break
                case .malformed, .latitudeOutOfRange, .longitudeOutOfRange, .badCode, .ambiguousZone:
                    report(KeyedText(error.description, limit: 200), .error)
                    return []
                }
            }
            if session.isWaiting {
                search.session?.choosesFirst = true
            } else if session.query.isLongEnough {
                let fault = shipped.atlasError.map { KeyedText($0) }
                report(
                    fault ?? "No matches for “\(DisplayText(sanitising: session.field.text, limit: 60))”",
                    .warning)
            }
            return []
        }
        search.remember(session.field.text)
        map.isViewChosen = true
        let effects: [Effect]
        switch result {
        case .row(let match): effects = choose(match)
        case .place, .street: effects = choosePlace(result)
        }
        if map.home != session.origin.view { map.history.leave(session.origin.view, by: .jump) }
        return effects
    }

    /// A place is chosen: it is what one looks at now, not the rows that have a name like it.
    private mutating func choosePlace(_ result: SearchResult) -> [Effect] {
        search.session?.narrowToPlaces()
        selection.clear()
        mark(result)
        openPlace()
        return []
    }

    /// A coordinate was typed where a name is asked for.
    private mutating func choose(_ target: CoordinateText) -> [Effect] {
        guard let session = search.session else { return [] }
        search.remember(session.field.text)
        search.session = nil
        selection.clear()
        selection.notation = target.notation
        selection.placemark = Placemark(
            coordinate: target.coordinate, name: PlaceText.coordinate(target.coordinate, zoom: 7), place: nil)
        map.isViewChosen = true
        map.history.leave(session.origin.view, by: .jump)
        openPlace()
        return [.cancelSearch]
    }

    private mutating func choose(_ match: RowMatch) -> [Effect] {
        selection.placemark = search.session?.origin.placemark
        select(at: match.index)
        setPanel(.details)
        nearby = nil
        showSelectedRow()
        return selection.readRecord()
    }

    /// Shows the selected row: where it is in sight by itself nothing moves.
    private mutating func showSelectedRow() {
        guard let selected = selection.current else { return }
        refreshAnnotations(animated: false)
        if selectedAnnotation?.isPlace == true { return }
        map.viewport = closeUp(of: selected)
        refreshAnnotations(animated: true)
    }

    /// Opens the panel of the placemark and shows it on the map.
    private mutating func openPlace() {
        setPanel(.place)
        nearby = nil
        fitPlacemark()
    }

    mutating func cancelSearch() -> [Effect] {
        guard let origin = search.session?.origin else { return closePanel() }
        setPanel(nil)
        search.session = nil
        map.show(origin.view)
        selection.current = origin.selection
        selection.placemark = origin.placemark
        refreshAnnotations(animated: false)
        keepAllInView()
        return selection.readRecord() + [.cancelSearch]
    }

    /// Forgets what was found.
    mutating func clearSearch() -> [Effect] {
        search.session = nil
        highlightRows()
        return [.cancelSearch]
    }

    // MARK: - Walking through the matches

    mutating func selectMatch(forward: Bool) -> [Effect] {
        guard let session = search.session, let total = session.matchCount, total > 0 else {
            let isWaiting = search.session?.isWaiting == true
            report(isWaiting ? "Still searching" : "No search yet: press \(key: .search) to search")
            return []
        }
        let step = forward ? 1 : -1
        if session.scope == .places || session.rows?.listed.isEmpty != false {
            selectPlaceMatch(by: step, in: session)
            return []
        }
        let rows = session.rows?.listed ?? []
        let current = selection.current.flatMap { selected in rows.firstIndex { $0.row == selected.row } }
        let index = current.map { wrapped($0 + step, rows.count) } ?? (forward ? 0 : rows.count - 1)
        search.session?.rowCursor.index = index + session.leadingCount
        select(at: rows[index].index)
        let before = map.home
        bringToView(selection.current?.point)
        if map.home != before { map.history.leave(before, by: .jump) }
        report("Match \((index + 1).grouped) of \(rows.count.grouped)\(beyondList(session))")
        return selection.readRecord()
    }

    private mutating func selectPlaceMatch(by step: Int, in session: Search) {
        let count = session.count(of: .places)
        let index = wrapped(session.placeCursor.index + step, count)
        search.session?.placeCursor.index = index
        map.history.leave(map.home, by: .jump)
        selection.clear()
        if let result = session.result(.places, index) { mark(result) }
        openPlace()
        report("Place \((index + 1).grouped) of \(count.grouped)")
    }

    private func beyondList(_ search: Search) -> DisplayText {
        guard let rows = search.rows, rows.total > rows.listed.count else { return "" }
        return " (\(rows.total.grouped) in total)"
    }

    private func wrapped(_ index: Int, _ count: Int) -> Int { (index + count) % count }
}

extension Search {
    /// Matches that can be walked through; nil when nothing was asked.
    package var matchCount: Int? {
        guard query.isLongEnough else { return nil }
        let rowCount = count(of: .rows) - leadingCount
        return scope == .rows && rowCount > 0 ? rowCount : count(of: .places)
    }
}
