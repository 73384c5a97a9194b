#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An address of a host, and how to connect to it.
package struct SocketAddress: Sendable {
    private let family: Int32
    private let bytes: [UInt8]

    /// The addresses of a host, in the order in which to try them; none when there is no such host.
    ///
    /// Queries the name servers for names other than localhost, and blocks until they answer.
    package static func resolve(host: String, port: UInt16) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Socket.streamKind
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        // With that flag the loopback does not count when no network card is up.
        if getaddrinfo(host, String(port), &hints, &list) != 0 {
            hints.ai_flags = 0
            guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let info = next?.pointee, addresses.count < 8 {
            if let address = info.ai_addr {
                addresses.append(
                    SocketAddress(
                        family: info.ai_family,
                        bytes: Array(UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))))
            }
            next = info.ai_next
        }
        return addresses
    }

    /// A socket that does not block and is not inherited; -1 when there is none.
    package func openSocket() -> Int32 {
        let descriptor = socket(family, Socket.streamKind, 0)
        guard descriptor >= 0 else { return -1 }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        Descriptor.setNonBlocking(descriptor)
        return descriptor
    }

    /// Starts to connect a socket: nil when it is connected, `.inProgress` while it is under way.
    package func connect(_ socket: Int32) -> SystemError? {
        bytes.withUnsafeBytes { raw in
            guard let address = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return .connectionRefused
            }
            return connectCall(socket, address, socklen_t(raw.count)) == 0 ? nil : .last
        }
    }
}

private func connectCall(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(socket, address, length)
}
