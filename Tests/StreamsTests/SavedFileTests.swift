import Foundation
import MapModel
import Synchronization
import TestSupport
import Testing

@testable import Streams

/// A cache folder that is removed with the value.
final class ScratchCache: Sendable {
    let path = NSTemporaryDirectory() + "saved-\(UUID().uuidString)"
    var folder: SavedFolder { SavedFolder(cacheFolder: path) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    }

    /// The path of the only file.
    var onlyFile: String { folder.path + "/" + (names.first ?? "") }

    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: onlyFile))) }

    func replace(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: onlyFile)) }
}

@Suite struct SavedFileTests {
    private static let numbers = (0..<5000).map { UInt64($0) &* 0x1234_5678_9ABC }
    private static let text = Array("Zürich".utf8)
    let cache = ScratchCache()

    private func header(_ source: String = "/data/places.csv", samples: UInt64 = 7) throws -> SavedHeader {
        var writer = ByteWriter()
        for word in [1, 2, 3, 4, 5, 6, samples] { writer.append(word) }
        var reader = ByteReader(writer.bytes)
        return SavedHeader(
            source: source, options: "options", fingerprint: try #require(FileFingerprint(&reader)),
            rowCount: 17)
    }

    private func save(
        _ header: SavedHeader, in folder: SavedFolder? = nil, layout: UInt32 = 1, byteCount: Int = 1000,
        isAbandoned: @escaping @Sendable () -> Bool = { false }, isCurrent: () -> Bool = { true }
    ) throws {
        var writer = try SavedFileWriter.begin(
            header, in: folder ?? cache.folder, layout: layout, byteCount: byteCount, isAbandoned: isAbandoned
        )
        try writer.write(1, Self.numbers)
        try writer.write(2, [UInt8]())
        try writer.write(3, joining: [Array(Self.text[..<3]), [], Array(Self.text[3...])])
        try writer.commit(if: isCurrent)
    }

    /// What is read back: nil when nothing is used.
    private func restored(_ header: SavedHeader, layout: UInt32 = 1) throws -> [UInt64] {
        let file = try SavedFile(header, in: cache.folder, layout: layout)
        let (empty, text) = (try file.bytes(2), try file.bytes(3))
        #expect(empty.isEmpty && text == Self.text)
        return try file.numbers(1, of: UInt64.self)
    }

    private func fault(_ header: SavedHeader, layout: UInt32 = 1) throws -> SavedFault? {
        do {
            #expect(try restored(header, layout: layout) == Self.numbers)
            return nil
        } catch let fault as SavedFault {
            return fault
        }
    }

    @Test func givesBackWhatWasSaved() throws {
        let header = try header()
        #expect(try fault(header) == .absent)
        try save(header)
        #expect(try restored(header) == Self.numbers)
        let files = try cache.folder.files(layout: 1)
        #expect(files.map(\.header) == [header])
        #expect(files[0].byteCount == (try cache.bytes().count))
        #expect(cache.names.count == 1)
        #expect(try cache.folder.remove(files[0]))
        #expect(cache.names.isEmpty)
        #expect(try fault(header) == .absent)
    }

    /// Blocks have checksums of their own: a section of several, and one that ends with a block.
    @Test(arguments: [-1, 0, 1, 4097]) func givesBackManyBlocks(beyond: Int) throws {
        let bytes = (0..<2 * SavedTable.blockLength + beyond).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let header = try header()
        var writer = try SavedFileWriter.begin(
            header, in: cache.folder, layout: 1, byteCount: bytes.count, isAbandoned: { false })
        try writer.write(1, bytes)
        try writer.write(2, joining: [Array(bytes[..<70_000]), Array(bytes[70_000...])])
        try writer.commit(if: { true })
        let file = try SavedFile(header, in: cache.folder, layout: 1)
        let isSame = try file.bytes(1) == bytes && file.bytes(2) == bytes
        #expect(isSame)
    }

    /// 24 bytes, as a cell of an index has: blocks of a file end within one.
    private struct Wide: BitwiseCopyable, Equatable {
        var number: UInt64
        var twice: UInt64
        var thrice: UInt64

        init(_ number: Int) {
            (self.number, twice, thrice) = (UInt64(number), UInt64(number) * 2, UInt64(number) * 3)
        }
    }

