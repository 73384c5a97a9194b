import App
import CellGraphics
import MapModel

/// Draws where the user is: the track, the circle of how far off the position may be, and the sign on top.
struct PositionPainter {
    private let charset: Charset
    private let sign: (cell: CellPoint, glyph: DisplayText, role: Role)?
    private let lines: LineCells

    /// A smaller circle would be hidden by the sign.
    private static let smallestRadiusDots = 3.0
    /// One knot: a slower receiver does not know its course.
    private static let slowestMetersPerSecond = 1852.0 / 3600

    /// Nil when there is nothing to draw.
    init?(_ state: AppState) {
        guard let position = state.position, position.fix != nil || !position.track.isEmpty else {
            return nil
        }
        charset = state.screen.appearance.charset
        sign = Self.sign(position, state)
        let track = Self.trackDots(position.track, state.map.viewport)
        var circle = DotBitmap(width: track.width, height: track.height)
        Self.circle(position, state.map.viewport).map { circle.draw($0, in: state.map.viewport) }
        lines = LineCells(in: state.visibleMap) { x, y in
            let round = circle.brailleBits(x: x, y: y)
            return (track.brailleBits(x: x, y: y) | round, round == 0 ? .track : .accuracyCircle)
        }
    }

    /// Names keep off the lines and the sign.
    func take(from occupancy: inout CellOccupancy) {
        for rect in lines.rects { occupancy.take(rect) }
        if let cell = sign?.cell {
            occupancy.take(CellRect(column: cell.column, row: cell.row, width: 1, height: 1))
        }
    }

    func drawLines(into frame: inout CellBuffer) { lines.draw(into: &frame, charset) }

    func drawSign(into frame: inout CellBuffer) {
        guard let sign else { return }
        frame.put(sign.glyph, at: sign.cell, style: Style(sign.role, .bold), keepingPaper: true)
    }

    // MARK: - Sign

    private static func sign(
        _ position: OwnPosition, _ state: AppState
    ) -> (cell: CellPoint, glyph: DisplayText, role: Role)? {
        guard let point = position.point else { return nil }
        let cell = state.map.viewport.dot(of: point).cell
        guard state.visibleMap.contains(cell) else { return nil }
        let isStale = position.isStale(at: state.now)
        let course = isStale ? nil : position.fix.flatMap(course)
        return (
            cell, glyph(course: course, charset: state.screen.appearance.charset),
            isStale ? .stale : .position
        )
    }

    /// Nil when standing, or not known.
    private static func course(of fix: LocationFix) -> Double? {
        guard let speed = fix.speedMetersPerSecond, speed > slowestMetersPerSecond else { return nil }
        return fix.courseDegrees
    }

    /// An arrow in the nearest quarter; a ring without a course.
    private static func glyph(course: Double?, charset: Charset) -> DisplayText {
        guard let course, course.isFinite else { return charset == .ascii ? "@" : "◎" }
        let arrows: [DisplayText] = charset == .ascii ? ["^", ">", "v", "<"] : ["▲", "▶", "▼", "◀"]
        let turn = course - (course / 360).rounded(.down) * 360
        return arrows[Int((turn / 90).rounded()) % 4]
    }

    // MARK: - Lines

    private static func circle(_ position: OwnPosition, _ viewport: Viewport) -> GeoCircle? {
        guard let place = position.coordinate, let meters = position.fix?.accuracyMeters, meters.isFinite,
            meters >= smallestRadiusDots * viewport.metersPerDot(at: place.latitude)
        else { return nil }
        return try? GeoCircle(center: place, radiusMeters: meters)
    }

    private static func trackDots(_ track: Track, _ viewport: Viewport) -> DotBitmap {
        var dots = DotBitmap(width: viewport.size.width, height: viewport.size.height)
        var last: DotPosition?
        let halfWorld = viewport.worldDots / 2
        track.visitPlaces(atZoom: viewport.zoom, in: bounds(of: viewport)) { place, startsLine in
            let dot = viewport.dot(of: WebMercator.project(place))
            let next = DotPosition(x: dot.x, y: dot.y)
            // A line that runs around the far side of the world leaves the view at one edge, comes in at the other.
            let start = startsLine ? next : last ?? next
            dots.drawLine(from: abs(start.x - next.x) > halfWorld ? next : start, to: next)
            last = next
        }
        return dots
    }

    private static func bounds(of viewport: Viewport) -> GeoBounds {
        let northWest = viewport.coordinate(at: DotPoint(x: 0, y: 0))
        let southEast = viewport.coordinate(
            at: DotPoint(x: Double(viewport.size.width), y: Double(viewport.size.height)))
        // The edge of the world plane represents everything beyond it.
        let north = northWest.latitude >= WebMercator.maximumLatitude ? 90 : northWest.latitude
        let south = southEast.latitude <= -WebMercator.maximumLatitude ? -90 : southEast.latitude
        guard Double(viewport.size.width) < viewport.worldDots * 0.9 else {
            return GeoBounds(south: south, west: -180, north: north, east: 180)
        }
        return GeoBounds(south: south, west: northWest.longitude, north: north, east: southEast.longitude)
    }
}
