import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import StoryTestSupport

/// Badges of one class each, and badges as large as their figures.
@Suite struct BadgeFormTests {
    private typealias Played = QueryStoryTests.Played

    private static func text(_ seed: UInt64, count: Int = 400) -> String {
        var random = SeededRandom(seed)
        let places = random.places(count)
        let kinds = ["a", "b", "c", "d", "e", "f"].prefix(random.number(1...6))
        return "kind,size,lat,lon\n"
            + places.map { place in
                let kind = kinds.randomElement(using: &random) ?? ""
                return "\(kind),\(random.number(0...900)),\(place.0),\(place.1)\n"
            }.joined()
    }

    private static let sizes = [(80, 24), (120, 40), (60, 20), (200, 60)]

    /// Badges, whatever the legend and the map's edge do to them.
    private static func check(_ state: AppState, keepsApart: Bool) {
        let placed = state.annotations.placed
        for (index, first) in placed.enumerated() {
            #expect(first.rect.lies(in: state.visibleMap) && !first.rect.isEmpty)
            for second in placed[(index + 1)...] { #expect(!first.rect.intersects(second.rect)) }
        }
        guard keepsApart, let classes = state.data.coloring?.counts else { return }
        for annotation in placed {
            let members = annotation.parts.map {
                state.data.tree.members(of: $0, in: state.annotations.set.window, classes)
            }
            for part in members {
                let numbers = part.indices(limit: .max).map { classes.classOfPoint(at: $0) }
                #expect(Set(numbers).count == 1)
            }
            #expect(members.reduce(0) { $0 + $1.indices(limit: .max).count } == annotation.count)
        }
    }

    @Test(arguments: 0..<12 as Range<UInt64>) func classesAreKeptApartAndCountsAddUp(seed: UInt64) throws {
        let (columns, rows) = Self.sizes[Int(seed % 4)]
        let keys =
            ["0", "0++", "0++++<Right>", "W"][Int(seed) % 3 + Int(seed / 8)]
            + String(repeating: "<lt>", count: Int(seed % 3))
        let mixed = try Played(Self.text(seed), keys + "Ckind<Enter>x", columns: columns, rows: rows)
        let apart = try Played(Self.text(seed), keys + "Ckind<Tab><Enter>x", columns: columns, rows: rows)
        #expect(apart.state.rowsInView == mixed.state.rowsInView)
        Self.check(apart.state, keepsApart: true)
        // A line of several classes is there only where there is no room for one of each.
        let mixtures = apart.state.annotations.placed.filter {
            ($0.value?.tally).map(Self.classCount) ?? 0 > 1
        }
        let before = mixed.state.annotations.placed.filter { ($0.value?.tally).map(Self.classCount) ?? 0 > 1 }
        #expect(mixtures.count <= before.count)
        #expect(apart.state.annotations.placed.count >= mixed.state.annotations.placed.count)
    }

    private static func classCount(_ tally: ClassCounts.Tally) -> Int {
        (0..<ClassCounts.limit).count { tally[$0] > 0 }
    }

    @Test(arguments: 0..<12 as Range<UInt64>) func sizesFollowTheFigure(seed: UInt64) throws {
        let (columns, rows) = Self.sizes[Int(seed % 4)]
        let keys = ["0", "0++", "0++++++", "W"][Int(seed) % 3 + Int(seed / 8)]
        let played = try Played(Self.text(seed), keys + "Vsize<Tab><Enter>x", columns: columns, rows: rows)
        Self.check(played.state, keepsApart: false)
        #expect(played.state.data.answeredQuery.sizesByFigure)
        let plain = try Played(Self.text(seed), keys, columns: columns, rows: rows)
        #expect(played.state.rowsInView == plain.state.rowsInView)
        let figures = played.state.annotations.placed.compactMap { annotation in
            annotation.value?.figure.map { (annotation: annotation, figure: $0) }
        }
        for (first, second) in zip(figures, figures.dropFirst()) {
            guard let one = first.figure.number, let other = second.figure.number, one < other else {
                continue
            }
            #expect(try #require(first.figure.sizeClass) <= #require(second.figure.sizeClass))
        }
        #expect(figures.allSatisfy { 1...6 ~= $0.figure.sizeClass ?? 0 })
    }

    /// Rows far from each other in the order of their numbers, from the west.
    private static let row =
        "name,size,lat,lon\n"
        + (0..<6).map { "r\($0),\([1, 10, 100, 200, 300, 400][$0]),0,\($0 * 20)\n" }.joined()

    @Test func singleRowsGrow() throws {
        let played = try Played(Self.row, "Vsize<Tab><Enter>", columns: 120, rows: 40)
        let sizes = played.state.annotations.placed.sorted { $0.rect.column < $1.rect.column }
            .map { $0.rect.width * $0.rect.height }
        #expect(sizes == [1, 1, 3, 8, 15, 15])
        #expect(
            played.frame.contains("▐███▌") && played.frame.contains("▗▄▄▖")
                && played.frame.contains("as size"))
        let counted = try Played(Self.row, "Vsize<Enter>", columns: 120, rows: 40)
        #expect(counted.state.annotations.placed.allSatisfy { $0.rect.width == 1 })
    }

    @Test func commandsTurnThemOnAndOff() throws {
        var played = try Played(Self.text(3), ":separate<Enter>")
        #expect(played.state.screen.message?.text.text.contains("press C") == false)
        #expect(played.frame.contains("Press C to colour rows by a column"))
        try played.play(":sizes<Enter>")
        #expect(played.frame.contains("Press V to show a figure on badges"))
        try played.play("Ckind<Enter>:separate<Enter>")
        #expect(played.state.data.coloring?.places != nil)
        Self.check(played.state, keepsApart: true)
        try played.play(":separate<Enter>")
        #expect(played.state.data.coloring?.places == nil)
        try played.play("Vsize<Enter>:sizes<Enter>")
        #expect(played.state.badgeStyle.scale != nil)
        try played.play("<Esc>")
        #expect(played.state.data.query.isPlain, "Esc leaves badges of counts")
    }

    @Test func aSelectionStaysInItsClass() throws {
        var played = try Played(Self.text(5), "Ckind<Tab><Enter><Tab>", columns: 120, rows: 40)
        for keys in ["", "+", "<Right>", "<Tab>", "i"] {
            try played.play(keys)
            guard let selected = played.state.selectedAnnotation,
                let selection = played.state.selection.current
            else {
                continue
            }
            let classes = try #require(played.state.data.coloring?.counts)
            let apart = try #require(played.state.data.classesApart)
            let own = apart.classNumber(of: selection)
            let numbers = selected.parts.flatMap {
                played.state.data.rows.members(of: $0, in: played.state.annotations.set.window)
                    .indices(limit: .max).map { classes.classOfPoint(at: $0) }
            }
            #expect(own.map { numbers.contains($0) } == true)
        }
    }
}
