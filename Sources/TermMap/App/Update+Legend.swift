import CellGraphics
import MapModel
import RowValues

extension AppState {
    /// What the colours on the map mean; nil while they only mean counts, and while it is put away.
    package var legend: Legend? {
        guard let place = annotations.legendPlace, var legend = wholeLegend else { return nil }
        legend.place = place
        return legend
    }

    /// What the legend calls each class.
    package var classLabels: [Int: String] {
        Dictionary((wholeLegend?.entries ?? []).map { ($0.classNumber, $0.label.text) }) { first, _ in first }
    }

    /// Puts the legend where it covers none of `placed`, as large as there is room for; that of changes at the top left. Where
    /// rows are everywhere, it is the line that covers the fewest, and says how many; beside a table, which lists the rows in
    /// view, none.
    mutating func placeLegend(beside placed: [PlacedAnnotation]) {
        let before = annotations.legendPlace
        annotations.legendPlace = nil
        guard annotations.showsLegend, let legend = wholeLegend else { return }
        let room = LegendRoom(
            map: visibleMap, world: worldColumns, besides: placed, and: attributionRect.map { [$0] } ?? [])
        var sizes = legend.sizes(on: visibleMap, columns: screen.columns)
        // Above the addresses there is little of the map.
        if panels.list == .addresses, !layout.isSidePanel { sizes.removeAll { $0.form != .line } }
        annotations.legendPlace =
            (legend.isOfChanges ? room.topLeft(sizes) : nil) ?? room.place(sizes, before: before)
            ?? (panels.current == .table ? nil : room.leastCovering(sizes))
    }

    /// Hides the legend, and shows it again.
    mutating func toggleLegend() {
        guard wholeLegend != nil || isDensity || showsAreas else {
            return report("There is no legend: press \(key: .colorBy) to colour rows by a column")
        }
        annotations.showsLegend.toggle()
        report(annotations.showsLegend ? "Legend shown" : "Legend hidden: \(key: .legend) shows it")
        refreshAnnotations(animated: false)
    }

    /// What the numbers beside its entries count.
    private var rowsNote: DisplayText { things.areFollowed ? "live" : rowWord }

    /// The entries with the rows of the window of time. Those of a hidden class are not counted there.
    func inWindow(_ entries: [Legend.Entry]) -> [Legend.Entry] {
        guard let counts = data.coloring?.inWindow else { return entries }
        return entries.map { entry in
            var entry = entry
            if !entry.isHidden { entry.count = Int(counts[entry.classNumber]) }
            return entry
        }
    }

    /// What it says, wherever it stands.
    package var wholeLegend: Legend? {
        // Shades are for counts, and areas have classes of their own: so have their legends.
        guard map.layers.data, layout.panel != layout.map, !isDensity, areaAnswer == nil else { return nil }
        let hidden = data.answeredQuery.hiddenClasses
        if let classes = data.coloring?.classes {
            if let legend = changesLegend(classes) { return legend }
            var title = DisplayText(sanitising: classes.column)
            if let figures = data.figures {
                let figure = DisplayText(sanitising: figures.figure.text)
                title = figure + (data.answeredQuery.sizesByFigure ? " as size, " : " by ") + title
            }
            let isHidden = { classes.isHidden($0, by: hidden) }
            let entries: [Legend.Entry]
            var ranges: NumberRanges?
            switch classes.scheme {
            case .categories(let categories):
                entries = Legend.entries(categories, classes.missingCount, isHidden)
            case .ranges(let found):
                ranges = found
                entries = Legend.entries(found, classes.kind, isHidden)
            }
            return Legend(
                title: title, note: data.answeredQuery.coloring?.window == nil ? rowsNote : "of this view",
                entries: inWindow(entries), ranges: ranges, kind: classes.kind,
                canHide: true)
        }
        guard let figures = data.figures else { return nil }
        return Legend(
            title: DisplayText(sanitising: figures.figure.text),
            note: data.answeredQuery.sizesByFigure ? "as size" : figures.ranges == nil ? .empty : rowsNote,
            entries: figures.ranges.map { Legend.entries($0, figures.kind) { _ in false } } ?? [],
            ranges: figures.ranges,
            kind: figures.kind, canHide: false)
    }
}
