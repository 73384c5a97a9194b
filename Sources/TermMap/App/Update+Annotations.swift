import CellGraphics
import MapModel
import Streams

extension AppState {
    /// Row names kept in memory; beyond it the oldest screens are forgotten together.
    private static let keptLabels = 20_000
    /// Names are shown beside single rows from this zoom on.
    static let nameZoom = 6.0

    /// Clusters the rows in view, gives them their cells, and asks for the names that are to be shown.
    mutating func refreshAnnotations(animated: Bool) -> [Effect] {
        let visible = visibleMap
        let window = viewport.window(of: visible.dots)
        let grid = ClusterGrid(viewport: viewport, size: clusterSize)
        let questions = askServer(in: window, grid: grid)
        let next = annotations(in: window, grid: grid)
        if animated, appearance.animates {
            arrivals.begin(annotationSet.changes(to: next).added.map(\.id), at: now)
        } else {
            arrivals.finish()
        }
        annotationSet = next
        annotations = AnnotationLayout.place(
            next.annotations, viewport: viewport, visible: visible, allowsTallBadges: allowsTallBadges)
        lightRows()
        colorLayers()
        return questions + missingLabels()
    }

    /// Marks each annotation all of whose rows come from one of several sources.
    private mutating func colorLayers() {
        guard layerRows.count > 1 else { return }
        for index in annotations.indices {
            let layers = annotations[index].parts.reduce(0) { $0 | self.layers(of: $1) }
            annotations[index].layer = layers.nonzeroBitCount == 1 ? layers.trailingZeroBitCount : nil
        }
    }

    private func layers(of annotation: Annotation) -> LayerMarks.Mask {
        switch annotation.id {
        case .place(let row): 1 << LayerMarks.Mask(layerRows.layer(of: row))
        case .cluster(let id):
            layerMarks.layers(in: tree.members(of: id, in: annotationSet.window), of: tree)
        }
    }

    private func annotations(in window: WorldWindow, grid: ClusterGrid) -> AnnotationSet {
        guard layers.data else { return AnnotationSet(annotations: [], window: window, grid: grid) }
        guard let server else { return AnnotationSet(of: tree, in: window, grid: grid) }
        return AnnotationSet(
            annotations: server.annotations(of: tree, in: window, grid: grid), window: window, grid: grid)
    }

    /// ASCII has no half blocks; the finest cells have no room for three rows.
    var allowsTallBadges: Bool { appearance.charset != .ascii && clusterSize.width > 6 }

    private mutating func missingLabels() -> [Effect] {
        guard viewport.zoom >= Self.nameZoom else { return [] }
        let rows = annotations.compactMap(\.row)
        return labelRequest(for: rows)
    }

    /// The effect that reads the names of `rows` not yet known.
    mutating func labelRequest(for rows: [UInt32]) -> [Effect] {
        let missing = rows.filter { rowLabels[$0] == nil }
        if missing.isEmpty { return [] }
        if rowLabels.count > Self.keptLabels { forgetHiddenLabels() }
        return [.readLabels(rows: missing)]
    }

    /// Keeps the names that are on the screen.
    private mutating func forgetHiddenLabels() {
        var kept = Set(annotations.compactMap(\.row))
        if let selection { kept.insert(selection.row) }
        if case .members(let list) = panel { kept.formUnion(memberRows(of: list)) }
        kept.formUnion(nearbyRows)
        rowLabels = rowLabels.filter { kept.contains($0.key) }
    }

    /// A name on one line: breaks and runs of blanks become one blank.
    static func oneLine(_ label: String, limit: Int = 200) -> DisplayText {
        let words = label.prefix(2 * limit).split { $0.isWhitespace }
        return DisplayText(sanitising: words.joined(separator: " "), limit: limit)
    }

    // MARK: - Data

    mutating func receive(_ data: BasemapData) -> [Effect] {
        basemap = data
        if let fault = data.faults.first { tell(DisplayText(sanitising: fault), .warning) }
        return []
    }

    /// What is missing or damaged of the files that we ship, a line each.
    var dataFaults: [String] { basemap.faults + (atlasFault.map { [$0] } ?? []) }

    mutating func receive(_ result: Result<Atlas, AtlasError>) -> [Effect] {
        isAtlasAwaited = false
        switch result {
        case .success(let atlas):
            self.atlas = atlas
            return search.map { placeRequest(for: $0) } ?? []
        case .failure(let error):
            search?.placeQuestion.drop()
            atlasFault = error.message
            tell(DisplayText(sanitising: error.message), .warning)
            return []
        }
    }

