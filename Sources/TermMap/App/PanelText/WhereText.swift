import CellGraphics
import MapModel

/// Where things are in whole words: for the message about the view, and for screen readers.
package struct WhereText {
    private let state: AppState

    package init(_ state: AppState) { self.state = state }

    /// "12 km north-west of Lyon, Auvergne-Rhône-Alpes, France"; the coordinate where no names are known.
    package func place(_ coordinate: Coordinate) -> DisplayText {
        let span = state.viewSpanMeters(at: coordinate)
        guard let atlas = state.shipped.atlas,
            let found = atlas.locator.description(of: coordinate, viewSpanMeters: span)
        else { return PlaceText.coordinate(coordinate, zoom: state.map.viewport.zoom) }
        return DisplayText(
            sanitising: found.words(unit: state.screen.distanceUnit, in: atlas.gazetteer), limit: 400)
    }

    /// Where the middle of the view is.
    package var middle: DisplayText { place(state.map.middle) }

    /// "12 km north-west", seen from the middle of the view; "in the middle" where that is no distance on the map.
    package func offset(of coordinate: Coordinate) -> DisplayText {
        let middle = state.map.middle
        let meters = GreatCircle.distance(from: middle, to: coordinate)
        guard meters * Self.shareOfMiddle >= state.viewSpanMeters(at: middle) else { return "in the middle" }
        let direction = CompassPoint(bearing: GreatCircle.bearing(from: middle, to: coordinate))
        return "\(state.screen.distanceUnit.text(meters: meters)) \(direction.words)"
    }

    /// Nearer to the middle than this share of the view a direction says nothing.
    private static let shareOfMiddle = 200.0
    private static let worldMeters = 40_000_000.0

    /// "340 km wide"; "the world" where all of it is in view.
    package var width: DisplayText {
        let meters = state.viewSpanMeters(at: state.map.middle)
        return meters >= Self.worldMeters
            ? "the world" : "\(state.screen.distanceUnit.text(meters: meters)) wide"
    }

    /// "41 rows in view: 12 single, 3 clusters"; nil where it is not known, or there are no rows at all.
    package var rows: DisplayText? {
        guard !state.data.isMapAlone, state.data.origin.isCountKnown(at: state.now) else { return nil }
        let count = state.rowsInView
        guard count > 0 else { return "no rows in view" }
        let rows: DisplayText = "\(count.counted("row")) in view"
        guard !state.isDensity, state.areaAnswer == nil else { return rows }
        let clusters = state.annotations.placed.count { !$0.isPlace }
        let single = state.annotations.placed.count - clusters
        if clusters == 0 { return rows }
        let groups: DisplayText = "\(clusters.counted("cluster"))"
        return rows + ": " + (single == 0 ? groups : "\(single.grouped) single, " + groups)
    }
}

extension AppState {
    /// How wide the visible map is at a place.
    package func viewSpanMeters(at place: Coordinate) -> Double {
        map.viewport.metersPerDot(at: place.latitude) * Double(visibleMap.dots.width)
    }
}
