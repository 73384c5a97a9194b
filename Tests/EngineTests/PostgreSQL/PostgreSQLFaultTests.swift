import Foundation
import MapModel
import Synchronization
import TestSupport
import RowTestSupport
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// Hostile names, servers that go away, passwords, and what must not be written.
@Suite(.enabled(if: ThrowAwayPostgreSQL.isAvailable, "no PostgreSQL"), .serialized, .timeLimit(.minutes(10)))
struct PostgreSQLFaultTests {
    private static func never() -> Bool { false }

    private static let world = ViewportQuestion(
        window: .world, grid: ClusterGrid(worldDots: 256, cellDots: 20), limit: 300)

    private func server() throws -> ThrowAwayPostgreSQL { try #require(ThrowAwayPostgreSQL.shared) }

    private func message(_ body: () throws -> Void) -> String {
        do {
            try body()
            return ""
        } catch {
            return "\(error)"
        }
    }

    private func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x7F && !(0x80..<0xA0).contains($0.value)
        }
    }

    // MARK: - Words

    @Test func theServersWordsAreOneLineWithoutControls() throws {
        let sql = "SELECT * FROM \"\u{1B}]0;x\u{7}\nnothing\""
        let source = try server().source(PostgreSQLOptions(sql: sql))
        let words = message { _ = try source.open(isCancelled: Self.never) }
        #expect(words.contains("does not exist") && isPlain(words))
        #expect(words.hasPrefix("postgresql://postgres@"))
    }

    @Test(arguments: ["SELECT 1 AS lat, 2 AS lon) AS t; DROP TABLE canary; --", "", "SELECT"])
    func brokenStatementsAreRefused(sql: String) throws {
        let source = try server().source(PostgreSQLOptions(sql: sql))
        #expect(!message { _ = try source.open(isCancelled: Self.never) }.isEmpty)
    }

    // MARK: - Read-only

    @Test func nothingCanBeWritten() throws {
        let server = try server()
        try server.execute(
            """
            DROP TABLE IF EXISTS canary; CREATE TABLE canary (n int);
            CREATE OR REPLACE FUNCTION sing() RETURNS int AS 'INSERT INTO canary VALUES (1) RETURNING n' LANGUAGE sql;
            """)
        for sql in [
            "INSERT INTO canary VALUES (1) RETURNING 1 AS lat, 2 AS lon",
            "WITH w AS (INSERT INTO canary VALUES (1) RETURNING n) SELECT n AS lat, n AS lon FROM w",
            "SELECT sing() AS lat, 2 AS lon",
            "SELECT 1 AS lat, 2 AS lon, set_config('default_transaction_read_only', 'off', false) AS name, sing()",
        ] {
            let source = try server.source(PostgreSQLOptions(sql: sql))
            for _ in 0..<2 {
                #expect(!message { _ = try source.open(isCancelled: Self.never) }.isEmpty, "\(sql)")
            }
        }
        #expect(try server.execute("SELECT count(*) FROM canary") == "0\n")
    }

    // MARK: - Waiting

    @Test func aStatementIsTakenBackFromTheServer() throws {
        let server = try server()
        var options = PostgreSQLOptions(table: "pg_catalog.pg_class")
        options.limits.cancelGrace = Patience.limit
        let source = try server.source(options)
        let engine = try #require(source.engine as? PostgreSQLEngine)
        let session = PostgreSQLSession(engine.address, engine.options, ServerNotices())
        let process = try session.run(SQLStatement("SELECT pg_backend_pid()"), isCancelled: Self.never)[0, 0]
        var asked = 0
        #expect(throws: PostgreSQLFault.cancelled) {
            try session.run(SQLStatement("SELECT pg_sleep(60)")) {
                asked += 1
                return asked > 3
            }
        }
        let state = "SELECT state FROM pg_stat_activity WHERE pid = \(process ?? "0")"
        #expect(try server.execute(state) == "idle\n")
        // The same connection goes on.
        let again = try session.run(SQLStatement("SELECT pg_backend_pid()"), isCancelled: Self.never)
        #expect(again[0, 0] == process)
        #expect(throws: PostgreSQLFault.timedOut) {
            try session.run(
                SQLStatement("SELECT pg_sleep(60)"), timeout: .milliseconds(30), isCancelled: Self.never)
        }
    }

    @Test func detailsDoNotWaitBehindASlowView() async throws {
        let server = try server()
        try server.execute(
            "DROP TABLE IF EXISTS quick; CREATE TABLE quick AS SELECT 1 AS id, 1.0::float8 AS lat, 2.0::float8 AS lon"
        )
        let source = try server.source(table: "quick")
        _ = try source.answer(Self.world, isCancelled: Self.never)
        let isRead = Mutex(false)
        let views = try #require(source.engine as? PostgreSQLEngine).views
        async let slow: Void = {
            _ = try? views.run(SQLStatement("SELECT pg_sleep(60)")) { isRead.withLock { $0 } }
        }()
        #expect(try source.table.sourceRow(0).values.count == 3)
        isRead.withLock { $0 = true }
        await slow
    }

    @Test func theServerStopsWhatTakesTooLong() throws {
        var options = PostgreSQLOptions(sql: "SELECT 1 AS lat, 2 AS lon, pg_sleep(60)::text AS name")
        options.statementTimeout = .milliseconds(50)
        options.networkGrace = Patience.limit
        let source = try server().source(options)
        #expect(message { _ = try source.open(isCancelled: Self.never) }.contains("statement timeout"))
    }

    /// That server has no PostGIS either, and one table only.
    @Test func aServerThatWasKilledIsFoundAgain() throws {
        let server = try ThrowAwayPostgreSQL()
        try server.execute("CREATE TABLE t AS SELECT 1 AS id, 1.0::float8 AS lat, 2.0::float8 AS lon")
        let source = try server.source(table: "t")
        #expect(try source.answer(Self.world, isCancelled: Self.never).total == 1)
        #expect(try server.source(PostgreSQLOptions()).open(isCancelled: Self.never).rowCount == 1)
        let near = NearbyQuestion(
            center: Coordinate(latitude: 1, longitude: 2), radiusMeters: nil, limit: 1)
        #expect(try source.near(near, isCancelled: Self.never).map(\.distanceMeters) == [0])
        var isKilled = false
        let session = try #require(source.engine as? PostgreSQLEngine).views
        let fault = #expect(throws: PostgreSQLFault.self) {
            try session.run(SQLStatement("SELECT pg_sleep(60)")) {
                if !isKilled { server.kill() }
                isKilled = true
                return false
            }
        }
        let words = try #require(fault).words
        #expect(isPlain(words) && words.hasPrefix("no connection"))
        // Not asked again at once, unless the machine is slow.
        let isLeftAlone = eventually {
            message { _ = try source.answer(Self.world, isCancelled: Self.never) }.contains("retry in")
        }
        #expect(isLeftAlone)
        server.start()
        let isFound = eventually {
            (try? source.answer(Self.world, isCancelled: Self.never).total) == 1
        }
        #expect(isFound)
        // A connection that broke while nobody used it is not even noticed.
        server.kill()
        server.start()
        #expect(try source.answer(Self.world, isCancelled: Self.never).total == 1)
        withExtendedLifetime(server) {}
    }

    // MARK: - Passwords

    @Test func aPasswordIsNeverShown() throws {
        let server = try server()
        let password = "s3cr/t@ %:word"
        let encoded = "s3cr%2ft%40%20%25:word"
        try server.execute(
            """
            DO $$ BEGIN CREATE ROLE keeper LOGIN PASSWORD '\(password)'; EXCEPTION WHEN duplicate_object THEN END $$;
            """)
        func words(
            _ url: String, _ options: PostgreSQLOptions = PostgreSQLOptions(sql: "SELECT 1 AS lat, 2 AS lon")
        )
            -> String
        {
            message {
                let source = try EngineSource(url: url, options: options)
                let engine = try #require(source.engine as? PostgreSQLEngine)
                #expect(!source.name.contains("word") && !"\(engine.address)".contains("word"))
                _ = try source.open(isCancelled: Self.never)
            }
        }
        #expect(words(server.url(user: "keeper", password: encoded)) == "")
        #expect(words("host='\(server.folder)' user=keeper dbname=postgres password='\(password)'") == "")
        let wrong = words(server.url(user: "keeper", password: encoded + "2"))
        #expect(wrong.contains("authentication failed") && !wrong.contains("word2") && isPlain(wrong))
        let missing = words(server.url(user: "keeper"))
        #expect(missing.contains(".pgpass") && missing.contains("PGPASSWORD") && isPlain(missing))
        // Said by the server itself.
        let echoed = words(
            server.url(user: "keeper", password: encoded),
            PostgreSQLOptions(sql: "SELECT \"\(password)\" AS lat, 2 AS lon"))
        #expect(echoed.contains("does not exist") && !echoed.contains("s3cr"))
    }

    @Test(arguments: [
        "postgresql://me:se@cret@host/db", "postgresql://me:se/cret@host/db",
        "postgresql://me:se#cret@ho:st/db",
        "postgresql://me:secret@host:99999999/db", "postgresql://me:%zzsecret@host/db",
        "host=x password='secret",
        "postgresql://me:secret@host/db?nonsense=1", "postgres://me:secret@[::1/db", "secret", "",
        "postgresql://me:secret@127.0.0.1:1/db?connect_timeout=secret",
    ])
    func addressesAreNotRepeatedInMessages(url: String) {
        let words = message {
            let source = try EngineSource(url: url, options: PostgreSQLOptions(table: "t"))
            _ = try source.open(isCancelled: Self.never)
        }
        #expect(!words.isEmpty && !words.contains("cret") && isPlain(words))
    }
}