    /// Each number is checked as a whole, wherever blocks end, and with the one before it.
    @Test(arguments: [1, 43_690, 43_691, 87_381, 87_382, 131_072, 150_000])
    func eachNumberIsChecked(count: Int) throws {
        let numbers = (0..<count).map { Wide($0) }
        let plain = (0..<count).map { UInt64($0) }
        let header = try header()
        var writer = try SavedFileWriter.begin(
            header, in: cache.folder, layout: 1, byteCount: count * 32, isAbandoned: { false })
        try writer.write(1, numbers)
        try writer.write(2, plain)
        try writer.commit(if: { true })
        let file = try SavedFile(header, in: cache.folder, layout: 1)
        let checked = Mutex((numbers: Set<UInt64>(), pairs: Set<UInt64>()))
        let restored = try file.numbers(1, of: Wide.self) { stretch in
            checked.withLock { checked in
                for number in stretch { checked.numbers.insert(number.number) }
                for number in stretch.dropFirst() { checked.pairs.insert(number.number) }
            }
            return stretch.allSatisfy { $0 == Wide(Int($0.number)) }
        }
        #expect(restored == numbers)
        checked.withLock { #expect($0.numbers.count == count && $0.pairs.count == count - 1) }
        let pairs = Mutex(Set<UInt64>())
        _ = try file.numbers(2, of: UInt64.self) { stretch in
            pairs.withLock { $0.formUnion(stretch.dropFirst()) }
            return true
        }
        pairs.withLock { #expect($0.count == count - 1) }
        // The last one is wrong.
        #expect(throws: SavedFault.damaged) {
            try file.numbers(1, of: Wide.self) { $0.allSatisfy { $0.number < count - 1 } }
        }
    }

    /// Cells of a tree that take more than a block of the file.
    @Test func manyCellsOfATreeAreGivenBack() throws {
        var points = PointBuffer()
        for row in 0..<1_100 {
            for column in 0..<1_100 {
                points.append(
                    FixedCoordinate(
                        latitudeE7: Int32(row - 550) * 1_500_000, longitudeE7: Int32(column - 550) * 3_200_000
                    ),
                    row: UInt32(row * 1_100 + column))
            }
        }
        let tree = QuadTree(points)
        let cells = tree.columns.blocks.cells
        #expect(cells.count * MemoryLayout<CellBlocks.Cell>.stride > 1 << 20)
        let header = try header()
        var writer = try SavedFileWriter.begin(
            header, in: cache.folder, layout: 1, byteCount: 4 << 20, isAbandoned: { false })
        try writer.write(1, cells)
        try writer.commit(if: { true })
        let file = try SavedFile(header, in: cache.folder, layout: 1)
        let restored = try file.numbers(1, of: CellBlocks.Cell.self) {
            CellBlocks.areCells($0, below: tree.count)
        }
        #expect(restored.count == cells.count)
        #expect(throws: SavedFault.damaged) {
            try file.numbers(1, of: CellBlocks.Cell.self) { CellBlocks.areCells($0, below: tree.count - 1) }
        }
    }

    @Test func anotherStateOfTheSourceIsNotUsed() throws {
        try save(header())
        #expect(try fault(header(samples: 8)) == .otherSource)
        #expect(try fault(header("/data/others.csv")) == .absent)
    }

    // MARK: - Damage

    @Test func aFileThatIsCutShortIsNotUsed() throws {
        let header = try header()
        try save(header)
        let bytes = try cache.bytes()
        for part in 0..<64 {
            try cache.replace(Array(bytes[..<(bytes.count * part / 64)]))
            #expect(try fault(header) == .damaged, "\(part)")
        }
        try cache.replace(bytes + [0])
        #expect(try fault(header) == .damaged)
    }

    /// Each byte of the head, and of the end with the table.
    @Test func aChangedByteOfTheHeaderIsNoticed() throws {
        let header = try header()
        try save(header)
        let bytes = try cache.bytes()
        let head = SavedPrelude.length + header.bytes.count
        // The table has three sections and two blocks.
        let end = bytes.count - SavedFooter.length - (8 + 3 * 24 + 2 * 8)
        for place in Array(0..<head) + Array(end..<bytes.count) {
            var changed = bytes
            changed[place] ^= 1 << UInt8(place % 8)
            try cache.replace(changed)
            #expect(try fault(header) == .damaged, "byte \(place)")
        }
    }

    @Test(arguments: 0..<4) func changedBitsGiveNoWrongAnswer(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let header = try header()
        try save(header)
        let bytes = try cache.bytes()
        var unused = 0
        for _ in 0..<250 {
            var changed = bytes
            changed[Int(random.next() % UInt64(bytes.count))] ^= 1 << UInt8(random.next() % 8)
            try cache.replace(changed)
            // Between sections there are bytes without a meaning.
            if try fault(header) != nil { unused += 1 }
        }
        #expect(unused > 230)
    }

    @Test func sectionsHaveWholeNumbers() throws {
        let header = try header()
        try save(header)
        let file = try SavedFile(header, in: cache.folder, layout: 1)
        #expect(throws: SavedFault.damaged) { try file.numbers(3, of: UInt64.self) }
        #expect(throws: SavedFault.damaged) { try file.bytes(4) }
        #expect(throws: SavedFault.damaged) { try file.numbers(1, of: UInt64.self, where: { _ in false }) }
    }

