import Platform

/// The minimum that libpq has read of the `before` bytes that were waiting: more may have arrived meanwhile,
/// and its buffer always has room for 8 KiB.
package func bytesRead(from socket: Int32, before: Int) -> Int {
    max(before - Descriptor.readableBytes(socket), min(before, 8_192))
}
