import CellGraphics
import MapModel
import RowValues

/// What the colours of rows mean: a box on the map where no badge stands, one line where there is no room for it.
package struct Legend: Equatable, Sendable {
    /// A class of rows, with the key that hides it.
    package struct Entry: Equatable, Sendable {
        package let classNumber: Int
        package let label: DisplayText
        /// Rows of it among all that were classified.
        package var count: Int
        package let isHidden: Bool
        /// A figure of its rows, where there is room.
        package var note = DisplayText.empty

        package init(classNumber: Int, label: DisplayText, count: Int, isHidden: Bool) {
            self.classNumber = classNumber
            self.label = label
            self.count = count
            self.isHidden = isHidden
        }
    }

    /// How much of it there is room for.
    package enum Form: Equatable, Sendable {
        case whole
        /// Numbers without a line for each class.
        case histogram
        /// The classes in one row.
        case line
    }

    /// Where it stands, in which form, and how many rows it covers.
    package struct Place: Equatable, Sendable {
        package var form: Form
        package var rect: CellRect
        package var coveredRows = 0

        package init(form: Form, rect: CellRect, coveredRows: Int = 0) {
            self.form = form
            self.rect = rect
            self.coveredRows = coveredRows
        }
    }

    package let title: DisplayText
    package let note: DisplayText
    package let entries: [Entry]
    /// Of numbers.
    package let ranges: NumberRanges?
    package let kind: ColumnKind
    /// Digits hide the rows of its lines.
    package let canHide: Bool
    /// Its width where that does not depend on its labels.
    var fixedWidth: Int?
    /// It is of changes: it always stands at the top left.
    package var isOfChanges = false
    /// A line below the entries.
    package var remark = DisplayText.empty
    package var place = Place(form: .whole, rect: CellRect(column: 0, row: 0, width: 0, height: 0))

    package var form: Form { place.form }
    /// The cells of the map that it takes.
    package var rect: CellRect { place.rect }

    /// Whether the keys of the classes stand in one row, because there is no line for each of them.
    package var hasKeyRow: Bool { form == .histogram && canHide }

    /// Rows of the histogram.
    package static let histogramRows = 2
    private static let columnsForBox = 80
    private static let columnsForRanges = 100
    private static let rangesWidth = 32
    private static let widths = 24...38
    /// Cells of a line beside its label.
    private static let lineExtra = 14
    /// Cells beside the title, without the note: that gives way.
    private static let titleExtra = 4
    /// The longest label of a class in one line, and the cells beside it.
    package static let (lineLabel, lineEntryExtra) = (14, 3)

    /// Cells for the number of rows under a line.
    static let coveredWidth = 22

    /// The cells that it takes on a map in each form that has room there, the one that says most first.
    package func sizes(on map: CellRect, columns: Int) -> [(form: Form, width: Int, height: Int)] {
        let needed = (entries.map(\.label.width).max() ?? 0) + Self.lineExtra
        let wanted = max(
            ranges == nil ? needed : max(needed, Self.rangesWidth), title.width + Self.titleExtra)
        let width = min(
            fixedWidth ?? min(max(wanted, Self.widths.lowerBound), Self.widths.upperBound), map.width - 2)
        let histogram = ranges == nil ? 0 : Self.histogramRows + 1
        let whole = 1 + histogram + entries.count + (remark.isEmpty ? 0 : 1)
        let hasColumns = columns >= (ranges == nil ? Self.columnsForBox : Self.columnsForRanges)
        var sizes: [(form: Form, width: Int, height: Int)] = []
        if hasColumns, whole <= map.height * 2 / 3 {
            sizes.append((.whole, width, whole))
            if let fixedWidth, fixedWidth > Self.widths.lowerBound {
                sizes.append((.whole, Self.widths.lowerBound, whole))
            }
        }
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

extension Legend {
    package static func entries(
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

    package static func entries(
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
