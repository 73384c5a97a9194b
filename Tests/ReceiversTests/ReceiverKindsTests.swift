import Foundation
import MapModel
import TestSupport
import Testing

@testable import Receivers

/// Logs as different receivers and programs write them, through the reader and the filter.
@Suite struct ReceiverKindsTests {
    /// A log of some seconds that moves north-east.
    struct Log: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        /// Fixes that must be kept, of `seconds` from the first on.
        let kept: Int
        /// The first and the last second.
        let seconds: ClosedRange<Int>

        var testDescription: String { name }
    }

    static let firstSecond = 14 * 3600 + 59 * 60 + 55

    private static func sentence(_ body: String) -> String { NMEAReaderTests.sentence(body) }

    private static func clock(_ second: Int) -> String {
        let time = firstSecond + second
        return [time / 3600 % 24, time / 60 % 60, time % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined()
    }

    private static func place(_ second: Int) -> String {
        "47\(22 + second / 100).\(second % 100 < 10 ? "0" : "")\(second % 100)00,N,00832.5000,E"
    }

    static func gga(_ second: Int, quality: Int = 1, satellites: String = "08") -> String {
        sentence("GPGGA,\(clock(second)).00,\(place(second)),\(quality),\(satellites),0.9,408.2,M,47.9,M,,")
    }

    static func rmc(_ second: Int) -> String {
        sentence("GPRMC,\(clock(second)).00,A,\(place(second)),1.2,84.4,211126,,,A")
    }

    private static func gll(_ second: Int) -> String {
        sentence("GPGLL,\(place(second)),\(clock(second)).00,A,A")
    }

    static func report(_ second: Int, device: String = "/dev/a") -> String {
        let time = clock(second)
        let words = [0, 2, 4].map { String(time.dropFirst($0).prefix(2)) }.joined(separator: ":")
        return #"{"class":"TPV","device":""# + device + #"","mode":3,"time":"2026-11-21T"# + words
            + #".000Z","lat":47.3\#(second),"lon":8.5}"# + "\n"
    }

    private static let version =
        #"{"class":"VERSION","release":"3.25","proto_major":3,"proto_minor":15}"# + "\n"

    /// Sentences without a time, as a u-blox, a SiRF and a MediaTek receiver send them without a fix.
    private static let losses = [
        "u-blox": sentence("GPRMC,,V,,,,,,,,,,N,V") + sentence("GPGGA,,,,,,0,00,99.99,,,,,,")
            + sentence("GPGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99,1") + sentence("GPGLL,,,,,,V,N"),
        "SiRF": sentence("GPGGA,,,,,,0,00,,,M,0.0,M,,0000") + sentence("GPGSA,A,1,,,,,,,,,,,,,,,")
            + sentence("GPRMC,,V,,,,,,,,,,N"),
        "MediaTek": sentence("GPGGA,,,,,,0,0,,,M,,M,,") + sentence("GPGLL,,,,,,V,N")
            + sentence("GPRMC,,V,,,,,,,,,,N"),
    ]

    private static func moments(_ count: Int = 20, _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined()
    }

    static let logs: [Log] = plain + lost

    private static let plain: [Log] = [
        Log(name: "GGA alone", text: moments { gga($0) }, kept: 20, seconds: 0...19),
        Log(name: "GLL alone", text: moments { gll($0) }, kept: 20, seconds: 0...19),
        Log(
            name: "first dates late", text: moments { gga($0) + ($0 < 9 ? "" : rmc($0)) }, kept: 20,
            seconds: 0...19),
        Log(
            name: "a date at the end",
            text: moments { gga($0) } + sentence("GPZDA,150100.00,21,11,2026,00,00"),
            kept: 20, seconds: 0...19),
        Log(
            name: "GLL without a time or status", text: moments { rmc($0) + sentence("GPGLL,\(place($0))") },
            kept: 20, seconds: 0...19),
        Log(
            name: "no satellites at quality 1", text: moments { gga($0, satellites: "00") + rmc($0) },
            kept: 20,
            seconds: 0...19),
        Log(
            name: "sentences within lines of an Android logger",
            text: moments { "NMEA," + gga($0).dropLast() + ",17\n" },
            kept: 20, seconds: 0...19),
        Log(
            name: "gpspipe -r", text: version + moments { gga($0) + rmc($0) }, kept: 20, seconds: 0...19),
        Log(
            name: "gpspipe -wr", text: version + moments { gga($0) + rmc($0) + report($0) }, kept: 20,
            seconds: 0...19),
        Log(
            name: "gpsd after NMEA", text: gga(0) + rmc(0) + moments { $0 == 0 ? "" : report($0) }, kept: 20,
            seconds: 0...19
        ),
        Log(
            name: "gpsd without a fix among NMEA",
            text: version
                + moments { gga($0) + rmc($0) + #"{"class":"TPV","device":"/dev/a","mode":1}"# + "\n" },
            kept: 20, seconds: 0...19),
    ]

    private static let lost: [Log] = losses.sorted { $0.key < $1.key }.flatMap { name, loss -> [Log] in
        let short = moments { [5, 6, 12].contains($0) ? loss : rmc($0) + gga($0) + gll($0) }
        let cold = loss + loss + moments { gga($0) + rmc($0) }
        return [
            Log(name: "\(name) loses the signal", text: short, kept: 17, seconds: 0...19),
            Log(name: "\(name) starts cold", text: cold, kept: 20, seconds: 0...19),
        ]
    }

    /// What the filter keeps of a log whose file was changed two hours after the first fix.
    private static func kept(_ text: String, device: String? = nil) throws -> (
        times: [Int], filter: FixFilter
    ) {
        let changed = try #require(UTCInstant(iso8601: "2026-11-21T17:00:00Z"))
        let reader = try FixLogReader(name: "log", fallback: DateFallback(.file) { changed })
        var rules = FixRules()
        rules.device = device
        var filter = FixFilter(rules: rules, start: nil)
        var times: [Int] = []
        let midnight = try #require(UTCInstant(iso8601: "2026-11-21T00:00:00Z"))
        func take(_ fix: LocationFix) {
            guard filter.judge(fix) == .newest, let time = fix.time else { return }
            times.append(Int(time.milliseconds(since: midnight) / 1000) - firstSecond)
        }
        try reader.feed(Array(text.utf8).span, take)
        try reader.finish(take)
        return (times, filter)
    }

    @Test(arguments: logs) func everyFixIsKeptWithItsDate(log: Log) throws {
        let times = try Self.kept(log.text).times
        #expect(times.count == log.kept)
        #expect(times.first == log.seconds.lowerBound && times.last == log.seconds.upperBound)
        #expect(times == times.sorted())
    }

    /// Two afternoons and the mornings after them, before and after the only date.
    @Test func anUndatedNightIsTheNextDay() throws {
        func gll(_ time: String) -> String { Self.sentence("GPGLL,4722.0000,N,00832.0000,E,\(time),A,A") }
        let day = Self.sentence("GPZDA,170001.00,20,11,2026,00,00")
        let text =
            gll("170000.00") + gll("080000.00") + gll("170000.00") + day + gll("080000.00") + gll("075959.00")
        let reader = try FixLogReader(name: "log")
        var times: [String?] = []
        try reader.feed(Array(text.utf8).span) { times.append($0.time?.description) }
        try reader.finish { times.append($0.time?.description) }
        #expect(
            times == [
                "2026-11-19T17:00:00.000Z", "2026-11-20T08:00:00.000Z", "2026-11-20T17:00:00.000Z",
                "2026-11-21T08:00:00.000Z", "2026-11-21T07:59:59.000Z",
            ])
    }

    @Test func datesThatAreGuessedAreSaidOnce() throws {
        let file = try TemporaryFile(Self.moments { Self.gga($0) })
        var notes: [String] = []
        try PositionSource(.log(path: file.path, format: nil, speed: nil)).readLog { event in
            if case .note(let words) = event { notes.append(words) }
        }
        #expect(notes.count == 1 && notes.first?.hasSuffix("from the file's last change") == true)
    }

    @Test func datesOfSentencesAreNotGuessed() throws {
        let text = Self.moments { Self.gga($0) + ($0 < 9 ? "" : Self.rmc($0)) }
        let reader = try FixLogReader(name: "log", fallback: .clock)
        try reader.feed(Array(text.utf8).span) { _ in }
        #expect(reader.dateNote != nil)
        let file = try FixLogReader(name: "log", fallback: DateFallback(.file) { .earliest })
        try file.feed(Array(text.utf8).span) { _ in }
        try file.finish { _ in }
        #expect(file.dateNote == nil)
    }

    @Test func aLiveStreamWaitsForADateForFiveMoments() {
        var reader = NMEAReader(fallback: .clock)
        var count = 0
        for second in 0..<6 {
            reader.feed(Array(Self.gga(second).utf8).span) { _ in count += 1 }
            #expect(count == (second < 5 ? 0 : 5))
        }
    }

    @Test func ofTwoReceiversOneIsFollowed() throws {
        let text = Self.moments { Self.report($0) + Self.report($0, device: "/dev/b") }
        let (times, filter) = try Self.kept(text)
        #expect(times == Array(0..<20) && filter.newest?.device == "/dev/a")
        #expect(filter.summary == "20 from another receiver")
        #expect(try Self.kept(text, device: "/dev/b").filter.newest?.device == "/dev/b")
    }

    @Test func theOtherReceiverIsFollowedAfterTenSeconds() throws {
        let text = Self.moments(40) { ($0 < 8 ? Self.report($0) : "") + Self.report($0, device: "/dev/b") }
        let (times, filter) = try Self.kept(text)
        #expect(times == Array(0..<8) + Array(17..<40) && filter.newest?.device == "/dev/b")
    }
}
