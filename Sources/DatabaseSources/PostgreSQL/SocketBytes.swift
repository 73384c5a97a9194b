import Glibc

/// Bytes that have come and were not read yet.
package func waitingBytes(on socket: Int32) -> Int {
    var count: Int32 = 0
    return ioctl(socket, UInt(FIONREAD), &count) == 0 ? Int(max(count, 0)) : 0
}

/// What libpq has read at least, of the `before` that were waiting: more may have come meanwhile, and its buffer has always
/// room for 8 KiB.
package func bytesRead(from socket: Int32, before: Int) -> Int {
    max(before - waitingBytes(on: socket), min(before, 8_192))
}
