import Foundation
import TestSupport
import Testing

@testable import TermMap
@testable import TerminalScreen

/// Databases on servers, with the real program.
@Suite(.timeLimit(.minutes(10)))
struct ServerTests {
    private static let secret = "s3cretword"

    private func start(
        _ server: FakePostgreSQL, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            PseudoTerminal.termmap,
            ["--no-animation", "--theme", "dark", server.url, "--table", "places"] + arguments,
            environment: environment, columns: 110, rows: 30)
    }

    private func quit(_ terminal: PseudoTerminal) {
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }

    // MARK: - Silence

    @Test(arguments: FakePostgreSQL.Stage.allCases)
    func theMapIsShownBeforeTheServerAnswers(stage: FakePostgreSQL.Stage) throws {
        let server = try FakePostgreSQL(silentFrom: stage)
        let terminal = try start(server)
        #expect(terminal.waitFor("waiting for the server"), "\(terminal.screenText)")
        terminal.type("?")
        #expect(terminal.waitFor("type to filter"))
        terminal.type("?")
        #expect(terminal.waitUntil { !terminal.screenText.contains("type to filter") })
        quit(terminal)
    }

    @Test func whatASilentServerIsWaitedForIsSaidAndItIsAskedAgain() throws {
        let server = try FakePostgreSQL(silentFrom: .ready)
        let terminal = try start(server)
        #expect(terminal.waitFor("timeout after 5 s"), "\(terminal.screenText)")
        #expect(terminal.waitFor("retry in"), "\(terminal.screenText)")
        #expect(!terminal.screenText.contains(Self.secret))
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(2))
        #expect(terminal.unrestored == [])
    }

    @Test(
        arguments: [
            ["--list"], ["--once"], ["--columns"], ["--near", "1,2", "-o", "csv"],
            ["--near", "1,2", "--explain"],
        ],
        [FakePostgreSQL.Stage.accept, .login, .statement])
    func signalsEndTheWaitWithoutAScreen(mode: [String], stage: FakePostgreSQL.Stage) throws {
        for signal in [SIGINT, SIGTERM] {
            let server = try FakePostgreSQL(silentFrom: stage)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: PseudoTerminal.termmap)
            process.arguments = [server.url, "--table", "places"] + mode
            process.environment = ["LANG": "C.UTF-8", "HOME": "/tmp", "PATH": "/usr/bin:/bin"]
                .merging(Run.patient) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            #expect(server.waitForConnection())
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
        }
    }

    // MARK: - Standard error

    @Test func whatAServerSaysAtTheLoginDoesNotReachTheScreen() throws {
        let server = try FakePostgreSQL(
            login: Wire.words("N", state: "01000", "\u{1B}[5;5Hold \u{1B}]0;collation\u{7}"))
        let terminal = try start(server)
        #expect(terminal.waitFor("3 of 3"), "\(terminal.screenText)")
        #expect(terminal.screenText.contains("the server says: ^[[5;5Hold"))
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}]0;collation"))
        terminal.type(":bad\r")
        terminal.waitForQuiet()
        #expect(!terminal.screenText.contains("Every row"))
        #expect(terminal.screenText.contains("the server says"))
        quit(terminal)
    }

    /// libpq prints it itself.
    @Test func aWarningAboutThePasswordFileIsAMessage() throws {
        let home = try ScratchFile("*:*:*:*:word\n", named: ".pgpass")
        chmod(home.path, 0o644)
        let server = try FakePostgreSQL()
        let terminal = try PseudoTerminal(
            PseudoTerminal.termmap,
            ["--no-animation", server.url.replacing(":s3cretword", with: ""), "--table", "places"],
            environment: ["HOME": home.folder], columns: 200, rows: 30)
        #expect(terminal.waitFor("3 of 3"), "\(terminal.screenText)")
        // The details of a row come over a connection of their own.
        terminal.type("\ti")
        #expect(terminal.waitFor("Alpha"), "\(terminal.screenText)")
        terminal.type("\u{1B}")
        terminal.waitForQuiet()
        terminal.type(":bad\r")
        #expect(terminal.waitFor("WARNING: password"), "\(terminal.screenText)")
        quit(terminal)
        // As libpq writes it, with its end of line.
        let screen = String(decoding: terminal.output, as: UTF8.self).components(separatedBy: "\u{1B}[?1049h")
        #expect(screen.count > 1 && !screen[1...].joined().contains("(0600) or less\n"))
    }

    @Test func aCrashIsStillSaidOnTheTerminal() throws {
        let server = try FakePostgreSQL()
        let terminal = try start(server)
        #expect(terminal.waitFor("3 of 3"), "\(terminal.screenText)")
        terminal.send(SIGSEGV)
        #expect(terminal.waitForExit() == .killed(by: SIGSEGV))
        #expect(terminal.screenText.contains("termmap: stopped by SIGSEGV"), "\(terminal.screenText)")
        #expect(terminal.unrestored == [])
    }

    // MARK: - Passwords

    @Test(arguments: ["postgresql", "POSTGRESQL", "postgres", "pgsql"])
    func thePasswordIsNotInTheListOfProcesses(scheme: String) throws {
        let server = try FakePostgreSQL(silentFrom: .login)
        let url = server.url.replacing("postgresql", with: scheme)
        for url in [
            url, url.replacing(":\(Self.secret)@", with: "@") + "&password=\(Self.secret)",
            "host=127.0.0.1 port=\(server.port) user=me sslmode=disable gssencmode=disable password='\(Self.secret)'",
        ] {
            let terminal = try PseudoTerminal(
                PseudoTerminal.termmap, [url, "--table", "places"], columns: 100, rows: 30)
            #expect(terminal.waitFor("waiting for the server"), "\(terminal.screenText)")
            let line = try String(contentsOfFile: "/proc/\(terminal.child)/cmdline", encoding: .utf8)
            #expect(line.contains("**********") && !line.contains(Self.secret), "\(line)")
            quit(terminal)
            #expect(!String(decoding: terminal.output, as: UTF8.self).contains(Self.secret))
        }
    }

    @Test(arguments: [
        ["postgresql://me:s3cretword@127.0.0.1:1/db"], ["POSTGRES://me:s3cretword@127.0.0.1:1/db"],
        ["pgsql://me:s3cret%77ord@127.0.0.1:1/db"], ["mysql://me:s3cretword@127.0.0.1/db"],
        ["host=127.0.0.1 port=1 password=s3cretword"], ["password='s3cretword"],
        ["postgresql://127.0.0.1:1/db?password=s3cretword"], ["postgresql://me:s3cretword"],
        ["places.csv", "postgresql://me:s3cretword@127.0.0.1:1/db"],
        ["--near", "postgresql://me:s3cretword@127.0.0.1:1/db"], ["--at", "postgresql://me:s3cretword@h"],
        ["--gps", "postgresql://me:s3cretword@h", "postgresql://me:s3cretword@127.0.0.1:1/db"],
        ["--format", "postgresql://me:s3cretword@h"], ["--postgresql://me:s3cretword@h"],
        ["geocode", "postgresql://me:s3cretword@127.0.0.1:1/db"],
        ["track", "postgresql://me:s3cretword@127.0.0.1:1/db"],
        ["--table", "a", "--sql", "SELECT 1", "postgresql://me:s3cretword@127.0.0.1:1/db"],
    ])
    func messagesDoNotRepeatThePassword(arguments: [String]) throws {
        for more in [[], ["--list"], ["--columns"], ["--explain", "--near", "1,2"]] {
            let run = try Run(arguments + more)
            #expect(run.code == 0 || run.errors.hasPrefix("termmap: "), "\(run.errors)")
            #expect(!run.errors.contains("cretword") && !run.errors.contains("cret%77"), "\(run.errors)")
            #expect(!run.output.contains("cretword"))
        }
    }

    @Test func thePasswordOfTheEnvironmentIsUsed() throws {
        let server = try FakePostgreSQL()
        let run = try Run(
            ["--list", server.url.replacing(":s3cretword", with: ""), "--table", "places"],
            environment: ["PGPASSWORD": "s3cretword"])
        #expect(run.code == 0 && run.output.contains("# in view 3 of 3 rows"), "\(run.errors)")
    }
}
