import CellGraphics
import MapModel
import Testing

@testable import TermMap

@Suite struct ScaleBarTests {
    private static let visible = CellRect(column: 0, row: 0, width: 80, height: 22)

    private static func bar(
        _ latitude: Double, _ zoom: Double, _ most: Int = 20, _ unit: DistanceUnit = .kilometers,
        step: Int = 1
    ) -> (ScaleBar, metersPerDot: Double) {
        let center = WebMercator.project(Coordinate(latitude: latitude, longitude: 10))
        let view = Viewport(center: center, zoom: zoom, size: DotSize(columns: 80, rows: 22))
        let middle = view.coordinate(at: DotPoint(middleOf: visible.middle))
        let next = view.coordinate(at: DotPoint(middleOf: CellPoint(column: 41, row: 11)))
        // The parallel's own length, not the great circle between far points.
        let meters = GreatCircle.distance(from: middle, to: next) / Double(Viewport.dotsPerColumn)
        return (ScaleBar(viewport: view, visible: visible, unit: unit, maximumDots: most, step: step), meters)
    }

    @Test(arguments: [0.0, 30, 52.5, -45, 70, -80], DistanceUnit.allCases)
    func lengthIsRightToTwoPercent(latitude: Double, unit: DistanceUnit) {
        for (most, step) in [(20, 1), (28, 1), (20, 2), (28, 2)] {
            for zoom in stride(from: 1.0, through: 22, by: 0.25) {
                let (bar, metersPerDot) = Self.bar(latitude, zoom, most, unit, step: step)
                // A little for the chord.
                let error = abs(bar.meters / metersPerDot / Double(bar.dots) - 1)
                #expect(error <= ScaleBar.tolerance + 0.003, "\(zoom): \(bar.label) in \(bar.dots) dots")
                #expect(bar.dots >= 6 && bar.dots <= most && bar.dots % step == 0)
            }
        }
    }

    @Test func labelSaysTheUnit() {
        #expect(Self.bar(0, 2).0.label.hasSuffix(" km"))
        #expect(Self.bar(0, 17).0.label.hasSuffix(" m"))
        #expect(Self.bar(50, 5, 20, .miles).0.label.hasSuffix(" mi"))
        #expect(Self.bar(50, 16, 20, .miles).0.label.hasSuffix(" ft"))
        #expect(Self.bar(50, 5, 20, .nauticalMiles).0.label.hasSuffix(" nm"))
    }

    /// The dots from the first tick to the last are those of the length.
    @Test(arguments: [2.0, 5.25, 9.5, 14]) func ticksStandWhereTheLengthEnds(zoom: Double) {
        let bar = Self.bar(45, zoom).0
        let columns = bar.inDots.unicodeScalars.flatMap { scalar -> [Bool] in
            let bits = scalar.value - 0x2800
            return [bits & 0x47 == 0x44, bits & 0xB8 == 0xA0]
        }
        let ticks = columns.indices.filter { columns[$0] }
        #expect(ticks == [0, bar.dots])
    }

    @Test func cellsReachFromMiddleToMiddle() {
        let bar = Self.bar(45, 5, 20, step: 2).0
        #expect(bar.inCells("|", "-", "|").count == bar.dots / 2 + 1)
    }
}
