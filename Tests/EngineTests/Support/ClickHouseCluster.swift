import Foundation
import Glibc
import Network
import TestSupport

@testable import DatabaseSources

/// Three ClickHouse servers of Debian's package on loopback, as a cluster of three shards in a folder of their own and as a
/// user without rights.
///
/// A shell holds them that reads commands from us: when we are gone, however, it stops them and removes the folder. It
/// ends by itself after an hour.
final class ClickHouseCluster: Sendable {
    /// The cluster of all tests but those that stop a server; nil where there is none to be had, which is said once.
    static let shared: ClickHouseCluster? = {
        do {
            return try ClickHouseCluster()
        } catch {
            FileHandle.standardError.write(Data("no ClickHouse: \(error) (make deps-test)\n".utf8))
            return nil
        }
    }()

    static var isAvailable: Bool { shared != nil }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Of the servers, HTTP.
    let ports: [UInt16]
    private let commands: FileHandle
    private let answers: FileHandle
    private let client: HTTPClient

    private static let count = 3
    private static let name = "three"

    /// A user who may read only, and one with a password.
    static let readerName = "reader"
    static let password = "pass word/@:%"

    init() throws {
        let folders = ["/usr/sbin", "/usr/bin"]
        let program = folders.map { $0 + "/clickhouse-server" }.first(
            where: FileManager.default.isExecutableFile)
        guard let program else {
            throw Failure(description: "no server in \(folders.joined(separator: ", "))")
        }
        let free = try Self.freePorts(Self.count * 2)
        ports = Array(free.prefix(Self.count))
        let shell = Process()
        let unprivileged =
            geteuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
        shell.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        shell.arguments =
            ["3600"] + unprivileged + ["sh", "-c", Self.script, "sh"] + free.map(String.init) + [program]
        shell.currentDirectoryURL = URL(fileURLWithPath: "/")
        let (input, output) = (Pipe(), Pipe())
        shell.standardInput = input
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        (commands, answers) = (input.fileHandleForWriting, output.fileHandleForReading)
        var limits = HTTPLimits()
        limits.total = .seconds(120)
        limits.stalled = .seconds(120)
        client = HTTPClient(version: "test", limits: limits)
        for index in ports.indices { try waitUntilReady(index) }
    }

    deinit { try? commands.close() }

    private static func freePorts(_ count: Int) throws -> [UInt16] {
        let listeners = try (0..<count).map { _ in try LoopbackListener(backlog: 1) }
        defer { for listener in listeners { Glibc.close(listener.descriptor) } }
        return listeners.map(\.port)
    }

    private static var script: String {
        """
        set -eu
        program=$7
        folder=$(mktemp -d /tmp/termmap-clickhouse-XXXXXX)
        trap 'rm -rf "$folder"' EXIT
        launch() {
            "$program" --config-file="$folder/$1/config.xml" >>"$folder/$1/log" 2>&1 </dev/null &
            echo $! >"$folder/$1/pid"
        }
        shards=
        for port in $4 $5 $6; do
            shards="$shards<shard><replica><host>127.0.0.1</host><port>$port</port></replica></shard>"
        done
        for index in 1 2 3; do
            eval "http=\\$$index tcp=\\$$((index + 3))"
            mkdir -p "$folder/$index/data" "$folder/$index/tmp"
            cat >"$folder/$index/config.xml" <<END
        <yandex><logger><level>none</level><console>0</console></logger>
        <http_port>$http</http_port><tcp_port>$tcp</tcp_port><listen_host>127.0.0.1</listen_host>
        <path>$folder/$index/data/</path><tmp_path>$folder/$index/tmp/</tmp_path>
        <users_config>users.xml</users_config><mark_cache_size>67108864</mark_cache_size>
        <default_profile>default</default_profile><default_database>default</default_database>
        <remote_servers><\(name)>$shards</\(name)></remote_servers></yandex>
        END
            cat >"$folder/$index/users.xml" <<END
        <yandex><profiles><default><max_memory_usage>1000000000</max_memory_usage>
        <allow_experimental_low_cardinality_type>1</allow_experimental_low_cardinality_type></default>
        <strict><readonly>1</readonly></strict></profiles>
        <users><default><password></password><networks><ip>127.0.0.1</ip></networks>
        <profile>default</profile><quota>default</quota></default>
        <\(readerName)><password>\(password)</password><networks><ip>127.0.0.1</ip></networks>
        <profile>strict</profile><quota>default</quota></\(readerName)></users>
        <quotas><default></default></quotas></yandex>
        END
            launch $index
        done
        while read -r command index; do
            case $command in
                start) launch "$index" ;;
                kill) kill -9 "$(cat "$folder/$index/pid")" || true; wait "$(cat "$folder/$index/pid")" || true ;;
            esac
            echo "$command"
        done
        for index in 1 2 3; do kill -9 "$(cat "$folder/$index/pid")" 2>/dev/null || true; done
        wait
        """
    }

    // MARK: - Servers

    private func waitUntilReady(_ index: Int) throws {
        for _ in 0..<600 {
            if (try? execute("SELECT 1", on: index)) != nil { return }
            usleep(100_000)
        }
        throw Failure(description: "server \(index) does not answer")
    }

    /// Kills a server with all its connections, as a power cut does.
    func kill(_ index: Int) { command("kill \(index + 1)") }

    func start(_ index: Int) throws {
        command("start \(index + 1)")
        try waitUntilReady(index)
    }

    private func command(_ words: String) {
        commands.write(Data((words + "\n").utf8))
        while let byte = (try? answers.read(upToCount: 1))?.first, byte != UInt8(ascii: "\n") {}
    }

    // MARK: - Statements

    /// Runs a statement on one of the servers; what it gives, a line a row.
    @discardableResult
    func execute(_ sql: String, on index: Int = 0, settings: String = "") throws -> String {
        let url = "http://127.0.0.1:\(ports[index])/?insert_distributed_sync=1\(settings)"
        guard let address = NetworkAddress(url),
            let request = HTTPRequest(posting: Array(sql.utf8), to: address, fields: [:])
        else { throw Failure(description: url) }
        let response = try client.response(to: request) { false }
        let text = String(decoding: response.body, as: UTF8.self)
        guard response.status == 200 else { throw Failure(description: text) }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// A table on all servers, of which each has a part; `name` and `columns` in SQL.
    ///
    /// Blocks are small, so that even small tables have many of which the server skips some.
    func createTable(_ name: String, _ columns: String, orderedBy order: String) throws {
        let local = name.last == "`" ? name.dropLast() + "_part`" : name + "_part"
        for index in ports.indices {
            try execute("DROP TABLE IF EXISTS \(local)", on: index)
            try execute("DROP TABLE IF EXISTS \(name)", on: index)
            try execute(
                "CREATE TABLE \(local) (\(columns)) ENGINE = MergeTree ORDER BY \(order) "
                    + "SETTINGS index_granularity = 16", on: index)
            try execute(
                "CREATE TABLE \(name) AS \(local) ENGINE = Distributed(\(Self.name), default, \(local), rand())",
                on: index)
        }
    }

    func url(user: String? = nil, password: String? = nil) -> String {
        let login = user.map { user in
            user + (password.map { ":" + $0.percentEncoded() } ?? "") + "@"
        }
        return "clickhouse://\(login ?? "")127.0.0.1:\(ports[0])/default"
    }

    func source(_ options: ClickHouseOptions) throws -> EngineSource {
        EngineSource(try ClickHouseEngine(url: url(), options: options))
    }

    func source(table: String) throws -> EngineSource { try source(ClickHouseOptions(table: table)) }
}
