import CPostgreSQL
import Platform
import Streams

/// One connection to a server, by libpq without blocking: a waiting call can be woken, and checks twenty
/// times a second whether the answer is still wanted.
///
/// It may move from thread to thread, but only one may use it at a time, as libpq requires: it cannot be
/// copied.
struct PostgreSQLConnection: ~Copyable, Sendable {
    /// libpq's handle as a number, which is `Sendable` where a pointer is not.
    private let address: UInt
    let notices: NoticeSink
    /// It was abandoned with an answer pending.
    private var isSpent = false

    /// How long the server may take to confirm a cancelled statement when no more statements will follow.
    private static let closingGrace = Duration.milliseconds(100)

    /// Takes ownership of a handle of libpq whose login is done.
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

    /// Whether either side has closed it, as far as is known.
    var isBroken: Bool { isSpent || PQstatus(handle) == CONNECTION_BAD }

    // MARK: - Asking

    /// Runs one statement to its end.
    ///
    /// A statement that is cancelled, late, or answered by more than `limits` allow is cancelled on the
    /// server.
    mutating func run(
        _ statement: SQLStatement, until deadline: Duration, _ limits: AnswerLimits, _ wait: QuestionWait,
        isCancelled: () -> Bool
    ) throws(PostgreSQLFault) -> SQLRows {
        guard isSent(statement), PQsetSingleRowMode(handle) == 1 else { throw lostFault() }
        var reader = AnswerReader(statement, limits)
        do throws(PostgreSQLFault) {
            return try read(&reader, until: deadline, wait, isCancelled)
        } catch {
            switch error {
            case .cancelled, .timedOut: drop(wait, within: limits.cancelGrace)
            // The rest of the answer is not read.
            case .unusable: hangUp(wait)
            default: break
            }
            throw error
        }
    }

    /// Runs statements that do not depend on each other, all of which are sent before the first is answered: one round
    /// trip. One that is refused has a fault of its own; any other fault ends all.
    mutating func run(
        together statements: [TimedStatement], _ limits: AnswerLimits,
        _ wait: QuestionWait, isCancelled: () -> Bool
    ) throws(PostgreSQLFault) -> [Result<SQLRows, PostgreSQLFault>] {
        guard postgresql_has_pipelines(), statements.count > 1 else {
            return try runInTurn(statements, limits, wait, isCancelled)
        }
        do throws(PostgreSQLFault) {
            guard PQenterPipelineMode(handle) == 1 else { throw lostFault() }
            for timed in statements {
                guard isSent(timed.statement), PQpipelineSync(handle) == 1 else { throw lostFault() }
            }
            var answers: [Result<SQLRows, PostgreSQLFault>] = []
            for timed in statements {
                _ = PQsetSingleRowMode(handle)
                var reader = AnswerReader(timed.statement, limits)
                answers.append(
                    try timed.answer { (deadline) throws(PostgreSQLFault) in
                        try read(&reader, until: deadline, wait, isCancelled)
                    })
                try readSync(until: timed.deadline, limits, wait, isCancelled)
            }
            guard PQexitPipelineMode(handle) == 1 else { throw lostFault() }
            return answers
        } catch {
            // What was sent is not answered yet.
            hangUp(wait)
            throw error
        }
    }

    /// The same one after the other: for a library that cannot send them at once.
    private mutating func runInTurn(
        _ statements: [TimedStatement], _ limits: AnswerLimits,
        _ wait: QuestionWait, _ isCancelled: () -> Bool
    ) throws(PostgreSQLFault) -> [Result<SQLRows, PostgreSQLFault>] {
        var answers: [Result<SQLRows, PostgreSQLFault>] = []
        for timed in statements {
            answers.append(
                try timed.answer { (deadline) throws(PostgreSQLFault) in
                    try run(timed.statement, until: deadline, limits, wait, isCancelled: isCancelled)
                })
        }
        return answers
    }

    private borrowing func isSent(_ statement: SQLStatement) -> Bool {
        withCStrings(statement.values) { values in
            PQsendQueryParams(handle, statement.text, Int32(statement.values.count), nil, values, nil, nil, 0)
        } == 1
    }

    /// The end of a statement among several.
    private borrowing func readSync(
        until deadline: Duration, _ limits: AnswerLimits, _ wait: QuestionWait, _ isCancelled: () -> Bool
    ) throws(PostgreSQLFault) {
        var rest = AnswerReader(SQLStatement(), limits)
        try waitForResult(until: deadline, &rest, wait, isCancelled)
        guard let result = PQgetResult(handle) else { throw lostFault() }
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_PIPELINE_SYNC else {
            throw .unusable(words: "wrong kind of result (expected the end of a statement)")
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
            // Such as of COPY, which libpq would return again and again.
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
            let wanted: Readiness = unsent == 1 ? [.reading, .writing] : .reading
            _ = wait.wait(for: PQsocket(handle), wanted, until: deadline)
            // Also when nothing has arrived: an encrypted message may wait inside libpq, where the system
            // does not see it.
            try consume(&reader)
        }
    }

    /// From this many bytes a message may be long.
    private static let watchedBytes = 1 << 16

    private borrowing func consume(_ reader: inout AnswerReader) throws(PostgreSQLFault) {
        let socket = PQsocket(handle)
        let before = Descriptor.readableBytes(socket)
        let watch =
            reader.isInMessage && before >= Self.watchedBytes
            ? MemoryWatch(socket: socket, limit: reader.limits.messageBytes) : nil
        let isRead = PQconsumeInput(handle) == 1
        let count = bytesRead(from: socket, before: before)
        try reader.receive(max(count, watch?.finish() ?? 0))
        guard isRead else { throw lostFault() }
    }

    // MARK: - Taking back

    /// Cancels the running statement on the server, and reads the rest of its answer.
    ///
    /// The request uses a connection of its own, on a thread of its own, since a network that is gone would
    /// block it. It must be complete before the next statement, which it could otherwise hit. When a server
    /// does not confirm it soon, the connection counts as broken.
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

    /// Cancels the statement without reading its answer.
    private mutating func hangUp(_ wait: QuestionWait) {
        _ = CancelRequest.send(over: handle, until: MonotonicClock.now + Self.closingGrace)
        spend()
    }

    private mutating func spend() {
        isSpent = true
        Socket.shutDown(PQsocket(handle))
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
