import CellGraphics

extension AppState {
    /// The same in few bytes: coast and data without tints, names, borders, rivers and hints, in at most sixteen colours.
    ///
    /// Nil where that would say something wrong: the panel of layers lists what is shown.
    package var sketch: AppState? {
        if panels.current == .layers { return nil }
        var sketch = self
        sketch.map.layers.labels = false
        sketch.map.layers.borders = false
        sketch.map.layers.states = false
        sketch.map.layers.rivers = false
        sketch.map.layers.landPattern = false
        sketch.screen.appearance.isSketch = true
        if sketch.screen.appearance.theme.mode != .mono { sketch.screen.appearance.theme.mode = .sixteen }
        // Few colours are dots: others are counted than for shades.
        sketch.refreshDensity()
        return sketch
    }

    /// The sketch without the coast: what is counted comes first.
    package var dataSketch: AppState? {
        var sketch = sketch
        sketch?.map.layers.terrain = false
        return sketch
    }
}
