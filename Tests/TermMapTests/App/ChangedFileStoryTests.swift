import CellGraphics
import DataSets
import Foundation
import MapModel
import MapSources
import TestSupport
import Testing

@testable import App
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

/// A file that changes on disk after it was read: what cannot be read of it is said, once.
@Suite struct ChangedFileStoryTests {
    private static let rows = "id,name,lat,lon\n1,Alpha,10,20\n2,Beta,12,24\n3,Gamma,14,28\n"
    private static let others = "id,name,lat,lon\n9,Zero,9,9\n1,Alpha,10,20\n2,Beta,12,24\n3,Gamma,14,28\n"

    private final class Files {
        let paths: [String]

        init(_ texts: [String]) throws {
            paths = texts.map { _ in
                FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv").path
            }
            for (path, text) in zip(paths, texts) {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            }
        }

        /// Writes in place: the file stays the same file.
        func change(_ index: Int, to text: String = others) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: paths[index]))
        }

        func problem(_ index: Int) -> String { "\(paths[index]) has changed on disk (press R to reload)" }

        deinit { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
    }

    private func program(_ files: Files) throws -> (Headless, DataWork) {
        let state = AppState(columns: 100, rows: 30, filePath: files.paths[0], appearance: .plain)
        let work = DataWork(try SourceOpener(SourceOptions()).open(files.paths))
        var headless = Headless(state: state, work: work, basemap: Repository.basemap, keyMap: KeyMap())
        #expect(headless.load() == nil)
        return (headless, work)
    }

    private func message(_ state: AppState) -> String? { state.screen.message?.text.text }

    @Test func namesThatCannotBeReadAreSaidOnce() throws {
        let files = try Files([Self.rows])
        let (headless, work) = try program(files)
        try files.change(0)
        var state = headless.state
        _ = state.update(.labels(work.readLabels([0, 1])))
        #expect(message(state) == files.problem(0))
        state.screen.message = nil
        _ = state.update(.labels(work.readLabels([2])))
        _ = state.update(.summaries(work.readSummaries([2])))
        #expect(state.screen.message == nil)
    }

    @Test func summariesThatCannotBeReadAreSaidOnce() throws {
        let files = try Files([Self.rows])
        let (headless, work) = try program(files)
        try files.change(0)
        var state = headless.state
        _ = state.update(.summaries(work.readSummaries([0, 1])))
        #expect(message(state) == files.problem(0))
        // They are not asked for again and again.
        #expect(state.texts.summaries[0] != nil)
    }

    @Test func rowsOfFilesThatDidNotChangeKeepTheirNames() throws {
        let files = try Files([Self.rows, Self.rows])
        let (headless, work) = try program(files)
        try files.change(0)
        var state = headless.state
        _ = state.update(.labels(work.readLabels([0, 3, 4])))
        #expect(message(state) == files.problem(0))
        #expect(state.texts.labels[3]?.text == "Alpha" && state.texts.labels[4]?.text == "Beta")
        _ = state.update(.summaries(work.readSummaries([0, 5])))
        #expect(state.texts.summaries[5]?.title.text == "Gamma")
    }

    @Test func detailsAndSearchesSayWhatToDo() throws {
        let files = try Files([Self.rows])
        let (headless, work) = try program(files)
        try files.change(0)
        guard case .failure(let error) = try work.readRecord(0) else {
            Issue.record("the record was read")
            return
        }
        #expect(error.onScreen.text == files.problem(0))
        var searching = headless
        searching.play(try KeyScript.events(in: "/alpha"))
        guard case .failed(let words) = searching.state.search.nameIndexing else {
            Issue.record("the names were indexed")
            return
        }
        #expect(words.text == files.problem(0))
        #expect(searching.frame(colored: false).contains("Your rows cannot be searched"))
    }

    @Test func aListOfMembersSaysIt() throws {
        let same = "id,name,lat,lon\n" + (0..<50).map { "\($0),Row \($0),10,20\n" }.joined()
        let files = try Files([same])
        var (headless, _) = try program(files)
        headless.play(try KeyScript.events(in: "<Tab>o"))
        try files.change(0, to: same + "50,Row 50,10,20\n")
        headless.play(try KeyScript.events(in: "<End>"))
        #expect(message(headless.state) == files.problem(0))
    }

    @Test func theReloadIsReadAndMayFailAgain() throws {
        let files = try Files([Self.rows])
        let (headless, work) = try program(files)
        var state = headless.state
        try files.change(0)
        _ = state.update(.labels(work.readLabels([0])))
        _ = state.update(.command(.reload))
        _ = state.update(try work.reload())
        #expect(state.data.tree.count == 4)
        state.screen.message = nil
        try files.change(0, to: Self.rows)
        _ = state.update(.labels(work.readLabels([0])))
        #expect(message(state) == files.problem(0))
    }

    @Test func namesReadBeforeAReloadAreNotThoseOfTheRowsAfterIt() throws {
        let files = try Files([Self.rows])
        let (headless, work) = try program(files)
        var state = headless.state
        let lateLabels = Answer.labels(work.readLabels([1, 2]))
        let lateSummaries = Answer.summaries(work.readSummaries([1, 2]))
        try files.change(0)
        _ = state.update(.command(.reload))
        _ = state.update(try work.reload())
        _ = state.update(lateLabels)
        _ = state.update(lateSummaries)
        #expect(state.texts.labels[1] == nil && state.texts.summaries[1] == nil)
        _ = state.update(.labels(work.readLabels([1])))
        _ = state.update(.summaries(work.readSummaries([1])))
        #expect(state.texts.labels[1]?.text == "Alpha" && state.texts.summaries[1]?.title.text == "Alpha")
    }

    @Test func namesReadWhileASourceIsHiddenHold() throws {
        let files = try Files([Self.rows, Self.rows])
        let (headless, work) = try program(files)
        var state = headless.state
        let labels = Answer.labels(work.readLabels([1]))
        _ = state.update(try work.choose(RowQuery()))
        _ = state.update(labels)
        #expect(state.texts.labels[1]?.text == "Beta")
    }

    @Test func aRecordReadBeforeAReloadIsNotThatOfTheRowAfterIt() throws {
        let files = try Files([Self.rows])
        var (headless, work) = try program(files)
        work.identifyRows()
        headless.play(try KeyScript.events(in: "/beta<Enter>"))
        var state = headless.state
        let late = Answer.record(try work.readRecord(1), ticket: state.selection.recordTicket)
        try files.change(0)
        _ = state.update(.command(.reload))
        _ = state.update(try work.reload())
        _ = state.update(late)
        #expect(state.selection.current?.row == 2)
        if case .success(let record)? = state.selection.record { #expect(record.row == 2) }
    }
}
