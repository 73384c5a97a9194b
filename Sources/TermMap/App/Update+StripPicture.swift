import CellGraphics
import MapModel

/// What the strip shows.
extension AppState {
    var stripLayout: StripLayout {
        StripLayout(area: layout.band ?? CellRect(column: 0, row: 0, width: 0, height: 0))
    }

    func stripAxis(of shown: ShownJourney) -> StripAxis {
        stripAxis(of: shown, isByTime: strip?.isByTime ?? false)
    }

    func stripAxis(of shown: ShownJourney, isByTime: Bool) -> StripAxis {
        shown.axis(columns: stripLayout.plot.width, isByTime: isByTime, unit: screen.distanceUnit)
    }

    private var journeyWords: JourneyWords {
        JourneyWords(
            screen.distanceUnit, isASCII: screen.appearance.charset == .ascii,
            of: map.journeys.thing.flatMap { things.all?[$0]?.kind })
    }

    /// The strip as it is drawn; nil while it is closed.
    package var stripPicture: StripPicture? {
        guard let strip, layout.band != nil else { return nil }
        guard let shown = strip.shown else {
            var content = StripContent()
            content.note = DisplayText(sanitising: map.journeys.problem ?? "reading …")
            return StripPicture(content, in: stripLayout)
        }
        let (words, axis) = (journeyWords, stripAxis(of: shown))
        var content = StripContent()
        content.columns = strip.columns.map { name(of: $0, shown) }
        content.current = strip.column
        if strip.journeys.count > 1 {
            content.number = "\((strip.index + 1).grouped) of \(strip.journeys.count.grouped)"
            content.name = DisplayText(sanitising: shown.name, limit: 60)
        }
        content.totals = words.totals(shown.figures.whole)
        if let measure = strip.currentColumn {
            let (factor, unit) = words.scale(of: measure)
            content.values = shown.values(of: measure, strip.isByTime, on: axis).map {
                $0.map { $0 * factor }
            }
            content.unit = unit
        }
        content.note = strip.columns.isEmpty ? "no heights and no times" : "nothing is known here"
        if strip.isByTime { content.stops = shown.stopColumns(on: axis) }
        content.ticks = ticks(strip, shown, axis)
        content.cursor = axis.column(of: shown.x(of: strip.cursor, strip.isByTime))
        if let xs = strip.xs {
            let columns = [axis.column(of: xs.lowerBound), axis.column(of: xs.upperBound)]
            content.range = columns[0]...max(columns[1], columns[0])
        }
        content.figures = stripParts.map { DisplayText(sanitising: $0) }
        return StripPicture(content, in: stripLayout)
    }

    private func ticks(_ strip: JourneyStrip, _ shown: ShownJourney, _ axis: StripAxis) -> [StripTicks.Tick] {
        let ticks =
            strip.isByTime
            ? StripTicks(seconds: axis.length, columns: axis.count)
            : StripTicks(meters: axis.length, unit: screen.distanceUnit, columns: axis.count)
        return ticks.ticks.map { StripTicks.Tick(x: $0.x, column: axis.column(of: $0.x), text: $0.text) }
    }

    func name(of measure: JourneyMeasure, _ shown: ShownJourney) -> DisplayText {
        switch measure {
        case .height: "elevation"
        case .speed: "speed"
        case .slope: "slope"
        case .column(let number): JourneyWords.name(ofColumn: shown.journey.columns[number].name)
        }
    }

    // MARK: - Figures

    /// The figures of the range, or of the cursor without one.
    private var stripParts: [String] {
        guard let strip, let shown = strip.shown else { return [] }
        let (words, axis) = (journeyWords, stripAxis(of: shown))
        guard let range = strip.range, let xs = strip.xs else { return cursorParts(strip, shown, words) }
        let figures = shown.figures.stretch(from: range.lowerBound, to: range.upperBound)
        let decimals = axis.decimals(for: [xs.lowerBound, xs.upperBound])
        let ends = [xs.lowerBound, xs.upperBound].map { x in
            strip.isByTime
                ? words.clock(x, withSeconds: decimals > 0) : (x / screen.distanceUnit.meters).fixed(decimals)
        }
        let dash = words.isASCII ? " - " : " – "
        let first =
            strip.isByTime
            ? ends.joined(separator: dash) : screen.distanceUnit.symbol + " " + ends.joined(separator: dash)
        return [first] + words.parts(figures)
    }

    private func cursorParts(_ strip: JourneyStrip, _ shown: ShownJourney, _ words: JourneyWords) -> [String]
    {
        let figures = shown.figures
        var parts = [words.length(figures.distance(at: strip.cursor))]
        if let height = figures.height(at: strip.cursor) { parts.append(words.height(height)) }
        for (index, measure) in strip.columns.enumerated() where measure != .height {
            guard index == strip.column || measure == .speed || measure == .slope,
                let value = value(of: measure, at: strip.cursor, shown)
            else { continue }
            let name = if case .column = measure { " \(self.name(of: measure, shown).text)" } else { "" }
            parts.append(words.text(value, of: measure) + name)
        }
        if let seconds = figures.seconds(at: strip.cursor) {
            parts.append(words.clock(seconds, withSeconds: true) + " h after the start")
        }
        return parts
    }

