import App
import CellGraphics
import DataSets
import MapModel
import Streams

/// One piece of text of a bar.
struct BarSpan {
    var text: DisplayText
    var role: Role
    var attributes: Attributes = []
}

/// A field of the status bar; where they do not all fit, the highest number is dropped first.
struct BarField {
    var priority: Int
    var spans: [BarSpan]
    /// Gives way, down to `shortestName`, before others go.
    var isShortened = false

    private static let shortestName = 12

    var width: Int { spans.reduce(0) { $0 + $1.text.width } }
    var leastWidth: Int { isShortened ? min(width, Self.shortestName) : width }
}

/// The row that says where one is, how much is in view, the zoom and the scale.
package struct StatusBar {
    package let state: AppState

    let keyMap: KeyMap

    package init(state: AppState, keyMap: KeyMap) {
        self.state = state
        self.keyMap = keyMap
    }

    var isWide: Bool { state.screen.columns >= 100 }
    /// From here on the coordinate and the zoom always have room.
    private var isStandard: Bool { state.screen.columns >= 80 }
    /// The place and the row need the room of the coordinate.
    private var isNarrowTable: Bool {
        (state.panels.current == .table || state.panels.current == .areas) && !isWide
    }
    var isASCII: Bool { state.screen.appearance.charset == .ascii }

    package func draw(into frame: inout CellBuffer, row: Int) {
        frame.fill(CellRect(column: 0, row: row, width: frame.width, height: 1), paper: Role.statusBar.index)
        var left = leftFields
        var right = rightFields
        func total() -> Int { (left + right).reduce(1) { $0 + $1.leastWidth + 2 } }
        while total() > frame.width, let worst = (left + right).map(\.priority).max(), worst > 0 {
            if let index = left.firstIndex(where: { $0.priority == worst }) {
                left.remove(at: index)
            } else if let index = right.firstIndex(where: { $0.priority == worst }) {
                right.remove(at: index)
            }
        }
        let rightWidth = right.reduce(0) { $0 + $1.width } + 2 * max(right.count - 1, 0)
        let rightStart = frame.width - 1 - rightWidth
        let leftEnd = right.isEmpty ? frame.width - 1 : rightStart - 2
        shorten(&left, to: leftEnd - 1)
        draw(left, from: 1, end: leftEnd, row, &frame)
        draw(right, from: rightStart, end: frame.width, row, &frame)
    }

    /// The name of the place gives way, so that what stands after it is whole.
    private func shorten(_ fields: inout [BarField], to width: Int) {
        let excess = fields.reduce(-2) { $0 + $1.width + 2 } - width
        guard excess > 0, let index = fields.firstIndex(where: \.isShortened) else { return }
        let room = max(fields[index].width - excess, fields[index].leastWidth)
        fields[index].spans = fields[index].spans.map { span in
            BarSpan(
                text: span.text.clipped(to: room, ellipsis: isASCII ? .tilde : .unicode), role: span.role,
                attributes: span.attributes)
        }
    }

    private func draw(_ fields: [BarField], from start: Int, end: Int, _ row: Int, _ frame: inout CellBuffer)
    {
        var column = start
        for field in fields {
            for span in field.spans where column < end {
                column += frame.put(
                    span.text.clipped(to: end - column), at: CellPoint(column: column, row: row),
                    style: Style(span.role, on: .statusBar, span.attributes))
            }
            column += 2
        }
    }

    // MARK: - Fields

    private var leftFields: [BarField] {
        let spot = spot
        let placeName = state.selectedArea.map { state.name(ofArea: $0) } ?? whereabouts(spot)
        let name = BarField(
            priority: 6, spans: [BarSpan(text: state.data.fileName, role: .barDim, attributes: [])])
        let place = BarField(
            priority: 0, spans: [BarSpan(text: placeName, role: .barStrong, attributes: .bold)],
            isShortened: true)
        // Where no place has a name, the file stands in its stead: it is not said twice.
        let namesFile = state.screen.columns >= Self.columnsForFileName && placeName != state.data.fileName
        let coordinate = BarField(
            priority: isStandard ? 0 : 3,
            spans: [BarSpan(text: PlaceText.coordinate(spot, zoom: state.map.viewport.zoom), role: .barDim)])
        return (namesFile ? [name] : []) + [place] + (isNarrowTable ? [] : [coordinate])
    }

    /// What the left side is about: the cross of a tool, else the selection when it is in view, else the position that is followed, else the middle of
    /// what is visible.
    private var spot: Coordinate {
        if let focus = state.map.tool?.focus ?? state.journeySpot { return focus }
        if state.selectedAnnotation != nil, let selection = state.selection.current {
            guard selection.isCluster, let point = state.selectedPoint else {
                return selection.coordinate.coordinate
            }
            return WebMercator.unproject(point)
        }
        if state.selectedArea != nil, let place = state.areas.place { return place }
        if let followed { return followed }
        return state.map.middle
    }

    private static let worldSpanMeters = 15_000_000.0
    /// From this width on the file is named beside the place.
    static let columnsForFileName = 140

    /// Whether it names a place, once names are known: in a view of the world its middle is nowhere that anybody
    /// looks at.
    package var namesPlace: Bool {
        state.selection.current != nil || followed != nil
            || state.viewSpanMeters(at: spot) <= Self.worldSpanMeters
    }

    /// The name of what lies under the selection or the middle of the view; the file until names are known.
    private func whereabouts(_ place: Coordinate) -> DisplayText {
        let street = state.street(at: place).map { DisplayText(sanitising: $0) }
        guard let atlas = state.shipped.atlas else { return street ?? state.data.fileName }
        guard namesPlace else { return state.data.fileName }
        let span = state.viewSpanMeters(at: place)
        guard let found = atlas.locator.description(of: place, viewSpanMeters: span) else {
            return state.data.fileName
        }
        let town = DisplayText(sanitising: found.text(unit: state.screen.distanceUnit))
        guard let street else { return town }
        // In a street the town is enough: how far its middle is does not matter.
        return street + ", "
            + (found.relation == .far ? town : DisplayText(sanitising: found.name))
    }

    /// Where the user is while the map goes along.
    private var followed: Coordinate? { state.position?.follow == .on ? state.position?.coordinate : nil }

    private var rightFields: [BarField] {
        var fields = (state.data.isMapAlone ? [] : [rowsField]) + positionFields
        if let marks = marksField { fields.append(marks) }
        if let held = heldField { fields.append(held) }
        if let sorting = sortingField { fields.append(sorting) }
        if let density = densityField { fields.append(density) }
        if let progress = progressField { fields.append(progress) }
        if let streets = streetField { fields.append(streets) }
        if let hidden = hiddenField { fields.append(hidden) }
        if let somewhere = state.rowsSomewhere {
            fields.append(BarField(priority: 2, spans: [BarSpan(text: somewhere, role: .barText)]))
        }
        if let unplaced = unplacedText {
            fields.append(BarField(priority: 5, spans: [BarSpan(text: unplaced, role: .barDim)]))
        }
        if let rate = state.rowsPerSecond {
            fields.append(BarField(priority: 3, spans: [BarSpan(text: rate, role: .good)]))
        }
        fields.append(
            BarField(
                priority: isStandard ? 0 : 4,
                spans: [BarSpan(text: "z\(state.map.viewport.zoom.fixed(1))", role: .barDim)]))
        fields.append(scaleField)
        return fields
    }

    /// Rows that are nowhere on the map: of addresses by their kind.
    private var unplacedText: DisplayText? {
        if let addresses = state.unplacedAddresses { return addresses }
        if state.data.isUnplaced { return "without a place" }
        return state.data.skippedTotal > 0 ? "\(state.data.skippedTotal.grouped) skipped" : nil
    }

    /// The quality of the fix, and the speed as a field of its own, which is dropped first.
    private var positionFields: [BarField] {
        guard let position = state.position else { return [] }
        let text = PositionText(position, state)
        let fix = BarField(priority: 1, spans: [BarSpan(text: text.fix.text, role: text.fix.state.role)])
        guard !text.motion.isEmpty else { return [fix] }
        return [fix, BarField(priority: 2, spans: [BarSpan(text: text.motion, role: .barText)])]
    }

    /// What a tool on the map has to say, else how many rows are marked.
    private var marksField: BarField? {
        if let status = state.toolStatus {
            let isBold: Attributes = status.role == .barStrong ? [] : .bold
            return BarField(
                priority: 0, spans: [BarSpan(text: status.text, role: status.role, attributes: isBold)])
        }
        guard state.marks.count > 0 else { return nil }
        return BarField(
            priority: 0,
            spans: [BarSpan(text: "\(state.marks.count.grouped) marked", role: .mark, attributes: .bold)])
    }

    /// Of a stream that never ends only the last lines are rows.
    private var heldField: BarField? {
        let dropped = state.data.sources.reduce(0) { $0 + $1.droppedCount }
        guard dropped > 0 else { return nil }
        let held = state.data.sources.filter { $0.droppedCount > 0 }.reduce(0) { $0 + $1.recordCount }
        let text: DisplayText = "last \(held.grouped) of \((held + dropped).grouped) lines"
        return BarField(priority: 3, spans: [BarSpan(text: text, role: .barDim)])
    }

    /// Single rows in shades are confetti.
    private var densityField: BarField? {
        guard let picture = state.annotations.density.picture, picture.hasFewRows else { return nil }
        let text = keyMap.words("few rows: \(key: .nextDisplay) for dots", in: state)
        return BarField(priority: 4, spans: [BarSpan(text: text, role: .barDim)])
    }

    /// Why the street map may look unfinished.
    private var streetField: BarField? {
        switch state.streets.activity(at: state.now) {
        case .loading: BarField(priority: 2, spans: [BarSpan(text: "tiles " + state.spinner, role: .barDim)])
        case .offline: BarField(priority: 2, spans: [BarSpan(text: "tiles offline", role: .warning)])
        case .incomplete: BarField(priority: 2, spans: [BarSpan(text: "tiles missing", role: .warning)])
        case .failed: BarField(priority: 2, spans: [BarSpan(text: "no tiles", role: .warning)])
        case nil: nil
        }
    }

    private var sortingField: BarField? {
        let table = state.panels.table
        guard table.isAwaited, let fraction = table.progress else { return nil }
        return BarField(
            priority: 2, spans: [BarSpan(text: "sorting \(min(Int(fraction * 100), 100))%", role: .warning)])
    }

    private var progressField: BarField? {
        func field(_ priority: Int, _ text: DisplayText, _ role: Role = .warning) -> BarField {
            BarField(priority: priority, spans: [BarSpan(text: text, role: role)])
        }
        if let share = state.data.queryProgress {
            let isAboutAreas =
                state.data.query.areas != nil && state.data.query.filter == state.data.answeredQuery.filter
            let verb: DisplayText =
                isAboutAreas ? "counting" : state.data.query.filter.isEmpty ? "reading" : "filtering"
            return field(2, progressText(verb, share))
        }
        switch state.data.activity(at: state.now) {
        case .idle: return state.screen.rowFile.map { field(2, progressText("saving", $0.share)) }
        case .reloading: return field(2, "loading " + state.spinner)
        case .connecting: return field(0, "waiting for the server " + state.spinner)
        // A stream may never end.
        case .reading(nil) where state.things.areFollowed: return nil
        case .reading(nil) where state.silence != nil:
            return state.silence.map { field(1, $0.words, $0.isLong ? .warning : .barText) }
        case .reading(nil): return field(2, state.data.unfilteredTotal == 0 ? "loading …" : "streaming")
        case .reading(let fraction?): return field(2, progressText("loading", fraction))
        case .retrying(let seconds): return field(0, "no answer, retry in \(seconds) s")
        case .refreshing: return field(2, "cached " + state.spinner, .barDim)
        case .querying: return field(2, "querying " + state.spinner)
        }
    }

    private func progressText(_ verb: DisplayText, _ fraction: Double) -> DisplayText {
        let cells = 10
        let full = min(max(Int((fraction * Double(cells)).rounded()), 0), cells)
        let bar =
            String(repeating: isASCII ? "#" : "━", count: full)
            + String(repeating: isASCII ? "-" : "─", count: cells - full)
        let percent = min(max(Int(fraction * 100), 0), 100)
        return verb + DisplayText(sanitising: " \(percent)% \(bar)")
    }

    /// The parts of the map that are hidden, so that users do not search for them.
    private var hiddenField: BarField? {
        let hidden = state.layerEntries.filter { !state.isShown($0) && $0.isUsual }
        guard let first = hidden.first else { return nil }
        let text: DisplayText =
            hidden.count == 1 ? "no " + state.shortTitle(of: first) : "\(hidden.count) layers hidden"
        return BarField(priority: 1, spans: [BarSpan(text: text, role: .warning)])
    }

    private var scaleField: BarField {
        let isInDots = state.screen.appearance.charset == .braille
        let scale = ScaleBar(
            viewport: state.map.viewport, unit: state.screen.distanceUnit, maximumDots: isWide ? 28 : 20,
            step: isInDots ? 1 : Viewport.dotsPerColumn)
        let line =
            isInDots ? scale.inDots : isASCII ? scale.inCells("|", "-", "|") : scale.inCells("├", "─", "┤")
        return BarField(
            priority: 3,
            spans: [BarSpan(text: DisplayText(sanitising: "\(line) \(scale.label)"), role: .barText)])
    }
}
