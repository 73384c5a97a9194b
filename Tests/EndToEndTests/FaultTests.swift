import Foundation
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import Scene
@testable import TermMap

/// What must not break the program while it shows a map: its own faults, signals, files that others change, keys.
@Suite(.timeLimit(.minutes(20)))
struct FaultTests {
    private static let table =
        "name,latitude,longitude,note\n"
        + (0..<2000).map { "Place \($0),\(40 + $0 % 20),\($0 % 17),row \($0)\n" }.joined()

    private func open(
        _ file: ScratchFile, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            PseudoTerminal.termmap, ["--theme", "dark"] + arguments + [file.path], environment: environment)
        #expect(terminal.waitFor("2,000"), "\(terminal.screenText)")
        return terminal
    }

    // MARK: - Traps

    @Test(arguments: Fault.allCases)
    func trapOnTheMapRestoresTheTerminal(fault: Fault) throws {
        let file = try ScratchFile(Self.table)
        let terminal = try open(file, environment: ["TERMMAP_FAULT": fault.rawValue])
        terminal.type("\u{1B}[24~")
        let end = terminal.waitForExit()
        #expect(
            [SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGFPE].contains(end?.signal ?? 0),
            "\(String(describing: end))")
        #expect(terminal.unrestored == [])
        #expect(terminal.screenText.contains("termmap: stopped by SIG"))
    }

    // MARK: - What it is given

    /// Keys that someone types are not data.
    @Test(arguments: ["-", "/dev/tty", "/dev/stdin"]) func aTerminalIsNoFile(name: String) throws {
        let terminal = try PseudoTerminal(PseudoTerminal.termmap, [name])
        #expect(terminal.waitForExit() == .exit(2))
        let shown = name == "/dev/tty" ? name : "stdin"
        #expect(
            terminal.screenText.contains(
                "termmap: \(shown): is a terminal (name a file, or send rows through"),
            "\(terminal.screenText)")
        #expect(terminal.unrestored == [])
    }

    @Test func aStackThatIsTooSmallIsSaid() throws {
        let file = try ScratchFile(Self.table)
        let run = try Run(shell: "ulimit -s 512; exec \"$0\" --list \"$1\"", file.path)
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(
            run.errors == "termmap: stack limit too low: 512 KB (expected 1024; run ulimit -s 1024 first)\n")
    }

    // MARK: - Signals

    /// What the user is doing when the signal comes: keys, and what the screen shows then.
    enum Moment: String, CaseIterable, Sendable {
        case loading, map, details, search, list, help, suspended, animation

        var keys: String {
            switch self {
            case .loading, .map: ""
            case .details: "n\r"
            case .search: "/pla"
            case .list: "t"
            case .help: "?"
            case .suspended: "\u{1A}"
            case .animation: "+++"
            }
        }
    }

    private static let signals = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGXCPU, SIGSYS,
    ]

    /// Each signal and each moment once, each type of terminal many times; TERMMAP_SIGNALS=all takes all 288.
    private static let momentsAndSignals: [(Int32, Moment, String)] = {
        let types = ["xterm-256color", "linux", "screen"]
        let all = signals.enumerated().flatMap { row, signal in
            Moment.allCases.enumerated().flatMap { column, moment in
                types.enumerated().map { ($0.offset, row, column, (signal, moment, $0.element)) }
            }
        }
        let takesAll = ProcessInfo.processInfo.environment["TERMMAP_SIGNALS"] == "all"
        return all.filter { type, row, column, _ in
            takesAll || (row % 8 == column && type == row % 3)
        }.map(\.3)
    }()

    @Test(arguments: Self.momentsAndSignals)
    func signalAtAnyMomentRestoresTheTerminal(signal: Int32, moment: Moment, type: String) throws {
        let file = try ScratchFile(Self.table)
        let pipe = moment == .loading ? try endlessPipe() : nil
        defer { if let pipe { close(pipe.descriptor) } }
        let terminal = try PseudoTerminal(
            PseudoTerminal.termmap, ["--theme", "dark", pipe?.file.path ?? file.path],
            environment: ["TERM": type])
        #expect(terminal.waitUntil { terminal.isRaw })
        if moment != .loading { #expect(terminal.waitFor("2,000"), "\(terminal.screenText)") }
        terminal.type(moment.keys)
        if moment != .animation, !moment.keys.isEmpty { terminal.waitForQuiet(milliseconds: 60) }
        let start = ContinuousClock.now
        terminal.send(signal)
        // Where nothing continues a stopped process, it does not stop; the signal ends it all the same.
        if moment == .suspended { terminal.send(SIGCONT) }
        #expect(terminal.waitForExit() == .killed(by: signal))
        let time = ContinuousClock.now - start
        #expect(terminal.unrestored == [])
        if ProcessInfo.processInfo.environment["TERMMAP_SIGNALS"] != nil {
            print("signal \(signal) \(moment) \(type): gone after \(time)")
            #expect(time < .milliseconds(500))
        }
    }

    /// A pipe from which nothing comes: the program loads until it is ended.
    private func endlessPipe() throws -> (file: ScratchFile, descriptor: Int32) {
        let file = try ScratchFile("")
        unlink(file.path)
        try #require(mkfifo(file.path, 0o600) == 0)
        return (file, Foundation.open(file.path, O_RDWR | O_NONBLOCK))
    }

    // MARK: - Files that others change

    /// What happens to the file that is shown.
    enum Damage: String, CaseIterable, Sendable {
        case truncated, deleted, replaced, folder, pipe, garbage

        func happen(to path: String) throws {
            switch self {
            case .truncated: truncate(path, 1000)
            case .deleted: unlink(path)
            case .replaced:
                try "name,latitude,longitude\nOther,1,2\n".write(
                    toFile: path, atomically: true, encoding: .utf8)
            case .folder:
                unlink(path)
                mkdir(path, 0o700)
            case .pipe:
                unlink(path)
                mkfifo(path, 0o600)
            case .garbage:
                let descriptor = Foundation.open(path, O_WRONLY)
                let bytes = [UInt8](repeating: 0xFF, count: 60_000)
                _ = write(descriptor, bytes, bytes.count)
                close(descriptor)
            }
        }
    }

    /// Details, the list, the table, a search, a filter and a reload: the program says something and goes on.
    @Test(
        arguments: Damage.allCases.map { ($0, []) } + [(.pipe, ["--watch=0.5"])])
    func fileThatIsDamagedWhileShownIsSurvived(damage: Damage, options: [String]) throws {
        let file = try ScratchFile(Self.table)
        let terminal = try open(file, ["--no-animation"] + options)
        try damage.happen(to: file.path)
        for keys in ["n\r", "\u{1B}", "t\u{1B}[Bs", "\u{1B}", "/place 7\r", "R\u{1B}"] {
            terminal.type(keys)
            terminal.waitForQuiet(milliseconds: 30)
            #expect(!terminal.hasEnded, "\(damage) \(keys.debugDescription)")
        }
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0), "\(damage) \(options): \(terminal.screenText)")
        #expect(terminal.unrestored == [])
    }

    // MARK: - Keys and sizes

    @Test(arguments: 0..<1)
    func randomBytesAsKeysAreSurvived(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let file = try ScratchFile(Self.table)
        let terminal = try open(file)
        for _ in 0..<32 {
            var bytes = (0..<1024).map { _ in UInt8(random.number(0...255)) }
            // What ends, stops or leaves the program on purpose is no fault.
            bytes = bytes.map {
                [3, 4, 0x1A, 0x1C, UInt8(ascii: "q"), UInt8(ascii: "Q")].contains($0) ? 0x78 : $0
            }
            #expect(terminal.type(bytes))
            terminal.drain()
            guard !terminal.hasEnded else { break }
        }
        #expect(!terminal.hasEnded)
        terminal.waitForQuiet(milliseconds: 300)
        for _ in 0..<4 {
            terminal.type("\u{1B}\\\u{1B}")
            terminal.waitForQuiet(milliseconds: 100)
        }
        terminal.type("\u{3}")
        #expect(terminal.waitForExit() == .exit(0), "\(terminal.screenText)")
        #expect(terminal.unrestored == [])
    }

    @Test func sizesThatChangeWhilePanningSettle() throws {
        let file = try ScratchFile(Self.table)
        let terminal = try open(file)
        var random = SeededRandom(7)
        for _ in 0..<300 {
            terminal.resize(columns: random.number(1...300), rows: random.number(1...100))
            terminal.type(["h", "j", "k", "l"][random.number(0...3)])
            terminal.drain()
        }
        terminal.resize(columns: 80, rows: 24)
        terminal.waitForQuiet(milliseconds: 300)
        terminal.type("\u{C}")
        terminal.waitForQuiet(milliseconds: 200)
        #expect(terminal.rows.count == 24 && terminal.rows[23].contains("help"), "\(terminal.screenText)")
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }

    @Test func thousandFilesAreLayersOrOneLine() throws {
        let file = try ScratchFile("name,lat,lon\nA,48,2\n")
        let run = try Run(
            shell:
                "for n in $(seq 1000); do cp \"$1\" \"$1.$n.csv\"; done; \"$0\" --once \"$1\".*.csv | tail -n 3",
            file.path)
        #expect(run.code == 0)
        #expect(run.output.contains("1,000") || run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
}
