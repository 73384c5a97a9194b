import Foundation
import Testing

@testable import TermMap

/// Streams, several files, files that change, on the real program.
@Suite(.timeLimit(.minutes(10)))
struct SourceTests {
    private static let rows =
        "{\"id\":\"a\",\"name\":\"Alpha\",\"lat\":48.85,\"lon\":2.35}\n"
        + "{\"id\":\"b\",\"name\":\"Beta\",\"lat\":52.52,\"lon\":13.4}\n"

    /// A pipe into the program that the test writes into.
    private struct Pipe {
        let reader: Int32
        let writer: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            (reader, writer) = (ends[0], ends[1])
            _ = fcntl(writer, F_SETFD, FD_CLOEXEC)
        }

        func write(_ text: String) {
            _ = text.withCString { Foundation.write(writer, $0, strlen($0)) }
        }
    }

    private func start(_ arguments: [String], input: Int32 = -1) throws -> PseudoTerminal {
        try PseudoTerminal(
            PseudoTerminal.termmap, ["--no-animation", "--theme", "dark"] + arguments, columns: 100, rows: 30,
            input: input)
    }

    private func quit(_ terminal: PseudoTerminal) {
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }

    @Test func aStreamIsShownWhileItArrivesAndRowsAreReplacedByTheirID() throws {
        let pipe = Pipe()
        let terminal = try start(["--id", "id"], input: pipe.reader)
        close(pipe.reader)
        // Nothing has come: keys work all the same.
        #expect(terminal.waitFor("loading"))
        terminal.type("?")
        #expect(terminal.waitFor("type to filter"))
        terminal.type("\u{1B}")
        pipe.write(Self.rows)
        #expect(terminal.waitFor("2 live of 2"), "\(terminal.screenText)")
        terminal.type("\ti")
        #expect(terminal.waitUntil { terminal.screenText.contains("name") })
        pipe.write("{\"id\":\"a\",\"name\":\"Alpha moved\",\"lat\":50,\"lon\":3}\n")
        pipe.write("{\"id\":\"c\",\"name\":\"Gamma\",\"lat\":51,\"lon\":4}\n")
        #expect(terminal.waitFor("3 live of 3"), "\(terminal.screenText)")
        close(pipe.writer)
        #expect(terminal.waitUntil { !terminal.screenText.contains("loading") })
        terminal.type("\u{1B}/alpha moved\r")
        #expect(terminal.waitFor("Alpha moved"), "\(terminal.screenText)")
        // It is still the first row, at its new place.
        #expect(terminal.waitFor("row 1 · line 3") && terminal.waitFor("50, 3"), "\(terminal.screenText)")
        quit(terminal)
    }

    @Test func rowsOfACSVStreamMoveByTheirID() throws {
        let pipe = Pipe()
        let terminal = try start(["--id", "id"], input: pipe.reader)
        close(pipe.reader)
        pipe.write("id,name,lat,lon\na,Alpha,48.85,2.35\nb,Beta,52.52,13.4\n")
        #expect(terminal.waitFor("2 live of 2"), "\(terminal.screenText)")
        pipe.write("a,Alpha moved,50,3\nc,Gamma,51,4\n")
        #expect(terminal.waitFor("3 live of 3"), "\(terminal.screenText)")
        close(pipe.writer)
        #expect(terminal.waitUntil { !terminal.screenText.contains("loading") })
        terminal.type("/alpha moved\r")
        #expect(terminal.waitFor("50, 3"), "\(terminal.screenText)")
        quit(terminal)
    }

    @Test func severalFilesAreLayers() throws {
        let first = try ScratchFile("name,lat,lon\nAlpha,48,2\nBeta,49,3\n")
        let second = try ScratchFile(Self.rows)
        let terminal = try start([first.path, second.path])
        #expect(terminal.waitFor("4 of 4"), "\(terminal.screenText)")
        terminal.type("L")
        #expect(terminal.waitFor("2 rows"))
        terminal.type(" ")
        #expect(terminal.waitFor("of 2 "))
        quit(terminal)
    }

    @Test(arguments: [true, false])
    func aFileThatChangesIsReloaded(isWatched: Bool) throws {
        let file = try ScratchFile("id,name,lat,lon\n1,Alpha,48,2\n2,Beta,49,3\n")
        let terminal = try start((isWatched ? ["--watch=0.2"] : []) + [file.path])
        #expect(terminal.waitFor("2 of 2"))
        try "id,name,lat,lon\n2,Beta,49,3\n3,Gamma,49.5,2.5\n4,Delta,48.5,2.5\n"
            .write(toFile: file.path, atomically: true, encoding: .utf8)
        if !isWatched { terminal.type("R") }
        #expect(terminal.waitFor("+2 −1"), "\(terminal.screenText)")
        #expect(terminal.screenText.contains("of 3"))
        quit(terminal)
    }

    @Test(arguments: ["<html><body>no</body></html>", "{\"a\": ["])
    func whatCannotBeReadIsOneLine(text: String) throws {
        let file = try ScratchFile(text)
        let run = try Run(["--once", file.path])
        #expect(run.code != 0 && run.errors.hasPrefix("termmap: \(file.path)"))
        #expect(run.errors.split(separator: "\n").count <= 3)
    }
}
