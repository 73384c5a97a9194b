import Foundation
import Testing

@testable import TermMap

/// Where the system gives out few file descriptors, the program works or says so in one line.
@Suite(.timeLimit(.minutes(10)))
struct DescriptorLimitTests {
    private static let places = "name,lat,lon\nAlpha,48,2\nBeta,49,3\n"
    private static let tsv = "name\tlat\tlon\nGamma\t48\t2\n"

    /// Whether the loader of shared libraries had no descriptor itself, so that the program never ran.
    ///
    /// Its exit code tells: its line begins with the program's name like ours, may come in parts and may be wrapped.
    private func isNotLoaded(_ code: Int32, limit: Int) -> Bool { code == 127 && limit < 12 }

    private func expectWorksOrSaysWhy(
        _ terminal: PseudoTerminal, limit: Int, _ options: String,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let what = "\(limit) \(options)"
        let isShown = terminal.waitUntil {
            terminal.screenText.contains("of 2") || terminal.screenText.contains("termmap: ")
        }
        if terminal.screenText.contains("termmap: ") {
            let end = terminal.waitForExit()
            if let end, isNotLoaded(end.code, limit: limit) { return }
            #expect(end == .exit(2), "\(what): \(terminal.screenText)", sourceLocation: sourceLocation)
            let lines = terminal.screenText.split(separator: "\n").filter { !$0.isEmpty }
            #expect(lines.count == 1, "\(what): \(terminal.screenText)", sourceLocation: sourceLocation)
        } else {
            #expect(isShown, "\(what): \(terminal.screenText)", sourceLocation: sourceLocation)
            terminal.type("q")
            #expect(
                terminal.waitForExit() == .exit(0), "\(what): \(terminal.screenText)",
                sourceLocation: sourceLocation)
        }
        #expect(terminal.unrestored == [], "\(what)", sourceLocation: sourceLocation)
    }

    /// Far too few, just too few, enough.
    private static let limits = Array(3...12) + [33, 40] + Array(48...56) + [64]

    @Test(arguments: limits) func withoutAScreen(limit: Int) throws {
        let file = try ScratchFile(Self.places)
        for arguments in ["--once", "--list", "--columns", "--near=48,2"] {
            for (input, names) in [("/dev/null", "\"$1\""), ("$1", "-"), ("/dev/null", "\"$1\" \"$1\"")] {
                let run = try Run(
                    shell: "exec < \"\(input)\"; ulimit -n \(limit); exec \"$0\" \(arguments) \(names)",
                    file.path)
                if isNotLoaded(run.code, limit: limit) { continue }
                let words = "\(limit) \(arguments) \(names): \(run.code) \(run.errors)"
                #expect(run.code == 0 || run.code == 2, "\(words)")
                if run.code == 2 {
                    #expect(run.errors.hasPrefix("termmap: "), "\(words)")
                    #expect(run.errors.split(separator: "\n").count == 1, "\(words)")
                }
            }
        }
    }

    @Test(arguments: limits) func onTheScreen(limit: Int) throws {
        let file = try ScratchFile(Self.places)
        for options in ["", "--watch=1", "--gps=127.0.0.1:1"] {
            let terminal = try PseudoTerminal(
                "/bin/bash",
                [
                    "-c", "ulimit -n \(limit); exec \"$0\" --no-animation \(options) \"$1\"",
                    PseudoTerminal.termmap, file.path,
                ], columns: 100, rows: 30)
            expectWorksOrSaysWhy(terminal, limit: limit, options)
        }
    }

    @Test(arguments: limits) func fixesToStandardOutput(limit: Int) throws {
        let log = try ScratchFile(
            "$GPRMC,120000.00,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\n", named: "a.nmea")
        let run = try Run(shell: "ulimit -n \(limit); exec \"$0\" track --accept-stale \"$1\"", log.path)
        if isNotLoaded(run.code, limit: limit) { return }
        #expect((0...2).contains(run.code), "\(limit): \(run.code) \(run.errors)")
        if run.code == 2 { #expect(run.errors.split(separator: "\n").count == 1, "\(limit): \(run.errors)") }
    }
}
