import TestSupport
import Testing

@testable import MapModel

struct CodeNotationTests {
    private static let closeDegrees = 1e-9

    @Test(arguments: CodeNotation.allCases)
    func middlesAreThoseOfOtherPackages(notation: CodeNotation) throws {
        let rows = CodeTable.codes.filter { $0.notation == notation }
        #expect(rows.count > 150)
        for row in rows {
            let found = try notation.reading(row.code).get()
            #expect(found.degrees(to: row.middle) < Self.closeDegrees, "\(row.name)")
            let area = try notation.area(row.code)
            #expect(area.middle == found)
            #expect(area.level == row.level, "\(row.name)")
        }
    }

    @Test func allBaseCellsResolutionsAndPentagonsAreInTheTable() throws {
        let cells = try CodeTable.codes.filter { $0.notation == .h3 }.map { row in
            try Array(row.code.utf8).withUnsafeBufferPointer { try H3Cell($0) }
        }
        #expect(Set(cells.map(\.baseCell)).count == 122)
        #expect(Set(cells.map(\.resolution)).count == 16)
        let pentagons = cells.filter { H3BaseCell.isPentagon($0.baseCell) && $0.leadingDigit == 0 }
        #expect(pentagons.count >= 12 * 16)
    }

    /// The square of a place near the edge of a zone may have its middle in the next one.
    @Test(arguments: CodeNotation.allCases.filter { $0 != .mgrs && $0 != .utm })
    func theMiddleOfACellHasItsCode(notation: CodeNotation) {
        for row in CodeTable.codes where row.notation == notation {
            #expect(notation.code(of: row.middle, level: row.level) == row.code)
        }
    }

    @Test(arguments: CodeNotation.allCases, 0..<25 as Range<UInt64>)
    func aPlaceLiesInTheCellOfItsCode(notation: CodeNotation, seed: UInt64) throws {
        var random = SeededRandom(seed)
        for _ in 0..<8 {
            let place = random.coordinate()
            for level in notation.levels {
                guard let code = notation.code(of: place, level: level) else { continue }
                let area = try notation.area(code)
                #expect(area.level == level, "seed \(seed): \(code)")
                // The corner of an oblong box is at most its diagonal away.
                let meters = GreatCircle.distance(from: place, to: area.middle)
                #expect(meters < farthest(area), "seed \(seed): \(code) of \(place)")
            }
        }
    }

