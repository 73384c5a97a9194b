import Testing

@testable import TerminalScreen

/// What a terminal shows of a stream: each character with the colours that one can see on it.
private struct Shown: Equatable {
    var character: Character
    var ink: [String]
    var paper: [String]
    var attributes: Set<String>
}

/// A terminal that only knows colours; blanks and erasures show no ink unless underlined or reversed.
private func interpret(_ bytes: [UInt8]) -> [Shown] {
    var shown: [Shown] = []
    var ink = ["39"]
    var paper = ["49"]
    var attributes: Set<String> = []
    var rest = Array(String(decoding: bytes, as: UTF8.self))[...]
    func show(_ character: Character) {
        let isBlank = character == " " || character == "\u{1B}"
        let visible = attributes.intersection(["4", "7"])
        let hidesInk = isBlank && visible.isEmpty
        shown.append(
            Shown(
                character: character, ink: hidesInk ? [] : ink, paper: paper,
                attributes: isBlank ? visible : attributes))
    }
    while let character = rest.popFirst() {
        guard character == "\u{1B}", rest.first == "[" else {
            show(character)
            continue
        }
        rest.removeFirst()
        let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
        let codes = String(rest[..<end]).split(separator: ";", omittingEmptySubsequences: false).map(
            String.init)
        let final = rest[end]
        rest = rest[(end + 1)...]
        guard final == "m" else {
            if "XKJ".contains(final) { show("\u{1B}") }
            continue
        }
        var index = 0
        while index < codes.count {
            switch codes[index] {
            case "", "0":
                ink = ["39"]
                paper = ["49"]
                attributes = []
            case "38": ink = Array(codes[index..<(index + 3)])
            case "48": paper = Array(codes[index..<(index + 3)])
            case "22": attributes.subtract(["1", "2"])
            case "23", "24", "27": attributes.remove(String(codes[index].last ?? " "))
            case let code where code.count == 1: attributes.insert(code)
            case let code where code.hasPrefix("3") || code.hasPrefix("9"): ink = [code]
            case let code: paper = [code]
            }
            index += codes[index] == "38" || codes[index] == "48" ? 3 : 1
        }
    }
    return shown
}

struct RenditionFilterTests {
    private static let pieces = [
        "\u{1B}[0m", "\u{1B}[m", "\u{1B}[1m", "\u{1B}[2m", "\u{1B}[3m", "\u{1B}[4m", "\u{1B}[7m",
        "\u{1B}[22m",
        "\u{1B}[24m", "\u{1B}[27m", "\u{1B}[39;49m", "\u{1B}[31m", "\u{1B}[94m", "\u{1B}[38;5;66m",
        "\u{1B}[48;5;237m",
        "\u{1B}[48;5;233m", "\u{1B}[0;1m", "\u{1B}[49m", "\u{1B}[41m", " ", "   ", "a", "⠿", "\u{1B}[4X",
        "\u{1B}[K",
        "\u{1B}[12;7H", "\u{1B}[3G",
    ]

