import CellGraphics
import MapModel
import Streams
import Streets
import TileArchives

extension AppState {
    /// Names of single rows are written on a street map from this zoom on.
    private static let rowNameZoom = 15.5

    // MARK: - The archive

    /// The archive is there: without rows the map shows its region.
    mutating func receive(_ description: TileArchiveDescription) -> [Effect] {
        streets.receive(description)
        if data.isMapAlone, !map.isViewChosen { showArchive() }
        if TileSchema(layers: description.layers) == nil, !description.layers.isEmpty {
            report(
                "The tiles' layers are not of a known schema: drawn plainly (OpenMapTiles, Protomaps, Shortbread)",
                .warning)
        }
        return []
    }

    /// Shows the region of the street map.
    mutating func showArchive() {
        guard let description = streets.description, let bounds = description.bounds else { return }
        // As near as the tiles are good for, and not so far that there are none.
        let (least, most) = (Double(description.zooms.lowerBound), Double(description.zooms.upperBound) + 2)
        let fitted = map.fitted(to: bounds, in: visibleMap, maximumZoom: most)
        let view =
            fitted.zoom < least
            ? Viewport(center: fitted.center, zoom: least, size: fitted.size, visible: fitted.visible)
            : fitted
        map.viewport = map.arriving(view)
    }

    mutating func failStreets(_ error: SourceError) {
        streets.fail(error.description)
        report(KeyedText(error.description), .error)
    }

    mutating func receiveStreets(problem: String?, isOffline: Bool) {
        let isNew = problem != streets.problem
        let wasOffline = streets.isOffline
        defer { reportMissingTiles() }
        streets.end(problem: problem, isOffline: isOffline, at: now)
        if let problem, isNew {
            report(KeyedText(problem), .warning)
        } else if isOffline, !wasOffline {
            report("The server of the tiles does not answer: showing tiles from the cache", .warning)
        }
    }

    /// Says once that there are no tiles at all where the user looks first.
    private mutating func reportMissingTiles() {
        guard streets.problem == nil, !streets.isOffline, streets.hasNothingYet, let name = streets.name
        else { return }
        streets.hasNothingYet = false
        report(KeyedText("\(name) has no tiles here"), .warning)
    }

    /// Switches between the street map and the basemap that we ship.
    mutating func switchBasemap() {
        switch streets.phase {
        case .none: report("No street map: start with --basemap FILE (PMTiles, MBTiles) or a URL")
        case .opening: report("The street map is still being opened")
        case .failed(let message): report(KeyedText(message), .error)
        case .open(let description):
            streets.isShown.toggle()
            let name = DisplayText(sanitising: streets.name ?? description.name)
            report(streets.isShown ? "Basemap: \(name)" : "Basemap: builtin")
            if streets.isShown, let least = leastStreetZoom, map.viewport.zoom < least {
                report("Basemap: \(name), from zoom \(description.zooms.lowerBound) on")
            }
        }
    }

    private var leastStreetZoom: Double? { streets.description.map { Double($0.zooms.lowerBound) } }

    // MARK: - The view

    /// The blocks of the view that are missing.
    mutating func askForStreets() -> [Effect] {
        let frame = streetFrame
        let missing = streets.ask(for: frame, at: now)
        streets.compose(frame)
        placeStreetNames()
        return missing.map { [.drawStreets($0)] } ?? []
    }

    private var streetFrame: StreetView.Frame {
        let origin = map.viewport.origin
        return StreetView.Frame(
            zoom: map.viewport.zoom, column: origin.x / Viewport.dotsPerColumn,
            row: origin.y / Viewport.dotsPerRow,
            width: layout.map.width, height: layout.map.height)
    }

