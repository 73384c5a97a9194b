import Foundation
import TestSupport
import Testing

/// Every signal, alone and in bursts: the terminal comes back.
@Suite(.timeLimit(.minutes(10)))
struct SignalTests {
    /// What a signal does to the program.
    enum Outcome: Sendable {
        case dies, isIgnored, stops
    }

    private static let stopping = [SIGSTOP]
    /// 32 and 33 belong to the C library; the terminal's stops go on where no shell could continue the program.
    private static let ignored = [
        SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGXFSZ, SIGCHLD, SIGCONT, SIGURG, SIGWINCH, 32, 33,
        SIGTSTP, SIGTTIN, SIGTTOU,
    ]
    /// All but SIGKILL, after which nobody can restore anything.
    private static let table: [(Int32, Outcome)] = (Int32(1)...64).filter { $0 != SIGKILL }.map {
        ($0, stopping.contains($0) ? .stops : ignored.contains($0) ? .isIgnored : .dies)
    }

    private static let burstCount =
        ProcessInfo.processInfo.environment["TERMMAP_BURSTS"].flatMap { UInt64($0) } ?? 40

    private func probe() throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(environment: ["TERMMAP_PROBE": "terminal"])
        #expect(terminal.waitFor("ready 80x24"))
        #expect(terminal.isRaw)
        return terminal
    }

    @Test(arguments: Self.table)
    func everySignalLeavesTheTerminalAsItWas(signal: Int32, outcome: Outcome) throws {
        let terminal = try probe()
        terminal.send(signal)
        switch outcome {
        case .dies: #expect(terminal.waitForExit() == .killed(by: signal))
        case .isIgnored:
            terminal.type("x")
            #expect(terminal.waitFor("key character(\"x\") 0"))
            terminal.type("q")
            #expect(terminal.waitForExit() == .exit(0))
        case .stops:
            #expect(terminal.waitUntil { terminal.state == "T" })
            terminal.send(SIGCONT)
            #expect(terminal.waitFor("resumed"))
            terminal.send(SIGTERM)
            #expect(terminal.waitForExit() == .killed(by: SIGTERM))
        }
        #expect(terminal.unrestored == [])
    }

    /// Several at once, some of them twice, up to 5 ms apart. TERMMAP_BURSTS=300 makes it a soak.
    @Test(arguments: 0..<Self.burstCount)
    func burstsLeaveTheTerminalAsItWas(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let signals = [SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGSEGV, SIGABRT, 34].shuffled(using: &random)
        let gaps = signals.map { _ in
            Bool.random(using: &random) ? 0 : UInt32.random(in: 0...5000, using: &random)
        }
        let terminal = try probe()
        for (signal, gap) in zip(signals, gaps) {
            terminal.send(signal)
            if gap > 0 { usleep(gap) }
        }
        let end = terminal.waitForExit()
        #expect(signals.contains(end?.signal ?? 0), "seed \(seed): \(String(describing: end))")
        #expect(terminal.unrestored == [], "seed \(seed): \(signals) \(gaps)")
    }

    /// A thread that fails while the main thread draws: what is drawn later must not undo the restore.
    @Test(arguments: 0..<10)
    func crashOfAnotherThreadEndsTheDrawing(seed: Int) throws {
        let terminal = try probe()
        terminal.resize(columns: 200, rows: 60)
        for _ in 0..<(3 + seed) { terminal.type("f") }
        terminal.send(SIGSEGV)
        #expect(terminal.waitForExit() == .killed(by: SIGSEGV))
        #expect(terminal.unrestored == [])
    }

    /// ulimit -f counts in blocks of 512 bytes in sh.
    @Test(arguments: [1, 8, 100])
    func screenIsWholeUnderALimitOfFileSizes(blocks: Int) throws {
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "ulimit -f \(blocks); exec '\(PseudoTerminal.termmap)'"],
            environment: ["TERMMAP_PROBE": "terminal"])
        #expect(terminal.waitFor("ready 80x24"))
        terminal.type("f")
        #expect(
            terminal.waitUntil {
                terminal.rows.dropFirst().allSatisfy { $0 == String(repeating: "⣿", count: 80) }
            })
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }
}
