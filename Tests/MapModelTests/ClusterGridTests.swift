import Glibc
import TestSupport
import Testing

@testable import MapModel

struct ClusterGridTests {
    @Test(arguments: 0...220) func quadCellsAreTwoToFourDotsWideAndGridCellsNearTheWantedWidth(tenths: Int) {
        let zoom = Double(tenths) / 10
        let world = 64 * exp2(zoom)
        for width in ClusterSize.widths {
            let wanted = ClusterSize(width: width).cellDots(atZoom: zoom)
            let grid = ClusterGrid(worldDots: world, cellDots: wanted)
            let quadDots = world / exp2(Double(grid.depth))
            #expect(quadDots > 2 && quadDots <= 4)
            #expect(abs(Double(grid.stride) * quadDots - wanted) <= quadDots / 2 || grid.stride == 1)
        }
    }

    @Test func theRectOfAnIdentityHoldsItsPoints() {
        var random = SeededRandom(5)
        for zoom in 0...22 {
            let grid = ClusterGrid(worldDots: 64 * exp2(Double(zoom)), cellDots: 20)
            let point = QuantumPoint(random.place())
            #expect(grid.id(of: point).rect.contains(point))
            #expect(
                grid.id(of: QuantumPoint(x: .max, y: .max)).rect.columns.upperBound == WorldWindow.worldSize)
        }
    }
}

extension ClusterGridTests {
    @Test(arguments: 0...22) func aCellIsNamedByItsColumnAndRow(zoom: Int) {
        var random = SeededRandom(UInt64(zoom))
        let grid = ClusterGrid(worldDots: 64 * exp2(Double(zoom)), cellDots: 20)
        let point = QuantumPoint(random.place())
        let column = UInt32(UInt64(point.x) / grid.cellQuanta)
        #expect(grid.id(column: column, row: UInt32(UInt64(point.y) / grid.cellQuanta)) == grid.id(of: point))
    }
}

struct ClusterSizeTests {
    @Test(arguments: [(0.0, 20.0), (12.99, 20), (13, 16), (15.99, 16), (16, 8), (18.99, 8), (19, 4), (22, 4)])
    func cellsShrinkAsOneComesNear(zoom: Double, dots: Double) {
        #expect(ClusterSize().cellDots(atZoom: zoom) == dots)
        #expect(ClusterSize(width: 20).cellDots(atZoom: zoom) == 2 * dots)
    }

    @Test func stepsEndAtTheLastWidth() {
        #expect(ClusterSize().wider.width == 12 && ClusterSize().narrower.width == 8)
        #expect(ClusterSize(width: 20).wider.width == 20 && ClusterSize(width: 6).narrower.width == 6)
    }
}
