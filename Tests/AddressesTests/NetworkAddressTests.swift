import TestSupport
import Testing

@testable import Addresses

@Suite struct NetworkAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("203.0.113.9:51022", "203.0.113.9"), ("192.0.2.0/24", "192.0.2.0"),
        ("[2001:db8::7]:443", "2001:db8::7"), ("[2001:db8::7]", "2001:db8::7"), (" 8.8.8.8\r", "8.8.8.8"),
        ("::ffff:203.0.113.9", "203.0.113.9"), ("::FFFF:cb00:7109", "203.0.113.9"), ("::", "::"),
        ("::1", "::1"),
        ("fe80::1%eth0", "fe80::1"), ("2001:DB8:0:0:1:0:0:1/64", "2001:db8::1:0:0:1"), ("1::", "1::"),
        ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"),
        ("64:ff9b::1.2.3.4", "64:ff9b::102:304"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
    ])
    func formsOfAddressesAreRead(text: String, address: String) {
        #expect(NetworkAddress(text)?.description == address)
    }

    @Test(arguments: [
        "", "-", "1.2.3", "1.2.3.4.5", "1.2.3.256", "04.005.6.7", "0x7f.1", "1.2.3.4-2", "v1.2.3.4",
        "1.2.2026",
        "14:03:10", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":::", ":1", "1:", "12345::", "[::1",
        "::1]",
        "::g", "1.2.3.4:65536", "1.2.3.4/33", "::/129", "fe80::1%", "1:2:3:4:5:6:7:8::", "::1.2.3",
        "localhost",
        "1:2:3:4:5:6:7:1.2.3.4", "1.2.3.4:", "::1.2.3.4:80",
    ])
    func otherTextsAreNoAddress(text: String) {
        #expect(NetworkAddress(text) == nil)
    }

    @Test(arguments: [
        ("10.1.2.3", "private"), ("172.16.0.1", "private"), ("172.31.255.255", "private"),
        ("172.32.0.0", "public"), ("192.168.7.7", "private"), ("fd12:3456::1", "private"),
        ("127.0.0.1", "loopback"), ("::1", "loopback"), ("169.254.9.9", "link-local"),
        ("fe80::1", "link-local"),
        ("100.64.1.1", "shared"), ("100.128.0.0", "public"), ("224.0.0.251", "multicast"),
        ("ff02::1", "multicast"), ("192.0.2.1", "documentation"), ("198.51.100.7", "documentation"),
        ("203.0.113.9", "documentation"), ("2001:db8::1", "documentation"), ("3fff::1", "documentation"),
        ("0.0.0.0", "unspecified"), ("::", "unspecified"), ("0.0.0.1", "reserved"),
        ("198.18.0.1", "reserved"),
        ("255.255.255.255", "reserved"), ("240.0.0.1", "reserved"), ("2001:2::1", "reserved"),
        ("4000::1", "reserved"), ("9.9.9.9", "public"), ("2620:fe::fe", "public"), ("64:ff9b::1", "public"),
    ])
    func kindsAreThoseOfTheRegistries(text: String, kind: String) {
        #expect(NetworkAddress(text).map { AddressKind($0).rawValue } == kind)
    }

    @Test func textsOfAddressesAreReadBack() {
        var random = SeededRandom(7)
        for _ in 0..<2_000 {
            // Zeros of many lengths.
            let mask = random.next() & random.next() & random.next()
            let address = NetworkAddress(high: random.next() & mask, low: random.next() & ~mask)
            #expect(NetworkAddress(address.description) == address)
        }
    }
}
