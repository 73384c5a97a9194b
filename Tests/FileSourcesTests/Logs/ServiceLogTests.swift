import RowValues
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// Logs of services, firewalls and proxies, whose columns have names of their own.
@Suite struct ServiceLogTests {
    private static func rows(_ text: String) throws -> [[String: String]] {
        let loaded = try LogFormTests.load(text)
        #expect(loaded.isAccountedFor)
        return try loaded.rows()
    }

    private static let bucket =
        #"79a59df900b949e5 shop.example [06/Feb/2026:00:00:38 +0000] 203.0.113.9 - 3E57427F3E REST.GET.OBJECT img/a.png "GET /img/a.png?x=1 HTTP/1.1" 403 AccessDenied 243 - 41 7 "-" "S3 \"Console\"/0.4" - s9lzHY= SigV4 ECDHE-RSA AuthHeader shop.s3.amazonaws.com TLSv1.2 - -"#

    @Test func accessToABucket() throws {
        let row = try Self.rows(Self.bucket + "\n")[0]
        #expect(
            row == [
                "line": "1", "owner": "79a59df900b949e5", "bucket": "shop.example",
                "time": "2026-02-06T00:00:38+00:00", "ip": "203.0.113.9", "request_id": "3E57427F3E",
                "operation": "REST.GET.OBJECT", "key": "img/a.png", "method": "GET",
                "path": "/img/a.png?x=1", "protocol": "HTTP/1.1", "status": "403", "error": "AccessDenied",
                "bytes": "243", "total_ms": "41", "turnaround_ms": "7", "agent": "S3 \"Console\"/0.4",
                "host_id": "s9lzHY=", "signature": "SigV4", "cipher": "ECDHE-RSA",
                "authentication": "AuthHeader", "host": "shop.s3.amazonaws.com", "tls": "TLSv1.2",
            ])
        // What S3 does by itself has neither a request nor a client.
        let own = try Self.rows(
            "79a5 b [06/Feb/2026:00:00:38 +0000] - AmazonS3 3E57 S3.EXPIRE.OBJECT a.log - - - - 12 - - \"-\" \"-\" -\n"
        )[0]
        #expect(own["operation"] == "S3.EXPIRE.OBJECT" && own["ip"] == nil && own["object_size"] == "12")
    }

    @Test func requestsOfHAProxy() throws {
        let row = try Self.rows(
            #"2001:DB8::7:33317 [06/Feb/2026:12:14:14.655] web~ shop/srv1 10/0/30/69/+109 200 +2750 - x=1 ---- 1/1/1/1/0 0/0 {a.example|x} {b} "GET /a HTTP/1.1""#
                + "\n")[0]
        #expect(
            row == [
                "line": "1", "ip": "2001:db8::7", "time": "2026-02-06T12:14:14.655Z", "frontend": "web~",
                "backend": "shop", "server": "srv1", "request_ms": "10", "queue_ms": "0",
                "connect_ms": "30", "response_ms": "69", "total_ms": "109", "status": "200",
                "bytes": "2750", "response_cookie": "x=1", "termination": "----",
                "connections": "1/1/1/1/0", "queues": "0/0", "request_headers": "a.example|x",
                "response_headers": "b", "method": "GET", "path": "/a", "protocol": "HTTP/1.1",
            ])
    }

    @Test func connectionsAndRequestsOfHAProxyAreOneLog() throws {
        let rows = try Self.rows(
            """
            9.9.9.9:33313 [06/Feb/2026:12:12:51.443] mail smtp/srv1 0/-1/5007 212 -- 0/0/0/0/3 0/0
            9.9.9.9:33317 [06/Feb/2026:12:14:14.655] web web/<NOSRV> -1/-1/-1/-1/0 400 187 - - PR-- 1/1/0/0/0 0/0 "<BADREQ>"

            """)
        #expect(
            rows == [
                [
                    "line": "1", "ip": "9.9.9.9", "time": "2026-02-06T12:12:51.443Z", "frontend": "mail",
                    "backend": "smtp", "server": "srv1", "queue_ms": "0", "connect_ms": "-1",
                    "total_ms": "5007", "bytes": "212", "termination": "--", "connections": "0/0/0/0/3",
                    "queues": "0/0",
                ],
                [
                    "line": "2", "ip": "9.9.9.9", "time": "2026-02-06T12:14:14.655Z", "frontend": "web",
                    "backend": "web", "server": "<NOSRV>", "request_ms": "-1", "queue_ms": "-1",
                    "connect_ms": "-1", "response_ms": "-1", "total_ms": "0", "status": "400",
                    "bytes": "187", "termination": "PR--", "connections": "1/1/0/0/0", "queues": "0/0",
                    "method": "<BADREQ>",
                ],
            ])
    }

    @Test func pairsBehindThePriorityOfSyslog() throws {
        let rows = try Self.rows(
            """
            <189>date=2025-03-03 time=14:05:06 devname="gate" srcip=203.0.113.9 action="deny"
            <190>date=2025-03-03 time=14:05:07 devname="gate" srcip=203.0.113.10 action="accept"

            """)
        #expect(rows.map { $0["date"] } == ["2025-03-03", "2025-03-03"])
        #expect(rows[0]["time"] == "14:05:06" && rows[0]["devname"] == "gate")
        #expect(rows[1]["srcip"] == "203.0.113.10" && rows[1]["action"] == "accept")
    }

    @Test func squid() throws {
        let row = try Self.rows(
            "1795701790.123    921 2001:DB8::7 TCP_MISS/200 507 GET http://example.org/a - DIRECT/192.0.2.1 text/html\n"
        )[0]
        #expect(
            row == [
                "line": "1", "time": "2026-11-26T14:03:10.123000Z", "elapsed_ms": "921", "ip": "2001:db8::7",
                "result": "TCP_MISS", "status": "200", "bytes": "507", "method": "GET",
                "url": "http://example.org/a", "hierarchy": "DIRECT", "server": "192.0.2.1",
                "type": "text/html",
            ])
    }

    private static let flow =
        "2 123456789010 eni-1235b8ca 10.0.0.7 9.9.9.9 20641 22 6 20 4249 1795701790 1795701850 ACCEPT OK\n"

    @Test(arguments: [true, false])
    func flowsAreAtTheirPublicEnd(hasHead: Bool) throws {
        let head =
            "version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status\n"
        let rows = try Self.rows((hasHead ? head : "") + Self.flow + Self.flow)
        let row = try #require(rows.last)
        #expect(row["ip"] == "9.9.9.9" && row["srcaddr"] == "10.0.0.7" && row["dstport"] == "22")
        #expect(row["start"] == "2026-11-26T14:03:10.000000Z" && row["action"] == "ACCEPT")
        #expect(rows.count == (hasHead ? 3 : 2))
    }

    @Test(arguments: [("conn.tsv", true), ("conn.log", true), ("conn.csv", false)])
    func whatNamesItsFieldsIsALogWhateverTheFileIsCalled(name: String, isLog: Bool) {
        let text =
            "#separator \\x09\n#path\tconn\n#fields\tts\tid.orig_h\tid.resp_h\n1795701790.1\t10.0.0.7\t9.9.9.9\n"
        let found = FileKind.log.confidence(in: SourceHead(Array(text.utf8), name: name, isStream: false))
        #expect((found == .content) == isLog)
        let cloud =
            "#Version: 1.0\n#Fields: date time x-edge-location c-ip\n2026-11-26\t14:03:10\tFRA\t9.9.9.9\n"
        let head = SourceHead(Array(cloud.utf8), name: name, isStream: false)
        #expect((FileKind.log.confidence(in: head) == .content) == isLog)
        let table = SourceHead(Array("name\tip\nGate\t9.9.9.9\n".utf8), name: "a.tsv", isStream: false)
        #expect(FileKind.log.confidence(in: table) == nil)
    }

    /// Fourteen words make no flow.
    @Test func otherLinesWithAsManyWordsAreTexts() throws {
        let line =
            "[26.11. 14:03] NOTICE sip: Registration from <1@10.0.0.1> failed for 9.9.9.9:5060 - Wrong password here\n"
        #expect(line.split(separator: " ").count == 14)
        let rows = try Self.rows(line + line)
        #expect(rows.map { $0["ip"] } == ["9.9.9.9", "9.9.9.9"] && rows[0]["srcaddr"] == nil)
    }

    @Test func flowsWithFieldsOfOnesOwn() throws {
        let rows = try Self.rows("dstaddr srcaddr tcp-flags\n10.0.0.7 8.8.4.4 2\n8.8.8.8 10.0.0.7 18\n")
        #expect(rows.dropFirst().map { $0["ip"] } == ["8.8.4.4", "8.8.8.8"])
        #expect(rows[2]["tcp-flags"] == "18")
    }

    @Test(arguments: [
        "CEF:0|Acme|Gate|1.0|100|Login \\| failed|5|src=10.0.0.7 dst=9.9.9.9 msg=no such user\\=root request=http://x/?a=1 cs1=x",
        "Nov 26 14:03:10 gate CEF:0|Acme|Gate|1.0|100|Login \\| failed|5|src=10.0.0.7 dst=9.9.9.9 msg=no such user\\=root request=http://x/?a=1 cs1=x",
        "<134>1 2026-11-26T14:03:10Z gate CEF:0|Acme|Gate|1.0|100|Login \\| failed|5|src=10.0.0.7 dst=9.9.9.9 msg=no such user\\=root request=http://x/?a=1 cs1=x",
    ])
    func events(line: String) throws {
        let row = try Self.rows(line + "\n")[0]
        #expect(row["vendor"] == "Acme" && row["name"] == "Login | failed" && row["severity"] == "5")
        #expect(row["ip"] == "9.9.9.9" && row["msg"] == "no such user=root" && row["cs1"] == "x")
        #expect(row["request"] == "http://x/?a=1" && row["src"] == "10.0.0.7")
        let hasHead = !line.hasPrefix("CEF")
        #expect(row["time"] == (hasHead ? "2026-11-26T14:03:10Z" : nil))
        #expect(row["host"] == (hasHead ? "gate" : nil))
    }

    @Test(arguments: [
        "LEEF:1.0|Acme|Gate|4.0 SP1|15345|src=203.0.113.9\tpath=C:\\new\tsev=5",
        "LEEF:2.0|Acme|Gate|4.0 SP1|15345|^|src=203.0.113.9^path=C:\\new^sev=5",
        "LEEF:2.0|Acme|Gate|4.0 SP1|15345|x5E|src=203.0.113.9^path=C:\\new^sev=5",
    ])
    func eventsWithAttributes(line: String) throws {
        let row = try Self.rows(line + "\n")[0]
        #expect(row["version"] == "4.0 SP1" && row["event"] == "15345" && row["ip"] == "203.0.113.9")
        #expect(row["path"] == "C:\\new" && row["sev"] == "5")
    }

    @Test(arguments: [
        ("CEF:0|Acme|Gate|1.0|100|Login|5|src=9.9.9.9 rt=1795701790123", "2026-11-26T14:03:10.123000Z"),
        ("LEEF:2.0|Acme|Gate|4.0|7|^|src=9.9.9.9^devTime=Nov 26 2026 14:03:10", "2026-11-26T14:03:10Z"),
        ("Nov 25 14:03:10 gate CEF:0|A|G|1.0|1|L|5|rt=1795701790123 src=9.9.9.9", "2026-11-25T14:03:10Z"),
    ])
    func eventsWithoutTheHeadOfSyslogTellTheirTime(line: String, time: String) throws {
        #expect(try Self.rows(line + "\n")[0]["time"] == time)
    }

    @Test func timesOfWindowsFirewallAreLocal() throws {
        let text =
            "#Version: 1.5\n#Time Format: Local\n#Fields: date time src-ip\n2026-11-26 14:03:10 9.9.9.9\n"
        guard let zone = ZoneTable.named("Europe/Zurich") else { return }
        let loaded = try LogFormTests.load(text) {
            $0.clock = LogClock(zone: zone, milliseconds: 1_795_879_800_000)
        }
        #expect(try loaded.rows()[3]["time"] == "2026-11-26T14:03:10+01:00")
    }

    @Test func flowsOfZeekAndWindowsAreAtTheirPublicEnd() throws {
        let zeek = try Self.rows(
            "#fields\tts\tid.orig_h\tid.resp_h\n1795701790.5\t10.0.0.7\t9.9.9.9\n1795701790.5\t8.8.8.8\t9.9.9.9\n"
                + "1795701790.5\t10.0.0.7\t10.0.0.8\n")
        #expect(zeek.dropFirst().map { $0["ip"] } == ["9.9.9.9", "8.8.8.8", "10.0.0.7"])
        let windows = try Self.rows(
            "#Fields: date time action src-ip dst-ip\n2026-11-26 14:03:10 ALLOW 192.168.1.5 9.9.9.9\n")
        #expect(windows[1]["ip"] == "9.9.9.9")
        // A web server is no end of a flow: only its client counts.
        let web = try Self.rows("#Fields: date time s-ip c-ip\n2026-11-26 14:03:10 9.9.9.9 10.0.0.7\n")
        #expect(web[1]["ip"] == "10.0.0.7")
    }

    @Test(arguments: [
        ("14:03:10.123456 IP 203.0.113.9.51022 > 10.0.0.7.22: Flags [S], seq 1", "203.0.113.9"),
        ("rule 5/0(match): block in on em0: 10.0.0.7.22 > 9.9.9.9.443: S 1:1(0)", "9.9.9.9"),
        ("kernel: [UFW BLOCK] IN=eth0 OUT= SRC=203.0.113.9 DST=10.0.0.7 LEN=40", "203.0.113.9"),
        (
            "filterlog[7]: 5,,,10,igb0,match,block,in,4,0x0,,64,0,0,DF,6,tcp,60,203.0.113.9,10.0.0.7,51022,22",
            "203.0.113.9"
        ),
        ("smtpd[7]: connect from unknown[203.0.113.9]:51022", "203.0.113.9"),
        ("imap-login: Disconnected: user=<a>, rip=203.0.113.9, lip=10.0.0.7", "203.0.113.9"),
    ])
    func firewallsAndMail(message: String, address: String) throws {
        let row = try Self.rows("Nov 26 14:03:10 gate \(message)\n")[0]
        #expect(row["ip"] == address)
    }
}
