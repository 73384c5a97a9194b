import CellGraphics
import MapModel
import TerminalInput

/// How a density picture is drawn, which decides what is counted.
package enum DensityForm: Hashable, Sendable {
    /// Two shades to a cell, one of so many levels for each of its quarters.
    case shades(levelCount: Int)
    /// As many dots as the level of the cell.
    case dots
    /// A character for the level of the cell.
    case signs

    /// A cell has eight dots.
    package static let dotLevels = 8
    /// Characters of the levels, from few rows to many.
    package static let levelSigns = Array(".:-=+*#%@".unicodeScalars)

    package var levelCount: Int {
        switch self {
        case .shades(let count): count
        case .dots: Self.dotLevels
        case .signs: Self.levelSigns.count
        }
    }

    /// Dots down the boxes that are counted.
    package var dotsPerRow: Int { self == .dots ? 1 : 2 }
}

/// What is counted for the density picture, and how.
package struct DensityState: Sendable {
    package var kind = DensityScale.Kind.balanced
    /// What is in view; nil unless density is shown.
    package private(set) var picture: DensityPicture?
    /// Of the tree that was counted.
    private var generation = 0
    /// The cell whose rows can be selected now.
    package var cursor: CellPoint?

    package mutating func hide() {
        picture = nil
        cursor = nil
    }

    /// Counts what lies in view; what was counted before is kept.
    ///
    /// - Parameters:
    ///   - clusters: what a server counted in place of sending rows; nil where all rows in view are in the tree.
    ///   - area: the map, from the top left of the view.
    package mutating func show(
        _ tree: QuadTree, counted clusters: [Cluster]?, generation: Int, viewport: Viewport, area: CellRect,
        form: DensityForm
    ) {
        let before = self.generation == generation ? picture : nil
        self.generation = generation
        picture = DensityPicture(
            of: tree, counted: clusters, viewport: viewport, area: area, form: form, kind: kind, after: before
        )
    }

    /// Shades mean what they mean in another picture.
    mutating func rescale(to scale: DensityScale) { picture?.rescale(to: scale) }

    /// The boxes that hold points of a set stand out; nil for none.
    package mutating func highlight(_ points: PointSet?, in tree: QuadTree) {
        picture?.highlight(points, in: tree)
    }

    /// The same of marked points.
    package mutating func mark(_ points: PointSet?, in tree: QuadTree) {
        picture?.mark(points, in: tree)
    }
}
