import TestSupport
import Testing

@testable import MapModel

/// Samples, quarters and dots of areas against the slow answer of the geometry.
@Suite struct AreaRasterTests {
    private static func sketch(_ rings: [[(Double, Double)]], holesFrom: Int = .max) -> GeometrySketch {
        var sketch = GeometrySketch()
        for (index, ring) in rings.enumerated() {
            sketch.begin(.area, isHole: index >= holesFrom)
            for (latitude, longitude) in ring {
                sketch.append(FixedCoordinate(Coordinate(latitude: latitude, longitude: longitude)))
            }
        }
        return sketch
    }

    /// Stars with holes, over each other, some over 180° or a pole.
    private static func geometry(_ random: inout SeededRandom) -> AreaGeometry {
        var geometry = AreaGeometry()
        for _ in 0..<12 {
            let middle = (
                Double.random(in: -80...80, using: &random), Double.random(in: -180...180, using: &random)
            )
            let radius = Double.random(in: 1...40, using: &random)
            func ring(_ scale: Double) -> [(Double, Double)] {
                (0..<9).map { step in
                    let turn = Double(step) / 9 * 2 * Double.pi
                    let size = radius * scale * Double.random(in: 0.4...1, using: &random)
                    let longitude = middle.1 + size * Self.cosine(turn)
                    return (
                        min(max(middle.0 + size * Self.cosine(turn - Double.pi / 2), -90), 90),
                        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
                    )
                }
            }
            geometry.append(sketch([ring(1), ring(0.5)], holesFrom: 1))
        }
        return geometry
    }

    private static func cosine(_ angle: Double) -> Double {
        SineCosine(degrees: angle * 180 / Double.pi).cosine
    }

    private static func view(_ random: inout SeededRandom) -> Viewport {
        Viewport(
            center: WorldPoint(
                x: Double.random(in: 0..<1, using: &random), y: Double.random(in: 0..<1, using: &random)),
            zoom: Double.random(in: -1...6, using: &random),
            size: DotSize(
                columns: Int.random(in: 1...40, using: &random), rows: Int.random(in: 1...16, using: &random))
        )
    }

    @Test(arguments: 0..<40)
    func samplesLieWhereTheOutlinesSay(seed: UInt64) {
        var random = SeededRandom(seed)
        let geometry = Self.geometry(&random)
        let view = Self.view(&random)
        let part = AreaRaster.Part(
            columns: view.origin.x / 2..<view.origin.x / 2 + view.size.width / 2,
            rows: view.origin.y / 4..<view.origin.y / 4 + view.size.height / 4)
        let samples = geometry.samples(of: part, worldDots: view.worldDots)
        let width = part.columns.count * 4
        var wrong = 0
        for row in 0..<part.rows.count * 8 {
            let y = (Double(part.rows.lowerBound * 8 + row) + 0.5) / view.worldDots / 2
            for column in 0..<width {
                let x = (Double(part.columns.lowerBound * 4 + column) + 0.5) / view.worldDots / 2
                let found = samples[row * width + column]
                guard (0...1).contains(y) else {
                    wrong += found == AreaRaster.none ? 0 : 1
                    continue
                }
                let place = FixedCoordinate(WebMercator.unproject(WorldPoint(x: x, y: y)))
                let expected = geometry.areas(at: place).last.map { UInt32($0) } ?? AreaRaster.none
                wrong += found == expected ? 0 : 1
            }
        }
        #expect(wrong == 0, "of \(samples.count)")
    }

    @Test(arguments: 0..<20)
    func aPanIsWhatADrawingOfItsOwnIs(seed: UInt64) {
        var random = SeededRandom(seed)
        let geometry = Self.geometry(&random)
        var view = Self.view(&random)
        var raster: AreaRaster?
        for _ in 0..<6 {
            let next = AreaRaster(geometry, viewport: view, rect: view.bounds, keeping: raster)
            let fresh = AreaRaster(geometry, viewport: view, rect: view.bounds)
            #expect(next.dots == fresh.dots && next.quarters == fresh.quarters)
            #expect(next.fullQuarters == fresh.fullQuarters)
            raster = next
            view = view.panned(
                columns: Int.random(in: -9...9, using: &random), rows: Int.random(in: -5...5, using: &random))
        }
    }

    @Test(arguments: 0..<20)
    func aQuarterBelongsToTheAreaOfMostSamples(seed: UInt64) {
        var random = SeededRandom(seed)
        let geometry = Self.geometry(&random)
        let view = Self.view(&random)
        let raster = AreaRaster(geometry, viewport: view, rect: view.bounds)
        let part = AreaRaster.Part(
            columns: view.origin.x / 2..<view.origin.x / 2 + raster.columns,
            rows: view.origin.y / 4..<view.origin.y / 4 + raster.rows)
        let samples = geometry.samples(of: part, worldDots: view.worldDots)
        for y in 0..<raster.rows * 2 {
            for x in 0..<raster.columns * 2 {
                var counts: [UInt32: Int] = [:]
                for index in 0..<8 {
                    let sample = (y * 4 + index / 2) * raster.columns * 4 + x * 2 + index % 2
                    counts[samples[sample], default: 0] += 1
                }
                let empty = counts.removeValue(forKey: AreaRaster.none) ?? 0
                let (area, isFull) = raster.area(ofQuarter: x, y)
                let most = counts.values.max() ?? 0
                #expect(area == counts.filter { $0.value == most }.keys.min() ?? AreaRaster.none)
                #expect(isFull == (most > 0 && most >= empty))
            }
        }
    }

    @Test func anOutlineIsAllDotsWithANeighbourOutside() {
        var geometry = AreaGeometry()
        geometry.append(Self.sketch([[(-30, -60), (-30, 60), (50, 60), (50, -60)]]))
        let view = Viewport(
            center: WorldPoint(x: 0.5, y: 0.5), zoom: 1, size: DotSize(columns: 60, rows: 24))
        let raster = AreaRaster(geometry, viewport: view, rect: view.bounds)
        var outline = 0
        for row in 0..<24 {
            for column in 0..<60 {
                let bits = raster.outline(of: 0, column: column, row: row)
                for index in 0..<8 where bits & AreaRaster.brailleBits[index] != 0 {
                    let (x, y) = (column * 2 + index % 2, row * 4 + index / 2)
                    let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
                    #expect(raster.area(atDot: x, y) == 0)
                    #expect(around.contains { raster.area(atDot: $0.0, $0.1) != 0 })
                    outline += 1
                }
            }
        }
        #expect(outline > 100)
    }

    @Test func emptyOutlinesAreNoAreas() {
        let view = Viewport(center: WorldPoint(x: 0, y: 0), zoom: 0, size: DotSize(columns: 1, rows: 1))
        var geometry = AreaGeometry()
        geometry.append(GeometrySketch())
        geometry.append(Self.sketch([[(1, 1)], [(2, 2), (2, 3)]]))
        for rect in [view.bounds, DotRect(x: 0, y: 0, width: 0, height: 0)] {
            let raster = AreaRaster(geometry, viewport: view, rect: rect)
            #expect(raster.dots.allSatisfy { $0 == AreaRaster.none })
        }
    }
}
