import CellGraphics
import MapModel

/// Gives each row its cell of the screen, without clusters; rows on one cell share a dot.
enum DotLayout {
    /// The dots from the north-west.
    ///
    /// - Parameter set: of a grid whose cells are no larger than those of the screen.
    /// - Complexity: O(annotations + cells of the screen).
    static func place(_ set: AnnotationSet, viewport: Viewport, area: CellRect) -> [PlacedAnnotation] {
        // The annotations of each cell as a list: the last one, and the one before each.
        var last = [Int32](repeating: none, count: area.width * area.height)
        var previous = [Int32](repeating: none, count: set.annotations.count)
        for (index, annotation) in set.annotations.enumerated() {
            let cell = viewport.dot(of: annotation.anchor).cell
            let column = min(max(cell.column - area.column, 0), area.width - 1)
            let row = min(max(cell.row - area.row, 0), area.height - 1)
            previous[index] = last[row * area.width + column]
            last[row * area.width + column] = Int32(index)
        }
        var placed: [PlacedAnnotation] = []
        for (cell, index) in last.enumerated() where index != none {
            var parts: [Annotation] = []
            var index = index
            while index != none {
                parts.append(set.annotations[Int(index)])
                index = previous[Int(index)]
            }
            if parts.count > 1 { parts.sort { $0.count > $1.count } }
            let rect = CellRect(
                column: area.column + cell % area.width, row: area.row + cell / area.width, width: 1,
                height: 1)
            placed.append(PlacedAnnotation(parts: parts, rect: rect))
        }
        return placed
    }

    private static let none: Int32 = -1
}
