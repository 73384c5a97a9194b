import CPostgreSQL
import Platform
import Streams
import Synchronization

/// Connects on a thread of its own: the system's resolver and libpq's helpers (Kerberos, service files) block
/// and cannot be cancelled. The caller does not wait longer than `timeout`.
final class ConnectionAttempt: Sendable {
    fileprivate struct State: ~Copyable {
        var connection: PostgreSQLConnection?
        var fault: PostgreSQLFault?
        var stage = Stage.resolving
        /// When the server said something last.
        var lastStep = MonotonicClock.now
    }

    /// The operation that is waited for, in words.
    fileprivate enum Stage: String {
        case resolving = "the host name does not resolve"
        case connecting = "the host does not answer"
        case encrypting = "the server does not answer the request for encryption"
        case loggingIn = "the server does not answer the login"
    }

    private let state = Mutex(State())
    private let isGivenUp = Atomic(false)
    /// Shared by the caller and the thread that connects.
    private let asker: QuestionWait
    private let maker: WakePipe

    /// The most bytes that a server may send before the login is done.
    private static let loginBytes = 1 << 20

    private init(_ asker: QuestionWait) throws(PostgreSQLFault) {
        self.asker = asker
        do throws(FileError) { maker = try WakePipe.opened() } catch {
            throw .unreachable(words: error.description)
        }
    }

    /// Steps that may each take the timeout: behind a slow line a login takes many.
    private static let mostSteps = 4

    /// The connection, with at most `timeout` between two steps.
    static func connect(
        to address: PostgreSQLAddress, timeout: Duration, _ notices: ServerNotices, _ wait: QuestionWait,
        isCancelled: () -> Bool
    ) throws(PostgreSQLFault) -> PostgreSQLConnection {
        let latest = MonotonicClock.now + timeout * Self.mostSteps
        let attempt = try ConnectionAttempt(wait)
        guard BlockingThread.detach({ attempt.make(address, notices) }) else {
            throw .unreachable(words: "cannot create a thread")
        }
        while true {
            if let connection = try attempt.taken() { return connection }
            guard !isCancelled() else { throw attempt.givenUp(.cancelled) }
            let deadline = min(attempt.state.withLock { $0.lastStep } + timeout, latest)
            guard MonotonicClock.now < deadline else {
                let stage = attempt.state.withLock { $0.stage }
                let words = "timeout after \(timeout.components.seconds) s (\(stage.rawValue))"
                throw attempt.givenUp(.unreachable(words: words))
            }
            _ = wait.wait(for: -1, [], until: deadline)
        }
    }

    private func taken() throws(PostgreSQLFault) -> PostgreSQLConnection? {
        if let fault = state.withLock({ $0.fault }) { throw fault }
        return state.withLock { $0.connection.take() }
    }

    private func givenUp(_ fault: PostgreSQLFault) -> PostgreSQLFault {
        isGivenUp.store(true, ordering: .releasing)
        maker.wake()
        return fault
    }

    // MARK: - On the thread

    private func make(_ address: PostgreSQLAddress, _ notices: ServerNotices) {
        do throws(PostgreSQLFault) {
            var connection = Optional(try connection(address, notices))
            state.withLock { $0.connection = connection.take() }
        } catch {
            state.withLock { $0.fault = error }
        }
        asker.wake()
    }

    private func connection(
        _ address: PostgreSQLAddress, _ notices: ServerNotices
    ) throws(PostgreSQLFault) -> PostgreSQLConnection {
        guard let handle = Self.start(address) else { throw .unreachable(words: "no memory") }
        let sink = NoticeSink(notices, PasswordStripper(PQpass(handle).map { String(cString: $0) } ?? ""))
        // Immediately: by default libpq prints notices.
        sink.listen(to: handle)
        do throws(PostgreSQLFault) {
            try finish(handle, sink)
        } catch {
            PQfinish(handle)
            throw error
        }
        PQsetnonblocking(handle, 1)
        return PostgreSQLConnection(handle, sink)
    }

    private static func start(_ address: PostgreSQLAddress) -> OpaquePointer? {
        let keywords = ["dbname", "application_name", "client_encoding"]
        let values = [address.text.value, "termmap", "UTF8"]
        return withCStrings(keywords.map { $0 }) { keywords in
            withCStrings(values.map { $0 }) { values in
                PQconnectStartParams(keywords, values, 1)
            }
        }
    }

    private func finish(_ handle: OpaquePointer, _ sink: NoticeSink) throws(PostgreSQLFault) {
        var wish = PGRES_POLLING_WRITING
        var received = 0
        while PQstatus(handle) != CONNECTION_BAD, wish != PGRES_POLLING_OK, wish != PGRES_POLLING_FAILED {
            let stage = Stage(status: PQstatus(handle))
            state.withLock { $0.stage = stage }
            let wanted: Readiness = wish == PGRES_POLLING_READING ? .reading : .writing
            _ = maker.wait(for: PQsocket(handle), wanted, .seconds(60))
            guard !isGivenUp.load(ordering: .acquiring) else { throw .cancelled }
            let before = Descriptor.readableBytes(PQsocket(handle))
            wish = PQconnectPoll(handle)
            let count = bytesRead(from: PQsocket(handle), before: before)
            if count > 0 { state.withLock { $0.lastStep = MonotonicClock.now } }
            received += count
            guard received < Self.loginBytes else {
                throw .unreachable(words: "the server sent too much data before the login")
            }
        }
        guard wish != PGRES_POLLING_OK else { return }
        if PQconnectionNeedsPassword(handle) == 1 {
            throw .refused(
                state: "28P01",
                words: "the server requires a password (put it into ~/.pgpass with mode 600, as "
                    + "host:port:database:user:password, or into PGPASSWORD)")
        }
        throw .unreachable(words: PQerrorMessage(handle).map { sink.words($0) } ?? "")
    }
}

extension ConnectionAttempt.Stage {
    fileprivate init(status: ConnStatusType) {
        switch status {
        case CONNECTION_NEEDED: self = .resolving
        case CONNECTION_STARTED: self = .connecting
        case CONNECTION_MADE, CONNECTION_SSL_STARTUP, CONNECTION_GSS_STARTUP: self = .encrypting
        default: self = .loggingIn
        }
    }
}
