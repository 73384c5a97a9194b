import Platform
import Testing

@testable import TerminalScreen

/// Descriptions of terminals inside the program.
@Suite struct BundledTerminfoTests {
    @Test(arguments: [
        "xterm-256color", "xterm", "screen-256color", "screen", "tmux-256color", "tmux", "linux", "vt100",
        "vt220",
        "rxvt-unicode-256color", "alacritty",
    ])
    func eachIsACompiledDescriptionOfItsType(name: String) throws {
        let text = try #require(BundledTerminfo.description(of: name))
        // The magic numbers of term(5), and the name as its first bytes after the head.
        #expect(text.hasPrefix("1a01") || text.hasPrefix("1e02"))
        let names = name.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(text.dropFirst(24).hasPrefix(names + "7c"))
    }

    @Test func whatTheSystemKnowsIsNotAskedAgain() {
        var questions: [String?] = []
        let found = BundledTerminfo.finding("xterm") {
            questions.append(Environment["TERMINFO"])
            return true
        }
        #expect(found == true && questions == [Environment["TERMINFO"]])
    }

    @Test func whatItDoesNotKnowIsAskedWithOurDescription() {
        let before = Environment.lines
        var questions: [String?] = []
        let found = BundledTerminfo.finding("xterm") { () -> Bool? in
            questions.append(Environment["TERMINFO"])
            return questions.count == 2 ? true : nil
        }
        #expect(found == true && questions.count == 2)
        #expect(questions.last??.hasPrefix("hex:") == true)
        #expect(Environment.lines == before)
    }

    @Test func aTypeThatNobodyKnowsIsAskedOnce() {
        var count = 0
        let found = BundledTerminfo.finding("unheard-of") { () -> Bool? in
            count += 1
            return nil
        }
        #expect(found == nil && count == 1)
    }
}
