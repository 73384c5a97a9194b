import CZlib
import CZstd

/// Compresses bytes for tests.
enum Packing: CaseIterable {
    case gzip, zlib, zstd

    /// The number of the compression in PMTiles, which do not know zlib.
    var number: UInt8 { self == .zstd ? 4 : 2 }

    func pack(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .gzip: Self.deflated(bytes, windowBits: 15 + 16)
        case .zlib: Self.deflated(bytes, windowBits: 15)
        case .zstd: Self.zstd(bytes)
        }
    }

    private static func deflated(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(
            &stream, 6, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
        let capacity = output.count
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                _ = deflate(&stream, Z_FINISH)
            }
        }
        return Array(output[..<(capacity - Int(stream.avail_out))])
    }

    private static func zstd(_ bytes: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let count = ZSTD_compress(&output, output.count, bytes, bytes.count, 3)
        return Array(output[..<count])
    }
}
