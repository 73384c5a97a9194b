import CellGraphics

extension AppState {
    /// The same in few bytes: coast and data without tints, names, borders, rivers and hints, in at most sixteen colours.
    ///
    /// Nil where that would say something wrong: the panel of layers lists what is shown.
    var sketch: AppState? {
        if case .layers = panel { return nil }
        var sketch = self
        sketch.layers.labels = false
        sketch.layers.borders = false
        sketch.layers.states = false
        sketch.layers.rivers = false
        sketch.layers.landPattern = false
        sketch.appearance.isSketch = true
        if sketch.appearance.theme.mode != .mono { sketch.appearance.theme.mode = .sixteen }
        return sketch
    }

    /// The sketch without the coast: what is counted comes first.
    var dataSketch: AppState? {
        var sketch = sketch
        sketch?.layers.terrain = false
        return sketch
    }
}
