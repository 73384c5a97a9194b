import RowValues
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// The address of the client, wherever the form of a line has it.
@Suite struct LogAddressTests {
    private static func row(_ line: String) throws -> [String: String] {
        let loaded = try LogFormTests.load(line + "\n")
        #expect(loaded.table.recordCount == 1 && loaded.isAccountedFor)
        return try loaded.rows()[0]
    }

    // MARK: ports

    @Test(arguments: [
        ("[core:error] [pid 812:tid 1] [client 2fa0:1:2:3:4:5:6:7:443] AH00126: bad", "2fa0:1:2:3:4:5:6:7"),
        ("[core:error] [pid 812] [client 2fa0:1::1:51022] bad", "2fa0:1::1"),
        ("[core:error] [pid 812] [client 2fa0:1::1:4711] bad", "2fa0:1::1"),
        ("[core:error] [pid 812] [client [2fa0:1::1]:4711] bad", "2fa0:1::1"),
        ("[core:error] [pid 812] [client ::1:80] bad", "::1"),
        ("[core:error] [pid 812] [client 203.0.113.9:51022] bad", "203.0.113.9"),
        // Apache 2.2 knew neither modules nor ports.
        ("[error] [client 2fa0:1::1:4711] File does not exist", "2fa0:1::1:4711"),
        ("[error] [client 203.0.113.9] File does not exist", "203.0.113.9"),
    ])
    func errorsOfApache(rest: String, ip: String) throws {
        #expect(try Self.row("[Thu Nov 26 14:03:10.123456 2026] " + rest)["ip"] == ip)
    }

    @Test func nginxNamesNoPort() throws {
        let line = "2026/11/26 14:03:10 [error] 812#812: *1 x failed, client: 2fa0:1::1:4711, server: a"
        #expect(try Self.row(line)["ip"] == "2fa0:1::1:4711")
    }

    @Test(arguments: [
        ("haproxy[9]: 2fa0:1:2:3:4:5:6:7:51022 [26/Nov/2026:14:03:10.123] a b/c 0/0", "2fa0:1:2:3:4:5:6:7"),
        ("haproxy[9]: 2fa0:1::1:4711 [26/Nov/2026:14:03:10.123] a b/c 0/0", "2fa0:1::1"),
        ("haproxy[9]: 9.9.9.9:4711 [26/Nov/2026:14:03:10.123] a b/c 0/0", "9.9.9.9"),
        ("haproxy[9]: Connect from 2fa0:1:2:3:4:5:6:7:51022 to 10.0.0.1:80", "2fa0:1:2:3:4:5:6:7"),
        ("other[9]: 2fa0:1::1:51022 lost", "2fa0:1::1"),
    ])
    func messagesOfProxies(message: String, ip: String) throws {
        #expect(try Self.row("Nov 26 14:03:10 gate " + message)["ip"] == ip)
    }
}
