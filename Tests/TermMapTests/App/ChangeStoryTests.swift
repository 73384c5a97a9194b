import CellGraphics
import DataSets
import FileSources
import Foundation
import MapModel
import TestSupport
import Testing

@testable import App
@testable import RowValues
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// Two sources that are compared, on the screen.
@Suite struct ChangeStoryTests {
    /// The program with both editions read and keys played.
    struct Played {
        var headless: Headless
        let files: EditionFiles

        init(
            _ editions: Editions, _ keys: String = "", columns: Int = 120, rows: Int = 40,
            key: String? = nil, look: Appearance = .plain
        ) throws {
            files = try EditionFiles(editions)
            var state = AppState(
                columns: columns, rows: rows, filePath: "old.csv new.csv", appearance: look)
            state.data.query = .changes()
            var options = DifferenceOptions()
            if let key { options.key = .columns([key]) }
            let loader = DifferenceLoader(
                old: CSVLoader(path: files.old), new: CSVLoader(path: files.new),
                options: options)
            headless = Headless(
                state: state, work: DataWork(loader: loader), basemap: Repository.basemap, keyMap: KeyMap())
            #expect(headless.load() == nil)
            try play(keys)
        }

        mutating func play(_ keys: String) throws { headless.play(try KeyScript.events(in: keys)) }

        var state: AppState { headless.state }
        var frame: String { headless.frame(colored: false) }
        var lines: [Substring] { frame.split(separator: "\n", omittingEmptySubsequences: false) }
        /// The rows that are shown, ascending.
        var rows: [UInt32] { (0..<state.data.tree.count).map { state.data.tree.row(at: $0) }.sorted() }
    }

    @Test func onlyDifferencesAreShownAndTheLegendCountsAllRows() throws {
        let played = try Played(.shops)
        #expect(played.rows == [1, 2, 3, 4, 5])
        let legend = try #require(played.state.legend)
        #expect(legend.entries.map(\.label.text) == ["added", "removed", "moved", "changed", "unchanged"])
        #expect(legend.entries.map(\.count) == [1, 1, 1, 2, 1])
        #expect(legend.entries.map(\.isHidden) == [false, false, false, false, true])
        #expect(played.frame.contains("5 of 5 changes"))
        #expect(legend.entries[2].note.text.hasPrefix("median 15"))
        #expect(legend.entries[3].note.text == "name 1" || legend.entries[3].note.text == "price 1")
    }

    private static let days = Editions(
        old: "id,lat,lon,seen\na,47,8,2025-01-05\nb,48,9,2025-01-06\nc,49,10,2025-03-01\nd,46,7,2025-03-02\n",
        new: "id,lat,lon,seen\na,47,8,2025-01-05\nb,48,9,2025-06-06\nc,49,10,2025-03-01\ne,45,6,2025-03-03\n")

    /// A window is asked of the times of the source that is shown; rows of the other one are in no count.
    @Test func theOldSourceHasItsOwnTimes() throws {
        let played = try Played(Self.days, key: "id")
        var query = played.state.data.query
        query.time = query.calendar.question
        query.time?.windows = [try TimeWindow("2025-01", zone: .utc)]
        func count(_ comparison: RowQuery.Comparison?) throws -> (rows: Int, all: Int?) {
            query.comparison = comparison
            let dataSet = try #require(played.headless.work.dataSet)
            let rows = try #require(try dataSet.choose(query, isCancelled: { false }, progress: { _ in }))
            return (rows.tree.count, rows.atAllTimes?.count)
        }
        query.coloring = nil
        query.hiddenClasses = HiddenClasses()
        #expect(try count(.old).rows == 2)
        #expect(try count(.new).rows == 1)
        #expect(try count(nil) == (1, 4))
    }

    /// What is in view, and what the classes say, are the same rows.
    @Test func countsOnTheScreenAddUpToBothFiles() throws {
        let played = try Played(.airports)
        let entries = try #require(played.state.wholeLegend?.entries)
        let counts = entries.map(\.count)
        #expect(counts[0] == 231 && counts[1] == 104 && counts[2] == 46 && counts[3] == 1902)
        let (old, new) = (Editions.airports.old, Editions.airports.new)
        func rows(_ text: String) -> Int { text.split(separator: "\n").count - 1 }
        #expect(counts[4] + counts[3] + counts[2] + counts[1] == rows(old))
        #expect(counts[4] + counts[3] + counts[2] + counts[0] == rows(new))
        let covered = played.state.annotations.legendPlace?.coveredRows ?? 0
        let shown = played.state.annotations.placed.reduce(0) { $0 + $1.count }
        #expect(shown + covered == played.state.rowsInView)
        for annotation in played.state.annotations.placed {
            let tally = try #require(annotation.value?.tally)
            #expect(Int(tally.wrappedSum()) == annotation.count)
        }
    }

