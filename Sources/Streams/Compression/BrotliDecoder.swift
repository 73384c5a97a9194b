import Platform

/// Decompresses Brotli, with a library that is loaded when it is first needed.
final class BrotliDecoder: StreamDecoder {
    private let library: BrotliLibrary
    private let state: OpaquePointer
    private(set) var isComplete = false

    init(_ library: BrotliLibrary? = .installed) throws(CompressionFault) {
        guard let library else { throw .noBrotli }
        guard let state = library.create(nil, nil, nil) else { throw .outOfMemory }
        self.library = library
        self.state = state
    }

    deinit {
        library.destroy(state)
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CompressionFault) -> (consumed: Int, produced: Int) {
        // What follows the end of the data does not belong to it.
        if isComplete { return (input.count, 0) }
        var (given, room) = (input.count, output.count)
        var next = input.baseAddress
        var target = output.baseAddress
        switch library.decompress(state, &given, &next, &room, &target, nil) {
        case BrotliLibrary.failed: throw .damaged
        case BrotliLibrary.succeeded: isComplete = true
        default: break
        }
        return (input.count - given, output.count - room)
    }
}

/// The functions of libbrotlidec 1 that are needed. Source: brotli/decode.h.
struct BrotliLibrary: Sendable {
    typealias Create =
        @convention(c) @Sendable (
            UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
        ) -> OpaquePointer?
    typealias Decompress =
        @convention(c) @Sendable (
            OpaquePointer, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeRawPointer?>,
            UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeMutableRawPointer?>,
            UnsafeMutablePointer<Int>?
        ) -> Int32
    typealias Destroy = @convention(c) @Sendable (OpaquePointer) -> Void

    // Other results ask for input or room.
    static let failed: Int32 = 0
    static let succeeded: Int32 = 1

    /// The system's library; nil where it is not installed.
    static let installed = BrotliLibrary(name: "libbrotlidec.so.1")

    let create: Create
    let decompress: Decompress
    let destroy: Destroy

    /// The library stays loaded.
    init?(name: String) {
        guard let library = SharedLibrary(name),
            let create = library.function("BrotliDecoderCreateInstance"),
            let decompress = library.function("BrotliDecoderDecompressStream"),
            let destroy = library.function("BrotliDecoderDestroyInstance")
        else { return nil }
        self.create = unsafeBitCast(create, to: Create.self)
        self.decompress = unsafeBitCast(decompress, to: Decompress.self)
        self.destroy = unsafeBitCast(destroy, to: Destroy.self)
    }
}
