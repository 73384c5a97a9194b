import CellGraphics
import Foundation
import MapModel
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// Pictures of two editions that are compared, recorded as those of `GoldenTests`.
@Suite struct ChangeGoldenTests {
    struct Picture: Sendable, CustomTestStringConvertible {
        var name: String
        var columns = 80
        var screenRows = 24
        var keys = "gl47.6,9.5<Enter><Esc>-----"
        var charset = Charset.braille
        var background = Theme.Background.dark
        var mode = ColorMode.indexed

        var testDescription: String { name }
    }

    static let pictures: [Picture] = [
        Picture(
            name: "changes-120x40", columns: 120, screenRows: 40,
            keys: "gl48,8<Enter><Esc>---<Alt-3><Tab><Alt-3>--i", mode: .truecolor),
        Picture(
            name: "changes-moves-120x40", columns: 120, screenRows: 40,
            keys: "gl48,8<Enter><Esc>---<Alt-3><Tab><Alt-3>i<Esc>++",
            mode: .truecolor),
        Picture(name: "changes-light", background: .light, mode: .truecolor),
        Picture(name: "changes-256"),
        Picture(name: "changes-256-light", background: .light),
        Picture(name: "changes-16", mode: .sixteen),
        Picture(name: "changes-mono", mode: .mono),
        Picture(name: "changes-ascii", charset: .ascii, mode: .mono),
        Picture(name: "changes-panel-80x24", keys: "gl48,8<Enter><Esc>---<Alt-3><Tab><Alt-3>i"),
        Picture(name: "changes-list", columns: 120, screenRows: 40, keys: "t"),
    ]

    @Test(arguments: pictures)
    func frameIsAsRecorded(picture: Picture) throws {
        let played = try ChangeStoryTests.Played(
            .airports, picture.keys, columns: picture.columns, rows: picture.screenRows,
            charset: picture.charset, theme: Theme(background: picture.background, mode: picture.mode))
        var painter = FramePainter(keyMap: KeyMap())
        let frame = painter.paint(played.state.withoutMessage, at: .zero)
        if let folder = ProcessInfo.processInfo.environment["PICTURES"] {
            let ansi = frame.coloredText(palette: played.state.screen.appearance.theme.palette)
            try Data(ansi.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(picture.name).ansi"))
        }
        // What the sources are called is another name in each run.
        let text = frame.plainText() + "--\n" + RoleLetters(frame).text(frame)
        let file = URL(
            fileURLWithPath: "\(Repository.root)/Tests/TermMapTests/Golden/\(picture.name).txt")
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try Data(text.utf8).write(to: file)
            Issue.record("recorded \(picture.name): look at it, then run the tests without RECORD_GOLDEN")
            return
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(text == recorded)
    }
}
