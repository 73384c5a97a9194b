import TestSupport
import Testing

@testable import RowTestSupport
@testable import Streams

@Suite struct ByteCompressionTests {
    private func compression(_ packing: Packing) -> ByteCompression {
        switch packing {
        case .gzip: .gzip
        case .zlib: .zlib
        case .zstd: .zstd
        }
    }

    private func noise(_ count: Int) -> [UInt8] {
        var random = SeededRandom(UInt64(count))
        return (0..<count).map { _ in UInt8(random.number(0...255)) }
    }

    @Test(arguments: Packing.allCases, [0, 1, 4_095, 4_096, 4_097, 100_000])
    func whatWasPackedIsUnpacked(packing: Packing, count: Int) throws {
        for bytes in [noise(count), [UInt8](repeating: 7, count: count)] {
            let packed = packing.pack(bytes)
            #expect(ByteCompression(head: packed) == compression(packing))
            #expect(try compression(packing).decompress(packed, limit: count) == bytes)
        }
    }

    @Test(arguments: Packing.allCases) func oneByteTooManyIsTooLarge(packing: Packing) {
        let packed = packing.pack([UInt8](repeating: 0, count: 10_001))
        #expect(throws: CompressionFault.tooLarge) {
            try compression(packing).decompress(packed, limit: 10_000)
        }
    }

    @Test(arguments: Packing.allCases) func whatIsCutOffIsReported(packing: Packing) {
        let packed = packing.pack(noise(5_000))
        for length in [0, 1, 10, packed.count / 2, packed.count - 1] {
            #expect(throws: CompressionFault.cutOff) {
                try compression(packing).decompress(Array(packed[..<length]), limit: 10_000)
            }
        }
    }

    @Test(arguments: Packing.allCases) func theHeadEndsAtTheLimitOrTheFault(packing: Packing) throws {
        let bytes = noise(50_000)
        let packed = packing.pack(bytes)
        #expect(try compression(packing).decompressedHead(packed, limit: 1_000) == Array(bytes[..<1_000]))
        let part = try compression(packing).decompressedHead(Array(packed[..<40_000]), limit: 50_000)
        #expect(bytes.starts(with: part) && part.count < bytes.count)
    }

    @Test func severalMembersOfGzipAreOne() throws {
        let packed = Packing.gzip.pack([1, 2]) + Packing.gzip.pack([3])
        #expect(try ByteCompression.gzip.decompress(packed, limit: 3) == [1, 2, 3])
        #expect(throws: CompressionFault.tooLarge) { try ByteCompression.gzip.decompress(packed, limit: 2) }
    }

    @Test func aFrameThatAsksForMuchMemoryIsRefused() {
        // A frame of zstd whose window is 2^27 bytes: exponent 17 of the window descriptor, then a raw block.
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 17 << 3, 0x09, 0, 0, 1]
        #expect(throws: CompressionFault.windowTooLarge) {
            try ByteCompression.zstd.decompress(frame, limit: 100)
        }
        var small = frame
        small[5] = 14 << 3
        #expect(throws: Never.self) { try ByteCompression.zstd.decompress(small, limit: 100) }
    }

    @Test func bytesThatAreNotCompressedStayAsTheyAre() throws {
        #expect(ByteCompression(head: [0x1A, 0x45, 1]) == .none)
        #expect(ByteCompression(head: [] as [UInt8]) == .none)
        #expect(try ByteCompression.none.decompress([1, 2, 3], limit: 3) == [1, 2, 3])
        #expect(throws: CompressionFault.tooLarge) {
            try ByteCompression.none.decompress([1, 2, 3], limit: 2)
        }
    }

    @Test(.enabled(if: BrotliLibrary.installed != nil, "no libbrotli1"))
    func brotliIsUnpacked() throws {
        // "{}" and a meta-block of seven bytes, as bytes that are stored.
        #expect(try ByteCompression.brotli.decompress([0x0B, 0x00, 0x80, 0x61, 0x03], limit: 1) == [0x61])
        #expect(throws: CompressionFault.tooLarge) {
            try ByteCompression.brotli.decompress([0x0B, 0x00, 0x80, 0x61, 0x03], limit: 0)
        }
        #expect(throws: CompressionFault.cutOff) {
            try ByteCompression.brotli.decompress([0x0B, 0x00], limit: 1)
        }
        #expect(throws: CompressionFault.damaged) {
            try ByteCompression.brotli.decompress([UInt8](repeating: 0xFF, count: 9), limit: 1)
        }
    }

    @Test func withoutItsLibraryBrotliIsRefused() {
        #expect(throws: CompressionFault.noBrotli) {
            try BrotliDecoder(BrotliLibrary(name: "libnothing.so.0"))
        }
        #expect(CompressionFault.noBrotli.words.contains("libbrotli1"))
    }
}
