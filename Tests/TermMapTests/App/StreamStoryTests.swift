import DataSets
import MapModel
import Testing

@testable import App
@testable import Rows
@testable import StoryTestSupport

/// Streams that grow side by side: the rows of one get other numbers when another grows before it.
@Suite struct StreamStoryTests {
    @Test func aSelectionMovesWithTheRowsOfItsStream() throws {
        func grown(_ counts: [UInt32], numbering: Int) -> LoadedData {
            let places = (0..<2).flatMap { layer in
                (0..<counts[layer]).map { (Double(10 + layer), Double(20 + $0)) }
            }
            var data = LoadedData.places(places)
            data.rows.numbering = numbering
            data.sources = zip(counts, [0, counts[0]]).map { count, first in
                SourceLayer(
                    name: "stream", firstRow: first, recordCount: Int(count), placeCount: Int(count))
            }
            return data
        }
        var story = Story([])
        story.apply(.dataGrew(grown([1, 2], numbering: 0), fraction: nil))
        story.apply(.labels(RowAnswer(values: [0: "First", 2: "Chosen"], numbering: 0)))
        let place = FixedCoordinate(Coordinate(latitude: 11, longitude: 21))
        story.state.selection.current = Selection(row: 2, at: place)
        story.apply(.dataGrew(grown([3, 2], numbering: 1), fraction: nil))
        #expect(story.state.selection.current == Selection(row: 4, at: place))
        #expect(story.state.texts.labels[4]?.text == "Chosen" && story.state.texts.labels[2] == nil)
        #expect(story.state.texts.labels[0]?.text == "First")
        // An answer about the rows as they were numbered before comes too late.
        story.apply(.labels(RowAnswer(values: [1: "Late"], numbering: 0)))
        #expect(story.state.texts.labels[1] == nil)
    }

    /// A stream that never ends drops its oldest rows: what is selected keeps its line, or goes with it.
    @Test func aSelectionMovesWithTheLinesThatAreHeld() {
        func held(_ first: Int, numbering: Int) -> LoadedData {
            var data = LoadedData.places((first..<first + 3).map { (10.0, Double(20 + $0)) })
            data.rows.numbering = numbering
            var layer = SourceLayer(name: "stream", firstRow: 0, recordCount: 3, placeCount: 3)
            layer.droppedCount = first
            data.sources = [layer]
            return data
        }
        var story = Story([])
        story.apply(.dataGrew(held(0, numbering: 0), fraction: nil))
        story.apply(.labels(RowAnswer(values: [2: "Chosen"], numbering: 0)))
        let place = FixedCoordinate(Coordinate(latitude: 10, longitude: 22))
        story.state.selection.current = Selection(row: 2, at: place)
        story.apply(.dataGrew(held(2, numbering: 1), fraction: nil))
        #expect(story.state.selection.current == Selection(row: 0, at: place))
        #expect(story.state.texts.labels[0]?.text == "Chosen" && story.state.texts.labels[2] == nil)
        story.apply(.dataGrew(held(4, numbering: 2), fraction: nil))
        #expect(story.state.selection.current == nil)
    }

    /// A stream may grow faster than its rows are summarized: the answer that is awaited comes first.
    @Test func aSummaryIsAskedAgainWhenItIsAnswered() {
        var story = Story([])
        func grow(_ count: Int) -> [Effect] {
            var data = LoadedData.places((0..<count).map { (Double(10 + $0), 20.0) })
            data.rows.generation = count
            return story.state.update(.dataGrew(data, fraction: nil), at: .zero)
        }
        func tickets(_ effects: [Effect]) -> [Int] {
            effects.compactMap { if case .summarize(_, let ticket) = $0 { ticket } else { nil } }
        }
        _ = grow(1)
        #expect(tickets(story.state.update(.command(.summary), at: .zero)) == [1])
        #expect(tickets(grow(2)).isEmpty && tickets(grow(3)).isEmpty)
        _ = story.state.update(.summaryProgressed(0.5, ticket: 1), at: .zero)
        #expect(story.state.selection.summaryProgress == 0.5)
        let summary = RowsSummary(rowCount: 1, columns: [])
        let effects = story.state.update(.answered(.summary(.success(summary), ticket: 1)), at: .zero)
        #expect(tickets(effects) == [2] && story.state.selection.summaryProgress == nil)
    }
}
