import App
import MapModel
import Platform
import DataSets
import Rows
import Streams
import Synchronization

/// The work behind searches: reading the names of places, gathering those of rows, finding them.
///
/// No threads of its own: each call does its work and returns the answer or a failure.
package final class SearchWork: Sendable {
    /// Rows as they can be searched.
    private struct SearchableRows {
        var index: NameIndex
        var ranking: RowRanking
        /// Of the tree that the ranking has the indices of.
        var generation: Int
    }

    /// Places become searchable when a search begins.
    private enum Places {
        case none
        case read(Gazetteer)
        case searchable(PlaceSearch)
    }

    /// About what the names of a row take, their sets of letters included.
    private static let bytesPerRow = 60
    /// Results listed; the rest is counted, and highlighted on the map.
    private static let listedRows = 1000
    private static let listedPlaces = 100
    /// So many segments are searched before the first results are shown: half a million rows, some milliseconds.
    private static let firstSegments = 2

    private let places = Mutex<Places>(.none)
    private let rows = Mutex<SearchableRows?>(nil)

    /// Reads the gazetteer; without it there are no names of places, and a line says why.
    func readAtlas(_ folder: DataFolder) -> Answer {
        do throws(UsageError) {
            let gazetteer = try folder.readGazetteer()
            places.withLock { $0 = .read(gazetteer) }
            return .atlas(.success(Atlas(gazetteer: gazetteer, locator: PlaceLocator(gazetteer))))
        } catch {
            return .atlas(.failure(AtlasError(message: error.description)))
        }
    }

    /// Builds the index of places, once; concurrent callers block until it is there.
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

    /// Indexes the names of all rows; `progress` gets the segments that can be searched already.
    ///
    /// - Parameter saved: where an earlier run saved them, or this one saves them.
    func indexNames(
        of table: any RowTable, _ tree: QuadTree, generation: Int, saved: SavedIndex? = nil,
        progress: (Action) -> Void
    ) throws(CancellationError) -> Answer {
        let ranking = RowRanking(tree)
        if let index = saved?.names(recordCount: table.recordCount) {
            keep(SearchableRows(index: index, ranking: ranking, generation: generation))
            return .names(.done, generation: generation)
        }
        if let words = Self.refusal(of: table.recordCount) {
            return .names(.failed(words), generation: generation)
        }
        let index = try outcome { () throws(SourceError) in
            var builder = NameIndex.Builder(hasLetterSets: true)
            var moments = SnapshotMoments(interval: .milliseconds(100))
            try table.appendNames(
                to: &builder, isCancelled: { Task.isCancelled },
                progress: { names in
                    guard moments.isDue(count: names.recordCount) else { return }
                    let part = names.snapshot()
                    keep(SearchableRows(index: part, ranking: ranking, generation: generation))
                    let fraction = Double(part.recordCount) / Double(max(table.recordCount, 1))
                    progress(.answered(.names(.running(fraction: fraction), generation: generation)))
                })
            return builder.finish()
        }
        switch index {
        case .success(let index):
            saved?.save(index)
            keep(SearchableRows(index: index, ranking: ranking, generation: generation))
            return .names(.done, generation: generation)
        case .failure(let error): return .names(.failed(error.onScreen), generation: generation)
        }
    }

    /// Why the names of so many rows are not indexed; nil where they are.
    private static func refusal(of rowCount: Int) -> KeyedText? {
        let needed = rowCount * bytesPerRow
        guard let available = AvailableMemory.byteCount, needed > available / 4 else { return nil }
        return
            "the names of \(grouped(rowCount)) rows would take too much memory; filter them instead (\(key: .filter))"
    }

    /// An index of older rows that is ready late does not take the place of a newer one.
    private func keep(_ next: SearchableRows) {
        rows.withLock { rows in
            if (rows?.generation ?? .min) <= next.generation { rows = next }
        }
    }

    /// Finds rows; of many, those among the first go to `progress` at once.
    func findRows(
        _ query: SearchQuery, near center: Coordinate?, ticket: Int, progress: (Action) -> Void
    ) throws(CancellationError) -> Answer {
        guard let rows = rows.withLock({ $0 }) else { return .found(nil, ticket: ticket) }
        let isCancelled = { Task.isCancelled }
        let first = 0..<min(Self.firstSegments, rows.index.segmentCount)
        let rest = first.upperBound..<rows.index.segmentCount
        var found = FoundRows(
            query, in: rows.index, first, ranked: Self.listedRows, rows.ranking, isCancelled: isCancelled)
        if let start = found, !rest.isEmpty {
            progress(
                .answered(
                    .found(matches(start, in: rows, near: center, isPartial: true), ticket: ticket)))
            found = FoundRows(
                sharing: query, in: rows.index, rest, ranked: Self.listedRows, rows.ranking,
                isCancelled: isCancelled
            ).map { FoundRows(joining: [start, $0], of: query) }
        }
        guard let found, !Task.isCancelled else { throw CancellationError() }
        return .found(matches(found, in: rows, near: center, isPartial: false), ticket: ticket)
    }

    private func matches(
        _ found: FoundRows, in rows: SearchableRows, near center: Coordinate?, isPartial: Bool
    ) -> RowMatches {
        let best = rows.ranking.best(
            Self.listedRows, of: found.hits, found.points, near: center, in: rows.index)
        return RowMatches(
            listed: best.map { RowMatch(row: rows.ranking.row(at: $0), index: $0) },
            points: found.points, generation: rows.generation, bestKind: found.hits.bestKind,
            isPartial: isPartial)
    }

    func findPlaces(
        _ query: SearchQuery, near center: Coordinate?, ticket: Int
    ) throws(CancellationError) -> Answer {
        guard let places = preparePlaces() else { return .places(nil, ticket: ticket) }
        let found = places.search(
            query, near: center, limit: Self.listedPlaces, isCancelled: { Task.isCancelled })
        guard let found else { throw CancellationError() }
        return .places(PlaceMatches(listed: found.matches, total: found.total), ticket: ticket)
    }
}
