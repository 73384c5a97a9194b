import MapModel
import TestSupport
import Testing

@Suite struct GazetteerTests {
    private let sample: Gazetteer

    init() throws { sample = try Gazetteer(GazetteerBytes.sample.encoded()) }

    private func id(_ index: UInt32) -> PlaceID { PlaceID(index: index) }

    @Test func countriesComeFirstThenRegionsThenPlaces() {
        #expect(sample.count == 8 && sample.countries.map(\.index) == [0, 1])
        #expect(sample.regions.map(\.index) == [2, 3] && sample.places.map(\.index) == [4, 5, 6, 7])
        #expect(sample.ids.elementsEqual((0..<8).map { PlaceID(index: $0) }))
        #expect(
            sample.ids.map { sample.kind(of: $0) } == [.country, .country, .region, .region] + [
                .city, .city, .city, .city,
            ])
    }

    @Test func aPlaceIsDecodedWhole() {
        let vienna = sample.place(id(4))
        #expect(vienna.name == "Vienna" && vienna.country == "Austria" && vienna.countryCode == "AT")
        #expect(vienna.region == "Wien" && vienna.district == "Wien Stadt" && vienna.population == 1_691_468)
        #expect(vienna.coordinate == Coordinate(latitude: 48.20849, longitude: 16.37208))
        #expect(
            vienna.isCountryCapital && !vienna.isRegionCapital && vienna.rank == 1 && vienna.kind == .city)
        #expect(sample.place(id(5)).isRegionCapital && sample.place(id(5)).rank == Place.noRank)
    }

    @Test func whatIsNotKnownIsEmpty() {
        let village = sample.place(id(7))
        #expect(village.region == "" && village.district == "" && village.population == 0)
        #expect(sample.place(id(0)).region == "" && sample.place(id(2)).region == "")
        #expect(sample.region(of: id(0)) == nil && sample.region(of: id(2)) == id(2))
        #expect(sample.box(of: id(4)) == nil && sample.code(of: id(4)) == "")
        #expect(sample.code(of: id(3)) == "" && sample.threeLetterCode(of: id(3)) == "")
    }

    @Test func namesComeWithTheirAlternates() {
        #expect(
            sample.name(of: id(0)) == "Austria" && sample.alternates(of: id(0)) == ["Österreich", "Autriche"])
        #expect(sample.alternates(of: id(4)) == ["Wien", "維也納"] && sample.alternates(of: id(5)).isEmpty)
        #expect(sample.withNames(of: id(5)) { Array($0) } == Array("Lyon".utf8))
        #expect(sample.nameByteCount(of: id(5)) == 4)
    }

    @Test func areasHaveCodesAndBoxes() {
        #expect(sample.code(of: id(0)) == "AT" && sample.threeLetterCode(of: id(0)) == "AUT")
        #expect(sample.code(of: id(2)) == "W" && sample.countryCode(of: id(2)) == "AT")
        #expect(sample.place(id(0)).bounds == GeoBounds(south: 46.4, west: 9.5, north: 49, east: 17.2))
        #expect(!sample.place(id(0)).isBoundsGuessed)
        #expect((300_000.0...340_000).contains(sample.place(id(0)).radiusMeters))
    }

    @Test func aTownIsAsLargeAsItsPeople() {
        let vienna = sample.place(id(4))
        let village = sample.place(id(7))
        #expect(vienna.isBoundsGuessed && (12_000.0...16_000).contains(vienna.radiusMeters))
        #expect(village.radiusMeters == 600 && village.bounds.contains(village.coordinate))
        let north = Coordinate(latitude: vienna.bounds.north, longitude: vienna.coordinate.longitude)
        let west = Coordinate(latitude: vienna.coordinate.latitude, longitude: vienna.bounds.west)
        for edge in [north, west] {
            let distance = GreatCircle.distance(from: vienna.coordinate, to: edge)
            #expect(abs(distance / vienna.radiusMeters - 2) < 0.02)
        }
    }

    @Test(arguments: [(90.0, 10.0), (-90, 0), (89.999, 0), (0, 180), (12, -179.999)])
    func boundsOfTownsAreBoxesAnywhere(latitude: Double, longitude: Double) throws {
        var bytes = GazetteerBytes.sample
        bytes.entries[7].latitudeE7 = Int32(latitude * 1e7)
        bytes.entries[7].longitudeE7 = Int32(longitude * 1e7)
        let place = try Gazetteer(bytes.encoded()).place(id(7))
        #expect(place.bounds.contains(place.coordinate) && place.bounds.south <= place.bounds.north)
        #expect(
            abs(place.bounds.west) <= 180 && abs(place.bounds.east) <= 180 && abs(place.bounds.north) <= 90)
    }

    @Test func featuresLieBetweenRegionsAndPlaces() throws {
        var bytes = GazetteerBytes.sample
        var peak = GazetteerBytes.Entry(
            kind: 8, names: "Mont Blanc\nMonte Bianco", latitude: 45.833, longitude: 6.865)
        peak.population = 4_808
        peak.country = 255
        peak.box = [457_000_000, 68_000_000, 459_000_000, 69_000_000]
        var airport = GazetteerBytes.Entry(
            kind: 10, names: "Vienna Airport", latitude: 48.11, longitude: 16.57)
        airport.codes = ("VIE", "LOWW")
        bytes.entries.insert(contentsOf: [peak, airport], at: 4)
        let gazetteer = try Gazetteer(bytes.encoded())
        #expect(gazetteer.features.map(\.index) == [4, 5] && gazetteer.places.map(\.index) == [6, 7, 8, 9])
        let mountain = gazetteer.place(id(4))
        #expect(mountain.kind == .peak && mountain.heightMeters == 4_808 && mountain.population == 0)
        #expect(mountain.country == "" && mountain.countryCode == "" && !mountain.isBoundsGuessed)
        #expect(
            gazetteer.place(id(5)).airportCodes == ["VIE", "LOWW"] && gazetteer.kind(of: id(5)) == .airport)
        #expect(gazetteer.name(of: id(6)) == "Vienna" && gazetteer.heightMeters(of: id(6)) == 0)
    }

    @Test func aBlankLineEndsTheMainNames() throws {
        var bytes = GazetteerBytes.sample
        bytes.entries[4].names = "Biel/Bienne\nBiel\nBienne\n\nBienna"
        let gazetteer = try Gazetteer(bytes.encoded())
        #expect(gazetteer.alternates(of: id(4)) == ["Biel", "Bienne", "Bienna"])
    }

    @Test func anEmptyGazetteerIsOne() throws {
        let empty = try Gazetteer(GazetteerBytes([]).encoded())
        #expect(empty.count == 0 && empty.ids.isEmpty && empty.places.isEmpty)
    }
}

