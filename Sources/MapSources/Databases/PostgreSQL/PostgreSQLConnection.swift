import CPostgreSQL
import Glibc

/// One connection to a server, by libpq without blocking: whoever waits is asked ten times a second whether it still
/// wants to.
///
/// It may move from thread to thread, but only one uses it at a time, as libpq asks: it cannot be copied.
struct PostgreSQLConnection: ~Copyable, Sendable {
    /// libpq's handle as a number, which can be sent where a pointer cannot.
    private let address: UInt
    private let stripper: PasswordStripper

    /// How long one wait lasts at most.
    private static let waitMilliseconds: Int32 = 50
    /// How long the server may take to confirm that it dropped a statement, before the connection is given up.
    private static let cancelGrace = Duration.milliseconds(500)

    /// Connects; also looks names up, for which the system's resolver is waited for.
    init(
        _ address: PostgreSQLAddress, timeout: Duration, isCancelled: () -> Bool
    ) throws(PostgreSQLFault) {
        guard let handle = Self.start(address) else { throw .unreachable(words: "no memory") }
        let stripper = PasswordStripper(PQpass(handle).map { String(cString: $0) } ?? "")
        do throws(PostgreSQLFault) {
            try Self.finish(handle, until: MonotonicClock.now + timeout, stripper, isCancelled)
        } catch {
            PQfinish(handle)
            throw error
        }
        PQsetnonblocking(handle, 1)
        // Notices go to the standard error stream otherwise, onto the map.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        self.address = UInt(bitPattern: handle)
        self.stripper = stripper
    }

    deinit { PQfinish(handle) }

    private var handle: OpaquePointer {
        guard let handle = OpaquePointer(bitPattern: address) else {
            preconditionFailure("a connection that was made has an address")
        }
        return handle
    }

    /// Whether the server has closed it, as far as is known.
    var isBroken: Bool { PQstatus(handle) == CONNECTION_BAD }

    var backendProcess: Int32 { PQbackendPID(handle) }

    // MARK: - Connecting

    private static func start(_ address: PostgreSQLAddress) -> OpaquePointer? {
        let keywords = ["dbname", "application_name", "client_encoding"]
        let values = [address.text.value, "termmap", "UTF8"]
        return withCStrings(keywords.map { $0 }) { keywords in
            withCStrings(values.map { $0 }) { values in
                PQconnectStartParams(keywords, values, 1)
            }
        }
    }

    private static func finish(
        _ handle: OpaquePointer, until deadline: Duration, _ stripper: PasswordStripper,
        _ isCancelled: () -> Bool
    ) throws(PostgreSQLFault) {
        var wish = PGRES_POLLING_WRITING
        while PQstatus(handle) != CONNECTION_BAD, wish != PGRES_POLLING_OK, wish != PGRES_POLLING_FAILED {
            guard !isCancelled() else { throw .cancelled }
            guard MonotonicClock.now < deadline else {
                throw .unreachable(words: "the server did not answer in time")
            }
            let events = wish == PGRES_POLLING_READING ? POLLIN : POLLOUT
            guard wait(for: Int16(events), on: handle) else { continue }
            wish = PQconnectPoll(handle)
        }
        guard wish != PGRES_POLLING_OK else { return }
        if PQconnectionNeedsPassword(handle) == 1 {
            throw .refused(
                state: "28P01",
                words: "the server wants a password (put it into ~/.pgpass, readable by you alone, as "
                    + "host:port:database:user:password, or into PGPASSWORD)")
        }
        throw .unreachable(words: stripper.stripped(String(cString: PQerrorMessage(handle))).oneLine)
    }

    /// Whether there is something to do.
    private static func wait(for events: Int16, on handle: OpaquePointer) -> Bool {
        var descriptor = pollfd(fd: PQsocket(handle), events: events, revents: 0)
        return poll(&descriptor, 1, waitMilliseconds) > 0
    }

    // MARK: - Asking

