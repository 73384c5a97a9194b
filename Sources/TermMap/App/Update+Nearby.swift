import CellGraphics
import MapModel

extension AppState {
    /// Lists what is near the selection, else the placemark, the position or the middle of the view, and asks for
    /// a radius.
    mutating func openNearby() -> [Effect] {
        if nearby == nil || !isNearbyOpen {
            guard !origin.holdsAllRows || !tree.isEmpty else {
                tell(reasonForEmptyView, .warning)
                return []
            }
            let (center, name, isPosition) = nearbyCenter
            nearby = Nearby(
                center: center, centerName: name, followsPosition: isPosition, radiusMeters: nil,
                unit: distanceUnit,
                positions: PositionSet(capacity: tree.count))
        }
        search?.rowQuestion.drop()
        search?.placeQuestion.drop()
        let effects = [.cancelSearch] + open(.nearby) + findNearby() + showNearby()
        return effects + ask(.radius)
    }

    /// Lists what the command line asked for.
    mutating func answerRequest() -> [Effect] {
        guard let request = nearbyRequest, !hasNoPlaces else { return [] }
        nearbyRequest = nil
        nearby = Nearby(
            center: request.center, centerName: request.name ?? PlaceText.coordinate(request.center, zoom: 7),
            radiusMeters: request.radiusMeters, unit: request.unit,
            positions: PositionSet(capacity: tree.count))
        guard textFocus == nil else {
            nearby = nil
            return []
        }
        let effects = open(.nearby) + findNearby() + showNearby()
        isViewChosen = true
        return effects
    }

    var isNearbyOpen: Bool {
        switch panel {
        case .nearby, .details(_, back: .nearby): true
        default: false
        }
    }

    private var nearbyCenter: (Coordinate, DisplayText, isPosition: Bool) {
        if let selection { return (selection.coordinate.coordinate, title(ofRow: selection.row), false) }
        if let placemark { return (placemark.coordinate, placemark.name, false) }
        if let place = position?.coordinate { return (place, "your position", true) }
        let center = viewport.coordinate(at: DotPoint(middleOf: visibleMap.middle))
        return (center, PlaceText.coordinate(center, zoom: viewport.zoom), false)
    }

    /// Finds the rows again: the radius or the data changed.
    mutating func findNearby() -> [Effect] {
        listNearby()
        lightRows()
        return askNearby() + labelRequest(for: nearbyRows)
    }

    /// Lists the rows that are near, of those that are known.
    mutating func listNearby() {
        guard var nearby else { return }
        nearby.positions = PositionSet(capacity: tree.count)
        if let circle = nearby.circle {
            nearby.positions.insert(contentsOf: tree.positions(in: circle))
            nearby.neighbors = tree.nearest(
                to: nearby.center, count: Nearby.listedCount, within: circle.radiusMeters)
        } else {
            nearby.neighbors = tree.nearest(to: nearby.center, count: Nearby.nearestCount)
            for neighbor in nearby.neighbors { nearby.positions.insert(neighbor.position) }
        }
        nearby.cursor = min(nearby.cursor, max(nearby.neighbors.count - 1, 0))
        self.nearby = nearby
        scrollNearby()
    }

    // MARK: - Radius

    /// Reads what was typed as a radius and shows what lies within; what is no radius yet changes nothing.
    mutating func typeRadius(_ text: String) -> [Effect] {
        guard nearby != nil, let radius = try? DistanceText(text, defaultUnit: distanceUnit) else {
            return []
        }
        return setRadius(radius.meters, unit: radius.unit)
    }

    mutating func acceptRadius(_ text: String) -> [Effect] {
        do throws(DistanceText.Failure) {
            let radius = try DistanceText(text, defaultUnit: distanceUnit)
            prompt = nil
            return setRadius(radius.meters, unit: radius.unit)
        } catch {
            prompt?.error = DisplayText(sanitising: error.description, limit: 200)
            return []
        }
    }

    mutating func setRadius(_ meters: Double?, unit: DistanceUnit) -> [Effect] {
        nearby?.radiusMeters = meters
        // Metres and feet are for small radii; one steps through larger ones.
        nearby?.unit = unit == .meters ? .kilometers : unit == .feet ? .miles : unit
        nearby?.cursor = 0
        nearby?.top = 0
        return findNearby() + showNearby()
    }

    /// The next sensible radius; from the nearest few on, the one that holds them all.
    mutating func changeRadius(by step: Int) -> [Effect] {
        guard let nearby else { return [] }
        let present = nearby.radiusMeters ?? nearby.neighbors.last?.distanceMeters ?? 0
        let next =
            step > 0
            ? RadiusSteps.larger(than: present, in: nearby.unit)
            : RadiusSteps.smaller(than: present, in: nearby.unit)
        guard step > 0 ? next > present : next < present else {
            tell(step > 0 ? "Maximum radius reached" : "Minimum radius reached")
            return []
        }
        return setRadius(next, unit: nearby.unit)
    }

    /// Nearby rows have arrived: the map highlights them, the list names them.
    mutating func showNearbyRows() -> [Effect] { showNearby() + labelRequest(for: nearbyRows) }

