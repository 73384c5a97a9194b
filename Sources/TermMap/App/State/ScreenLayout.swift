import CellGraphics
import MapModel

/// Where the parts of the screen lie.
///
///     row 0 … R−3   map                     │ panel
///     rows … R−3    band of time            │
///     row R−2       status
///     row R−1       hints, a message or the prompt
package struct ScreenLayout: Equatable {
    /// Below this there is only a notice.
    static let smallestColumns = 20
    static let smallestRows = 8
    /// From this width on a panel stands at the right, else at the bottom.
    private static let columnsForSidePanel = 100
    private static let bottomPanelRows = 8
    private static let columnsForSideTable = 160
    private static let leastTableRows = 7

    package let columns: Int
    package let rows: Int
    /// The whole map, panel and band or not: opening one moves nothing on it. Of two maps each, without its place.
    package let map: CellRect
    /// Where the right one of two maps begins; nil for one map. What is on it is drawn as on the left one, and moved.
    package let secondMap: Int?
    /// The band of time; nil while it is closed.
    package let band: CellRect?
    package let panel: CellRect?
    package let isSidePanel: Bool

    /// What the map keeps free: the panel, or where a table that is shown alone stands beside the map.
    private let covered: CellRect?

    /// - Parameters:
    ///   - isEnlarged: details below the map take all of it.
    ///   - table: the panel is a table, perhaps in the place of the map.
    ///   - bandRows: the rows of the band of time below the map.
    ///   - isSplit: two maps stand beside each other; there is no panel.
    package init(
        columns: Int, rows: Int, hasPanel: Bool, isEnlarged: Bool = false, table: TableForm? = nil,
        bandRows: Int = 0, isSplit: Bool = false
    ) {
        self.columns = columns
        self.rows = rows
        let whole = CellRect(column: 0, row: 0, width: columns, height: max(rows - 2, 1))
        let half = max((columns - 1) / 2, 1)
        map = isSplit ? CellRect(column: 0, row: 0, width: half, height: whole.height) : whole
        secondMap = isSplit ? columns - half : nil
        isSidePanel = columns >= (table == nil ? Self.columnsForSidePanel : Self.columnsForSideTable)
        guard hasPanel else {
            (panel, covered) = (nil, nil)
            band = Self.band(bandRows, in: whole, beside: nil, isSidePanel)
            return
        }
        if let table {
            let beside = Self.tableArea(in: map, isSidePanel: isSidePanel)
            (panel, covered) = (table == .alone ? map : beside, beside)
            band = table == .alone ? nil : Self.band(bandRows, in: map, beside: beside, isSidePanel)
            return
        }
        let panel: CellRect
        if isSidePanel {
            let width = min(max(columns * 35 / 100, 36), max(44, min(columns * 30 / 100, 64)))
            panel = CellRect(column: columns - width, row: 0, width: width, height: map.height)
        } else {
            let height = rows < 20 || isEnlarged ? map.height : Self.bottomPanelRows
            panel = CellRect(column: 0, row: map.height - height, width: columns, height: height)
        }
        (self.panel, covered) = (panel, panel)
        band = Self.band(bandRows, in: map, beside: panel, isSidePanel)
    }

    /// At the bottom of what a panel leaves of the map; none where too little of the map would be left.
    private static func band(
        _ rows: Int, in map: CellRect, beside panel: CellRect?, _ isSidePanel: Bool
    ) -> CellRect? {
        let width = isSidePanel ? panel?.column ?? map.width : map.width
        let end = isSidePanel ? map.height : panel?.row ?? map.height
        guard rows > 0, end - rows >= leastMapRows else { return nil }
        return CellRect(column: 0, row: end - rows, width: width, height: rows)
    }

    private static let leastMapRows = 3

    /// How a table is shown.
    package enum TableForm { case withMap, alone }

    /// At the right of a wide screen, else below the map.
    private static func tableArea(in map: CellRect, isSidePanel: Bool) -> CellRect {
        if isSidePanel {
            let width = map.width * 45 / 100
            return CellRect(column: map.width - width, row: 0, width: width, height: map.height)
        }
        let height = min(max(map.height * 42 / 100, leastTableRows), map.height)
        return CellRect(column: 0, row: map.height - height, width: map.width, height: height)
    }

    /// The part of the map that no panel covers, and no band of time.
    ///
    /// On a small screen a panel takes the place of the map: then it stays what it was without the panel, so that
    /// nothing is clustered again for a map that is covered.
    package var visibleMap: CellRect {
        let side = covered == map ? nil : covered
        let width = isSidePanel ? side?.column ?? map.width : map.width
        let end = isSidePanel ? map.height : side?.row ?? map.height
        return CellRect(column: 0, row: 0, width: width, height: band?.row ?? end)
    }

    /// The cell of the map that a cell of the screen shows: of two maps that of either.
    package func mapCell(at cell: CellPoint) -> CellPoint {
        guard let secondMap, cell.row < visibleMap.endRow else { return cell }
        let column = cell.column >= secondMap ? cell.column - secondMap : min(cell.column, map.width - 1)
        return CellPoint(column: column, row: cell.row)
    }

    /// Whether a cell shows the map.
    func showsMap(at cell: CellPoint) -> Bool {
        visibleMap.contains(cell) && panel.map { !$0.contains(cell) } ?? true
    }

    /// Whether a cell shows the band of time.
    func showsBand(at cell: CellPoint) -> Bool {
        band?.contains(cell) == true && panel.map { !$0.contains(cell) } ?? true
    }

    package var isTooSmall: Bool { columns < Self.smallestColumns || rows < Self.smallestRows }
    package var statusRow: Int { rows - 2 }
    package var hintRow: Int { rows - 1 }
    var mapSize: DotSize { DotSize(columns: map.width, rows: map.height) }
}

extension CellRect {
    /// The dots of the viewport that this part of the map covers.
    package var dots: DotRect {
        DotRect(
            x: column * Viewport.dotsPerColumn, y: row * Viewport.dotsPerRow,
            width: width * Viewport.dotsPerColumn, height: height * Viewport.dotsPerRow)
    }

    package var middle: CellPoint { CellPoint(column: column + width / 2, row: row + height / 2) }
}

extension DotPoint {
    /// The cell in which the dot lies.
    package var cell: CellPoint {
        CellPoint(
            column: Self.clamped(x / Double(Viewport.dotsPerColumn)),
            row: Self.clamped(y / Double(Viewport.dotsPerRow)))
    }

    /// Far off the screen is far enough: a dot of a deep zoom may lie beyond any integer.
    private static func clamped(_ value: Double) -> Int {
        value.isFinite ? Int(min(max(value.rounded(.down), -1_000_000), 1_000_000)) : -1_000_000
    }

    /// The middle of a cell.
    package init(middleOf cell: CellPoint) {
        self.init(
            x: (Double(cell.column) + 0.5) * Double(Viewport.dotsPerColumn),
            y: (Double(cell.row) + 0.5) * Double(Viewport.dotsPerRow))
    }
}
