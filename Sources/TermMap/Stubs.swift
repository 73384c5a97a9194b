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
struct RowNames {
    init(_ t: DelimitedTable) {}
    func index(progress: ((index: NameIndex, fraction: Double)) -> Void) throws(SourceError) -> NameIndex {
        throw .cancelled
    }
}
extension DelimitedTable {
    struct Summary { var row: UInt32; var label: String; var identifier: String; var details: [String] }
    func summaries(rows: [UInt32]) throws(SourceError) -> [Summary] { [] }
}