    /// Moves the map when what is near does not fit it, or is lost in it.
    private mutating func showNearby() -> [Effect] {
        guard let nearby, let bounds = bounds(of: nearby) else { return [] }
        let view = fitted(to: bounds)
        // A circle of a quarter to all of the view is left where it is.
        let isInside = visibleMap.contains(viewport.dot(of: WebMercator.project(nearby.center)).cell)
        if isInside, viewport.zoom <= view.zoom + 0.1, viewport.zoom >= view.zoom - 2, holds(bounds) {
            return refreshAnnotations(animated: false)
        }
        return show(view, by: .jump)
    }

    private func holds(_ bounds: GeoBounds) -> Bool {
        [(bounds.north, bounds.west), (bounds.south, bounds.east)].allSatisfy { latitude, longitude in
            let point = WebMercator.project(Coordinate(latitude: latitude, longitude: longitude))
            let dot = viewport.dot(of: point)
            let area = visibleMap.dots
            return dot.x >= Double(area.x) && dot.x <= Double(area.x + area.width) && dot.y >= Double(area.y)
                && dot.y <= Double(area.y + area.height)
        }
    }

    private func bounds(of nearby: Nearby) -> GeoBounds? {
        if let circle = nearby.circle, circle.radiusMeters > 0 {
            let boxes = circle.boundingBoxes
            return boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
        }
        let places = [nearby.center] + nearby.neighbors.map { tree.coordinate(at: $0.position) }
        return places.map {
            GeoBounds(south: $0.latitude, west: $0.longitude, north: $0.latitude, east: $0.longitude)
        }.reduce(nil) { all, place in all?.union(place) ?? place }
    }

    // MARK: - The list

    /// Asks for what the lines of an open list say, as far as it is not known.
    mutating func readLists() -> [Effect] {
        switch panel {
        case .nearby:
            scrollNearby()
            return labelRequest(for: nearbyRows)
        case .search: return scrollResults()
        default: return []
        }
    }

    /// Rows of the screen for the list.
    var nearbyPageRows: Int {
        guard let panel = layout.panel else { return 1 }
        return max(panel.height - PanelMetrics.listTop, 1)
    }

    private mutating func scrollNearby() {
        guard var nearby else { return }
        if nearby.cursor < nearby.top { nearby.top = nearby.cursor }
        nearby.top = max(nearby.top, nearby.cursor - nearbyPageRows + 1)
        nearby.top = min(nearby.top, max(nearby.neighbors.count - nearbyPageRows, 0))
        self.nearby = nearby
    }

    /// The rows on the screen.
    var nearbyRows: [UInt32] {
        guard let nearby else { return [] }
        return nearby.neighbors.dropFirst(nearby.top).prefix(nearbyPageRows).map { tree.row(at: $0.position) }
    }

    mutating func moveInNearby(by count: Int) -> [Effect] {
        guard let nearby, !nearby.neighbors.isEmpty else { return [] }
        let last = nearby.neighbors.count - 1
        let (sum, overflow) = nearby.cursor.addingReportingOverflow(count)
        return chooseNeighbor(overflow ? (count > 0 ? last : 0) : min(max(sum, 0), last))
    }

    /// Puts the cursor on a neighbour and selects it.
    mutating func chooseNeighbor(_ index: Int) -> [Effect] {
        guard let neighbors = nearby?.neighbors, index < neighbors.count else { return [] }
        nearby?.cursor = index
        scrollNearby()
        let position = neighbors[index].position
        selection = Selection(row: tree.row(at: position), at: tree.fixedCoordinate(at: position))
        return readSelection() + labelRequest(for: nearbyRows) + revealSelection()
    }

    /// Enter in the list: the row's details.
    mutating func openNeighbor() -> [Effect] {
        guard let nearby else { return [] }
        let effects = chooseNeighbor(nearby.cursor)
        guard selection != nil else { return effects }
        return effects + open(.details(scroll: 0, back: .nearby)) + revealSelection()
    }

    // MARK: - Light

    /// The rows that stand out on the map: those that are near, else those that were searched for.
    var litPositions: PositionSet? { nearby?.positions ?? search?.rows?.positions }

    /// Counts at each mark the rows that stand out.
    mutating func lightRows() {
        let lit = litPositions
        // Where not all rows that stand out are known, those of a server's cluster may be among the others.
        let isCut = nearby == nil ? origin.isFoundCut : origin.isNearCut
        for index in annotations.indices {
            let count = lit.map { self.litCount(of: annotations[index], in: $0) }
            annotations[index].litCount = isCut && count == 0 && annotations[index].isElsewhere ? nil : count
        }
    }

    private func litCount(of annotation: PlacedAnnotation, in lit: PositionSet) -> Int {
        annotation.parts.reduce(0) { sum, part in
            guard case .cluster(let id) = part.id else {
                return sum + (part.firstPosition.map { lit.contains($0) } == true ? 1 : 0)
            }
            return sum + lit.count(in: tree.members(of: id, in: annotationSet.window))
        }
    }
}
