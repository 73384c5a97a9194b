#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Sockets by their descriptors.
package enum Socket {
    /// Both ends of a pair that stays within the machine; nil where that fails. Closed in programs that are started.
    package static func makePair() -> (ours: Int32, theirs: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, streamKind, 0, &ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Sends without blocking: the number of bytes, -1 on failure. A closed connection raises no signal.
    package static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
        sendCall(socket, bytes)
    }

    /// Why a connection failed; nil where it is made.
    package static func failure(of socket: Int32) -> SystemError? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &length)
        return code == 0 ? nil : SystemError(code: code)
    }

    /// Finds out after a minute without bytes that nobody is at the other end any more, and every 15 s from then on.
    package static func keepAlive(_ socket: Int32) {
        set(socket, SOL_SOCKET, SO_KEEPALIVE, 1)
        #if os(Linux)
            set(socket, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60)
            set(socket, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 15)
            set(socket, Int32(IPPROTO_TCP), TCP_KEEPCNT, 4)
        #endif
    }

    private static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Ends both directions; who waits for the socket wakes up.
    package static func shutDown(_ socket: Int32) { shutdown(socket, Int32(SHUT_RDWR)) }

    #if canImport(Glibc)
        static let streamKind = Int32(SOCK_STREAM.rawValue)
    #else
        static let streamKind = SOCK_STREAM
    #endif
}

private func sendCall(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
}

extension Descriptor {
    /// Makes a pipe hold more than the usual 64 KiB, where the system can.
    package static func setPipeCapacity(_ bytes: Int32, of descriptor: Int32) {
        #if os(Linux)
            // F_SETPIPE_SZ, which Swift does not import: 1024 + 7.
            _ = fcntl(descriptor, 1_031, bytes)
        #endif
    }
}
