import CPostgreSQL
import Glibc
import Streams

/// One connection to a server, by libpq without blocking: whoever waits is woken, or looks twenty times a second
/// whether the answer is still wanted.
///
/// It may move from thread to thread, but only one uses it at a time, as libpq asks: it cannot be copied.
struct PostgreSQLConnection: ~Copyable, Sendable {
    /// libpq's handle as a number, which can be sent where a pointer cannot.
    private let address: UInt
    let notices: NoticeSink
    /// It was given up, with an answer on its way.
    private var isSpent = false

    /// How long a server may take to confirm that it dropped a statement when nobody will ask anything more.
    private static let closingGrace = Duration.milliseconds(100)

    /// Takes over a handle of libpq whose login is done.
    init(_ handle: OpaquePointer, _ notices: NoticeSink) {
        address = UInt(bitPattern: handle)
        self.notices = notices
    }

    deinit { PQfinish(handle) }

    private var handle: OpaquePointer {
        guard let handle = OpaquePointer(bitPattern: address) else {
            preconditionFailure("a connection that was made has an address")
        }
        return handle
    }

    /// Whether the server has closed it, as far as is known, or we have.
    var isBroken: Bool { isSpent || PQstatus(handle) == CONNECTION_BAD }

    // MARK: - Asking

    /// Runs one statement to its end.
    ///
    /// A statement that is cancelled, late, or answered by more than `limits` allow is taken back from the server.
    mutating func run(
        _ statement: SQLStatement, until deadline: Duration, _ limits: AnswerLimits, _ wait: QuestionWait,
        isCancelled: () -> Bool
    ) throws(PostgreSQLFault) -> SQLRows {
        let isSent = withCStrings(statement.values) { values in
            PQsendQueryParams(handle, statement.text, Int32(statement.values.count), nil, values, nil, nil, 0)
        }
        guard isSent == 1, PQsetSingleRowMode(handle) == 1 else { throw lostFault() }
        var reader = AnswerReader(statement, limits)
        do throws(PostgreSQLFault) {
            return try read(&reader, until: deadline, wait, isCancelled)
        } catch {
            switch error {
            case .cancelled, .timedOut: drop(wait, within: limits.cancelGrace)
            // Nothing that still comes is worth reading.
            case .unusable: hangUp(wait)
            default: break
            }
            throw error
        }
    }

    private borrowing func read(
        _ reader: inout AnswerReader, until deadline: Duration, _ wait: QuestionWait,
        _ isCancelled: () -> Bool
    ) throws(PostgreSQLFault) -> SQLRows {
        var fault: PostgreSQLFault?
        while true {
            try waitForResult(until: deadline, &reader, wait, isCancelled)
            guard let result = PQgetResult(handle) else { break }
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_SINGLE_TUPLE: try reader.take(result, isLast: false)
            case PGRES_TUPLES_OK: try reader.take(result, isLast: true)
            case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
            case PGRES_FATAL_ERROR, PGRES_NONFATAL_ERROR, PGRES_BAD_RESPONSE:
                fault = fault ?? self.fault(of: result)
            // Such as of COPY, which libpq would give again and again.
            default: throw .unusable(words: "wrong kind of result (expected rows)")
            }
        }
        if let fault { throw fault }
        return try reader.finished()
    }

    private borrowing func waitForResult(
        until deadline: Duration, _ reader: inout AnswerReader, _ wait: QuestionWait,
        _ isCancelled: () -> Bool
    ) throws(PostgreSQLFault) {
        while true {
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw lostFault() }
            guard unsent == 1 || PQisBusy(handle) == 1 else { return }
            guard !isCancelled() else { throw .cancelled }
            guard MonotonicClock.now < deadline else { throw .timedOut }
            let events = POLLIN | (unsent == 1 ? POLLOUT : 0)
            _ = wait.wait(for: PQsocket(handle), events, until: deadline)
            // Also when nothing has come: an encrypted message may wait within libpq, unseen by the system.
            try consume(&reader)
        }
    }

    /// From so many bytes on a message may be long.
    private static let watchedBytes = 1 << 16

    private borrowing func consume(_ reader: inout AnswerReader) throws(PostgreSQLFault) {
        let socket = PQsocket(handle)
        let before = waitingBytes(on: socket)
        let watch =
            reader.isInMessage && before >= Self.watchedBytes
            ? MemoryWatch(socket: socket, limit: reader.limits.messageBytes) : nil
        let isRead = PQconsumeInput(handle) == 1
        let count = bytesRead(from: socket, before: before)
        try reader.receive(max(count, watch?.finish() ?? 0))
        guard isRead else { throw lostFault() }
    }

    // MARK: - Taking back

    /// Takes the statement that runs back from the server, and reads what still comes of it.
    ///
    /// The request goes over a connection of its own, from a thread of its own: a network that is gone would hold it. It
    /// is waited for, lest it meet the next statement. A server that does not confirm it soon is left alone: the
    /// connection counts as broken then.
    private mutating func drop(_ wait: QuestionWait, within grace: Duration) {
        let deadline = MonotonicClock.now + (wait.isClosing ? Self.closingGrace : grace)
        guard CancelRequest.send(over: handle, until: deadline), isDrained(until: deadline, wait) else {
            return spend()
        }
    }

    private borrowing func isDrained(until deadline: Duration, _ wait: QuestionWait) -> Bool {
        var rest = AnswerReader.rest
        do throws(PostgreSQLFault) {
            while MonotonicClock.now < deadline {
                try waitForResult(until: deadline, &rest, wait) { false }
                guard let result = PQgetResult(handle) else { return true }
                PQclear(result)
            }
        } catch {}
        return false
    }

    /// Takes the statement back and reads no more.
    private mutating func hangUp(_ wait: QuestionWait) {
        _ = CancelRequest.send(over: handle, until: MonotonicClock.now + Self.closingGrace)
        spend()
    }

    private mutating func spend() {
        isSpent = true
        shutdown(PQsocket(handle), Int32(SHUT_RDWR))
    }

    // MARK: - Faults

    private borrowing func fault(of result: OpaquePointer) -> PostgreSQLFault {
        let state = PQresultErrorField(result, PG_FIELD_STATE).map { notices.words($0) } ?? ""
        let message = PQresultErrorField(result, PG_FIELD_MESSAGE) ?? PQresultErrorMessage(result)
        let words = message.map { notices.words($0) } ?? ""
        if isBroken || state.isEmpty || PostgreSQLFault.State.endings.contains(state) {
            return .lost(words: words)
        }
        return .refused(state: state, words: words)
    }

    private borrowing func lostFault() -> PostgreSQLFault {
        .lost(words: PQerrorMessage(handle).map { notices.words($0) } ?? "")
    }
}