    /// Runs one statement to its end.
    ///
    /// - Parameter timeout: after which it is taken back as if it had been cancelled, and `.timedOut` thrown.
    borrowing func run(
        _ statement: SQLStatement, timeout: Duration? = nil, isCancelled: () -> Bool
    ) throws(PostgreSQLFault) -> SQLRows {
        let isSent = withCStrings(statement.values) { values in
            PQsendQueryParams(handle, statement.text, Int32(statement.values.count), nil, values, nil, nil, 0)
        }
        guard isSent == 1 else { throw lostFault() }
        let deadline = timeout.map { MonotonicClock.now + $0 }
        var rows = SQLRows(columns: [])
        var fault: PostgreSQLFault?
        while true {
            do throws(PostgreSQLFault) {
                try waitForResult(until: deadline, isCancelled)
            } catch {
                if error == .cancelled || error == .timedOut { drop() }
                throw error
            }
            guard let result = PQgetResult(handle) else { break }
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK: rows = Self.rows(of: result)
            case PGRES_COMMAND_OK: break
            default: fault = fault ?? self.fault(of: result)
            }
        }
        if let fault { throw fault }
        return rows
    }

    private borrowing func waitForResult(
        until deadline: Duration?, _ isCancelled: () -> Bool
    ) throws(PostgreSQLFault) {
        while true {
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw lostFault() }
            guard unsent == 1 || PQisBusy(handle) == 1 else { return }
            guard !isCancelled() else { throw .cancelled }
            if let deadline, MonotonicClock.now >= deadline { throw .timedOut }
            let events = POLLIN | (unsent == 1 ? POLLOUT : 0)
            guard Self.wait(for: Int16(events), on: handle) else { continue }
            guard PQconsumeInput(handle) == 1 else { throw lostFault() }
        }
    }

    /// Takes the statement that runs back from the server, and reads what still comes of it.
    ///
    /// The request goes over a connection of its own, from a thread of its own: a network that is gone would hold it. It
    /// is waited for, lest it meet the next statement. A server that does not confirm it soon is left alone: the
    /// connection counts as broken then.
    private borrowing func drop() {
        let deadline = MonotonicClock.now + Self.cancelGrace
        let isAsked = CancelRequest.send(over: handle, until: deadline)
        do throws(PostgreSQLFault) {
            guard isAsked else { throw .timedOut }
            repeat {
                try waitForResult(until: deadline, { false })
                guard let result = PQgetResult(handle) else { return }
                PQclear(result)
            } while true
        } catch {
            shutdown(PQsocket(handle), Int32(SHUT_RDWR))
            PQconsumeInput(handle)
        }
    }

    // MARK: - What came

    private static func rows(of result: OpaquePointer) -> SQLRows {
        let columns = (0..<PQnfields(result)).map { column in
            SQLRows.Column(
                name: PQfname(result, column).map { String(cString: $0) } ?? "",
                type: PQftype(result, column), modifier: PQfmod(result, column))
        }
        var rows = SQLRows(columns: columns)
        for row in 0..<PQntuples(result) {
            rows.append(
                (0..<PQnfields(result)).map { column in
                    guard PQgetisnull(result, row, column) == 0, let text = PQgetvalue(result, row, column)
                    else { return nil }
                    let bytes = UnsafeRawBufferPointer(
                        start: text, count: Int(PQgetlength(result, row, column)))
                    return String(decoding: bytes, as: UTF8.self)
                })
        }
        return rows
    }

    private borrowing func fault(of result: OpaquePointer) -> PostgreSQLFault {
        func field(_ code: Int32) -> String? {
            PQresultErrorField(result, code).map { stripper.stripped(String(cString: $0)).oneLine }
        }
        let state = field(PG_FIELD_STATE) ?? ""
        let words =
            field(PG_FIELD_MESSAGE) ?? stripper.stripped(String(cString: PQresultErrorMessage(result)))
        if isBroken || state.isEmpty || PostgreSQLFault.State.endings.contains(state) {
            return .lost(words: words.oneLine)
        }
        return .refused(state: state, words: words)
    }

    private borrowing func lostFault() -> PostgreSQLFault {
        .lost(words: stripper.stripped(String(cString: PQerrorMessage(handle))).oneLine)
    }
}

extension String {
    /// libpq's and the server's texts, which may have several lines, as one.
    var oneLine: String {
        split { $0.isNewline }.map { line in line.drop { $0 == " " || $0 == "\t" } }.joined(separator: "; ")
    }
}

/// Texts as C has them, ended by a null pointer, for the length of a call; nil stays null.
private func withCStrings<Result>(
    _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let ends = texts.map { $0.map { $0.utf8.count + 1 } ?? 0 }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: max(ends.reduce(0, +), 1)) { bytes in
        withUnsafeTemporaryAllocation(
            of: UnsafePointer<CChar>?.self, capacity: texts.count + 1
        ) { pointers in
            pointers.initialize(repeating: nil)
            guard let base = bytes.baseAddress, let list = pointers.baseAddress else {
                preconditionFailure("an allocation of at least one element has an address")
            }
            var position = 0
            for (index, text) in texts.enumerated() {
                guard let text else { continue }
                pointers[index] = UnsafePointer(base + position)
                for byte in text.utf8 {
                    // A zero byte ends the text in C, and no text of PostgreSQL can have one.
                    (base + position).initialize(to: CChar(bitPattern: byte))
                    position += 1
                }
                (base + position).initialize(to: 0)
                position += 1
            }
            return body(UnsafePointer(list))
        }
    }
}
