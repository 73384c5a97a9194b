import CellGraphics
import Foundation
import TestSupport
import Testing

@testable import App
@testable import Runtime
@testable import Scene
@testable import StoryTestSupport
@testable import TerminalInput

/// Where every key was given away, no text of the screen shows an old one.
@Suite struct ReboundKeyTests {
    private static let keys = Set(
        KeyMap.standardBindings.flatMap(\.strokes).filter { !$0.isReserved }.map { "\($0)" })
    /// Keys that are words or numbers, too, and the letter that is an article.
    private static let words: Set<String> = [
        "a", "-", "=", "_", "+", ">", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
    ]

    /// The old keys among the words of a text.
    private static func oldKeys(in text: String) -> [String] {
        text.split { " (),;.:|│".contains($0) }.map(String.init).filter {
            keys.contains($0) && !words.contains($0)
        }
    }

    /// Keys that lead to the panels, prompts, questions, hints and messages.
    static let scripts = [
        "", "X", "g", "m", "mü", "müm", "'", "<Tab>", "<Tab><Enter>", "<Tab>i", "<Tab>o", "------<Tab>os",
        "------<Tab>of", "------<Tab>ofzz",
        "L", "L<Down>", "S", "S<Down><Down>", "S<Down><Down>f", "C", "Ckind<Enter>", "Ckind<Enter>1",
        "Ckind<Enter>123456",
        "Ckind<Enter>x", "Ckind<Enter>E", "Ckind<Enter>d", "V", "Vstars<Enter>", "d", "dd", "dE", "dEE",
        "dEEE", "de", "e", "E",
        "x", "t", "tz", "t<Right>", "t/", "t/alpha<Enter>", "t/none<Enter>", "t:turn<Enter>", ":turn<Enter>",
        ":next-row<Enter>", "tn", "t=", "t<", "/", "/al", "/alpha", "/48,2", "/alpha<Enter>n", "n", "gp",
        "gl", "gl48",
        "gl91,0<Enter>", "gl48,2<Enter>", "gl48,2<Enter>r", "r", "r5<Enter>", "r0.001km<Enter>",
        "r0.001km<Enter>t", "G", "gs",
        ":", ":wor", ":qqq", ":qqq<Enter>", ":world x<Enter>", ":bad<Enter>", ":about<Enter>", ":swap<Enter>",
        ":separate<Enter>", ":sizes<Enter>", ":class-1<Enter>", ":only-value<Enter>", "f", "fstars",
        "fstarz = 1<Enter>",
        "fstars > 9<Enter>", "fstars > 2<Enter>", "F", "c", "Z", "<BS>", "<", "d<", "y", "Y", "M", "b", "B",
        "T", "W", "0",
        "<Space>", "*", "u", "+++++++++++++", "L<Space><Esc><Tab>",
    ]

    /// The row of hints, messages and prompts, with room for all of them, and the panels above it.
    @Test(arguments: scripts) func noHintMessageOrPromptShowsAnOldKey(script: String) throws {
        var played = try QueryStoryTests.Played(QueryStoryTests.shops, columns: 400, rows: 40)
        try played.play(script)
        let looks = [(Charset.braille, MarkState.Picking.none), (.ascii, .several), (.braille, .one)]
        for (charset, picking) in looks {
            var state = played.state
            state.screen.appearance.charset = charset
            state.marks.picking = picking
            let (before, after) = (Self.lines(of: state, .standard), Self.lines(of: state, .rebound))
            let old = Self.oldKeys(in: after[39])
            #expect(old == [], "\(after[39])")
            // It did show a key, and shows the new one.
            #expect(Self.oldKeys(in: before[39]).isEmpty || after[39].contains("Alt-"), "\(before[39])")
            for line in after {
                for key in ["Enter", "Tab", "Space", "PgUp", "Backspace"] where line.contains("\(key) ") {
                    Issue.record("\(key): \(line)")
                }
            }
        }
    }

