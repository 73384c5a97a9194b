import MapModel
import Testing

@Suite struct RingCrossingTests {
    private func ring(_ pairs: [(Double, Double)]) -> [Coordinate] {
        pairs.map { Coordinate(latitude: $0.0, longitude: $0.1) }
    }

    @Test func aFigureOfEightCrossesItself() {
        #expect(RingCrossing.crosses(ring([(0, 0), (1, 1), (0, 1), (1, 0)])))
        #expect(RingCrossing.crosses(ring([(0, 179), (1, -179), (0, -179), (1, 179)])))
        #expect(!RingCrossing.crosses(ring([(0, 0), (0, 1), (1, 1), (1, 0)])))
        #expect(!RingCrossing.crosses(ring([(80, 0), (80, 90), (80, 180), (80, -90)])))
        #expect(!RingCrossing.crosses(ring([(0, 0), (0, 1), (1, 1)])))
    }
}
