import MapModel

/// A view as it is kept for the next time: the middle of the map and the zoom, for a screen of any size.
package struct KeptView: Equatable, Sendable {
    package var center: Coordinate
    package var zoom: Double
    /// Moments whose rows were shown; nil for all times.
    package var window: Range<Int64>?

    package init(center: Coordinate, zoom: Double, window: Range<Int64>? = nil) {
        self.center = center
        self.zoom = zoom
        self.window = window
    }

    package init(_ viewport: Viewport) {
        self.init(center: WebMercator.unproject(viewport.center), zoom: viewport.zoom)
    }

    package func viewport(size: DotSize) -> Viewport {
        Viewport(center: WebMercator.project(center), zoom: zoom, size: size)
    }
}

/// What is kept of a source between runs: views with a letter, and those that were left last.
package struct KeptViews: Equatable, Sendable {
    /// How many of the views that were left are kept.
    package static let historyLimit = 20

    package var bookmarks: [Character: KeptView] = [:]
    /// The oldest first.
    package var history: [KeptView] = []

    package init(bookmarks: [Character: KeptView] = [:], history: [KeptView] = []) {
        self.bookmarks = bookmarks
        self.history = history
    }
}

/// What is done with the bookmark whose letter comes next.
package enum BookmarkDeed: Hashable, Sendable { case set, goTo }
