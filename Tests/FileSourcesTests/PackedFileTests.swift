import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import SourceTestSupport
@testable import Streams

@Suite struct PackedFileTests {
    private static func table(rows: Int) -> [UInt8] {
        Array(
            ("name,lat,lon\n" + (0..<rows).map { "Place \($0),\($0 % 90).5,\($0 % 180).25\n" }.joined()).utf8)
    }

    private static func file(_ bytes: [UInt8]) throws -> TemporaryFile { try TemporaryFile(bytes) }

    @Test(arguments: Packing.files) func readsAsThePlainFile(packing: Packing) throws {
        let plain = Self.table(rows: 20_000)
        let packed = try Self.file(packing.pack(plain))
        let loaded = try packed.load()
        let expected = try Self.file(plain).load()
        #expect(loaded.points.count == 20_000 && loaded.skipped.total == 0)
        #expect(loaded.notices == [])
        #expect(loaded.source.places() == expected.source.places())
        #expect(try loaded.table.record(12_345).fields == ["Place 12345", "15.5", "105.25"])
        #expect(try loaded.table.record(12_345).line == 12_347)
    }

    @Test(arguments: Packing.files, [1, 2, 5, 1_000]) func streamsAreUnpacked(
        packing: Packing, piece: Int
    ) throws {
        let packed = packing.pack(Self.table(rows: piece < 10 ? 20 : 2_000))
        let pipe = try NamedPipe()
        pipe.write(packed, piece: piece)
        let loaded = try LoadedTable(CSVLoader(path: pipe.path).read(isCancelled: { false }))
        #expect(loaded.points.count == (piece < 10 ? 20 : 2_000))
        #expect(try loaded.table.record(7).fields[0] == "Place 7")
    }

    @Test(arguments: ["", "\u{1F}", "B", "BZ", "BZh9 is a name,lat,lon\nx,1,2\n", "P", "PK"])
    func textThatBeginsAsArchives(
        text: String
    ) throws {
        let pipe = try NamedPipe()
        pipe.write(Array(text.utf8), piece: 1)
        let file = try FileBytes(path: pipe.path)
        var bytes: [UInt8] = []
        try file.forEachPiece { piece in
            for index in piece.indices { bytes.append(piece[index]) }
        }
        #expect(bytes == Array(text.utf8))
    }

    @Test func membersAndFramesFollowOneAnother() throws {
        let plain = Self.table(rows: 100)
        for packing in Packing.files {
            let packed =
                packing.pack(Array(plain[..<50])) + packing.pack([]) + packing.pack(Array(plain[50...]))
            #expect(try Self.file(packed).load().points.count == 100)
        }
        let padded = Packing.gzip.pack(plain) + [UInt8](repeating: 0, count: 10_000)
        #expect(try Self.file(padded).load().notices == [])
    }

    /// What follows a member is another one, zeros, or a member whose beginning is damaged: its rows are missed.
    @Test(arguments: [[0x1E], [0x1F], [0x78, 0x79]] as [[UInt8]])
    func aDamagedMemberIsSaid(start: [UInt8]) throws {
        let plain = Self.table(rows: 100)
        var second = Packing.gzip.pack(Array("Place,1,2\n".utf8))
        second = start == [0x1F] ? start : start + second[start.count...]
        let loaded = try Self.file(Packing.gzip.pack(plain) + second).load()
        #expect(loaded.points.count == 100)
        #expect(loaded.notices.contains { $0.hasSuffix(" (showing the rows before it)") })
    }

