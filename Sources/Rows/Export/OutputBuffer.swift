import Streams

/// Bytes on their way to a sink, which takes at least 64 KiB at a time.
package struct OutputBuffer {
    private static let length = 1 << 16

    private var bytes: [UInt8]

    /// A buffer that holds `bytes`.
    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Adds bytes, and passes on what there is if that is enough.
    package mutating func append(
        _ more: some Collection<UInt8>, to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        bytes += more
        guard bytes.count >= Self.length else { return }
        try sink(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Passes on what is left.
    package mutating func finish(_ sink: ([UInt8]) throws(SourceError) -> Void) throws(SourceError) {
        if !bytes.isEmpty { try sink(bytes) }
        bytes = []
    }
}
