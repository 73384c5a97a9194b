import TestSupport
import Testing

@testable import MapModel

@Suite struct GeoCircleRingTests {
    private func distanceToPole(_ circle: GeoCircle, _ latitude: Double) -> Double {
        GreatCircle.distance(from: circle.center, to: Coordinate(latitude: latitude, longitude: 0))
    }

    @Test(arguments: 0..<200) func ringIsClosedDenseAndAtTheRadius(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let circle = try random.circle(near: random.places(5))
        let ring = circle.ring(maximumStep: 1.0 / 256)
        guard !circle.coversEverything else { return #expect(ring.isEmpty) }
        #expect(ring.count >= 65 && ring.count < 3_000 && ring.first == ring.last, "seed \(seed)")
        for point in ring {
            let meters = GreatCircle.distance(from: circle.center, to: point)
            #expect(abs(meters - circle.radiusMeters) < 0.3, "seed \(seed)")
        }
        // A rim through a pole jumps there.
        let misses = [90.0, -90].map { abs(distanceToPole(circle, $0) - circle.radiusMeters) }
        guard misses.allSatisfy({ $0 > 1 }) else { return }
        for (point, next) in zip(ring, ring.dropFirst()) {
            let step = WebMercator.project(next).x - WebMercator.project(point).x
            #expect(abs(step - step.rounded()) <= 1.0 / 256, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<200) func outlineClosesUnlessItHoldsOnePole(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let circle = try random.circle(near: random.places(5))
        let misses = [90.0, -90].map { abs(distanceToPole(circle, $0) - circle.radiusMeters) }
        guard !circle.coversEverything, misses.allSatisfy({ $0 > 1 }) else { return }
        let outline = circle.outline()
        let first = try #require(outline.first)
        let last = try #require(outline.last)
        let poles = [90.0, -90].count { distanceToPole(circle, $0) < circle.radiusMeters }
        #expect(abs(abs(last.x - first.x) - (poles == 1 ? 1 : 0)) < 1e-9, "seed \(seed)")
        #expect(last.y == first.y)
        for (point, next) in zip(outline, outline.dropFirst()) {
            let step = Swift.max(abs(next.x - point.x), abs(next.y - point.y))
            #expect(step <= 1.0 / 512 + 1e-12, "seed \(seed): \(circle), \(step)")
        }
    }

    @Test func ringOfNothingIsThePlace() throws {
        let place = Coordinate(latitude: 48.85, longitude: 2.35)
        let ring = try GeoCircle(center: place, radiusMeters: 0).ring()
        #expect(ring.allSatisfy { abs($0.latitude - 48.85) < 1e-9 && abs($0.longitude - 2.35) < 1e-9 })
    }
}
