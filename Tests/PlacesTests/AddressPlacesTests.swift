import Addresses
import MapModel
import RowValues
import TestSupport
import Testing

@testable import MapSources
@testable import Places
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// Rows that are placed by their addresses.
@Suite struct AddressPlacesTests {
    private static func databases() throws -> AddressDatabases {
        var city = AddressDatabaseFile(isIPv6: true, recordSize: 28)
        city.add([9, 0, 0, 0], bits: 8, .city("Zurich", "CH", 47.3686, 8.5391))
        city.add([8, 0, 0, 0], bits: 8, .city("", "US", 37.751, -97.822, radius: 1_000))
        city.add([7, 0, 0, 0], bits: 8, .map([("country", .map([("iso_code", .text("DE"))]))]))
        city.add([6, 0, 0, 0], bits: 8, .raw([0xE1, 0xC0, 0xC0]))
        var networks = AddressDatabaseFile(isIPv6: false, recordSize: 24)
        networks.add(
            [9, 9, 0, 0], bits: 16,
            .map([
                ("autonomous_system_number", .count(64_500)),
                ("autonomous_system_organization", .text("Example Net")),
            ]))
        let finder = AddressFinder([
            try AddressDatabase(city.encoded(), name: "city.mmdb", languages: ["en"]),
            try AddressDatabase(networks.encoded(type: "Test-ASN"), name: "asn.mmdb"),
        ])
        return AddressDatabases(paths: ["city.mmdb"], place: "~/termmap") { _ in (finder, []) }
    }

    private static var none: AddressDatabases {
        AddressDatabases(paths: [], place: "~/termmap") { _ throws(AddressDatabases.Missing) in
            throw AddressDatabases.Missing("not asked")
        }
    }

    private func load(
        _ text: String, ip: String? = nil, databases: AddressDatabases? = nil, named ending: String = "csv",
        city: String? = nil
    ) throws -> LoadedSource {
        var options = PlaceOptions()
        (options.address, options.town) = (ip, city)
        let places = Places(
            options: options, atlas: ShippedPlaces.atlas, databases: try databases ?? Self.databases())
        let file = try TemporaryFile(Array(text.utf8), extension: ending)
        return try withExtendedLifetime(file) {
            try SourceOpener(SourceOptions(), places: places).open([file.path]).read(isCancelled: { false })
        }
    }

    private func texts(_ source: LoadedSource, _ column: String) throws -> [String] {
        let number = try #require(source.table.columnNames.firstIndex(of: column))
        var texts: [String] = []
        try source.table.visitRows((0..<source.table.recordCount).map { UInt32($0) }) { row in
            texts.append(row.text(of: number))
        }
        return texts
    }

    private static let table = """
        client,verb,server
        9.9.9.9,a,10.0.0.1
        9.9.9.9:51022,b,10.0.0.1
        ::ffff:9.1.1.1,c,10.0.0.2
        8.8.8.8,d,10.0.0.1
        7.7.7.7,e,10.0.0.1
        10.1.2.3,f,9.9.9.9
        127.0.0.1,g,9.9.9.9
        192.0.2.1,h,9.9.9.9
        100.64.0.1,i,9.9.9.9
        5.5.5.5,j,9.9.9.9
        ,k,9.9.9.9
        -,l,9.9.9.9
        gate.example.org,m,9.9.9.9

        """

    @Test func rowsAreWhereDatabasesSay() throws {
        let source = try load(Self.table)
        #expect(source.isAccountedFor)
        let places = source.places()
        #expect(places.keys.sorted() == [0, 1, 2, 3, 4])
        let zurich = try #require(Coordinate(wrapping: 47.3686, 8.5391))
        for row in [0, 1, 2] as [UInt32] {
            let place = try #require(places[row]?.coordinate)
            #expect(GreatCircle.distance(from: place, to: zurich) < 1)
        }
        // The middle of Germany, of which the database knows no coordinate.
        let germany = try #require(places[4]?.coordinate)
        #expect((47...55).contains(germany.latitude) && (6...15).contains(germany.longitude))
        #expect(source.vague?.rough.rows == [3, 4])
    }

