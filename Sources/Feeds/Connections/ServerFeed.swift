import Platform
import Streams
import Synchronization

/// A server that sends messages over TCP, to which lost connections are made again.
package final class ServerFeed: FeedSource {
    private static let connectTime = Duration.seconds(5)
    private static let readLength = 1 << 16

    private let address: FeedAddress
    /// Sent once after each connection.
    private let greeting: [UInt8]
    /// The first connection, until the thread takes it.
    private let first: Mutex<Int32>

    package var name: String { address.description }
    package let isStream = true

    /// Connects to a server.
    ///
    /// - Parameter text: sent with a line end once it is connected; nil for nothing.
    /// - Throws: why the first connection cannot be made.
    package init(_ address: FeedAddress, sending text: String?) throws(SourceError) {
        self.address = address
        greeting = text.map { Array(($0 + "\r\n").utf8) } ?? []
        let socket: Int32
        do throws(ConnectionFault) {
            socket = try Self.connect(to: address, greeting) { descriptor, time in
                Descriptor.wait(for: descriptor, .writing, milliseconds: Int32(time.milliseconds))
            }
        } catch {
            let words =
                error.isRefusal ? "\(error.words); is the decoder running?" : error.words
            throw .refused(name: address.description, words: words)
        }
        first = Mutex(socket)
    }

    deinit { first.withLock { Descriptor.close($0) } }

    package func run(_ number: Int, into inbox: FeedInbox) {
        var socket = first.withLock { socket in
            defer { socket = -1 }
            return socket
        }
        var delay = RetryDelay()
        inbox.put(.pace(isLive: true, isKnown: true), from: number)
        while !inbox.isClosed {
            var reason = "lost"
            if socket >= 0 {
                inbox.put(.status(nil), from: number)
                if read(socket, number, inbox, &reason) { delay.reset() }
                Descriptor.close(socket)
                inbox.put(.disconnected, from: number)
            }
            let seconds = delay.take()
            inbox.put(.status("\(address): \(reason); trying again in \(seconds) s"), from: number)
            guard inbox.sleep(.seconds(seconds)) else { return }
            socket = reconnect(inbox, &reason)
            while socket < 0 {
                let seconds = delay.take()
                inbox.put(.status("\(address): \(reason); trying again in \(seconds) s"), from: number)
                guard inbox.sleep(.seconds(seconds)) else { return }
                socket = reconnect(inbox, &reason)
            }
        }
        Descriptor.close(socket)
    }

    private func reconnect(_ inbox: FeedInbox, _ reason: inout String) -> Int32 {
        do throws(ConnectionFault) {
            return try Self.connect(to: address, greeting) { inbox.wait(for: $0, .writing, $1) ?? [] }
        } catch {
            reason = error.words
            return -1
        }
    }

    /// Reads until the connection ends; whether anything was received.
    private func read(_ socket: Int32, _ number: Int, _ inbox: FeedInbox, _ reason: inout String) -> Bool {
        var buffer = [UInt8](repeating: 0, count: Self.readLength)
        var hasReceived = false
        while true {
            guard let ready = inbox.wait(for: socket, .reading, .seconds(60)) else { return hasReceived }
            if ready.isEmpty { continue }
            let count = Descriptor.read(socket, into: &buffer)
            if count > 0 {
                hasReceived = true
                inbox.put(.bytes(Array(buffer[..<count])), from: number)
            } else if count == 0 {
                reason = "closed the connection"
                return hasReceived
            } else if !SystemError.last.isPassing {
                reason = SystemError.last.words.lowercased()
                return hasReceived
            }
        }
    }

    /// Why a connection cannot be made.
    private struct ConnectionFault: Error {
        let words: String
        let isRefusal: Bool
    }

    private static func connect(
        to address: FeedAddress, _ greeting: [UInt8], _ wait: (Int32, Duration) -> Readiness
    ) throws(ConnectionFault) -> Int32 {
        let candidates = SocketAddress.resolve(host: address.host, port: address.port)
        if candidates.isEmpty { throw ConnectionFault(words: "no such host", isRefusal: false) }
        var fault = SystemError.connectionRefused
        var isLate = false
        for candidate in candidates {
            let socket = candidate.openSocket()
            guard socket >= 0 else {
                fault = .last
                continue
            }
            var error = candidate.connect(socket)
            if error == .inProgress {
                let ready = wait(socket, connectTime)
                isLate = ready.isEmpty
                error = isLate ? .inProgress : Socket.failure(of: socket)
            }
            if let error {
                fault = error
                Descriptor.close(socket)
                continue
            }
            Socket.keepAlive(socket)
            _ = greeting.withUnsafeBytes { $0.isEmpty ? 0 : Socket.send($0, to: socket) }
            return socket
        }
        throw ConnectionFault(
            words: isLate ? "no answer within 5 s" : fault.words.lowercased(),
            isRefusal: !isLate && fault == .connectionRefused)
    }
}
