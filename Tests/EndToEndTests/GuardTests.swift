import Foundation
import Testing

@testable import App
@testable import Runtime
@testable import TermMap

/// The terminal comes back, whatever ends the program.
@Suite(.timeLimit(.minutes(10)))
struct GuardTests {
    private func probe(_ environment: [String: String] = [:]) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            environment: environment.merging(["TERMMAP_PROBE": "terminal"]) { $1 })
        #expect(terminal.waitFor("ready 80x24"))
        #expect(terminal.isRaw)
        return terminal
    }

    @Test(arguments: ["linux", "screen", "tmux-256color", "vt100", "ansi"], [SIGTERM, SIGSEGV])
    func signalRestoresOtherTerminals(type: String, signal: Int32) throws {
        let terminal = try probe(["TERM": type])
        terminal.send(signal)
        #expect(terminal.waitForExit() == .killed(by: signal))
        #expect(terminal.unrestored == [])
    }

    /// With its own crash handler Swift would ask at a prompt and wait; without, nobody else makes an alternate stack.
    @Test(arguments: Fault.allCases, ["enable=yes,interactive=yes", "enable=no"])
    func trapRestoresTheTerminal(fault: Fault, backtrace: String) throws {
        let terminal = try probe(["TERMMAP_FAULT": fault.rawValue, "SWIFT_BACKTRACE": backtrace])
        terminal.type("!")
        let end = terminal.waitForExit()
        #expect(
            [SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGFPE].contains(end?.signal ?? 0),
            "\(String(describing: end))")
        #expect(terminal.unrestored == [])
        #expect(terminal.screenText.contains("termmap: stopped by SIG"))
    }

    @Test func watchdogEndsAProgramThatHangs() throws {
        let terminal = try probe()
        terminal.type("hx")
        #expect(terminal.waitUntilNoticed())
        terminal.send(SIGTERM)
        #expect(terminal.waitForExit() == .killed(by: SIGTERM))
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("character"))
        #expect(terminal.unrestored == [])
    }

    @Test(arguments: [SIGTERM, SIGSEGV])
    func signalEndsAProgramOnABlockedTerminal(signal: Int32) throws {
        let terminal = try probe()
        terminal.resize(columns: 500, rows: 200)
        terminal.waitForQuiet()
        // Nobody reads: the terminal takes no more after some 64 KiB.
        for _ in 0..<30 {
            terminal.type("f")
            #expect(terminal.waitUntilNoticed())
        }
        terminal.send(signal)
        #expect(terminal.waitForExit(reading: false) == .killed(by: signal))
        terminal.waitForQuiet()
        #expect(terminal.unrestored == [])
    }

    @Test func hangUpEndsTheProgram() throws {
        let terminal = try probe()
        terminal.hangUp()
        #expect(terminal.waitForExit() == .killed(by: SIGHUP))
    }

    @Test func closedTerminalEndsTheProgramThatIgnoresHangUps() throws {
        let command = "trap '' HUP; exec '\(PseudoTerminal.termmap)'"
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", command], environment: ["TERMMAP_PROBE": "terminal"])
        #expect(terminal.waitFor("ready"))
        terminal.send(SIGHUP)
        terminal.type("x")
        #expect(terminal.waitFor("key character(\"x\") 0"))
        terminal.hangUp()
        #expect(terminal.waitForExit() != nil)
    }

    /// A shell with job control that runs the probe.
    private func probeUnderShell() throws -> PseudoTerminal {
        let shell = try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: ["TERMMAP_PROBE": "terminal", "PS1": "prompt> "])
        #expect(shell.waitFor("prompt>"))
        shell.type("'\(PseudoTerminal.termmap)'\n")
        #expect(shell.waitFor("ready 80x24"))
        return shell
    }

    @Test func stopsAndContinuesUnderAShell() throws {
        let shell = try probeUnderShell()
        for round in 0..<20 {
            shell.type("\u{1A}")
            #expect(shell.waitFor("Stopped"), "round \(round)")
            #expect(shell.unrestored.filter { $0 != "termios differ" && $0 != "mode 2004 on" } == [])
            if round == 10 { shell.resize(columns: 100, rows: 30) }
            shell.type("fg\n")
            #expect(
                shell.waitUntil {
                    shell.screenText.contains("ready") && !shell.screenText.contains("prompt>")
                })
        }
        #expect(shell.waitFor("resize 100x30"))
        shell.type("xq")
        #expect(shell.waitFor("prompt>"))
        shell.type("stty size; exit\n")
        #expect(shell.waitFor("30 100"))
        #expect(shell.waitForExit() == .exit(0))
    }

    /// A shell ends a job by the signal and continues it, in the background.
    @Test(arguments: [false, true]) func killEndsAStoppedJob(afterBackground: Bool) throws {
        let shell = try probeUnderShell()
        shell.type("\u{1A}")
        #expect(shell.waitFor("Stopped"))
        if afterBackground { shell.type("bg; sleep 0.5; jobs\n") }
        // The shell says once that the job has ended; a slow machine may take a while.
        shell.type("kill %1; for i in {1..40}; do sleep 0.5; jobs; jobs %1 &> /dev/null || break; done\n")
        #expect(shell.waitFor("Terminated"))
        shell.type("exit\n")
        _ = shell.waitForExit()
    }

    @Test func stopWithoutAShellGoesOn() throws {
        let terminal = try probe()
        terminal.send(SIGTSTP)
        terminal.type("zx")
        #expect(terminal.waitFor("key character(\"x\") 0"))
        #expect(terminal.isRaw)
    }

    @Test func continueTakesTheTerminalAgain() throws {
        let terminal = try probe()
        terminal.send(SIGSTOP)
        #expect(terminal.waitUntil { terminal.state == "T" })
        terminal.send(SIGCONT)
        #expect(terminal.waitFor("resumed"))
        #expect(terminal.isRaw)
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }
}