// MARK: - Bytes that are none

@Suite struct GazetteerDamageTests {
    private let whole = GazetteerBytes.sample.encoded()

    /// Looks at all that there is, so that a trap would show; the number of bytes of names.
    private func readAll(_ gazetteer: Gazetteer) -> Int {
        gazetteer.ids.reduce(0) { sum, id in
            let place = gazetteer.place(id)
            #expect(place.bounds.south <= place.bounds.north && place.radiusMeters >= 0)
            return sum + gazetteer.alternates(of: id).count + gazetteer.nameByteCount(of: id)
        }
    }

    @Test func otherFilesAreRefused() {
        for bytes in [
            [], Array("TMG2".utf8), Array("TMG1".utf8) + [UInt8](repeating: 0, count: 64),
            Array("TMB1".utf8) + [UInt8](repeating: 0, count: 64),
        ] {
            #expect(throws: GazetteerError.notAGazetteer) { try Gazetteer(bytes) }
        }
        #expect(throws: GazetteerError.notAGazetteer) { try Gazetteer([UInt8](repeating: 255, count: 4096)) }
    }

    @Test(arguments: 0..<64) func aFileCutAnywhereIsRefused(part: Int) {
        #expect(throws: GazetteerError.self) { try Gazetteer(Array(whole.prefix(whole.count * part / 64))) }
    }

    @Test func aByteTooManyIsRefused() {
        #expect(throws: GazetteerError.wrongSize(expected: whole.count, found: whole.count + 1)) {
            try Gazetteer(whole + [0])
        }
    }

    @Test func anyFlippedByteIsRefused() {
        for offset in whole.indices {
            var bytes = whole
            bytes[offset] ^= 1 << (offset % 8)
            #expect(throws: GazetteerError.self) { try Gazetteer(bytes) }
        }
    }

    /// Whoever forges the checksum too is refused, or gets places of some kind.
    @Test(arguments: 0..<10) func forgedBytesNeverTrap(seed: UInt64) {
        var random = SeededRandom(seed)
        for round in 0..<100 {
            var bytes = Array(whole.dropLast(16))
            for _ in 0..<random.number(1...3) {
                let limit = round % 4 == 0 ? 32 : bytes.count
                bytes[random.number(0...limit - 1)] = UInt8(random.number(0...255))
            }
            if let gazetteer = try? Gazetteer(GazetteerBytes.sealed(bytes)) { _ = readAll(gazetteer) }
        }
        #expect((try? Gazetteer(whole)).map(readAll) ?? 0 > 0)
    }

    /// What each column may not say.
    @Test(arguments: ["position", "country", "region", "district", "kind"])
    func entriesThatPointNowhereAreRefused(what: String) {
        var bytes = GazetteerBytes.sample
        switch what {
        case "position": bytes.entries[5].latitudeE7 = 900_000_001
        case "country": bytes.entries[5].country = 2
        case "region": bytes.entries[5].region = 2
        case "district": bytes.entries[5].district = 2
        default: bytes.entries[5].capital = 3
        }
        #expect(throws: GazetteerError.damaged(what: what, entry: 5)) { try Gazetteer(bytes.encoded()) }
    }

    @Test func upsideDownBoxesAreRefused() {
        var bytes = GazetteerBytes.sample
        bytes.entries[3].box = [10, 0, 9, 0]
        #expect(throws: GazetteerError.damaged(what: "box", entry: 3)) { try Gazetteer(bytes.encoded()) }
    }

    @Test func errorsAreOneLine() {
        #expect(
            "\(GazetteerError.wrongSize(expected: 8, found: 7))" == "damaged gazetteer: 7 bytes (expected 8)")
        #expect("\(GazetteerError.damaged(what: "box", entry: 3))" == "damaged gazetteer: box of entry 3")
    }
}
