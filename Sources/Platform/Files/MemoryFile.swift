#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file in memory that a C library writes to as a stream; what it wrote is taken from it.
///
/// Closed by `close`: the library may have to finish with it before.
package struct MemoryFile {
    #if canImport(Musl)
        /// A stream of the C library, which hides what is in it.
        package typealias Stream = OpaquePointer
    #else
        /// A stream of the C library.
        package typealias Stream = UnsafeMutablePointer<FILE>
    #endif

    /// The stream.
    package let stream: Stream
    private let descriptor: Int32

    /// The stream of an open file, which it takes over; nil where that fails, and `SystemError.last` says why.
    package init?(_ descriptor: Int32) {
        guard descriptor >= 0, let stream = fdopen(descriptor, "w+") else { return nil }
        (self.descriptor, self.stream) = (descriptor, stream)
    }

    /// What was written, once the library has flushed it; the file is empty then.
    package func take() -> [UInt8] {
        let length = Descriptor.offset(descriptor)
        guard length > 0 else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = max(Descriptor.read(descriptor, at: 0, into: UnsafeMutableRawBufferPointer(buffer)), 0)
        }
        empty()
        return bytes
    }

    /// Drops what was written.
    package func empty() {
        Descriptor.rewind(descriptor)
        Descriptor.truncate(descriptor, to: 0)
    }

    /// Closes the stream.
    package func close() { fclose(stream) }
}
