import Platform
import Rows
import Streams
import TestSupport
import Testing

@testable import Feeds

@Suite struct RecordingTests {
    private static let start: Int64 = 1_795_701_600_000

    @Test(arguments: [1, 3, 17, 4_096])
    func whatWasWrittenIsReadBack(_ pieces: Int) throws {
        let file = try TemporaryFile([], extension: "tmr")
        let path = file.path
        do {
            let writer = try RecordingWriter(path: path, start: Self.start, source: "tcp://pi:30003")
            writer.add(Array("MSG,1\r\n@1 2\n".utf8), received: Self.start + 20)
            writer.add([0, 255, 10], received: Self.start + 61_234)
        }
        let bytes = try FileBytes.whole(path, limit: 1 << 20)
        #expect(FeedDetection.isFeed(bytes))
        var recording = FeedRecording()
        var found: [FeedRecording.Piece] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            recording.feed(Array(bytes[start..<min(start + pieces, bytes.count)])) { found.append($0) }
        }
        #expect(recording.start == Self.start && recording.source == "tcp://pi:30003")
        #expect(found.map(\.milliseconds) == [20, 61_234] && found.map(\.bytes.count) == [12, 3])
        #expect(!recording.isDamaged && !recording.isOpen)
    }

    /// A message that a lost connection has cut does not swallow the next one.
    @Test func theEndOfAConnectionIsRecorded() throws {
        let file = try TemporaryFile([], extension: "tmr")
        let path = file.path
        do {
            let writer = try RecordingWriter(path: path, start: Self.start, source: "x")
            writer.add(Array(position("4B1812", 0, 47, 8).utf8.dropLast(30)), received: Self.start)
            writer.endConnection(received: Self.start + 500)
            writer.add(Array(position("4B1813", 1, 48, 9).utf8), received: Self.start + 1_000)
        }
        let input = SourceInput(try FileBytes(path: path), path: path)
        let source = try FeedLoader([FileFeed(input)], options: FeedOptions()).read(
            isCancelled: { false }, progress: { _ in })
        let table = try #require(source.table as? ThingTable)
        #expect(table.things.contains { $0.id == "4b1813" })
        #expect(!table.things.contains { $0.id == "4b1812" })
    }

    /// A file or an old log in a pipe is recorded at once: its messages have their own times then, too.
    @Test(arguments: [0, 100_000] as [Int64])
    func aRecordingOfAFileIsWhatTheFileIs(ageSeconds: Int64) throws {
        let file = try TemporaryFile([], extension: "tmr")
        let path = file.path
        do {
            let writer = try RecordingWriter(
                path: path, start: Self.start + ageSeconds * 1000, source: "stdin")
            for second in 0..<100 {
                writer.add(
                    Array(position("4B1812", Double(second), 47 + Double(second) / 100, 8).utf8),
                    received: Self.start + ageSeconds * 1000 + Int64(ageSeconds == 0 ? second * 1000 : second)
                )
            }
        }
        func read(_ seconds: Double?) throws -> [HeardThing] {
            var options = FeedOptions()
            options.lengthSeconds = seconds
            let input = SourceInput(try FileBytes(path: path), path: path)
            let source = try FeedLoader([FileFeed(input)], options: options).read(
                isCancelled: { false }, progress: { _ in })
            #expect(source.skipped.total == 0)
            return try #require(source.table as? ThingTable).things
        }
        let things = try read(nil)
        #expect(things.map(\.messageCount) == [100] && things[0].place?.latitudeE7 == 479_900_000)
        // By the time of the messages.
        #expect(try read(50).map(\.messageCount) == [51])
    }

    @Test func damagedRecordingsAreGivenUp() {
        for text in [
            "termmap recording 1 x y\n", "termmap recording 1 2026-11-26T14:00:00Z a\n@1 99999999999\n",
        ] {
            var recording = FeedRecording()
            recording.feed(Array(text.utf8)) { _ in }
            #expect(recording.isDamaged)
        }
    }

    @Test func aRecordingIsReadUpToTheTimeThatIsAskedFor() throws {
        let file = try TemporaryFile([], extension: "tmr")
        let path = file.path
        do {
            let writer = try RecordingWriter(path: path, start: Self.start, source: "x")
            for second in 0..<100 {
                writer.add(
                    Array(position("4B1812", Double(second), 47 + Double(second) / 1000, 8).utf8),
                    received: Self.start + Int64(second) * 1000)
            }
        }
        var options = FeedOptions()
        options.lengthSeconds = 50
        let input = SourceInput(try FileBytes(path: path), path: path)
        let source = try FeedLoader([FileFeed(input)], options: options).read(
            isCancelled: { false }, progress: { _ in })
        let table = try #require(source.table as? ThingTable)
        #expect(table.things.map(\.messageCount) == [51])
        #expect(source.points.count + source.skipped.total == table.recordCount)
    }
}
