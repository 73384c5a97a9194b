import CellGraphics
import MapModel

/// `gm`: places on the map, and how far it is from each to the next, on the ellipsoid.
package struct MeasureTool: MapTool {
    package static let kind = ToolKind.measure
    package static let noun: DisplayText = "measuring"
    package static let takesClicks = true

    package static let keys =
        [ToolKey("gm", "measure", nil, "measure a distance")] + ToolKey.moves + [
            ToolKey("Enter", "measure-point", .accept, "add a point"),
            ToolKey("Backspace", "measure-back", .takeBack, "take the last point back"),
            ToolKey("Tab", "measure-snap", .snap(forward: true), "snap to the next row"),
            ToolKey("Shift-Tab", "measure-snap-back", .snap(forward: false), "snap to the next row"),
            ToolKey("o", "measure-list", .list, "list of the legs"),
            ToolKey("y", "measure-copy", .copy, "copy length, points"),
            ToolKey("Y", "measure-copy-points", .copyPoints, "copy length, points"),
        ]

    package static let hints = [
        .moves("move the cross"), ToolHint("measure-point", says: "add a point"),
        ToolHint("measure-snap", says: "snap to a row"), ToolHint("measure-back", says: "undo"),
        ToolHint("measure-list", says: "list"), ToolHint("measure-copy", says: "copy"),
        ToolHint("measure-copy-points", says: "copy as GeoJSON"), ToolHint("close", says: "end"),
    ]

    package private(set) var points: [Coordinate] = []
    /// From each point to the next.
    package private(set) var legs: [Geodesic] = []
    /// Where the next point will be.
    package private(set) var cross: Coordinate
    /// What was selected or found when the cross went there.
    private var found: Coordinate?
    /// Where keys or the mouse put the cross: rows are snapped to from there.
    private var origin: Coordinate

    package init?(_ context: ToolContext) {
        let middle = context.viewport.coordinate(at: DotPoint(middleOf: context.area.middle))
        (cross, origin) = (middle, middle)
        found = context.found
        if let found, context.area.contains(context.cell(of: found)) { cross = found }
        origin = cross
    }

    package var focus: Coordinate? { cross }

    // MARK: - Steps

    package mutating func take(_ step: ToolStep, _ context: ToolContext) -> ToolOutcome {
        switch step {
        case .move(let columns, let rows): return move(columns, rows, context)
        case .click(let place):
            (cross, origin) = (place, place)
            return addPoint()
        case .accept: return addPoint()
        case .takeBack:
            guard points.popLast() != nil else { return .says("There is no point to take back") }
            _ = legs.popLast()
        case .copy:
            if legs.isEmpty { return .lacks("Nothing is measured yet") }
            return .copies(context.unit.figure(meters: meters, decimals: 6), "The length")
        case .list: return legs.isEmpty ? .lacks("Nothing is measured yet") : .lists
        case .snap(let forward): return .selects(forward: forward, near: origin, isAtRow: cross == found)
        case .copyFigures:
            if legs.isEmpty { return .lacks("Nothing is measured yet") }
            return .copies(figures(context.unit), "The figures")
        case .copyPoints:
            if points.isEmpty { return .lacks("There are no points yet") }
            return .copies(geoJSON, "The points")
        default: break
        }
        return .nothing
    }

    /// At the edge the map moves along.
    private mutating func move(_ columns: Int, _ rows: Int, _ context: ToolContext) -> ToolOutcome {
        let (place, east, south) = context.moved(cross, columns, rows)
        (cross, origin) = (place, place)
        return east == 0 && south == 0 ? .nothing : .pans(columns: east, rows: south)
    }

    private mutating func addPoint() -> ToolOutcome {
        guard cross != points.last else { return .says("The point is set: move the cross to the next place") }
        if let last = points.last { legs.append(Geodesic(from: last, to: cross)) }
        points.append(cross)
        return .nothing
    }

    /// The cross goes to what is selected or found, and stays in view.
    package mutating func follow(_ context: ToolContext) -> Bool {
        if context.found != found {
            found = context.found
            cross = found ?? cross
        }
        if !context.area.contains(context.cell(of: cross)) {
            cross = context.viewport.coordinate(at: DotPoint(middleOf: context.area.middle))
            origin = cross
        }
        return true
    }

    // MARK: - Figures

    var meters: Double { legs.reduce(0) { $0 + $1.meters } }

    /// From the last point to the cross.
    private var nextLeg: Geodesic? {
        points.last.flatMap { $0 == cross ? nil : Geodesic(from: $0, to: cross) }
    }

    /// The ring of at least three points.
    var polygon: GeodesicPolygon? { points.count < 3 ? nil : GeodesicPolygon(points) }

    package func status(_ context: ToolContext) -> ToolStatus? {
        let next = nextLeg.map { "+ " + context.unit.text(meters: $0.meters) }
        let total = legs.isEmpty ? nil : context.unit.figure(meters: meters)
        let texts = [total, next].compactMap { $0 }
        return texts.isEmpty ? nil : .figure(DisplayText(sanitising: texts.joined(separator: " ")))
    }

    private func card(_ unit: DistanceUnit) -> Overlay.Card? {
        func row(_ name: DisplayText, _ leg: Geodesic) -> Overlay.Card.Row {
            Overlay.Card.Row(
                label: name, value: DisplayText(sanitising: unit.figure(meters: leg.meters, decimals: 2)),
                note: Self.bearing(leg.startAzimuth))
        }
        func total(_ name: DisplayText, _ value: String) -> Overlay.Card.Row {
            Overlay.Card.Row(label: name, value: DisplayText(sanitising: value))
        }
        var rows = legs.enumerated().map { row("\($0 + 1) – \($0 + 2)", $1) }
        if let next = nextLeg { rows.append(row("\(points.count) – +", next)) }
        guard !rows.isEmpty else { return nil }
        var totals = legs.isEmpty ? [] : [total("length", unit.figure(meters: meters))]
        if let polygon {
            totals.append(total("closed", unit.figure(meters: polygon.perimeterMeters)))
            totals.append(total("area", unit.figure(squareMeters: polygon.areaSquareMeters)))
        }
        return Overlay.Card(
            title: "Measure", note: DisplayText(sanitising: points.count.counted("point")), rows: rows,
            totals: totals)
    }

    /// "073° E".
    static func bearing(_ degrees: Double) -> DisplayText {
        let whole = Int(degrees.rounded()) % 360
        let digits = String(repeating: "0", count: 3 - String(whole).count) + String(whole)
        return "\(digits)° \(CompassPoint(bearing: degrees).symbol)"
    }

    // MARK: - On the map

    package func overlay(_ context: ToolContext) -> Overlay {
        func line(_ leg: Geodesic) -> Overlay.Line {
            Overlay.Line(
                .geodesic(leg), label: DisplayText(sanitising: context.unit.text(meters: leg.meters)))
        }
        var lines = legs.map(line)
        if let nextLeg { lines.append(line(nextLeg)) }
        if points.count > 2, let first = points.first, let last = points.last {
            lines.append(Overlay.Line(.geodesic(Geodesic(from: last, to: first)), isDotted: true))
        }
        var signs = points.enumerated().map { index, place in
            let isCurrent = index == points.count - 1 && place == cross
            return Overlay.Sign(
                point: context.point(of: place),
                form: isCurrent ? .lastPoint("\(index + 1)") : .point("\(index + 1)"))
        }
        if points.last != cross {
            signs.append(Overlay.Sign(point: context.point(of: cross), form: .cursor))
        }
        return Overlay(lines: lines, signs: signs, card: card(context.unit))
    }

    /// The line and its points, without the cross and the figures.
    package func remains(_ context: ToolContext) -> Overlay? {
        guard !legs.isEmpty, let last = points.last else { return nil }
        var calm = self
        calm.cross = last
        var overlay = calm.overlay(context)
        overlay.card = nil
        return overlay
    }

    // MARK: - To copy

    /// A line for each point with its place, the way to it to the millimetre and its bearing; then the totals.
    func figures(_ unit: DistanceUnit) -> String {
        var lines = points.enumerated().map { index, place in
            let start = "\(index + 1)\t\(place.latitude.trimmed(7)),\(place.longitude.trimmed(7))"
            guard index > 0 else { return start }
            let leg = legs[index - 1]
            return start + "\t\(unit.figure(meters: leg.meters, decimals: 6))\t\(leg.startAzimuth.fixed(1))°"
        }
        lines.append("length\t\(unit.figure(meters: meters, decimals: 6))")
        if let polygon {
            lines.append("closed\t\(unit.figure(meters: polygon.perimeterMeters, decimals: 6))")
            lines.append("area\t\(unit.figure(squareMeters: polygon.areaSquareMeters))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var geoJSON: String {
        let places = points.map { "[\($0.longitude.trimmed(7)),\($0.latitude.trimmed(7))]" }
        guard places.count > 1 else { return #"{"type":"Point","coordinates":\#(places[0])}"# }
        return #"{"type":"LineString","coordinates":[\#(places.joined(separator: ","))]}"#
    }
}
