import CellGraphics
import Testing

@testable import App
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// Pictures of two editions that are compared.
@Suite struct ChangeGoldenTests {
    struct Picture: RecordedPicture {
        var name: String
        var columns = 80
        var screenRows = 24
        var keys = "gl47.6,9.5<Enter><Esc>-----"
        var charset = Charset.braille
        var background = Theme.Background.dark
        var mode = ColorMode.indexed
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
            look: picture.appearance)
        let frame = played.state.withoutMessage.painted()
        #expect(try picture.difference(of: frame) == nil)
    }
}
