import Foundation
import TestSupport
import Testing

@testable import TermMap

/// Keys, frames, sizes and types of terminals through a real pseudo-terminal.
@Suite(.timeLimit(.minutes(10)))
struct TerminalTests {
    private func probe(_ environment: [String: String] = [:]) throws -> PseudoTerminal {
        try PseudoTerminal(environment: environment.merging(["TERMMAP_PROBE": "terminal"]) { $1 })
    }

    @Test func keysArrive() throws {
        let terminal = try probe()
        #expect(terminal.waitFor("ready"))
        terminal.type(
            "\u{1B}[1;2A\u{1B}[1;3D\u{1B}OCé\u{1B}x\u{1B}[200~two\nlines q\u{1B}[201~\u{1B}[<0;3;4M\u{3}")
        for text in [
            "key up 1", "key left 2", "key right 0", "key character(\"é\") 0", "key character(\"x\") 2",
            "paste 11 two\\nlines q", "press left 2,3", "key character(\"c\") 4",
        ] { #expect(terminal.waitFor(text), "\(text) in \(terminal.screenText)") }
        terminal.type("\u{1B}")
        #expect(terminal.waitFor("key escape 0"))
    }

    @Test func nothingChangedSendsNothing() throws {
        let terminal = try probe()
        #expect(terminal.waitFor("ready"))
        terminal.waitForQuiet()
        // A late answer of the terminal wakes the program and changes nothing.
        #expect(terminal.bytesAfterTyping("\u{1B}[3;7R\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}[?64;1c") == 0)
        let bytes = terminal.bytesAfterTyping("x")
        #expect(bytes > 0 && bytes < 60, "\(bytes)")
    }

    /// A terminal that says so gets a whole frame at once; the others never see the mode.
    @Test(arguments: [("\u{1B}[?2026;2$y", true), ("\u{1B}[?2026;0$y", false), ("", false)])
    func framesAreSynchronizedWhereOffered(answer: String, isSynchronized: Bool) throws {
        let terminal = try probe()
        #expect(terminal.waitFor("ready"))
        #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[?2026$p"))
        terminal.type(answer)
        terminal.waitForQuiet()
        let before = terminal.output.count
        terminal.resize(columns: 200, rows: 60)
        #expect(terminal.waitFor("resize"))
        terminal.type("f")
        terminal.waitForQuiet()
        let text = String(decoding: terminal.output[before...], as: UTF8.self)
        #expect(text.count > 10_000 && text.contains("\u{1B}[?2026h") == isSynchronized)
        #expect(text.hasSuffix("\u{1B}[?2026l") == isSynchronized)
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0) && terminal.unrestored == [])
    }

    @Test func repaintDrawsTheSamePicture() throws {
        let terminal = try probe()
        #expect(terminal.waitFor("ready"))
        terminal.type("fabc")
        #expect(terminal.waitFor("character(\"c\")"))
        terminal.waitForQuiet()
        let before = terminal.rows
        #expect(terminal.bytesAfterTyping("\u{C}") > 1000)
        #expect(terminal.rows == before)
    }

    @Test(arguments: 0..<2) func junkIsSurvived(seed: UInt64) throws {
        let terminal = try probe()
        #expect(terminal.waitFor("ready"))
        var random = SeededRandom(seed)
        // `q` quits, `z` suspends, `h` hangs, `!` fails: the probe's, not the terminal's.
        let forbidden = Set("qzh!b".utf8).union([0x1A])
        for _ in 0..<64 {
            let junk = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
            terminal.type(junk.filter { !forbidden.contains($0) })
            terminal.drain()
        }
        terminal.type(
            "\u{1B}[<0;9999;9999M\u{1B}[<0;0;0M\u{1B}[<0;-5;-5M\u{1B}[<99999999999999999999;1;1M\u{1B}[M")
        // Long enough for the program to give up on any key that did not end.
        terminal.waitForQuiet(milliseconds: 1_100)
        terminal.type("\u{18}q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }

    @Test func sizeFollowsTheWindow() throws {
        let terminal = try probe()
        #expect(terminal.waitFor("ready"))
        for (columns, rows) in [(1, 1), (2, 1), (500, 200), (20, 400), (0, 0), (100, 30)] {
            terminal.resize(columns: columns, rows: rows)
            terminal.waitForQuiet()
        }
        #expect(terminal.waitFor("resize 100x30"))
        #expect(terminal.waitFor("resize 80x24"))
    }

    @Test func resizeStormSettles() throws {
        let terminal = try probe()
        #expect(terminal.waitFor("ready"))
        for step in 0..<1000 {
            terminal.resize(columns: 40 + step % 97, rows: 10 + step % 31)
            if step % 10 == 0 { terminal.drain() }
        }
        terminal.resize(columns: 90, rows: 40)
        #expect(terminal.waitFor("resize 90x40"))
        terminal.type("l")
        #expect(terminal.waitFor("key character(\"l\") 0"))
        terminal.waitForQuiet()
        let before = terminal.rows
        terminal.type("\u{C}")
        terminal.waitForQuiet()
        #expect(terminal.rows == before)
    }

    @Test func blockedTerminalGetsTheNewestFrameOnly() throws {
        let terminal = try probe()
        #expect(terminal.waitFor("ready"))
        terminal.resize(columns: 200, rows: 60)
        #expect(terminal.waitFor("resize"))
        var memory = 0
        for round in 0..<200 {
            if round == 20 { memory = terminal.residentKilobytes }
            terminal.type("f")
            #expect(terminal.waitUntilNoticed())
        }
        #expect(memory > 0 && terminal.residentKilobytes - memory < 1024)
        terminal.type("x")
        #expect(terminal.waitUntilNoticed())
        let before = terminal.output.count
        #expect(terminal.waitFor("key character(\"x\") 0"))
        terminal.waitForQuiet()
        // A frame is some 75 KB: 200 of them would be 15 MB.
        #expect(terminal.output.count - before < 1_000_000)
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
    }

    @Test(arguments: [
        "", "no-such-terminal", "dumb", "../../etc/passwd", String(repeating: "x", count: 5000), "\u{1B}[2J",
    ])
    func unusableTypeIsOneLine(type: String) throws {
        let terminal = try probe(["TERM": type])
        #expect(terminal.waitForExit() == .exit(2))
        let text = String(decoding: terminal.output, as: UTF8.self)
        #expect(text.hasPrefix("termmap: TERM") && text.split(separator: "\r\n").count == 1, "\(text)")
        #expect(!text.contains("\u{1B}"))
        #expect(terminal.unrestored == [])
    }

    /// Types that an older system does not know, as they come by ssh.
    @Test(arguments: ["xterm-kitty", "xterm-16color", "alacritty-direct", "tmux-of-tomorrow", "foot-extra"])
    func typesLikeOthersAreTakenForThem(type: String) throws {
        let terminal = try probe(["TERM": type])
        #expect(terminal.waitFor("ready"))
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }

    @Test(arguments: ["C", "POSIX", "en_US.ISO-8859-1"])
    func otherLocalesGetASCII(language: String) throws {
        let terminal = try probe(["LANG": language])
        #expect(terminal.waitFor("ready"))
        terminal.type("f")
        #expect(terminal.waitFor("???"))
        terminal.waitForQuiet()
        #expect(terminal.output.allSatisfy { $0 < 128 })
    }

    @Test(arguments: ["linux", "vt100", "ansi"])
    func plainTerminalsGetNoModesTheyLack(type: String) throws {
        let terminal = try probe(["TERM": type])
        #expect(terminal.waitFor("ready"))
        terminal.type("f")
        #expect(terminal.waitFor("⣿⣿⣿"))
        terminal.waitForQuiet()
        let text = String(decoding: terminal.output, as: UTF8.self)
        for sequence in ["?1002", "?1006", "?2004", "?1049", "38;5"] { #expect(!text.contains(sequence)) }
        if type == "vt100" { #expect(!text.contains(/\[3[0-9]m/)) }
    }

    @Test func keysComeFromTheTerminalWhenInputIsData() throws {
        let file = open("/dev/null", O_RDONLY)
        defer { close(file) }
        let terminal = try PseudoTerminal(environment: ["TERMMAP_PROBE": "terminal"], input: file)
        #expect(terminal.waitFor("ready"))
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(0))
        #expect(terminal.unrestored == [])
    }

    @Test func screenIsOnTheTerminalWhenOutputIsData() throws {
        let command = "'\(PseudoTerminal.termmap)' | wc -c; exit 7"
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", command], environment: ["TERMMAP_PROBE": "terminal"])
        #expect(terminal.waitFor("ready 80x24"))
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(7))
        #expect(terminal.rows.contains("0"))
        #expect(terminal.unrestored == [])
    }

    @Test func waitingCostsNothing() throws {
        let terminal = try probe()
        #expect(terminal.waitFor("ready"))
        terminal.type("\u{1B}")
        #expect(terminal.waitFor("key escape 0"))
        // No thread of the program runs for half a second.
        #expect(terminal.becomesQuiet(milliseconds: 500))
    }

    @Test func backgroundIsAskedFor() throws {
        let terminal = try probe()
        #expect(terminal.waitFor("ready"))
        // The answer comes with the key: the program waits for one no longer than a tenth of a second.
        terminal.type("b\u{1B}]11;rgb:ffff/ffff/eeee\u{1B}\\")
        #expect(terminal.waitFor("background light 0"))
        #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}]11;?\u{7}"))
    }

    /// A terminal that says what it is, and nothing of its background.
    @Test func anotherAnswerIsNoKey() throws {
        let terminal = try probe(["COLORFGBG": "0;15"])
        #expect(terminal.waitFor("ready"))
        terminal.type("b")
        #expect(
            terminal.waitUntil {
                String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}]11;?\u{7}\u{1B}[c")
            })
        terminal.type("\u{1B}[?62;22c")
        #expect(terminal.waitFor("background light 0"))
    }

    @Test func silentTerminalLosesNoKey() throws {
        let terminal = try probe(["COLORFGBG": "15;0"])
        #expect(terminal.waitFor("ready"))
        terminal.type("bx")
        #expect(terminal.waitFor("background dark"))
        #expect(terminal.waitFor("key character(\"x\") 0"))
    }

    /// xterm and PuTTY call themselves xterm, which has eight colours in terminfo.
    @Test(arguments: [
        "\u{1B}]4;255;rgb:eeee/eeee/eeee\u{07}", "\u{1B}[>0;136;0c", "\u{1B}P>|XTerm(390)\u{1B}\\",
    ])
    func terminalWithMoreColoursThanItsTypeSaysIsGivenThem(answer: String) throws {
        for isLate in [false, true] {
            let terminal = try probe(["TERM": "xterm"])
            #expect(terminal.waitFor("ready"))
            terminal.type(isLate ? "b" : "b" + answer + "\u{1B}[?62;22c")
            #expect(terminal.waitFor("background"))
            // The program waits no longer than a tenth of a second, and takes what comes later.
            if isLate {
                terminal.type(answer)
                #expect(terminal.waitFor("answered"))
            }
            terminal.type("f")
            #expect(terminal.waitFor("⣿⣿⣿"))
            terminal.waitForQuiet()
            let text = String(decoding: terminal.output, as: UTF8.self)
            #expect(text.contains(/\u{1B}\[(0;)?9[0-7]m/))
            #expect(!text.contains(/\u{1B}\[(0;)?1(;[0-9;]*)?m/))
            // The alternate screen is entered once, and left.
            #expect(text.matches(of: /\u{1B}\[\?1049h/).count == 1)
            terminal.type("q")
            #expect(terminal.waitForExit() == .exit(0))
            #expect(terminal.unrestored == [])
        }
    }

    @Test func silentTerminalKeepsTheColoursOfItsType() throws {
        let terminal = try probe(["TERM": "xterm"])
        #expect(terminal.waitFor("ready"))
        terminal.type("b")
        #expect(terminal.waitFor("background unknown 0"))
        terminal.type("f")
        #expect(terminal.waitFor("⣿⣿⣿"))
        terminal.waitForQuiet()
        #expect(String(decoding: terminal.output, as: UTF8.self).contains(/\u{1B}\[(0;)?1(;[0-9;]*)?m/))
    }

    @Test func brightColorsAreBoldWhereThereAreEight() throws {
        for (type, bright, isBold) in [("linux", false, true), ("xterm-256color", true, false)] {
            let terminal = try probe(["TERM": type])
            #expect(terminal.waitFor("ready"))
            terminal.type("f")
            #expect(terminal.waitFor("⣿⣿⣿"))
            terminal.waitForQuiet()
            let text = String(decoding: terminal.output, as: UTF8.self)
            #expect(text.contains(/\u{1B}\[9[0-7]m/) == bright)
            #expect(text.contains(/\u{1B}\[(0;)?1(;[0-9;]*)?m/) == isBold)
        }
    }

    @Test func changedPaletteDrawsTheFrameAgain() throws {
        let terminal = try probe()
        #expect(terminal.waitFor("ready"))
        #expect(terminal.bytesAfterTyping("f") > 1920)
        let before = terminal.rows
        #expect(terminal.bytesAfterTyping("p") > 1920)
        #expect(terminal.rows == before)
        #expect(terminal.bytesAfterTyping("p") == 0)
    }

    @Test(arguments: [["COLUMNS": "99999"], ["LINES": "99999"], ["COLUMNS": "0", "LINES": "-1"]])
    func absurdSizesOfTheEnvironmentAreNotTaken(environment: [String: String]) throws {
        let terminal = try probe(environment)
        #expect(terminal.waitFor("ready"), "\(terminal.screenText)")
        terminal.type("x")
        #expect(terminal.waitFor("character(\"x\")"))
    }
}
