import MapModel

/// A view as it is kept for the next time: the middle of the map and the zoom, for a screen of any size.
struct KeptView: Equatable, Sendable {
    var center: Coordinate
    var zoom: Double

    init(center: Coordinate, zoom: Double) {
        self.center = center
        self.zoom = zoom
    }

    init(_ viewport: Viewport) {
        self.init(center: WebMercator.unproject(viewport.center), zoom: viewport.zoom)
    }

    func viewport(size: DotSize) -> Viewport {
        Viewport(center: WebMercator.project(center), zoom: zoom, size: size)
    }
}

/// What is kept of a source between runs: views with a letter, and those that were left last.
struct KeptViews: Equatable, Sendable {
    /// How many of the views that were left are kept.
    static let historyLimit = 20

    var bookmarks: [Character: KeptView] = [:]
    /// The oldest first.
    var history: [KeptView] = []
}

/// What is done with the bookmark whose letter comes next.
enum BookmarkDeed: Hashable, Sendable { case set, goTo }
