import CellGraphics
import DataSets
import MapModel
import TestSupport
import Testing

@testable import App
@testable import StoryTestSupport

/// Colours and figures that the server counts.
extension ServerStoryTests {
    @Test func coloursAreCountedByTheServer() throws {
        let server = MemoryServer(Self.places)
        var headless = try program(server, "C<Enter>")
        func counts() throws -> [Int] { try #require(headless.state.legend).entries.map(\.count) }
        func tally() throws -> ClassCounts.Tally {
            try headless.state.annotations.placed.reduce(into: .zero) {
                $0 &+= try #require($1.value?.tally)
            }
        }
        #expect(try counts() == Array(repeating: 1, count: 8) + [892])
        #expect(headless.state.data.tree.isEmpty && headless.state.annotations.rowsInView == 900)
        var expected = ClassCounts.Tally.zero
        for number in 1...8 { expected[number] = 1 }
        expected[9] = 892
        #expect(try tally() == expected)
        #expect(headless.frame(colored: false).contains("892 other"))

        headless.play(try KeyScript.events(in: "2"))
        expected[2] = 0
        #expect(try headless.state.annotations.rowsInView == 899 && tally() == expected)
        #expect(try counts()[1] == 1, "the legend counts hidden rows too")
        #expect(headless.state.data.rowTotal == 899)
        headless.play(try KeyScript.events(in: "2f name <> 'row 8'<Enter>"))
        #expect(headless.state.annotations.rowsInView == 899)
        headless.play(try KeyScript.events(in: "F<M-3>"))
        #expect(headless.state.annotations.rowsInView == 1)
        headless.play(try KeyScript.events(in: "<M-3><Esc>"))
        #expect(headless.state.annotations.rowsInView == 900 && headless.state.legend == nil)
        #expect(headless.state.annotations.placed.allSatisfy { $0.value == nil })
    }

    @Test func rowsOfAServerHaveTheirClasses() throws {
        // Row 7 is the eighth in the south-west.
        var headless = try program(MemoryServer(Self.places), "C<Enter>gl45,5.7<Enter>+++")
        let data = headless.state.data
        #expect(data.tree.count > 0 && data.coloring?.counts.count == data.tree.count)
        for index in 0..<data.tree.count {
            let row = Int(data.tree.row(at: index))
            let expected = (7..<15).contains(row) ? row - 6 : 9
            #expect(data.coloring?.counts.classOfPoint(at: index) == expected)
            #expect(data.classOfRow?[row] == UInt8(expected))
        }
        headless.play(try KeyScript.events(in: "<Esc><Esc>"))
        #expect(headless.state.data.coloring == nil)
    }

    @Test func figuresAreSummedUpByTheServer() throws {
        var headless = try program(MemoryServer(Self.places))
        var query = RowQuery()
        query.figure = RowQuery.Figure(function: .sum, argument: "name")
        headless.play(try KeyScript.events(in: "V<Enter>"))
        #expect(headless.state.screen.message?.text.text.contains("has no numbers") == true)
        query.figure?.function = .count
        headless.play(try KeyScript.events(in: "V<Left><Enter>"))
        #expect(headless.state.data.answeredQuery.figure?.function == .count)
        let counted = headless.state.annotations.placed.compactMap { $0.value?.figure?.number }
        #expect(counted.reduce(0, +) == 900)
    }
}
