import Foundation
import Glibc

/// A TCP socket that listens on a free port of the loopback interface.
package struct LoopbackListener {
    package let descriptor: Int32
    package let port: UInt16

    package init(backlog: Int32) throws {
        let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw -> UInt16? in
                guard bind(listener, raw, length) == 0, listen(listener, backlog) == 0,
                    getsockname(listener, raw, &length) == 0
                else { return nil }
                return pointer.pointee.sin_port.bigEndian
            }
        }
        guard listener >= 0, let port else { throw CocoaError(.fileReadUnknown) }
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        descriptor = listener
        self.port = port
    }

    /// Serves each connection on a thread of its own, until all sockets are shut down.
    func serve(_ sockets: OpenSockets, _ serve: @escaping @Sendable (_ connection: Int32) -> Void) {
        let listener = descriptor
        sockets.add(listener)
        Thread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                sockets.add(connection)
                Thread {
                    serve(connection)
                    sockets.close(connection)
                }.start()
            }
            sockets.close(listener)
        }.start()
    }
}
