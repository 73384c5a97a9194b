import Platform
import Streams
import Synchronization

/// A connection that is opened on demand and reopened after it broke: one statement at a time.
///
/// Several threads may call it at once: they take turns, and no lock is held while the server is waited for.
final class PostgreSQLSession: Sendable {
    /// State that belongs to the thread whose turn it is.
    fileprivate struct Line: ~Copyable {
        var connection: PostgreSQLConnection?
        var delay = RetryDelay()
        /// The earliest time of the next attempt, after a failure.
        package var nextAttempt: Duration = .zero
        var lastWords = ""
    }

    fileprivate struct State: ~Copyable {
        /// Nil while it is some thread's turn.
        var line: Line? = Line()
        /// Threads that wait for a turn, the next one first.
        var queue: [QuestionWait] = []
        /// All waiting threads.
        var asking: [QuestionWait] = []
        var isClosed = false
    }

    private let address: PostgreSQLAddress
    private let options: PostgreSQLOptions
    private let notices: ServerNotices
    private let state = Mutex(State())

    init(_ address: PostgreSQLAddress, _ options: PostgreSQLOptions, _ notices: ServerNotices) {
        self.address = address
        self.options = options
        self.notices = notices
    }

    /// Makes all waiting calls check whether they are cancelled.
    func wake() { for wait in state.withLock({ $0.asking }) { wait.wake() } }

    /// Cancels all waiting calls, and all later ones.
    func close() {
        let asking = state.withLock { state in
            state.isClosed = true
            return state.asking
        }
        for wait in asking { wait.close() }
    }

    /// Runs one statement; if the connection breaks meanwhile, once more on a new one.
    func run(
        _ statement: SQLStatement, timeout: Duration? = nil, isCancelled: () -> Bool
    ) throws(PostgreSQLFault) -> SQLRows {
        try run(together: [statement], timeout: timeout, isCancelled: isCancelled)[0].get()
    }

    /// Runs statements that do not depend on each other, in one round trip; if the connection breaks meanwhile, once more
    /// on a new one. One that is refused has a fault of its own.
    func run(
        together statements: [SQLStatement], timeout: Duration? = nil, isCancelled: () -> Bool
    ) throws(PostgreSQLFault) -> [Result<SQLRows, PostgreSQLFault>] {
        let wait = try QuestionWait()
        guard state.withLock({ $0.admit(wait) }) else { throw .cancelled }
        defer { state.withLock { $0.asking.removeAll { $0 === wait } } }
        func isOver() -> Bool { wait.isClosing || isCancelled() }
        var line = try turn(of: wait, isCancelled: isOver)
        do throws(PostgreSQLFault) {
            let answers = try run(statements, timeout, wait, isOver, on: &line)
            give(line)
            return answers
        } catch {
            give(line)
            throw error
        }
    }

    // MARK: - Turns

    private func turn(of wait: QuestionWait, isCancelled: () -> Bool) throws(PostgreSQLFault) -> Line {
        while true {
            guard !isCancelled() else {
                // The turn may have come just now: pass it on to the next one.
                let next = state.withLock { $0.leave(wait) }
                next?.wake()
                throw .cancelled
            }
            if let line = state.withLock({ $0.take(wait) }) { return line }
            _ = wait.wait(for: -1, [], until: .seconds(Int64.max / 4))
        }
    }

    private func give(_ used: consuming Line) {
        // What remains of an endless answer would only take memory.
        if used.connection?.isBroken ?? false { used.connection = nil }
        var line = Optional(used)
        let next = state.withLock { state in
            state.line = line.take()
            return state.queue.first
        }
        next?.wake()
    }

    // MARK: - Asking

    private typealias Answers = [Result<SQLRows, PostgreSQLFault>]

    private func run(
        _ statements: [SQLStatement], _ timeout: Duration?, _ wait: QuestionWait,
        _ isCancelled: () -> Bool, on line: inout Line
    ) throws(PostgreSQLFault) -> Answers {
        do throws(PostgreSQLFault) {
            return try attempt(statements, timeout, wait, isCancelled, on: &line)
        } catch {
            guard case .lost = error else { throw error }
            line.connection = nil
        }
        do throws(PostgreSQLFault) {
            return try attempt(statements, timeout, wait, isCancelled, on: &line)
        } catch {
            if case .lost(let words) = error { postpone(&line, words) }
            throw error
        }
    }