    /// From the middle to the farthest corner, and what an edge that is an arc may add.
    private func farthest(_ area: CodeArea) -> Double {
        let ring = area.outline()
        guard !ring.isEmpty else { return 2 }
        let far = ring.map { GreatCircle.distance(from: area.middle, to: $0) }.max() ?? 0
        return far * 1.2 + 0.01
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func hexagonsAndSquaresContainTheirPlaces(seed: UInt64) throws {
        var random = SeededRandom(seed)
        for notation in [CodeNotation.h3, .s2] {
            let place = random.coordinate()
            let level = random.number(2...notation.levels.upperBound)
            let code = try #require(notation.code(of: place, level: level))
            // Its middle is nearer than those of all cells around.
            let area = try notation.area(code)
            let own = GreatCircle.distance(from: place, to: area.middle)
            for corner in area.outline().dropLast() {
                let beyond = GreatCircle.destination(
                    from: area.middle, bearing: GreatCircle.bearing(from: area.middle, to: corner),
                    meters: GreatCircle.distance(from: area.middle, to: corner) * 1.2)
                guard let next = notation.code(of: beyond, level: level), next != code else { continue }
                let other = GreatCircle.distance(from: place, to: try notation.area(next).middle)
                // Cells of S2 are oblong, so that a corner may be nearer to the next middle.
                #expect(own <= other * (notation == .h3 ? 1.02 : 2), "seed \(seed): \(code) \(next)")
            }
        }
    }

    @Test(arguments: [
        (CodeNotation.geohash, "U33DB2", "u33db2"), (.h3, "0x8928308280FFFFF", "8928308280fffff"),
        (.h3, "08928308280fffff", "8928308280fffff"), (.h3, "617700169958293503", "8928308280fffff"),
        (.h3, " 8928308280fffff\r", "8928308280fffff"), (.h3, "617700169958293503.0", "8928308280fffff"),
        (.s2, "-8616165245766860800", "886d3b5c"), (.s2, "9830578827942690816", "886d3b5c"),
        (.s2, "886D3B5C", "886d3b5c"), (.s2, "886d3b5c00000000", "886d3b5c"),
        (.plusCode, "8fvc9g8f+6x", "8FVC9G8F+6X"), (.plusCode, "8FVC0000+", "8FVC0000+"),
        (.maidenhead, "jo62QM", "JO62qm"),
        (.mgrs, "33U UU 91771 19706", "33UUU9177119706"), (.mgrs, "33u uu 9177119706", "33UUU9177119706"),
        (.mgrs, "4Q FJ 12345 67890", "04QFJ1234567890"),
        (.utm, "33U 391777 5819706", "33 N 391777 5819706"),
        (.utm, "33U 391777 5819706", "UTM Zone 33U, 391777mE, 5819706 mN"),
        (.utm, "33U 391777.0 5819706", "33north E 391777 N 5819706"),
        (.utm, "56H 334873 6252266", "56 south 334873 6252266"),
        (.utm, "56S 334873 6252266", "56 south 334873 6252266"),
    ])
    func formsOfACodeAreTheSame(notation: CodeNotation, form: String, code: String) throws {
        #expect(try notation.area(form) == notation.area(code))
    }

    @Test(arguments: CodeFaults.all)
    func damageHasItsFault(notation: CodeNotation, text: String, fault: CodeFault) {
        #expect(notation.fault(text) == fault)
        #expect(throws: fault) { try notation.area(text) }
        #expect(!fault.description.isEmpty)
    }

    @Test(arguments: CodeNotation.allCases, 0..<10 as Range<UInt64>)
    func damagedCodesNeverTrap(notation: CodeNotation, seed: UInt64) {
        var random = SeededRandom(seed)
        let codes = CodeTable.codes.filter { $0.notation == notation }.map(\.code)
        for _ in 0..<400 {
            var bytes = Array((codes.randomElement(using: &random) ?? "").utf8)
            for _ in 0..<random.number(0...4) {
                let offset = random.number(0...bytes.count)
                switch random.number(0...3) {
                case 0 where offset < bytes.count: bytes.remove(at: offset)
                case 1 where offset < bytes.count: bytes[offset] = UInt8(random.number(0x20...0x7A))
                case 2: bytes.insert(UInt8(random.number(0...255)), at: offset)
                default: bytes += Array((codes.randomElement(using: &random) ?? "").utf8.prefix(offset))
                }
            }
            guard let area = try? notation.area(of: bytes) else { continue }
            let places = area.outline() + [area.middle]
            #expect(places.allSatisfy { $0.latitude.magnitude <= 90.000_001 && $0.longitude.isFinite })
            #expect(FixedCoordinate(area.middle).isOnGlobe, "seed \(seed): \(bytes)")
        }
    }

    @Test func placesWithoutACodeHaveNone() {
        let pole = Coordinate(latitude: 89, longitude: 0)
        #expect(CodeNotation.utm.code(of: pole) == nil)
        #expect(CodeNotation.quadkey.code(of: pole) == nil)
        #expect(CodeNotation.mgrs.code(of: pole)?.hasPrefix("Z") == true)
        #expect(CodeNotation.h3.code(of: pole, level: 16) == nil)
        #expect(CodeNotation.plusCode.code(of: pole, level: 9) == nil)
        #expect(CodeNotation.geohash.code(of: Coordinate(latitude: .nan, longitude: 0)) == nil)
    }

    @Test(arguments: CodeNotation.allCases)
    func theUsualLevelIsAboutTenMeters(notation: CodeNotation) throws {
        let place = Coordinate(latitude: 47.3769, longitude: 8.5417)
        let area = try notation.area(#require(notation.code(of: place)))
        #expect(1...40 ~= area.sizeMeters)
        #expect(!area.isArea)
        #expect(GreatCircle.distance(from: place, to: area.middle) < 30)
    }
}
