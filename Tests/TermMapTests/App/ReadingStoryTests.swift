import CellGraphics
import DataSets
import Foundation
import MapModel
import MapSources
import Streams
import TestSupport
import Testing

@testable import App
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport
@testable import TerminalInput

/// A source that is read again: what changed is said, and `gd` shows it.
@Suite struct ReadingStoryTests {
    private static let before =
        "id,name,price,lat,lon\n1,Alpha,10,10,20\n2,Beta,20,12,24\n3,Gamma,30,14,28\n4,Delta,40,16,30\n"
    /// Beta costs more, Gamma is elsewhere, Delta is gone, two are new.
    private static let after =
        "id,name,price,lat,lon\n9,Zero,1,9,9\n1,Alpha,10,10,20\n2,Beta,25,12,24\n3,Gamma,30,14.5,28\n8,Eight,8,8,8\n"

    /// The program with a file that was read.
    private struct Played {
        let files: TemporaryFiles
        let work: DataWork
        var headless: Headless

        init(_ text: String = before, remembers: Bool = true) throws {
            files = try TemporaryFiles([text])
            var options = SourceOptions()
            // As with --watch.
            options.csv.keepsHeights = true
            work = DataWork(try SourceOpener(options).open(files.paths))
            let state = AppState(columns: 120, rows: 40, filePath: files.paths[0], appearance: .plain)
            headless = Headless(state: state, work: work, basemap: Repository.basemap, keyMap: KeyMap())
            #expect(headless.load() == nil)
            if remembers { work.identifyRows() }
        }

        /// The file has other contents now; keys follow.
        mutating func change(to text: String, _ keys: String = "R") throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: files.paths[0]))
            try play(keys)
        }

        mutating func play(_ keys: String) throws { headless.play(try KeyScript.events(in: keys)) }

        var state: AppState { headless.state }
        var message: String? { state.screen.message?.text.text }
        var rows: [UInt32] { (0..<state.data.tree.count).map { state.data.tree.row(at: $0) }.sorted() }
        var frame: String { headless.frame(colored: false) }
    }

    @Test func heightsThatChangedAreShownOldAndNew() throws {
        func text(_ height: String) -> String {
            "id;name;geom\n1;Alpha;POINT Z (20 10 \(height))\n2;Beta;POINT Z (24 12 7)\n"
        }
        var played = try Played(text("5"))
        try played.change(to: text("6.5"), "Rgd.")
        #expect(played.rows == [0] && played.state.isComparison)
        #expect(played.frame.contains("heights") && played.frame.contains("→ 6.5"), "\(played.frame)")
        #expect(!played.frame.contains("different"))
    }

    @Test func aReloadSaysWhatChanged() throws {
        var played = try Played()
        try played.change(to: Self.after)
        #expect(played.message?.hasPrefix("+2 −1 · 1 moved · 1 changed: ") == true, "\(played.message ?? "")")
        #expect(played.message?.hasSuffix(" shows") == true)
        #expect(played.rows.count == 5 && !played.state.isComparison)
        try played.change(to: Self.after)
        #expect(played.message == "Reloaded: no difference")
    }

    @Test func theKeyShowsTheReadingBeforeAndLeavesIt() throws {
        var played = try Played()
        try played.change(to: Self.after, "Rgd")
        #expect(played.state.showsChanges)
        // Four rows of the new reading, and the one that is gone.
        #expect(played.rows == [0, 2, 3, 4, 5])
        #expect(played.state.legend?.entries.map(\.count) == [2, 1, 1, 1, 1])
        try played.play("..")
        #expect(played.frame.contains("20") && played.frame.contains("25"))
        try played.play("<Esc>gd")
        #expect(!played.state.isComparison && played.rows == [0, 1, 2, 3, 4])
        try played.play("t")
        #expect(played.state.panels.current == .table)
    }

    @Test func whatIsShownFollowsTheNextReload() throws {
        var played = try Played()
        try played.change(to: Self.after, "Rgd")
        let last = Self.after + "10,Ten,10,10,10\n"
        try played.change(to: last)
        #expect(played.message?.hasPrefix("+1") == true && played.message?.contains("shows") == false)
        #expect(played.state.showsChanges && played.rows == [5])
        try played.play("gd")
        #expect(played.rows.count == 6)
        try played.change(to: Self.before)
        #expect(played.message?.hasPrefix("+1 −3 · 1 moved · 1 changed: ") == true, "\(played.message ?? "")")
    }

    @Test func aSelectionSurvivesBoth() throws {
        var played = try Played()
        try played.play("/beta<Enter>")
        #expect(played.state.selection.current?.row == 1)
        try played.change(to: Self.after)
        #expect(played.state.selection.current?.row == 2)
        try played.play("gd")
        #expect(played.state.selection.current?.row == 2)
        try played.play("gd")
        #expect(played.state.selection.current?.row == 2)
    }

    @Test func withoutAReadingBeforeTheReloadIsSaidAsEver() throws {
        var played = try Played(remembers: false)
        try played.change(to: Self.after)
        #expect(played.message?.hasPrefix("Reloaded: ") == true)
        try played.play("gd")
        #expect(played.message?.contains("nothing to compare") == true)
    }

    @Test func aSwapIsNoChange() throws {
        var played = try Played()
        try played.change(to: Self.after, ":swap<Enter>")
        #expect(played.state.data.readings == nil)
    }
}
