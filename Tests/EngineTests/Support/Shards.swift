import MapModel

@testable import DatabaseSources

/// Tables whose partitions are on other servers, by postgres_fdw; here those are databases of the same server.
struct Shards: Sendable {
    let server: ThrowAwayPostgreSQL

    static let shared = Result { try Shards() }
    private static let count = 3

    private init() throws {
        server = try ThrowAwayPostgreSQL.running()
        try server.execute("CREATE EXTENSION IF NOT EXISTS postgres_fdw; CREATE SCHEMA sharded;")
        for shard in 0..<Self.count {
            try server.execute("CREATE DATABASE shard\(shard)")
            try server.execute(
                """
                CREATE SERVER shard\(shard) FOREIGN DATA WRAPPER postgres_fdw
                    OPTIONS (host '\(server.folder)', dbname 'shard\(shard)', async_capable 'true');
                CREATE USER MAPPING FOR postgres SERVER shard\(shard) OPTIONS (user 'postgres');
                """)
        }
        try create("t", "id int, name text, lat float8, lon float8", key: "id")
        let contract = PostgreSQLContract()
        let rows = ContractRows.shared.values(contract.literal) { $0.map { "'\($0)'" } ?? "NULL" }
        try server.execute(PostgreSQLContract.insertion(rows, into: "sharded.t"))
        for shard in 0..<Self.count {
            try server.execute("\\c shard\(shard)\nCREATE INDEX ON t (lat, lon);")
        }
    }

    /// A table of all shards; `name`, `columns` and `key` in SQL.
    func create(_ name: String, _ columns: String, key: String) throws {
        try server.execute(
            """
            DROP TABLE IF EXISTS sharded.\(name);
            CREATE TABLE sharded.\(name) (\(columns)) PARTITION BY HASH (\(key));
            """)
        for shard in 0..<Self.count {
            let part = SQLStatement.quoted("part \(shard) of \(name)")
            let table = "'" + name.dropQuotes.replacing("'", with: "''") + "'"
            try server.execute(
                """
                \\c shard\(shard)
                DROP TABLE IF EXISTS \(name); CREATE TABLE \(name) (\(columns), PRIMARY KEY (\(key)));
                \\c postgres
                CREATE FOREIGN TABLE sharded.\(part) PARTITION OF sharded.\(name)
                    FOR VALUES WITH (MODULUS \(Self.count), REMAINDER \(shard)) SERVER shard\(shard)
                    OPTIONS (schema_name 'public', table_name \(table));
                """)
        }
    }

    func source() throws -> EngineSource { try server.source(table: "sharded.t") }

    func kill(_ shard: Int) {
        _ = try? server.execute(
            """
            ALTER DATABASE shard\(shard) ALLOW_CONNECTIONS false;
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'shard\(shard)';
            """)
    }

    func revive(_ shard: Int) throws {
        try server.execute("ALTER DATABASE shard\(shard) ALLOW_CONNECTIONS true")
    }
}

extension String {
    /// A name in SQL as it is without its quotes.
    fileprivate var dropQuotes: String {
        hasPrefix("\"") ? String(dropFirst().dropLast()).replacing("\"\"", with: "\"") : self
    }
}
