import CellGraphics
import DataSets
import MapModel
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport
@testable import TerminalInput

/// What keys and clicks do with an area.
extension AreaStoryTests {
    private func selecting(_ name: String, _ keys: String = "") throws -> Played {
        var played = try Played("A<Enter>")
        for _ in 0..<9 where played.area != name { try played.play("<Tab>") }
        #expect(played.area == name)
        return try played.playing(keys)
    }

    @Test func tabGoesThroughAllAreasInViewAndBack() throws {
        var played = try Played("A<Enter>")
        var names: [String?] = []
        for _ in 0..<5 {
            try played.play("<Tab>")
            names.append(played.area)
        }
        #expect(Set(names.prefix(4)) == ["Mitte", "Nord", "Süd", "Insel"] && names[4] == names[0])
        var back: [String?] = []
        for _ in 0..<4 {
            try played.play("<S-Tab>")
            back.append(played.area)
        }
        #expect(back == [names[3], names[2], names[1], names[0]])
        #expect(names[0] == "Nord", "it lies in the middle of the view")
        let away = try played.playing("<Esc>gl-40,100<Enter><Tab>")
        #expect(away.area == nil && away.message.contains("No area in view"))
    }

    @Test func badgesAboveComeFirst() throws {
        var played = try Played("A<Enter>d")
        let badges = played.state.annotations.placed.count
        #expect(badges > 0)
        for _ in 0..<badges {
            try played.play("<Tab>")
            #expect(played.state.selection.current != nil && played.area == nil)
        }
        for _ in 0..<4 {
            try played.play("<Tab>")
            #expect(played.state.selection.current == nil && played.area != nil)
        }
        try played.play("<Tab>")
        #expect(played.state.selection.current != nil && played.area == nil, "round")
        try played.play("<S-Tab>")
        #expect(played.area != nil)
    }

    @Test func aClickSelectsTheAreaThere() throws {
        let played = try Played("A<Enter>")
        func clicked(_ latitude: Double, _ longitude: Double) -> AppState {
            var state = played.state
            let place = WebMercator.project(Coordinate(latitude: latitude, longitude: longitude))
            _ = state.update(.clicked(state.map.viewport.dot(of: place).cell))
            return state
        }
        #expect(clicked(48.5, 2.2).selectedArea == 0 && clicked(48.5, 2.5).selectedArea == 3)
        #expect(clicked(49.5, 2.5).selectedArea == 1)
        #expect(clicked(50.5, 2.5).selectedArea == nil)
        var state = clicked(49.5, 2.5)
        _ = state.update(.clicked(CellPoint(column: 1, row: 1)))
        #expect(state.selectedArea == nil)
    }

    @Test func aDoubleClickOpensTheArea() throws {
        var state = try Played("A<Enter>").state
        let place = WebMercator.project(Coordinate(latitude: 49.5, longitude: 2.5))
        let (cell, zoom) = (state.map.viewport.dot(of: place).cell, state.map.viewport.zoom)
        _ = state.update(.clicked(cell))
        _ = state.update(.doubleClicked(cell))
        #expect(state.selectedArea == 1 && state.map.viewport.zoom > zoom)
    }

    @Test(arguments: ["<Enter>", "Z"]) func anAreaFillsTheView(key: String) throws {
        let before = try selecting("Insel")
        let after = try before.playing(key)
        #expect(after.state.map.viewport.zoom > before.state.map.viewport.zoom + 1)
        let bounds = try #require(after.state.areaAnswer?.set.geometry.bounds(of: 3))
        #expect(after.state.map.holds(bounds, in: after.state.visibleMap))
        #expect(after.area == "Insel" && after.state.areas.covering == .nothing)
        let again = try after.playing(key)
        #expect((again.state.areas.covering == .clusters) == (key == "<Enter>"))
        #expect(again.state.map.viewport == after.state.map.viewport)
    }

