import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Streams

/// Large sections are the pages of the file for a moment.
@Suite(.serialized) struct MappedPagesTests {
    private static let count = (MappedPages.smallestLength + 3 << 20) / 8 + 5
    private static let numbers = (0..<count).map { UInt64($0) &* 0x1234_5678_9ABC }
    private let cache = ScratchCache()

    private func header() throws -> SavedHeader {
        var reader = ByteReader((0..<56).map { UInt8($0) })
        return SavedHeader(
            source: "/data/places.csv", options: "", fingerprint: try #require(FileFingerprint(&reader)),
            rowCount: 1)
    }

    private func saved() throws -> SavedFile {
        var writer = try SavedFileWriter.begin(
            header(), in: cache.folder, layout: 1, byteCount: 8 * Self.count, isAbandoned: { false })
        try writer.write(1, [7] as [UInt8])
        try writer.write(2, Self.numbers)
        try writer.commit(if: { true })
        return try SavedFile(header(), in: cache.folder, layout: 1)
    }

    /// Whether this process has mapped the file.
    private var isMapped: Bool {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        return maps.contains(cache.path)
    }

    /// Opens the file for writing without waiting; false where a lease keeps it from that.
    private func canBeWritten() -> Bool {
        let descriptor = open(cache.onlyFile, O_WRONLY | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// Readers see the same numbers before, while and after they are copied.
    @Test func mappedPagesBecomeMemoryUnderReaders() throws {
        let numbers = try saved().numbers(2, of: UInt64.self)
        #expect(isMapped)
        #expect(!canBeWritten())
        var rounds = 0
        var areEqual = true
        repeat {
            areEqual = areEqual && numbers == Self.numbers
            rounds += 1
        } while isMapped && rounds < 10_000
        #expect(areEqual && !isMapped)
        // The thread that copied closes the file a moment later.
        let deadline = ContinuousClock.now + .seconds(10)
        while !canBeWritten(), ContinuousClock.now < deadline { usleep(1000) }
        try cache.replace([])
        #expect(numbers == Self.numbers)
    }

    /// The array is freed, and its memory used for others, while its pages would be copied.
    @Test func arraysThatAreDroppedAtOnceDoNoHarm() throws {
        let file = try saved()
        for _ in 0..<3 { #expect(try file.numbers(2, of: UInt64.self).last == Self.numbers.last) }
        let others = (0..<8).map { [UInt64](repeating: UInt64($0), count: Self.count) }
        // Longer than a copy waits, so that one which is too late would have done its harm.
        usleep(600_000)
        while isMapped { usleep(1000) }
        for (number, other) in others.enumerated() { #expect(other.allSatisfy { $0 == UInt64(number) }) }
    }

    /// A file that somebody may write to is read into memory.
    @Test func filesOpenForWritingAreNotMapped() throws {
        let file = try saved()
        let writer = open(cache.onlyFile, O_WRONLY)
        defer { close(writer) }
        let numbers = try file.numbers(2, of: UInt64.self)
        #expect(!isMapped)
        #expect(numbers == Self.numbers)
    }

    @Test func damageIsNoticedInMappedPages() throws {
        _ = try saved()
        var bytes = try cache.bytes()
        for place in [8 << 20, bytes.count / 2, 33 << 20] {
            bytes[place] ^= 1
            try cache.replace(bytes)
            let file = try SavedFile(header(), in: cache.folder, layout: 1)
            #expect(throws: SavedFault.damaged) { try file.numbers(2, of: UInt64.self) }
            bytes[place] ^= 1
        }
    }
}
