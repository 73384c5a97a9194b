import Network
import Platform
import Streams
import Synchronization

/// Statements for a server over HTTP, from any thread, several at once.
final class ClickHouseSession: Sendable {
    let address: ClickHouseAddress
    let options: ClickHouseOptions
    private let client: HTTPClient
    /// Asks for the settings: whether anybody answers at all is known soon.
    private let greeter: HTTPClient
    /// Ends statements; its requests are short.
    private let killer: HTTPClient
    private let stripper: PasswordStripper
    private let isClosing = Atomic(false)
    /// Nil until the server has said what it permits.
    private let known = Mutex<ClickHouseSettings?>(nil)

    init(_ address: ClickHouseAddress, _ options: ClickHouseOptions) {
        self.address = address
        self.options = options
        stripper = PasswordStripper(address.password.value)
        var limits = HTTPLimits()
        limits.bytes = options.byteLimit
        limits.connect = options.connectTimeout
        limits.total = options.statementTimeout + options.networkGrace
        // A statement sends nothing while it runs.
        limits.stalled = limits.total
        // Credentials stay with the host that the user named.
        limits.redirects = 0
        client = HTTPClient(version: "0", limits: limits)
        limits.bytes = 1 << 20
        limits.total = options.connectTimeout
        greeter = HTTPClient(version: "0", limits: limits)
        limits.total = options.killTimeout
        killer = HTTPClient(version: "0", limits: limits)
    }

    func close() { isClosing.store(true, ordering: .releasing) }

    func refused(_ words: String) -> SourceError {
        .refused(name: address.name, words: stripper.stripped(words))
    }

    /// The settings, which the server is asked for once.
    func settings(_ isCancelled: () -> Bool) throws(SourceError) -> ClickHouseSettings {
        if let known = known.withLock({ $0 }) { return known }
        let rows = try answer(
            to: ClickHouseSettings.question(options), ClickHouseSettings.none, columnCount: 2,
            by: greeter, isCancelled)
        let settings = ClickHouseSettings(
            (0..<rows.count).map { (rows[$0, 0] ?? "", rows[$0, 1] ?? "") }, options)
        known.withLock { $0 = settings }
        return settings
    }

    /// The rows that a statement selects.
    ///
    /// - Parameter columnCount: nil where any number will do.
    func run(
        _ sql: String, columnCount: Int?, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows {
        try answer(to: sql, try settings(isCancelled), columnCount: columnCount, by: client, isCancelled)
    }

    // MARK: - One statement

    /// Asks once more where a connection between servers was bad: statements only read.
    private func answer(
        to sql: String, _ settings: ClickHouseSettings, columnCount: Int?, by client: HTTPClient,
        _ isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows {
        var response = try response(to: sql, settings, by: client, isCancelled)
        if response.status != 200, Self.exception(in: response)?.isOfConnection == true {
            response = try self.response(to: sql, settings, by: client, isCancelled)
        }
        return try rows(response, columnCount: columnCount)
    }

    private func response(
        to sql: String, _ settings: ClickHouseSettings, by client: HTTPClient, _ isCancelled: () -> Bool
    ) throws(SourceError) -> HTTPResponse {
        let id = "termmap-" + String(UInt64.random(in: 0 ... .max), radix: 16)
        let request = try request(
            sql, "&query_id=\(id)&wait_end_of_query=1&default_format=JSONCompact\(settings.query)")
        do throws(HTTPFault) {
            return try client.response(to: request) {
                isCancelled() || isClosing.load(ordering: .acquiring)
            }
        } catch {
            if error == .cancelled || error == .code(28, 0) { kill(id) }
            if error == .cancelled { throw .cancelled }
            let limit = client === greeter ? options.connectTimeout : options.statementTimeout
            throw refused(
                error == .code(28, 0)
                    ? "timeout after \(limit.components.seconds) s (the server does not answer)" : error.words
            )
        }
    }

    private func request(_ sql: String, _ query: String) throws(SourceError) -> HTTPRequest {
        let database = address.database.map { "&database=" + $0.percentEncoded() } ?? ""
        guard let place = NetworkAddress(address.url + "?" + (query + database).dropFirst()) else {
            throw refused("not a valid address")
        }
        let request = HTTPRequest(
            posting: Array(sql.utf8), to: place,
            fields: ["X-ClickHouse-User": address.user, "X-ClickHouse-Key": address.password.value])
        guard let request else { throw refused("user and password must not contain control characters") }
        return request
    }

    /// Closing the connection does not end a statement that has not sent anything yet. The caller does not wait.
    private func kill(_ id: String) {
        guard let request = try? request("KILL QUERY WHERE query_id = '\(id)' ASYNC", "&default_format=Null")
        else {
            return
        }
        _ = BlockingThread.detach { [killer] in _ = try? killer.response(to: request) { false } }
    }

    private func rows(_ response: HTTPResponse, columnCount: Int?) throws(SourceError) -> SQLRows {
        guard response.status == 200,
            let answer = ClickHouseAnswer(response.body, rowLimit: options.rowLimit)
        else { throw failure(response) }
        if let exception = answer.exception {
            throw ClickHouseException(exception).map(failure) ?? refused("unexpected answer: an error")
        }
        guard columnCount ?? answer.columnNames.count == answer.columnNames.count else {
            throw refused(
                "unexpected answer: \(answer.columnNames.count) columns (expected \(columnCount ?? 0))")
        }
        var rows = SQLRows(columns: answer.columnNames.map { SQLRows.Column(name: $0) })
        for row in answer.rows { rows.append(row) }
        return rows
    }

    private static let longestMessage = 8_192

    /// The error that an answer which is not complete ends with.
    private static func exception(in response: HTTPResponse) -> ClickHouseException? {
        ClickHouseException(String(decoding: response.body.suffix(longestMessage), as: UTF8.self))
    }

    private func failure(_ response: HTTPResponse) -> SourceError {
        if let exception = Self.exception(in: response) { return failure(exception) }
        switch response.status {
        case 200: return refused("unexpected answer: not complete, or not one of ClickHouse")
        case 401, 403:
            return refused("the server refuses the user or the password (status \(response.status))")
        default: return refused("unexpected answer: status \(response.status), not one of ClickHouse")
        }
    }

    private func failure(_ exception: ClickHouseException) -> SourceError {
        refused(exception.words(user: address.user, timeout: options.statementTimeout))
    }
}
