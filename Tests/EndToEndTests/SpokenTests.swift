import Foundation
import TestSupport
import Testing

/// `--spoken` on a real terminal, and without one.
@Suite(.timeLimit(.minutes(10)))
struct SpokenTests {
    private static let places = "name,lat,lon\nBerlin,52.52,13.40\nParis,48.85,2.35\nRome,41.9,12.5\n"

    private func open(_ file: ScratchFile, type: String = "xterm-256color") throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            PseudoTerminal.termmap, ["--spoken", file.path], environment: ["TERM": type])
        #expect(terminal.waitFor("places.csv: 3 rows; ? lists the keys, q quits"), "\(terminal.screenText)")
        #expect(terminal.waitFor("3 rows in view"), "\(terminal.screenText)")
        return terminal
    }

    /// Any terminal will do, for nothing but lines is sent to it.
    @Test(arguments: ["xterm-256color", "dumb", "unknown-type"])
    func linesAreAppended(type: String) throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file, type: type)
        #expect(terminal.isRaw)
        terminal.type("\t")
        #expect(terminal.waitFor("1 of 3"), "\(terminal.screenText)")
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0) && terminal.unrestored == [])
        #expect(!terminal.output.contains(0x1B))
    }

    @Test(arguments: [("q", 0), ("Q", 0), ("\u{3}", 0)])
    func theTerminalComesBackAfterKeys(key: String, code: Int32) throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        terminal.type(key)
        #expect(terminal.waitForExit() == .exit(code) && terminal.unrestored == [])
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT])
    func theTerminalComesBackAfterSignals(signal: Int32) throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        terminal.send(signal)
        #expect(terminal.waitForExit() == .killed(by: signal) && terminal.unrestored == [])
    }

    @Test func aStoppedProgramGoesOn() throws {
        let file = try ScratchFile(Self.places)
        let shell = try PseudoTerminal("/bin/bash", ["--norc", "-i"], environment: ["PS1": "prompt> "])
        #expect(shell.waitFor("prompt>"))
        shell.type("'\(PseudoTerminal.termmap)' --spoken '\(file.path)'\n")
        #expect(shell.waitFor("3 rows in view"))
        shell.type("\u{1A}")
        #expect(shell.waitFor("Stopped"))
        shell.type("stty -a | tr ' ' '\\n' | grep -x -e echo -e icanon | tr '\\n' ' '\n")
        #expect(shell.waitFor("icanon echo"), "\(shell.screenText)")
        shell.type("fg\n")
        shell.type("\t")
        #expect(shell.waitFor("1 of 3"), "\(shell.screenText)")
        shell.type("q")
        // What is typed before it ends is read by it.
        shell.waitForQuiet()
        shell.type("exit\n")
        #expect(shell.waitForExit() == .exit(0))
    }

    @Test func keysOfAScriptAreSpokenWithoutATerminal() throws {
        let file = try ScratchFile(Self.places)
        let run = try Run(["--spoken", "--keys", "<Tab>gwq", file.path])
        let lines = run.output.split(separator: "\n")
        #expect(run.code == 0 && lines.first == "places.csv: 3 rows; ? lists the keys, q quits")
        #expect(lines.contains { $0.hasSuffix("1 of 3") } && lines.count == 4, "\(run.output)")
    }

    @Test func onlyASCIIIsPrintedWhereTheLocaleIsC() throws {
        let file = try ScratchFile("name,lat,lon\nKöln,50.94,6.96\nAachen,50.77,6.08\n")
        let run = try Run(["--spoken", "--keys", "t", file.path], environment: ["LANG": "C", "LC_ALL": "C"])
        #expect(run.output.contains("Koln") && run.outputBytes.allSatisfy { $0 < 0x80 }, "\(run.output)")
    }

    @Test(arguments: [["--list"], ["-o", "csv"], ["-o", "svg"]])
    func otherOutputsAreRefused(arguments: [String]) throws {
        let file = try ScratchFile(Self.places)
        let run = try Run(["--spoken"] + arguments + [file.path])
        #expect(run.code == 2 && run.errors.hasPrefix("termmap: "))
    }

    @Test func aStreamIsSpokenOf() throws {
        let run = try Run(
            ["--spoken", "--keys", "<Tab>", "-"], input: "{\"name\":\"a\",\"lat\":1,\"lon\":2}\n")
        #expect(run.code == 0 && run.output.hasPrefix("stdin: 1 row; "), "\(run.output)")
    }
}