    private static func lines(of state: AppState, _ keyMap: KeyMap) -> [String] {
        let text = state.painted(keyMap).plainText()
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Otherwise the test above would show nothing.
    @Test func theOldKeysAreSeenWithTheStandardOnes() throws {
        let played = try QueryStoryTests.Played(QueryStoryTests.shops, "<Tab>", columns: 400, rows: 40)
        let keys = Set(Self.oldKeys(in: Self.lines(of: played.state, .standard)[39]))
        #expect(keys.isSuperset(of: ["Enter", "Tab", "i", "o", "c", "?"]))
    }

    @Test func helpAndManualShowNoOldKey() {
        for line in KeyMap.rebound.helpText.groups.flatMap(\.entries) {
            let old = line.keys.split(separator: " ").filter {
                !$0.hasPrefix("Alt-") && !$0.hasPrefix(":") && BoundStroke(String($0))?.isReserved != true
            }
            #expect(old.isEmpty || line.keys.hasPrefix(":save"), "\(line)")
        }
        #expect(KeyMap.rebound.helpText.commands.allSatisfy { Self.oldKeys(in: $0.keys).isEmpty })
    }

    /// Keys are values in texts: none stands in a literal of the state, the scene or the work.
    @Test(arguments: ["App", "Scene", "Runtime"]) func noLiteralNamesAKey(folder: String) throws {
        let names = Set(KeyMap.standardBindings.map(\.name))
        let root = Repository.root + "/Sources/TermMap/" + folder
        let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        var literals = 0
        for file in files where file.hasSuffix(".swift") && !file.hasPrefix("Keys/") {
            let text = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
            // The lines of tools are lines of the key table.
            let lines = text.split(separator: "\n").filter { !$0.contains("ToolKey(\"") }
            for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                var rest = line[...]
                for literal in Self.literals(in: &rest) {
                    literals += 1
                    let command = literal.firstMatch(of: #/(^|[ (]):([a-z!-]+)/#).map { String($0.2) }
                    #expect(!Self.namesKey(literal) && !names.contains(command ?? ""), "\(file): \(literal)")
                }
            }
        }
        #expect(literals > 100)
    }

    @Test(
        arguments: [
            "press R to reload", "Esc closes", " F clears ", "(d for clusters)", "or gp to find",
            "n N next, previous",
            "↑ ↓ choose", "Press Tab",
        ]) func literalsWithKeysAreRecognised(text: String)
    {
        #expect(Self.namesKey(text))
    }

    private static func namesKey(_ literal: String) -> Bool {
        if ["↓ more", "↑ more"].contains(literal) { return false }
        return literal.contains(#/\b(Esc|Enter|Tab|Backspace|PgUp|PgDn|Ctrl-\w|Alt-\w|F1)\b/#)
            || literal.contains(#/[Pp]ress [^\u{0}]/#) || literal.contains(#/[←→↑↓] [a-z↓→]/#)
            || literal.contains(#/(^|[ (])(g[psl]\b|n N\b)/#)
            || literal.contains(
                #/(^|[ (:])[A-Za-z*<>?] (for|clears|closes|shows|sets|lists|quits|goes|widens|asks|undoes)\b/#
            )
    }

    /// The literals of a line, with a zero for each interpolation, and those inside these.
    private static func literals(in line: inout Substring) -> [String] {
        var found: [String] = []
        var text: String?
        while let character = line.popFirst() {
            guard let open = text else {
                if character == "\"" { text = "" }
                if character == "/", line.first == "/" { return found }
                continue
            }
            if character == "\"" {
                found.append(open)
                text = nil
            } else if character == "\\", line.first == "(" {
                var inside = Substring()
                var depth = 0
                repeat {
                    guard let next = line.popFirst() else { return found }
                    inside.append(next)
                    depth += next == "(" ? 1 : next == ")" ? -1 : 0
                } while depth > 0
                found += literals(in: &inside)
                text = open + "\u{0}"
            } else {
                text = open + String(character)
            }
        }
        return found
    }
}
