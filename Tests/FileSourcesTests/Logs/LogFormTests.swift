import RowValues
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// Each form of lines becomes columns.
@Suite struct LogFormTests {
    /// The clock of 28 November 2026 in UTC.
    private static let clock = LogClock(zone: .utc, milliseconds: 1_795_879_800_000)

    static func load(_ text: String, _ change: (inout LogOptions) -> Void = { _ in }) throws -> LoadedSource {
        try load(Array(text.utf8), change)
    }

    static func load(_ bytes: [UInt8], _ change: (inout LogOptions) -> Void = { _ in }) throws -> LoadedSource
    {
        let file = try TemporaryFile(bytes, extension: "log")
        var options = LogOptions(SourceOptions(), isStream: false)
        options.clock = clock
        change(&options)
        return try withExtendedLifetime(file) {
            try LogLoader(SourceInput(path: file.path), options: options).loaded()
        }
    }

    /// The only row, and the names of the columns.
    private static func row(_ line: String) throws -> [String: String] {
        let loaded = try load(line + "\n")
        #expect(loaded.table.recordCount == 1 && loaded.isAccountedFor)
        return try loaded.rows()[0]
    }

    @Test func combined() throws {
        let row = try Self.row(
            #"203.0.113.9 - anna [26/Nov/2026:14:03:10 +0100] "GET /a?q=\"1\" HTTP/1.1" 401 512 "-" "curl/8.5""#
        )
        #expect(
            row == [
                "line": "1", "ip": "203.0.113.9", "user": "anna", "time": "2026-11-26T14:03:10+01:00",
                "method": "GET", "path": "/a?q=\"1\"", "protocol": "HTTP/1.1", "status": "401",
                "bytes": "512",
                "agent": "curl/8.5",
            ])
    }

    @Test func theColumnsOfCombinedAreInTheirOrder() throws {
        let loaded = try Self.load("203.0.113.9 - - [26/Nov/2026:14:03:10 +0100] \"GET / HTTP/1.1\" 200 1\n")
        #expect(
            loaded.table.columnNames == [
                "line", "ip", "user", "time", "method", "path", "protocol", "status", "bytes", "referer",
                "agent",
            ])
    }

    @Test(arguments: [
        (#"1.1.1.1 - jo hn [26/Nov/2026:14:03:10 +0100] "GET / HTTP/1.1" 200 1 "-" "-""#, "user", "jo hn"),
        (#"1.1.1.1 - - [26/Nov/2026:14:03:10 +0100] "\x16\x03" 400 1 "-" "-""#, "method", #"\x16\x03"#),
        (#"1.1.1.1 - - [26/Nov/2026:14:03:10 +0100] "GET / HTT"#, "method", "GET / HTT"),
        (#"[2001:DB8::7] - - [26/Nov/2026:14:03:10 +0100] "GET / HTTP/1.1" 200 1"#, "ip", "2001:db8::7"),
        (#"::ffff:9.9.9.9 - - [26/Nov/2026:14:03:10 +0100] "GET / HTTP/1.1" 200 1"#, "ip", "9.9.9.9"),
        (
            #"gate.example.org - - [26/Nov/2026:14:03:10 +0100] "GET / HTTP/1.1" 200 1"#, "ip",
            "gate.example.org"
        ),
    ])
    func accessLinesThatAreOdd(line: String, column: String, value: String) throws {
        #expect(try Self.row(line)[column] == value)
    }

    @Test func hostAndForwarded() throws {
        let row = try Self.row(
            #"shop.example.org:443 10.0.0.7 - - [26/Nov/2026:14:03:10 +0000] "POST / HTTP/2.0" 200 9 "-" "-" "203.0.113.9, 10.0.0.7""#
        )
        #expect(row["host"] == "shop.example.org:443" && row["ip"] == "10.0.0.7")
        #expect(row["forwarded"] == "203.0.113.9, 10.0.0.7" && row["status"] == "200")
    }

    @Test(arguments: [
        (
            "Nov 26 14:03:10 gate sshd[812]: Failed password for root from 203.0.113.9 port 22 ssh2",
            "2026-11-26T14:03:10Z"
        ),
        (
            "Nov 30 14:03:10 gate sshd[812]: Failed password for root from 203.0.113.9 port 22",
            "2025-11-30T14:03:10Z"
        ),
        (
            // A clock that is fast, or of a zone in the east.
            "Nov 28 23:03:10 gate sshd[812]: Failed password for root from 203.0.113.9 port 22",
            "2026-11-28T23:03:10Z"
        ),
        ("Nov 26 14:03:10.123456 gate sshd[812]: from 203.0.113.9", "2026-11-26T14:03:10.123456Z"),
        ("2026-11-26T14:03:10+0100 gate sshd[812]: from 203.0.113.9", "2026-11-26T14:03:10+01:00"),
        ("2026-11-26T14:03:10.5+01:00 gate sshd[812]: from 203.0.113.9", "2026-11-26T14:03:10.5+01:00"),
        ("Thu 2026-11-26 14:03:10 UTC gate sshd[812]: from 203.0.113.9", "2026-11-26T14:03:10Z"),
        ("Thu 2026-11-26 14:03:10 CET gate sshd[812]: from 203.0.113.9", "2026-11-26T14:03:10+01:00"),
        ("Thu 2026-11-26 14:03:10 EST gate sshd[812]: from 203.0.113.9", "2026-11-26T14:03:10-05:00"),
        // Two zones at least: that of the computer.
        ("Thu 2026-11-26 14:03:10 IST gate sshd[812]: from 203.0.113.9", "2026-11-26T14:03:10Z"),
    ])
    func syslog(line: String, time: String) throws {
        let row = try Self.row(line)
        #expect(
            row["time"] == time && row["host"] == "gate" && row["program"] == "sshd" && row["pid"] == "812")
        #expect(row["ip"] == "203.0.113.9" && row["message"]?.hasSuffix("]:") == false)
    }

    /// Programs that write a log of their own name no host.
    @Test func syslogWithoutAHost() throws {
        let row = try Self.row("Nov 26 14:03:10 dnsmasq[812]: query[A] a.example from 203.0.113.9")
        #expect(row["host"] == nil && row["program"] == "dnsmasq" && row["pid"] == "812")
        #expect(row["message"] == "query[A] a.example from 203.0.113.9" && row["ip"] == "203.0.113.9")
    }

    @Test func textBehindATimeAndATab() throws {
        let row = try Self.row("2026-11-26T14:03:10.5Z\t   7 Connect\troot@203.0.113.9 on shop")
        #expect(row["time"] == "2026-11-26T14:03:10.5Z" && row["ip"] == "203.0.113.9")
    }

    @Test func syslogOfTheLeapDayIsOfALeapYear() throws {
        #expect(try Self.row("Feb 29 14:03:10 gate kernel: up")["time"] == "2024-02-29T14:03:10Z")
    }

    @Test func structuredSyslog() throws {
        let loaded = try Self.load(
            "<38>1 2026-11-26T14:03:10.2Z gate sshd 812 - - Failed password from 9.9.9.9\n")
        #expect(
            loaded.table.columnNames
                == ["line", "priority", "time", "host", "program", "pid", "id", "message", "ip"])
        #expect(
            try loaded.rows()[0] == [
                "line": "1", "priority": "38", "time": "2026-11-26T14:03:10.2Z", "host": "gate",
                "program": "sshd", "pid": "812", "message": "Failed password from 9.9.9.9", "ip": "9.9.9.9",
            ])
    }

    @Test func keyedLinesHaveTheColumnsThatAreMet() throws {
        let loaded = try Self.load(
            #"ts=2026-11-26T14:03:10Z lvl=warn msg="login \"failed\"" client_ip=203.0.113.9 status=401"#
                + "\n"
                + "ts=2026-11-26T14:03:11Z lvl=info msg=ok new=1\n")
        #expect(loaded.table.columnNames == ["line", "ts", "lvl", "msg", "client_ip", "status", "new"])
        let rows = try loaded.rows()
        #expect(rows[0]["msg"] == "login \"failed\"" && rows[0]["client_ip"] == "203.0.113.9")
        #expect(
            rows[1] == ["line": "2", "ts": "2026-11-26T14:03:11Z", "lvl": "info", "msg": "ok", "new": "1"])
    }

    @Test func journal() throws {
        let row = try Self.row(
            #"{"__REALTIME_TIMESTAMP":"1795701790123456","PRIORITY":"6","_HOSTNAME":"gate","SYSLOG_IDENTIFIER":"sshd","_PID":"812","MESSAGE":"from 203.0.113.9 \"x\""}"#
        )
        #expect(row["time"] == "2026-11-26T14:03:10.123456Z" && row["program"] == "sshd")
        #expect(
            row["message"] == "from 203.0.113.9 \"x\"" && row["ip"] == "203.0.113.9" && row["priority"] == "6"
        )
    }

    @Test func docker() throws {
        let row = try Self.row(
            #"{"log":"GET / from 203.0.113.9\n","stream":"stdout","time":"2026-11-26T14:03:10.5Z"}"#)
        #expect(
            row["message"] == "GET / from 203.0.113.9" && row["ip"] == "203.0.113.9"
                && row["stream"] == "stdout")
    }

    @Test func containers() throws {
        let row = try Self.row(
            "2026-11-26T14:03:10.123456789Z stdout F 9.9.9.9 - - [26/Nov/2026:14:03:10 +0000] \"GET / HTTP/1.1\" 200 5"
        )
        // The time of the request.
        #expect(row["time"] == "2026-11-26T14:03:10+00:00" && row["stream"] == "stdout")
        #expect(row["message"]?.hasPrefix("9.9.9.9 - - [") == true && row["ip"] == "9.9.9.9")
    }

    @Test(arguments: [
        (#"{"log":"GET \"/\" from 203.0.113.9\n","stream":"stdout","time":"2026-11-26T14:03:10.5Z"}"#, 4),
        (#"{"__REALTIME_TIMESTAMP":"1795701790123456","MESSAGE":"\"203.0.113.9\" failed"}"#, 8),
        // "of 203.0.113.9" as bytes.
        (
            #"{"__REALTIME_TIMESTAMP":"1795701790123456","MESSAGE":[111,102,32,50,48,51,46,48,46,49,49,51,46,57]}"#,
            8
        ),
    ])
    func addressesAreFoundInMessagesWithEscapesThatNobodyAsksFor(line: String, column: Int) throws {
        let loaded = try Self.load(line + "\n")
        #expect(loaded.table.columnNames[column] == "ip")
        // Places ask for this column alone.
        let address = try loaded.table.readColumns([column])[0]
        #expect(address.text(at: 0) == "203.0.113.9")
    }

    @Test func nginxAndApacheErrors() throws {
        let nginx = try Self.row(
            #"2026/11/26 14:03:10 [error] 812#812: *1 open() "/x" failed (2: No such file), client: 203.0.113.9, server: a, request: "GET /1.1.1.1""#
        )
        #expect(nginx["ip"] == "203.0.113.9" && nginx["level"] == "error" && nginx["pid"] == "812")
        #expect(nginx["time"] == "2026-11-26T14:03:10Z" && nginx["message"]?.hasPrefix("*1 open()") == true)
        let apache = try Self.row(
            "[Thu Nov 26 14:03:10.123456 2026] [core:error] [pid 812:tid 1] [client 203.0.113.9:51022] AH00126: bad"
        )
        #expect(apache["ip"] == "203.0.113.9" && apache["level"] == "core:error")
        #expect(apache["time"] == "2026-11-26T14:03:10.123456Z")
    }

    @Test func fail2ban() throws {
        let row = try Self.row(
            "2026-11-26 14:03:10,123 fail2ban.actions        [812]: NOTICE  [sshd] Ban 203.0.113.9")
        #expect(
            row == [
                "line": "1", "time": "2026-11-26T14:03:10.123Z", "program": "fail2ban.actions", "pid": "812",
                "level": "NOTICE", "jail": "sshd", "message": "Ban 203.0.113.9", "ip": "203.0.113.9",
            ])
    }

    @Test func balancers() throws {
        let old = try Self.row(
            #"2026-11-26T14:03:10.943872Z my-elb 203.0.113.9:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "GET http://a/b HTTP/1.1" "curl/7.38.0" - -"#
        )
        #expect(old["ip"] == "203.0.113.9" && old["status"] == "200" && old["path"] == "http://a/b")
        let new = try Self.row(
            #"https 2026-11-26T14:03:10.943872Z app/lb/50 203.0.113.9:2817 10.0.0.1:80 0.086 0.048 0.037 502 200 0 57 "GET https://a:443/ HTTP/1.1" "curl/7.46.0" ECDHE TLSv1.2 arn"#
        )
        #expect(new["type"] == "https" && new["ip"] == "203.0.113.9" && new["status"] == "502")
        #expect(new["agent"] == "curl/7.46.0" && new["time"] == "2026-11-26T14:03:10.943872Z")
    }

    @Test func heroku() throws {
        let row = try Self.row(
            #"2026-11-26T14:03:10.123456+00:00 heroku[router]: at=info method=GET path="/" host=a.herokuapp.com fwd="203.0.113.9" dyno=web.1 connect=1ms status=200 bytes=13"#
        )
        #expect(row["ip"] == "203.0.113.9" && row["process"] == "router" && row["status"] == "200")
        #expect(row["path"] == "/" && row["time"] == "2026-11-26T14:03:10.123456+00:00")
    }

    @Test func linesThatNameTheirFields() throws {
        let iis = try Self.load(
            "#Software: IIS\n#Fields: date time cs-method cs-uri-stem c-ip sc-status\n"
                + "2026-11-26 14:03:10 GET /a 203.0.113.9 200\n#Fields: date time c-ip\n2026-11-26 14:03:11 9.9.9.9\n"
        )
        let rows = try iis.rows()
        #expect(rows.count == 5 && iis.isAccountedFor)
        #expect(rows[2]["time"] == "2026-11-26T14:03:10Z" && rows[2]["ip"] == "203.0.113.9")
        #expect(rows[2]["sc-status"] == "200" && rows[4]["ip"] == "9.9.9.9" && rows[4]["sc-status"] == nil)
        let zeek = try Self.load(
            "#separator \\x09\n#fields\tts\tuid\tid.orig_h\tid.resp_p\tservice\n"
                + "1795701790.123456\tC1\t203.0.113.9\t22\t-\n1795701791.5\tC2\t2001:db8::7\t443\tssl\n")
        let found = try zeek.rows()
        #expect(found[2]["ts"] == "2026-11-26T14:03:10.123456Z" && found[2]["ip"] == "203.0.113.9")
        #expect(found[3]["ip"] == "2001:db8::7" && found[2]["service"] == nil && found[3]["service"] == "ssl")
    }

    @Test func linesOfAnotherFormAreTexts() throws {
        let access = "203.0.113.9 - - [26/Nov/2026:14:03:10 +0100] \"GET / HTTP/1.1\" 200 1\n"
        let loaded = try Self.load(
            String(repeating: access, count: 20) + "worker 3 died, peer 9.9.9.9\n\n")
        let rows = try loaded.rows()
        #expect(rows.count == 22 && rows[21] == ["line": "22"])
        #expect(rows[20] == ["line": "21", "ip": "9.9.9.9", "text": "worker 3 died, peer 9.9.9.9"])
        #expect(loaded.notices.contains { $0.hasSuffix("2 lines of another form, shown as text") })
    }

    @Test(arguments: [
        ("2026-11-26 14:03:10,123 WARN peer 9.9.9.9 left", "2026-11-26T14:03:10.123Z"),
        ("[2026-11-26T14:03:10Z] peer 9.9.9.9 left", "2026-11-26T14:03:10Z"),
        ("Thu Nov 26 14:03:10 2026 anna/9.9.9.9:1194 TLS: hello", "2026-11-26T14:03:10Z"),
        ("2026-11-26 14:03:10 9.9.9.9:1194 TLS: hello", "2026-11-26T14:03:10Z"),
        ("2025-03-30 10:00:01 +0200 peer 9.9.9.9", "2025-03-30T10:00:01+02:00"),
        ("2025-03-30 10:00:01.5 +02:00 peer 9.9.9.9", "2025-03-30T10:00:01.5+02:00"),
        ("2025-03-30 10:00:01 -0330 peer 9.9.9.9", "2025-03-30T10:00:01-03:30"),
        ("2025-03-30 10:00:01 -1234 peer 9.9.9.9", "2025-03-30T10:00:01Z"),
        ("[2026-03-29 10:00:01 +0200] [7] [INFO] 9.9.9.9 up", "2026-03-29T10:00:01+02:00"),
        ("Sun Mar 30 10:00:01 CEST 2025 conn 9.9.9.9", "2025-03-30T10:00:01+02:00"),
        ("Mon Mar 03 10:00:01 PM UTC 2025 conn 9.9.9.9", "2025-03-03T22:00:01Z"),
        ("Mon Mar 03 12:00:01 AM UTC 2025 conn 9.9.9.9", "2025-03-03T00:00:01Z"),
        ("Sun Mar 30 10:00:01 -03 2025 conn 9.9.9.9", "2025-03-30T10:00:01-03:00"),
        ("Sun Mar 30 10:00:01.5 2025 9.9.9.9 up", "2025-03-30T10:00:01.5Z"),
        ("Mon Mar  3 10:00:01 2025 peer 9.9.9.9 up", "2025-03-03T10:00:01Z"),
        ("Mon Mar  3 10:00:01 XYZ 2025 peer 9.9.9.9 up", nil),
        ("2009/11/10 23:00:00 http: TLS handshake error from 9.9.9.9:51022: EOF", "2009-11-10T23:00:00Z"),
        ("2009/11/10 23:00:00.123456 Listening on: 9.9.9.9", "2009-11-10T23:00:00.123456Z"),
        ("10-Nov-2009 23:00:00.123 queries: info: client 9.9.9.9#5102: query", "2009-11-10T23:00:00.123Z"),
        ("10-13-2009 23:00:00 peer 9.9.9.9 left", nil), ("2009/13/10 23:00:00 peer 9.9.9.9 left", nil),
        ("at 14:03:10 peer 9.9.9.9 left", nil), ("2026-11-26 peer 9.9.9.9 left", nil),
    ])
    func textBehindATimeHasIt(line: String, time: String?) throws {
        let row = try Self.row(line)
        #expect(row["time"] == time && row["text"] == line && row["ip"] == "9.9.9.9")
    }

    @Test(arguments: [(1, true), (2, false)])
    func halfOfTheLinesHaveTimes(others: Int, hasTimes: Bool) throws {
        let text =
            "2026-11-26 14:03:10 ERROR of 9.9.9.9\n" + String(repeating: "  at line 7\n", count: others)
        let rows = try Self.load(String(repeating: text, count: 5)).rows()
        #expect(rows[0]["time"] == (hasTimes ? "2026-11-26T14:03:10Z" : nil))
        #expect(rows[0]["ip"] == "9.9.9.9" && rows[1] == ["line": "2", "text": "  at line 7"])
    }

    @Test func textWithinALineBehindATimeHasNone() throws {
        let line = "2026-11-26 14:03:10 ERROR of 9.9.9.9\n"
        let rows = try Self.load(String(repeating: line, count: 20) + "  at line 7, peer 9.9.9.8\n").rows()
        #expect(rows[19]["time"] == "2026-11-26T14:03:10Z")
        #expect(rows[20] == ["line": "21", "text": "  at line 7, peer 9.9.9.8", "ip": "9.9.9.8"])
    }
}