    /// The mean of the column of the strip that the cursor is in.
    private func value(of measure: JourneyMeasure, at position: JourneyPosition, _ shown: ShownJourney)
        -> Double?
    {
        let (axis, isByTime) = (stripAxis(of: shown), strip?.isByTime ?? false)
        let column = axis.column(of: shown.x(of: position, isByTime))
        guard let stretch = axis.stretch(of: column) else { return nil }
        let start = shown.position(at: stretch.lowerBound, isByTime)
        let end = shown.position(at: stretch.upperBound, isByTime)
        return shown.figures.mean(of: measure, from: start, to: max(start, end))
    }

    /// What is spoken of the strip: where its cursor is, or what the range comes to.
    package var stripWords: DisplayText? {
        guard let shown = strip?.shown, let measure = strip?.currentColumn else { return nil }
        let parts = [name(of: measure, shown).text] + stripParts
        return DisplayText(sanitising: parts.joined(separator: ", "))
    }

    /// The figures as a line that can be copied: those of the range, or of all of the journey.
    var stripLine: String {
        guard let strip, let shown = strip.shown else { return "" }
        let parts = strip.range == nil ? journeyWords.parts(shown.figures.whole) : stripParts
        return ([shown.name].filter { !$0.isEmpty } + parts).joined(separator: "\t")
    }

    // MARK: - Panel

    /// All figures of the range, or of all of the journey.
    package var journeyFields: [PanelField] {
        guard let strip, let shown = strip.shown else { return [] }
        let figures =
            strip.range.map { shown.figures.stretch(from: $0.lowerBound, to: $0.upperBound) }
            ?? shown.figures.whole
        var fields = [PanelField(name: "track", value: shown.name.isEmpty ? "unnamed" : shown.name)]
        if strip.range != nil, let first = stripParts.first {
            fields.append(PanelField(name: "range", value: first))
        }
        fields += journeyWords.fields(figures).map { PanelField(name: $0.name, value: $0.value) }
        let stops =
            strip.range.map { shown.figures.stops(from: $0.lowerBound, to: $0.upperBound).count }
            ?? shown.stops.count
        if shown.hasTimes { fields.append(PanelField(name: "stops", value: stops.grouped)) }
        return fields + noteFields(shown.journey.notes)
    }

    private func noteFields(_ notes: JourneyNotes) -> [PanelField] {
        var lines: [String] = []
        func add(_ count: Int, _ one: String, _ many: String) {
            if count > 0 { lines.append("\(count.grouped) \(count == 1 ? one : many)") }
        }
        add(notes.withoutHeight, "point has no height", "points have no height")
        add(notes.withoutTime, "point has no time", "points have no time")
        add(notes.backwards, "point goes back in time", "points go back in time")
        add(notes.gaps, "gap begins a segment", "gaps begin segments")
        add(notes.faultySteps, "step is too fast for anything", "steps are too fast for anything")
        add(notes.movedByWeeks, "time was 1,024 weeks off", "times were 1,024 weeks off")
        return lines.isEmpty ? [] : [PanelField(name: "noticed", value: lines.joined(separator: "\n"))]
    }

    // MARK: - On the map

    /// What the strip shows on the map; nil while it is closed, or reads.
    package var journeyOnMap: JourneyOnMap? {
        guard let strip, let shown = strip.shown else { return nil }
        let words = journeyWords
        let figures = shown.figures
        var onMap = JourneyOnMap(line: shown.line)
        onMap.range = strip.range.map { $0.lowerBound.number...$0.upperBound.number }
        onMap.ends = [0, Double(max(shown.journey.count - 1, 0))]
        var text = words.length(figures.distance(at: strip.cursor))
        if let height = figures.height(at: strip.cursor) { text += "  " + words.height(height) }
        onMap.cursor = (strip.cursor.number, DisplayText(sanitising: text))
        onMap.marks = marks(of: shown)
        return onMap
    }

    /// A mark every so many kilometres that eight cells lie between two.
    private func marks(of shown: ShownJourney) -> [(position: Double, text: DisplayText)] {
        let unit = screen.distanceUnit
        let middle = WebMercator.unproject(
            WorldPoint(x: 0, y: min(max(shown.line.point(at: 0).y, 0), 1)))
        let perCell = map.viewport.metersPerDot(at: middle.latitude) * Double(Viewport.dotsPerColumn)
        let length = shown.figures.distance(at: shown.figures.end)
        let least = max(
            perCell * Self.cellsBetweenMarks / unit.meters, 1, length / unit.meters / Self.mostMarks)
        let step = StripTicks.roundStep(least)
        guard step.isFinite, length > step * unit.meters else { return [] }
        return (1...Int(length / unit.meters / step)).map { index in
            let figure = Double(index) * step
            let position = shown.figures.position(atDistance: figure * unit.meters)
            return (position.number, DisplayText(sanitising: Int(figure.rounded()).grouped))
        }
    }

    private static let cellsBetweenMarks = 8.0
    private static let mostMarks = 1_000.0
}

/// A journey on the map: positions are numbers of points.
package struct JourneyOnMap: Sendable {
    package let line: JourneyLine
    package var range: ClosedRange<Double>?
    /// Where it begins and ends.
    package var ends: [Double] = []
    package var marks: [(position: Double, text: DisplayText)] = []
    package var cursor: (position: Double, text: DisplayText)?
}