    mutating func grow(_ data: LoadedData?, _ fraction: Double?) -> [Effect] {
        loading = .reading(fraction: fraction)
        guard let data else { return [] }
        if data.rows.numbering != numbering { renumber(data.sources) }
        adopt(data)
        // A stream may never end: until the user moves the map, it shows what has come.
        if fraction == nil, !isViewChosen, let bounds = tree.bounds { viewport = fitted(to: bounds) }
        if fraction == nil { moveSelection() }
        let effects = refreshAnnotations(animated: false)
        return effects + findNearby() + refreshMembers() + indexNames() + hideAgain()
            + (fraction == nil ? readAgain() : [])
    }

    mutating func receive(_ data: LoadedData) -> [Effect] {
        if data.rows.numbering != numbering { renumber(data.sources) }
        adopt(data)
        loading = .done
        if !isViewChosen, let bounds = tree.bounds { viewport = fitted(to: bounds) }
        let effects = refreshAnnotations(animated: true) + answerRequest() + findNearby() + indexNames()
        tellWhatWasRead()
        // What could not be read while the file was, is asked for again.
        return effects + (selection == nil ? [] : refreshMembers() + readSelection()) + hideAgain()
            + reloadAgain()
    }

    /// In a stream what is said of a row may change: what is shown stays until it is read again.
    private mutating func readAgain() -> [Effect] {
        let shown = annotations.compactMap(\.row)
        var effects: [Effect] =
            viewport.zoom >= Self.nameZoom && !shown.isEmpty ? [.readLabels(rows: shown)] : []
        if let selection, selection.hasRow {
            recordTicket += 1
            effects += [
                .readLabels(rows: [selection.row]), .readRecord(row: selection.row, ticket: recordTicket),
            ]
        }
        return effects
    }

    private mutating func adopt(_ data: LoadedData) {
        skipped = data.skipped
        notices = data.notices + heard
        sources = data.sources
        shapes = data.shapes
        adopt(data.rows)
    }

    /// Takes over other rows: positions that were found in the old ones mean nothing now.
    mutating func adopt(_ rows: ShownRows) {
        tree = rows.tree
        generation = rows.generation
        numbering = rows.numbering
        layerRows = rows.layerRows
        layerMarks = rows.layerMarks
        nearby?.neighbors = []
        nearby?.positions = PositionSet(capacity: tree.count)
        nameIndexing = .notAsked
        askForRowsAgain()
    }

    /// In a stream a row may come again with another place.
    private mutating func moveSelection() {
        guard let selection, let place = tree.place(ofRow: selection.row) else { return }
        self.selection = Selection(selection, asRow: selection.row, at: place)
    }

    private mutating func tellWhatWasRead() {
        if let reason = reasonForNoPlaces {
            tell(reason, .error)
        } else if let notice = (notices + dataFaults).first {
            tell(DisplayText(sanitising: notice), .warning)
        } else if skipped.total > 0 {
            tell("\(skipped.total.counted("row")) skipped: \(skipped.summary); :bad lists them", .warning)
        } else if !isViewChosen, (tree.count - rowsInView) * 100 > tree.count {
            tellWhatIsOutside()
        }
    }

    /// Said where a view that should show all the data does not: the world is taller than the screen.
    mutating func tellWhatIsOutside() {
        let outside = rowTotal - rowsInView
        if layers.data, outside > 0, server == nil {
            tell("\(outside.grouped) of \(rowTotal.grouped) rows are outside this view")
        }
    }

    /// Why no annotation is in view.
    var reasonForEmptyView: DisplayText {
        if !layers.data { return "Your rows are hidden: press L to show them" }
        if tree.isEmpty, case .reading = loading {
            return server == nil ? "No rows loaded yet" : "The server has not answered yet"
        }
        if tree.isEmpty, !hiddenSources.isEmpty {
            return "All layers with rows are hidden: press L to show them"
        }
        if server?.isWaiting == true { return "The server has not answered yet" }
        if server?.retryAt != nil { return "The server is not responding" }
        return reasonForNoPlaces ?? "No places in view: press 0 to show all data"
    }

    /// Why there is nothing to show; nil when there is, or may still come.
    var reasonForNoPlaces: DisplayText? {
        switch loading {
        case .failed(let message): return DisplayText(sanitising: message)
        case .reading: return nil
        case .done:
            guard hasNoPlaces else { return nil }
            if server != nil { return "No rows in this table" }
            if let notice = notices.first { return DisplayText(sanitising: notice) }
            return skipped.total == 0
                ? "No rows in this file"
                : "No places in this file: :bad lists the reasons (\(skipped.total.counted("row")) skipped)"
        }
    }

    mutating func failLoading(_ message: String) -> [Effect] {
        if server?.isCounting == true {
            server?.isCounting = false
            tell(DisplayText(sanitising: message), .error)
            return []
        }
        // A server has its name in the status line; the words need the room.
        loading = .failed(server == nil ? message : "\(filePath): \(message)")
        search?.rowQuestion.drop()
        server?.retryLater(than: now)
        tell(DisplayText(sanitising: message), .error)
        return []
    }
}
