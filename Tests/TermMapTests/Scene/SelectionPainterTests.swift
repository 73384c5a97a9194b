import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Scene
@testable import StoryTestSupport

@Suite struct SelectionPainterTests {
    /// A row whose own dot touches its place has no second mark there, and its name stands beside the dot.
    @Test func aRowWithADotOfItsOwnHasOneMark() throws {
        var dots = 0
        var moved = 0
        for seed in 0..<60 {
            var random = SeededRandom(UInt64(seed))
            var story = Story(random.places(40))
            story.play("<Tab>" + String(repeating: "+", count: random.number(0...16)) + "<Tab>")
            guard let annotation = story.state.selectedAnnotation, annotation.isPlace,
                let selection = story.state.selection.current
            else { continue }
            let place = story.state.map.viewport.dot(of: selection.point).cell
            let near = CellRect(column: place.column - 1, row: place.row - 1, width: 3, height: 3)
            guard annotation.rect.intersects(near) else { continue }
            let painter = try #require(SelectionPainter(story.state))
            #expect(painter.sign == nil, "seed \(seed)")
            if let callout = painter.callout {
                #expect(!callout.rect.intersects(annotation.rect))
            }
            dots += 1
            if !annotation.rect.contains(place) { moved += 1 }
        }
        #expect(dots > 20 && moved > 0)
    }
}
