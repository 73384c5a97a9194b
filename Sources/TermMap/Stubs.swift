import MapModel
import MapSources
struct PlaceID: Hashable, Sendable { var index: UInt32 }
struct Place: Hashable, Sendable {
    enum Kind { case country, region, subregion, city }
    let id: PlaceID
    let kind: Kind
    let name: String
    let country: String
    let countryCode: String
    let region: String
    let district: String
    let coordinate: Coordinate
    let population: Int
    let isCountryCapital: Bool
    let bounds: GeoBounds
    let isBoundsGuessed: Bool
    let radiusMeters: Double
}
struct Gazetteer: Sendable {
    func place(_ id: PlaceID) -> Place { fatalError() }
    func alternates(of: PlaceID) -> [String] { [] }
}
struct Whereabouts { func text(unit: DistanceUnit) -> String { "" } }
struct PlaceLocator: Sendable {
    init(_ g: Gazetteer) {}
    func description(of: Coordinate, viewSpanMeters: Double) -> Whereabouts? { nil }
}
struct GazetteerFileError: Error { var description: String }
enum GazetteerFile {
    static func read(_ p: String) throws(GazetteerFileError) -> Gazetteer {
        throw GazetteerFileError(description: "")
    }
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
