import CellGraphics
import DataSets
import Foundation
import MapModel
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import MapSources
@testable import StoryTestSupport

/// What the table looks like, and what it says.
extension TableStoryTests {
    /// One word among six rows in view does not make text of a column of numbers.
    @Test func fewRowsAreSortedByTheTypeOfTheWholeColumn() throws {
        let far = (0..<500).map { "far \($0),-\($0 % 60).5,100,\($0)\n" }.joined()
        let near = ["999", "12", "abc", "1e3", "-5", "-7"].enumerated().map {
            "near \($0),48.0\($0)1,2.1,\($1)\n"
        }
        let text = "name,latitude,longitude,v\n" + near.joined() + far
        let state = try played(text, "gl48.03,2.1<Enter><Esc>t>>>>")
        #expect(rows(state) == [5, 4, 1, 0, 3, 2])
    }

    @Test func valuesThatAreNotPlainTextAreDrawnSafely() throws {
        let long = String(repeating: "long ", count: 100_000)
        let text = """
            name,latitude,longitude,note
            東京 \u{1B}[31mred,48.1,2.1,\(long)
            "two
            lines",48.2,2.2,a\u{202E}b
            ,48.3,2.3,
            """
        let file = try TemporaryFile(text)
        var headless = Self.headless(CSVLoader(path: file.path), columns: 100, rows: 24)
        headless.play(try KeyScript.events(in: "---t<Down>"))
        let frame = headless.frame(colored: false)
        #expect(frame.contains(#"東京 \x1b[31mred"#) && frame.contains("two lines"))
        #expect(frame.contains(#"a\u202eb"#))
        #expect(!frame.contains("\u{1B}") && frame.contains("–") && frame.contains("…"))
        #expect(
            headless.state.panels.table.cells.rows.values.allSatisfy {
                $0.allSatisfy { $0.utf8.count <= 1_000 }
            })
    }

    @Test func aTableOfManyColumnsIsScrolled() throws {
        let names = (0..<300).map { "column\($0)" }
        let values = (0..<300).map { "v\($0)" }
        let text =
            "latitude,longitude," + names.joined(separator: ",") + "\n48,2," + values.joined(separator: ",")
        let file = try TemporaryFile(text + "\n")
        var headless = Self.headless(CSVLoader(path: file.path))
        headless.play(try KeyScript.events(in: "t" + String(repeating: "<Right>", count: 400)))
        #expect(headless.frame(colored: false).contains("v299"))
        headless.play(try KeyScript.events(in: "<lt>"))
        #expect(headless.state.panels.table.sort == TableSort(column: 301))
        headless.play(try KeyScript.events(in: String(repeating: "<Left>", count: 400)))
        #expect(headless.state.panels.table.scrolledColumns == 0)
    }

    @Test func aFileOfPlacesAloneHasATable() throws {
        let state = try played("48.1 2.1\n48.2 2.2\n", "t<Down>>")
        #expect(rows(state).count == 2)
    }

    @Test func keysOfTheTableAreInTheHelpAndHaveNames() throws {
        let titles = KeyMap().helpText.groups.map(\.title)
        #expect(titles.contains("TABLE"))
        #expect(try played(Self.few, ":table<Enter>").panels.current == .table)
        #expect(
            try played(Self.few, ":turn<Enter>").screen.message?.text.text
                == "Press t to open the table first")
        #expect(rows(try played(Self.few, "t:descending<Enter>")) == [3, 2, 1, 0, 4])
    }

    @Test func whatCouldNotBeReadWhileTheFileWasIsReadThen() {
        let places = [(48.0, 2.0), (48.5, 2.5), (49, 3)]
        var story = Story(places)
        story.play("-t")
        func answer(_ story: inout Story) -> [TableRequest] {
            let requests = story.effects.compactMap { effect -> TableRequest? in
                if case .table(let request) = effect { request } else { nil }
            }
            guard
                case .list(let question, let ticket)? = requests.last(where: { request in
                    if case .list = request { true } else { false }
                })
            else { return [] }
            let before = story.effects.count
            story.apply(
                .table(
                    .listed(
                        .success(TableListing(question: question, order: question.indices())),
                        ticket: ticket)))
            return story.effects[before...].compactMap { effect in
                if case .table(let request) = effect { request } else { nil }
            }
        }
        #expect(answer(&story) == [.measure(rows: [0, 1, 2], numbering: 0), .read(rows: [0, 1, 2])])
        // Nobody answers: nothing was read. Then the rows are there.
        var data = LoadedData.places(places)
        data.rows.generation = 1
        story.apply(.data(.success(data)))
        #expect(answer(&story) == [.measure(rows: [0, 1, 2], numbering: 0), .read(rows: [0, 1, 2])])
    }
}