    @Test(arguments: 0..<200) func whatIsSeenStaysTheSame(seed: UInt64) {
        var state = seed &* 6_364_136_223_846_793_005 &+ 99
        var text = ""
        for _ in 0..<80 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            text += Self.pieces[Int(state >> 33) % Self.pieces.count]
        }
        for clearsSingly in [false, true] {
            var filter = RenditionFilter()
            filter.clearsSingly = clearsSingly
            let filtered = filter.filtered(Array(text.utf8))
            #expect(interpret(filtered) == interpret(Array(text.utf8)), "seed \(seed)")
        }
    }

    @Test func coloursThatDidNotChangeAreNotSentAgain() {
        var filter = RenditionFilter()
        let text =
            "\u{1B}[38;5;66m\u{1B}[48;5;237ma\u{1B}[39;49m\u{1B}[48;5;237m \u{1B}[38;5;66m\u{1B}[48;5;237mb"
        #expect(
            String(decoding: filter.filtered(Array(text.utf8)), as: UTF8.self)
                == "\u{1B}[0;38;5;66;48;5;237ma b")
    }

    /// What stands for nothing between semicolons is a reset, also at the end.
    @Test(arguments: ["\u{1B}[1;m", "\u{1B}[1;;m", "\u{1B}[31;0m", "\u{1B}[1m\u{1B}[m"])
    func emptyParametersReset(_ text: String) {
        var filter = RenditionFilter()
        _ = filter.filtered(Array("\u{1B}[0mx".utf8))
        #expect(filter.filtered(Array((text + "y").utf8)) == Array("y".utf8))
    }

    /// The end of bold costs no colours.
    @Test func attributesAreTakenBackSingly() {
        var filter = RenditionFilter()
        filter.clearsSingly = true
        _ = filter.filtered(Array("\u{1B}[0;1;38;5;231;48;5;236mx".utf8))
        #expect(
            filter.filtered(Array("\u{1B}[0;38;5;247;48;5;236my".utf8)) == Array("\u{1B}[22;38;5;247my".utf8))
    }

    @Test func coloursThatThePaletteHasAreSentByNumber() {
        var filter = RenditionFilter()
        let colors: [UInt16: UInt32] = [16: 0xffffff, 17: 0x0b1727, 18: 0x000000]
        let text = "\u{1B}[38;5;16;48;5;17ma\u{1B}[38;5;18;48;5;16mb"
        #expect(
            String(decoding: filter.filtered(Array(text.utf8), directColors: colors), as: UTF8.self)
                == "\u{1B}[0;38;5;231;48;2;11;23;39ma\u{1B}[38;5;16;48;5;231mb")
    }

    @Test func whatTheTerminalHasIsRememberedFromFrameToFrame() {
        var filter = RenditionFilter()
        _ = filter.filtered(Array("\u{1B}[31mx\u{1B}[0m".utf8))
        #expect(filter.filtered(Array("\u{1B}[31my".utf8)) == Array("y".utf8))
        filter.forget()
        #expect(filter.filtered(Array("\u{1B}[31my".utf8)) == Array("\u{1B}[0;31my".utf8))
    }

    @Test func theConsolesWayOfResettingKeepsAttributes() {
        var filter = RenditionFilter()
        let text = "\u{1B}[0;10;1m\u{1B}[33m(12)\u{1B}[0;10m x"
        #expect(
            String(decoding: filter.filtered(Array(text.utf8)), as: UTF8.self)
                == "\u{1B}[0;1;33m(12) \u{1B}[0mx")
    }

    @Test func coloursWithColonsAreColours() {
        var filter = RenditionFilter()
        let text = "\u{1B}[38:2::1:2:3ma\u{1B}[38:2::1:2:3mb"
        #expect(
            String(decoding: filter.filtered(Array(text.utf8)), as: UTF8.self) == "\u{1B}[0;38:2::1:2:3mab")
    }

    @Test func numbersThatStandForColoursAreTranslated() {
        var filter = RenditionFilter()
        let filtered = filter.filtered(Array("\u{1B}[48;5;20m ".utf8), directColors: [20: 0x0A0B0C])
        #expect(String(decoding: filtered, as: UTF8.self) == "\u{1B}[0;48;2;10;11;12m ")
    }

    @Test func afterAnUnknownCommandAllPassesUntilAReset() {
        var filter = RenditionFilter()
        let text = "\u{1B}[31mx\u{1B}[77my\u{1B}[1mz"
        #expect(
            String(decoding: filter.filtered(Array(text.utf8)), as: UTF8.self)
                == "\u{1B}[0;31mx\u{1B}[77my\u{1B}[1mz")
        #expect(filter.filtered(Array("\u{1B}[0;32mw".utf8)) == Array("\u{1B}[0;32mw".utf8))
    }

    @Test func paletteOfTheConsoleIsLeftAlone() {
        var filter = RenditionFilter()
        #expect(String(decoding: filter.filtered(Array("\u{1B}]Ra".utf8)), as: UTF8.self) == "\u{1B}[0ma")
    }
}
