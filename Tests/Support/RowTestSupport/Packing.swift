import CZlib
import CZstd

/// Packs bytes for tests.
enum Packing: CaseIterable {
    case gzip, zlib, zstd

    /// What whole files are packed with.
    static let files: [Packing] = [.gzip, .zstd]

    func pack(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .gzip: Self.deflated(bytes, windowBits: 15 + 16)
        case .zlib: Self.deflated(bytes, windowBits: 15)
        case .zstd: Self.zstd(bytes)
        }
    }

    static func deflated(_ bytes: [UInt8], windowBits: Int32 = -15) -> [UInt8] {
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
                deflate(&stream, Z_FINISH)
            }
        }
        return Array(output[..<(capacity - Int(stream.avail_out))])
    }

    private static func zstd(_ bytes: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let count = ZSTD_compress(&output, output.count, bytes, bytes.count, 3)
        return Array(output[..<count])
    }

    /// A zip archive of files with their names, as bytes.
    static func zip(
        _ files: [(name: String, bytes: [UInt8])], isStored: Bool = false, comment: String = ""
    ) -> [UInt8] {
        func short(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
        func word(_ number: Int) -> [UInt8] { short(number) + short(number >> 16) }
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let packed = isStored ? file.bytes : deflated(file.bytes)
            let name = Array(file.name.utf8)
            let sum = Int(crc32(0, file.bytes, UInt32(file.bytes.count)))
            let common =
                short(20) + short(0) + short(isStored ? 0 : 8) + word(0) + word(sum) + word(packed.count)
                + word(file.bytes.count) + short(name.count)
            directory += word(0x0201_4B50) + short(20) + common + short(0) + short(0) + short(0) + short(0)
            directory += word(0) + word(archive.count) + name
            archive += word(0x0403_4B50) + common + short(0) + name + packed
        }
        let end =
            word(0x0605_4B50) + short(0) + short(0) + short(files.count) + short(files.count)
            + word(directory.count) + word(archive.count) + short(comment.utf8.count)
        return archive + directory + end + Array(comment.utf8)
    }
}
