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

    // MARK: access logs

    private static let request = #""GET /a HTTP/1.1" 200 512 "-" "curl/8.5""#

    @Test(
        arguments: [
            ("9.9.9.9, 10.0.0.7 - - [26/Nov/2026:14:03:10 +0100] ", "9.9.9.9", nil),
            ("10.0.0.7,9.9.9.9 - anna [26/Nov/2026:14:03:10 +0100] ", "9.9.9.9", "anna"),
            ("unknown, 10.1.1.1, 9.9.9.9 - - [26/Nov/2026:14:03:10 +0100] ", "9.9.9.9", nil),
            ("9.9.9.9 10.0.0.7 - - [26/Nov/2026:14:03:10 +0100] ", "9.9.9.9", nil),
            ("- 10.0.0.7 - - [26/Nov/2026:14:03:10 +0100] ", "10.0.0.7", nil),
            ("9.9.9.9, 10.0.0.7 172.16.0.1 - jo [26/Nov/2026:14:03:10 +0100] ", "9.9.9.9", "jo"),
        ] as [(String, String, String?)])
    func whatAProxyWasToldStandsInFront(start: String, ip: String, user: String?) throws {
        let row = try Self.row(start + Self.request)
        #expect(row["ip"] == ip && row["status"] == "200" && row["host"] == nil)
        #expect(row["user"]?.split(separator: " ").last.map(String.init) == user)
    }

    @Test(arguments: [
        ("2026-11-26T14:03:10+01:00", "2026-11-26T14:03:10+01:00"),
        ("2026-11-26T14:03:10Z", "2026-11-26T14:03:10Z"),
        ("26/Nov/2026:14:03:10.123 +0100", "2026-11-26T14:03:10.123+01:00"),
    ])
    func timesOfAccessLogs(written: String, time: String) throws {
        let row = try Self.row("9.9.9.9 - - [\(written)] " + Self.request)
        #expect(
            row["time"] == time && row["status"] == "200" && row["path"] == "/a" && row["ip"] == "9.9.9.9")
    }

    @Test func theHostMayStandBeforeTheRequest() throws {
        let row = try Self.row(#"9.9.9.9 - - [26/Nov/2026:14:03:10 +0100] "example.org" "# + Self.request)
        #expect(row["host"] == "example.org" && row["method"] == "GET" && row["status"] == "200")
        #expect(row["agent"] == "curl/8.5" && row["ip"] == "9.9.9.9")
    }

    @Test(arguments: [
        #"9.9.9.9 - - [26/Nov/2026:14:03:10 +0100] "GET / HTTP/1.1" HIT 200 1"#,
        #"9.9.9.9 - - [26/Nov/2026:14:03:10 +0100] 0.012 GET / 200"#,
    ])
    func linesWithAnotherOrderAreTexts(line: String) throws {
        let row = try Self.row(line)
        #expect(row == ["line": "1", "text": line, "ip": "9.9.9.9"])
    }

    @Test(arguments: [
        (#" "9.9.9.9""#, "9.9.9.9"), (#" 0.012 "9.9.9.9""#, "9.9.9.9"),
        (#" "-" "0.012" "9.9.9.9, 10.0.0.7""#, "9.9.9.9, 10.0.0.7"),
        (#" rt=0.012 uct="0.001" xff="9.9.9.9""#, "9.9.9.9"),
        (
            #" "for=\"[2fa0:1::1]:4711\";proto=https""#, #"for="[2fa0:1::1]:4711";proto=https"#
        ),
    ])
    func whatFollowsTheAgent(end: String, forwarded: String) throws {
        let row = try Self.row("10.0.0.7 - - [26/Nov/2026:14:03:10 +0100] " + Self.request + end)
        #expect(row["forwarded"] == forwarded && row["agent"] == "curl/8.5")
    }

    @Test func whatTraefikWritesBehindTheAgentHasItsNames() throws {
        let row = try Self.row(
            "10.0.0.7 - - [26/Nov/2026:14:03:10 +0100] " + Self.request
                + #" 17 "shop@docker" "http://10.0.0.5:80" 3ms"#)
        #expect(row["requests"] == "17" && row["router"] == "shop@docker" && row["duration_ms"] == "3")
        #expect(row["server"] == "http://10.0.0.5:80" && row["forwarded"] == nil)
        // Where no router was found there is no server either.
        let none = try Self.row(
            "10.0.0.7 - - [26/Nov/2026:14:03:10 +0100] " + Self.request + #" 18 "-" "-" 0ms"#)
        #expect(none["requests"] == "18" && none["router"] == nil && none["duration_ms"] == "0")
    }

    @Test func onlyAddressesBehindTheAgentWereForwarded() throws {
        func row(_ end: String) throws -> [String: String] {
            try Self.row("10.0.0.7 - - [26/Nov/2026:14:03:10 +0100] " + Self.request + end)
        }
        let timed = try row(" 0.012")
        #expect(timed["extra"] == "0.012" && timed["forwarded"] == nil)
        for end in ["\0", " ", #" "-""#] {
            let row = try row(end)
            #expect(row["extra"] == nil && row["forwarded"] == nil && row["agent"] == "curl/8.5")
        }
    }

    @Test func numbersBeforeTheRefererAreLeftOut() throws {
        let row = try Self.row(
            #"9.9.9.9 - - [26/Nov/2026:14:03:10 +0100] "GET / HTTP/1.1" 200 1 0.012 0.010 "http://a/" "x""#)
        #expect(row["referer"] == "http://a/" && row["agent"] == "x")
    }

    // MARK: syslog

    @Test(arguments: [
        (
            #"[origin ip="71.12.92.86"] Failed password from 9.9.9.9"#, "Failed password from 9.9.9.9",
            "9.9.9.9"
        ),
        (#"[a b="\"]\" 1.1.1.1"][c d="x"] from 9.9.9.9"#, "from 9.9.9.9", "9.9.9.9"),
        (#"[origin ip="71.12.92.86"] started"#, "started", "71.12.92.86"),
        (#"[origin ip="71.12.92.86"]"#, #"[origin ip="71.12.92.86"]"#, "71.12.92.86"),
        ("[torn from 9.9.9.9", "[torn from 9.9.9.9", "9.9.9.9"),
        ("- [x] from 9.9.9.9", "[x] from 9.9.9.9", "9.9.9.9"),
    ])
    func structuredDataAreNoMessage(rest: String, message: String, ip: String) throws {
        let row = try Self.row("<38>1 2026-11-26T14:03:10.2Z gate sshd 812 - " + rest)
        #expect(row["message"] == message && row["ip"] == ip)
    }

    @Test func theJournalWritesBytes() throws {
        let row = try Self.row(
            #"{"__REALTIME_TIMESTAMP":"1795701790123456","MESSAGE":[70,97,105,108,27,91,109,32,57,46,57,46,57,46,57]}"#
        )
        #expect(row["message"] == "Fail\u{1B}[m 9.9.9.9" && row["ip"] == "9.9.9.9")
    }

    // MARK: fields and texts

    @Test(arguments: ["src-ip", "c-ip", "source-address", "whoever"])
    func fieldsOfClients(name: String) throws {
        let loaded = try LogFormTests.load(
            "#Version: 1.5\n#Fields: date time action \(name) size\n2026-11-26 14:03:10 DROP 9.9.9.9 60\n")
        let rows = try loaded.rows()
        #expect(rows[2]["ip"] == "9.9.9.9" && rows[2]["time"] == "2026-11-26T14:03:10Z")
        // What a line says of the log is a text without an address.
        #expect(rows[0] == ["line": "1", "text": "#Version: 1.5"])
        #expect(!loaded.notices.contains { $0.contains("of another form") })
        #expect(loaded.table.columnNames.prefix(3) == ["line", "ip", "time"])
    }

    @Test func columnsThatALineNamesCanBeAskedFor() throws {
        let text = "#Fields: date time src-ip dst-ip\n2026-11-26 14:03:10 9.9.9.9 8.8.8.8\n"
        let reader = ByteRun.with(Array(text.utf8)) { LogDetection($0, isWhole: true)?.reader }
        #expect(reader?.columnNames == ["ip", "time", "src-ip", "dst-ip"])
    }
}
