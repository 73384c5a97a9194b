import DataSets
import MapModel
import TestSupport
import Testing

@testable import App
@testable import RowValues
@testable import Runtime
@testable import StoryTestSupport

/// Filters that ask where rows are, as they are typed.
@Suite struct PlaceFilterStoryTests {
    @Test(arguments: [
        ("near(POINT(2 48), 100km)", [0, 1], 1), ("S_INTERSECTS(geometry, BBOX(1, 40, 6, 46))", [2, 3], 1),
        ("NOT inside(POLYGON((1 40, 6 40, 6 49)))", [0, 1, 4, 5], 1),
        ("stars > 2 AND near(POINT(2 48), 100km)", [0, 1], 1), ("near(POINT(2 48), 0m)", [0], 1),
    ])
    func whatIsTypedIsDrawnAndFilters(text: String, rows: [UInt32], lines: Int) throws {
        var played = try QueryStoryTests.Played(QueryStoryTests.shops, "f" + text)
        #expect(played.rows == rows)
        #expect(played.state.overlay.lines.count == lines)
        #expect(played.frame.contains { ("\u{2801}"..."\u{28FF}").contains($0) })
        try played.play("<Enter>")
        #expect(played.rows == rows)
        #expect(played.state.overlay.lines.isEmpty)
        try played.play("F")
        #expect(played.rows.count == 6)
    }

    @Test func mistakesAreUnderlinedWhenTheFunctionIsClosed() throws {
        var played = try QueryStoryTests.Played(QueryStoryTests.shops, "finside(districts")
        #expect(played.state.panels.prompt?.error == nil)
        try played.play(")")
        #expect(played.state.panels.prompt?.errorRange == 7..<16)
        #expect(played.state.panels.prompt?.error?.text.hasPrefix("no areas districts") == true)
        #expect(played.rows.count == 6)
    }

    /// The layer itself, which has points.
    @Test func layersAreProposed() throws {
        let played = try QueryStoryTests.Played(QueryStoryTests.shops, "fnear(")
        let name = AreaSet.name(ofPath: played.files.paths[0])
        #expect(played.state.completionList?.lines.map(\.text.text) == [name])
        #expect(played.state.completionList?.lines.first?.remark.text == "6 points")
    }

    @Test func sharesCountRowsOfPlaces() throws {
        var query = RowQuery()
        query.figure = RowQuery.Figure(function: .share, argument: "near(POINT(2 48), 100km)")
        let played = try QueryStoryTests.Played(QueryStoryTests.shops, query: query)
        let figures = try #require(played.state.data.rows.figures)
        let all = figures.numbers.aggregate(in: 0..<6)
        #expect(all.sum == 2)
    }
}
