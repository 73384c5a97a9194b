import Foundation
import Testing

/// The program started with some of its three standard streams closed.
@Suite(.timeLimit(.minutes(10)))
struct StandardStreamTests {
    /// A bit for each closed stream: 1 input, 2 output, 4 errors.
    typealias Closed = Int

    /// The arguments, and the status when nothing is closed and the input is empty; `FILE` is a file of places.
    private static let commands: [(String, Int32)] = [
        ("--once FILE", 0), ("--list FILE", 0), ("--columns FILE", 0), ("--near 48.85,2.35 FILE", 0),
        ("--once -", 1), ("--list -", 1), ("--columns -", 2), ("--near 48.85,2.35 -", 1),
        ("track -", 1), ("geocode Paris", 0), ("geocode", 1), ("--help", 0), ("--version", 0),
    ]

    private static let places = "name,latitude,longitude\nAlpha,48.85,2.35\nBeta,52.52,13.4\n"

    private struct Answer {
        var end: PseudoTerminal.End?
        var output: String
        var errors: String
    }

    private func run(_ arguments: String, closed: Closed, _ file: ScratchFile) throws -> Answer {
        let streams = [
            closed & 1 == 0 ? "</dev/null" : "<&-", closed & 2 == 0 ? ">out" : ">&-",
            closed & 4 == 0 ? "2>err" : "2>&-",
        ].joined(separator: " ")
        for name in ["out", "err"] { try Data().write(to: URL(fileURLWithPath: "\(file.folder)/\(name)")) }
        let command = "cd '\(file.folder)' && exec '\(PseudoTerminal.termmap)' \(arguments) \(streams)"
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", command.replacingOccurrences(of: "FILE", with: "places.csv")])
        let end = terminal.waitForExit()
        func text(_ name: String) throws -> String {
            try String(contentsOfFile: "\(file.folder)/\(name)", encoding: .utf8)
        }
        return Answer(end: end, output: try text("out"), errors: try text("err"))
    }

    @Test(arguments: 0..<8, Self.commands)
    func closedStreamsHaveTheirMeaning(closed: Closed, command: (String, Int32)) throws {
        let file = try ScratchFile(Self.places)
        let answer = try run(command.0, closed: closed, file)
        let whole = try run(command.0, closed: 0, file)
        #expect(whole.end == .exit(command.1), "\(whole)")
        if closed & 2 == 0 {
            #expect(answer.end == whole.end && answer.output == whole.output, "\(answer)")
            #expect(answer.errors == (closed & 4 == 0 ? whole.errors : ""))
        } else if !whole.output.isEmpty {
            #expect(answer.end == .exit(1), "\(answer)")
            let lines = answer.errors.split(separator: "\n")
            let count = lines.count { $0.contains("cannot write to standard output") }
            #expect(count == (closed & 4 == 0 ? 1 : 0), "\(answer)")
        }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == Self.places)
    }

    @Test(arguments: ["--once -", "--list -", "--columns -", "--near 48.85,2.35 -", "track -"])
    func closedInputIsAnEmptyStreamWithALine(command: String) throws {
        let answer = try run(command, closed: 1, try ScratchFile(Self.places))
        #expect(answer.errors.split(separator: "\n").count == 1, "\(answer)")
    }

    @Test(arguments: 0..<8)
    func screenNeedsOutputOnly(closed: Closed) throws {
        let file = try ScratchFile(Self.places)
        let streams = ["<&-", ">&-", "2>&-"].enumerated().filter { closed & 1 << $0.offset != 0 }
            .map(\.element).joined(separator: " ")
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", "exec '\(PseudoTerminal.termmap)' '\(file.path)' \(streams)"])
        guard closed & 2 == 0 else {
            #expect(terminal.waitForExit() == .exit(1))
            let text = String(decoding: terminal.output, as: UTF8.self)
            #expect(text.contains("cannot write to standard output") == (closed & 4 == 0))
            return
        }
        #expect(terminal.waitFor("2 of 2"))
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }

    @Test(arguments: 0..<8)
    func nothingIsWrittenIntoAFileThatTookTheNumberOfAStream(closed: Closed) throws {
        let file = try ScratchFile(Self.places)
        try Data("$GPGGA,broken*00\r\n".utf8).write(to: URL(fileURLWithPath: file.folder + "/log.nmea"))
        _ = try run("track --gps-log verdicts log.nmea", closed: closed, file)
        #expect(try String(contentsOfFile: file.folder + "/verdicts", encoding: .utf8) == "")
    }
}
