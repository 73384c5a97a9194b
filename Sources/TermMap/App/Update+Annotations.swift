import CellGraphics
import MapModel

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
        return origin.annotations(of: tree, in: window, grid: grid)
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
        return data.map { rowsChanged(.grown($0, isStream: fraction == nil)) } ?? []
    }

    mutating func receive(_ data: LoadedData) -> [Effect] {
        loading = .done
        let effects = rowsChanged(.loaded(data))
        tellWhatWasRead()
        return effects + reloadAgain()
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
        if layers.data, outside > 0, origin.holdsAllRows {
            tell("\(outside.grouped) of \(rowTotal.grouped) rows are outside this view")
        }
    }

    /// Why no annotation is in view.
    var reasonForEmptyView: DisplayText {
        if !layers.data { return "Your rows are hidden: press L to show them" }
        if tree.isEmpty, case .reading = loading {
            return origin.noRowsYet
        }
        if tree.isEmpty, !hiddenSources.isEmpty {
            return "All layers with rows are hidden: press L to show them"
        }
        return origin.reasonForMissingRows ?? reasonForNoPlaces
            ?? "No places in view: press 0 to show all data"
    }

    /// Why there is nothing to show; nil when there is, or may still come.
    var reasonForNoPlaces: DisplayText? {
        switch loading {
        case .failed(let message): return DisplayText(sanitising: message)
        case .reading: return nil
        case .done:
            guard hasNoPlaces else { return nil }
            if !origin.holdsAllRows { return origin.noRows }
            if let notice = notices.first { return DisplayText(sanitising: notice) }
            return skipped.total == 0
                ? origin.noRows
                : "No places in this file: :bad lists the reasons (\(skipped.total.counted("row")) skipped)"
        }
    }

    mutating func failLoading(_ message: String) -> [Effect] {
        tell(DisplayText(sanitising: message), .error)
        if origin.endRecount() { return [] }
        loading = .failed(origin.failure(message, of: filePath))
        search?.rowQuestion.drop()
        origin.retryLater(than: now)
        return []
    }
}
