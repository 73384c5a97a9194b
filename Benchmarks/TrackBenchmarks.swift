import MapModel
import Receivers

/// A day of fixes at 10 Hz: how fast logs are read, what a track of it costs, and how fast it can be drawn.
enum TrackBenchmarks {
    private static let dayCount = 864_000

    static func run() {
        read("NMEA, 2 sentences a fix", nmea(count: dayCount / 10), format: .nmea)
        read("gpsd's JSON", json(count: dayCount / 10), format: .gpsd)
        keep()
    }

    private static func read(_ name: String, _ log: [UInt8], format: FixLogFormat) {
        guard let reader = try? FixLogReader(name: name, format: format) else { return }
        var count = 0
        let time = Measurement.milliseconds {
            var start = 0
            while start < log.count {
                let end = min(start + 1 << 16, log.count)
                try? reader.feed(log.span.extracting(start..<end)) { _ in count += 1 }
                start = end
            }
            try? reader.finish { _ in count += 1 }
        }
        print("  \(name): \(count) fixes, \(log.count / 1_000_000) MB in \(time) ms")
    }

    private static func keep() {
        var filter = FixFilter(start: nil)
        var track = Track(lateToleranceMilliseconds: 1000)
        let filling = Measurement.milliseconds {
            for index in 0..<dayCount {
                let fix = fix(index)
                track.add(fix, verdict: filter.judge(fix))
            }
        }
        let bytes = Double(track.storedBytes) / Double(track.count)
        print("  a track of \(track.count): \(filling) ms, \((bytes * 10).rounded() / 10) bytes a fix")
        for zoom in [3, 8, 12, 16, 20] as [Double] {
            var count = 0
            let times = Measurement(count: 50) { _ in
                count = 0
                track.visitPlaces(atZoom: zoom, in: view(atZoom: zoom)) { _, _ in count += 1 }
            }
            print("    zoom \(Int(zoom)), \(count) places: \(times.summary)")
        }
        var meters = 0.0
        print(
            "    distance: \(Measurement(count: 50) { _ in meters = track.distanceMeters }.summary)",
            meters > 0 ? "" : "?")
    }

    /// About 120 × 40 characters around a place of the track.
    private static func view(atZoom zoom: Double) -> GeoBounds {
        let center = fix(dayCount / 2).coordinate ?? Coordinate(latitude: 0, longitude: 0)
        let half = (0..<Int(zoom)).reduce(600.0) { half, _ in half / 2 }
        return GeoBounds(
            south: max(center.latitude - half / 2, -90), west: max(center.longitude - half, -180),
            north: min(center.latitude + half / 2, 90), east: min(center.longitude + half, 180))
    }

    /// Along a meander at 11 m/s.
    private static func fix(_ index: Int) -> LocationFix {
        let place = Double(index) * 1e-5
        let meander = Double((index / 600) % 2 == 0 ? index % 600 : 600 - index % 600) * 1e-5
        return LocationFix(
            mode: .threeDimensional,
            time: UTCInstant(milliseconds: 1_795_219_200_000 + Int64(index) * 100),
            coordinate: Coordinate(latitude: 47 + meander, longitude: 8 + place),
            altitudeMeters: 400, accuracyMeters: 5, speedMetersPerSecond: 11, courseDegrees: 45)
    }

    private static func nmea(count: Int) -> [UInt8] {
        var log: [UInt8] = []
        for index in 0..<count {
            let seconds = index / 10
            let time =
                "\(two(seconds / 3600))\(two(seconds / 60 % 60))\(two(seconds % 60)).\(index % 10)"
            let place = "4807.\(100_000 + index),N,01131.\(100_000 + index),E"
            log += sentence("GPGGA,\(time),\(place),1,08,0.9,545.4,M,46.9,M,,")
            log += sentence("GPRMC,\(time),A,\(place),021.8,084.4,211126,,,A")
        }
        return log
    }

    private static func sentence(_ body: String) -> [UInt8] {
        let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
        let hex = String(sum, radix: 16, uppercase: true)
        return Array("$\(body)*\(hex.utf8.count == 1 ? "0" : "")\(hex)\r\n".utf8)
    }

    private static func json(count: Int) -> [UInt8] {
        var log: [UInt8] = []
        for index in 0..<count {
            let time = UTCInstant(milliseconds: 1_795_219_200_000 + Int64(index) * 100) ?? .earliest
            log += Array(
                (#"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"\#(time)","ept":0.005,"lat":47.\#(100_000 + index),"#
                    + #""lon":8.\#(100_000 + index),"altHAE":83.6000,"altMSL":59.9000,"alt":59.9000,"epv":34.500,"#
                    + #""track":181.3900,"magvar":20.5,"speed":0.355,"geoidSep":23.700,"eph":20.900}"#
                    + "\r\n").utf8)
        }
        return log
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
