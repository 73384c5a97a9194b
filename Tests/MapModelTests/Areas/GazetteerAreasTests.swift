import Testing
import TestSupport

@testable import MapModel

@Suite struct GazetteerAreasTests {
    /// A square from 10 to 12 degrees east and 50 to 52 degrees north with a hole, and an island in its hole.
    private static let country =
        PackedOutline.ring([(10, 50), (12, 50), (12, 52), (10, 52)])
        + PackedOutline.ring([(10.5, 50.5), (11.5, 50.5), (11.5, 51.5), (10.5, 51.5)])
        + PackedOutline.ring([(10.8, 50.8), (11.2, 50.8), (11.2, 51.2)])

    private func gazetteer() throws -> Gazetteer {
        var bytes = GazetteerBytes.sample
        bytes.entries[0].shape = Self.country
        return try Gazetteer(bytes.encoded())
    }

    @Test(arguments: [
        (10.1, 50.1, true), (10, 50, true), (12, 51, false), (10.6, 51, false), (11.1, 50.9, true),
        (11.5, 51, true), (-170, 51, false),
    ])
    func holesAreOutsideAndIslandsInside(longitude: Double, latitude: Double, isInside: Bool) throws {
        let (ids, geometry) = try gazetteer().countryAreas()
        let first = try #require(ids.first)
        #expect(first == PlaceID(index: 0) && ids.count == geometry.count)
        #expect(geometry.areas(at: place(latitude, longitude)) == (isInside ? [0] : []))
    }

    @Test func sizesAreWithoutHoles() throws {
        let gazetteer = try gazetteer()
        let size = gazetteer.areas(of: gazetteer.countries).squareKilometers(of: 0)
        let whole = AreaGeometry([
            GeometrySketch(rings: [[place(50, 10), place(50, 12), place(52, 12), place(52, 10)]])
        ]).squareKilometers(of: 0)
        #expect(size < whole * 0.85 && size > whole * 0.7)
    }

    @Test func onlyWhatHasAnOutlineIsARegion() throws {
        let (ids, geometry) = try gazetteer().regionAreas()
        #expect(ids == [PlaceID(index: 0)] && geometry.count == 1)
    }

    @Test func forgedOutlinesNeverTrap() throws {
        var random = SeededRandom(3)
        for _ in 0..<500 {
            var shape = Self.country
            shape[random.number(0...shape.count - 1)] = UInt8(random.number(0...255))
            var bytes = GazetteerBytes.sample
            bytes.entries[0].shape = shape
            let (ids, geometry) = try Gazetteer(bytes.encoded()).countryAreas()
            #expect(ids.count == geometry.count)
            _ = geometry.labelPlace(of: 0)
        }
    }
}
