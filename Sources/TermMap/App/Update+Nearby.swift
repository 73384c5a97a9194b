import CellGraphics
import MapModel

extension AppState {
    /// Lists what is near the selection, else the placemark, the position or the middle of the view, and asks for
    /// a radius.
    mutating func openNearby() -> [Effect] {
        if nearby == nil || !panels.isNearbyOpen {
            guard !data.rows.coversWorld || !data.tree.isEmpty else {
                report(reasonForEmptyView, .warning)
                return []
            }
            let (center, name, isPosition) = nearbyCenter
            nearby = Nearby(
                center: center, centerName: name, followsPosition: isPosition, radiusMeters: nil,
                unit: screen.distanceUnit, points: PointSet(capacity: data.tree.count))
        }
        search.session?.rowQuestion.drop()
        search.session?.placeQuestion.drop()
        ask(.radius)
        return [.cancelSearch] + openList()
    }

    /// Lists what the command line asked for.
    mutating func answerRequest() -> [Effect] {
        guard let request = nearbyRequest, !data.hasNoPlaces else { return [] }
        nearbyRequest = nil
        guard panels.textFocus == nil else {
            nearby = nil
            return []
        }
        nearby = Nearby(
            center: request.center, centerName: request.name ?? PlaceText.coordinate(request.center, zoom: 7),
            radiusMeters: request.radiusMeters, unit: request.unit,
            points: PointSet(capacity: data.tree.count))
        map.isViewChosen = true
        return openList()
    }

    private mutating func openList() -> [Effect] {
        let effects = open(.nearby) + findNearby()
        showNearby()
        return effects
    }

    private var nearbyCenter: (Coordinate, DisplayText, isPosition: Bool) {
        if selection.current?.isCluster == true, let point = selectedPoint {
            return (WebMercator.unproject(point), "the middle of the cluster", false)
        }
        if let selected = selection.current {
            return (selected.coordinate.coordinate, title(ofRow: selected.row), false)
        }
        if let placemark = selection.placemark { return (placemark.coordinate, placemark.name, false) }
        if let place = position?.coordinate { return (place, "your position", true) }
        let center = map.middle
        return (center, PlaceText.coordinate(center, zoom: map.viewport.zoom), false)
    }

    /// Finds the rows again: the center or the radius changed.
    mutating func findNearby() -> [Effect] {
        refreshNearby()
        highlightRows()
        return askNearby()
    }

    /// Lists the rows that are near, of those that are known.
    mutating func refreshNearby() {
        let pageRows = NearbyList.pageRows(self)
        let shapes = measuresShapes ? data.shapes : ShapeIndex()
        nearby?.list(data.tree, shapes, pageRows: pageRows)
    }

    /// Distances are those to the nearest point of lines and areas. A server measures to their one point, and the rows of
    /// many millions would take longer than a key may.
    package var measuresShapes: Bool {
        data.origin.can(.shapeDistances) && data.tree.count <= Self.mostMeasuredRows
    }

    private static let mostMeasuredRows = 1 << 20

    // MARK: - Radius

    /// Reads what was typed as a radius and shows what lies within; what is no radius yet changes nothing.
    mutating func typeRadius(_ text: String) -> [Effect] {
        guard nearby != nil, let radius = try? DistanceText(text, defaultUnit: screen.distanceUnit) else {
            return []
        }
        return setRadius(radius.meters, unit: radius.unit)
    }

    mutating func acceptRadius(_ text: String) -> [Effect] {
        do throws(DistanceText.Failure) {
            let radius = try DistanceText(text, defaultUnit: screen.distanceUnit)
            panels.prompt = nil
            return setRadius(radius.meters, unit: radius.unit)
        } catch {
            panels.prompt?.error = KeyedText(error.description, limit: 200)
            return []
        }
    }

    mutating func setRadius(_ meters: Double?, unit: DistanceUnit) -> [Effect] {
        nearby?.setRadius(meters, unit: unit)
        let effects = findNearby()
        showNearby()
        return effects
    }

    mutating func changeRadius(by step: Int) -> [Effect] {
        guard let nearby else { return [] }
        guard let radius = nearby.radius(by: step) else {
            report(step > 0 ? "Maximum radius reached" : "Minimum radius reached")
            return []
        }
        return setRadius(radius, unit: nearby.unit)
    }

    /// Moves the map when what is near does not fit it, or is lost in it.
    mutating func showNearby() {
        guard let nearby, let bounds = nearby.bounds(data.tree) else { return }
        let view = fitted(to: bounds)
        let viewport = map.viewport
        // A circle of a quarter to all of the view is left where it is.
        let isInside = visibleMap.contains(viewport.dot(of: WebMercator.project(nearby.center)).cell)
        if isInside, viewport.zoom <= view.zoom + 0.1, viewport.zoom >= view.zoom - 2,
            map.holds(bounds, in: visibleMap)
        {
            refreshAnnotations(animated: false)
        } else {
            show(view, by: .jump)
        }
    }

    // MARK: - The list

    /// The rows on the screen.
    package var nearbyRows: [UInt32] {
        nearby?.neighbors[NearbyList.shown(self)].map { data.tree.row(at: $0.index) } ?? []
    }
}
