import Foundation
import MapModel
import TestSupport
import Testing

@testable import Receivers
@testable import Streams

@Suite struct TrackFileTests {
    private static func track(_ count: Int) -> Track {
        var track = Track()
        for index in 0..<count {
            track.add(
                TrackPoint(
                    time: UTCInstant(milliseconds: 1_795_000_000_000 + Int64(index) * 100) ?? .earliest,
                    coordinate: Coordinate(latitude: 47 + Double(index) / 1e5, longitude: 8.123456789),
                    altitudeMeters: 400.5, accuracyMeters: 3.5, speedMetersPerSecond: 1.25,
                    courseDegrees: 90.5))
        }
        return track
    }

    private static func points(_ track: Track) -> [TrackPoint] {
        var points: [TrackPoint] = []
        track.forEach { points.append($0) }
        return points
    }

    @Test func aTrackIsReadBackAndGoesOn() throws {
        let file = try TemporaryFile("old")
        let track = Self.track(1000)
        try TrackFile.write(track, to: SaveTarget(file.path))
        let read = try TrackFile.read(file.path)
        #expect(Self.points(read) == Self.points(track))
        #expect(read.distanceMeters == track.distanceMeters)
    }

    @Test func anOldFileStaysWhenTheNewOneCannotBeWritten() throws {
        let file = try TemporaryFile("old")
        do {
            var half = try AtomicFile(replacing: SaveTarget(file.path))
            try half.write(Array("new".utf8))
            #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "old")
        }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "old")
        let folder = (file.path as NSString).deletingLastPathComponent
        let name = (file.path as NSString).lastPathComponent
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(name) }
        #expect(left == [name])
    }

    @Test func aFileKeepsItsRightsAndLinksStayLinks() throws {
        let file = try TemporaryFile("old")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        let link = file.path + ".link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        try TrackFile.write(Self.track(2), to: SaveTarget(link))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file.path)
        #expect(try TrackFile.read(file.path).count == 2)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test func missingFoldersAreErrors() {
        #expect(
            throws: FileError(
                file: "/nowhere/a.gpx", reason: .notReadable(line: nil, words: "no such folder"))
        ) {
            try TrackFile.write(Self.track(1), to: SaveTarget("/nowhere/a.gpx"))
        }
        #expect(throws: SourceError.self) { try TrackFile.read("/nowhere/a.gpx") }
    }
}
