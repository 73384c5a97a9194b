import CellGraphics
import Testing

@testable import App

/// The figures at the left of the strip.
@Suite struct StripPictureTests {
    private func scale(_ greatest: Double, height: Int) -> [String] {
        var content = StripContent()
        content.values = [0, greatest]
        content.unit = "km/h"
        let area = CellRect(column: 0, row: 10, width: 80, height: height)
        let picture = StripPicture(content, in: StripLayout(area: area))
        return picture.scale.map { "\($0.row - 10) \($0.text.text)" }
    }

    @Test func theUnitStandsBehindTheTopmostFigure() {
        #expect(scale(50, height: 9) == ["1 50 km/h", "3 25", "5 0"])
        #expect(scale(50, height: 5) == ["1 50 km/h", "2 25", "3 0"])
    }

    /// Speeds from 100 km/h, and with decimals, had no unit.
    @Test func theUnitStandsBelowWhereItHasNoRoom() {
        #expect(scale(100, height: 9) == ["1 100", "2 km/h", "3 50", "5 0"])
        #expect(scale(100, height: 5) == ["1 100", "2 km/h", "3 0"])
        #expect(scale(12.5, height: 9) == ["1 15.0", "2 km/h", "3 7.5", "5 0.0"])
    }
}
