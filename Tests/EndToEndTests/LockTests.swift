import Foundation
import TestSupport
import Testing

/// What the program gives up before it reads data, tried from inside it: by a parser that was taken over.
@Suite(.timeLimit(.minutes(10)), .tags(.startsPrograms))
struct LockTests {
    private static let table = "name,lat,lon\nAlpha,48.85,2.35\nBeta,52.52,13.4\n"

    /// Kernels without Landlock lock less, and say so.
    private static let hasLandlock: Bool = {
        let run = try? Run(["--locked", "--list", "--no-history", "/dev/null"])
        return run?.errors.contains("--locked") == false
    }()

    /// What became of each attempt, by its name.
    private func attempts(_ arguments: [String]) throws -> [String: String] {
        let file = try ScratchFile(Self.table)
        let victim = try ScratchFile("secret", named: "victim")
        let run = try Run(
            arguments + ["--list", file.path], environment: ["TERMMAP_ESCAPE": victim.path])
        #expect(run.code == 0, "\(run.errors)")
        var found: [String: String] = [:]
        for line in run.errors.split(separator: "\n") where line.hasPrefix("escape ") {
            let parts = line.dropFirst(7).split(separator: ":", maxSplits: 1)
            found[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        return found
    }

    @Test(.enabled(if: hasLandlock)) func aParserThatWasTakenOverIsRefusedEverything() throws {
        let found = try attempts([])
        #expect(found.count == 19)
        #expect(found.filter { $0.value == "succeeded" } == [:])
    }

    @Test func withoutTheLockItIsNot() throws {
        let found = try attempts(["--no-lock"])
        for name in [
            "read", "write", "create", "list", "chmod", "connect", "exec", "kill", "unshare", "unlink",
        ] {
            #expect(found[name] == "succeeded", "\(name)")
        }
    }

    @Test func lockedAndNoLockCannotBeCombined() throws {
        let run = try Run(["--locked", "--no-lock", "--list", "/dev/null"])
        #expect(run.code == 2)
        #expect(run.errors == "termmap: --locked and --no-lock cannot be combined\n")
    }

    // MARK: - On the screen

    private func start(_ arguments: [String], _ environment: [String: String] = [:]) throws -> PseudoTerminal
    {
        try PseudoTerminal(
            PseudoTerminal.termmap, ["--no-animation", "--theme", "dark"] + arguments,
            environment: environment,
            columns: 100, rows: 30)
    }

    private func quit(_ terminal: PseudoTerminal) {
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }

    @Test func allThreadsAreLocked() throws {
        let file = try ScratchFile(Self.table)
        let terminal = try start([file.path])
        #expect(terminal.waitFor("2 of 2"))
        let tasks = "/proc/\(terminal.child)/task"
        let threads = try FileManager.default.contentsOfDirectory(atPath: tasks)
        #expect(threads.count > 1)
        for thread in threads {
            guard let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
            else {
                continue
            }
            #expect(status.contains("\nSeccomp:\t2\n"))
            #expect(status.contains("\nNoNewPrivs:\t1\n"))
        }
        quit(terminal)
    }

    @Test func aboutSaysWhatIsLocked() throws {
        let file = try ScratchFile(Self.table)
        let terminal = try start(["--no-history", file.path])
        #expect(terminal.waitFor("2 of 2"))
        terminal.type(":about\r")
        #expect(terminal.waitFor("locked: reads 1 file"), "\(terminal.screenText)")
        quit(terminal)
    }

    @Test func rowsAreSavedUnderNamesThatAreTypedLater() throws {
        let file = try ScratchFile(Self.table)
        let other = try ScratchFile("old", named: "other.csv")
        let terminal = try start([file.path])
        #expect(terminal.waitFor("2 of 2"))
        terminal.type(":save \(other.folder)/new.csv\r")
        // Before that it is still being written.
        #expect(terminal.waitFor("Saved 2 rows"), "\(terminal.screenText)")
        #expect(FileManager.default.fileExists(atPath: other.folder + "/new.csv"))
        terminal.type(":save! \(other.path)\r")
        #expect(
            terminal.waitUntil { (try? String(contentsOfFile: other.path, encoding: .utf8)) == Self.table },
            "\(terminal.screenText)")
        // The lock of a file that is saved goes after its contents are there.
        #expect(
            terminal.waitUntil {
                (try? FileManager.default.contentsOfDirectory(atPath: other.folder).sorted())
                    == ["new.csv", "other.csv"]
            })
        quit(terminal)
    }

    @Test(.enabled(if: hasLandlock)) func nothingIsSavedWhereNamesBeginWithADot() throws {
        let file = try ScratchFile(Self.table)
        let hidden = file.folder + "/.hidden"
        try FileManager.default.createDirectory(atPath: hidden, withIntermediateDirectories: true)
        let terminal = try start([file.path])
        #expect(terminal.waitFor("2 of 2"))
        terminal.type(":save \(hidden)/new.csv\r")
        let words = "new.csv not written: the lock keeps names with a leading dot"
        #expect(terminal.waitFor(words), "\(terminal.screenText)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: hidden) == [])
        quit(terminal)
    }

    @Test func aFileThatWasReplacedIsReloaded() throws {
        let file = try ScratchFile(Self.table)
        let terminal = try start([file.path])
        #expect(terminal.waitFor("2 of 2"))
        // Another file of the same name, as editors write it.
        try FileManager.default.moveItem(atPath: file.path, toPath: file.path + ".old")
        try Data((Self.table + "Gamma,50,8\n").utf8).write(to: URL(fileURLWithPath: file.path))
        terminal.type("R")
        #expect(terminal.waitFor("3 of 3"), "\(terminal.screenText)")
        quit(terminal)
    }

    @Test func aFileThatIsReplacedIsWatched() throws {
        let file = try ScratchFile(Self.table)
        let terminal = try start(["--watch=0.1", file.path])
        #expect(terminal.waitFor("2 of 2"))
        try Data((Self.table + "Gamma,50,8\n").utf8).write(to: URL(fileURLWithPath: file.path + ".new"))
        rename(file.path + ".new", file.path)
        #expect(terminal.waitFor("3 of 3"), "\(terminal.screenText)")
        quit(terminal)
    }

    /// The process that opens files ends with the program, whatever ends that.
    @Test(arguments: [SIGTERM, SIGKILL]) func noProcessIsLeftBehind(signal: Int32) throws {
        let file = try ScratchFile(Self.table)
        let terminal = try start([file.path])
        #expect(terminal.waitFor("2 of 2"))
        let children = Self.children(of: terminal.child)
        #expect(children.count == 1)
        terminal.send(signal)
        _ = terminal.waitForExit()
        #expect(
            terminal.waitUntil {
                children.allSatisfy { !FileManager.default.fileExists(atPath: "/proc/\($0)/exe") }
            })
    }

    private static func children(of process: pid_t) -> [String] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.filter { name in
            let status = try? String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8)
            return status?.contains("\nPPid:\t\(process)\n") == true
        }
    }
}
