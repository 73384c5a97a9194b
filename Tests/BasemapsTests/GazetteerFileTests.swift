import MapModel
import TestSupport
import Testing

@testable import Basemaps
@testable import Streams

@Suite struct GazetteerFileTests {
    static let path = Repository.root + "/data/gazetteer.tmg"

    @Test func aMissingFileIsOneLine() {
        #expect(throws: GazetteerFileError.unreadable(FileError(file: "/nowhere.tmg", reason: .noSuchFile))) {
            try GazetteerFile.read("/nowhere.tmg")
        }
        #expect(throws: GazetteerFileError.unreadable(FileError(file: "/tmp", reason: .isDirectory))) {
            try GazetteerFile.read("/tmp")
        }
    }

    @Test func anotherFileIsOneLine() throws {
        let file = try TemporaryFile("name,lat,lon\n")
        let error = #expect(throws: GazetteerFileError.self) { try GazetteerFile.read(file.path) }
        #expect(error?.description == "\(file.path): not a gazetteer (expected a file that begins with TMG2)")
    }

    @Test func aSmallFileIsRead() throws {
        let file = try TemporaryFile(GazetteerBytes.sample.encoded(), extension: "tmg")
        #expect(try GazetteerFile.read(file.path).count == 8)
    }
}

/// The file that we ship.
@Suite struct ShippedGazetteerTests {
    /// Read once: an unoptimised build takes its time over the checksum.
    private static let shared = Result { () throws(GazetteerFileError) in
        try GazetteerFile.read(GazetteerFileTests.path)
    }

    private let gazetteer: Gazetteer

    init() throws { gazetteer = try Self.shared.get() }

    /// The first and thus largest place of that name.
    private func place(_ name: String) throws -> Place {
        gazetteer.place(try #require(gazetteer.places.first { gazetteer.name(of: $0) == name }))
    }

    @Test func itHoldsTheWorld() throws {
        #expect(
            gazetteer.countryCount == 250 && gazetteer.regionCount == 5_048 && gazetteer.placeCount == 234_908
        )
        #expect(gazetteer.featureCount > 19_000 && gazetteer.features.allSatisfy { gazetteer.isFeature($0) })
        let vienna = try place("Vienna")
        #expect(vienna.country == "Austria" && vienna.countryCode == "AT" && vienna.isCountryCapital)
        #expect(gazetteer.alternates(of: vienna.id).contains("Wien"))
        let munich = try place("Munich")
        #expect(munich.region == "Bavaria" && munich.district == "Upper Bavaria" && munich.isRegionCapital)
        #expect(gazetteer.alternates(of: munich.id).contains("München"))
    }

    @Test func everyAreaHasABoxRoundItsPoint() {
        for id in Array(gazetteer.countries) + Array(gazetteer.regions) {
            let place = gazetteer.place(id)
            let box = GeoBounds(
                south: place.bounds.south - 1e-6, west: place.bounds.west - 1e-6,
                north: place.bounds.north + 1e-6,
                east: place.bounds.east + 1e-6)
            #expect(box.contains(place.coordinate) && place.radiusMeters > 0, "\(place.name)")
            #expect(!place.name.isEmpty && place.countryCode.utf8.count == 2)
        }
    }

    @Test func placesComeMostPeopleFirstAndHaveNames() {
        let people = gazetteer.places.map { gazetteer.population(of: $0) }
        #expect(zip(people, people.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(gazetteer.places.allSatisfy { gazetteer.nameByteCount(of: $0) > 0 })
    }

    @Test func everyPlaceIsDecoded() {
        let wrong = gazetteer.places.filter { $0.index % 29 == 0 }.map { gazetteer.place($0) }.filter {
            !$0.bounds.contains($0.coordinate) || !$0.isBoundsGuessed || $0.name.isEmpty || $0.country.isEmpty
        }
        #expect(wrong == [])
    }

    @Test func everyCountryButTheEmptyHasACapital() {
        let capitals = gazetteer.places.filter { gazetteer.capitalStatus(of: $0) == .country }
        let codes = Set(capitals.map { gazetteer.countryCode(of: $0) })
        let without = gazetteer.countries.map { gazetteer.code(of: $0) }.filter { !codes.contains($0) }
        #expect(without == ["AQ", "BQ", "BV", "HM", "TK", "UM"] && capitals.count == 248)
    }

}
