import CZstd

/// Decompresses Zstandard, frame by frame.
final class ZstdDecoder: StreamDecoder {
    private let stream: OpaquePointer
    private(set) var isComplete = false

    /// - Parameter windowLog: the memory that a frame may ask for is 2^windowLog bytes; 27 for streams.
    init(windowLog: Int32 = 27) throws(CompressionFault) {
        guard let stream = ZSTD_createDStream() else { throw .outOfMemory }
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, windowLog)
        self.stream = stream
    }

    deinit {
        ZSTD_freeDStream(stream)
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CompressionFault) -> (consumed: Int, produced: Int) {
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        // Called without input it expects the next frame and reports nothing about the last one.
        if isComplete, input.isEmpty { return (0, 0) }
        let wanted = ZSTD_decompressStream(stream, &target, &source)
        guard ZSTD_isError(wanted) == 0 else {
            throw ZSTD_getErrorCode(wanted) == ZSTD_error_frameParameter_windowTooLarge
                ? .windowTooLarge : .damaged
        }
        isComplete = wanted == 0
        return (source.pos, target.pos)
    }
}
