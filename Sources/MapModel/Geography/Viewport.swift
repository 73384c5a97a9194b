import CByteScan

/// The part of the world plane that a map shows, and the one place that converts between the plane and dots.
///
/// Zoom is that of web maps: the world is 64 · 2^zoom dots wide (a dot equals 4 px of a 256 px tile).
/// The top left corner always lies on a whole character cell of the world, so that a pan by whole cells
/// moves every dot by the same whole number and nothing is drawn differently.
/// No place is shown twice: a view wider than the world shows it once, with empty margins. Where something covers a
/// part of the view, the limits are those of the rest, and a small world lies in the middle of it.
public struct Viewport: Hashable, Sendable {
    /// Dots across a character cell of Braille.
    public static let dotsPerColumn = 2
    /// Dots down a character cell of Braille.
    public static let dotsPerRow = 4
    /// Deepest zoom: a dot is 15 cm at the equator, and still 16 quanta of the index.
    public static let maximumZoom = 22.0

    /// The middle of the view; x in 0..<1.
    public private(set) var center: WorldPoint
    /// The zoom of web maps, `minimumZoom(for: size)`...`maximumZoom`.
    public private(set) var zoom: Double
    /// The size of the view in dots, at least one character cell.
    public private(set) var size: DotSize
    /// The part of the view that nothing covers, at least one character cell.
    public private(set) var visible: DotRect

    /// A view with its centre and zoom moved into their limits, so that it shows nothing beyond a pole unless it
    /// shows both.
    ///
    /// - Parameter visible: the part that nothing covers; nil for all of it.
    public init(center: WorldPoint, zoom: Double, size: DotSize, visible: DotRect? = nil) {
        self.size = DotSize(width: Swift.max(size.width, 2), height: Swift.max(size.height, 4))
        let whole = DotRect(x: 0, y: 0, width: self.size.width, height: self.size.height)
        let part = visible ?? whole
        self.visible = part.width >= 2 && part.height >= 4 ? part : whole
        self.zoom = zoom
        self.center = center
        worldDots = 0
        clamp()
    }

    /// Dots from 180° W to 180° E. Kept, since every dot is computed from it.
    public private(set) var worldDots: Double

    /// Zoom counted in dots instead of pixels: the world is 256 · 2^dotZoom dots wide.
    public var dotZoom: Double { zoom - 2 }

    /// The smallest zoom for a view of this size: all of the world, from pole to pole and all round.
    public static func minimumZoom(for size: DotSize) -> Double {
        Swift.min(log2(Double(Swift.max(size.height, 4)) / 64), worldWideZoom(for: size))
    }

    /// The zoom at which the world is as wide as a view of this size.
    public static func worldWideZoom(for size: DotSize) -> Double {
        log2(Double(Swift.max(size.width, 2)) / 64)
    }

    /// The middle of the visible part, in dots.
    var focus: DotPoint {
        DotPoint(
            x: Double(visible.x) + Double(visible.width) / 2,
            y: Double(visible.y) + Double(visible.height) / 2)
    }

    /// The point in the middle of the visible part; x in 0..<1.
    public var visibleCenter: WorldPoint {
        WorldPoint(
            x: center.x + (focus.x - Double(size.width) / 2) / worldDots,
            y: center.y + (focus.y - Double(size.height) / 2) / worldDots
        ).wrapped
    }

    /// The columns of dots in which the world is shown once; all that are visible unless those are wider.
    public var worldColumns: Range<Int> {
        let west = Swift.max(focus.x - worldDots / 2, 0)
        let east = Swift.min(focus.x + worldDots / 2, Double(size.width))
        return Int(west.rounded(.down))..<Int(east.rounded(.up))
    }

    /// The top left corner in dots of the world, on a whole cell; may be negative or beyond the world.
    public var origin: (x: Int, y: Int) {
        let top = center.y * worldDots - Double(size.height) / 2
        var y = Self.snapped(top, to: Self.dotsPerRow)
        // A view that ends at the south pole shows it, also where whole cells would cut it off.
        let end = visible.y + visible.height
        if top + Double(end) > worldDots - 0.01, Double(y + end) < worldDots { y += Self.dotsPerRow }
        return (Self.snapped(center.x * worldDots - Double(size.width) / 2, to: Self.dotsPerColumn), y)
    }

    /// Views often sit exactly half a cell off; the small bias keeps rounding noise from flipping them.
    private static func snapped(_ dots: Double, to step: Int) -> Int {
        Int((dots / Double(step) + 0.5 + 1e-4).rounded(.down)) * step
    }

    private mutating func clamp() {
        let lowest = Self.minimumZoom(for: DotSize(width: visible.width, height: visible.height))
        zoom = zoom.isFinite ? Swift.min(Swift.max(zoom, lowest), Self.maximumZoom) : lowest
        worldDots = 64 * exp2(zoom)
        center = (center.x.isFinite && center.y.isFinite ? center : WorldPoint(x: 0.5, y: 0.5)).wrapped
        let margin = Double(visible.height) / 2 / worldDots
        let shift = (focus.y - Double(size.height) / 2) / worldDots
        center.y = margin >= 0.5 ? 0.5 : Swift.min(Swift.max(center.y + shift, margin), 1 - margin)
        center.y -= shift
    }
}

// MARK: - Moving

extension Viewport {
    /// The view with another part of it visible.
    public func showing(_ visible: DotRect) -> Viewport {
        Viewport(center: center, zoom: zoom, size: size, visible: visible)
    }

