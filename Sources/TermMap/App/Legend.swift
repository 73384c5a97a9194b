import CellGraphics
import MapModel
import Rows

/// What the colours of rows mean: a box on the map where no badge stands, one line where there is no room for it.
struct Legend: Equatable, Sendable {
    /// A class of rows, with the key that hides it.
    struct Entry: Equatable, Sendable {
        let classNumber: Int
        let label: DisplayText
        /// Rows of it among all that were classified.
        let count: Int
        let isHidden: Bool
    }

    /// How much of it there is room for.
    enum Form: Equatable, Sendable {
        case whole
        /// Numbers without a line for each class.
        case histogram
        /// The classes in one row.
        case line
    }

    /// Where it stands, in which form, and how many rows it covers.
    struct Place: Equatable, Sendable {
        var form: Form
        var rect: CellRect
        var coveredRows = 0
    }

    let title: DisplayText
    let note: DisplayText
    let entries: [Entry]
    /// Of numbers.
    let ranges: NumberRanges?
    let kind: ColumnKind
    /// Digits hide the rows of its lines.
    let canHide: Bool
    fileprivate(set) var place = Place(form: .whole, rect: CellRect(column: 0, row: 0, width: 0, height: 0))

    var form: Form { place.form }
    /// The cells of the map that it takes.
    var rect: CellRect { place.rect }

    /// Whether the keys of the classes stand in one row, because there is no line for each of them.
    var hasKeyRow: Bool { form == .histogram && canHide }

    /// Rows of the histogram.
    static let histogramRows = 2
    private static let columnsForBox = 80
    private static let columnsForRanges = 100
    private static let rangesWidth = 32
    private static let widths = 24...38
    /// Cells of a line beside its label.
    private static let lineExtra = 14
    /// Cells beside the title, without the note: that gives way.
    private static let titleExtra = 4
    /// The longest label of a class in one line, and the cells beside it.
    static let (lineLabel, lineEntryExtra) = (14, 3)

    /// Cells for the number of rows under a line.
    static let coveredWidth = 22

    /// The cells that it takes on a map in each form that has room there, the one that says most first.
    func sizes(on map: CellRect, columns: Int) -> [(form: Form, width: Int, height: Int)] {
        let needed = (entries.map(\.label.width).max() ?? 0) + Self.lineExtra
        let wanted = max(
            ranges == nil ? needed : max(needed, Self.rangesWidth), title.width + Self.titleExtra)
        let width = min(max(wanted, Self.widths.lowerBound), Self.widths.upperBound, map.width - 2)
        let histogram = ranges == nil ? 0 : Self.histogramRows + 1
        let whole = 1 + histogram + entries.count
        let hasColumns = columns >= (ranges == nil ? Self.columnsForBox : Self.columnsForRanges)
        var sizes: [(form: Form, width: Int, height: Int)] = []
        if hasColumns, whole <= map.height * 2 / 3 { sizes.append((.whole, width, whole)) }
        if ranges != nil {
            let height = 1 + histogram + (canHide ? 1 : 0)
            if height * 2 <= map.height { sizes.append((.histogram, width, height)) }
        }
        let line = entries.reduce(title.width + 4) {
            $0 + min($1.label.width, Self.lineLabel) + Self.lineEntryExtra
        }
        return (sizes + [(.line, min(line, map.width), 1)]).filter { $0.width >= 8 }
    }
}

extension AppState {
    /// What the colours on the map mean; nil while they only mean counts, and while it is put away.
    var legend: Legend? {
        guard let place = annotations.legendPlace, var legend = wholeLegend else { return nil }
        legend.place = place
        return legend
    }

    /// What the legend calls each class.
    var classLabels: [Int: String] {
        Dictionary((wholeLegend?.entries ?? []).map { ($0.classNumber, $0.label.text) }) { first, _ in first }
    }

    /// Puts the legend where it covers none of `placed`, as large as there is room for. Where rows are everywhere,
    /// it is the line that covers the fewest, and says how many; beside a table, which lists the rows in view, none.
    mutating func placeLegend(beside placed: [PlacedAnnotation]) {
        let before = annotations.legendPlace
        annotations.legendPlace = nil
        guard annotations.showsLegend, let legend = wholeLegend else { return }
        let room = LegendRoom(
            map: visibleMap, world: worldColumns, besides: placed, and: attributionRect.map { [$0] } ?? [])
        let sizes = legend.sizes(on: visibleMap, columns: screen.columns)
        annotations.legendPlace =
            room.place(sizes, before: before) ?? (panels.current == .table ? nil : room.leastCovering(sizes))
    }

    /// Puts the legend away, and shows it again.
    mutating func toggleLegend() {
        guard wholeLegend != nil || isDensity else {
            return report("There is no legend: press C to colour rows by a column")
        }
        annotations.showsLegend.toggle()
        report(annotations.showsLegend ? "Legend shown" : "Legend put away: the same key shows it")
        refreshAnnotations(animated: false)
    }

    /// What it says, wherever it stands.
    var wholeLegend: Legend? {
        // Shades are for counts: they have a legend of their own.
        guard map.layers.data, layout.panel != layout.map, !isDensity else { return nil }
        let hidden = data.answeredQuery.hiddenClasses
        if let classes = data.coloring?.classes {
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
                title: title, note: data.answeredQuery.coloring?.window == nil ? "rows" : "of this view",
                entries: entries, ranges: ranges, kind: classes.kind,
                canHide: true)
        }
        guard let figures = data.figures else { return nil }
        return Legend(
            title: DisplayText(sanitising: figures.figure.text),
            note: data.answeredQuery.sizesByFigure ? "as size" : figures.ranges == nil ? .empty : "rows",
            entries: figures.ranges.map { Legend.entries($0, figures.kind) { _ in false } } ?? [],
            ranges: figures.ranges,
            kind: figures.kind, canHide: false)
    }
}

extension Legend {
    fileprivate static func entries(
        _ categories: [RowClasses.Category], _ missing: Int, _ isHidden: (Int) -> Bool
    ) -> [Entry] {
        let named = categories.enumerated().map { index, category in
            let isRest = category.valueCount != 1 || category.value.isEmpty
            let label = isRest ? category.valueCount?.counted("other") ?? "others" : category.value
            let number = isRest ? RowClasses.categoryLimit + 1 : index + 1
            return Entry(
                classNumber: number,
                label: DisplayText(sanitising: label, limit: 60), count: category.count,
                isHidden: isHidden(number))
        }
        return named + noValue(missing, isHidden)
    }

    fileprivate static func entries(
        _ ranges: NumberRanges, _ kind: ColumnKind, _ isHidden: (Int) -> Bool
    ) -> [Entry] {
        let texts = FigureText.edges(ranges.edges, kind)
        let named = (0..<ranges.rangeCount).map { index in
            let (from, to) = (texts[index], texts[index + 1])
            return Entry(
                classNumber: index + 1, label: DisplayText(sanitising: "\(from) – \(to)"),
                count: ranges.counts[index], isHidden: isHidden(index + 1))
        }
        return named + noValue(ranges.missingCount, isHidden)
    }

    private static func noValue(_ count: Int, _ isHidden: (Int) -> Bool) -> [Entry] {
        count == 0
            ? [] : [Entry(classNumber: 0, label: "no value", count: count, isHidden: isHidden(0))]
    }
}
