import Addresses
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import Streams

/// Addresses and coordinates in text.
@Suite struct LogScanTests {
    private func addresses(_ text: String) -> [String] {
        var found: [String] = []
        ByteRun.with(Array(text.utf8)) { bytes in
            AddressScan(bytes, 0..<bytes.count).forEach {
                found.append($0.description)
                return true
            }
        }
        return found
    }

    @Test(arguments: [
        ("Ban 203.0.113.9", ["203.0.113.9"]), ("from 203.0.113.9.", ["203.0.113.9"]),
        ("peer=<[2001:db8::7]:443> lost", ["2001:db8::7"]), ("at 203.0.113.9:51022,", ["203.0.113.9"]),
        ("route add 10.0.0.0/8 via", ["10.0.0.0"]), ("client:9.9.9.9", ["9.9.9.9"]),
        ("fe80::1%eth0 up", ["fe80::1"]), ("::ffff:9.9.9.9 here", ["9.9.9.9"]), ("“9.9.9.9”", ["9.9.9.9"]),
        ("2001:db8::7: closed", ["2001:db8::7"]), ("listening on :: port 22", ["::"]),
        ("a 9.9.9.9 b 10.0.0.1", ["9.9.9.9", "10.0.0.1"]),
        ("gate.example.org/9.9.9.9:443", ["9.9.9.9"]), ("example.com/9.9.9.9 refused", ["9.9.9.9"]),
        ("tcp outside/9.9.9.9(51022) -> inside/10.1.1.5(443)", ["9.9.9.9", "10.1.1.5"]),
        ("http://9.9.9.9/a", ["9.9.9.9"]),
        ("/9.9.9.9:443", ["9.9.9.9"]), ("at 9.9.9.9.", ["9.9.9.9"]),
        ("at 2fa0:1:2:3:4:5:6:7:443 up", ["2fa0:1:2:3:4:5:6:7"]), ("2001:db8::7:51022", ["2001:db8::7"]),
    ])
    func whatIsAnAddress(text: String, found: [String]) { #expect(addresses(text) == found) }

    @Test(arguments: [
        "libfoo 1.2.3.4-2", "v1.2.3.4", "on 1.2.2026", "10.12.2026", "1.2.3.4.5", "04.005.6.7", "14:03:10",
        "Debian-2.1.2.7,", "de:ad:be:ef:00:01", "256.1.1.1", "1.2.3", "std::vector", ":::", "SHA256:abc",
        "x_1.2.3.4", "1.2.3.4_x", "1.2.3.4x", "Mozilla/5.0 Chrome/120.0.0.0 Safari/537.36",
        "sqlmap/1.8.4.2#stable",
        "query: 4.3.64.91.in-addr.arpa IN PTR", "host 4.3.2.1.dyn.example.org",
    ])
    func whatIsNone(text: String) { #expect(addresses(text) == []) }

    @Test func aPublicAddressComesBeforeOthers() {
        func best(_ text: String) -> String? {
            ByteRun.with(Array(text.utf8)) { AddressScan($0, 0..<$0.count).best?.description }
        }
        #expect(best("from 10.0.0.9 for 9.9.9.9 refused") == "9.9.9.9")
        #expect(best("from 10.0.0.9 for 192.168.0.1") == "10.0.0.9" && best("none") == nil)
    }

    private func places(_ text: String) -> [String] {
        ByteRun.with(Array(text.utf8)) { bytes in
            ProseScan(bytes, 0..<bytes.count).places.map { place in
                let found = place.coordinate.coordinate
                return "\(found.latitude),\(found.longitude)"
            }
        }
    }

    @Test(arguments: [
        ("meet at 47.3769, 8.5417 or geo:47.37,8.54", ["47.3769,8.5417", "47.37,8.54"]),
        ("(47.3769 8.5417)", ["47.3769,8.5417"]), ("at 33°51'36\"S 151°12'E.", ["-33.86,151.2"]),
        ("N 47° 22.600 E 008° 32.400", ["47.3766667,8.54"]),
        ("at N47° 22.600, E008° 32.400.", ["47.3766667,8.54"]),
        ("47° 22.600 N 008° 32.400 E", ["47.3766667,8.54"]),
        ("S 33° 51.600 W 070° 12.600", ["-33.86,-70.21"]),
        ("E 008° 32.400 N 47° 22.600", ["47.3766667,8.54"]),
        ("{\"lat\": 47.3769, \"lon\": 8.5417}", ["47.3769,8.5417"]),
        ("N 47.5° E 8.25°, go", ["47.5,8.25"]), ("47.5N 8.25E", ["47.5,8.25"]),
        ("lat=47.5 lon=8.25", ["47.5,8.25"]), ("Latitude: 47.5, Longitude: -8.25", ["47.5,-8.25"]),
        ("https://www.openstreetmap.org/#map=15/47.3769/8.5417 ok", ["47.3769,8.5417"]),
        ("-33.856, 151.215;", ["-33.856,151.215"]),
        (#"N46°30'36" E9°12'36""#, ["46.51,9.21"]), ("S 33.8688 E 151.2093", ["-33.8688,151.2093"]),
        ("48° 30′ 36″ North, 2° 12′ 36″ East", ["48.51,2.21"]),
        ("at N47°22.5 E008°32.25.", ["47.375,8.5375"]),
        ("N46°30'36 E9°12'36", ["46.51,9.21"]), ("33°51'S151°12'E", ["-33.85,151.2"]),
        ("N 47 22.5, E 8 32.25", ["47.375,8.5375"]), ("33 51 S 151 12 E", ["-33.85,151.2"]),
        ("33:51:36S 151:12:36E", ["-33.86,151.21"]), ("33d51m36sS 151d12m36sE", ["-33.86,151.21"]),
        ("33 deg 51 min South, 151 deg 12 min East", ["-33.85,151.2"]), ("47,5° 8,25°", ["47.5,8.25"]),
        ("\u{2212}33.85°, 151.2°", ["-33.85,151.2"]), ("33°51’36” 151°12’36”", ["33.86,151.21"]),
        ("sent POINT(8.5417 47.3769), 3 left", ["47.3769,8.5417"]),
        ("SRID=4326;point z (8.5 47.25 400) MULTIPOINT(9.5 46.25)", ["47.25,8.5", "46.25,9.5"]),
        ("point (47.3769, 8.5417)", ["47.3769,8.5417"]), ("points 47.3769, 8.5417", ["47.3769,8.5417"]),
        ("N 47 E 8 12 apples", ["47.0,8.0"]), ("33°51'36'' 151°12'36''", ["33.86,151.21"]),
        ("48°\u{A0}30\u{202F}′\u{A0}N 2°\u{A0}12\u{202F}′\u{A0}E", ["48.5,2.2"]),
    ])
    func whatIsACoordinate(text: String, found: [String]) { #expect(places(text) == found) }

    @Test(arguments: [
        "3.5, 2.5 is none", "load 0.12 0.34", "times 0.001 0.002 0.003", "10.12.2026, 11.12.2026",
        "1.2.3.4, 5.6.7.8", "v1.234, 2.345x", "91.234, 8.123", "https://example.org/a,b", "12, 13",
        "2026-11-26T14:03:10.123", "47.3769,", "turn 30 deg, 45 deg", "after 1d12m 2d30m", "14:03:10 E 12:30",
        "LINESTRING(8.5417 47.3769, 7.4474 46.94", "rooms 12 33, 14 15",
        "from 10:30 to 11:45 in Northern Europe",
    ])
    func whatIsNoCoordinate(text: String) { #expect(places(text) == []) }
}
