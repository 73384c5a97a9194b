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
        let next = AnnotationSet(
            of: layers.data ? tree : QuadTree(PointBuffer()), in: viewport.window(of: visible.dots),
            grid: ClusterGrid(viewport: viewport, size: clusterSize))
        if animated, appearance.animates {
            arrivals.begin(annotationSet.changes(to: next).added.map(\.id), at: now)
        } else {
            arrivals.finish()
        }
        annotationSet = next
        annotations = AnnotationLayout.place(
            next.annotations, viewport: viewport, visible: visible, allowsTallBadges: allowsTallBadges)
        return missingLabels()
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
        if rowLabels.count > Self.keptLabels { rowLabels = [:] }
        return [.readLabels(rows: missing)]
    }

    mutating func receive(_ labels: [UInt32: String]) -> [Effect] {
        for (row, label) in labels { rowLabels[row] = DisplayText(sanitising: label, limit: 200) }
        return []
    }

    // MARK: - Data

    mutating func receive(_ data: BasemapData) -> [Effect] {
        basemap = data
        if let notice = data.notice { tell(DisplayText(sanitising: notice), isError: true) }
        return []
    }

    mutating func grow(_ tree: QuadTree?, _ fraction: Double?) -> [Effect] {
        loading = .reading(fraction: fraction)
        guard let tree else { return [] }
        self.tree = tree
        return refreshAnnotations(animated: false)
    }

    mutating func receive(_ data: LoadedData) -> [Effect] {
        tree = data.tree
        skipped = data.skipped
        notices = data.notices
        loading = .done
        tellWhatWasRead()
        if !isViewChosen, let bounds = tree.bounds { viewport = fitted(to: bounds) }
        return refreshAnnotations(animated: true)
    }

    private mutating func tellWhatWasRead() {
        if tree.isEmpty {
            tell("no places in this file: :bad lists the \(skipped.total) skipped rows", isError: true)
        } else if let notice = notices.first {
            tell(DisplayText(sanitising: notice))
        } else if skipped.total > 0 {
            tell("\(skipped.total) rows skipped: \(skipped.summary); :bad lists them")
        }
    }

    mutating func failLoading(_ message: String) -> [Effect] {
        loading = .failed(message)
        tell(DisplayText(sanitising: message), isError: true)
        return []
    }
}
