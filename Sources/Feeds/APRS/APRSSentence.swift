import MapModel
import Receivers
import Streams

/// What a tracker passes on of its receiver as it is: `$GPRMC,140001,A,4722.38,N,00846.43,E,20.0,256.0,261126,,*2F`
enum APRSSentence {
    /// Reads an NMEA 0183 sentence. A sentence with a wrong checksum or without a fix sets no position.
    ///
    /// - Parameter base: about when it was sent, in milliseconds since 1970: GGA and GLL have a time of day only.
    static func read(_ bytes: ByteRun, _ text: Range<Int>, base: Int64, _ report: inout FeedReport) {
        let moment = UTCInstant(milliseconds: base)
        var reader = NMEAReader(fallback: moment.map { moment in DateFallback(.clock) { moment } })
        var found: LocationFix?
        reader.feed((bytes.bytes(text) + [0x0A]).span) { found = $0 }
        reader.finish { found = $0 }
        guard let fix = found, let coordinate = fix.coordinate else { return }
        report.place = .degrees(latitude: coordinate.latitude, longitude: coordinate.longitude)
        report.time = fix.time?.milliseconds
        report.altitudeMeters = fix.altitudeMeters
        report.speedMetersPerSecond = fix.speedMetersPerSecond
        report.courseDegrees = fix.courseDegrees
    }
}
