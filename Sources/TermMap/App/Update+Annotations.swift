import CellGraphics
import MapModel
import DataSets
import Streams

extension AppState {
    /// Clusters the rows in view and gives them their cells.
    mutating func refreshAnnotations(animated: Bool) {
        refreshOwnAnnotations(animated: animated)
        compareAnnotations()
    }

    private mutating func refreshOwnAnnotations(animated: Bool) {
        annotations.awaitedRefresh = nil
        placeAreaLegend()
        // A server's view is shown as it was answered before until it is answered again.
        if let answer = wantedQuestion.flatMap({ data.origin.cachedAnswer(to: $0) }) {
            _ = rowsChanged(.cached(answer))
        }
        chooseThingDisplay()
        refreshDensity()
        annotations.moves = moveLines
        if annotations.density.picture != nil { return noteThingsInView() }
        if showsAreasAlone {
            showSelectedRowAlone()
            return noteThingsInView()
        }
        let window = map.viewport.window(of: layout.map.dots)
        let next =
            map.layers.data
            ? data.rows.counted?.annotations(in: window)
                ?? annotationsOfTree(in: window, grid: map.grid)
            : AnnotationSet(annotations: [], window: window, grid: map.grid)
        var placed = placed(next, in: map.viewport)
        let scale = badgeStyle.scale
        for index in placed.indices {
            placed[index].layer = data.layer(of: placed[index].parts, in: window)
            placed[index].value = data.value(of: placed[index].parts, in: window, scale)
        }
        placeLegend(beside: placed)
        annotations.show(
            next, placed, of: data, in: visibleMap, animatedAt: animated && animates ? now : nil)
        highlightRows()
        noteThingsInView()
    }

    /// New annotations bounce; on a map full of dots it would not be seen, and a window of time would always bounce.
    private var animates: Bool {
        screen.appearance.animates && map.display == .clusters && map.band == nil
    }

    /// What lies in `window` of the rows that are here; of dots each has rows of one cell of the screen, whatever they are.
    func annotationsOfTree(in window: WorldWindow, grid: ClusterGrid) -> AnnotationSet {
        data.annotationsOfTree(in: window, grid: grid, keepsApart: map.display == .clusters)
    }

    /// The annotations of a view with their cells on the whole map: a panel hides some, and cuts and moves none.
    package func placed(_ set: AnnotationSet, in view: Viewport) -> [PlacedAnnotation] {
        if set.annotations.isEmpty { return [] }
        if map.display != .clusters { return DotLayout.place(set, viewport: view, area: layout.map) }
        let style = badgeStyle
        let surroundings = AnnotationLayout.surroundings(of: set.window, view, set.grid, style)
        return AnnotationLayout.place(
            set, among: data.rows.clusters(in: surroundings, grid: set.grid), viewport: view,
            area: layout.map, style: style, contents: data.contents(style, in: set.window, surroundings))
    }

    /// ASCII has no half blocks; the finest cells have no room for three rows. Shares of changes are read in one row.
    var badgeStyle: BadgeStyle {
        BadgeStyle(
            allowsTall: screen.appearance.charset != .ascii && map.clusterSize.width > 6 && !showsChanges
                && data.rows.sides == nil,
            leastDigits: data.figures == nil ? columnsOfDifference : FigureText.width,
            moreDigits: data.rows.sides == nil ? 0 : 1,
            keepsApart: data.coloring?.places != nil,
            scale: data.answeredQuery.sizesByFigure ? data.figures.map { FigureScale($0) } : nil)
    }

    /// The rows that stand out on the map: those that are near, else those that were searched for.
    var highlightedPoints: PointSet? { nearby?.points ?? search.session?.rows?.points }

    /// Counts at each annotation the rows that stand out.
    mutating func highlightRows() {
        let isCut = nearby == nil ? data.origin.isFoundCut : data.origin.isNearCut
        annotations.highlight(highlightedPoints, isCut: isCut, in: data.tree)
        annotations.density.highlight(highlightedPoints, in: data.tree)
        annotations.count(marked: marks, in: data.tree)
        annotations.judge(data.vague, in: data.tree)
    }

    // MARK: - Data that we ship

    mutating func receive(_ basemap: BasemapData) {
        shipped.receive(basemap)
        if let fault = basemap.faults.first {
            report(KeyedText(fault), .warning)
        } else if basemap.isSmall {
            report("Small map from inside the program: its data folder was not found")
        }
    }

    mutating func receive(_ result: Result<Atlas, AtlasError>) -> [Effect] {
        shipped.receive(result)
        guard let error = shipped.atlasError else { return placeRequest }
        search.session?.placeQuestion.drop()
        report(KeyedText(error), .warning)
        return []
    }

    // MARK: - Data

    mutating func grow(_ data: LoadedData?, _ fraction: Double?) -> [Effect] {
        self.data.loading = .reading(fraction: fraction)
        guard let data else { return [] }
        things.note(
            heard: data.sources.reduce(0) { $0 + $1.recordCount + $1.replacedCount + $1.droppedCount },
            at: now)
        guard !things.hold(data) else { return [] }
        if fraction == nil {
            // What the stream does not hold any more has come as well.
            let dropped = data.sources.reduce(0) { $0 + $1.droppedCount }
            self.data.rate.note(data.recordCount + dropped, at: now)
        }
        let hadRows = self.data.unfilteredTotal > 0
        let effects = rowsChanged(.grown(data, isStream: fraction == nil)) + sendAlerts()
        if !hadRows, self.data.isUnplaced { report(self.data.reasonForUnplacedRows, .warning) }
        guard let chosen = data.chosen, chosen.query == self.data.query else { return effects }
        // The rows that the query leaves came with all of them.
        return effects.filter { $0 != .chooseRows(chosen.query) } + receive(chosen.rows, of: chosen.query)
    }

    mutating func receive(_ data: LoadedData) -> [Effect] {
        self.data.loading = .done
        let effects = rowsChanged(.loaded(data))
        reportLoading()
        return effects + reloadAgain() + (marks.awaitsRows ? finishPicking() : [])
    }

    private mutating func reportLoading() {
        if let reason = data.reasonForNoPlaces {
            report(reason, data.isUnplaced ? .warning : .error)
        } else if data.skipped.names.isEmpty, let notice = (data.notices + shipped.faults).first {
            report(KeyedText(notice: notice), .warning)
        } else if data.skippedTotal > 0 {
            report(
                "\(data.skippedTotal.counted("row")) skipped (\(key: .skipped) lists them): \(data.skipped.summary)",
                .warning)
        }
    }

    /// Said where a view that should show all the data does not: a panel covers part of the map.
    mutating func reportRowsOutside() {
        let total = data.rowTotal
        let outside = total - rowsInView
        if map.layers.data, outside > 0, data.rows.coversWorld, !data.isUnplaced {
            report("\(outside.grouped) of \(total.grouped) rows are outside this view")
        }
    }

    /// Why no annotation is in view.
    package var reasonForEmptyView: KeyedText {
        map.layers.data ? data.reasonForEmptyView : "Your rows are hidden: press \(key: .layers) to show them"
    }

    mutating func failLoading(_ error: SourceError) {
        report(KeyedText(data.origin.words(of: error)), .error)
        if data.failLoading(error, at: now) { search.session?.rowQuestion.drop() }
    }
}
