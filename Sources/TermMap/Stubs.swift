import MapModel
import MapSources
struct PlaceMatch: Hashable, Sendable { var place: PlaceID; var matchedName: String? }
struct PlaceSearch: Sendable {
    init(_ g: Gazetteer) {}
    func search(_ q: SearchQuery, near: Coordinate?, limit: Int, isCancelled: () -> Bool) -> (
        matches: [PlaceMatch], total: Int
    )? { nil }
}
