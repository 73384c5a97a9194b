import Glibc
import Streams

/// The socket of a `GPSDClient`: connects, reads and waits, and follows the client until it is woken.
struct GPSDConnection: ~Copyable {
    private static let readLength = 1 << 16

    private var client: GPSDClient
    private let wakePipe: WakePipe
    private let onEvent: @Sendable (PositionEvent) -> Void
    private var socket: Int32 = -1
    private var isConnecting = false
    /// Addresses of the host that have not been tried yet.
    private var candidates: [SocketAddress] = []

    init(_ address: GPSDAddress, wakePipe: WakePipe, onEvent: @escaping @Sendable (PositionEvent) -> Void) {
        client = GPSDClient(address)
        self.wakePipe = wakePipe
        self.onEvent = onEvent
    }

    deinit {
        if socket >= 0 { close(socket) }
    }

    /// Runs until the pipe is woken.
    mutating func run() {
        var buffer = [UInt8](repeating: 0, count: Self.readLength)
        while true {
            obey(client.tick(at: MonotonicClock.now))
            let events = isConnecting ? POLLOUT : POLLIN
            guard let happened = wakePipe.wait(for: socket, events, client.deadline - MonotonicClock.now)
            else { return }
            guard happened != 0, socket >= 0 else { continue }
            if isConnecting { finishConnecting() } else { read(into: &buffer) }
        }
    }

    private mutating func obey(_ outputs: [GPSDClient.Output]) {
        for output in outputs {
            switch output {
            case .event(let event): onEvent(event)
            case .disconnect: hangUp()
            case .send(let bytes):
                // A request this short always fits into the buffer of a new socket.
                _ = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            case .connect:
                hangUp()
                candidates = SocketAddress.resolve(host: client.address.host, port: client.address.port)
                if candidates.isEmpty {
                    obey(client.closed("cannot resolve \(client.address)", at: MonotonicClock.now))
                } else {
                    connectToNext()
                }
            }
        }
    }

    private mutating func hangUp() {
        if socket >= 0 { close(socket) }
        socket = -1
        isConnecting = false
    }

    private mutating func connectToNext() {
        var code = ECONNREFUSED
        while !candidates.isEmpty {
            hangUp()
            let address = candidates.removeFirst()
            socket = address.openSocket()
            if socket >= 0, address.connect(socket) == 0 || errno == EINPROGRESS {
                isConnecting = true
                return
            }
            code = errno
        }
        fail(code)
    }

    private mutating func finishConnecting() {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &length)
        guard code == 0 else { return candidates.isEmpty ? fail(code) : connectToNext() }
        isConnecting = false
        obey(client.connected(at: MonotonicClock.now))
    }

    private mutating func fail(_ code: Int32) {
        obey(client.closed("\(client.address): \(SystemError.words(code))", at: MonotonicClock.now))
    }

    private mutating func read(into buffer: inout [UInt8]) {
        let socket = socket
        let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
        if count > 0 {
            obey(client.received(buffer.span.extracting(0..<count), at: MonotonicClock.now))
        } else if count == 0 {
            obey(client.closed("\(client.address) closed the connection", at: MonotonicClock.now))
        } else if errno != EINTR, errno != EAGAIN {
            fail(errno)
        }
    }
}
