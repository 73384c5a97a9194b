import Testing

@testable import App
@testable import TerminalInput

@Suite struct KeyScriptTests {
    @Test(
        arguments: [
            ("", []), ("+a", [.key(.character("+")), .key(.character("a"))]),
            ("<Tab><enter>", [.key(.tab), .key(.enter)]), ("<S-Tab>", [.key(.backTab)]),
            ("<C-l>", [.key(.character("l"), .control)]), ("<M-Left>", [.key(.left, .alt)]),
            ("<A-x>", [.key(.character("x"), .alt)]), ("<S-Right>", [.key(.right, .shift)]),
            ("<C-S-Up>", [.key(.up, [.control, .shift])]),
            ("<lt>x", [.key(.character("<")), .key(.character("x"))]),
            ("<gt>", [.key(.character(">"))]), ("<Space>", [.key(.character(" "))]),
            ("<F1>", [.key(.function(1))]), ("<BS>", [.key(.backspace)]),
            ("<", [.key(.character("<"))]), ("<>", [.key(.character("<")), .key(.character(">"))]),
            ("a < b", "a < b".map { .key(.character($0)) }),
            ("é東", [.key(.character("é")), .key(.character("東"))]),
        ] as [(String, [InputEvent])])
    func scriptsAreKeys(script: String, events: [InputEvent]) throws {
        #expect(try KeyScript.events(in: script) == events)
    }

    @Test func pausesAreNoKeys() throws {
        let steps = try KeyScript.steps(in: "a<2s><1.5s><250ms>s")
        let seconds = [2_000, 1_500, 250].map { KeyScript.Step.pause(.milliseconds($0)) }
        #expect(steps == [.key(.character("a"), [])] + seconds + [.key(.character("s"), [])])
        #expect(try KeyScript.events(in: "a<2s>s") == [.key(.character("a")), .key(.character("s"))])
    }

    @Test(arguments: [
        "<2m>", "<ms>", "<-1s>", "<1e9s>", "<601s>", "<1.2.3s>", "<infs>", "<2 s>", "<Nope>",
        "+<X-a>+", "<C-Nope>", "<C-ab>",
    ])
    func unknownNamesAreOneLine(script: String) {
        #expect { try KeyScript.events(in: script) } throws: { error in
            let text = (error as? UsageError)?.description ?? ""
            return text.hasPrefix("--keys: unknown key <") && !text.contains("\n")
        }
    }
}
