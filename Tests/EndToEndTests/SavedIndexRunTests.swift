import Foundation
import Glibc
import TestSupport
import Testing

/// The whole program with the cache of a user.
@Suite(.serialized) struct SavedIndexRunTests {
    /// A file that is large enough, of few rows.
    private static let text: String = {
        let note = String(repeating: "x", count: 30_000)
        return "name,latitude,longitude,note\n"
            + (0..<300).map { "Place \($0),\(Double($0) / 4 - 40),\($0),\(note)\n" }.joined()
    }()

    private let file: ScratchFile
    private let cache: String
    private var saved: String { cache + "/termmap/saved" }
    private var log: String { file.folder + "/log" }

    init() throws {
        file = try ScratchFile(Self.text)
        cache = file.folder + "/cache"
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: saved)) ?? [] }
    private var logged: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    private func environment(_ more: [String: String] = [:]) -> [String: String] {
        ["XDG_CACHE_HOME": cache].merging(more) { $1 }
    }

    private func once(_ more: [String] = [], _ environment: [String: String]? = nil) throws -> Run {
        try Run(
            ["--once", "--list", "--log", log] + more + [file.path],
            environment: environment ?? self.environment())
    }

    /// Opens the file on a screen and quits when its index was saved.
    private func open(until words: String = "index saved in") throws {
        let terminal = try PseudoTerminal(
            PseudoTerminal.termmap, ["--log", log, file.path], environment: environment())
        #expect(terminal.waitUntil { self.logged.contains(words) })
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
    }

    @Test func theNextRunReadsWhatWasSaved() throws {
        let plain = try once(["--no-cache"])
        #expect(plain.code == 0)
        #expect(try once().output == plain.output)
        // A run without a screen saves nothing.
        #expect(names.isEmpty)
        try open()
        #expect(names.count == 1)
        let restored = try once()
        #expect(restored.output == plain.output && restored.errors == plain.errors)
        #expect(logged.contains("saved index read in"))
        try open(until: "saved index read in")

        let listed = try Run(["cache"], environment: environment())
        #expect(listed.output.contains("\(file.path)\t300\t"))
        let other = try Run(["cache", "clear", "/no/such/file"], environment: environment())
        #expect(other.output.hasPrefix("removed 0 files"))
        let cleared = try Run(["cache", "clear", file.path], environment: environment())
        #expect(cleared.output.hasPrefix("removed 1 file,"))
        #expect(names.isEmpty)
    }

    @Test func twentyAtOnceShowTheSame() throws {
        let plain = try once(["--no-cache"])
        try open()
        let script = """
            for i in $(seq 20); do "$0" --list "$1" > "$1.$i" & done; wait; cat "$1".* | sort | uniq -c | sort -u
            """
        let run = try Run(
            ["-c", script, PseudoTerminal.termmap, file.path], of: "/bin/bash", environment: environment())
        let counts = run.output.split(separator: "\n").map { $0.split(separator: " ")[0] }
        #expect(Set(counts) == ["20"] && counts.count == plain.output.split(separator: "\n").count)
    }

    /// On a busy machine the index may be whole before the program is killed.
    @Test func aRunThatIsKilledWhileItSavesLeavesNoHalfIndex() throws {
        let plain = try once(["--no-cache"])
        let terminal = try PseudoTerminal(
            PseudoTerminal.termmap, ["--log", log, file.path], environment: environment())
        #expect(terminal.waitUntil { self.logged.contains("job load") })
        kill(terminal.child, SIGKILL)
        _ = terminal.waitForExit()
        #expect(try once().output == plain.output)
        let isSaved = names.contains { $0.hasSuffix(".index") }
        try open(until: isSaved ? "saved index read in" : "index saved in")
        #expect(names.count == 1 && names[0].hasSuffix(".index"))
    }

    /// A file that was just written is waited for, but not by the user.
    @Test func quittingGivesUpSaving() throws {
        try Data(Self.text.utf8).write(to: URL(fileURLWithPath: file.path))
        let terminal = try PseudoTerminal(
            PseudoTerminal.termmap, ["--log", log, file.path], environment: environment())
        #expect(terminal.waitUntil { self.logged.contains("job load") })
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(names.filter { $0.hasSuffix("-new") }.isEmpty)
    }

    @Test func withoutRoomTheViewIsShown() throws {
        // Blocks of 1,024 bytes: less than the index needs.
        let script = "ulimit -f 8; exec \"$0\" --log \"$1.log\" \"$1\""
        try Data().write(to: URL(fileURLWithPath: file.path + ".log"))
        let terminal = try PseudoTerminal(
            "/bin/bash", ["-c", script, PseudoTerminal.termmap, file.path], environment: environment())
        let log = file.path + ".log"
        let isNoted = terminal.waitUntil {
            ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").contains("index not saved")
        }
        #expect(isNoted)
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(names.isEmpty)
    }

    @Test(arguments: [["XDG_CACHE_HOME": "relative", "HOME": ""], ["XDG_CACHE_HOME": "/proc/1/x"]])
    func withoutAFolderTheViewIsShown(environment: [String: String]) throws {
        let plain = try once(["--no-cache"])
        let run = try once([], environment)
        #expect(run.output == plain.output && run.code == 0 && run.errors == plain.errors)
    }
}
