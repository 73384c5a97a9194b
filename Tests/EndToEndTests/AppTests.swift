import Foundation
import Testing

@testable import Streams
@testable import TermMap

/// The real program on a real terminal, as a user sees it.
@Suite(.timeLimit(.minutes(10)))
struct AppTests {
    private static let places = """
        name,latitude,longitude,note
        Alpha,48.85,2.35,first of all
        Beta,52.52,13.40,second
        Gamma,41.90,12.50,third
        Gamma twin,41.90,12.50,at the same place

        """

    private func open(
        _ file: ScratchFile, _ arguments: [String] = [], environment: [String: String] = [:],
        columns: Int = 80,
        rows: Int = 24, showsEurope: Bool = true
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            PseudoTerminal.termmap, ["--no-animation", "--theme", "dark"] + arguments + [file.path],
            environment: environment, columns: columns, rows: rows)
        #expect(terminal.waitFor("4 of 4"), "\(terminal.screenText)")
        // The names of countries come with the basemap, which is read beside the rows.
        if showsEurope {
            #expect(terminal.waitUntil { terminal.screenText.contains("I T A L Y") })
        }
        // So do the names of places: the file is named at the left until they are there.
        #expect(
            terminal.waitUntil {
                columns >= 140 || !terminal.rows[terminal.rows.count - 2].contains("places.csv")
            })
        terminal.waitForQuiet(milliseconds: 150)
        return terminal
    }

    private func quit(_ terminal: PseudoTerminal) {
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }

    // MARK: - A session

    @Test func opensAFileAndLeavesTheTerminalAsItWas() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        #expect(terminal.rows[22].contains("4 of 4"))
        #expect(terminal.rows[23].contains("? help"))
        #expect(terminal.isRaw)
        quit(terminal)
    }

    /// Over a slow connection Esc and the key after it come at once.
    @Test func escapeAndAKeyInOneBurstAreTwoKeys() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        terminal.type(":")
        #expect(terminal.waitFor("Commands"))
        terminal.type("\u{1B}\u{1B}\u{1B}q")
        #expect(terminal.waitForExit() == .exit(0))
    }

    @Test func aLongBurstOfTextIsTypedAtOnce() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        terminal.type("f" + String(repeating: "latitude > 0 AND ", count: 200) + "latitude > 50")
        #expect(terminal.waitFor("1 matches"))
        terminal.type("\u{1B}")
        #expect(terminal.waitFor("4 of 4"))
        quit(terminal)
    }

    @Test func opensTheAirports() throws {
        let terminal = try PseudoTerminal(PseudoTerminal.termmap, ["--no-animation", "--theme", "dark"])
        #expect(terminal.waitFor("of 28,298"))
        #expect(terminal.waitUntil { !terminal.screenText.contains("loading") })
        #expect(terminal.rows[22].contains("airports.csv"))
        quit(terminal)
    }

    /// Badges change their colours twice each: row by row a move took 178 to 204 bytes with 256 colours, 222 to 248 with 24 bits.
    @Test(arguments: [("", 190), ("truecolor", 225)])
    func aMoveOfTheSelectionTakesFewBytes(colors: String, most: Int) throws {
        let terminal = try PseudoTerminal(
            PseudoTerminal.termmap, ["--no-animation", "--theme", "dark"], environment: ["COLORTERM": colors],
            columns: 120, rows: 40)
        #expect(terminal.waitFor("of 28,298"))
        #expect(terminal.waitUntil { !terminal.screenText.contains("loading") })
        _ = terminal.bytesAfterTyping("\t")
        let moves = (0..<6).map { _ in terminal.bytesAfterTyping("\t") }
        #expect(moves.allSatisfy { $0 > 60 && $0 <= most }, "\(moves)")
        #expect(moves.reduce(0, +) < 6 * most - 100, "\(moves)")
        quit(terminal)
    }

    @Test func panAndZoomChangeTheViewAndBackspaceReturns() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        let before = terminal.rows
        terminal.type("+")
        #expect(terminal.waitUntil { terminal.rows[22] != before[22] })
        terminal.type("l")
        terminal.waitForQuiet()
        terminal.type("\u{7F}\u{7F}")
        #expect(terminal.waitUntil { terminal.rows[0..<23] == before[0..<23] })
        quit(terminal)
    }

    @Test func detailsShowTheColumnsOfTheRow() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        terminal.type(":q\u{1B}")
        terminal.waitForQuiet()
        terminal.type("gl48.85,2.35\r")
        #expect(terminal.waitFor("48.8500, 2.3500"))
        terminal.type("\ti")
        #expect(terminal.waitFor("first of all"))
        for text in ["name", "latitude", "longitude", "note", "Alpha", "48.85", "line 2"] {
            #expect(terminal.screenText.contains(text), "\(text)")
        }
        terminal.type("\u{1B}")
        #expect(terminal.waitUntil { !terminal.screenText.contains("first of all") })
        quit(terminal)
    }

    @Test func membersOfAClusterAreListed() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        terminal.type("gl41.9,12.5\r\to")
        #expect(terminal.waitFor("2 here"))
        #expect(terminal.waitFor("Gamma twin"))
        quit(terminal)
    }

    @Test func helpOpensAndCloses() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        let before = terminal.rows
        terminal.type("?")
        #expect(terminal.waitFor("type to filter"))
        terminal.type("\u{1B}")
        #expect(terminal.waitUntil { terminal.rows == before })
        quit(terminal)
    }

    @Test func resizeRedrawsTheWholeScreen() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        for (columns, rows) in [(120, 40), (20, 8), (10, 4), (500, 200), (80, 24)] {
            terminal.resize(columns: columns, rows: rows)
            let isDrawn = terminal.waitUntil {
                columns < 20
                    ? terminal.rows[0].hasPrefix("termmap") : terminal.rows[rows - 1].contains("? help")
            }
            #expect(isDrawn, "\(columns)x\(rows)")
        }
        quit(terminal)
    }

    /// A window that was smaller for a moment has lost what lay beyond: the program may see only its last size.
    @Test func theSameSizeIsRedrawnAsWell() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        terminal.waitForQuiet()
        let before = terminal.rows
        terminal.forgetScreen()
        terminal.send(SIGWINCH)
        #expect(terminal.waitUntil { terminal.rows == before }, "\(terminal.screenText)")
        quit(terminal)
    }

    // MARK: - What is written

    @Test func selectionAndUnknownKeysCostFewBytes() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        terminal.type("\t")
        terminal.waitForQuiet(milliseconds: 200)
        for _ in 0..<6 {
            let count = terminal.bytesAfterTyping("\t")
            #expect(count > 0 && count <= 300, "\(count) bytes")
        }
        for key in ["x", "€", "\u{1B}[19~"] {
            #expect((1...200).contains(terminal.bytesAfterTyping(key)), "\(key) is named")
            #expect(terminal.bytesAfterTyping(key) == 0, "\(key) is named once")
        }
        #expect(terminal.bytesAfterTyping("\u{1B}[999z") == 0)
        quit(terminal)
    }

    // MARK: - Signals

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func signalRestoresTheTerminal(signal: Int32) throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        terminal.send(signal)
        #expect(terminal.waitForExit() == .killed(by: signal))
        #expect(terminal.unrestored == [])
    }

    @Test func controlCQuits() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file)
        terminal.type("\u{3}")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }

    @Test func suspendedProgramComesBack() throws {
        let file = try ScratchFile(Self.places)
        let shell = try PseudoTerminal("/bin/bash", ["--norc", "-i"], environment: ["PS1": "prompt> "])
        #expect(shell.waitFor("prompt>"))
        shell.type("'\(PseudoTerminal.termmap)' --no-animation --theme dark '\(file.path)'\n")
        #expect(shell.waitFor("4 of 4"))
        shell.type("\u{1A}")
        #expect(shell.waitFor("Stopped"))
        shell.type("fg\n")
        #expect(shell.waitFor("4 of 4"))
        shell.type("q")
        #expect(shell.waitFor("prompt>"))
        shell.type("exit\n")
        #expect(shell.waitForExit() == .exit(0))
    }

    // MARK: - Terminals

    @Test(arguments: ["linux", "screen", "tmux-256color", "vt100", "xterm", "xterm-256color"])
    func startsOnManyTerminals(type: String) throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file, environment: ["TERM": type])
        quit(terminal)
    }

    @Test func dumbTerminalIsRefusedInOneLine() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try PseudoTerminal(
            PseudoTerminal.termmap, [file.path], environment: ["TERM": "dumb"])
        #expect(terminal.waitForExit() == .exit(2))
        let lines = terminal.rows.filter { !$0.isEmpty }
        #expect(lines.first?.hasPrefix("termmap: ") == true)
        #expect(lines.count <= 2 && !terminal.output.contains(0x1B))
    }

    @Test func asciiCharsetWritesNoBraille() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file, ["--charset", "ascii"])
        let map = terminal.rows[0..<22].joined()
        let braille = map.unicodeScalars.filter { (0x2500...0x28FF).contains($0.value) }
        #expect(braille.isEmpty)
        #expect(map.contains("(2)") || map.contains("o"))
        quit(terminal)
    }

    @Test func printedFramesAreASCIIWithoutAUnicodeLocale() throws {
        let file = try ScratchFile(Self.places)
        let plain = try Run(["--once", file.path], environment: ["LC_ALL": "C"])
        #expect(plain.outputBytes.allSatisfy { $0 < 0x80 } && plain.code == 0)
        // No locale at all is no reason to expect more.
        let bare = try Run(
            ["-i", "TERMMAP_DATA=data", PseudoTerminal.termmap, "--once", file.path], of: "/usr/bin/env")
        #expect(bare.outputBytes.allSatisfy { $0 < 0x80 } && bare.code == 0)
        let asked = try Run(["--once", "--charset", "braille", file.path], environment: ["LC_ALL": "C"])
        #expect(!asked.outputBytes.allSatisfy { $0 < 0x80 })
    }

    @Test func theLogSaysWhatWasDoneWithoutValues() throws {
        let file = try ScratchFile(Self.places)
        let path = file.folder + "/activity.log"
        let terminal = try PseudoTerminal(PseudoTerminal.termmap, ["--log", path, file.path])
        #expect(terminal.waitFor("4 of 4"))
        quit(terminal)
        let missing = try Run(["--once", "--log", path, file.folder + "/\u{1B}nowhere.csv"])
        #expect(missing.code != 0)
        let log = try String(contentsOfFile: path, encoding: .utf8)
        let lines = log.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasSuffix("open \(file.path)") })
        #expect(lines.contains { $0.contains("job load: data (") && $0.hasSuffix(" ms") })
        #expect(lines.contains { $0.hasSuffix(" quit") })
        #expect(lines.allSatisfy { $0.hasPrefix("20") && !$0.contains("\u{1B}") })
    }

    @Test func withoutAUnicodeLocaleOnlyASCIIIsWritten() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file, environment: ["LANG": "C", "LC_ALL": "C"])
        terminal.type("?")
        #expect(terminal.waitFor("type to filter"))
        terminal.type("\u{1B}")
        terminal.waitForQuiet()
        terminal.type("\ti")
        #expect(terminal.waitFor("latitude"))
        #expect(terminal.output.allSatisfy { $0 < 0x80 })
        // Below the map the only question mark is the key for help: nothing had to be replaced.
        #expect(terminal.rows[14...].joined().filter { $0 == "?" }.count == 1, "\(terminal.screenText)")
        quit(terminal)
    }

    @Test func noColorWritesNoColours() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file, environment: ["NO_COLOR": "1"])
        terminal.type("\t?")
        terminal.waitForQuiet()
        terminal.type("\u{1B}")
        terminal.waitForQuiet()
        let text = String(decoding: terminal.output, as: UTF8.self)
        for sequence in text.split(separator: "\u{1B}[").dropFirst() {
            let parameters = sequence.prefix { $0.isNumber || $0 == ";" }
            guard sequence.dropFirst(parameters.count).first == "m" else { continue }
            let codes = parameters.split(separator: ";").compactMap { Int($0) }
            let colours = codes.filter {
                (30...38).contains($0) || (40...48).contains($0) || (90...107).contains($0)
            }
            #expect(colours.isEmpty, "\(parameters)")
        }
        quit(terminal)
    }

    // MARK: - Hostile data

    private static let hostile =
        "\u{1B}]52;c;SEVM\u{7}\u{1B}[2J\u{1B}[31m\r\nX\u{9B}5m\u{85}\u{202E}evil\u{2066}\u{200B}\u{8}\u{E0041}"

    @Test func dataCannotControlTheTerminal() throws {
        let quoted = "\"\(Self.hostile)\""
        let file = try ScratchFile(
            "\(quoted),latitude,longitude\n\(quoted),48.85,2.35\n\(quoted),48.85,2.35\n\(quoted),48.85,2.35\n"
                + "\(quoted),48.85,2.35\n", named: "evil\u{1B}[31m\u{9B}2J\n\u{202E}.csv")
        let terminal = try open(file, showsEurope: false)
        terminal.type("gl48.85,2.35\r\tio:bad\r")
        terminal.waitForQuiet(milliseconds: 150)
        terminal.type("\u{1B}")
        terminal.waitForQuiet()
        terminal.type("\to")
        #expect(terminal.waitFor("4 here"))
        let text = String(decoding: terminal.output, as: UTF8.self)
        #expect(!text.contains("]52;") || !text.contains("\u{1B}]52"))
        for scalar in ["\u{9B}", "\u{85}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{E0041}"] {
            #expect(!text.contains(scalar))
        }
        #expect(!text.contains("\u{1B}[31m\r"))
        #expect(terminal.screenText.contains("evil"))
        #expect(terminal.rows[22].contains("4 of 4"))
        quit(terminal)
    }
}
