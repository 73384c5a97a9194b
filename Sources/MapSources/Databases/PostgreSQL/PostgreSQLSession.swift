import Glibc
import Synchronization

/// A connection that is made when it is needed and made again when it broke: one statement at a time.
final class PostgreSQLSession: Sendable {
    private struct Link: ~Copyable {
        var connection: PostgreSQLConnection?
        var delay = RetryDelay()
        /// Not before, after a failure.
        var nextAttempt: Duration = .zero
        var lastWords = ""
    }

    private let address: PostgreSQLAddress
    private let options: PostgreSQLOptions
    private let link = Mutex(Link())

    init(_ address: PostgreSQLAddress, _ options: PostgreSQLOptions) {
        self.address = address
        self.options = options
    }

    /// Runs one statement; where the connection breaks meanwhile, once more on a new one.
    func run(
        _ statement: SQLStatement, timeout: Duration? = nil, isCancelled: () -> Bool
    ) throws(PostgreSQLFault) -> SQLRows {
        while true {
            guard !isCancelled() else { throw .cancelled }
            let rows = try link.withLockIfAvailable { link throws(PostgreSQLFault) in
                try run(statement, timeout, isCancelled, on: &link)
            }
            if let rows { return rows }
            // Another task's statement is under way.
            _ = poll(nil, 0, 5)
        }
    }

    private func run(
        _ statement: SQLStatement, _ timeout: Duration?, _ isCancelled: () -> Bool, on link: inout Link
    ) throws(PostgreSQLFault) -> SQLRows {
        do throws(PostgreSQLFault) {
            return try attempt(statement, timeout, isCancelled, on: &link)
        } catch {
            guard case .lost = error else { throw error }
            link.connection = nil
        }
        do throws(PostgreSQLFault) {
            return try attempt(statement, timeout, isCancelled, on: &link)
        } catch {
            if case .lost(let words) = error { postpone(&link, words) }
            throw error
        }
    }

    private func attempt(
        _ statement: SQLStatement, _ timeout: Duration?, _ isCancelled: () -> Bool, on link: inout Link
    ) throws(PostgreSQLFault) -> SQLRows {
        if link.connection?.isBroken ?? true { try connect(&link, isCancelled) }
        // A user's SELECT may call functions that change settings.
        if options.sql != nil { _ = try send(SQLStatement(Self.readOnly), nil, isCancelled, &link) }
        return try send(statement, timeout, isCancelled, &link)
    }

    private func send(
        _ statement: SQLStatement, _ timeout: Duration?, _ isCancelled: () -> Bool, _ link: inout Link
    ) throws(PostgreSQLFault) -> SQLRows {
        // The server keeps to its own limit; a network that is gone does not.
        let timeout = timeout ?? options.statementTimeout + Self.networkGrace
        guard let rows = try link.connection?.run(statement, timeout: timeout, isCancelled: isCancelled)
        else { throw .lost(words: "no connection") }
        return rows
    }

    private static let networkGrace = Duration.seconds(5)

    // MARK: - Connecting

    /// What the server takes at most, in milliseconds.
    private static let longestTimeout = 2_147_483_647.0
    private static let readOnly = "SET default_transaction_read_only = on"

    private func connect(_ link: inout Link, _ isCancelled: () -> Bool) throws(PostgreSQLFault) {
        link.connection = nil
        let wait = link.nextAttempt - MonotonicClock.now
        guard wait <= .zero else {
            throw .unreachable(words: "\(link.lastWords) (next attempt in \(wait.components.seconds + 1) s)")
        }
        do throws(PostgreSQLFault) {
            link.connection = try PostgreSQLConnection(
                address, timeout: options.connectTimeout, isCancelled: isCancelled)
            try prepare(&link, isCancelled)
        } catch {
            link.connection = nil
            if case .unreachable(let words) = error { postpone(&link, words) }
            throw error
        }
        link.delay.reset()
        link.nextAttempt = .zero
    }

    private func postpone(_ link: inout Link, _ words: String) {
        link.connection = nil
        link.nextAttempt = MonotonicClock.now + .seconds(link.delay.take())
        link.lastWords = words
    }

    /// Read-only, and a limit for each statement; then what only PostgreSQL itself knows and others may refuse.
    private func prepare(_ link: inout Link, _ isCancelled: () -> Bool) throws(PostgreSQLFault) {
        let milliseconds = min(options.statementTimeout / .milliseconds(1), Self.longestTimeout)
        for text in [Self.readOnly, "SET statement_timeout = \(max(Int(milliseconds), 1))"] {
            _ = try send(SQLStatement(text), nil, isCancelled, &link)
        }
        // All digits of floating-point numbers; groups of cells by hashing, though there might be many; JIT costs more
        // than such queries gain.
        for text in ["SET extra_float_digits = 3", "SET enable_sort = off", "SET jit = off"] {
            do throws(PostgreSQLFault) {
                _ = try send(SQLStatement(text), nil, isCancelled, &link)
            } catch {
                guard case .refused = error else { throw error }
            }
        }
    }
}
