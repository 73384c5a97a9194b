import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport

/// Places among the results of a search, and their names on the map.
struct PlaceNameStoryTests {
    private static let answer = SearchWork().readAtlas(DataFolder(path: Repository.root + "/data"))

    private func story(_ keys: String) -> Story {
        var story = Story([(48.8, 2.3), (52.5, 13.4)])
        story.apply(Self.answer)
        story.play(keys)
        return story
    }

    private func atlas() throws -> Atlas {
        guard case .atlas(.success(let atlas)) = Self.answer else {
            throw AtlasError(message: "no gazetteer")
        }
        return atlas
    }

    /// A search for Paris with one row that matches in some way.
    private func paris(rowKind: MatchKind) throws -> Search {
        var story = story("/paris")
        let places = PlaceSearch(try atlas().gazetteer)
        let found = try #require(places.search(SearchQuery("paris"), near: nil, limit: 5))
        let search = try #require(story.state.search.session)
        var points = PointSet(capacity: story.state.data.tree.count)
        points.insert(0)
        story.apply(
            .found(
                RowMatches(
                    listed: [RowMatch(row: story.state.data.tree.row(at: 0), index: 0)], points: points,
                    generation: story.state.data.generation, bestKind: rowKind),
                ticket: search.rowQuestion.ticket))
        story.apply(
            .places(
                PlaceMatches(listed: found.matches, total: found.total), ticket: search.placeQuestion.ticket))
        return try #require(story.state.search.session)
    }

    @Test(arguments: [MatchKind.labelPrefix, .labelWord, .fieldWord, .inside])
    func aCityOfThatNameStandsBeforeRowsThatContainIt(kind: MatchKind) throws {
        let search = try paris(rowKind: kind)
        guard case .place? = search.result(.rows, 0), case .row? = search.result(.rows, 1) else {
            Issue.record("the city is not first")
            return
        }
        #expect(search.count(of: .rows) == 2 && search.leadingCount == 1 && search.matchCount == 1)
    }

    @Test(arguments: [MatchKind.exactLabel, .exactField])
    func aRowOfThatNameStaysFirst(kind: MatchKind) throws {
        let search = try paris(rowKind: kind)
        guard case .row? = search.result(.rows, 0) else {
            Issue.record("the row is not first")
            return
        }
        #expect(search.count(of: .rows) == 1 && search.leadingCount == 0)
    }

    @Test(arguments: [("gphk", true), ("gpH", false), ("/hk", false)])
    func twoLettersAskForCodesOfPlacesOnly(keys: String, isAsked: Bool) {
        let effects = story(keys).effects
        let asked = effects.contains { if case .findPlaces = $0 { true } else { false } }
        #expect(asked == isAsked)
    }

    @Test func districtsAreNamedFromZoomElevenOn() throws {
        let atlas = try atlas()
        func names(zoom: Double) -> [String] {
            let view = Viewport(
                center: WebMercator.project(Coordinate(latitude: 48.2, longitude: 16.37)), zoom: zoom,
                size: DotSize(width: 240, height: 160))
            return TownLabels.labels(in: view, atlas, besides: []).map(\.name)
        }
        #expect(names(zoom: 12).contains("Favoriten") && names(zoom: 12).contains("Vienna"))
        #expect(names(zoom: 10.9).isEmpty)
    }
}
