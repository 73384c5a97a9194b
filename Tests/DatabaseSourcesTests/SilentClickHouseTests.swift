import TestSupport
import Testing

@testable import DatabaseSources
@testable import Streams

/// Servers of ClickHouse that accept a connection and say nothing.
@Suite(.tags(.startsPrograms), .timeLimit(.minutes(1))) struct SilentClickHouseTests {
    private static func source(_ server: FakeHTTPServer) throws -> EngineSource {
        var options = ClickHouseOptions(table: "places")
        options.connectTimeout = .seconds(1)
        return EngineSource(
            try ClickHouseEngine(url: "clickhouse://127.0.0.1:\(server.port)/default", options: options))
    }

    /// The statement may take 30 s, but not until the first sign of the server.
    @Test func theFirstAnswerHasTheTimeoutOfConnecting() throws {
        let server = try FakeHTTPServer { _ in .silence([]) }
        let error = #expect(throws: SourceError.self) {
            try Self.source(server).open(isCancelled: { false })
        }
        #expect(error?.words == "timeout after 1 s (the server does not answer)")
        #expect(
            server.requests.filter { !String(decoding: $0.body, as: UTF8.self).hasPrefix("KILL") }.count == 1)
    }

    @Test func aCancelDoesNotWaitForTheServer() throws {
        let server = try FakeHTTPServer { _ in .silence([]) }
        let error = #expect(throws: SourceError.self) {
            try Self.source(server).open(isCancelled: { !server.requests.isEmpty })
        }
        #expect(error == .cancelled)
    }
}
