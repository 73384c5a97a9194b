import Foundation
import Glibc
import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import Streams

/// Ways to a server: TLS with a certificate, password files, service files, and a pooler in between.
@Suite(.serialized, .enabled(if: ThrowAwayPostgreSQL.isAvailable, "no PostgreSQL"), .timeLimit(.minutes(10)))
struct PostgreSQLAccessTests {
    private static func never() -> Bool { false }

    /// A server that listens with TLS on a port, with a table and a user who has a password.
    private struct Encrypted: Sendable {
        let server: ThrowAwayPostgreSQL
        let port: UInt16

        static let shared = Result { try Encrypted() }

        private init() throws {
            let listener = try LoopbackListener(backlog: 1)
            port = listener.port
            close(listener.descriptor)
            server = try ThrowAwayPostgreSQL(port: port)
            try server.execute(
                """
                CREATE ROLE reader LOGIN PASSWORD 's3cretword';
                CREATE TABLE t (id int PRIMARY KEY, name text, lat float8, lon float8);
                INSERT INTO t SELECT i, 'n' || i, i, i FROM generate_series(1, 40) AS i;
                GRANT SELECT ON t TO reader;
                """)
        }

        func open(_ url: String) throws -> SourceSummary {
            let source = try EngineSource(url: url, options: PostgreSQLOptions(table: "t"))
            defer { source.close() }
            return try source.open(isCancelled: PostgreSQLAccessTests.never)
        }
    }

    private func address(_ encrypted: Encrypted, user: String, _ options: String) -> String {
        "postgresql://\(user)@localhost:\(encrypted.port)/postgres?sslmode=verify-full&hostaddr=127.0.0.1\(options)"
    }

    @Test func aCertificateIsCheckedAgainstTheOneThatIsTrusted() throws {
        let encrypted = try Encrypted.shared.get()
        let trusted = address(
            encrypted, user: "reader:s3cretword", "&sslrootcert=\(encrypted.server.certificate)")
        #expect(try encrypted.open(trusted).rowCount == 40)
        let other = "postgresql://reader:s3cretword@127.0.0.1:\(encrypted.port)/postgres?sslmode=verify-full"
        let wrongName = #expect(throws: SourceError.self) {
            try encrypted.open(other + "&sslrootcert=\(encrypted.server.certificate)")
        }
        #expect(try #require(wrongName).words.contains("does not match host name"))
        let unknown = #expect(throws: SourceError.self) {
            try encrypted.open(address(encrypted, user: "reader:s3cretword", "&sslrootcert=system"))
        }
        #expect(try !#require(unknown).words.contains("s3cretword"))
    }

    @Test func passwordsComeFromPasswordAndServiceFiles() throws {
        let encrypted = try Encrypted.shared.get()
        let root = "&sslrootcert=\(encrypted.server.certificate)"
        let folder = try ScratchFolder()
        let passwords = try folder.file(
            "passwords", "localhost:\(encrypted.port):*:reader:s3cretword\n")
        chmod(passwords, 0o600)
        #expect(
            try encrypted.open(address(encrypted, user: "reader", root + "&passfile=\(passwords)"))
                .rowCount
                == 40)
        let services = try folder.file(
            "services",
            """
            [places]
            host=localhost
            hostaddr=127.0.0.1
            port=\(encrypted.port)
            dbname=postgres
            user=reader
            password=s3cretword
            sslmode=verify-full
            sslrootcert=\(encrypted.server.certificate)

            """)
        setenv("PGSERVICEFILE", services, 1)
        defer { unsetenv("PGSERVICEFILE") }
        #expect(try encrypted.open("postgresql:///?service=places").rowCount == 40)
    }

    /// In transaction mode each statement may go to another connection of the pool.
    @Test func aPoolerInTransactionModeAnswersAsTheServerDoes() throws {
        let shared = try PlacesOnServer.shared.get()
        try #require(FileManager.default.isExecutableFile(atPath: "/usr/sbin/pgbouncer"), "make deps-test")
        shared.server.startPool()
        let url = "postgresql://postgres@/postgres?host=\(shared.server.folder)&port=6432"
        let source = try EngineSource(url: url, options: PostgreSQLOptions(table: "places.plain"))
        defer { source.close() }
        #expect(try source.open(isCancelled: Self.never).rowCount == 2_000)
        var random = SeededRandom(61)
        for _ in 0..<30 {
            let question = random.question(near: ContractRows.shared.places, limit: 100)
            let answer = try source.answer(question, isCancelled: Self.never)
            #expect(answer.total == ContractRows.shared.tree.count(in: question.window), "\(question)")
        }
        let found = try source.matches("CAFÉ 7", limit: 5, isCancelled: Self.never)
        let row = try #require(found.matches.first).row
        #expect(try source.table.namedRow(row).fields[1].value.text == "CAFÉ 7")
    }
}
