import Testing

@testable import MapModel

struct CodeAreaTests {
    @Test func outlinesHaveTheCornersOfOtherPackages() throws {
        #expect(CodeTable.corners.count > 100)
        for (notation, code, corners) in CodeTable.corners {
            let area = try notation.area(code)
            let ring = area.outline()
            let pieces = area.sizeMeters > 50_000 ? 8 : 1
            let own = ring.indices.dropLast().filter { $0 % pieces == 0 }.map { ring[$0] }
            // Where a cell crosses an edge of the icosahedron the other package has a point more.
            for corner in own {
                let nearest = corners.map { corner.degrees(to: $0) }.min() ?? 180
                #expect(nearest < 1e-7, "\(code): \(corner)")
            }
            let isPentagon = notation == .h3 && corners.count % 5 == 0
            #expect(own.count == (notation == .s2 ? 4 : isPentagon ? 5 : 6), "\(code)")
        }
    }

    @Test(arguments: [
        (CodeNotation.geohash, "u33", true), (.geohash, "u33db2q", false), (.h3, "87283082effffff", true),
        (.h3, "88283082e1fffff", false), (.s2, "47a84", true), (.plusCode, "8FVC0000+", true),
        (.plusCode, "8FVC9G8F+", false), (.mgrs, "33UUU9119", true), (.mgrs, "33UUU917197", false),
        (.maidenhead, "JO62qm", true), (.maidenhead, "JO62qm48", false), (.quadkey, "1202102332221", true),
        (.utm, "33U 391777 5819706", false),
    ])
    func cellsOfAKilometerAreAreas(notation: CodeNotation, code: String, isArea: Bool) throws {
        #expect(try notation.area(code).isArea == isArea)
    }

    @Test func outlinesAreClosedAndGoRoundTheirMiddle() throws {
        for row in CodeTable.codes where row.notation != .utm {
            let area = try row.notation.area(row.code)
            let ring = area.outline()
            #expect(ring.count >= 5, "\(row.name)")
            // Around a pole the ends are a turn apart.
            guard let first = ring.first, let last = ring.last else { continue }
            #expect(abs(first.latitude - last.latitude) < 1e-12)
            let turns = (last.longitude - first.longitude) / 360
            #expect(abs(turns - turns.rounded()) < 1e-12, "\(row.name)")
            guard turns.rounded() == 0, area.sizeMeters < 1_000_000 else { continue }
            #expect(doubledSurface(ring) > 0, "\(row.name)")
            #expect(contains(ring, area.middle), "\(row.name)")
        }
    }

    /// Positive for a ring that goes anticlockwise, in square degrees.
    private func doubledSurface(_ ring: [Coordinate]) -> Double {
        zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
            // Counted from the first corner, or small cells drown in rounding.
            let (x1, y1) = (edge.0.longitude - ring[0].longitude, edge.0.latitude - ring[0].latitude)
            let (x2, y2) = (edge.1.longitude - ring[0].longitude, edge.1.latitude - ring[0].latitude)
            return sum + x1 * y2 - x2 * y1
        }
    }

    private func contains(_ ring: [Coordinate], _ place: Coordinate) -> Bool {
        var isInside = false
        let turns = ((place.longitude - ring[0].longitude) / 360).rounded() * 360
        for (start, end) in zip(ring, ring.dropFirst())
        where (start.latitude > place.latitude) != (end.latitude > place.latitude) {
            let share = (place.latitude - start.latitude) / (end.latitude - start.latitude)
            let x = start.longitude + share * (end.longitude - start.longitude) + turns
            if x > place.longitude { isInside.toggle() }
        }
        return isInside
    }

    @Test func aPositionHasNoOutline() throws {
        #expect(try CodeNotation.utm.area("33U 391777 5819706").outline().isEmpty)
    }
}
