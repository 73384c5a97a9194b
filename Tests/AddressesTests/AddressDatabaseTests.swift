import Foundation
import TestSupport
import Testing

@testable import Addresses

@Suite struct AddressDatabaseTests {
    private static let variants = [24, 28, 32].flatMap { size in [(size, true), (size, false)] }

    private static func address(_ text: String) throws -> NetworkAddress {
        try #require(NetworkAddress(text))
    }

    /// Networks of each length, none of which contains another: 1… , 01…, 001….
    private static func file(recordSize: Int, isIPv6: Bool) -> AddressDatabaseFile {
        var file = AddressDatabaseFile(isIPv6: isIPv6, recordSize: recordSize)
        for bits in 9...32 {
            let number = UInt32(0x0800_0000) | UInt32(1) << UInt32(32 - bits)
            let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
            file.add(bytes, bits: bits, .city("City \(bits)", "CH", Double(bits), -Double(bits)))
        }
        if isIPv6 {
            let bytes: [UInt8] = [0x26, 0x20, 0, 0xfe] + [UInt8](repeating: 0, count: 12)
            file.add(bytes, bits: 48, .city("Six", "US", 1, 2, radius: 1_000))
            // Longer than the first half of an address.
            let other: [UInt8] = [0x26, 0x20, 0, 0xff] + [UInt8](repeating: 0, count: 12)
            file.add(other, bits: 100, .city("Long", "US", 3, 4))
        }
        return file
    }

