import MapModel
import Testing

@testable import Receivers

/// Numbers that no receiver can mean are unknown, whatever they are read from.
@Suite struct FixRangeTests {
    private static let fields:
        [(name: String, number: @Sendable (LocationFix) -> Double?, good: String, bad: [String])] = [
            ("speed", { $0.speedMetersPerSecond }, "7800", ["-1", "12001", "1e308", "-1e308"]),
            ("track", { $0.courseDegrees }, "359.9", ["-1", "361", "1e308"]),
            ("altMSL", { $0.altitudeMeters }, "8848", ["-12001", "40000001", "1e308", "-1e308"]),
            ("alt", { $0.altitudeMeters }, "-430", ["-12001", "40000001", "1e308"]),
            ("eph", { $0.accuracyMeters }, "0", ["20037509", "1e308"]),
        ]

    private func fix(_ member: String) -> LocationFix? {
        GPSDReportTests.fix(#""mode":3,"lat":48,"lon":2,\#(member)"#)
    }

    @Test(arguments: fields.indices) func gpsdNumbersOutOfRangeAreUnknown(index: Int) throws {
        let field = Self.fields[index]
        #expect(field.number(try #require(fix("\"\(field.name)\":\(field.good)"))) == Double(field.good))
        for text in field.bad {
            let fix = try #require(self.fix("\"\(field.name)\":\(text)"))
            #expect(field.number(fix) == nil, "\(field.name) \(text)")
            #expect(fix.coordinate == Coordinate(latitude: 48, longitude: 2))
        }
    }

    @Test func aNegativeAccuracyIsKept() throws {
        #expect(fix(#""eph":-1"#)?.accuracyMeters == -1)
        #expect(fix(#""epx":1e200,"epy":1e200"#)?.accuracyMeters == .some(nil))
    }

    @Test(arguments: [("91", "2"), ("48", "181"), ("-1e308", "0"), ("0", "1e308")])
    func aPlaceOutOfRangeIsNone(latitude: String, longitude: String) {
        let fix = GPSDReportTests.fix(#""mode":3,"lat":\#(latitude),"lon":\#(longitude)"#)
        #expect(fix?.mode == .threeDimensional && fix?.coordinate == nil)
    }

    @Test(arguments: ["-1", "1000", "1e9", "0.5"]) func countsOfSatellitesOutOfRangeAreUnknown(text: String) {
        let report = GPSDReportTests.report(#"{"class":"SKY","uSat":\#(text),"nSat":\#(text)}"#)
        #expect(report == .satellites(used: nil, seen: nil, device: ""))
    }

    @Test(arguments: [
        ("<speed>1e300</speed>", "<course>400</course>"), ("<speed>-3</speed>", "<course>-1</course>"),
        ("<ele>1e300</ele>", "<sat>-7</sat>"), ("<ele>-99999</ele>", "<sat>1e6</sat>"),
    ])
    func gpxNumbersOutOfRangeAreUnknown(first: String, second: String) throws {
        let fix = try #require(try gpx(#"lat="48" lon="2""#, first + second).first)
        #expect(fix.coordinate == Coordinate(latitude: 48, longitude: 2))
        #expect(fix.speedMetersPerSecond == nil && fix.courseDegrees == nil)
        #expect(fix.altitudeMeters == nil && fix.satellitesUsed == nil)
    }

    @Test(arguments: [#"lat="91" lon="2""#, #"lat="48" lon="1e300""#, #"lat="48" lon="181""#])
    func aGPXPlaceOutOfRangeIsNone(attributes: String) throws {
        #expect(try gpx(attributes, "").first?.coordinate == nil)
    }

    @Test func nmeaSpeedOutOfRangeIsUnknown() {
        let epoch = NMEAEpoch.sample(speed: 514_444, course: 999, altitude: 999_999_999, dilution: 9_999_999)
        #expect(epoch.speedMetersPerSecond == nil && epoch.courseDegrees == nil)
        #expect(epoch.altitudeMeters == nil && epoch.accuracyMeters == nil)
    }

    private func gpx(_ attributes: String, _ members: String) throws -> [LocationFix] {
        try GPXReaderTests.read(
            "<gpx version=\"1.1\"><trk><trkseg><trkpt \(attributes)>\(members)</trkpt></trkseg></trk></gpx>")
    }
}

extension NMEAEpoch {
    fileprivate static func sample(
        speed: Double, course: Double, altitude: Double, dilution: Double
    ) -> LocationFix {
        var epoch = NMEAEpoch()
        epoch.speedMetersPerSecond = speed
        epoch.courseDegrees = course
        epoch.altitudeMeters = altitude
        epoch.dilution = dilution
        return epoch.fix(at: nil, satellitesSeen: 1_000_000, device: "")
    }
}
