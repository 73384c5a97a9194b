import CellGraphics
import MapModel
import Rows

/// What the colours of rows mean: a box at the top left of the map, one line at the top of a small one.
struct Legend: Equatable, Sendable {
    /// A class of rows, with the key that hides it.
    struct Entry: Equatable, Sendable {
        let classNumber: Int
        let label: DisplayText
        /// Rows of it among all that match.
        let count: Int
        let isHidden: Bool
    }

    /// How much of it there is room for.
    enum Form: Equatable, Sendable {
        case whole
        /// Numbers without a line for each class.
        case histogram
        /// Categories in one row.
        case line
    }

    let title: DisplayText
    let note: DisplayText
    let entries: [Entry]
    /// Of numbers.
    let ranges: NumberRanges?
    let kind: ColumnKind
    /// Digits hide the rows of its lines.
    let canHide: Bool
    let form: Form
    /// The cells of the map that it takes.
    let rect: CellRect

    /// Whether the keys of the classes stand in one row, because there is no line for each of them.
    var hasKeyRow: Bool { form == .histogram && canHide }

    /// Where it stands.
    enum Corner: CaseIterable, Equatable, Sendable {
        case topLeft, topRight, bottomLeft, bottomRight

        /// A cell from the edges of the map.
        fileprivate func rect(width: Int, height: Int, in area: CellRect) -> CellRect {
            let isLeft = self == .topLeft || self == .bottomLeft
            let isTop = self == .topLeft || self == .topRight
            return CellRect(
                column: isLeft ? area.column + 1 : area.endColumn - 1 - width,
                row: isTop ? area.row + 1 : area.endRow - 1 - height, width: width, height: height)
        }
    }

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

    fileprivate init?(
        title: DisplayText, note: DisplayText, entries: [Entry], ranges: NumberRanges?, kind: ColumnKind,
        canHide: Bool, corner: Corner, visible: CellRect, columns: Int
    ) {
        self.title = title
        self.note = note
        self.entries = entries
        self.ranges = ranges
        self.kind = kind
        self.canHide = canHide
        let longest = entries.map(\.label.width).max() ?? 0
        let needed = longest + Self.lineExtra
        let wanted = ranges == nil ? needed : max(needed, Self.rangesWidth)
        let width = min(
            max(wanted, title.width + Self.titleExtra, Self.widths.lowerBound), Self.widths.upperBound)
        let histogramHeight = ranges == nil ? 0 : Self.histogramRows + 1
        var form = Form.whole
        if ranges == nil, columns < Self.columnsForBox { form = .line }
        if ranges != nil, columns < Self.columnsForRanges { form = .histogram }
        if form == .whole, 1 + histogramHeight + entries.count > visible.height * 2 / 3 {
            form = ranges == nil ? .line : .histogram
        }
        self.form = form
        switch form {
        case .line: rect = CellRect(column: visible.column, row: visible.row, width: visible.width, height: 1)
        case .histogram, .whole:
            let lines = form == .whole ? entries.count : canHide ? 1 : 0
            rect = corner.rect(
                width: min(width, visible.width - 2), height: 1 + histogramHeight + lines, in: visible)
        }
        guard rect.width >= 8, rect.height * 2 <= visible.height || form == .whole else { return nil }
    }
}

extension AppState {
    /// What the colours on the map mean; nil while they only mean counts.
    var legend: Legend? { annotations.hidesLegend ? nil : legend(at: annotations.legendCorner) }

    /// What the legend calls each class.
    var classLabels: [Int: String] {
        Dictionary((legend(at: .topLeft)?.entries ?? []).map { ($0.classNumber, $0.label.text) }) {
            first, _ in first
        }
    }

    /// The legend, even where there is no room for it.
    var wholeLegend: Legend? { legend(at: annotations.legendCorner) }

    /// Moves the legend to the corner where it covers the fewest rows once it covers a fifth of them. While a table lists
    /// the rows in view, it may cover none, and is left out if there is no such corner.
    mutating func placeLegend(beside placed: [PlacedAnnotation]) {
        let visible = placed.filter { $0.rect.lies(in: visibleMap) }
        let total = visible.reduce(0) { $0 + $1.count }
        func covered(_ corner: Legend.Corner) -> Int {
            guard let rect = legend(at: corner)?.rect else { return 0 }
            return visible.reduce(0) { $0 + ($1.rect.intersects(rect) ? $1.count : 0) }
        }
        let isTable = panels.current == .table
        var hidden = covered(annotations.legendCorner)
        if hidden * 5 > total || isTable && hidden > 0 {
            let best = Legend.Corner.allCases.min { covered($0) < covered($1) }
            if let best, covered(best) < hidden { (annotations.legendCorner, hidden) = (best, covered(best)) }
        }
        annotations.hidesLegend = isTable && hidden > 0
    }

    private func legend(at corner: Legend.Corner) -> Legend? {
        // Shades are for counts: they have a legend of their own.
        guard map.layers.data, layout.panel != layout.map, !isDensity else { return nil }
        let hidden = data.answeredQuery.hiddenClasses
        if let classes = data.coloring?.classes {
            var title = DisplayText(sanitising: classes.column)
            if let figures = data.figures {
                title = DisplayText(sanitising: figures.figure.text) + " by " + title
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
                title: title, note: "rows", entries: entries, ranges: ranges, kind: classes.kind,
                canHide: true, corner: corner,
                visible: visibleMap, columns: screen.columns)
        }
        guard let figures = data.figures else { return nil }
        return Legend(
            title: DisplayText(sanitising: figures.figure.text),
            note: figures.ranges == nil ? .empty : "rows",
            entries: figures.ranges.map { Legend.entries($0, figures.kind) { _ in false } } ?? [],
            ranges: figures.ranges,
            kind: figures.kind, canHide: false, corner: corner, visible: visibleMap, columns: screen.columns)
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
        let texts =
            kind == .time ? FigureText.times(ranges.edges) : ranges.edges.map { FigureText.long($0, kind) }
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
