import Foundation
import Glibc
import Synchronization
import TestSupport

/// A server on a port of its own that does what a script says, one connection after the other.
final class ScriptedServer: Sendable {
    enum Step: Sendable {
        case send(String)
        /// Waits until the other side has sent so much.
        case receive(Int)
        /// The other side sees the connection end properly.
        case close
        /// The other side sees it torn.
        case reset
        /// Waits for a twentieth of a second, so that a reader is not flooded.
        case pause
        /// Says nothing until the end of the test.
        case stall
    }

    let port: UInt16
    private let listener: Int32
    private let connections = Mutex<[Int32]>([])
    private let heard = Mutex<[UInt8]>([])

    /// What all clients have sent.
    var received: String { heard.withLock { String(decoding: $0, as: UTF8.self) } }

    init(_ scripts: [[Step]]) throws {
        let socket = try LoopbackListener(backlog: 4)
        let listener = socket.descriptor
        self.listener = listener
        port = socket.port
        let thread = Thread { [weak self] in
            for script in scripts {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                self?.connections.withLock { $0.append(connection) }
                self?.play(script, on: connection)
            }
        }
        thread.start()
    }

    /// Ends all waiting.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        connections.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
    }

    private func play(_ script: [Step], on connection: Int32) {
        for step in script {
            switch step {
            case .send(let text):
                var bytes = Array(text.utf8)[...]
                while !bytes.isEmpty {
                    let count = bytes.withUnsafeBytes {
                        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard count > 0 else { return }
                    bytes = bytes.dropFirst(count)
                }
            case .receive(let count):
                let before = heard.withLock { $0.count }
                var buffer = [UInt8](repeating: 0, count: 4096)
                while heard.withLock({ $0.count }) < before + count {
                    let got = recv(connection, &buffer, buffer.count, 0)
                    guard got > 0 else { return }
                    heard.withLock { $0 += buffer.prefix(got) }
                }
            case .close:
                shutdown(connection, Int32(SHUT_RDWR))
                return
            case .reset:
                var linger = linger(l_onoff: 1, l_linger: 0)
                setsockopt(
                    connection, SOL_SOCKET, SO_LINGER, &linger,
                    socklen_t(MemoryLayout.size(ofValue: linger)))
                connections.withLock { connections in
                    connections.removeAll { $0 == connection }
                    Glibc.close(connection)
                }
                return
            case .pause: usleep(50_000)
            case .stall: return
            }
        }
    }
}
