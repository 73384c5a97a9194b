import MapModel

/// Where rows are asked for: exact windows, and a condition by which the engine skips what is far from them.
struct EngineArea {
    let degrees: [WindowDegrees]
    /// Nil where it costs more than it saves, or nothing helps.
    let box: String?

    /// Blocks or an index exclude so little for views of more than half of the world that it costs more than it saves.
    static func isWide(_ degrees: [WindowDegrees]) -> Bool { degrees.reduce(0) { $0 + $1.share } >= 0.5 }
}
