import MapModel
import MapSources
import Synchronization

/// The work behind searches: reading the names of places, gathering those of rows, finding them.
///
/// No threads of its own: each call does its work and returns the action to post, nil when it was cancelled.
final class SearchWork: Sendable {
    /// Rows as they can be searched.
    private struct SearchableRows {
        var index: NameIndex
        var ranking: RowRanking
    }

    /// Places become searchable when a search begins.
    private enum Places {
        case none
        case read(Gazetteer)
        case searchable(PlaceSearch)
    }

    /// Results listed; the rest is counted, and lit on the map.
    private static let listedRows = 1000
    private static let listedPlaces = 100

    private let places = Mutex<Places>(.none)
    private let rows = Mutex<SearchableRows?>(nil)

    /// Reads the gazetteer; without it there are no names of places, and a line says why.
    func readAtlas(_ folder: DataFolder) -> Action {
        do throws(UsageError) {
            let gazetteer = try folder.readGazetteer()
            places.withLock { $0 = .read(gazetteer) }
            return .atlasRead(.success(Atlas(gazetteer: gazetteer, locator: PlaceLocator(gazetteer))))
        } catch {
            return .atlasRead(.failure(AtlasError(message: error.description)))
        }
    }

    /// Makes the places searchable, unless they are; whoever comes meanwhile waits.
    func preparePlaces() -> PlaceSearch? {
        places.withLock { places in
            switch places {
            case .none: return nil
            case .searchable(let search): return search
            case .read(let gazetteer):
                let search = PlaceSearch(gazetteer)
                places = .searchable(search)
                return search
            }
        }
    }

    /// Gathers the names of all rows, telling `progress` of parts that can be searched already.
    func indexNames(of table: DelimitedTable, _ tree: QuadTree, progress: (Action) -> Void) -> Action? {
        let ranking = RowRanking(tree)
        let names = RowNames(of: table)
        do throws(SourceError) {
            let index = try names.index(progress: { part in
                rows.withLock { $0 = SearchableRows(index: part, ranking: ranking) }
                let fraction = Double(part.recordCount) / Double(max(table.recordCount, 1))
                progress(.namesIndexed(.running(fraction: fraction)))
            })
            rows.withLock { $0 = SearchableRows(index: index, ranking: ranking) }
            return .namesIndexed(.done)
        } catch .cancelled {
            return nil
        } catch {
            return .namesIndexed(.failed(error.description))
        }
    }

    func findRows(_ query: SearchQuery, near center: Coordinate, ticket: Int) -> Action? {
        guard let rows = rows.withLock({ $0 }),
            let matches = rows.index.matches(query, isCancelled: { Task.isCancelled })
        else { return nil }
        let best = rows.ranking.best(Self.listedRows, of: matches, near: center)
        if Task.isCancelled { return nil }
        let listed = best.map { RowMatch(row: rows.ranking.row(at: $0), position: $0) }
        return .rowsFound(
            RowMatches(listed: listed, positions: rows.ranking.positions(of: matches)), ticket: ticket)
    }

    func findPlaces(_ query: SearchQuery, near center: Coordinate, ticket: Int) -> Action? {
        guard let places = preparePlaces(),
            let found = places.search(
                query, near: center, limit: Self.listedPlaces, isCancelled: { Task.isCancelled })
        else { return nil }
        return .placesFound(PlaceMatches(listed: found.matches, total: found.total), ticket: ticket)
    }
}
