import MapModel
import Synchronization
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Streams

/// Servers that lie: no answer that is not complete counts.
@Suite(.timeLimit(.minutes(5))) struct ClickHouseAnswerTests {
    private static func never() -> Bool { false }

    private static func json(_ columns: Int, _ rows: [String], count: Int? = nil, more: String = "") -> String
    {
        let meta = (0..<columns).map { "{\"name\": \"c\($0)\", \"type\": \"String\"}" }.joined(separator: ",")
        return
            "{\"meta\": [\(meta)], \"data\": [\(rows.joined(separator: ","))], \"rows\": \(count ?? rows.count)\(more)}\n"
    }

    private func outcome(
        _ answer: FakeHTTPServer.Answer, columnCount: Int = 2,
        options: ClickHouseOptions = ClickHouseOptions()
    ) throws -> Result<[[String?]], SourceError> {
        let server = try FakeHTTPServer { request in
            String(decoding: request.body, as: UTF8.self).contains("system.settings")
                ? .reply(200, [:], Array(Self.json(2, ["[\"readonly\", \"0\"]"]).utf8)) : answer
        }
        let url = "clickhouse://ann:s3cret-word@127.0.0.1:\(server.port)/db"
        let engine = try ClickHouseEngine(url: url, options: options)
        do throws(SourceError) {
            let rows = try engine.run(
                "SELECT 1", columnCount: columnCount, lane: .views, isCancelled: Self.never)
            return .success((0..<rows.count).map { row in (0..<columnCount).map { rows[row, $0] } })
        } catch {
            return .failure(error)
        }
    }

    private func reply(_ text: String, status: Int = 200) -> FakeHTTPServer.Answer {
        .reply(status, [:], Array(text.utf8))
    }

    private func words(_ answer: FakeHTTPServer.Answer, _ options: ClickHouseOptions = ClickHouseOptions())
        throws -> String
    {
        switch try outcome(answer, options: options) {
        case .success(let rows): "\(rows)"
        case .failure(let error): "\(error)"
        }
    }

    @Test func readsTextsNumbersAndNulls() throws {
        let text = Self.json(
            2, ["[\"a\\n\\u00e9\", null]", "[-1.5e-7, 18446744073709551615]"], more: ", \"statistics\": {}")
        #expect(try outcome(reply(text)).get() == [["a\né", nil], ["-1.5e-7", "18446744073709551615"]])
    }

    @Test(arguments: [
        "", "garbage", "[]", "{}", "{\"meta\": [], \"data\": []}", "\u{1B}[2J",
        json(2, ["[1, 2]"], count: 2), json(2, ["[1]"]), json(2, ["[1, 2, 3]"]), json(2, ["[1, [2]]"]),
        json(2, ["{\"a\": 1}"]), json(2, ["[1, 2]"]) + "more",
        "{\"data\": [[1, 2]], \"rows\": 1, \"meta\": []}",
    ]) func refusesWhatIsNotComplete(text: String) throws {
        let words = try words(reply(text))
        #expect(words.hasSuffix("unexpected answer: not complete, or not one of ClickHouse"), "\(words)")
    }

    @Test func refusesEveryBeginningOfAnAnswer() throws {
        let bytes = Array(Self.json(2, ["[\"a\", \"b\"]", "[1, null]"]).utf8)
        #expect(ClickHouseAnswer(bytes, rowLimit: 2)?.rows.count == 2)
        #expect(ClickHouseAnswer(bytes, rowLimit: 1) == nil)
        for count in 0..<(bytes.count - 1) {
            #expect(ClickHouseAnswer(Array(bytes.prefix(count)), rowLimit: 2) == nil, "\(count)")
        }
    }

    @Test func refusesOtherColumns() throws {
        #expect(
            try words(reply(Self.json(3, ["[1, 2, 3]"]))).hasSuffix(
                "unexpected answer: 3 columns (expected 2)"))
    }

    @Test func aConnectionThatIsCutOffIsSaid() throws {
        let whole = FakeHTTPServer.message(200, [:], Array(Self.json(2, ["[1, 2]"]).utf8))
        #expect(try words(.raw(whole.dropLast(5))).hasSuffix("the connection was cut off"))
    }

    private static let exceptions = [
        "Code: 241, e.displayText() = DB::Exception: Memory limit exceeded, e.what() = DB::Exception\n",
        "Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED) (version 24.1.1.1 (official build))\n",
    ]

    @Test(arguments: exceptions) func anExceptionInTheMiddleIsNoEnd(exception: String) throws {
        let start = Self.json(2, ["[1, 2]"]).prefix { $0 != "]" }
        let whole = Self.json(2, ["[1, 2]"]).dropLast(2) + ", \"exception\": \"\(exception.dropLast())\"}\n"
        for answer in [reply(exception, status: 500), reply(start + exception), reply(String(whole))] {
            let words = try words(answer)
            #expect(
                words.hasSuffix("the server has not enough memory for this: Memory limit exceeded"),
                "\(words)")
        }
    }

    /// Servers of a cluster keep connections to each other, and may find one of them in disorder.
    @Test(arguments: [(101, 1, true), (210, 1, false), (101, 2, false)])
    func aStatementIsSentAgainAfterABadConnectionOfTheCluster(code: Int, failures: Int, isRead: Bool) throws {
        let sent = Mutex(0)
        let server = try FakeHTTPServer { request in
            if String(decoding: request.body, as: UTF8.self).contains("system.settings") {
                return reply(Self.json(2, ["[\"readonly\", \"0\"]"]))
            }
            let number = sent.withLock { count in
                count += 1
                return count
            }
            return number > failures
                ? reply(Self.json(1, ["[\"a\"]"]))
                : reply("Code: \(code). DB::Exception: Unexpected packet. (X) (version 24.1)", status: 500)
        }
        let engine = try ClickHouseEngine(
            url: "clickhouse://127.0.0.1:\(server.port)", options: ClickHouseOptions())
        func run() throws -> Int {
            try engine.run("SELECT 1", columnCount: 1, lane: .views, isCancelled: Self.never).count
        }
        if isRead {
            #expect(try run() == 1 && sent.withLock { $0 } == 2)
        } else {
            let error = #expect(throws: SourceError.self) { try run() }
            #expect("\(try #require(error))".contains("a server of the cluster"))
            #expect(sent.withLock { $0 } == (code == 210 ? 1 : 2))
        }
    }

    @Test func aHugeAnswerIsRefused() throws {
        var options = ClickHouseOptions()
        options.byteLimit = 1_000
        let words = try words(reply(Self.json(2, Array(repeating: "[1, 2]", count: 500))), options)
        #expect(words.hasSuffix("the answer is too large"), "\(words)")
    }

    @Test(arguments: [
        (401, "the server refuses the user or the password (status 401)"),
        (502, "unexpected answer: status 502, not one of ClickHouse"),
    ])
    func otherServersAreNamed(status: Int, expected: String) throws {
        #expect(try words(reply("<html>no</html>", status: status)).hasSuffix(expected))
    }

    @Test func redirectsAreNotFollowed() throws {
        let other = try FakeHTTPServer { _ in .reply(200) }
        _ = try words(.reply(307, ["Location": other.url]))
        #expect(other.requests.isEmpty)
    }

    @Test func aServerThatSaysNothingIsLeftInTime() throws {
        let server = try FakeHTTPServer { _ in .silence([]) }
        let engine = try ClickHouseEngine(
            url: "clickhouse://127.0.0.1:\(server.port)", options: ClickHouseOptions())
        let start = ContinuousClock.now
        #expect(throws: SourceError.cancelled) {
            _ = try engine.layout { ContinuousClock.now - start > .milliseconds(100) }
        }
        #expect(
            eventually {
                server.requests.contains { String(decoding: $0.body, as: UTF8.self).hasPrefix("KILL QUERY") }
            })
    }

    /// Passwords travel in the header, and messages that repeat them are cleaned.
    @Test func thePasswordIsInNoAddressAndNoMessage() throws {
        let exception =
            "Code: 47, e.displayText() = DB::Exception: s3cret-word is wrong, e.what() = DB::Exception"
        let words = try words(reply(exception, status: 500))
        #expect(words.hasSuffix("*** is wrong (code 47)") && !words.contains("s3cret-word"), "\(words)")
        let server = try FakeHTTPServer { _ in .reply(500) }
        let url = "clickhouse://ann:s3cret-word@127.0.0.1:\(server.port)/db"
        let engine = try ClickHouseEngine(url: url, options: ClickHouseOptions())
        #expect(throws: SourceError.self) { try engine.layout(isCancelled: Self.never) }
        let request = try #require(server.requests.first)
        #expect(!request.path.contains("s3cret-word") && request.path.contains("database=db"))
        #expect(
            request.headers["x-clickhouse-user"] == "ann"
                && request.headers["x-clickhouse-key"] == "s3cret-word")
        #expect(!engine.name.contains("s3cret-word"))
    }
}