    private mutating func placeStreetNames() {
        guard streets.view != nil else { return }
        let placed = annotations.placed
        let attribution = attributionRect
        let named =
            map.viewport.zoom >= Self.rowNameZoom
            ? placed.compactMap(\.row).filter { texts.labels[$0] != nil } : []
        let area = layout.map
        let names = texts.labels
        let kinds = PoiKind.kinds(inName: data.filePath)
        streets.placeNames(badges: placed.map(\.rect), rows: named, attribution: attribution) {
            var taken = CellOccupancy(area: area)
            for annotation in placed { taken.take(annotation.rect) }
            if let attribution { taken.take(attribution) }
            let rowNames = placed.compactMap { annotation -> (cell: CellPoint, name: DisplayText)? in
                guard let row = annotation.row, named.contains(row), let name = names[row] else { return nil }
                return (CellPoint(column: annotation.rect.column, row: annotation.rect.row), name)
            }
            return LabelPlacer.Surroundings(
                taken: taken, rows: placed.map(\.rect), rowNames: rowNames, hiddenKinds: kinds)
        }
    }

    /// The name of the street at a coordinate, where the street map knows it and the zoom shows it.
    package func street(at coordinate: Coordinate) -> String? {
        guard let view = streets.view, map.viewport.zoom >= Self.leastStreetNameZoom else { return nil }
        // Some way on the ground, but in sight at least.
        let rowMeters = map.viewport.metersPerDot(at: coordinate.latitude) * Double(Viewport.dotsPerRow)
        let reach = min(max(Int(Self.streetMeters / rowMeters), 6), 60)
        return view.street(near: map.viewport.dot(of: WebMercator.project(coordinate)).cell, reach: reach)
    }

    private static let streetMeters = 60.0

    private static let leastStreetNameZoom = 14.0

    // MARK: - What is here

    /// Asks what the street map has at a cell.
    mutating func describeSpot(at cell: CellPoint) -> [Effect] {
        guard streets.view?[cell.column, cell.row].cover ?? .none != .none else { return [] }
        let coordinate = map.viewport.coordinate(at: DotPoint(middleOf: cell))
        // A name that was clicked is what is meant.
        let label = streets.labels.first { $0.rect.contains(cell) && $0.kind != .row }
        return open(.spot(Spot(coordinate: coordinate, label: label?.name)))
            + [.describeSpot(coordinate, zoom: map.viewport.zoom)]
    }

    mutating func receive(_ findings: [MVTInspector.Finding], at coordinate: Coordinate) {
        guard case .spot(var spot) = panels.current, spot.coordinate == coordinate else { return }
        spot.findings = findings
        panels.current = .spot(spot)
    }

    // MARK: - Searching

    /// At most so many streets and other names of the street map are listed.
    private static let listedStreets = 20

    /// Places that were found, with what the street map in view has of that name.
    func withStreets(_ matches: PlaceMatches) -> PlaceMatches {
        guard let view = streets.view, let query = search.session?.query, query.isLongEnough else {
            return matches
        }
        var all = matches
        all.streets = view.named(where: query.matches).prefix(Self.listedStreets).map { found in
            StreetMatch(
                name: found.name, kind: found.kind,
                coordinate: map.viewport.coordinate(at: DotPoint(middleOf: found.cell)))
        }
        // Rome, typed as Roma, comes before Via Roma.
        let first = matches.listed.first.flatMap {
            $0.matchedName ?? shipped.atlas?.gazetteer.place($0.place).name
        }
        all.isFirstExact = first.map { SearchQuery($0) == query } ?? false
        return all
    }

    // MARK: - Attribution

    /// Whose data the street map is, in a third of the width at most; the help has all of it.
    package var attributionText: DisplayText? {
        guard streets.view != nil, let description = streets.description else { return nil }
        return DisplayText(sanitising: Attribution.short(description)).clipped(
            to: max(layout.map.width / 3, 16))
    }

    /// The cells of the attribution: bottom right, above what stands there.
    package var attributionRect: CellRect? {
        guard let text = attributionText else { return nil }
        let area = visibleMap
        let width = min(text.width + 2, area.width)
        let rows = (0..<min(area.height, 6)).map { area.endRow - 1 - $0 }
        let places = rows.flatMap { row in
            [area.endColumn - width, area.column].map {
                CellRect(column: $0, row: row, width: width, height: 1)
            }
        }
        let isFree: (CellRect) -> Bool = { rect in
            !annotations.placed.contains { $0.rect.intersects(rect) }
        }
        return places.first(where: isFree) ?? places.first
    }
}
