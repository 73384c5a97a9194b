import Foundation
import Testing

@testable import App
@testable import Runtime
@testable import TermMap

/// Rows picked on the screen of a terminal while standard output is a file or a pipe.
@Suite(.timeLimit(.minutes(10)))
struct PickTests {
    private static let head = "name,latitude,longitude,note\n"
    private static let alpha = "\"Al\"\"pha\",48.85,2.35,\"a, b\"\n"
    private static let beta = " Beta ,52.52,13.40,\n"
    private static let gamma = "Gamma,+40.400,-3.7,\"two\nlines\"\n"
    private static let places = head + alpha + beta + gamma

    /// The program in a terminal, run by a line of a shell: `$0` is the program, `$1` the file, `$2` the output.
    private func terminal(_ line: String, _ file: ScratchFile) throws -> PseudoTerminal {
        try PseudoTerminal(
            "/bin/bash", ["-c", line, PseudoTerminal.termmap, file.path, file.folder + "/out"],
            environment: ["TERMMAP_DATA": "/nowhere"])
    }

    private func output(_ file: ScratchFile) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: file.folder + "/out")), as: UTF8.self)
    }

    /// Plays keys once the rows are there; how it ended and what it printed.
    private func run(_ line: String, _ keys: [String]) throws -> (end: PseudoTerminal.End?, output: String) {
        let file = try ScratchFile(Self.places)
        let terminal = try terminal(line, file)
        #expect(terminal.waitFor("3 of 3"))
        for key in keys {
            terminal.waitForQuiet()
            terminal.type(key)
        }
        let end = terminal.waitForExit()
        #expect(terminal.unrestored == [])
        return (end, try output(file))
    }

    @Test(arguments: [
        "\"$0\" -m --no-animation \"$1\" > \"$2\"", "cat \"$1\" | \"$0\" --pick -m --no-animation > \"$2\"",
        "\"$0\" -m --no-animation < \"$1\" | cat > \"$2\"; exit ${PIPESTATUS[0]}",
    ])
    func markedRowsArePrintedAsTheyAreInTheFile(line: String) throws {
        let (end, output) = try run(line, ["*", "q"])
        #expect(end == .exit(0) && output == Self.places)
    }

    @Test func rowsAreInTheOrderOfTheFile() throws {
        // Marked in another order than that of the file.
        let line = "\"$0\" -m --no-animation \"$1\" > \"$2\""
        let (end, output) = try run(line, ["/gamma\r", " ", "\u{1B}", "/pha\r", " ", "q"])
        #expect(end == .exit(0) && output == Self.head + Self.alpha + Self.gamma)
    }

    @Test func enterPicksOneRow() throws {
        let (end, output) = try run("\"$0\" --pick --no-animation \"$1\" > \"$2\"", ["/beta\r", "\r"])
        #expect(end == .exit(0) && output == Self.head + Self.beta)
    }

    @Test(arguments: [
        ("-o id", "1\n2\n3\n"), ("-o id --print0", "1\u{0}2\u{0}3\u{0}"),
        ("-o id --id name --print0", "Al\"pha\0 Beta \0Gamma\0"),
        (
            "--print0",
            "name,latitude,longitude,note\0\"Al\"\"pha\",48.85,2.35,\"a, b\"\0 Beta ,52.52,13.40,\0Gamma,+40.400,-3.7,\"two\nlines\"\0"
        ),
    ])
    func formats(options: String, expected: String) throws {
        let (end, output) = try run("\"$0\" -m \(options) --no-animation \"$1\" > \"$2\"", ["*", "q"])
        #expect(end == .exit(0) && output == expected)
    }

    @Test func objectsArePrinted() throws {
        let (end, output) = try run("\"$0\" -m -o ndjson --no-animation \"$1\" > \"$2\"", ["*", "q"])
        #expect(end == .exit(0) && output.split(separator: "\n").count == 3)
        #expect(output.hasPrefix("{\"name\":\"Al\\\"pha\","))
    }

    @Test(arguments: ["Q", "\u{03}"])
    func givingUpPrintsNothing(key: String) throws {
        let (end, output) = try run("\"$0\" -m --no-animation \"$1\" > \"$2\"", ["*", key])
        #expect(end == .exit(130) && output.isEmpty)
    }

    @Test(arguments: ["--pick", "-m"])
    func nothingPickedIsNoSuccess(option: String) throws {
        let (end, output) = try run("\"$0\" \(option) --no-animation \"$1\" > \"$2\"", ["q"])
        #expect(end == .exit(1) && output.isEmpty)
    }

    @Test func aReaderThatHasGoneEndsItQuietly() throws {
        let line = "\"$0\" -m --no-animation \"$1\" 2> \"$2\" | true; exit ${PIPESTATUS[0]}"
        let (end, output) = try run(line, ["*", "q"])
        #expect(end == .exit(0) && output.isEmpty)
    }

    @Test func aFullDiskIsReported() throws {
        let (end, output) = try run("\"$0\" -m --no-animation \"$1\" 2> \"$2\" > /dev/full", ["*", "q"])
        #expect(end == .exit(1) && output.contains("cannot write to standard output"))
    }

    @Test func filesWithTheSameHeaderStayAsTheyAre() throws {
        let line = "\"$0\" -m --no-animation \"$1\" \"$1\" > \"$2\""
        let file = try ScratchFile(Self.places)
        let terminal = try terminal(line, file)
        #expect(terminal.waitFor("6 of 6"))
        terminal.waitForQuiet()
        terminal.type("*")
        terminal.waitForQuiet()
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(try output(file) == Self.places + Self.alpha + Self.beta + Self.gamma)
    }

    // MARK: - Without a screen

    @Test func theOnlyRowIsPrintedAtOnce() throws {
        let file = try ScratchFile(Self.places)
        let run = try Run(["--pick", "-1", "--where", "name = 'Gamma'", file.path])
        #expect(run.code == 0 && run.output == Self.head + Self.gamma)
        let piped = try Run(["-1", "--where", "name = 'Gamma'"], input: Self.places)
        #expect(piped.code == 0 && piped.output == run.output)
    }

    @Test func noRowEndsItAtOnce() throws {
        let file = try ScratchFile(Self.places)
        let run = try Run(["--pick", "--exit-0", "--where", "name = 'Delta'", file.path])
        #expect(run.code == 1 && run.output.isEmpty && run.errors.isEmpty)
        #expect(try Run(["--exit-0"], input: "name,latitude,longitude\n").code == 1)
    }

    @Test func severalRowsAreShownAfterAll() throws {
        let (end, output) = try run(
            "cat \"$1\" | \"$0\" -1 --exit-0 --no-animation > \"$2\"", ["/beta\r", "\r"])
        #expect(end == .exit(0) && output == Self.head + Self.beta)
    }

    @Test(arguments: [
        ["--pick", "--once"], ["-m", "--list"], ["-m", "--limit", "3"], ["-m", "-o", "geojson", "--print0"],
        ["--print0"],
    ])
    func optionsThatContradictEachOther(arguments: [String]) throws {
        let file = try ScratchFile(Self.places)
        let run = try Run(arguments + [file.path])
        #expect(run.code == 2 && run.output.isEmpty)
    }

    @Test func identifiersArePrintedWithoutAScreenAsWell() throws {
        let file = try ScratchFile(Self.places)
        let run = try Run(["-o", "id", "--id", "name", "--where", "longitude > 0", file.path])
        #expect(run.code == 0 && run.output == "Al\"pha\n Beta \n")
    }

    // MARK: - The clipboard

    @Test func theRowGoesToTheClipboardOfTheTerminal() throws {
        let file = try ScratchFile("name,latitude,longitude\nAl\u{1B}[2Jpha,48.85,2.35\n")
        let terminal = try PseudoTerminal(PseudoTerminal.termmap, ["--no-animation", file.path])
        #expect(terminal.waitFor("1 of 1"))
        terminal.waitForQuiet()
        for key in ["\t", "y", "Y"] {
            terminal.type(key)
            terminal.waitForQuiet()
        }
        let row = Data("Al\u{1B}[2Jpha,48.85,2.35".utf8).base64EncodedString()
        let sent = String(decoding: terminal.output, as: UTF8.self)
        #expect(sent.contains("\u{1B}]52;c;NDguODUsMi4zNQ==\u{07}"))
        #expect(sent.contains("\u{1B}]52;c;\(row)\u{07}"))
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
    }
}
