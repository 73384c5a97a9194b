import MapModel
import Testing

/// Countries and regions as areas, against the finder of single locations.
@Suite struct ShippedAreasTests {
    @Test func countriesAreThoseOfSingleLocations() throws {
        let gazetteer = ShippedNames.gazetteer
        let (ids, geometry) = gazetteer.countryAreas()
        var points = PointBuffer()
        for id in gazetteer.places.prefix(20_000) {
            points.append(gazetteer.fixedCoordinate(of: id), row: id.index)
        }
        let tree = QuadTree(points)
        let assignment = try #require(AreaAssignment(of: tree, in: geometry))
        let finder = CountryFinder(gazetteer)
        var differing = 0
        assignment.visitRuns { run, areas in
            for index in run {
                let code = finder.code(at: tree.coordinate(at: index))
                let codes = areas.map { gazetteer.code(of: ids[Int($0)]) }
                if code.map({ codes.contains($0) }) ?? codes.isEmpty { continue }
                differing += 1
            }
        }
        // On borders alone.
        #expect(differing < 5)
        #expect(assignment.counts.inSeveral == 0)
    }

    @Test func regionsDoNotOverlap() throws {
        let gazetteer = ShippedNames.gazetteer
        let (ids, geometry) = gazetteer.regionAreas()
        var points = PointBuffer()
        for id in gazetteer.places { points.append(gazetteer.fixedCoordinate(of: id), row: id.index) }
        let counts = try #require(AreaAssignment(of: QuadTree(points), in: geometry)).counts
        #expect(counts.inSeveral == 0 && ids.count == geometry.count && geometry.count > 3_000)
        #expect(counts.outside < gazetteer.placeCount / 20)
    }

    @Test(arguments: [
        ("CH", 41_285.0), ("BR", 8_515_767), ("LU", 2_586), ("US", 9_525_067), ("RU", 17_098_246),
    ])
    func sizesAreThoseOfTheCountries(code: String, expected: Double) throws {
        let gazetteer = ShippedNames.gazetteer
        let (ids, geometry) = gazetteer.countryAreas()
        let number = try #require(ids.firstIndex { gazetteer.code(of: $0) == code })
        #expect(abs(geometry.squareKilometers(of: number) / expected - 1) < 0.04)
    }
}