    @Test func aFileThatIsReplacedWhileOpenStays() throws {
        let header = try header()
        try save(header)
        let file = try SavedFile(header, in: cache.folder, layout: 1)
        try FileManager.default.removeItem(atPath: cache.onlyFile)
        #expect(try file.numbers(1, of: UInt64.self) == Self.numbers)
    }

    @Test func aFileThatIsCutShortWhileOpenIsNoticed() throws {
        let header = try header()
        try save(header)
        let file = try SavedFile(header, in: cache.folder, layout: 1)
        truncate(cache.onlyFile, 300)
        #expect(throws: SavedFault.damaged) { try file.numbers(1, of: UInt64.self) }
    }

    // MARK: - Versions

    @Test func anOlderFileIsReplacedAndANewerStays() throws {
        let header = try header()
        try save(header, layout: 2)
        #expect(try fault(header, layout: 3) == .older)
        #expect(try fault(header, layout: 1) == .newer)
        let before = try cache.bytes()
        #expect(throws: SavedFault.newer) { try save(header, layout: 1) }
        #expect(try cache.bytes() == before)
        try save(header, layout: 3)
        #expect(try fault(header, layout: 3) == nil)
    }

    @Test func aDamagedVersionIsNotNewer() throws {
        let header = try header()
        try save(header)
        var bytes = try cache.bytes()
        bytes[13] = 1
        try cache.replace(bytes)
        #expect(try fault(header) == .damaged)
        try save(header)
        #expect(try fault(header) == nil)
    }

    @Test func aFileOfAnotherByteOrderIsNotUsed() throws {
        let header = try header()
        try save(header)
        var bytes = try cache.bytes()
        bytes[8..<12].reverse()
        let checksum = SavedChecksum.of(Array(bytes[..<56]))
        bytes.replaceSubrange(56..<64, with: withUnsafeBytes(of: checksum.littleEndian, Array.init))
        try cache.replace(bytes)
        #expect(try fault(header) == .damaged)
    }

    // MARK: - Writing

    @Test func nothingIsLeftOfWhatIsNotFinished() throws {
        let header = try header()
        try save(header)
        let before = try cache.bytes()
        #expect(throws: SavedFault.abandoned) { try save(header, isAbandoned: { true }) }
        #expect(throws: SavedFault.otherSource) { try save(header, isCurrent: { false }) }
        #expect(throws: SavedFault.noRoom) { try save(header, byteCount: .max) }
        #expect(try cache.bytes() == before)
        #expect(cache.names.count == 1)
    }

    @Test func whatAKilledProcessLeftIsRemoved() throws {
        let header = try header()
        try save(header)
        let stale = cache.folder.path + "/0123456789abcdef.index-new"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: stale))
        // A file of somebody else is no business of ours.
        let other = cache.folder.path + "/notes.txt"
        try Data([1]).write(to: URL(fileURLWithPath: other))
        try save(header)
        #expect(!FileManager.default.fileExists(atPath: stale))
        #expect(FileManager.default.fileExists(atPath: other))
    }

    @Test func ofTwoThatSaveTheSameOneDoes() throws {
        let header = try header()
        let folder = cache.folder
        var first = try SavedFileWriter.begin(
            header, in: folder, layout: 1, byteCount: 10, isAbandoned: { false })
        #expect(throws: SavedFault.busy) { try save(header) }
        try first.write(1, Self.numbers)
        try first.write(2, [UInt8]())
        try first.write(3, Self.text)
        try first.commit(if: { true })
        #expect(try fault(header) == nil)
        try save(header)
    }

    /// One that removes what others left, and one that has just made its file, do not take each other's.
    @Test func manyThatSaveAtOnceAllDo() throws {
        let headers = try (0..<200).map { try header("/data/\($0).csv") }
        let faults = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: headers.count) { index in
            do {
                try save(headers[index])
            } catch {
                faults.withLock { $0.append("\(index): \(error)") }
            }
        }
        #expect(faults.withLock { $0 } == [])
        #expect(try headers.map { try fault($0) } == headers.map { _ in nil })
    }

    @Test func theLeastRecentlyUsedAreRemoved() throws {
        let size = 45_000
        let folder = SavedFolder(cacheFolder: cache.path, byteLimit: 3 * size)
        let headers = try (0..<5).map { try header("/data/\($0).csv") }
        for (index, header) in headers[..<3].enumerated() {
            try save(header, in: folder, byteCount: size)
            let path = folder.path + "/" + header.fileName
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000 + Double(index))],
                ofItemAtPath: path
            )
        }
        // Reading counts as use.
        #expect(try fault(headers[0]) == nil)
        for header in headers[3...] { try save(header, in: folder, byteCount: size) }
        #expect(try headers.map { try fault($0) } == [nil, .absent, .absent, nil, nil])
    }
}
