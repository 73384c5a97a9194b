import MapModel
import PlaceNames

/// Finds places by what people write of them: a name, perhaps with its region and country.
///
/// A country at the end is a fence. Of many lines, those that are whole names are looked up; the search ranks the rest.
struct NameGeocoding: Sendable {
    let gazetteer: Gazetteer
    private let queries: QueryNames
    private let finder: PlaceNameFinder?
    private let search: PlaceSearch

    /// A place and how well its name matches.
    typealias Found = (id: PlaceID, kind: MatchKind)

    /// - Parameter isForLines: whether many names are asked for, the best place of each.
    init(_ gazetteer: Gazetteer, isForLines: Bool) {
        self.gazetteer = gazetteer
        search = PlaceSearch(gazetteer)
        finder = isForLines ? PlaceNameFinder(gazetteer) : nil
        queries = finder.map { QueryNames($0) } ?? QueryNames(gazetteer)
    }

    /// The best places for a text, the first most likely.
    func places(named text: String, near: Coordinate?, limit: Int) -> [Found] {
        if let known = finder?.places(named: text), !known.isEmpty {
            if known.count == 1 { return known.map { ($0.id, $0.isMain ? .exactLabel : .exactField) } }
            return search.best(of: known, SearchQuery(text), near: near, limit: limit)
        }
        guard let fence = queries.fence(of: text) else { return found(text, near: near, limit: limit) }
        let inside = found(fence.name, near: near, inside: fence.areas, limit: limit)
        if fence.isCertain { return inside }
        // The country may be a part of the name: New Mexico.
        let anywhere = found(text, near: near, limit: limit)
        let isName = anywhere.first.map { queries.isName(text, of: $0.id) } ?? false
        return inside.isEmpty || isName ? anywhere : inside
    }

    private func found(
        _ text: String, near: Coordinate?, inside areas: [PlaceID] = [], limit: Int
    ) -> [Found] {
        let found = search.search(SearchQuery(text), near: near, inside: areas, limit: limit)
        return (found?.matches ?? []).map { ($0.place, $0.kind) }
    }
}
