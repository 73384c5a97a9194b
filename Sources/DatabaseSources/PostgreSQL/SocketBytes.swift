import Glibc

/// Bytes that have arrived and were not read yet.
package func waitingBytes(on socket: Int32) -> Int {
    var count: Int32 = 0
    return ioctl(socket, UInt(FIONREAD), &count) == 0 ? Int(max(count, 0)) : 0
}

/// The minimum that libpq has read of the `before` bytes that were waiting: more may have arrived meanwhile,
/// and its buffer always has room for 8 KiB.
package func bytesRead(from socket: Int32, before: Int) -> Int {
    max(before - waitingBytes(on: socket), min(before, 8_192))
}