    @Test func digitsHideClassesAndAltShowsOneAlone() throws {
        var played = try Played(.shops, "4")
        #expect(played.rows == [2, 3, 5])
        try played.play("4<Alt-3>")
        #expect(played.rows == [2])
        try played.play("<Alt-3>")
        #expect(played.rows == [1, 2, 3, 4, 5], "unchanged rows stay hidden")
        try played.play("5")
        #expect(played.rows == [0, 1, 2, 3, 4, 5])
        try played.play("F")
        #expect(played.rows == [1, 2, 3, 4, 5])
    }

    /// In the order of the new file; the removed one where it stood.
    @Test func fullStopAndCommaGoThroughTheChanges() throws {
        var played = try Played(.shops, ".")
        var visited: [UInt32] = []
        for _ in 0..<5 {
            visited.append(try #require(played.state.selection.current?.row))
            try played.play(".")
        }
        #expect(visited.sorted() == [1, 2, 3, 4, 5])
        #expect(visited.firstIndex(of: 5) == 3, "Delta stood before Epsilon")
        #expect(played.state.selection.current?.row == visited[0], "from the last to the first")
        try played.play(",")
        #expect(played.state.selection.current?.row == visited[4])
        #expect(played.state.panels.showsDetails)
    }

    @Test func thePanelSaysWhatARowWasAndIs() throws {
        var played = try Played(.shops, ".")
        #expect(played.frame.contains("~ changed: 1 column"))
        let price = try #require(played.lines.first { $0.contains("price") && $0.contains("→") })
        #expect(price.contains("20") && price.contains("25"))
        #expect(played.frame.contains("changes near"))
        try played.play(".")
        #expect(played.frame.contains("→ moved 157"))
        let longitude = try #require(played.lines.first { $0.contains("lon ") && $0.contains("→") })
        #expect(longitude.contains("4") && longitude.contains("6"))
        try played.play(".")
        #expect(played.frame.contains("− removed") && played.frame.contains("Delta"))
    }

    @Test func xShowsTheOldFileThenTheNewOne() throws {
        var played = try Played(.shops, "x")
        #expect(played.rows == [0, 1, 2, 4, 5] && played.state.legend == nil)
        let old = try #require(played.state.data.tree.place(ofRow: 2))
        #expect(old.coordinate.longitude == 4)
        try played.play("x")
        #expect(played.rows == [0, 1, 2, 3, 4])
        #expect(played.state.data.tree.place(ofRow: 2)?.coordinate.longitude == 6)
        try played.play("x")
        #expect(played.rows == [1, 2, 3, 4, 5] && played.state.legend != nil)
    }

    @Test func gdAndEscLeaveTheChanges() throws {
        var played = try Played(.shops, "gd")
        #expect(played.rows == [0, 1, 2, 3, 4] && !played.state.showsChanges)
        try played.play("gd")
        #expect(played.state.showsChanges && played.rows == [1, 2, 3, 4, 5])
        try played.play("<Esc>")
        #expect(!played.state.showsChanges)
    }

    @Test func withoutTwoSourcesTheKeySaysWhatToDo() throws {
        let played = try QueryStoryTests.Played(QueryStoryTests.shops, "gd")
        #expect(played.state.screen.message?.text.text.contains("--diff") == true)
    }

    @Test func filtersSeeBothSides() throws {
        #expect(try Played(.shops, "fold.price <lt> price<Enter>").rows == [1])
        #expect(try Played(.shops, "fmoved_m > 500<Enter>").rows == [2])
        #expect(try Played(.shops, "fchange = removed<Enter>").rows == [5])
    }

    /// Rows in the colours of a column are those that differ.
    @Test func otherColoursShowWhatDiffers() throws {
        var played = try Played(.shops, "Cname<Enter>")
        #expect(played.rows == [1, 2, 3, 4, 5] && !played.state.showsChanges)
        try played.play("C<Up><Up><Up><Up><Up><Up><Up><Up><Enter>")
        #expect(played.rows == [1, 2, 3, 4, 5] && played.state.showsChanges)
    }

    @Test func theListHasALineForEachChangedColumn() throws {
        var played = try Played(.shops, "t")
        #expect(played.state.panels.list == .changes)
        #expect(played.frame.contains("Changes"))
        let text = played.frame
        #expect(text.contains("price 20 → 25") && text.contains("name Epsilon → Epsilon"))
        #expect(played.state.panels.changes.lines.map(\.row) == [3, 5, 2, 1, 4])
        try played.play(">")
        #expect(played.state.panels.changes.lines.map(\.row) == [1, 2, 3, 5, 4])
        try played.play("t")
        #expect(played.state.panels.current == nil)
    }

    @Test func columnsAreCounted() throws {
        var played = try Played(.shops, "S")
        #expect(played.state.panels.list == .changedColumns)
        #expect(played.frame.contains("median +5"))
        try played.play("<Down><Up><Enter>")
        #expect(played.rows.count == 1)
    }

    /// The filter finds the name of the column also among those of others.
    @Test func rowsOfAChangedColumnMayDifferInOthers() throws {
        let editions = Editions(
            old: "id,name,max_seats,lat,lon\n1,A,10,48,2\n2,B,20,45,4\n3,C,30,52,13\n",
            new: "id,name,max_seats,lat,lon\n1,A,11,48,2\n2,Bb,21,45,4\n3,Cc,30,52,13\n")
        let all = try Played(editions, "S", key: "id")
        for index in 0..<2 {
            let played = try Played(
                editions, "S" + String(repeating: "<Down>", count: index) + "<Enter>", key: "id")
            let column = try #require(all.state.panels.changedColumns.columns?[index])
            #expect(played.rows.count == column.count, "\(column.name)")
        }
    }

    /// It covers badges there, and what is selected is shown below it.
    @Test func theLegendStaysAtTheTopLeft() throws {
        var played = try Played(.airports)
        let rect = CellRect(column: 1, row: 1, width: 38, height: 6)
        for keys in ["", ".", "<Esc>", "l", "+", "-", "."] {
            try played.play(keys)
            let legend = try #require(played.state.legend)
            #expect(legend.rect == rect && legend.form == .whole, "\(keys)")
            let shown = played.state.annotations.placed
            #expect(shown.allSatisfy { !$0.rect.intersects(rect) })
            #expect(shown.reduce(0) { $0 + $1.count } + legend.place.coveredRows == played.state.rowsInView)
        }
        let selected = try #require(played.state.selection.current)
        let cell = played.state.map.viewport.dot(of: selected.point).cell
        #expect(!rect.contains(cell))
    }

    @Test func whyNothingIsComparedIsSaidByAllKeys() throws {
        let editions = Editions(
            old: "ref,code,lat,lon\n" + (0..<20).map { "r\($0),c\($0),48,2\n" }.joined(),
            new: "ref,code,lat,lon\n" + (0..<20).map { "r\($0),c\(19 - $0),48,2\n" }.joined())
        let files = try EditionFiles(editions)
        var state = AppState(columns: 120, rows: 40, filePath: "old.csv new.csv", appearance: .plain)
        state.data.query = .changes()
        let loader = DifferenceLoader(old: CSVLoader(path: files.old), new: CSVLoader(path: files.new))
        var headless = Headless(
            state: state, work: DataWork(loader: loader), basemap: Repository.basemap, keyMap: KeyMap())
        #expect(headless.load() != nil)
        for keys in ["", "S", "gd"] {
            headless.play(try KeyScript.events(in: keys))
            let text = headless.state.screen.message?.text.text ?? ""
            #expect(
                text.contains("pair different rows (--key") && text.contains(", --no-key)"),
                "\(keys): \(text)")
            #expect(headless.state.panels.current == nil)
        }
    }

