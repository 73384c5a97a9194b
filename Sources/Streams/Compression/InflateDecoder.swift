import CZlib

/// Decompresses gzip, member by member, zlib, or the bare deflate of zip archives.
final class InflateDecoder: StreamDecoder {
    enum Format { case gzip, zlib, bare }

    private let format: Format
    /// At a fixed address: zlib keeps a pointer to it.
    private let stream: UnsafeMutablePointer<z_stream>
    /// The last member has ended.
    private(set) var isComplete = false
    /// The bytes after the last member are not a member and are ignored.
    private var isDone = false

    init(_ format: Format) throws(CompressionFault) {
        self.format = format
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let windowBits: Int32 =
            switch format {
            case .gzip: 15 + 16
            case .zlib: 15
            case .bare: -15
            }
        guard inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else {
            stream.deallocate()
            throw .outOfMemory
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CompressionFault) -> (consumed: Int, produced: Int) {
        if isComplete, !input.isEmpty { try beginNext(input) }
        if isDone || input.isEmpty { return (input.count, 0) }
        isComplete = false
        let room = UInt32(clamping: output.count)
        let given = UInt32(clamping: input.count)
        let status = input.withMemoryRebound(to: UInt8.self) { input in
            output.withMemoryRebound(to: UInt8.self) { output in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = given
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = room
                return inflate(stream, Z_NO_FLUSH)
            }
        }
        switch status {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: isComplete = true
        case Z_MEM_ERROR: throw .outOfMemory
        default: throw .damaged
        }
        return (Int(given - stream.pointee.avail_in), Int(room - stream.pointee.avail_out))
    }

    /// Another member of gzip may follow, or the zeros of tapes. Anything else may be a member that is damaged.
    private func beginNext(_ input: UnsafeRawBufferPointer) throws(CompressionFault) {
        guard format == .gzip, !isDone, input[0] != 0 else {
            isDone = true
            return
        }
        guard input[0] == 0x1F else { throw .followed }
        guard inflateReset(stream) == Z_OK else { throw .damaged }
    }
}
