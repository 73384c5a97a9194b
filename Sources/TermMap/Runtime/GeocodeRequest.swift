import MapModel

/// What `termmap geocode` is to do.
struct GeocodeRequest: Equatable {
    enum Question: Equatable {
        case name(String)
        case place(Coordinate)
    }

    /// Nil for those that standard input asks, a line each.
    var question: Question?
    var isReverse: Bool
    var near: Coordinate?
    var limit: Int
    var format: GeocodeWriter.Format
}
