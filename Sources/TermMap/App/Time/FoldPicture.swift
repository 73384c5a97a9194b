import CellGraphics
import MapModel
import RowValues

/// What the fold is to show: rows by two parts of their times, and which of them are chosen.
package struct FoldContent: Equatable, Sendable {
    /// The name of the column of times.
    package var column = DisplayText.empty
    /// By what rows are counted.
    package var kind: FoldKind
    /// The counts: the outer part is that of the rows.
    package var fold: TimeFold
    /// What is chosen; nil for everything.
    package var choice: FoldChoice?
    /// Rows that are in view.
    package var total: Int
    /// The terminal shows ASCII only.
    package var isASCII = false

    /// Counts by two parts, and how many rows they are of.
    package init(kind: FoldKind, fold: TimeFold, total: Int) {
        (self.kind, self.fold, self.total) = (kind, fold, total)
    }

    /// Rows of the choice.
    package var chosenRows: Int {
        guard let choice else { return total }
        return fold.outer.reduce(0) { sum, row in
            sum
                + fold.inner.reduce(0) {
                    $0 + (choice.contains(column: $1, row: row, of: kind) ? count(column: $1, row: row) : 0)
                }
        }
    }

    /// Rows of a cell, by the values of its parts.
    package func count(column: Int, row: Int) -> Int {
        guard fold.outer.contains(row), fold.inner.contains(column) else { return 0 }
        return fold.counts[(row - fold.outer.lowerBound) * fold.inner.count + column - fold.inner.lowerBound]
    }
}

