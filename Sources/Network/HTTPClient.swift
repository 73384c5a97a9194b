import CCurl
import Platform
import Streams
import Synchronization

/// Asks servers by HTTP, and waits for the answers; from any thread, several at once.
///
/// Certificates are checked, cookies and `.netrc` are not read, and the variables `https_proxy`, `HTTPS_PROXY`,
/// `http_proxy` and `no_proxy` count as for curl.
package final class HTTPClient: Sendable {
    private let userAgent: String
    private let limits: HTTPLimits
    private let onRequest: (@Sendable (String) -> Void)?
    /// Idle sessions; each keeps its connections.
    private let idle = Mutex<[CurlSession]>([])

    private static let idleLimit = 4
    /// How often a waiting request checks whether the answer is still wanted.
    private static let pollMilliseconds: Int32 = 50

    /// - Parameters:
    ///   - version: that of the program.
    ///   - onRequest: called after each request, on any thread, with its outcome and duration in one line without
    ///     secrets.
    package init(
        version: String, limits: HTTPLimits = HTTPLimits(), onRequest: (@Sendable (String) -> Void)? = nil
    ) {
        userAgent = "termmap/\(version) (map viewer for terminals)"
        self.limits = limits
        self.onRequest = onRequest
    }

    /// The answer to a request, of any status.
    ///
    /// A range that is answered with everything, and an answer that exceeds the limits, are failures.
    package func response(
        to request: HTTPRequest, isCancelled: () -> Bool
    ) throws(HTTPFault) -> HTTPResponse {
        guard let onRequest else { return try answer(to: request, isCancelled: isCancelled) }
        let start = MonotonicClock.now
        func report(_ outcome: String) {
            onRequest(
                "\(request.address.name): \(outcome), \((MonotonicClock.now - start).wholeMilliseconds) ms")
        }
        do throws(HTTPFault) {
            let response = try answer(to: request, isCancelled: isCancelled)
            report("\(response.status), \(response.body.count) bytes")
            return response
        } catch {
            report("\(error)")
            throw error
        }
    }

    private func answer(
        to request: HTTPRequest, isCancelled: () -> Bool
    ) throws(HTTPFault) -> HTTPResponse {
        var request = request
        for _ in 0...limits.redirects {
            let response = try answerOnce(to: request, isCancelled: isCancelled)
            guard let location = response.redirection else { return response }
            request.address = try request.address.followed(to: location)
        }
        throw .tooManyRedirects
    }

    /// The answer, which may be a redirect: libcurl follows none.
    private func answerOnce(
        to request: HTTPRequest, isCancelled: () -> Bool
    ) throws(HTTPFault) -> HTTPResponse {
        guard !isCancelled() else { throw .cancelled }
        guard curl_load() else { throw .noLibrary }
        guard let session = idle.withLock({ $0.popLast() }) ?? CurlSession() else { throw .code(27, 0) }
        defer {
            idle.withLock { if $0.count < Self.idleLimit { $0.append(session) } }
        }
        return try session.withHandle { (handle) throws(HTTPFault) in
            defer { curl_session_stop(handle) }
            guard start(request, handle) else { throw .code(27, 0) }
            while curl_session_step(handle, Self.pollMilliseconds) == CURL_RUNNING {
                guard !isCancelled() else { throw .cancelled }
            }
            let response = try response(curl_session_result(handle))
            guard request.isAnswered(by: response) else { throw .wrongRange }
            return response
        }
    }

    private func start(_ request: HTTPRequest, _ handle: OpaquePointer) -> Bool {
        let range = request.range.map { "\($0.lowerBound)-\($0.upperBound - 1)" }
        let texts = [request.address.secret, userAgent, range, limits.certificates]
        return withCStrings(texts) { texts in
            withCStrings(request.lines) { lines in
                var options = curl_request()
                options.url = texts[0]
                options.user_agent = texts[1]
                options.range = texts[2]
                options.certificates = texts[3]
                options.headers = lines
                options.body_count = request.body?.count ?? 0
                options.byte_limit = min(request.range?.count ?? limits.bytes, limits.bytes)
                options.connect_milliseconds = limits.connect.wholeMilliseconds
                options.total_milliseconds = limits.total.wholeMilliseconds
                options.stalled_bytes_per_second = HTTPLimits.stalledBytesPerSecond
                options.stalled_seconds = max(limits.stalled.wholeMilliseconds / 1_000, 1)
                guard let body = request.body else { return curl_session_start(handle, &options) }
                return body.withUnsafeBufferPointer {
                    options.body = $0.baseAddress
                    return curl_session_start(handle, &options)
                }
            }
        }
    }

    private func response(_ result: curl_result) throws(HTTPFault) -> HTTPResponse {
        guard !result.is_unranged else { throw .noRanges }
        guard !result.is_too_large else { throw .tooLarge }
        // The protocol is not supported: version 0.9, as which any bytes count.
        guard result.code != 1 || result.status > 0 else { throw .notHTTP }
        guard result.code == 0 || result.proxy_status < 300 else { throw .proxy(result.proxy_status) }
        guard result.code == 0 else { throw .code(Int(result.code), result.certificate_fault) }
        return HTTPResponse(
            status: result.status,
            headers: HTTPHeaders(UnsafeBufferPointer(start: result.head, count: result.head_count)),
            body: Array(UnsafeBufferPointer(start: result.body, count: result.body_count)))
    }
}

/// A session of libcurl, which one thread at a time uses.
private final class CurlSession: Sendable {
    /// libcurl's handle as a number, which is `Sendable` where a pointer is not.
    private let address: Mutex<UInt>

    /// Nil when there is no memory.
    init?() {
        guard let handle = curl_session_open() else { return nil }
        address = Mutex(UInt(bitPattern: handle))
    }

    deinit { address.withLock { OpaquePointer(bitPattern: $0).map(curl_session_close) } }

    func withHandle<Result: Sendable>(
        _ body: (OpaquePointer) throws(HTTPFault) -> Result
    ) throws(HTTPFault) -> Result {
        try address.withLock { (address) throws(HTTPFault) in
            guard let handle = OpaquePointer(bitPattern: address) else { throw .code(27, 0) }
            return try body(handle)
        }
    }
}

extension Duration {
    /// Milliseconds, rounded down.
    var wholeMilliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
