import Foundation
import TestSupport
import Testing

/// `termmap doctor` and `--audit` as people run them.
@Suite(.timeLimit(.minutes(10)))
struct DoctorTests {
    @Test func aWholeInstallationIsFine() throws {
        let run = try Run(["doctor"], environment: ["TERM": "xterm-256color"])
        #expect(run.code == 0 && run.errors.isEmpty && !run.output.contains("\u{1B}"))
        #expect(run.output.contains("ok    type") && run.output.contains("256 colours"))
        #expect(run.output.contains("nothing was asked") && run.output.contains("all readable"))
    }

    @Test func missingDataIsBadWithAdvice() throws {
        let run = try Run(["doctor"], environment: ["TERMMAP_DATA": "/nowhere", "TERM": "xterm"])
        #expect(run.code == 1 && run.output.contains("bad   folder"))
        #expect(run.output.contains("/nowhere is no folder (TERMMAP_DATA): no land"))
    }

    @Test func aMissingFileSaysWhatDoesNotWork() throws {
        let scratch = try ScratchFile("name,lat,lon\n")
        let folder = scratch.folder
        for name in ["basemap.tmb", "coast-detail.tmb", "labels.tsv", "airports.csv"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(name)", withDestinationPath: "\(Repository.root)/data/\(name)")
        }
        let run = try Run(["doctor"], environment: ["TERMMAP_DATA": folder, "TERM": "xterm"])
        #expect(run.code == 1 && run.output.count { $0 == "\n" } > 10)
        let line = run.output.split(separator: "\n").first { $0.contains("gazetteer.tmg") }
        #expect(line?.contains("bad") == true && line?.contains("no place is found by its name") == true)
        withExtendedLifetime(scratch) {
            #expect(run.output.contains("reinstall termmap, or set TERMMAP_DATA"))
        }
    }

    @Test(arguments: ["dumb", "no-such-type"]) func aTypeWithoutACursorIsBad(type: String) throws {
        let run = try Run(["doctor"], environment: ["TERM": type])
        #expect(run.code == 1 && run.output.contains("no map can be shown"))
        #expect(run.output.contains("export TERM=xterm-256color"))
    }

    @Test func theProgramThatAVariableNamesIsLookedFor() throws {
        let missing = try Run(
            ["doctor"], environment: ["TERM": "xterm", "TERMMAP_DUCKDB": "/nowhere/duckdb"])
        #expect(missing.code == 1 && missing.output.contains("TERMMAP_DUCKDB=/nowhere/duckdb is no program"))
        let found = try Run(["doctor"], environment: ["TERM": "xterm", "TERMMAP_DUCKDB": "/bin/true"])
        #expect(found.code == 0 && found.output.contains("/bin/true (TERMMAP_DUCKDB)"), "\(found.output)")
    }

    @Test func mistakesInTheSettingsAreBad() throws {
        let file = try TemporaryFile("theme = 12x\n")
        let run = try Run(["doctor"], environment: ["TERMMAP_CONFIG": file.path, "TERM": "xterm"])
        #expect(run.code == 1 && run.output.contains("\(file.path):1: "))
    }

    /// Also for root, whom access(2) allows everything.
    @Test func aFolderInWhichNothingCanBeMadeIsSaid() throws {
        let run = try Run(["doctor"], environment: ["TERM": "xterm", "XDG_CACHE_HOME": "/proc/x"])
        let line = run.output.split(separator: "\n").first { $0.contains("/proc/x") }
        #expect(line?.contains("note") == true && line?.contains("nothing is kept") == true, "\(run.output)")
    }

    @Test func hostileVariablesAreShownAsText() throws {
        let escape = "\u{1B}]0;x\u{7}"
        let run = try Run(
            ["doctor"], environment: ["TERM": escape, "LC_ALL": escape, "XDG_CACHE_HOME": "/tmp/\(escape)"])
        #expect(run.code == 1 && !run.output.contains("\u{1B}") && !run.output.contains("\u{7}"))
    }

    /// The pseudo terminal answers nothing.
    @Test func aSilentTerminalIsNotWaitedFor() throws {
        let terminal = try PseudoTerminal(PseudoTerminal.termmap, ["doctor"])
        #expect(terminal.waitForExit() == .exit(0))
        #expect(String(decoding: terminal.output, as: UTF8.self).contains("none within 0.2 s"))
    }

    @Test func anAuditAccountsForStandardInput() throws {
        let run = try Run(["--audit"], input: "name,lat,lon\nA,1,2\nB,,2\nC,95,2\n")
        let reasons = "1 without coordinates (first: 3); 1 with latitudes beyond 90 (first: 4)"
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(
            run.output == """
                source\trows\tshown\tfiltered\tskipped\treasons
                stdin\t3\t1\t0\t2\t\(reasons)
                # 3 rows read: 1 shown, 0 filtered, 2 skipped

                """)
    }

    @Test(arguments: [
        ["--zoom", "3"], ["--watch"], ["--pick"], ["-o", "csv"], ["--columns"], ["--by", "lat"], ["--utc"],
    ])
    func anAuditIsOfAllRows(options: [String]) throws {
        let run = try Run(["--audit"] + options, input: "lat,lon\n1,2\n")
        #expect(
            run.code == 2 && run.errors == "termmap: --audit and \(options[0]) cannot be combined\n"
                && run.output.isEmpty)
    }

    @Test func anAuditOfATornFileFails() throws {
        let file = try ScratchFile("{\"a\": 1, \"lat\": 1, \"lon\": 2}\n")
        let torn = try TemporaryFile("[{\"lat\": 1, \"lon\": 2}, {\"lat\": 3, \"lo")
        let run = try Run(["--audit", torn.path, "-", file.path], input: "lat,lon\n1,2\n")
        let names = run.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(run.code == 2 && names.dropFirst().prefix(3) == ["\(torn.path)", "stdin", "\(file.path)"])
        #expect(run.output.contains("torn: line 1: unexpected end of file\n"), "\(run.output)")
        #expect(run.output.hasSuffix("; 1 fault\n") && run.errors.contains("(the audit failed)"))
    }
}