/// The fold as it is drawn: a grid of levels with bars above and at the right, without colours.
package struct FoldPicture: Equatable, Sendable {
    /// All of the fold.
    package let area: CellRect
    /// The cells of the grid.
    package let grid: CellRect
    /// Columns of a cell.
    package let cellColumns: Int
    /// What the columns and the rows of the grid are; rows that do not fit are left out, which the labels beside them say.
    package let columns, rows: ClosedRange<Int>
    /// Row by row.
    package let cells: [Cell]
    /// Eighths of a row, above the columns; empty where the fold is low.
    package let columnBars: [Int]
    /// Eighths of a column, at the right of the rows; empty where the fold is narrow.
    package let rowBars: [Int]
    /// The title from the left, and at the right end.
    package let title, titleEnd: [BandPicture.Span]
    /// Above the grid, by column of the screen; the strong ones begin a quarter of all.
    package let columnLabels: [Label]
    /// At the left of the grid, by row of the screen.
    package let rowLabels: [Label]
    private let kind: FoldKind
    private let choice: FoldChoice?

    /// A cell of the grid.
    package struct Cell: Equatable, Sendable {
        /// From few rows 0 to many 1.
        package var level: Double
        /// It is part of the choice, or nothing is chosen.
        package var isInside: Bool
        /// Its count, where it is chosen and there is room.
        package var text: DisplayText
        /// The choice begins or ends with it.
        package var opens, closes: Bool
    }

    /// A label of a column or row.
    package struct Label: Equatable, Sendable {
        package var position: Int
        package var text: DisplayText
        package var isStrong: Bool
    }

    private static let (labelColumns, fewLabelColumns) = (6, 4)
    private static let columnsForWideCells = 104
    private static let (widest, narrower) = (4, 3)
    private static let leastBarColumns = 6
    private static let rowsBesidesGrid = 3

    /// How high the fold is where so many rows are free: bars, labels and all values where that leaves half of it.
    package static func height(of content: FoldContent, screenRows: Int) -> Int {
        let wanted = content.fold.outer.count + rowsBesidesGrid
        let most = max(screenRows * 45 / 100, 5)
        return min(wanted + (wanted < most ? 1 : 0), most)
    }

    /// What is seen of some content in some cells.
    package init(_ content: FoldContent, area: CellRect) {
        self.area = area
        (kind, choice, columns) = (content.kind, content.choice, content.fold.inner)
        let hasBars = area.height >= min(content.fold.outer.count, 7) + Self.rowsBesidesGrid
        let padding = area.width >= 40 ? 2 : 1
        // Hours leave no room for more than the three letters of a day or a month.
        let isTight = content.kind.columns == .hour && area.width < Self.columnsForWideCells
        let left = area.column + padding + (isTight ? Self.fewLabelColumns : Self.labelColumns)
        let room = max(area.endColumn - left - padding, 0)
        let widest = area.width >= Self.columnsForWideCells ? Self.widest : Self.narrower
        cellColumns = max(min(room / max(columns.count, 1), widest), 1)
        let top = area.row + (hasBars ? Self.rowsBesidesGrid : Self.rowsBesidesGrid - 1)
        rows = Self.rows(content, fitting: max(area.endRow - top, 1))
        grid = CellRect(
            column: left, row: top, width: min(columns.count * cellColumns, room),
            height: max(min(rows.count, area.endRow - top), 0))
        cells = Self.cells(content, rows, cellColumns)
        columnBars = hasBars ? Self.bars(Self.sums(ofColumns: content, content.fold.outer), eighths: 8) : []
        let free = area.endColumn - padding - grid.endColumn - 1
        rowBars =
            free >= Self.leastBarColumns ? Self.bars(Self.sums(ofRows: content, rows), eighths: free * 8) : []
        let isLong = BandLayout(area: area).isWide
        (title, titleEnd) = Self.titles(content, isLong: isLong, width: area.width - 2 * padding)
        columnLabels = Self.columnLabels(content, cellColumns, left)
        let last = rows.count - 1
        rowLabels = rows.enumerated().map { index, value in
            let isMore = (
                index == 0 && value > content.fold.outer.lowerBound,
                index == last && value < content.fold.outer.upperBound
            )
            let text =
                FoldChoice.name(value, content.kind.rows, isLong: false)
                + Self.sign(isMore, isASCII: content.isASCII)
            return Label(position: top + index, text: DisplayText(sanitising: text), isStrong: false)
        }
    }

    /// The values of a cell of the screen; nil outside the grid.
    package func values(at cell: CellPoint) -> (column: Int, row: Int)? {
        guard grid.contains(cell) else { return nil }
        let column = columns.lowerBound + (cell.column - grid.column) / cellColumns
        return columns.contains(column) ? (column, rows.lowerBound + cell.row - grid.row) : nil
    }

    /// A cell by its values.
    package func cell(column: Int, row: Int) -> Cell {
        cells[(row - rows.lowerBound) * columns.count + column - columns.lowerBound]
    }

    // MARK: - The grid

    /// Around the end of the choice; without one the last years, else the first values.
    private static func rows(_ content: FoldContent, fitting count: Int) -> ClosedRange<Int> {
        let all = content.fold.outer
        guard all.count > count else { return all }
        let last = max(
            min(
                content.choice?.rows.last ?? (content.kind.rows == .year ? all.upperBound : all.lowerBound),
                all.upperBound), all.lowerBound)
        let first = max(min(last - count / 2, all.upperBound - count + 1), all.lowerBound)
        return first...(first + count - 1)
    }

    private static func cells(_ content: FoldContent, _ rows: ClosedRange<Int>, _ width: Int) -> [Cell] {
        let levels = FoldLevels(content.fold.counts)
        func isChosen(_ column: Int, _ row: Int) -> Bool {
            guard content.fold.inner.contains(column), content.fold.outer.contains(row) else { return false }
            return content.choice?.contains(column: column, row: row, of: content.kind) ?? false
        }
        return rows.flatMap { row in
            content.fold.inner.map { column in
                let count = content.count(column: column, row: row)
                let isInside = isChosen(column, row)
                let text = DisplayText(sanitising: ClusterScale.abbreviatedCount(count))
                let fits = isInside && width >= narrower && text.width < width && count > 0
                let choice = content.choice
                return Cell(
                    level: levels.level(of: count), isInside: isInside || choice == nil,
                    text: fits ? text : .empty,
                    opens: isInside && column == choice?.columns.first,
                    closes: isInside && column == choice?.columns.last)
            }
        }
    }

    /// Says that there are rows above or below that do not fit.
    private static func sign(_ isMore: (above: Bool, below: Bool), isASCII: Bool) -> String {
        switch isMore {
        case (true, true): isASCII ? "|" : "↕"
        case (true, false): isASCII ? "^" : "↑"
        case (false, true): isASCII ? "v" : "↓"
        case (false, false): ""
        }
    }

    private static func sums(ofColumns content: FoldContent, _ rows: ClosedRange<Int>) -> [Int] {
        content.fold.inner.map { column in rows.reduce(0) { $0 + content.count(column: column, row: $1) } }
    }

    private static func sums(ofRows content: FoldContent, _ rows: ClosedRange<Int>) -> [Int] {
        rows.map { row in content.fold.inner.reduce(0) { $0 + content.count(column: $1, row: row) } }
    }

    private static func bars(_ sums: [Int], eighths: Int) -> [Int] {
        let most = Double(max(sums.max() ?? 1, 1))
        return sums.map { $0 == 0 ? 0 : max(Int((Double($0) / most * Double(eighths)).rounded()), 1) }
    }

    // MARK: - Texts

    private static func columnLabels(_ content: FoldContent, _ width: Int, _ left: Int) -> [Label] {
        let part = content.kind.columns
        let texts = content.fold.inner.map {
            part == .month && width < 4 && width > 1
                ? "\($0)" : FoldChoice.name($0, part, isLong: false)
        }
        let longest = texts.map(\.count).max() ?? 1
        // As many as keep a column apart.
        let every = max((longest + width) / width, part == .hour ? 2 : 1)
        return texts.enumerated().filter { $0.offset % every == 0 }.map { index, text in
            Label(
                position: left + index * width, text: DisplayText(sanitising: text),
                isStrong: part == .hour && index % 6 == 0)
        }
    }

    private static func titles(_ content: FoldContent, isLong: Bool, width: Int) -> (
        [BandPicture.Span], [BandPicture.Span]
    ) {
        let rows =
            content.choice == nil
            ? content.total.counted("row") : "\(content.chosenRows.grouped) of \(content.total.grouped)"
        var kind = content.kind.words
        if content.isASCII { kind = kind.split(separator: "×").joined(separator: "x") }
        let end = DisplayText(sanitising: isLong ? "\(kind) · \(rows)" : rows)
        let words = content.choice?.words(of: content.kind, isLong: isLong) ?? (isLong ? "everything" : kind)
        func start(_ column: DisplayText) -> [BandPicture.Span] {
            [
                .init(text: "fold", look: .strong), .init(text: column, look: .dim),
                .init(text: "  " + DisplayText(sanitising: words), look: .strong),
            ]
        }
        let full = start(content.column.isEmpty ? .empty : " " + content.column.clipped(to: 24))
        let spans = BandTitle.width(full) + end.width + 2 <= width ? full : start(.empty)
        let hasRoom = BandTitle.width(spans) + end.width + 2 <= width
        return (spans, hasRoom ? [.init(text: end, look: .dim)] : [])
    }
}

/// Counts as levels from 0 to 1, half by rank and half by square root: neither the many small counts nor the few large
/// ones look alike.
private struct FoldLevels {
    private let sorted: [Int]

    init(_ counts: [Int]) { sorted = counts.sorted() }

    func level(of count: Int) -> Double {
        guard let least = sorted.first, let most = sorted.last, most > least else { return 0.5 }
        let rank = Bisection.first(in: sorted.indices) { sorted[$0] >= count }
        let root = Double(count).squareRoot() - Double(least).squareRoot()
        let roots = Double(most).squareRoot() - Double(least).squareRoot()
        return (Double(rank) / Double(max(sorted.count - 1, 1)) + root / roots) / 2
    }
}
