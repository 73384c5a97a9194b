import CellGraphics
import MapModel
import Testing

@testable import TermMap

@Suite struct ScaleBarTests {
    private let visible = CellRect(column: 0, row: 0, width: 80, height: 22)

    private func bar(_ latitude: Double, _ zoom: Double, _ most: Int = 10) -> (ScaleBar, Double) {
        let center = WebMercator.project(Coordinate(latitude: latitude, longitude: 10))
        let view = Viewport(center: center, zoom: zoom, size: DotSize(columns: 80, rows: 22))
        let first = view.coordinate(at: DotPoint(middleOf: CellPoint(column: 40, row: 11)))
        let second = view.coordinate(at: DotPoint(middleOf: CellPoint(column: 41, row: 11)))
        // The parallel's own length, not the great circle between far points.
        let meters = GreatCircle.distance(from: first, to: second)
        return (ScaleBar(viewport: view, visible: visible, maximumCells: most), meters)
    }

    @Test(arguments: [0.0, 30, 52.5, -45, 70, -80], [2.0, 5, 9.5, 14, 18, 22])
    func lengthIsThatOfItsCells(latitude: Double, zoom: Double) {
        let (bar, metersPerCell) = bar(latitude, zoom)
        // Half a cell of rounding, and a little for the chord.
        #expect(abs(bar.meters / metersPerCell - Double(bar.cells)) <= 0.52)
    }

    @Test(arguments: [0.0, 52.5, 80], [2.0, 5, 9.5, 14, 18, 22])
    func lengthIsRoundAndFits(latitude: Double, zoom: Double) {
        for most in [10, 14] {
            let bar = bar(latitude, zoom, most).0
            #expect((3...most).contains(bar.cells))
            var length = bar.meters
            while length >= 9.99 { length /= 10 }
            while length < 0.999 { length *= 10 }
            #expect([1.0, 2, 5].contains { abs($0 - length) < 1e-6 }, "\(bar.meters)")
        }
    }

    @Test func labelSaysTheUnit() {
        #expect(bar(0, 2).0.label.hasSuffix(" km"))
        #expect(bar(0, 17).0.label.hasSuffix(" m"))
        #expect(bar(0, 3).0.label == "1,000 km")
    }
}