    private func attempt(
        _ statements: [SQLStatement], _ timeout: Duration?, _ wait: QuestionWait,
        _ isCancelled: () -> Bool, on line: inout Line
    ) throws(PostgreSQLFault) -> Answers {
        let isNew = line.connection?.isBroken ?? true
        if isNew { try connect(&line, wait, isCancelled) }
        let now = MonotonicClock.now
        // A new connection is prepared in the same round trip.
        let settings = isNew ? settings(from: now) : []
        // The server enforces its own timeout; a network that is gone does not.
        let deadline = now + (timeout ?? options.statementTimeout + options.networkGrace)
        // A user's SELECT may call functions that change settings.
        if options.sql != nil, !isNew {
            _ = try send(
                [TimedStatement(statement: Self.readOnly, deadline: deadline)], wait, isCancelled, &line)
        }
        let asked = statements.map { TimedStatement(statement: $0, deadline: deadline) }
        do throws(PostgreSQLFault) {
            let answers = try send(settings + asked, wait, isCancelled, &line)
            for answer in answers.prefix(isNew ? Self.neededSettings : 0) { _ = try answer.get() }
            if isNew {
                line.delay.reset()
                line.nextAttempt = .zero
            }
            return Array(answers.dropFirst(settings.count))
        } catch {
            // It may lack its settings.
            if isNew { line.connection = nil }
            if case .unreachable(let words) = error { postpone(&line, words) }
            throw error
        }
    }

    private func send(
        _ statements: [TimedStatement], _ wait: QuestionWait, _ isCancelled: () -> Bool, _ line: inout Line
    ) throws(PostgreSQLFault) -> Answers {
        let answers = try line.connection?.run(
            together: statements, options.limits, wait, isCancelled: isCancelled)
        guard let answers else { throw .lost(words: "no connection") }
        return answers
    }

    // MARK: - Connecting

    /// The server's timeout, in milliseconds.
    private static let longestTimeout = 2_147_483_647.0
    private static let readOnly = SQLStatement("SET default_transaction_read_only = on", columnCount: 0)
    /// The first ones of `settings`, which no server may refuse.
    private static let neededSettings = 2

    private func connect(
        _ line: inout Line, _ wait: QuestionWait, _ isCancelled: () -> Bool
    ) throws(PostgreSQLFault) {
        line.connection = nil
        let pause = line.nextAttempt - MonotonicClock.now
        guard pause <= .zero else {
            throw .unreachable(words: "\(line.lastWords) (retry in \(pause.components.seconds + 1) s)")
        }
        do throws(PostgreSQLFault) {
            line.connection = try ConnectionAttempt.connect(
                to: address, timeout: timeout, notices, wait, isCancelled: isCancelled)
        } catch {
            if case .unreachable(let words) = error { postpone(&line, words) }
            throw error
        }
    }

    /// The address's own, else that of the options.
    private var timeout: Duration { address.connectTimeout ?? options.connectTimeout }

    /// Read-only, and a timeout for each statement; then settings of PostgreSQL that compatible systems may refuse.
    private func settings(from now: Duration) -> [TimedStatement] {
        let milliseconds = min(options.statementTimeout / .milliseconds(1), Self.longestTimeout)
        let limit = SQLStatement("SET statement_timeout = \(max(Int(milliseconds), 1))", columnCount: 0)
        // All digits of floating-point numbers; groups of cells by hashing, though there might be many; JIT costs more
        // than such queries gain.
        let wishes = ["extra_float_digits = 3", "enable_sort = off", "jit = off"]
        let statements = [Self.readOnly, limit] + wishes.map { SQLStatement("SET \($0)", columnCount: 0) }
        let late = PostgreSQLFault.unreachable(
            words:
                "timeout after \(timeout.components.seconds) s (the server does not answer after the login)")
        return statements.map { TimedStatement(statement: $0, deadline: now + timeout, late: late) }
    }

    private func postpone(_ line: inout Line, _ words: String) {
        line.connection = nil
        line.nextAttempt = MonotonicClock.now + .seconds(line.delay.take())
        line.lastWords = words
    }
}

extension PostgreSQLSession.State {
    /// False when no more statements may be sent.
    fileprivate mutating func admit(_ wait: QuestionWait) -> Bool {
        guard !isClosed else { return false }
        asking.append(wait)
        queue.append(wait)
        return true
    }

    /// Takes the turn of `wait`, if it has come.
    fileprivate mutating func take(_ wait: QuestionWait) -> PostgreSQLSession.Line? {
        guard queue.first === wait, let line = line.take() else { return nil }
        queue.removeFirst()
        return line
    }

    /// Gives up a place in the queue; returns who is first now.
    fileprivate mutating func leave(_ wait: QuestionWait) -> QuestionWait? {
        queue.removeAll { $0 === wait }
        return queue.first
    }
}
