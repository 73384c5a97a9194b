import MapModel
import MapSources
struct Whereabouts { func text(unit: DistanceUnit) -> String { "" } }
struct PlaceLocator: Sendable {
    init(_ g: Gazetteer) {}
    func description(of: Coordinate, viewSpanMeters: Double) -> Whereabouts? { nil }
}
struct PlaceMatch: Hashable, Sendable { var place: PlaceID; var matchedName: String? }
struct PlaceSearch: Sendable {
    init(_ g: Gazetteer) {}
    func search(_ q: SearchQuery, near: Coordinate?, limit: Int, isCancelled: () -> Bool) -> (
        matches: [PlaceMatch], total: Int
    )? { nil }
}
