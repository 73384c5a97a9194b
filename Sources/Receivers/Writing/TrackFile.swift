import MapModel
import Streams

/// A track in a GPX file.
package enum TrackFile {
    private static let pieceLength = 1 << 16

    /// Writes a track atomically: the file is always the whole old one or the whole new one.
    package static func write(_ track: Track, to target: SaveTarget) throws(FileError) {
        var file = try AtomicFile(replacing: target)
        // Track points do not record the mode: a fix in three dimensions may lack an altitude.
        var writer = FixWriter(.gpx, knowsModes: false)
        try track.forEach { point throws(FileError) in
            writer.add(LocationFix(point))
            if writer.waitingBytes > pieceLength { try file.write(writer.take()) }
        }
        writer.finish()
        try file.write(writer.take())
        try file.commit()
    }

    /// Reads a track to continue it; points without a time or a place are skipped.
    package static func read(_ path: String, lateToleranceMilliseconds: Int64 = 0) throws(SourceError)
        -> Track
    {
        let reader = try FixLogReader(name: path, format: .gpx)
        let file: FileBytes
        do throws(FileError) { file = try FileBytes(path: path) } catch { throw .file(error) }
        var track = Track(lateToleranceMilliseconds: lateToleranceMilliseconds)
        try file.forEachPiece { bytes throws(SourceError) in
            try reader.feed(bytes) { if let point = TrackPoint($0) { track.add(point) } }
        }
        try reader.finish { if let point = TrackPoint($0) { track.add(point) } }
        return track
    }
}

extension LocationFix {
    init(_ point: TrackPoint) {
        self.init(
            mode: point.altitudeMeters == nil ? .twoDimensional : .threeDimensional, time: point.time,
            coordinate: point.coordinate, altitudeMeters: point.altitudeMeters,
            accuracyMeters: point.accuracyMeters, speedMetersPerSecond: point.speedMetersPerSecond,
            courseDegrees: point.courseDegrees)
    }
}
