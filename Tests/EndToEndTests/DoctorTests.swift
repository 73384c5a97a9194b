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
        #expect(run.code == 1 && run.output.contains("bad") && run.output.contains("TERMMAP_DATA"))
    }

    @Test func mistakesInTheSettingsAreBad() throws {
        let file = try TemporaryFile("theme = 12x\n")
        let run = try Run(["doctor"], environment: ["TERMMAP_CONFIG": file.path, "TERM": "xterm"])
        #expect(run.code == 1 && run.output.contains("\(file.path):1: "))
    }

    @Test func hostileVariablesAreShownAsText() throws {
        let escape = "\u{1B}]0;x\u{7}"
        let run = try Run(
            ["doctor"], environment: ["TERM": escape, "LC_ALL": escape, "XDG_CACHE_HOME": "/tmp/\(escape)"])
        #expect(run.code == 0 && !run.output.contains("\u{1B}") && !run.output.contains("\u{7}"))
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
                source\trows\tshown\tfiltered\tunplaced\tskipped\treasons
                stdin\t3\t1\t0\t1\t1\t\(reasons)
                # 3 rows read: 1 shown, 0 filtered, 1 unplaced, 1 skipped

                """)
    }

    @Test func anAuditIsOfAllRows() throws {
        let run = try Run(["--audit", "--zoom", "3"], input: "lat,lon\n1,2\n")
        #expect(run.code == 2 && run.errors == "termmap: --audit and --zoom cannot be combined\n")
    }
}
