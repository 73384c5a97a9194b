import MapModel
import TestSupport
import Testing

@testable import Receivers

@Suite struct GPSDReportTests {
    static func report(_ text: String) -> GPSDReport? { GPSDReport(Array(text.utf8).span) }

    static func fix(_ members: String) -> LocationFix? {
        guard case .fix(let fix) = report("{\"class\":\"TPV\",\(members)}") else { return nil }
        return fix
    }

    @Test func allOfAReportIsRead() {
        let fix = Self.fix(
            #""device":"/dev/pts/1","mode":3,"time":"2014-12-31T03:07:19.000Z","ept":0.005,"lat":-37.784788333,"#
                + #""lon":175.314896667,"altHAE":83.6,"altMSL":59.9,"alt":59.8,"track":181.39,"speed":0.355,"eph":20.9"#
        )
        #expect(
            fix
                == LocationFix(
                    mode: .threeDimensional, time: UTCInstant(iso8601: "2014-12-31T03:07:19Z"),
                    coordinate: Coordinate(latitude: -37.784788333, longitude: 175.314896667),
                    altitudeMeters: 59.9, accuracyMeters: 20.9, speedMetersPerSecond: 0.355,
                    courseDegrees: 181.39, device: "/dev/pts/1"))
    }

    @Test func accuracyComesFromEastAndNorthWithoutEph() {
        #expect(Self.fix(#""mode":2,"epx":3,"epy":4"#)?.accuracyMeters == 5)
        #expect(Self.fix(#""mode":2,"epx":3"#)?.accuracyMeters == nil)
        #expect(Self.fix(#""mode":2,"eph":0,"epx":3,"epy":4"#)?.accuracyMeters == 0)
        #expect(Self.fix(#""mode":2,"eph":-1"#)?.accuracyMeters == -1)
    }

    @Test(arguments: [
        #""lat":1"#, #""lon":1"#, #""lat":91,"lon":0"#, #""lat":0,"lon":180.1"#, #""lat":null,"lon":1"#,
        #""lat":1e300,"lon":0"#,
    ])
    func halfPlacesAndPlacesOffTheGlobeAreNone(members: String) {
        let fix = Self.fix("\"mode\":3," + members)
        #expect(fix != nil && fix?.coordinate == nil)
    }

    @Test(arguments: ["0", "1", "4", "-1", "255", "1e9", "2.5", "null"]) func otherModesAreNoFix(mode: String)
    {
        #expect(Self.fix("\"mode\":\(mode),\"lat\":1,\"lon\":2")?.mode == LocationFix.Mode.none)
    }

    @Test(arguments: [
        #""lat":"1","lon":2"#, #""lat":NaN,"lon":2"#, #""lat":1e400,"lon":2"#, #""mode":"3""#,
        #""time":"now""#,
        #""device":7"#, #""mode":true"#,
    ])
    func whatCannotBeIsMalformed(members: String) {
        #expect(Self.report("{\"class\":\"TPV\",\(members)}") == nil)
    }

    @Test func satellitesAreCounted() {
        #expect(
            Self.report(
                #"{"class":"SKY","device":"a","nSat":12,"uSat":7,"satellites":[{"PRN":1,"used":true}]}"#)
                == .satellites(used: 7, seen: 12, device: "a"))
        #expect(
            Self.report(#"{"class":"SKY","satellites":[{"PRN":1,"used":true},{"used":false},{"used":true}]}"#)
                == .satellites(used: 2, seen: 3, device: ""))
        #expect(Self.report(#"{"class":"SKY","hdop":1}"#) == .satellites(used: nil, seen: nil, device: ""))
    }

    @Test func otherClassesAreRead() {
        #expect(
            Self.report(#"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3}"#)
                == .version(release: "3.22"))
        #expect(
            Self.report(
                #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a"},{"path":"/dev/b"}]}"#)
                == .devices(["/dev/a", "/dev/b"]))
        #expect(Self.report(#"{"class":"ERROR","message":"no"}"#) == .error("no"))
        #expect(Self.report(#"{"class":"AIS","lat":"x"}"#) == nil)
        #expect(Self.report(#"{"class":"PPS"}"#) == .other)
        #expect(Self.report(#"{"mode":3}"#) == nil)
    }

    /// Whatever comes: no trap, and no place off the globe.
    @Test(arguments: 0..<40) func damageDoesNoHarm(seed: UInt64) {
        var random = SeededRandom(seed)
        let lines = [
            #"{"class":"TPV","device":"/dev/a","mode":3,"time":"2014-12-31T03:07:19.000Z","lat":-37.7,"lon":175.3,"eph":2}"#,
            #"{"class":"SKY","uSat":7,"satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false}]}"#,
            #"{"class":"VERSION","release":"3.22"}"#,
        ]
        for _ in 0..<50 {
            var bytes = Array((lines.randomElement(using: &random) ?? "").utf8)
            for _ in 0...random.number(0...4) {
                let place = random.number(0...bytes.count - 1)
                switch random.number(0...3) {
                case 0: bytes[place] = UInt8(random.number(0...255))
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(UInt8(random.number(48...57)), at: place)
                default: bytes.insert(contentsOf: bytes.prefix(random.number(0...90)), at: place)
                }
            }
            if case .fix(let fix) = GPSDReport(bytes.span), let place = fix.coordinate {
                #expect(Coordinate(wrapping: place.latitude, place.longitude) == place)
            }
        }
    }
}

@Suite struct GPSDLineTests {
    @Test(arguments: [
        "", " ", "[]", "1", "{", "}", "{]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\":1 \"b\":2}",
        "{\"a\":1}}", "{\"a\":1}x", "{\"a\":[1,]}", "{\"a\":[1}", "{\"a\":tru}", "{\"a\":-}", "{\"a\":01}",
        "{\"a\":1.}", "{\"a\":.5}", "{\"a\":+1}", "{\"a\":1e}", "{\"a\":0x10}", "{\"a\":\"b}",
        "{\"a\":\"\u{1}\"}", "{a:1}", "{'a':1}", "{\"a\":\"\\", "{\"a\":1 2}", "\u{0}", "{\"a\":\"\\\"}",
        "{\"lat\":NaN}", "{\"lat\":Infinity}", "{\"lat\":1e999}", "{\"lat\":true}",
        "{\"satellites\":[{\"used\":true]}", "{\"a\":" + String(repeating: "[", count: 1_000_000),
    ])
    func whatIsNoReportIsRefused(line: String) {
        // With a class the line would be a report, were it not for the rest.
        let classed = line.hasPrefix("{") && line.count > 1 ? "{\"class\":\"TPV\"," + line.dropFirst() : line
        #expect(GPSDReportTests.report(classed) == nil)
        #expect(GPSDReportTests.report("{\"class\":\"TPV\",\"a\":1}") != nil)
    }
}
