import Foundation
import Testing

@testable import DatabaseSources

/// What a real server says without being asked.
@Suite(.enabled(if: ThrowAwayPostgreSQL.isAvailable, "no PostgreSQL"), .timeLimit(.minutes(10)))
struct PostgreSQLNoticeTests {
    /// As after an update of the system's libraries.
    @Test func aWarningAtTheLoginIsANotice() throws {
        let server = try #require(ThrowAwayPostgreSQL.shared)
        try server.execute(
            """
            DROP DATABASE IF EXISTS aged; CREATE DATABASE aged TEMPLATE template0 LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8';
            UPDATE pg_database SET datcollversion = '1' WHERE datname = 'aged';
            """)
        defer { _ = try? server.execute("DROP DATABASE aged WITH (FORCE)") }
        let url = server.url().replacing("/postgres?", with: "/aged?")
        let source = try EngineSource(
            url: url, options: PostgreSQLOptions(sql: "SELECT 1 AS lat, 2 AS lon"))
        let notices = try source.open(isCancelled: { false }).notices
        #expect(notices.contains { $0.hasPrefix("the server says: database \"aged\"") }, "\(notices)")
    }
}
