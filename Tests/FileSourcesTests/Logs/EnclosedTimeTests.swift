import RowValues
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// Which of two times a line has, of those behind a head.
@Suite struct EnclosedTimeTests {
    private static func row(_ line: String) throws -> [String: String] {
        let loaded = try LogFormTests.load(line + "\n")
        #expect(loaded.isAccountedFor)
        return try loaded.rows()[0]
    }

    /// Numbers, clocks and durations are no time of a line.
    @Test(arguments: [
        "1774778401", "1774778401123", "1774778401123456", "1774778401.123", "\"10:00:01\"", "\"12ms\"",
        "\"2026-03-29\"", "\"yesterday\"", "null", "{\"s\":1}",
    ])
    func timesOfObjectsThatAreNoneLeaveThatOfTheHead(time: String) throws {
        let row = try Self.row(
            #"2026-03-29T10:00:01.5+02:00 gate app[7]: {"level":30,"time":\#(time),"ip":"9.9.9.9"}"#)
        #expect(row["time"] == "2026-03-29T10:00:01.5+02:00" && row["ip"] == "9.9.9.9")
        #expect(row["level"] == "30")
    }

    @Test(arguments: ["12ms", "0.034", "10:00:01", "1774778401"])
    func durationsOfPairsLeaveTheTimeOfTheHead(time: String) throws {
        let row = try Self.row(
            "Nov 26 14:03:10 gate app[7]: level=info client=9.9.9.9 status=200 time=\(time) path=/a")
        #expect(row["time"] == "2026-11-26T14:03:10Z" && row["status"] == "200" && row["ip"] == "9.9.9.9")
    }

    /// A time without a zone has that of the head.
    @Test(arguments: [
        ("2026-03-29T09:00:00.25Z", "2026-03-29T09:00:00.25Z"),
        ("2026-03-29 09:00:00,25", "2026-03-29T09:00:00.25+02:00"),
        ("2026-03-29 09:00:00 -0300", "2026-03-29T09:00:00-03:00"),
        ("2026-03-29T09:00:00-0300", "2026-03-29T09:00:00-03:00"),
    ])
    func fullTimesOfObjectsAreISO(time: String, expected: String) throws {
        let row = try Self.row(
            #"2026-03-29T10:00:01+02:00 gate app[7]: {"time":"\#(time)","ip":"9.9.9.9"}"#)
        #expect(row["time"] == expected)
        let quoted = #"{\"time\":\"\#(time)\",\"ip\":\"9.9.9.9\"}\n"#
        let docker = try Self.row(
            #"{"log":"\#(quoted)","stream":"stdout","time":"2026-03-29T10:00:01+02:00"}"#)
        #expect(docker["time"] == expected && docker["stream"] == "stdout")
    }

    @Test(arguments: [
        ("2026-03-29T10:00:01+02:00", "+02:00"), ("2026-03-29T10:00:01.5-03:30", "-03:30"),
        ("2026-03-29T10:00:01Z", "Z"), ("Mar 29 10:00:01", "Z"),
    ])
    func proxiesHaveTheZoneOfTheHead(head: String, zone: String) throws {
        let line =
            #"9.9.9.9:51234 [29/Mar/2026:10:00:01.123] fe app/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 "GET / HTTP/1.1""#
        let row = try Self.row("\(head) lb haproxy[12]: \(line)")
        #expect(row["time"] == "2026-03-29T10:00:01.123" + zone && row["backend"] == "app")
    }

    private static let access =
        #"9.9.9.9 - - [26/Nov/2026:14:03:10 +0100] "GET /a HTTP/1.1" 200 1 "-" "curl/8.5""#

    /// Docker writes them before each line, and they are no hosts.
    @Test(arguments: ["", "web-1  | ", "[pod/web-1/nginx] "])
    func timesBeforeTheLinesOfServers(prefix: String) throws {
        let row = try Self.row("\(prefix)2026-11-26T13:03:11.123456789Z \(Self.access)")
        #expect(row["ip"] == "9.9.9.9" && row["path"] == "/a" && row["agent"] == "curl/8.5")
        #expect(row["time"] == "2026-11-26T14:03:10+01:00" && row["host"] == nil)
        #expect(row["message"] == Self.access && (row["service"] != nil) == !prefix.isEmpty)
    }

    @Test func otherLinesOfServicesHaveTheTimesBeforeThem() throws {
        let loaded = try LogFormTests.load(
            "web-1  | 2026-11-26T13:03:11.5Z \(Self.access)\n"
                + "web-1  | 2026-11-26T13:03:12.5Z worker 3 died, peer 8.8.8.8\n")
        let rows = try loaded.rows()
        #expect(rows[1]["time"] == "2026-11-26T13:03:12.5Z" && rows[1]["ip"] == "8.8.8.8")
        #expect(rows[1]["message"] == "worker 3 died, peer 8.8.8.8" && rows[1]["service"] == "web-1")
    }

    @Test(arguments: ["[pod/web-1/app] ", "api-1   | "])
    func pairsAndObjectsOfServices(prefix: String) throws {
        let pairs = try Self.row(prefix + #"level=info client=9.9.9.9 msg="a b""#)
        #expect(pairs["level"] == "info" && pairs["client"] == "9.9.9.9" && pairs["msg"] == "a b")
        #expect(pairs["service"]?.isEmpty == false && pairs["ip"] == "9.9.9.9")
        let object = try Self.row(prefix + #"{"level":"info","client":"9.9.9.9"}"#)
        #expect(object["level"] == "info" && object["client"] == "9.9.9.9" && object["ip"] == "9.9.9.9")
        #expect(object["service"] == pairs["service"])
    }

    @Test func sentencesMayStandBeforePairs() throws {
        let row = try Self.row(
            "Nov 26 14:03:12 mx dovecot: imap-login: Disconnected (auth failed, 1 attempts in 2 secs): user=<eve>, method=PLAIN, rip=9.9.9.9, lip=10.0.0.1, TLS, session=<abd>"
        )
        #expect(row["user"] == "<eve>" && row["method"] == "PLAIN" && row["rip"] == "9.9.9.9")
        #expect(row["lip"] == "10.0.0.1" && row["ip"] == "9.9.9.9" && row["session"] == "<abd>")
    }
}
