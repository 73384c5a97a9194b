import CellGraphics
import Foundation
import MapModel
import Testing

@testable import App
@testable import Scene

@Suite struct ScaleBarTests {
    /// The bar of a view, and the exact length of its dots: along the parallel of the middle on WGS 84, by the numbers of the
    /// ellipsoid's axes.
    private static func bar(
        _ latitude: Double, _ zoom: Double, _ most: Int = 20, _ unit: DistanceUnit = .kilometers,
        step: Int = 1, size: DotSize = DotSize(columns: 80, rows: 22)
    ) -> (ScaleBar, meters: Double) {
        let center = WebMercator.project(Coordinate(latitude: latitude, longitude: 10))
        let view = Viewport(center: center, zoom: zoom, size: size)
        let bar = ScaleBar(viewport: view, unit: unit, maximumDots: most, step: step)
        // The edge of the world may have moved the view.
        let angle = WebMercator.unproject(view.center).latitude * .pi / 180
        let (long, short) = (6_378_137.0, 6_356_752.314245)
        let normal =
            long * long
            / (long * long * cos(angle) * cos(angle) + short * short * sin(angle) * sin(angle)).squareRoot()
        return (bar, 2 * .pi * normal * cos(angle) / (64 * exp2(view.zoom)) * Double(bar.dots))
    }

    private static let sizes = [(20, 6), (81, 23), (120, 38), (240, 62)]

    @Test(arguments: [-84.0, -70, -45, -23, 0, 5, 30, 52.5, 66, 80, 85], DistanceUnit.allCases)
    func lengthIsRightToTwoPercent(latitude: Double, unit: DistanceUnit) {
        for (columns, rows) in Self.sizes {
            let size = DotSize(columns: columns, rows: rows)
            for (most, step) in [(20, 1), (28, 1), (20, 2), (28, 2)] {
                for zoom in stride(from: 0.0, through: 22, by: 0.61) {
                    let (bar, meters) = Self.bar(latitude, zoom, most, unit, step: step, size: size)
                    // What is written is what is meant.
                    let isRight = [bar.meters, Self.written(bar.label)].allSatisfy {
                        abs($0 / meters - 1) <= 0.02
                    }
                    let fits = bar.dots >= 6 && bar.dots <= most && bar.dots % step == 0
                    if !isRight || !fits {
                        Issue.record("\(size) \(zoom): \(bar.label) in \(bar.dots) dots, \(meters) m")
                    }
                }
            }
        }
    }

    /// The metres of a label such as "1,500 km".
    private static func written(_ label: String) -> Double {
        let parts = label.split(separator: " ")
        let unit = DistanceUnit.allCases.first { $0.symbol == parts.last.map(String.init) }
        return (Double(parts[0].filter { $0 != "," }) ?? 0) * (unit?.meters ?? 0)
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
