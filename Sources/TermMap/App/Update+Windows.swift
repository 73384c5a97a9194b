import CellGraphics
import DataSets
import MapModel

/// What two windows of time, or one that is played, do to what lies in view.
extension AppState {
    /// Says on each annotation what playing does to it, or how much it differs between two windows, and shows window A on a
    /// map of its own.
    mutating func compareAnnotations() {
        markNewRows()
        showDifferences()
        showOtherMap()
    }

    /// The state as the left one of two maps shows it; nil for one map.
    package var stateOfOtherMap: AppState? {
        guard showsTwoMaps else { return nil }
        var side = self
        side.map.otherMap = nil
        guard let otherMap = map.otherMap else {
            // The rows are on their way.
            side.data.rows = RowSnapshot(QuadTree(PointBuffer()))
            side.annotations = AnnotationState()
            return side
        }
        side.data.rows = otherMap.rows
        side.annotations = otherMap.annotations
        return side
    }

    // MARK: - One window

    /// The moments whose rows are shown; nil for all times, and where a time comes again or has no end.
    var shownWindow: Range<Int64>? {
        if let band = map.band { return band.mode == .window ? band.window : nil }
        return data.query.time?.window
    }

    /// Shows the rows of a window, whether the band is open or not.
    mutating func show(_ window: Range<Int64>) -> [Effect] {
        if map.band != nil {
            map.band?.put(window)
            return askForWindow()
        }
        guard !data.origin.isQueried || data.query.time != nil else { return [] }
        var query = data.query
        var time = query.time ?? query.calendar.question
        time.windows = time.recurring + [.between(from: window.lowerBound, until: window.upperBound)]
        time.text = BandWords(time.shownZone).window(window)
        query.time = time
        return ask(query)
    }

    // MARK: - Playing

    private mutating func markNewRows() {
        annotations.newCount = 0
        guard let points = data.rows.newPoints, points.capacity == data.tree.count else { return }
        annotations.newCount = inView(points)
        guard screen.appearance.animates, map.band?.playing != nil else { return }
        for index in annotations.placed.indices {
            let annotation = annotations.placed[index]
            if annotations.count(of: annotation, points, data.tree) > 0 {
                annotations.placed[index].motion = .arrived
            } else if annotation.row.map(leavesNext) == true {
                annotations.placed[index].motion = .leaving
            }
        }
    }

    /// Whether a row begins before the window that comes next.
    private func leavesNext(_ row: UInt32) -> Bool {
        guard let band = map.band, band.mode == .window, let window = band.window, let shift = band.lastShift,
            let moments = data.rows.times?.starts.moments, Int(row) < moments.count
        else { return false }
        return moments[Int(row)] < window.lowerBound + shift
    }

    // MARK: - The difference

    /// Rows in view of A and B; nil for one window.
    package var rowsOfWindows: (first: Int, second: Int)? {
        guard map.band?.other != nil else { return nil }
        if showsTwoMaps { return (stateOfOtherMap?.rowsInView ?? 0, rowsInView) }
        guard let sides = sidesShown else { return nil }
        let counted =
            switch rowsThatAreInView {
            case .window(let view): data.rows.countedSides(in: view)
            case .badges(let parts, _): data.rows.countedSides(of: parts)
            }
        return (inView(sides.first) + counted.first, inView(sides.second) + counted.second)
    }

    /// How many of some points are in view.
    private func inView(_ points: PointSet) -> Int {
        switch rowsThatAreInView {
        case .window(let view): points.count(in: data.tree.indices(in: view))
        case .badges:
            annotations.counted.reduce(0) { $0 + annotations.count(of: $1, points, data.tree) }
        }
    }

    /// Rows of A and of B that an annotation stands for.
    private func rowsOfSides(
        of annotation: PlacedAnnotation, _ sides: WindowSides
    ) -> (first: Int, second: Int) {
        let counted = data.rows.countedSides(of: annotation.parts)
        return (
            first: annotations.count(of: annotation, sides.first, data.tree) + counted.first,
            second: annotations.count(of: annotation, sides.second, data.tree) + counted.second
        )
    }

    private var sidesShown: WindowSides? {
        data.rows.sides.flatMap { $0.first.capacity == data.tree.count ? $0 : nil }
    }

    private mutating func showDifferences() {
        annotations.differenceScale = nil
        guard let sides = sidesShown, let (first, second) = comparedWindows else { return }
        let counts = annotations.placed.map { rowsOfSides(of: $0, sides) }
        let scale = DifferenceScale(first: first, second: second, counts: counts)
        for index in annotations.placed.indices {
            annotations.placed[index].show(
                WindowDifference(
                    first: counts[index].first, second: counts[index].second, scale: scale))
        }
        annotations.differenceScale = scale
    }

    /// The windows whose rows are shown as one.
    private var comparedWindows: (first: Range<Int64>, second: Range<Int64>)? {
        guard let first = data.answeredQuery.timeOfOtherWindow?.window,
            let second = data.answeredQuery.time?.window
        else { return nil }
        return (first, second)
    }

    /// The columns that the text of a difference may need, however few rows there are.
    var columnsOfDifference: Int {
        guard data.rows.sides != nil, let (first, second) = comparedWindows else { return 1 }
        return DifferenceScale.isRate(first, second) ? WindowDifference.mostColumns : 1
    }

    // MARK: - Two maps

    private mutating func showOtherMap() {
        guard showsTwoMaps, let rows = data.rows.other.first else {
            map.otherMap = nil
            return
        }
        var side = self
        side.map.otherMap = nil
        side.data.rows = rows
        side.annotations = map.otherMap?.annotations ?? AnnotationState()
        side.annotations.showsLegend = false
        side.annotations.density.kind = annotations.density.kind
        side.refreshAnnotations(animated: false)
        map.otherMap = OtherMap(rows: rows, annotations: side.annotations)
        shareDensityScale()
    }

    /// One shade means the same on both maps.
    private mutating func shareDensityScale() {
        guard let own = annotations.density.picture, let other = map.otherMap?.annotations.density.picture
        else { return }
        let scale = own.scale(with: other)
        annotations.density.rescale(to: scale)
        map.otherMap?.annotations.density.rescale(to: scale)
    }
}
