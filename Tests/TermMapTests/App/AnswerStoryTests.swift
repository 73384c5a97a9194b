import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport

/// Each question gets its answer, whatever arrives between the two: nothing waits for ever.
struct AnswerStoryTests {
    private static let atlas: Result<Atlas, AtlasError> = {
        let names = DataFolder(path: Repository.root + "/data")
        guard case .atlas(let result) = SearchWork().readAtlas(names) else {
            return .failure(AtlasError(message: "no gazetteer"))
        }
        return result
    }()

    /// A place search for "par" that is under way.
    private func searching() -> Story {
        var story = Story([(48.8, 2.3), (52.5, 13.4)])
        story.apply(.atlas(Self.atlas))
        story.play("gppar")
        return story
    }

    /// The newest question about places.
    private func placeTicket(of effects: [Effect]) -> Int? {
        effects.compactMap { effect -> Int? in
            if case .findPlaces(_, _, let ticket) = effect { ticket } else { nil }
        }.last
    }

    @Test func placesThatWereAskedForBeforeTheRowsCameAreStillListed() throws {
        var story = searching()
        story.apply(.dataGrew(.places([(48.8, 2.3)]), fraction: nil))
        story.apply(.data(.success(.places([(48.8, 2.3), (52.5, 13.4), (1, 1)]))))
        let ticket = try #require(placeTicket(of: story.effects))
        story.apply(.places(PlaceMatches(listed: [], total: 0), ticket: ticket))
        let awaitsResults = story.state.awaitsResults
        #expect(!awaitsResults)
    }

    @Test func namesBeingGatheredDoNotStartThePlaceSearchAgain() throws {
        var story = Story([(48.8, 2.3), (52.5, 13.4)])
        story.apply(.atlas(Self.atlas))
        story.play("/par")
        let asked = story.effects.count { placeTicket(of: [$0]) != nil }
        for step in 1...5 {
            story.apply(
                .names(.running(fraction: Double(step) / 10), generation: story.state.data.generation))
        }
        #expect(story.effects.count { placeTicket(of: [$0]) != nil } == asked)
    }
}
