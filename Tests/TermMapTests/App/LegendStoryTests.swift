import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import StoryTestSupport

/// Where the legend of colours stands, and what it says of the rows under it.
@Suite struct LegendStoryTests {
    private typealias Played = QueryStoryTests.Played

    /// Rows in clumps, as those of the world are.
    private static func text(seed: UInt64, count: Int) -> String {
        var random = SeededRandom(seed)
        let places = random.places(count)
        return "kind,lat,lon\n"
            + places.enumerated().map { "\(["a", "b", "c", "d"][$0 % 4]),\($1.0),\($1.1)\n" }.joined()
    }

    /// The same rows are in view with colours as without.
    @Test(arguments: 0..<20) func theLegendHidesNoRow(seed: UInt64) throws {
        let (columns, rows) = [(120, 40), (80, 24), (60, 20), (200, 60)][Int(seed % 4)]
        let text = Self.text(seed: seed, count: 200)
        let keys = ["W", "0", "0++"][Int(seed % 3)]
        let plain = try Played(text, keys, columns: columns, rows: rows)
        for column in ["kind", "lat"] {
            let colored = try Played(text, keys + "C\(column)<Enter>", columns: columns, rows: rows)
            let legend = try #require(colored.state.legend, "\(columns)x\(rows)")
            #expect(legend.rect.lies(in: colored.state.visibleMap))
            #expect(colored.state.rowsInView == plain.state.rowsInView, "\(columns)x\(rows) \(column)")
            let shown = colored.state.annotations.placed
            #expect(shown.allSatisfy { !$0.rect.intersects(legend.rect) })
            #expect(
                shown.reduce(0) { $0 + $1.count } + legend.place.coveredRows == colored.state.rowsInView)
        }
    }

    /// All of a small map is full of dots: the legend is one line and says how many are under it.
    @Test func whereRowsAreEverywhereItIsOneLineThatCountsThem() throws {
        let places = (0..<70).flatMap { row in (0..<140).map { (row, $0) } }
        let text =
            "kind,lat,lon\n"
            + places.map { "\(["x", "y"][$1 % 2]),\(20 + Double($0) / 4),\(Double($1) / 4)\n" }.joined()
        var played = try Played(text, "++dd", columns: 60, rows: 20)
        let count = played.state.rowsInView
        try played.play("Ckind<Enter>")
        let legend = try #require(played.state.legend)
        #expect(legend.form == .line && legend.place.coveredRows > 0)
        #expect(played.state.rowsInView == count)
        #expect(played.frame.contains("\(legend.place.coveredRows.grouped) under this"))
        try played.play("t")
        #expect(played.state.legend == nil, "the table lists what is in view")
    }

    @Test func xPutsTheLegendAwayAndDigitsStillHideClasses() throws {
        var played = try Played(QueryStoryTests.shops, "Ckind<Enter>x")
        #expect(played.state.legend == nil && !played.frame.contains("1 ●"))
        try played.play("1")
        #expect(played.rows == [0, 2, 3, 5])
        try played.play("x")
        #expect(played.state.legend != nil)
        try played.play("xCstars<Enter>")
        #expect(played.state.legend != nil, "other colours are explained")
        let plain = try Played(QueryStoryTests.shops, "x")
        #expect(plain.state.screen.message?.text.text.contains("press C") == true)
    }

    /// Beside the world is nothing: there is room.
    @Test func theLegendStandsBesideASmallWorld() throws {
        let text = Self.text(seed: 3, count: 500)
        let played = try Played(text, "W---Ckind<Enter>", columns: 160, rows: 40)
        let legend = try #require(played.state.legend)
        let world = played.state.worldColumns
        #expect(legend.form == .whole)
        #expect(legend.rect.endColumn <= world.lowerBound || legend.rect.column >= world.upperBound)
    }

    /// A place without a badge is kept as long as there is none.
    @Test func theLegendStaysWhereItIs() throws {
        var played = try Played(QueryStoryTests.shops, "Ckind<Enter>")
        let rect = try #require(played.state.legend).rect
        for key in ["l", "j", "h"] {
            try played.play(key)
            let legend = try #require(played.state.legend)
            let isTaken = played.state.placed(played.state.annotations.set, in: played.state.map.viewport)
                .contains { $0.rect.intersects(rect) }
            #expect(legend.rect == rect || isTaken)
        }
    }

    // MARK: - Colours of the view

    /// Forty towns; the most frequent of all are not those of the small part in view.
    private static let towns: String = {
        let common = (0..<10).flatMap { town in
            (0..<50).map { "big\(town),\(-30 - Double($0) / 50),\(Double(town) / 10)\n" }
        }
        let rare = (0..<12).map { "small\($0 / 3),\(50 + Double($0) / 10),\(10 + Double($0) / 7)\n" }
        return "town,lat,lon\n" + (common + rare).joined()
    }()

    @Test func mostRowsInViewHaveAColour() throws {
        var played = try Played(towns, "gl50.5,11<Enter><Esc>Ctown<Enter>")
        let labels = played.state.legend?.entries.map(\.label.text)
        #expect(labels?.last == "others" && labels?.count ?? 0 > 1)
        #expect(labels?.dropLast().allSatisfy { $0.hasPrefix("small") } == true)
        #expect(played.state.legend?.note.text == "of this view")
        #expect(played.state.screen.message?.text.text.contains("rows in view") == true)
        try played.play("Ctown<Enter>")
        #expect(played.state.legend?.entries.first?.label.text == "big0")
        #expect(played.state.screen.message?.text.text == "Colours of all rows")
        try played.play("Ctown<Enter>")
        #expect(played.state.legend?.entries.first?.label.text.hasPrefix("small") == true)
        // A pan changes no colour.
        try played.play("W")
        #expect(played.state.legend?.entries.first?.label.text.hasPrefix("small") == true)
    }

    @Test func coloursOfAllRowsStayWhereMostHaveOne() throws {
        let played = try Played(towns, "gl-30.5,0.5<Enter><Esc>Ctown<Enter>")
        #expect(played.state.data.answeredQuery.coloring?.scope == .usual)
        #expect(played.state.legend?.note.text == "rows" && played.state.screen.message == nil)
    }

    private var towns: String { Self.towns }
}
