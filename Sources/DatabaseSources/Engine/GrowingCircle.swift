import MapModel
import Rows
import Streams

/// The circles in which a server searches for the rows near a place.
///
/// The nearest rows are searched for in circles, each eight times as wide as the one before, until one holds enough:
/// servers order by degrees or on the ellipsoid, not by the distance on the sphere.
struct GrowingCircle {
    private static let firstRadius = 1_000.0
    private static let growth = 8.0
    /// Additional rows to request beyond the limit: this many may tie with the last one after rounding.
    private static let ties = 64

    let question: NearbyQuestion
    /// That of the source, for messages.
    let name: String

    /// The most rows to request.
    var limit: Int? { question.limit.map { min($0, Int(UInt32.max)) + Self.ties } }

    /// The first circle.
    func first() throws(SourceError) -> GeoCircle { try circle(firstRadius) }

    private var firstRadius: Double {
        question.radiusMeters ?? (question.limit == nil ? .infinity : Self.firstRadius)
    }

    /// The rows near the place, nearest first, by the exact distance on the sphere.
    ///
    /// - Parameter rows: those that the server finds in a circle.
    func search(
        _ rows: (GeoCircle) throws(SourceError) -> [MatchAnswer.Match]
    ) throws(SourceError) -> [ExportedRow] {
        if let limit = question.limit, limit <= 0 { return [] }
        var radius = firstRadius
        while true {
            let circle = try circle(radius)
            let candidates = try rows(circle)
            let found = LocationFinder(circle).find({ _ in candidates }, at: \.place.coordinate).map {
                ExportedRow(
                    row: $0.element.row, place: $0.element.place, distanceMeters: $0.distanceMeters)
            }
            let isEnough = question.limit.map { found.count >= $0 } ?? true
            if question.radiusMeters != nil || circle.coversEverything || isEnough {
                return question.limit.map { Array(found.prefix($0)) } ?? found
            }
            radius *= Self.growth
        }
    }

    private func circle(_ radius: Double) throws(SourceError) -> GeoCircle {
        do throws(GeoCircle.InvalidRadius) {
            return try GeoCircle(
                center: question.center, radiusMeters: radius == .infinity ? Self.wholeEarth : radius)
        } catch {
            throw .refused(name: name, words: "\(error)")
        }
    }

    private static let wholeEarth = GeoCircle.halfEarthMeters.nextUp
}