    @Test func framesWithoutDataMayComeFirst() throws {
        let frame: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]
        let loaded = try Self.file(frame + Packing.zstd.pack(Self.table(rows: 100))).load()
        #expect(loaded.points.count == 100 && loaded.notices == [])
    }

    @Test func windowsThatAreTooLargeAreNoDamage() throws {
        // The head of a frame that asks for 2 GB: no content size, no checksum.
        let file = try Self.file([0x28, 0xB5, 0x2F, 0xFD, 0, 0xA8, 0, 0, 0, 0])
        #expect(CSVLoader(path: file.path).refusal?.contains("needs a window of more than 128 MB") == true)
    }

    @Test(arguments: Packing.files) func whatComesBeforeACutIsShown(packing: Packing) throws {
        let packed = packing.pack(Self.table(rows: 50_000))
        let loaded = try Self.file(Array(packed[..<(packed.count / 2)])).load()
        #expect(loaded.points.count > 1_000 && loaded.points.count < 49_000)
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        #expect(
            loaded.notices.contains {
                $0.hasSuffix(": the compressed data ends too early (showing the rows before it)")
            })
    }

    /// A record that is cut in a number would be somewhere else.
    @Test(arguments: 0..<40) func aRecordThatIsCutIsNoRow(step: Int) throws {
        var random = SeededRandom(UInt64(step))
        let lines = (0..<2_000).map { _ in "\(random.number(-80...80)).25,\(random.number(-170...170)).53125"
        }
        let packed = Packing.gzip.pack(Array(("lat,lon\n" + lines.joined(separator: "\n")).utf8))
        let loaded = try Self.file(Array(packed[..<(packed.count * (step + 20) / 62)])).load()
        let rows = (0..<UInt32(loaded.table.recordCount)).compactMap { try? loaded.table.namedRow($0) }
        #expect(rows.count > 100)
        for (row, line) in zip(rows, lines) {
            #expect(row.fields.map(\.value.text).joined(separator: ",") == line)
        }
    }

    @Test(arguments: Packing.files) func nothingToShowIsOneLine(packing: Packing) throws {
        let packed = packing.pack(Self.table(rows: 10))
        let cut = try Self.file(Array(packed[..<8]))
        #expect(CSVLoader(path: cut.path).refusal == "\(cut.path): the compressed data ends too early")
        // A header came through, and no row.
        let header = Packing.gzip.pack(Array("name,lat,lon\n\"a\nb\",1,2\n".utf8))
        for length in 12..<header.count {
            let cut = try Self.file(Array(header[..<length]))
            let refusal = CSVLoader(path: cut.path).refusal
            // Where all came through, only the end of the stream is missing.
            #expect(
                refusal == nil || refusal == "\(cut.path): the compressed data ends too early", "\(length)")
            #expect(refusal != nil || length > header.count - 14)
        }
        let damaged = try Self.file(Array(packed[..<4]) + [UInt8](repeating: 0xFF, count: 100))
        #expect(CSVLoader(path: damaged.path).refusal == "\(damaged.path): the compressed data is damaged")
    }

    @Test(arguments: 0..<40) func mutationsAreReadOrRefused(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let packing = Packing.files.randomElement(using: &random) ?? .gzip
        var packed = packing.pack(Self.table(rows: 2_000))
        for _ in 0..<3 {
            packed[random.number(0...packed.count - 1)] = UInt8(random.number(0...255))
        }
        let file = try Self.file(packed)
        if let loaded = try? file.load() {
            #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        }
    }

    @Test func bombsAreBounded() throws {
        let limits = DecompressedStream.Limits(bytes: 1 << 22, ratio: 100, bytesBeforeRatio: 1 << 16)
        for (bytes, isBomb) in [
            ([UInt8](repeating: 0, count: 1 << 20), true), (Self.table(rows: 10_000), false),
        ] {
            let packed = Packing.gzip.pack(bytes)
            var next = 0
            let stream = DecompressedStream(
                name: "a", decoder: try InflateDecoder(.gzip), limits: limits
            ) { buffer throws(FileError) in
                let count = min(buffer.count, packed.count - next)
                buffer.copyBytes(from: packed[next..<next + count])
                next += count
                return count
            }
            var buffer = [UInt8](repeating: 0, count: 1 << 14)
            var count = 0
            while let read = try buffer.withUnsafeMutableBytes({ try stream.read(into: $0) }), read > 0 {
                count += read
            }
            #expect(stream.fault == (isBomb ? .tooLarge : nil))
            #expect(isBomb ? count < 1 << 18 : count == bytes.count)
        }
    }

    @Test func progressCountsPackedBytes() throws {
        let packed = Packing.gzip.pack(Self.table(rows: 50_000))
        var last = 0
        var total: Int?
        _ = try Self.file(packed).load(
            progress: { progress in
                #expect(progress.bytesRead >= last && progress.bytesRead <= packed.count)
                last = progress.bytesRead
                total = progress.totalBytes
            })
        #expect(last == packed.count && total == packed.count)
    }

    @Test func otherArchivesAreNamed() throws {
        let zip = try Self.file(Packing.zip([("a.shp", [1, 2, 3])]))
        #expect(CSVLoader(path: zip.path).refusal?.contains("is a zip archive") == true)
        #expect(
            XMLLoader.kml(SourceInput(path: zip.path)).refusal
                == "\(zip.path): is a zip archive without a document that can be read (extract it first)")
        #expect(try ArchiveKind.of(FileBytes(path: zip.path)) == .zip)
        let kmz = try Self.file(Packing.zip([("doc.kml", [])]))
        #expect(try ArchiveKind.of(FileBytes(path: kmz.path)) == .kmz)
        let xz = try Self.file([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 1])
        #expect(CSVLoader(path: xz.path).refusal?.contains("is compressed with xz") == true)
        for packing in Packing.files {
            let packed = try Self.file(packing.pack([1]))
            #expect(try ArchiveKind.of(FileBytes(path: packed.path)) == (packing == .gzip ? .gzip : .zstd))
        }
        let plain = try Self.file(Self.table(rows: 1))
        #expect(try ArchiveKind.of(FileBytes(path: plain.path)) == nil)
    }

    @Test func packedUTF16() throws {
        let text = "\u{FEFF}name,lat,lon\nZürich,47.5,8.5\n"
        let bytes = [UInt8](try #require(text.data(using: .utf16LittleEndian)))
        #expect(try Self.file(Packing.zstd.pack(bytes)).load().table.record(0).fields[0] == "Zürich")
    }

    /// A changed digit is still a table: only the checksum says that it is another one.
    @Test(arguments: [20, 200_000], [true, false]) func theChecksumOfADocumentIsCompared(
        rows: Int, isStored: Bool
    ) throws {
        let plain = Self.table(rows: rows)
        var bytes = Packing.zip([("a.csv", plain)], isStored: isStored)
        #expect(try Self.file(bytes).load().points.count == rows)
        // Of the directory, so that the data are the same.
        let directory = try #require(
            (0..<bytes.count - 4).last { Array(bytes[$0..<$0 + 4]) == [0x50, 0x4B, 1, 2] })
        bytes[directory + 16] ^= 1
        let file = try Self.file(bytes)
        let words = "the compressed data is damaged"
        if let loaded = try? file.load() {
            #expect(
                rows > 1_000 && loaded.points.count < rows && loaded.notices.contains { $0.contains(words) })
        } else {
            #expect(rows < 1_000 && CSVLoader(path: file.path).refusal?.contains(words) == true)
        }
    }

    @Test(arguments: 0..<60) func damagedZipArchives(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let kml = Array(
            "<kml><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></kml>".utf8)
        var bytes = Packing.zip([("doc.kml", kml)], isStored: seed % 2 == 0)
        for _ in 0..<2 { bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255)) }
        if seed % 3 == 0 { bytes.removeLast(random.number(0...bytes.count - 1)) }
        let file = try Self.file(bytes)
        if let loaded = try? XMLLoader.kml(SourceInput(path: file.path)).loaded() {
            #expect(loaded.isAccountedFor)
        }
    }
}
