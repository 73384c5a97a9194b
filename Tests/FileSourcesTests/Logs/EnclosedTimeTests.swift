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

    @Test func sentencesMayStandBeforePairs() throws {
        let row = try Self.row(
            "Nov 26 14:03:12 mx dovecot: imap-login: Disconnected (auth failed, 1 attempts in 2 secs): user=<eve>, method=PLAIN, rip=9.9.9.9, lip=10.0.0.1, TLS, session=<abd>"
        )
        #expect(row["user"] == "<eve>" && row["method"] == "PLAIN" && row["rip"] == "9.9.9.9")
        #expect(row["lip"] == "10.0.0.1" && row["ip"] == "9.9.9.9" && row["session"] == "<abd>")
    }
}