    @Test(arguments: variants)
    func eachLengthOfNetworkIsFound(recordSize: Int, isIPv6: Bool) throws {
        let bytes = Self.file(recordSize: recordSize, isIPv6: isIPv6).encoded()
        let finder = AddressFinder([try AddressDatabase(bytes, name: "a.mmdb", languages: ["en"])])
        for bits in 9...32 {
            let first = UInt32(0x0800_0000) | UInt32(1) << UInt32(32 - bits)
            for number in [first, first + (UInt32(1) << UInt32(32 - bits)) - 1] {
                let answer = finder.find(NetworkAddress(ipv4: number))
                #expect(
                    answer.place.city == "City \(bits)" && answer.place.coordinate?.latitude == Double(bits))
                #expect(
                    answer.network?.description == "\(NetworkAddress(ipv4: first))/\(bits)"
                        && answer.place.radius == 20)
            }
        }
        let nothing = finder.find(try Self.address("9.9.9.9"))
        #expect(nothing.network == nil && nothing.place == AddressPlace() && nothing.fault == nil)
        let six = finder.find(try Self.address("2620:fe::fe"))
        #expect(
            six.place.city == (isIPv6 ? "Six" : nil)
                && six.network?.description == (isIPv6 ? "2620:fe::/48" : nil))
        let long = finder.find(try Self.address("2620:ff::fff:ffff"))
        #expect(
            long.place.city == (isIPv6 ? "Long" : nil)
                && long.network?.description == (isIPv6 ? "2620:ff::/100" : nil))
        #expect(finder.find(try Self.address("2620:ff::1000:0")).network == nil)
    }

    @Test func databasesCompleteEachOther() throws {
        var networks = AddressDatabaseFile(isIPv6: true, recordSize: 24)
        networks.add(
            [8, 128, 0, 0], bits: 9,
            .map([
                ("autonomous_system_number", .count(64_512)),
                ("autonomous_system_organization", .text("Example Net")),
            ]))
        let finder = AddressFinder([
            try AddressDatabase(networks.encoded(type: "Test-ASN"), name: "asn"),
            try AddressDatabase(
                Self.file(recordSize: 28, isIPv6: true).encoded(), name: "city", languages: ["de"]),
        ])
        #expect(finder.databases.map(\.kind) == [.city, .network])
        let place = finder.find(try Self.address("8.200.0.1")).place
        #expect(
            place.city == "City 9 (de)" && place.systemNumber == 64_512 && place.organisation == "Example Net"
        )
        #expect(finder.find(try Self.address("10.0.0.1")).kind == .private)
    }

    @Test func flatRecordsAreRead() throws {
        var file = AddressDatabaseFile(isIPv6: false, recordSize: 24)
        file.add(
            [9, 0, 0, 0], bits: 8,
            .map([
                ("lat", .text("47.5")), ("lng", .text("8.25")), ("country_code", .text("CH")),
                ("city", .text("Baden")), ("region", .text("Aargau")), ("asn", .text("AS64512")),
                ("as_name", .text("Example Net")),
            ]))
        let database = try AddressDatabase(file.encoded(type: "own"), name: "own")
        let place = try #require(try database.find(Self.address("9.9.9.9"))).place
        #expect(
            place.coordinate?.latitude == 47.5 && place.coordinate?.longitude == 8.25 && place.city == "Baden"
        )
        #expect(place.country == "CH" && place.region == "Aargau" && place.systemNumber == 64_512)
        #expect(database.kind == .city)
    }

    @Test func wrongCoordinatesAreNoPlace() throws {
        let wrong: [(String, AddressDatabaseFile.Value)] = [
            ("latitude", .number(1e308)), ("latitude", .number(.nan)), ("longitude", .number(181)),
            ("latitude", .text("north")),
        ]
        for (name, value) in wrong {
            let other = name == "latitude" ? "longitude" : "latitude"
            var file = AddressDatabaseFile(isIPv6: false, recordSize: 24)
            let location: AddressDatabaseFile.Value = .map([(name, value), (other, .number(1))])
            file.add([9, 0, 0, 0], bits: 8, .map([("location", location)]))
            let found = try AddressDatabase(file.encoded(), name: "a").find(Self.address("9.9.9.9"))
            #expect(try #require(found).place.coordinate == nil)
        }
    }

    @Test(
        arguments: [
            [0x20, 0x00], [0x20, 0x02, 0x20, 0x00], [0x38, 0x7f, 0xff, 0xff, 0xff],
            [0x5f, 0xff, 0xff, 0xff, 0x61],
            [0xff, 0xff, 0xff, 0xff, 0x41, 0x61], [0x1f, 0x04, 0xff, 0xff, 0xff], [0x00, 0xf0],
            [0x63, 0x61, 0x62, 0x63],
            [0xe1, 0x42, 0xff, 0xfe, 0x40], (0..<40).flatMap { _ in [0xe1, 0x41, 0x61] } + [0x40],
        ] as [[UInt8]])
    func damagedRecordsAreNoPlace(bytes: [UInt8]) throws {
        var file = AddressDatabaseFile(isIPv6: false, recordSize: 24)
        file.add([9, 0, 0, 0], bits: 8, .raw(bytes))
        let finder = AddressFinder([try AddressDatabase(file.encoded(), name: "a.mmdb")])
        let answer = finder.find(try Self.address("9.9.9.9"))
        #expect(answer.place == AddressPlace())
        #expect(answer.fault?.description == "a.mmdb: record of node 7 is damaged")
    }

    @Test func aTreeThatLeadsBeyondTheFileNamesTheNode() throws {
        var file = AddressDatabaseFile(isIPv6: false, recordSize: 24)
        file.add([9, 0, 0, 0], bits: 8, .city("A", "CH", 1, 2))
        var bytes = file.encoded()
        // The right side of the last of eight nodes.
        bytes.replaceSubrange(45..<48, with: [0xff, 0xff, 0xff])
        let database = try AddressDatabase(bytes, name: "city.mmdb")
        let words = "city.mmdb: record of node 7 leads beyond the file (damaged?)"
        let address = try Self.address("9.9.9.9")
        let fault = #expect(throws: DatabaseFault.self) { try database.find(address) }
        #expect(fault?.description == words)
    }

    /// Records of 60,000 bytes: those of 20.0.0.0/8 to 79.0.0.0/8 are 3.6 MB, of which 2 MiB are read with the first.
    @Test func aFileThatIsCutShortWhileOpenIsDamaged() throws {
        var made = AddressDatabaseFile(isIPv6: false, recordSize: 24)
        for first in UInt8(20)..<80 {
            let city = String(repeating: "x", count: 60_000)
            made.add(
                [first, 0, 0, 0], bits: 8, .map([("country_code", .text("CH")), ("city", .text(city))]))
        }
        let file = try TemporaryFile(made.encoded(), extension: "mmdb")
        let database = try AddressDatabase(path: file.path, languages: [])
        #expect(try database.find(Self.address("20.0.0.1"))?.place.country == "CH")
        #expect(truncate(file.path, 1_000_000) == 0)
        #expect(try database.find(Self.address("20.0.0.2"))?.place.country == "CH")
        #expect(try database.find(Self.address("30.0.0.1"))?.place.country == "CH")
        let address = try Self.address("79.0.0.1")
        let fault = #expect(throws: DatabaseFault.self) { try database.find(address) }
        #expect(fault?.description.hasSuffix(" is damaged") == true)
        #expect(try database.find(Self.address("90.0.0.1")) == nil)
    }

    @Test func filesThatAreNoDatabaseAreRefused() {
        func words(_ bytes: [UInt8]) -> String? {
            do throws(DatabaseFault) {
                _ = try AddressDatabase(bytes, name: "city.mmdb")
                return nil
            } catch {
                return error.description
            }
        }
        let file = Self.file(recordSize: 24, isIPv6: true)
        let good = file.encoded()
        let none = "city.mmdb: no database of addresses (expected an .mmdb file)"
        #expect(words([]) == none && words(Array(good[..<1_000])) == none && words(good) == nil)
        #expect(words(file.encoded(major: 3)) == "city.mmdb: format 3.0 is not supported (2.x is)")
        #expect(words(Array(good.suffix(400))) == "city.mmdb: the file ends within its tree (damaged?)")
        #expect(words(Array(good.dropLast(30)))?.hasSuffix("(damaged?)") == true)
    }

    @Test(arguments: variants)
    func mutatedDatabasesAreReadOrRefused(recordSize: Int, isIPv6: Bool) throws {
        let good = Self.file(recordSize: recordSize, isIPv6: isIPv6).encoded()
        let asked = try ["8.200.0.1", "8.0.0.1", "9.9.9.9", "2620:fe::fe", "255.1.1.1"].map(Self.address)
        var random = SeededRandom(7)
        for round in 0..<100 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let end = round % 2 == 0 ? 250 : bytes.count
                bytes[bytes.count - Int.random(in: 1...end, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            if round % 5 == 0 { bytes.removeFirst(Int.random(in: 0...200, using: &random)) }
            guard let database = try? AddressDatabase(bytes, name: "a") else { continue }
            let finder = AddressFinder([database])
            for address in asked {
                guard let place = finder.find(address).place.coordinate else { continue }
                #expect(abs(place.latitude) <= 90 && abs(place.longitude) <= 180)
            }
        }
    }
}
