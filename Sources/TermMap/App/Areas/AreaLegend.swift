import CellGraphics
import DataSets
import MapModel

/// What the colours of areas mean, and where that stands.
package struct AreaLegend: Equatable, Sendable {
    /// A class: from where to where it goes, and how many areas are of it.
    package struct Line: Equatable, Sendable {
        /// The class, from 1 on: the key that hides it.
        package let number: Int
        /// The least value of the class.
        package let from: DisplayText
        /// The break above it; of the last class the greatest value.
        package let to: DisplayText
        /// Areas of the class.
        package let areas: Int
        /// Its areas are drawn as land.
        package let isHidden: Bool
    }

    /// The figure and the set, as far as there is room.
    package let title: DisplayText
    /// The method, or how many rows are outside.
    package let note: DisplayText
    /// The classes, from the least values on.
    package let lines: [Line]
    /// Areas without rows, or without a value, and what they are called.
    package let emptyAreas: Int
    /// "no rows", or "no value".
    package let emptyWords: DisplayText
    /// Rows in no area, and rows whose code no area has.
    package let outside: Int
    /// Rows whose code no area has.
    package let unmatched: Int
    /// A strip of the classes instead of a line for each.
    package let isSmall: Bool
    /// The cells of the screen that it takes.
    package let rect: CellRect

    private static let columnsForLines = 100
    private static let leastColumns = 40
    private static let contentWidth = 30
    private static let contentWidthOfClass = 4
    /// Columns between the edge of the box and what stands in it.
    package static let padding = 2

    /// Nil where there is no room, or no class.
    package init?(
        _ answer: AreaAnswer, _ text: AreaText, hidden: Set<Int>, on visible: CellRect, corner: Int,
        mustBeSmall: Bool = false
    ) {
        guard answer.classes.count > 0, visible.width >= Self.leastColumns else { return nil }
        let edges = text.edges.map { DisplayText(sanitising: $0) }
        lines = (1...answer.classes.count).map { number in
            Line(
                number: number, from: edges[number - 1], to: edges[number],
                areas: answer.classes.counts[number],
                isHidden: hidden.contains(number))
        }
        emptyAreas = answer.classes.counts[0]
        emptyWords = text.isCount ? "no rows" : "no value"
        (outside, unmatched) = (answer.outside, answer.unmatched)
        let height = 2 + lines.count + (emptyAreas > 0 ? 1 : 0) + (unmatched > 0 ? 1 : 0)
        isSmall = mustBeSmall || visible.width < Self.columnsForLines || height * 2 > visible.height
        let measure = DisplayText(sanitising: text.measure)
        let method = DisplayText(sanitising: answer.classes.method.rawValue)
        let whole = measure + DisplayText(sanitising: " by " + text.noun)
        var content = Self.contentWidth
        if isSmall {
            title = DisplayText(sanitising: answer.figure == nil ? answer.set.name : text.measure)
            note = "outside \(answer.outside.grouped)"
            content = max(lines.count * Self.contentWidthOfClass + 3, title.width + 2 + note.width)
            content = min(content, visible.width - 2 * Self.padding)
        } else {
            note = method
            title = whole.width + 2 + note.width <= content && !answer.isDensity ? whole : measure
        }
        let (width, shown) = (content + 2 * Self.padding, isSmall ? 3 : height)
        guard shown * 2 <= visible.height, width <= visible.width else { return nil }
        rect =
            Self.corners(width: width, height: shown, air: isSmall ? 0 : 1, of: visible)[
                min(max(corner, 0), 3)]
    }

    /// Top left, top right, bottom left, bottom right.
    static func corners(width: Int, height: Int, air: Int, of map: CellRect) -> [CellRect] {
        [map.row + air, map.endRow - air - height].flatMap { row in
            [map.column + air, map.endColumn - air - width].map { column in
                CellRect(column: column, row: row, width: width, height: height)
            }
        }
    }
}

extension AppState {
    /// The legend of the areas; nil where there are none, or no room for it, and while it is put away.
    package var areaLegend: AreaLegend? {
        guard showsAreas, annotations.showsLegend, let answer = areaAnswer, let text = areaText else {
            return nil
        }
        let corner = areas.legendCorner ?? 0
        func legend(_ corner: Int, isSmall: Bool = false) -> AreaLegend? {
            AreaLegend(
                answer, text, hidden: areas.hiddenClasses, on: visibleMap, corner: corner,
                mustBeSmall: isSmall)
        }
        if areas.covering == .nothing { return legend(corner) }
        // A badge that it covers would be missing in the counts.
        for isSmall in [false, true] {
            for corner in [corner] + (0..<4).filter({ $0 != corner }) {
                guard let legend = legend(corner, isSmall: isSmall) else { continue }
                if !annotations.placed.contains(where: { $0.rect.intersects(legend.rect) }) { return legend }
            }
        }
        return nil
    }

    /// Puts the legend into the corner where it covers the fewest quarters of cells that are filled; it stays there as long as
    /// areas are shown.
    mutating func placeAreaLegend() {
        guard let answer = areaAnswer else { return areas.legendCorner = nil }
        guard areas.legendCorner == nil, let legend = areaLegend else { return }
        let corners = AreaLegend.corners(
            width: legend.rect.width, height: legend.rect.height, air: legend.isSmall ? 0 : 1, of: visibleMap)
        let covered = corners.map { corner in
            let raster = AreaRaster(answer.set.geometry, viewport: map.viewport, rect: corner.dots)
            return raster.countQuarters { answer.classes.classOfArea[Int($0)] > 0 }
        }
        areas.legendCorner = covered.indices.min { (covered[$0], $0) < (covered[$1], $1) }
    }
}