    /// The line begins where the row was and ends where it is, by the shorter way around the world.
    @Test func linesOfMovedRowsCrossTheDateLine() throws {
        let editions = Editions(
            old: "id,name,lat,lon\n1,A,10,179\n2,B,0,0\n", new: "id,name,lat,lon\n1,A,10,-179\n2,B,0,0\n")
        let played = try Played(editions, "gl10,180<Enter>", key: "id")
        let line = try #require(played.state.annotations.moves.lines.first)
        #expect(abs(line.from.x - line.to.x) < 0.01)
        #expect(played.state.annotations.moves.others == 0)
    }

    @Test func fourHundredLinesAtMostAndTheRestIsCounted() throws {
        let rows = (0..<500).map { ($0, 40 + Double($0 % 25), Double($0 / 25) * 2) }
        let editions = Editions(
            old: rows.reduce("id,name,lat,lon\n") { $0 + "\($1.0),N\($1.0),\($1.1),\($1.2)\n" },
            new: rows.reduce("id,name,lat,lon\n") {
                $0 + "\($1.0),N\($1.0),\($1.1),\($1.2 + 9 + Double($1.0) / 1000)\n"
            })
        let played = try Played(editions, "0", key: "id")
        let moves = played.state.annotations.moves
        #expect(moves.lines.count == MoveLines.limit && moves.others == 100)
        #expect(played.state.wholeLegend?.remark == "400 lines, and 100 more")
        let least = moves.lines.map { abs($0.to.x - $0.from.x) }.min() ?? 0
        #expect(least > 9.0 / 360, "the longest are drawn")
    }
}
