import CellGraphics
import DataSets
import MapModel

extension AppState {
    /// The first state; from then on only `update` changes it.
    package init(_ beginning: Beginning) {
        self.init(
            columns: beginning.columns, rows: beginning.rows, filePath: beginning.filePath,
            appearance: beginning.appearance, helpText: beginning.helpText)
        if let limit = beginning.serverLimit { data.origin = .server(ServerView(limit: limit)) }
        begin(with: beginning.view)
        screen.distanceUnit = beginning.distanceUnit
        screen.usesMouse = beginning.usesMouse
        screen.hasClipboard = beginning.hasClipboard
        things.alerts.hasBell = beginning.hasBell
        things.alerts.begin(with: beginning.alerts)
        if beginning.isDensity {
            show(.density)
            // What was asked for needs no message, unless it cannot be.
            if isDensity { screen.message = nil }
        }
        if beginning.hasStreets { streets.begin() }
        data.isMapAlone = beginning.isMapAlone
        data.isStream = beginning.isStream
        data.query = beginning.query
        nearbyRequest = beginning.nearby
        marks.picking = beginning.picking
        position = beginning.position
        feedPosition = beginning.feedPosition
        shipped.isAtlasAwaited = beginning.awaitsAtlas
        if let kept = beginning.keptViews { take(kept) }
    }

    private mutating func begin(with view: Beginning.View) {
        let size = map.viewport.size
        switch view {
        case .data(let zoom): map.chosenZoom = zoom
        case .place(let placemark, let zoom):
            selection.placemark = placemark
            map.viewport =
                zoom.map { Viewport(center: placemark.point, zoom: $0, size: size) }
                ?? map.fitted(to: placemark, in: visibleMap)
        case .box(let bounds, let zoom):
            let fitted = Viewport.wholeWorld(size: size).fitted(
                to: bounds, within: visibleMap.dots, maximumZoom: Viewport.maximumZoom)
            map.viewport = zoom.map { Viewport(center: fitted.center, zoom: $0, size: size) } ?? fitted
        case .point(let coordinate, let zoom):
            map.viewport = Viewport(center: WebMercator.project(coordinate), zoom: zoom, size: size)
        }
        if case .data = view { return }
        map.isViewChosen = true
    }

    /// The same without what is about to move.
    package var atRest: AppState {
        var calm = self
        calm.annotations.finishArrivals()
        return calm
    }

    /// The same at rest, and without a message.
    package var withoutMessage: AppState {
        var calm = atRest
        calm.screen.message = nil
        return calm
    }
}