    @Test func whatIsNowhereIsCountedByKind() throws {
        let source = try load(Self.table)
        let counts: [(SkippedRows.Reason, Int)] = [
            (.privateAddress, 1), (.loopbackAddress, 1), (.documentationAddress, 1), (.sharedAddress, 1),
            (.unknownAddress, 2), (.noPlace, 2),
        ]
        for (reason, count) in counts { #expect(source.skipped.count(of: reason) == count, "\(reason)") }
        #expect(source.skipped.total == 8)
        let example = try #require(source.skipped.examples.first { $0.reason == .privateAddress })
        #expect(example.message(file: "a.csv") == #"a.csv:7: address is private: "10.1.2.3""#)
        #expect(SkippedRows.Reason.linkLocalAddress.addressWord == "link-local")
        #expect(SkippedRows.Reason.noPlace.addressWord == nil)
    }

    @Test func columnsSayWhatDatabasesKnow() throws {
        let source = try load(Self.table)
        #expect(try texts(source, "city").prefix(5) == ["Zurich", "Zurich", "Zurich", "", ""])
        #expect(try texts(source, "country").prefix(6) == ["CH", "CH", "CH", "US", "DE", ""])
        #expect(
            try texts(source, "network").prefix(4) == ["9.0.0.0/8", "9.0.0.0/8", "9.0.0.0/8", "8.0.0.0/8"])
        #expect(try texts(source, "asn").prefix(3) == ["64500", "64500", ""])
        #expect(try texts(source, "organisation").prefix(3) == ["Example Net", "Example Net", ""])
        #expect(try texts(source, "radius_km").prefix(5) == ["20", "20", "20", "1000", ""])
        #expect(
            try texts(source, "ip_kind").dropFirst(5) == [
                "private", "loopback", "documentation", "shared", "public", "", "", "",
            ])
        #expect(!source.table.columnNames.contains("ip_used"))
    }

    @Test func theFirstColumnOfSeveralIsUsedAndTheOtherNamed() throws {
        let source = try load(Self.table.replacing("client", with: "one").replacing("server", with: "two"))
        #expect(source.notices.contains { $0.contains(#"other addresses in "two" (choose with --ip)"#) })
        let other = try load(Self.table, ip: "server")
        #expect(other.places().keys.sorted() == [5, 6, 7, 8, 9, 10, 11, 12])
    }

    @Test func whatAProxySaysIsUsedWhereTheAddressIsNotPublic() throws {
        let source = try load(
            """
            {"ip":"10.0.0.7","x_forwarded_for":"10.1.1.1, 9.9.9.9, 8.8.8.8"}
            {"ip":"9.1.1.1","x_forwarded_for":"8.8.8.8"}
            {"ip":"10.0.0.7","x_forwarded_for":"for=\\"[::1]:443\\", for=9.9.9.9;proto=http"}
            {"ip":"10.0.0.7","x_forwarded_for":"-"}
            {"ip":"10.0.0.7","x_forwarded_for":"for=\\\\x22[::ffff:9.9.9.9]:4711\\\\x22;proto=https"}

            """, named: "ndjson")
        #expect(try texts(source, "ip_used") == ["9.9.9.9", "9.1.1.1", "9.9.9.9", "10.0.0.7", "9.9.9.9"])
        #expect(source.addresses?.fact(ofRow: 0)?.isForwarded == true)
        #expect(source.addresses?.fact(ofRow: 1)?.isForwarded == false)
        #expect(source.skipped.count(of: .privateAddress) == 1 && source.points.count == 4)
    }

    @Test(arguments: [
        ("src_ip,dst_ip", ","), ("id.orig_h,id.resp_h", ","), ("source.ip,destination.ip", ","),
        ("src\tdst", "\t"), ("srcaddr,dstaddr", ","), ("sa,da", ","),
    ])
    func flowsAreAtTheirPublicEnd(names: String, delimiter: String) throws {
        let lines = ["10.0.0.7,9.9.9.9", "8.8.8.8,10.0.0.7", "9.1.1.1,8.8.8.8", "10.0.0.7,10.0.0.8"]
        let text = ([names] + lines.map { $0.replacing(",", with: delimiter) }).joined(separator: "\n")
        let source = try load(text + "\n", named: delimiter == "," ? "csv" : "tsv")
        #expect(try texts(source, "ip_used") == ["9.9.9.9", "8.8.8.8", "9.1.1.1", "10.0.0.7"])
        #expect(source.points.count == 3 && source.skipped.count(of: .privateAddress) == 1)
        #expect(source.addresses?.fact(ofRow: 0)?.isForwarded == false)
        #expect(source.addresses?.column == "ip_used")
        #expect(!source.notices.contains { $0.contains("choose with --ip") })
    }

    @Test func theOtherEndOfAFlowIsLookedAtBeforeWhatAProxySays() throws {
        let source = try load(
            """
            {"event_type":"http","src_ip":"10.0.0.7","dest_ip":"9.9.9.9","xff":1,"x_forwarded_for":"8.8.8.8"}
            {"event_type":"http","src_ip":"10.0.0.7","dest_ip":"10.0.0.1","x_forwarded_for":"8.8.8.8"}

            """, named: "json")
        #expect(try texts(source, "ip_used") == ["9.9.9.9", "8.8.8.8"])
        #expect(source.addresses?.fact(ofRow: 0)?.isForwarded == false)
        #expect(source.addresses?.fact(ofRow: 1)?.isForwarded == true)
    }

    @Test func anEndThatTheUserNamesIsTheOnlyOne() throws {
        let source = try load("src_ip,dst_ip\n10.0.0.7,9.9.9.9\n8.8.8.8,10.0.0.7\n", ip: "src_ip")
        #expect(source.points.count == 1 && !source.table.columnNames.contains("ip_used"))
    }

    @Test func theSourceOfAnEventIsNoServer() throws {
        let source = try load(
            """
            {"host":{"ip":"8.1.1.1"},"destination":{"ip":"8.8.8.8"},"source":{"ip":"9.9.9.9"}}
            {"host":{"ip":"8.1.1.1"},"destination":{"ip":"8.8.8.8"},"source":{"ip":"9.1.1.1"}}

            """, named: "ndjson")
        #expect(try texts(source, "city") == ["Zurich", "Zurich"])
    }

    /// As audit logs of Kubernetes have them, and headers that were sent twice.
    @Test func arraysOfAddressesAreAColumnOfThem() throws {
        let source = try load(
            """
            {"verb":"list","sourceIPs":["10.0.0.7","9.9.9.9"]}
            {"verb":"get","sourceIPs":["8.8.8.8"]}
            {"verb":"get","sourceIPs":["10.0.0.7"]}

            """, named: "ndjson")
        #expect(source.points.count == 2 && source.skipped.count(of: .privateAddress) == 1)
        #expect(try texts(source, "network") == ["9.0.0.0/8", "8.0.0.0/8", ""])
        let headers = try load(
            """
            {"remote_ip":"10.0.0.7","headers":{"X-Forwarded-For":["10.1.1.1, 9.9.9.9","8.8.8.8"]}}
            {"remote_ip":"10.0.0.7","headers":{"X-Forwarded-For":["for=\\"[::1]:443\\", for=8.8.8.8"]}}

            """, named: "ndjson")
        #expect(try texts(headers, "ip_used") == ["9.9.9.9", "8.8.8.8"])
    }

    @Test(arguments: [
        #"Nov 26 14:03:10 gate app[7]: {"remote":"10.0.0.7","x_forwarded_for":"9.9.9.9","status":200}"#,
        #"Nov 26 14:03:10 gate nginx: 10.0.0.7 - - [26/Nov/2026:14:03:10 +0100] "GET / HTTP/1.1" 200 1 "-" "-" "9.9.9.9""#,
        "Nov 26 14:03:10 gate kernel: [1.5] IN= OUT=eth0 SRC=10.0.0.7 DST=9.9.9.9 PROTO=TCP SPT=51022 DPT=443",
    ])
    func linesWithinLinesHaveTheirAddress(line: String) throws {
        let source = try load(line + "\n" + line + "\n", named: "log")
        #expect(source.points.count == 2)
        #expect(try texts(source, "city") == ["Zurich", "Zurich"])
    }

    @Test func coordinatesAreBetterUnlessAddressesAreAskedFor() throws {
        let text = "ip,lat,lon\n9.9.9.9,10.5,20.5\n9.9.9.9,11.5,21.5\n"
        let plain = try load(text)
        #expect(plain.addresses == nil && plain.places()[0]?.coordinate.latitude == 10.5)
        for asked in ["", "ip", "1"] {
            let placed = try load(text, ip: asked)
            #expect(placed.places()[0]?.coordinate.latitude == 47.3686)
            // The columns of the table keep their names beside those of the databases.
            #expect(placed.table.columnNames.prefix(3) == ["ip", "lat", "lon"])
        }
    }

    @Test func namesSayWhereRowsAreWithoutADatabase() throws {
        let text = "ip,city,country\n9.9.9.9,Lyon,FR\n9.9.9.9,Paris,FR\n"
        #expect(try load(text).addresses != nil)
        let named = try load(text, databases: Self.none)
        #expect(named.addresses == nil && named.points.count == 2)
        #expect(try load(text, city: "city").addresses == nil)
    }

    @Test func withoutADatabaseRowsStayRowsAndOneMessageSaysWhatToDo() throws {
        let source = try load(Self.table, databases: Self.none)
        #expect(source.points.isEmpty && source.table.recordCount == 13 && source.isAccountedFor)
        #expect(
            source.notices.contains("no database of addresses: --geoip FILE, or put one into ~/termmap"))
        #expect(
            try texts(source, "ip_kind").prefix(6) == [
                "public", "public", "public", "public", "public", "private",
            ])
    }

    /// Its record is a map whose key is no text.
    @Test func aDamagedRecordIsOneMessage() throws {
        let source = try load("ip\n6.1.1.1\n6.2.2.2\n9.9.9.9\n")
        #expect(source.points.count == 1 && source.skipped.count(of: .unknownAddress) == 2)
        let messages = source.notices.filter { $0.contains("damaged") }
        #expect(messages.count == 1)
        #expect(messages.first?.hasSuffix("is damaged; 2 addresses are unknown because of it") == true)
    }

    @Test func aTableWithoutAHeaderIsPlacedByItsValues() throws {
        let source = try load("9.9.9.9,401\n9.1.1.1,200\n8.8.8.8,404\n")
        #expect(source.table.recordCount == 3 && source.points.count == 3)
    }

    @Test func numbersOfVersionsAreNoAddressesWhereAColumnHasSome() throws {
        let source = try load("version,client\n1.2.3.4,9.9.9.9\n1.2.3.5,9.1.1.1\n")
        #expect(try texts(source, "city") == ["Zurich", "Zurich"])
    }
}
