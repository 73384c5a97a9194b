import Foundation
import MapModel
import Testing

@testable import Receivers

/// Logs of real receivers by the gpsd project, against what gpsd itself reports of them.
@Suite struct ReceiverLogTests {
    static let folder = ["../shared/testdata/gpsd"]
        .first { FileManager.default.fileExists(atPath: $0) }

    /// A log, and how many of the places differ with a reason.
    struct Log: Sendable, CustomTestStringConvertible {
        let name: String
        /// Ours that gpsd does not report, besides the last: of an epoch that the log cuts short it says nothing.
        var oursAlone = 0
        /// Places with a time that gpsd reports and we do not.
        var theirsAlone = 0
        var comparesTimes = true

        var testDescription: String { name }
    }

    static let same = [
        "beidou-bd", "blumax-gps009", "bu353-glonass", "bu353s4", "cat-ms352", "com-1289",
        "et-332", "furuno_gl_ga", "garmin-10x", "garmin15x", "garmin17n", "garmin38", "gp-320fw-2019-03-28",
        "gp-320fw-2019-04-07-coldboot", "gps-360", "gpsdf", "gr601-w", "gr8013-w", "hab-gpspi",
        "holux-gm-210", "jl-micro-jlt", "meinberg-gps164", "mtk-3301", "nd-1005", "nl2008u", "nl402u",
        "nl551e", "nokia-ld-4w", "pharos-360", "quectel", "quectel-eg25-g-2", "rgm3800", "rx210", "saab-r4",
        "skytraq", "skytraq-dgps", "skytraq-fix", "skytraq-fixB", "st-teseo-liv3f", "tcp-test",
        "telit-he910", "telit-pls83-w", "tn200", "tr737A+", "ublox-8", "ublox-f9p-hpnmea", "ublox-lea-4s",
        "ublox-lea-5q", "udp-test", "venus634lp",
    ].map { Log(name: $0) }

    static let differing = [
        // The first epoch, of which gpsd reports no time yet, or the time of the next.
        Log(name: "ac12_binary", oursAlone: 1),
        Log(name: "ublox-zed-f9t-ubx_nmea_l5", oursAlone: 1),
        // Sentences of two seconds, or one alone between binary messages, make no report of their own.
        Log(name: "tn204", oursAlone: 1), Log(name: "ublox-lea-5h", oursAlone: 1),
        // The clock jumps back by an hour; gpsd holds the first fix after that back.
        Log(name: "bt451", oursAlone: 1),
        // Two epochs hold sentences of two kinds of receiver, and gpsd reports both.
        Log(name: "ericsson-gru04-02-70sec", theirsAlone: 2),
        // Sentences at different rates; gpsd leaves two epochs out.
        Log(name: "humminbird-M37", oursAlone: 2),
        // gpsd turns the date, 2014, into 2033, and leaves one epoch out.
        Log(name: "rst39", oursAlone: 1, comparesTimes: false),
    ]

    private struct Place: Hashable {
        /// As gpsd prints it.
        let latitudeE9: Int64
        let longitudeE9: Int64
        let time: UTCInstant?

        init(_ coordinate: Coordinate, _ time: UTCInstant?) {
            latitudeE9 = Int64((coordinate.latitude * 1e9).rounded())
            longitudeE9 = Int64((coordinate.longitude * 1e9).rounded())
            self.time = time
        }

        /// Within a unit of the last digit printed.
        func isAt(_ other: Place) -> Bool {
            abs(latitudeE9 - other.latitudeE9) <= 1 && abs(longitudeE9 - other.longitudeE9) <= 1
        }
    }

    private struct Report: Decodable {
        var `class`: String
        var time: String?
        var lat: Double?
        var lon: Double?
    }

    private static func theirPlaces(_ path: String) throws -> [Place] {
        let lines = try Data(contentsOf: URL(fileURLWithPath: path)).split { $0 == 10 || $0 == 13 }
        return lines.compactMap { line in
            guard let report = try? JSONDecoder().decode(Report.self, from: line), report.class == "TPV",
                let latitude = report.lat, let longitude = report.lon
            else { return nil }
            return Place(
                Coordinate(latitude: latitude, longitude: longitude),
                report.time.flatMap { UTCInstant(iso8601: $0) })
        }
    }

    private static func ourPlaces(_ path: String) throws -> [Place] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var places: [Place] = []
        func add(_ fix: LocationFix) {
            guard fix.mode >= .twoDimensional, let coordinate = fix.coordinate else { return }
            places.append(Place(coordinate, fix.time))
        }
        var reader = NMEAReader()
        reader.feed(bytes.span, add)
        reader.finish(add)
        return places
    }

    @Test(arguments: same + differing) func placesAreThoseOfGpsd(log: Log) throws {
        guard let folder = Self.folder else {
            print("SKIPPED: the receiver logs of gpsd are not here")
            return
        }
        let ours = try Self.ourPlaces("\(folder)/\(log.name).log")
        let theirs = try Self.theirPlaces("\(folder)/\(log.name).log.chk")
        /// gpsd reports a place before it knows the time of the epoch.
        func isSame(_ our: Place, _ their: Place) -> Bool {
            our.isAt(their) && (!log.comparesTimes || their.time == nil || our.time == their.time)
        }
        let (known, heard) = (Set(theirs), Set(ours))
        let oursAlone = ours.dropLast().filter { our in
            !known.contains(our) && !theirs.contains { isSame(our, $0) }
        }
        let theirsAlone = theirs.filter { their in
            their.time != nil && !heard.contains(their) && !ours.contains { isSame($0, their) }
        }
        #expect(oursAlone.count == log.oursAlone, "\(oursAlone)")
        #expect(theirsAlone.count == log.theirsAlone, "\(theirsAlone)")
        #expect(ours.isEmpty == theirs.isEmpty)
    }
}
