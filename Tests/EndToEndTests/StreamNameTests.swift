import Foundation
import TestSupport
import Testing

@testable import TermMap

/// A stream gives the rows of the file whatever the shell calls it, on the real program.
@Suite(.timeLimit(.minutes(10)))
struct StreamNameTests {
    private static let rows = 3_000
    private static let total = "# in view \(rows) of \(rows) rows, 0 skipped"

    /// How a shell hands `$1` to the program `$0`.
    private static let ways = [
        "\"$0\" --list \"$1\"", "\"$0\" --list < \"$1\"", "cat \"$1\" | \"$0\" --list",
        "cat \"$1\" | \"$0\" --list -", "\"$0\" --list /dev/stdin < \"$1\"",
        "cat \"$1\" | \"$0\" --list /dev/stdin", "cat \"$1\" | \"$0\" --list /dev/fd/0",
        "cat \"$1\" | \"$0\" --list /proc/self/fd/0", "\"$0\" --list <(cat \"$1\")",
        "\"$0\" --list /dev/fd/9 9< \"$1\"", "\"$0\" --list /proc/self/fd/9 9< \"$1\"",
        "\"$0\" --list /dev/fd/9 9< <(cat \"$1\")", "\"$0\" --list /proc/self/fd/9 9< <(cat \"$1\")",
        "mkfifo \"$1.p\" && { cat \"$1\" > \"$1.p\" & \"$0\" --list \"$1.p\"; }",
    ]

    @Test(arguments: PlacesText.allCases, ["cat", "gzip -c", "zstd -qc"])
    func everyWayGivesTheRows(format: PlacesText, packer: String) throws {
        let plain = try ScratchFile(format.text(Self.rows), named: "data")
        let packed = plain.folder + "/packed"
        #expect(try Run(shell: "\(packer) < \"$1\" > '\(packed)'", plain.path).code == 0)
        for way in Self.ways {
            let run = try Run(shell: way, packed)
            #expect(run.output.split(separator: "\n").last ?? "" == Self.total, "\(way): \(run.errors)")
            #expect(run.errors.isEmpty && run.code == 0, "\(way): \(run.errors)")
            unlink(packed + ".p")
        }
    }

    @Test func aStreamThatIsShownOnTheScreenLosesNoRow() throws {
        let file = try ScratchFile(PlacesText.csv.text(Self.rows))
        for way in ["/dev/stdin < \"$1\"", "<(cat \"$1\")", "/dev/fd/9 9< \"$1\""] {
            let terminal = try PseudoTerminal(
                "/bin/bash", ["-c", "exec \"$0\" --no-animation \(way)", PseudoTerminal.termmap, file.path],
                columns: 100, rows: 30)
            #expect(
                terminal.waitFor("of 3,000"),
                "\(way): \(terminal.screenText)")
            terminal.type("q")
            #expect(terminal.waitForExit() == .exit(0))
        }
    }

    @Test(arguments: ["- /dev/stdin", "/dev/stdin /dev/fd/0", "/dev/fd/9 /dev/fd/9 9< <(cat \"$1\")"])
    func oneStreamIsNamedOnce(names: String) throws {
        let file = try ScratchFile(PlacesText.csv.text(10))
        let run = try Run(shell: "cat \"$1\" | \"$0\" --list \(names)", file.path)
        #expect(run.code == 2 && run.output.isEmpty)
        #expect(run.errors.contains("twice") && run.errors.split(separator: "\n").count == 1)
    }

    @Test func twoStreamsThatDoNotEndAreBothShown() throws {
        let first = try ScratchFile("name,lat,lon\nAlpha,48,2\n")
        let second = try ScratchFile("{\"name\":\"Beta\",\"lat\":52,\"lon\":13}\n")
        let terminal = try PseudoTerminal(
            "/bin/bash",
            [
                "-c", "exec \"$0\" --no-animation <(cat \"$1\"; sleep 60) <(cat \"$2\"; sleep 60)",
                PseudoTerminal.termmap, first.path, second.path,
            ], columns: 100, rows: 30)
        #expect(terminal.waitFor("2 of 2"), "\(terminal.screenText)")
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }
}
