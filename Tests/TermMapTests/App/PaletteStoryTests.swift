import CellGraphics
import Foundation
import Testing

@testable import App
@testable import Runtime
@testable import StoryTestSupport

/// The list of commands after `:`, and pictures of the screen.
@Suite struct PaletteStoryTests {
    private func typing(_ keys: String) -> Story { Story([(1, 1)]).playing(keys) }

    @Test func commandsAreFoundByNameAndMeaning() {
        let lines = typing(":den").state.completionList?.lines ?? []
        #expect(lines.first?.text.text == "density" && lines.contains { $0.text.text == "display" })
        #expect(typing(":").state.completionList?.lines.count == KeyMap().helpText.commands.count)
        #expect(typing(":qqq").state.completionList == nil)
    }

    @Test func theChosenLineRuns() {
        #expect(typing(":density<Enter>").state.isDensity)
        // The first that fits, and the next one.
        #expect(typing(":clust<Enter>").state.panels.prompt == nil)
        let names = typing(":the").state.completionList?.lines.map(\.text.text) ?? []
        #expect(names.first == "theme" && names.count > 2)
        let before = typing("").state.screen.appearance.theme.background
        #expect(typing(":the<Enter>").state.screen.appearance.theme.background != before)
        #expect(typing(":den<Down><Up><Enter>").state.isDensity)
        #expect(
            typing(":qqq<Enter>").state.screen.message?.text.text == "Unknown command “qqq” (: lists them)")
    }

    @Test func tabCompletesAndAsksForTheFile() {
        #expect(typing(":dens<Tab>").state.panels.prompt?.field.text == "density")
        #expect(typing(":save<Enter>").state.panels.prompt?.field.text == "save ")
        var state = typing(":save /tmp/a b.svg").state
        #expect(
            state.update(.typed(.accept)) == [
                .savePicture(SaveRequest(path: "/tmp/a b.svg", replaces: false))
            ])
    }

    @Test func whatFollowsANameIsTypedWhereItOpens() throws {
        let shown = typing(":go-to 10 20<Enter>").state
        #expect(shown.panels.prompt == nil && shown.selection.placemark != nil)
        #expect(typing(":search abc<Enter>").state.search.session?.field.text == "abc")
        #expect(typing(":help zoom<Enter>").state.panels.help?.filter.text == "zoom")
        // Words of its meaning, and a line that was chosen, are no argument.
        #expect(typing(":go to<Down><Enter>").state.panels.prompt?.field.text.isEmpty != false)
        let none = typing(":world 3<Enter>").state
        #expect(none.screen.message?.text == "world takes nothing after its name")
    }

    /// Every other word finds a command that exists.
    @Test(arguments: Panels.synonyms.keys.sorted()) func otherWordsFindTheCommand(word: String) {
        let lines = typing(":\(word)").state.completionList?.lines ?? []
        #expect(lines.first?.text.text.split(separator: " ").first.map(String.init) == Panels.synonyms[word])
    }

    @Test func arrowUpRecallsInAnEmptyField() {
        let story = typing(":density<Enter>:<Up>")
        #expect(story.state.panels.prompt?.field.text == "density")
    }

    @Test func keysStandBesideTheirCommands() {
        let lines = typing(":quit").state.completionList?.lines ?? []
        #expect(lines.first?.remark.text == "q")
        #expect(typing(":abandon").state.completionList?.lines.first?.remark.text == "Q Ctrl-c")
    }

    // MARK: - Pictures

    @Test(arguments: [("a.svg", "<svg "), ("a.HTML", "<!DOCTYPE html>"), ("b/a.ansi", "\u{1B}[")])
    func picturesAreWrittenByTheirEnding(name: String, start: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "termmap-picture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "b"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: name).path
        func save(_ replaces: Bool) -> String? {
            var frame = CellBuffer(width: 20, height: 2, glyphs: GlyphTable())
            frame.put("Zürich", at: CellPoint(column: 0, row: 0), style: Style(.place))
            return PictureFile(
                SaveRequest(path: path, replaces: replaces), of: frame,
                theme: Theme(background: .dark, mode: .truecolor), title: "x"
            ).write()?.text
        }
        #expect(save(false) == nil)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix(start) && text.contains("Zürich"))
        #expect(save(false) == "\(path) exists already (:save! replaces it)")
        #expect(save(true) == nil)
    }

    @Test(arguments: [
        (
            "/tmp/a.png",
            "/tmp/a.png: cannot write this kind of file: end the name in .svg, .html, .ansi, .csv, .ndjson or .geojson"
        ),
        ("/nonexistent/a.svg", "/nonexistent/a.svg: no such folder"),
    ])
    func whyThereIsNoPictureIsSaid(path: String, words: String) {
        let picture = PictureFile(
            SaveRequest(path: path, replaces: false),
            of: CellBuffer(width: 2, height: 1, glyphs: GlyphTable()),
            theme: Theme(background: .dark, mode: .mono), title: "x")
        #expect(picture.write()?.text == words)
    }
}
