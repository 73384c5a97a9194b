import Foundation
import Glibc

@testable import DatabaseSources

/// A PostgreSQL server of Debian's packages in a folder of its own, on a socket there, as a user without rights.
///
/// A shell holds it that reads commands from us: when we are gone, however, it stops the server and removes the
/// folder. It ends by itself after an hour.
final class ThrowAwayPostgreSQL: Sendable {
    /// The server of all tests but those that stop one; nil where there is none to be had, which is said once.
    static let shared: ThrowAwayPostgreSQL? = {
        do {
            let server = try ThrowAwayPostgreSQL()
            try server.execute("CREATE EXTENSION postgis")
            return server
        } catch {
            FileHandle.standardError.write(Data("no PostgreSQL: \(error) (make deps-test)\n".utf8))
            return nil
        }
    }()

    static var isAvailable: Bool { shared != nil }

    /// The shared server.
    static func running() throws -> ThrowAwayPostgreSQL {
        guard let shared else { throw Failure(description: "no PostgreSQL") }
        return shared
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let folder: String
    private let port: UInt16?
    /// Of the server that listens with TLS: it signed itself.
    var certificate: String { folder + "/data/server.crt" }
    private let programs: String
    private let commands: FileHandle
    private let answers: FileHandle

    private static let script = """
        set -eu
        programs=$1
        port=$2
        folder=$(mktemp -d /tmp/termmap-postgres-XXXXXX)
        pool=
        trap 'test -z "$pool" || kill "$pool"; rm -rf "$folder"' EXIT
        "$programs/initdb" -D "$folder/data" -U postgres -A trust --no-sync --encoding=UTF8 --locale=C.UTF-8 \
            >"$folder/log" 2>&1 </dev/null || { tail -n 1 "$folder/log"; exit 1; }
        printf 'local all keeper scram-sha-256\nlocal all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n' \
            >"$folder/data/pg_hba.conf"
        network='-c listen_addresses='
        if test "$port" != 0; then
            openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
                -keyout "$folder/data/server.key" -out "$folder/data/server.crt" 2>/dev/null
            network="-c listen_addresses=localhost -c port=$port -c ssl=on"
        fi
        server=
        launch() {
            "$programs/postgres" -D "$folder/data" $network -c unix_socket_directories="$folder" \
                -c fsync=off -c shared_buffers=32MB -c log_min_messages=fatal >>"$folder/log" 2>&1 </dev/null &
            server=$!
        }
        # As long as children of a killed server hold its memory, a new one ends at once: it is launched again.
        start() {
            for attempt in $(seq 1200); do
                kill -0 "$server" 2>/dev/null || launch
                "$programs/pg_isready" -q -h "$folder" -p "$listening" && return
                sleep 0.05
            done
            tail -n 1 "$folder/log"
            exit 1
        }
        listening=5432
        test "$port" = 0 || listening=$port
        start
        echo "ready $folder"
        while read -r command; do
            case $command in
                start) start ;;
                pool)
                    printf '[databases]\n* = host=%s user=postgres\n[pgbouncer]\nlisten_port = 6432\nlisten_addr =\n\
        unix_socket_dir = %s\nauth_type = any\npool_mode = transaction\ndefault_pool_size = 2\nlogfile = /dev/null\n' \
                        "$folder" "$folder" >"$folder/pool.ini"
                    pgbouncer -q "$folder/pool.ini" >/dev/null 2>&1 </dev/null &
                    pool=$!
                    for attempt in $(seq 200); do test -S "$folder/.s.PGSQL.6432" && break; sleep 0.05; done
                    ;;
                kill) kill -9 "$server"; wait "$server" || true ;;
            esac
            echo "$command $folder"
        done
        kill -INT "$server" 2>/dev/null || true
        wait "$server" || true
        """

    /// - Parameter port: also listens there with TLS; the certificate is in `certificate`.
    init(port: UInt16? = nil) throws {
        self.port = port
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let newest = versions.filter {
            FileManager.default.isExecutableFile(atPath: "\(root)/\($0)/bin/initdb")
        }
        .max { ($0 as NSString).integerValue < ($1 as NSString).integerValue }
        guard let newest else { throw Failure(description: "no server in \(root)") }
        programs = "\(root)/\(newest)/bin"
        let user = getpwnam("postgres") != nil ? "postgres" : "nobody"
        let unprivileged =
            geteuid() == 0 ? ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] : []
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments =
            ["3600"] + unprivileged + ["sh", "-c", Self.script, "sh", programs, "\(port ?? 0)"]
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        commands = input.fileHandleForWriting
        answers = output.fileHandleForReading
        let line = Self.line(from: answers)
        guard line.hasPrefix("ready ") else { throw Failure(description: "initdb: \(line)") }
        folder = String(line.dropFirst("ready ".count))
    }

    deinit { try? commands.close() }

    private static func line(from file: FileHandle) -> String {
        var line: [UInt8] = []
        while let byte = (try? file.read(upToCount: 1))?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// Kills the server with all its connections, as a power cut does.
    func kill() { command("kill") }

    func start() { command("start") }

    /// Starts pgbouncer before the server, in transaction mode.
    func startPool() { command("pool") }

    private func command(_ word: String) {
        commands.write(Data((word + "\n").utf8))
        _ = Self.line(from: answers)
    }

    /// The address of the server, as a user and a password already percent-encoded.
    func url(user: String = "postgres", password: String? = nil) -> String {
        "postgresql://\(user)\(password.map { ":" + $0 } ?? "")@/postgres?host=\(folder)"
    }

    /// Runs statements with all rights; what they give, a line a row.
    @discardableResult
    func execute(_ sql: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: programs + "/psql")
        process.arguments = [
            "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder, "-p", "\(port ?? 5432)", "-U",
            "postgres", "-f", "-",
        ]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
        input.fileHandleForWriting.write(Data(sql.utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: text) }
        return text
    }

    func source(_ options: PostgreSQLOptions) throws -> EngineSource {
        try EngineSource(url: url(), options: options)
    }

    func source(table: String) throws -> EngineSource { try source(PostgreSQLOptions(table: table)) }
}
