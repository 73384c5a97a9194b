import Foundation
import MapModel
import Testing

@testable import MapSources

/// Receiver logs of the gpsd project against what gpsd itself made of them.
@Suite struct ReceiverLogTests {
    private static let folder = ["../shared/testdata/gpsd"]
        .first { FileManager.default.fileExists(atPath: $0) }

    struct Place: Hashable {
        var latitudeE9: Int64
        var longitudeE9: Int64
        var time: UTCInstant?

        func isNear(_ other: Place) -> Bool {
            // gpsd prints nine decimals; half a unit more for the rounding of either side.
            abs(latitudeE9 - other.latitudeE9) <= 1 && abs(longitudeE9 - other.longitudeE9) <= 1
        }
    }

    static func place(_ fix: LocationFix) -> Place? {
        guard fix.mode >= .twoDimensional, let coordinate = fix.coordinate else { return nil }
        return Place(
            latitudeE9: Int64((coordinate.latitude * 1e9).rounded()),
            longitudeE9: Int64((coordinate.longitude * 1e9).rounded()), time: fix.time)
    }

    static func read(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test func table() throws {
        guard let folder = Self.folder else {
            print("skipped: the receiver logs of gpsd are not here")
            return
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        where name.hasSuffix(".log") && FileManager.default.fileExists(atPath: "\(folder)/\(name).chk") {
            var reader = NMEAReader()
            var ours: [Place] = []
            let bytes = try Self.read("\(folder)/\(name)")
            reader.feed(bytes.span) { if let place = Self.place($0) { ours.append(place) } }
            reader.finish { if let place = Self.place($0) { ours.append(place) } }
            var theirs: [Place] = []
            for line in try Self.read("\(folder)/\(name).chk").split(whereSeparator: { $0 == 10 || $0 == 13 }).map({ String(decoding: $0, as: UTF8.self) })
            where line.hasPrefix("{\"class\":\"TPV\"") {
                guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                    let lat = object["lat"] as? Double, let lon = object["lon"] as? Double
                else { continue }
                theirs.append(Place(latitudeE9: Int64((lat * 1e9).rounded()), longitudeE9: Int64((lon * 1e9).rounded()), time: (object["time"] as? String).flatMap { UTCInstant(iso8601: $0) }))
            }
            let a = ours.filter { our in !theirs.contains { $0.isNear(our) && $0.time == our.time } }.count
            let aPlace = ours.filter { our in !theirs.contains { $0.isNear(our) } }.count
            let b = theirs.filter { their in !ours.contains { $0.isNear(their) && (their.time == nil || $0.time == their.time) } }.count
            let bPlace = theirs.filter { their in !ours.contains { $0.isNear(their) } }.count
            if ours.isEmpty && reader.counts.used == 0 { continue }
            print("TABLE \(name) ours \(ours.count) (not theirs \(a), by place \(aPlace)) theirs \(theirs.count) (not ours \(b), by place \(bPlace)) \(reader.counts)")
        }
    }
}
