import CellGraphics
import DataSets
import MapModel
import RowValues

/// What the band of time shows of the rows, which it follows.
extension AppState {
    /// Trees of more points are counted in the background: a key is answered within 16 ms.
    private static let countedAtOnce = 300_000

    /// The band follows the rows and the view, and the map what the band leaves of the screen.
    mutating func followWithBand() -> [Effect] {
        fitMaps()
        guard let band = map.band else { return [] }
        // A panel, or a narrow screen, makes one map of two.
        if band.other != nil, data.query.otherWindow?.isMerged == showsTwoMaps { return askForWindow() }
        if data.origin.isQueried { return followServerWithBand() }
        guard let timeline = data.rows.timeline else { return [] }
        let order = timeline.order
        map.band?.adopt(timeline: timeline.number, count: order.count) { order.moment(at: $0) }
        let columns = bandLayout.bars.width
        map.band?.fit(columns: columns)
        takeAskedWindow()
        guard !screen.isTypedAhead else { return [] }
        return countFold(timeline) + countBars(timeline)
    }

    /// Two maps are half as wide.
    private mutating func fitMaps() {
        guard map.viewport.size != layout.mapSize else { return }
        map.resize(to: layout.mapSize)
        map.makeRoom(layout.visibleMap)
        refreshAnnotations(animated: false)
        keepAllInView()
    }

    /// The window of the band is what `--time` asks for.
    mutating func takeAskedWindow() {
        guard map.band?.window == nil, let range = map.band?.range,
            let window = data.query.time?.withoutRecurring.moments,
            window.from != nil || window.until != nil
        else { return }
        let from = window.from ?? range.lowerBound
        let until = window.until ?? range.upperBound + 1
        if from < until { map.band?.put(from..<until) }
    }

    // MARK: - Counting

    private mutating func countBars(_ timeline: RowTimeline) -> [Effect] {
        guard let axis = map.band?.axis else { return [] }
        var question = BandQuestion(
            timeline, view: map.viewport.window(of: visibleMap.dots), edges: axis.edges, zone: axis.zone)
        if let classes = data.coloring?.classes {
            question.classes = classes
            question.classCount = RowClasses.categoryLimit + 2
        }
        guard map.band?.asked != question else { return [] }
        map.band?.asked = question
        guard timeline.tree.count > Self.countedAtOnce else {
            map.band?.take(question.counts(by: .alone))
            return []
        }
        return [.countBand(question)]
    }

    mutating func receive(_ counts: BandCounts, of question: BandQuestion) {
        if map.band?.asked == question { map.band?.take(counts) }
    }

    /// Counts the grid again where the rows in view may be others.
    private mutating func countFold(_ timeline: RowTimeline) -> [Effect] {
        // A grid that becomes higher covers more of the map, whose rows are fewer then.
        for _ in 0..<Self.mostHeights {
            guard var fold = map.band?.fold, let zone = map.band?.zone else { return [] }
            var question = FoldQuestion(
                data.tree, generation: data.generation, timeline.times.starts, of: rowsThatAreInView,
                rows: fold.kind.rows, columns: fold.kind.columns, zone: zone)
            question.classes = data.coloring?.counts
            guard question != fold.asked else { return [] }
            fold.asked = question
            map.band?.fold = fold
            if data.tree.count > Self.countedAtOnce { return [.countFold(question)] }
            receive(question.fold(by: .alone), of: question)
        }
        return []
    }

    private static let mostHeights = 3

    mutating func receive(_ found: TimeFold?, of question: FoldQuestion) {
        if map.band?.fold?.asked == question { take(found) }
    }

    /// The grid may be higher than the bars.
    mutating func take(_ found: TimeFold?) {
        let height = layout.band?.height
        map.band?.fold?.take(found)
        guard layout.band?.height != height else { return }
        fitBand()
        if panels.current == nil, layout.band == nil {
            map.band?.fold = nil
            fitBand()
            report("The map has no room for hours and days", .warning)
        }
    }

    // MARK: - What is drawn

    var bandLayout: BandLayout {
        BandLayout(area: layout.band ?? CellRect(column: 0, row: 0, width: 0, height: 0))
    }

    /// Rows in view at all times; nil where they are not known, or where something else than a time is asked as well.
    package var rowsInViewAtAllTimes: Int? {
        let tree = data.rows.timeline?.tree ?? data.rows.atAllTimes
        return tree?.count(in: map.viewport.window(of: visibleMap.dots))
    }