@Suite struct ClickHouseAddressTests {
    private func address(_ text: String, _ environment: [String: String] = [:]) throws -> ClickHouseAddress {
        try ClickHouseAddress(text) { environment[$0] }
    }

    @Test(arguments: [
        ("clickhouse://host", "http://host:8123/", "clickhouse://host", "default", ""),
        ("CLICKHOUSES://ann@host/db", "https://host:8443/", "clickhouses://ann@host/db", "ann", ""),
        ("clickhouse://ann:p%40w@h:9/d%20b", "http://h:9/", "clickhouse://ann@h:9/d b", "ann", "p@w"),
        ("clickhouse://:pw@[::1]:8123/", "http://[::1]:8123/", "clickhouse://[::1]:8123", "default", "pw"),
    ]) func hasItsParts(text: String, url: String, name: String, user: String, password: String) throws {
        let address = try address(text)
        #expect(address.url == url && address.name == name)
        #expect(address.user == user && address.password.value == password)
        #expect(!"\(address)".contains("pw") && !"\(address)".contains("p@w"))
    }

    @Test func takesUserAndPasswordFromTheEnvironment() throws {
        let environment = ["CLICKHOUSE_USER": "eve", "CLICKHOUSE_PASSWORD": "x"]
        let plain = try address("clickhouse://h", environment)
        #expect(plain.user == "eve" && plain.password.value == "x")
        let given = try address("clickhouse://ann:y@h", environment)
        #expect(given.user == "ann" && given.password.value == "y")
    }

    @Test(arguments: [
        "clickhouse://", "clickhouse://:80", "clickhouse://h:99999", "clickhouse://h:x", "clickhouse://h/a/b",
        "clickhouse://a:s3cret%@h", "clickhouse://a:s3%ffcret@h", "clickhouse://a@s3cret@h",
        "clickhouse://h/?password=s3cret",
        "clickhouse://a:s3/cret@h", "clickhouse://a:s3#cret@h", "clickhouse://h h",
    ]) func refusesOthersWithoutRepeatingThem(text: String) {
        let error = #expect(throws: ClickHouseAddress.Problem.self) { try address(text) }
        #expect(error.map { !"\($0)".contains("cret") } ?? false)
    }

    @Test(arguments: [
        ("clickhouse://a", true), ("ClickHouses://", true), ("postgresql://a", false),
        ("clickhouse:a", false), ("a.csv", false),
    ])
    func isRecognised(text: String, isMeant: Bool) {
        #expect(ClickHouseAddress.isMeant(by: text) == isMeant)
    }
}
