import CellGraphics
import DataSets
import Foundation
import MapModel
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import MapSources
@testable import Runtime

/// The table, and rows that change.
extension TableStoryTests {
    @Test(arguments: [(80, 24), (20, 8), (240, 64), (39, 9), (160, 12), (159, 50), (2, 2)])
    func aResizeKeepsTheRow(columns: Int, rows: Int) throws {
        var headless = try Self.played("gl47,8<Enter>-----t>>><PageDown><Right>")
        let row = headless.state.selection.current?.row
        headless.perform(.resized(columns: columns, rows: rows))
        let state = headless.state
        #expect(state.selection.current?.row == row)
        #expect(self.rows(state).sorted() == rowsInView(state))
        let table = state.panels.table
        #expect(
            table.cursor.index >= table.cursor.top
                && table.cursor.index < table.cursor.top + ListKind.table.type.pageRows(state))
        _ = headless.frame(colored: false)
    }

    /// Columns of JSON are numbered as they come: a reload may number them otherwise.
    @Test func aReloadKeepsTheColumnThatIsSortedBy() throws {
        let file = try TemporaryFile(Self.few)
        var headless = Self.headless(CSVLoader(path: file.path))
        headless.play(try KeyScript.events(in: "t>>>>="))
        let sorted = rows(headless.state)
        #expect(headless.state.panels.table.sort == TableSort(column: 3, isDescending: true))
        let swapped = Self.few.split(separator: "\n").map { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            return [fields[3], fields[0], fields[1], fields[2], "x"].joined(separator: ",")
        }
        try file.write(swapped.joined(separator: "\n"))
        headless.play(try KeyScript.events(in: "R"))
        #expect(headless.state.panels.table.sort == TableSort(column: 0, isDescending: true))
        #expect(rows(headless.state) == sorted)
        var names = headless.state.panels.table
        #expect(names.adopt(["v", "v"], after: ["v", "v"]) == nil && names.sort?.column == 0)
        try file.write("name,latitude,longitude\nItem 101,48.1,2.1\nLast,48.4,2.2\n")
        headless.play(try KeyScript.events(in: "R"))
        #expect(headless.state.panels.table.sort == nil && rows(headless.state) == [0, 1])
        let message = headless.state.screen.message?.text.text
        #expect(message?.hasSuffix("the table is not sorted (no column size)") == true, "\(message ?? "")")
    }

    @Test func aReloadKeepsTheRowWithOtherRowsAndColumns() throws {
        let file = try TemporaryFile(Self.few)
        var headless = Self.headless(CSVLoader(path: file.path))
        headless.play(try KeyScript.events(in: "--t>>>><Down>"))
        #expect(headless.state.selection.current?.row == 0)
        try file.write("name,latitude,longitude\nNew,48.05,2.1\nItem 101,48.1,2.1\nLast,48.4,2.2\n")
        headless.play(try KeyScript.events(in: "R"))
        #expect(headless.state.panels.current == .table)
        #expect(
            rows(headless.state).sorted() == rowsInView(headless.state) && rows(headless.state).count == 3)
        let values = headless.state.panels.table.cells.rows.values.compactMap(\.first)
        #expect(Set(values) == ["New", "Item 101", "Last"])
        #expect(headless.state.panels.table.columns?.columns.count == 3)
    }

    @Test func hiddenRowsAreNotListed() throws {
        let first = try TemporaryFile(Self.few)
        let second = try TemporaryFile(Self.few.replacing("48.", with: "47."))
        let loader = LayeredLoader(loaders: [CSVLoader(path: first.path), CSVLoader(path: second.path)])
        var headless = Self.headless(loader)
        headless.play(try KeyScript.events(in: "---t>"))
        #expect(rows(headless.state).count == 10)
        headless.play(try KeyScript.events(in: "L<Space><Esc>t"))
        #expect(rows(headless.state).sorted() == [5, 6, 7, 8, 9])
        #expect(headless.frame(colored: false).contains("Alpha"))
    }

    /// Keys act on the row under the cursor before it is moved; nobody chose it, so it is cleared with the table.
    @Test func theCursorIsOnTheSelectionFromTheBeginning() throws {
        let opened = try played(Self.few, "t")
        #expect(opened.selection.current?.row == 0 && opened.panels.table.cursor.index == 0)
        #expect(opened.map.viewport == (try played(Self.few, "t<Esc>t")).map.viewport)
        let details = try played(Self.few, "ti")
        #expect(details.panels.showsDetails && details.selection.current?.row == 0)
        let sorted = try ["t>", "t>="].map { try played(Self.few, $0) }
        for state in sorted {
            #expect(state.panels.table.cursor.index == 0 && state.selection.current?.row == rows(state).first)
        }
        #expect(rows(sorted[0]).first != rows(sorted[1]).first)
        #expect(try played(Self.few, "t<Esc>").selection.current == nil)
        #expect(try played(Self.few, "t<Down><Esc>").selection.current?.row == 1)
        #expect(try played(Self.few, "t<Enter><Esc>").selection.current?.row == 0)
        // Choosing what is selected already is a choice.
        #expect(try played(Self.few, "t<Down><Up><Esc>").selection.current?.row == 0)
    }
}
