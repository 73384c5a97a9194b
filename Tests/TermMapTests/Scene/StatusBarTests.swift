import CellGraphics
import Foundation
import Testing

@testable import App
@testable import Scene
@testable import StoryTestSupport

@Suite struct StatusBarTests {
    private func row(columns: Int) -> String {
        let story = Story([(48, 2), (50, 3)], columns: columns, rows: 24)
        var frame = CellBuffer(width: columns, height: 1, glyphs: GlyphTable())
        StatusBar(state: story.state, keyMap: KeyMap()).draw(into: &frame, row: 0)
        return frame.plainText()
    }

    @Test(arguments: [40, 80, 139, 140, 240])
    func withoutNamesOfPlacesTheFileIsNamedOnce(columns: Int) {
        #expect(row(columns: columns).components(separatedBy: "places.csv").count == 2)
    }
}