    /// The view moved by whole cells, east and south positive, as far as the poles allow.
    public func panned(columns: Int, rows: Int) -> Viewport {
        let x = center.x + Double(columns * Self.dotsPerColumn) / worldDots
        let y = center.y + Double(rows * Self.dotsPerRow) / worldDots
        return Viewport(center: WorldPoint(x: x, y: y), zoom: zoom, size: size, visible: visible)
    }

    /// The view at `zoom` with the place under `dot` fixed, as far as the poles allow.
    public func zoomed(to zoom: Double, around dot: DotPoint) -> Viewport {
        let fixed = point(at: dot)
        let target = Viewport(center: center, zoom: zoom, size: size, visible: visible)
        let x = fixed.x - (dot.x - Double(size.width) / 2) / target.worldDots
        let y = fixed.y - (dot.y - Double(size.height) / 2) / target.worldDots
        return Viewport(center: WorldPoint(x: x, y: y), zoom: target.zoom, size: size, visible: visible)
    }

    /// The view in another size with the same centre and zoom, as far as both fit; all of it is visible.
    public func resized(to size: DotSize) -> Viewport { Viewport(center: center, zoom: zoom, size: size) }

    /// The deepest view in which `bounds` fits into `rect`, which lies in the view, with the centres of both
    /// together.
    public func fitted(to bounds: GeoBounds, within rect: DotRect, maximumZoom: Double) -> Viewport {
        let northWest = WebMercator.project(Coordinate(latitude: bounds.north, longitude: bounds.west))
        let southEast = WebMercator.project(Coordinate(latitude: bounds.south, longitude: bounds.east))
        let width = bounds.longitudeSpan / 360
        let height = Swift.max(southEast.y - northWest.y, 0)
        let scale = Swift.min(
            width > 0 ? Double(rect.width) / width : .infinity,
            height > 0 ? Double(rect.height) / height : .infinity)
        let zoom = Swift.min(scale.isFinite ? log2(scale / 64) : maximumZoom, maximumZoom)
        let middle = WorldPoint(x: northWest.x + width / 2, y: (northWest.y + southEast.y) / 2)
        return Viewport(center: middle, zoom: zoom, size: size, visible: visible).offset(middle, to: rect)
    }

    /// The view moved so that `place` lies in the middle of `rect`.
    public func offset(_ place: WorldPoint, to rect: DotRect) -> Viewport {
        let dx = Double(size.width) / 2 - (Double(rect.x) + Double(rect.width) / 2)
        let dy = Double(size.height) / 2 - (Double(rect.y) + Double(rect.height) / 2)
        let center = WorldPoint(x: place.x + dx / worldDots, y: place.y + dy / worldDots)
        return Viewport(center: center, zoom: zoom, size: size, visible: visible)
    }
}

// MARK: - Converting

extension Viewport {
    /// The dot at which `point` is drawn, in the copy of the world nearest to the middle of what is visible.
    public func dot(of point: WorldPoint) -> DotPoint {
        let origin = origin
        let world = worldDots
        var x = point.x * world - Double(origin.x)
        x -= ((x - focus.x) / world).rounded() * world
        return DotPoint(x: x, y: point.y * world - Double(origin.y))
    }

    /// The point of the world plane under a dot; x may lie outside 0..<1.
    public func point(at dot: DotPoint) -> WorldPoint {
        let origin = origin
        return WorldPoint(
            x: (dot.x + Double(origin.x)) / worldDots, y: (dot.y + Double(origin.y)) / worldDots)
    }

    /// The coordinate under a dot; a dot beyond the Mercator square has the latitude of its edge.
    public func coordinate(at dot: DotPoint) -> Coordinate {
        let point = point(at: dot)
        return WebMercator.unproject(WorldPoint(x: point.x, y: Swift.min(Swift.max(point.y, 0), 1)))
    }

    /// The whole view as a rectangle of dots.
    public var bounds: DotRect { DotRect(x: 0, y: 0, width: size.width, height: size.height) }

    /// The quanta whose points are drawn inside `rect`.
    public func window(of rect: DotRect) -> WorldWindow {
        let origin = origin
        let quantaPerDot = Double(WorldWindow.worldSize) / worldDots
        func quantum(_ dots: Int) -> Int64 { Int64((Double(dots) * quantaPerDot).rounded(.up)) }
        let bottom = origin.y + rect.y + rect.height
        return WorldWindow(
            west: quantum(origin.x + rect.x), east: quantum(origin.x + rect.x + rect.width),
            north: quantum(origin.y + rect.y), south: quantum(bottom))
    }

    /// Metres on the ground along one dot at the given latitude.
    public func metersPerDot(at latitude: Double) -> Double {
        GreatCircle.earthRadiusMeters * 2 * .pi * cos(latitude * .pi / 180) / worldDots
    }
}

extension Viewport {
    /// The box of some dots of the view, in degrees.
    public func bounds(of dots: DotRect) -> GeoBounds {
        let northWest = coordinate(at: DotPoint(x: Double(dots.x), y: Double(dots.y)))
        let southEast = coordinate(
            at: DotPoint(x: Double(dots.x + dots.width), y: Double(dots.y + dots.height)))
        let isRound = Double(dots.width) >= worldDots
        return GeoBounds(
            south: southEast.latitude, west: isRound ? -180 : northWest.longitude,
            north: northWest.latitude, east: isRound ? 180 : southEast.longitude)
    }
}
