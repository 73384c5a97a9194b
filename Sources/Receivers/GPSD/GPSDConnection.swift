import Platform
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
        Descriptor.close(socket)
    }

    /// Runs until the pipe is woken.
    mutating func run() {
        var buffer = [UInt8](repeating: 0, count: Self.readLength)
        while true {
            obey(client.tick(at: MonotonicClock.now))
            let wanted: Readiness = isConnecting ? .writing : .reading
            guard let happened = wakePipe.wait(for: socket, wanted, client.deadline - MonotonicClock.now)
            else { return }
            guard !happened.isEmpty, socket >= 0 else { continue }
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
                _ = bytes.withUnsafeBytes { Socket.send($0, to: socket) }
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
        Descriptor.close(socket)
        socket = -1
        isConnecting = false
    }

    private mutating func connectToNext() {
        var fault = SystemError.connectionRefused
        while !candidates.isEmpty {
            hangUp()
            let address = candidates.removeFirst()
            socket = address.openSocket()
            if socket < 0 {
                fault = .last
            } else if let error = address.connect(socket), error != .inProgress {
                fault = error
            } else {
                isConnecting = true
                return
            }
        }
        fail(fault)
    }

    private mutating func finishConnecting() {
        if let fault = Socket.failure(of: socket) {
            return candidates.isEmpty ? fail(fault) : connectToNext()
        }
        isConnecting = false
        obey(client.connected(at: MonotonicClock.now))
    }

    private mutating func fail(_ error: SystemError) {
        obey(client.closed("\(client.address): \(error.words)", at: MonotonicClock.now))
    }

    private mutating func read(into buffer: inout [UInt8]) {
        let count = Descriptor.read(socket, into: &buffer)
        if count > 0 {
            obey(client.received(buffer.span.extracting(0..<count), at: MonotonicClock.now))
        } else if count == 0 {
            obey(client.closed("\(client.address) closed the connection", at: MonotonicClock.now))
        } else if !SystemError.last.isPassing {
            fail(.last)
        }
    }
}