    @Test func itsRowsAreListed() throws {
        var played = try selecting("Nord", "o")
        #expect(played.state.panels.current == .members && played.frame.contains("3 here"))
        let list = try #require(played.state.panels.members)
        #expect(list.rows(played.state.data, offset: 0, limit: 10).sorted() == [3, 4, 5])
        try played.play("<Down>")
        let row = try #require(played.state.selection.current?.row)
        #expect(row == list.rows(played.state.data, offset: 1, limit: 1)[0])
        #expect(played.state.annotations.placed.count == 1, "the row is drawn, and no other")
        #expect(
            try Set(
                played.playing("sss").state.panels.members?.rows(played.state.data, offset: 0, limit: 9) ?? []
            ) == [3, 4, 5])
        #expect(
            try played.playing("fshop<Enter>").state.panels.members?.rows(
                played.state.data, offset: 0, limit: 9)
                == [5])
        #expect(try played.playing(" ").markedRows.count == 1 && played.playing("*").markedRows == [3, 4, 5])
        try played.play("<Esc>")
        #expect(played.state.panels.current == nil && played.area == "Nord")
        #expect(try selecting("Nord", "ot").state.panels.table.count == 3)
        #expect(try selecting("Insel", "o<Enter>").state.panels.current == .details)
    }

    @Test func theRowsOfAnEmptyAreaAreNotListed() throws {
        var played = try Played("A<Enter>fkind = shop<Enter>")
        while played.area != "Süd" { try played.play("<Tab>") }
        #expect(try played.playing("o").message == "No rows in Süd")
        #expect(try played.playing(" ").message == "No rows to mark here")
    }

    @Test func aFilterChangesTheListedRows() throws {
        let played = try selecting("Nord", "o:filter kind = bar<Enter>")
        #expect(played.state.panels.members?.count == 1)
        #expect(try selecting("Nord", "o:filter kind = nothing<Enter>").state.panels.members == nil)
    }

    @Test func itsSummaryHasAHeadOfItsOwn() throws {
        let played = try selecting("Nord", "i")
        let frame = played.frame
        #expect(played.state.panels.current == .details)
        for words in [
            "Nord", "N1 · districts", "3, 37.5 % of 8", "1st of 4", "title", "ref", "price", "kind",
        ] {
            #expect(frame.contains(words), "\(words)\n\(frame)")
        }
        #expect(played.state.selection.record != nil)
        let other = try played.playing("<Tab>")
        let name = try #require(other.area)
        #expect(name != "Nord" && other.state.panels.showsDetails && other.frame.contains("of 8"))
        if case .success(let record) = other.state.selection.record {
            #expect(record.fields.first?.value.text == name)
        } else {
            Issue.record("no columns of the area")
        }
        #expect(try played.playing("<Esc>").state.panels.current == nil)
        #expect(try played.playing("o").state.panels.current == .members)
    }

    @Test func aReloadReadsTheSummaryAgain() throws {
        let played = try selecting("Nord", "iR")
        #expect(played.area == "Nord" && played.state.panels.showsDetails)
        if case .success(let record) = played.state.selection.record {
            #expect(record.fields.first?.value.text == "Nord")
        } else {
            Issue.record("no columns of the area")
        }
    }

    @Test func itsPlaceIsCopied() throws {
        let story = Story(try selecting("Nord").state).playing("y")
        guard case .copy(let bytes) = story.effects.last else {
            Issue.record("nothing was copied")
            return
        }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: ",").compactMap { Double($0) }
        #expect(parts.count == 2 && (49...50).contains(parts[0]) && (2...3).contains(parts[1]))
    }

    @Test(arguments: [
        ("", "inside(districts, title = 'Nord')"),
        ("fprice > 5<Enter>", "price > 5 AND inside(districts, title = 'Nord')"),
        (
            "fprice > 5 OR kind = bar<Enter>",
            "(price > 5 OR kind = bar) AND inside(districts, title = 'Nord')"
        ),
    ])
    func theFilterOpensWithTheArea(keys: String, text: String) throws {
        var played = try Played(keys + "A<Enter>")
        while played.area != "Nord" { try played.play("<Tab>") }
        try played.play("f")
        #expect(played.state.panels.prompt?.purpose == .rows)
        #expect(played.state.panels.prompt?.field.text == text)
        let before = played.state.panels.prompt?.filterBefore
        try played.play("<Esc>")
        #expect(played.state.data.query.filter.text == before)
    }

    @Test func theFilterProposesAreas() throws {
        func labels(_ keys: String) throws -> [String] {
            try Played("A<Enter>f" + keys).state.filterCompletion?.candidates.map(\.label) ?? []
        }
        #expect(try labels("inside(dis").contains("districts"))
        #expect(try labels("inside(districts, ti") == ["title"])
        #expect(try labels("inside(districts, title = ").contains("Nord"))
    }

    /// The filter of an area leaves its rows, those of its number.
    @Test func theFilterOfAnAreaLeavesItsRows() throws {
        let played = try selecting("Nord", "f<Enter>")
        #expect(played.counts == [0, 3, 0, 0, 0] && played.state.areaAnswer?.outside == 0)
        #expect(played.state.data.query.filter.text == "inside(districts, title = 'Nord')")
        #expect(played.area == "Nord")
    }

    /// Where names repeat the code decides, and where codes do the number of the row.
    @Test(
        arguments: [
            ([("It's", "x")], 0, "inside(\"my set\", title = 'It''s')"),
            ([("A", "a1"), ("A", "a2")], 1, "inside(\"my set\", ref = 'a2')"),
            ([("A", "1"), ("A", "2")], 1, "inside(\"my set\", ref = 2)"),
            ([("A", ""), ("A", "")], 1, "inside(\"my set\", row = 2)"),
            ([("", ""), ("A", "")], 0, "inside(\"my set\", row = 1)"),
        ] as [([(String, String)], Int, String)])
    func areasWithOneNameAreToldApart(names: [(String, String)], area: Int, text: String) throws {
        let districts = names.enumerated().map { index, name in
            let south = 47.0 + Double(index)
            return Districts.District(name: name.0, code: name.1, boxes: [(south, 2, south + 1, 3)])
        }
        var played = try Played("A<Enter>", sets: [Districts(name: "my set", districts: districts)])
        while played.state.selectedArea != area { try played.play("<Tab>") }
        try played.play("f")
        #expect(played.state.panels.prompt?.field.text == text)
    }

    @Test func itsRowsAreMarked() throws {
        let played = try selecting("Nord", " ")
        #expect(played.markedRows == [3, 4, 5] && played.message == "3 rows marked")
        #expect(try played.playing(" ").markedRows.isEmpty)
    }

    @Test func manyRowsAreAskedAbout() throws {
        let rows = "name,lat,lon\n" + (0..<1_001).map { "r\($0),49.5,2.\(100 + $0 % 800)\n" }.joined()
        var played = try Played("A<Enter>", texts: [rows])
        while played.area != "Nord" { try played.play("<Tab>") }
        try played.play(" ")
        #expect(played.markedRows.isEmpty && played.state.marks.question?.count == 1_001)
        #expect(try played.playing("n").markedRows.isEmpty && played.playing("y").markedRows.count == 1_001)
    }

    @Test func theStatusNamesTheAreaAndItsPlace() throws {
        let lines = try selecting("Nord").frame.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[38].contains("Nord") && lines[38].contains("49.5"), "\(lines[38])")
        for hint in ["Tab next area", "Enter zoom to it", "o its rows", "i summary", "t table", "E classes"] {
            #expect(lines[39].contains(hint), "\(lines[39])")
        }
        let none = try Played("A<Enter><Tab><Esc>").frame.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(none[39].contains("Tab next area") && none[39].contains(" show, hide"))
    }

    /// All keys in one write.
    @Test func keysTypedAheadAreCarriedOutInTheirOrder() throws {
        let played = try Played("A<Enter><Tab>o<Down><Esc>t<Down><Enter>")
        #expect(played.state.panels.current == .areas && played.area != nil)
    }
}