    /// The moments of `--time 'last 10m'`, which move with the newest row; nil for all time.
    private func newestWindow(of band: TimeBand) -> Range<Int64>? {
        guard let range = band.range, let question = data.query.time?.withoutRecurring,
            !question.windows.isEmpty,
            let moments = question.withoutRecurring.knowing(newest: range.upperBound).moments
        else { return nil }
        let from = moments.from ?? range.lowerBound
        return from..<max(moments.until ?? range.upperBound + 1, from + 1)
    }

    /// The classes that bars are made of, in the order of the legend.
    package var bandClasses: [Int] {
        guard let classes = map.band?.counts?.classes, !classes.isEmpty else { return [] }
        return (Array(1..<classes.count) + [0]).filter { classes[$0].contains { $0 > 0 } }
    }

    /// The band as it is drawn; nil while it is closed.
    package var bandPicture: BandPicture? {
        guard let band = map.band, layout.band != nil, foldContent == nil else { return nil }
        let isKnown = data.rows.timeline != nil || band.server?.outline != nil
        guard let axis = band.axis, isKnown else {
            let empty = BandAxis(0...1, columns: bandLayout.bars.width)
            var content = BandContent(axis: empty, counts: [])
            content.isAwaited = awaitsTimes
            return BandPicture(content, in: bandLayout)
        }
        return BandPicture(bandContent(band, axis), in: bandLayout)
    }

    private func bandContent(_ band: TimeBand, _ axis: BandAxis) -> BandContent {
        let timeline = data.rows.timeline
        // Counts of other bars mean nothing here.
        let counts = band.counts.flatMap { $0.bars.count == axis.barCount ? $0 : nil }
        var content = BandContent(axis: axis, counts: counts?.bars ?? [])
        content.classes = counts == nil ? [] : bandClasses.compactMap { counts?.classes[$0] }
        content.column = DisplayText(sanitising: nameOfTimes, limit: 40)
        content.range = band.said
        content.window = band.marked ?? newestWindow(of: band)
        content.other = band.other
        content.rows = bandRows(content)
        content.rows.timed = timedRows(band, counts, of: content.rows.all)
        content.cursor = timeline.flatMap(momentOfSelection)
        content.scale = band.scale
        content.step = band.step
        content.left = band.left
        if let timeline { content.left.withoutTime = timeline.tree.count - timeline.order.count }
        content.playing = band.playing.map {
            .init(DisplayText(sanitising: $0.words(at: now)), arrived: annotations.newCount)
        }
        if let units = counts?.units, let busiest = units.busiest(in: content.window ?? nil) {
            content.busiest = .init(moments: busiest.moments, unit: units.unit, rows: busiest.rows)
        }
        content.isASCII = screen.appearance.charset == .ascii
        return content
    }

    /// Rows in view with a time that is not left out: those of the bars where these show all of them, else the share that all rows have.
    private func timedRows(_ band: TimeBand, _ counts: BandCounts?, of all: Int) -> Int {
        // Rows that last are in several bars.
        guard let timeline = data.rows.timeline, timeline.ends == nil, timeline.tree.count > 0 else {
            return all
        }
        if let counts, band.shown == band.listed { return counts.bars.reduce(0, +) }
        return Int(Double(all) * Double(timeline.order.count) / Double(timeline.tree.count))
    }

    /// What is shown is counted as everywhere on the screen: by badges, which the edge of the view may cut.
    private func bandRows(_ content: BandContent) -> BandContent.Rows {
        let shown = rowsInView
        let counted = data.origin.isQueried ? content.counts.reduce(0, +) : nil
        let all = content.window == nil ? shown : counted ?? rowsInViewAtAllTimes ?? shown
        guard let sides = rowsOfWindows else { return .init(window: shown, all: all) }
        return .init(window: sides.second, other: sides.first, all: all)
    }

    private func momentOfSelection(_ timeline: RowTimeline) -> Int64? {
        let moments = timeline.times.starts.moments
        guard let selected = selection.current, selected.hasRow, Int(selected.row) < moments.count else {
            return nil
        }
        let moment = moments[Int(selected.row)]
        return TimeColumn.isMoment(moment) ? moment : nil
    }
}
