import App
import MapModel

/// What `termmap geocode` is to do.
package struct GeocodeRequest: Equatable {
    package enum Question: Equatable {
        case name(String)
        case place(Coordinate)
    }

    /// Nil for those that standard input asks, a line each.
    package var question: Question?
    package var isReverse: Bool
    package var near: Coordinate?
    package var limit: Int
    package var format: GeocodeWriter.Format

    package init(
        question: Question? = nil, isReverse: Bool, near: Coordinate? = nil, limit: Int,
        format: GeocodeWriter.Format
    ) {
        self.question = question
        self.isReverse = isReverse
        self.near = near
        self.limit = limit
        self.format = format
    }
}
