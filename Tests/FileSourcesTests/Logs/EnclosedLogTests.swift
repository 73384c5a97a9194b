import RowValues
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// Lines of one log in the messages of another.
@Suite struct EnclosedLogTests {
    private static func rows(_ text: String) throws -> [[String: String]] {
        let loaded = try LogFormTests.load(text)
        #expect(loaded.isAccountedFor)
        return try loaded.rows()
    }

    private static let proxied =
        #"9.9.9.9:33317 [26/Nov/2026:14:03:10.655] web~ shop/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 "GET /a HTTP/1.1""#
    private static let access =
        #"9.9.9.9 - anna [26/Nov/2026:14:03:10 +0100] "GET /a HTTP/1.1" 401 512 "-" "curl/8.5""#

    @Test func proxiesBehindTheHeadOfSyslog() throws {
        let rows = try Self.rows(
            "Nov 26 14:03:11 gate haproxy[812]: \(Self.proxied)\n"
                + "Nov 26 14:03:12 gate haproxy[812]: Server shop/srv1 is DOWN, check of 10.0.0.7 failed\n"
                + "Nov 26 14:03:13 gate haproxy[812]: \(Self.proxied)\n")
        #expect(
            rows[0] == [
                "line": "1", "time": "2026-11-26T14:03:10.655Z", "host": "gate", "program": "haproxy",
                "pid": "812", "message": Self.proxied, "ip": "9.9.9.9", "frontend": "web~",
                "backend": "shop", "server": "srv1", "request_ms": "10", "queue_ms": "0",
                "connect_ms": "30", "response_ms": "69", "total_ms": "109", "status": "200",
                "bytes": "2750", "termination": "----", "connections": "1/1/1/1/0", "queues": "0/0",
                "method": "GET", "path": "/a", "protocol": "HTTP/1.1",
            ])
        #expect(rows[1]["status"] == nil && rows[1]["ip"] == "10.0.0.7")
        #expect(rows[1]["message"] == "Server shop/srv1 is DOWN, check of 10.0.0.7 failed")
        #expect(rows[1]["time"] == "2026-11-26T14:03:12Z" && rows[2]["status"] == "200")
    }

    @Test(arguments: [
        "Nov 26 14:03:11 gate nginx: \(access)", "<190>Nov 26 14:03:11 gate nginx: \(access)",
        "<190>1 2026-11-26T14:03:11Z gate nginx 7 - - \(access)",
        "2026-11-26T14:03:11.123456789Z stdout F \(access)",
        #"{"log":"9.9.9.9 - anna [26/Nov/2026:14:03:10 +0100] \"GET /a HTTP/1.1\" 401 512 \"-\" \"curl/8.5\"\n","stream":"stdout","time":"2026-11-26T13:03:11.1Z"}"#,
        "web-1  | \(access)", "[pod/web-1/nginx] \(access)",
    ])
    func serversBehindAHead(line: String) throws {
        let row = try Self.rows(line + "\n")[0]
        #expect(row["ip"] == "9.9.9.9" && row["user"] == "anna" && row["status"] == "401")
        #expect(row["time"] == "2026-11-26T14:03:10+01:00" && row["path"] == "/a")
        #expect(row["agent"] == "curl/8.5" && row["message"] == Self.access && row["referer"] == nil)
    }

    private static let object =
        #"{"level":"warn","client_ip":"9.9.9.9","via":"8.8.8.8","status":401,"host":"x"}"#

    @Test func objectsBehindTheHeadOfSyslog() throws {
        let loaded = try LogFormTests.load(
            "Nov 26 14:03:10 gate app[7]: \(Self.object)\n"
                + "Nov 26 14:03:11 gate app[7]: @cee: {\"level\":\"info\",\"message\":\"up\"}\n")
        let rows = try loaded.rows()
        #expect(rows[0]["level"] == "warn" && rows[0]["status"] == "401" && rows[0]["host"] == "gate")
        #expect(rows[0]["host_2"] == "x" && rows[0]["ip"] == "9.9.9.9" && rows[0]["message"] == Self.object)
        #expect(rows[1]["message"] == "up" && rows[1]["level"] == "info" && rows[1]["status"] == nil)
        var kinds: [FieldValue.Kind] = []
        try loaded.table.visitRows([0]) { kinds = $0.values.map(\.kind) }
        let status = try #require(loaded.table.columnNames.firstIndex(of: "status"))
        let message = try #require(loaded.table.columnNames.firstIndex(of: "message"))
        #expect(kinds[status] == .number && kinds[message] == .text)
    }

    @Test func objectsInThoseOfDockerAddColumnsAsTheyAreMet() throws {
        let quoted = Self.object.replacing("\"", with: #"\""#)
        let line = #"{"log":"\#(quoted)\n","stream":"stdout","time":"2026-11-26T13:03:10.1Z"}"# + "\n"
        let late = #"{"log":"{\"late\":\"x\"}\n","stream":"stderr","time":"2026-11-26T13:03:12.1Z"}"# + "\n"
        let rows = try Self.rows(String(repeating: line, count: 1_200) + late)
        #expect(
            rows[0]["client_ip"] == "9.9.9.9" && rows[0]["ip"] == "9.9.9.9" && rows[0]["stream"] == "stdout")
        #expect(rows[1_200]["late"] == "x" && rows[1_200]["time"] == "2026-11-26T13:03:12.1Z")
        #expect(rows[0]["late"] == nil && rows.count == 1_201)
    }

    @Test func firewallsNameTheirValues() throws {
        let rows = try Self.rows(
            """
            Nov 26 14:03:10 gate kernel: [1.5] [UFW BLOCK] IN=eth0 OUT= SRC=9.9.9.9 DST=10.0.0.7 LEN=40 TTL=245 ID=1 DF PROTO=TCP SPT=51022 DPT=22 SYN URGP=0
            Nov 26 14:03:11 gate kernel: [1.6] [UFW ALLOW] IN= OUT=eth0 SRC=10.0.0.7 DST=8.8.8.8 LEN=40 TTL=64 ID=2 DF PROTO=TCP SPT=51022 DPT=443 SYN URGP=0

            """)
        #expect(
            rows.map { $0["DPT"] } == ["22", "443"] && rows.map { $0["SRC"] } == ["9.9.9.9", "10.0.0.7"])
        #expect(rows.map { $0["ip"] } == ["9.9.9.9", "8.8.8.8"] && rows[0]["OUT"] == nil)
        let mail = try Self.rows(
            "Nov 26 14:03:12 mx dovecot: imap-login: Login: user=<anna>, method=PLAIN, lip=8.8.4.4, rip=9.9.9.9, mpid=1, TLS\n"
        )[0]
        #expect(mail["ip"] == "9.9.9.9" && mail["method"] == "PLAIN" && mail["user"] == "<anna>")
    }

    @Test func otherMessagesStayTexts() throws {
        let loaded = try LogFormTests.load(
            "Nov 26 14:03:10 gate nginx: \(Self.access)\n"
                + String(
                    repeating:
                        "Nov 26 14:03:11 gate sshd[8]: Failed password for root from 8.8.8.8 port 22\n",
                    count: 3))
        #expect(loaded.table.columnNames == ["line", "time", "host", "program", "pid", "message", "ip"])
    }

    /// The rows of such a table are no lines of services.
    @Test func barsOfTablesAreNone() {
        let table = "name | ip | n\nGate | 9.9.9.9 | 1\nDoor | 8.8.8.8 | 2\n"
        let isLog = ByteRun.with(Array(table.utf8)) { LogDetection($0, isWhole: true) != nil }
        #expect(!isLog)
    }
}
