import CellGraphics
import Testing

@testable import TerminalInput

@Suite struct InputDecoderTests {
    private func decode(_ text: String, givesUp: Bool = false) -> [InputEvent] {
        decode(Array(text.utf8), givesUp: givesUp)
    }

    private func decode(_ bytes: [UInt8], givesUp: Bool = false) -> [InputEvent] {
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        for byte in bytes { decoder.feed(byte, into: &events) }
        if givesUp { decoder.giveUp(into: &events) }
        return events
    }

    @Test(
        arguments: [
            ("a", Key.character("a"), Modifiers()), ("é", .character("é"), []), ("東", .character("東"), []),
            ("😀", .character("😀"), []), ("\r", .enter, []), ("\n", .enter, []), ("\t", .tab, []),
            ("\u{7F}", .backspace, []), ("\u{8}", .backspace, []), ("\u{3}", .character("c"), .control),
            ("\u{1A}", .character("z"), .control), ("\u{0}", .character(" "), .control),
            ("\u{1C}", .character("\\"), .control), ("\u{1B}b", .character("b"), .alt),
            ("\u{1B}é", .character("é"), .alt),
            ("\u{1B}\u{7F}", .backspace, .alt), ("\u{1B}[A", .up, []), ("\u{1B}OA", .up, []),
            ("\u{1B}[1;2A", .up, .shift),
            ("\u{1B}[1;3D", .left, .alt), ("\u{1B}[1;5C", .right, .control), ("\u{1B}[1;9D", .left, .alt),
            ("\u{1B}\u{1B}[D", .left, .alt), ("\u{1B}[a", .up, .shift), ("\u{1B}Oc", .right, .control),
            ("\u{1B}[5~", .pageUp, []), ("\u{1B}[6;2~", .pageDown, .shift), ("\u{1B}[3~", .delete, []),
            ("\u{1B}[2~", .insert, []), ("\u{1B}[H", .home, []), ("\u{1B}[4~", .end, []),
            ("\u{1B}[Z", .backTab, []),
            ("\u{1B}OP", .function(1), []), ("\u{1B}[[E", .function(5), []), ("\u{1B}[15~", .function(5), []),
            ("\u{1B}[24~", .function(12), []), ("\u{1B}[1;2P", .function(1), .shift),
            ("\u{1B}OM", .enter, []),
            ("\u{1B}[27;5;105~", .character("i"), .control), ("\u{1B}[9;2u", .backTab, []),
            ("\u{1B}[108;5u", .character("l"), .control), ("\u{1B}[3^", .delete, .control),
        ] as [(String, Key, Modifiers)])
    func sequenceIsOneKey(bytes: String, key: Key, modifiers: Modifiers) {
        #expect(decode(bytes) == [.key(key, modifiers)])
    }

    @Test(arguments: [
        "\u{1B}[12;40R", "\u{1B}[1;2R", "\u{1B}[?64;1;2c", "\u{1B}[>41;354;0c", "\u{1B}[0n", "\u{1B}[I",
        "\u{1B}[O",
        "\u{1B}[?2026;2$y", "\u{1B}[8;24;80t", "\u{1B}]11;rgb:1111/2222/3333\u{7}",
        "\u{1B}]11;rgb:1111/2222/3333\u{1B}\\", "\u{1B}P1+r544e\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\",
        "\u{1B}[99~",
        "\u{1B}[<64;1;1m", "\u{1B}[<3;0;0M", "\u{1B}[<0;1M", "\u{1B}[<999999999999999999999;1;1M",
        "\u{1B}[1;1;1;1A",
    ])
    func answerIsNoKey(bytes: String) {
        #expect(decode(bytes) == [])
        #expect(decode(bytes + "x") == [.key(.character("x"))])
    }

    @Test(arguments: [
        ("\u{1B}[?62;22c", 1), ("\u{1B}[?6c\u{1B}[?1;2c", 2), ("\u{1B}[>0;276;0c\u{1B}[2;2R", 0),
    ])
    func answersWhatTerminalItIs(answer: String, count: Int) {
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        for byte in answer.utf8 { decoder.feed(byte, into: &events) }
        #expect(decoder.answers.attributeCount == count && events.isEmpty)
    }

    @Test func backgroundAnswerIsKept() {
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        for byte in "\u{1B}]11;rgb:ffff/0000/8080\u{1B}\\".utf8 { decoder.feed(byte, into: &events) }
        #expect(decoder.answers.background == "11;rgb:ffff/0000/8080")
    }

    /// A palette entry beyond the first sixteen, a name, or a kind that is known to have 256 colours.
    @Test(arguments: [
        ("\u{1B}]4;255;rgb:eeee/eeee/eeee\u{07}", true), ("\u{1B}]4;255;rgba:ee/ee/ee/ff\u{1B}\\", true),
        ("\u{1B}]4;15;rgb:ffff/ffff/ffff\u{07}", false), ("\u{1B}]4;255;?\u{07}", false),
        ("\u{1B}P>|XTerm(390)\u{1B}\\", true), ("\u{1B}P>|\u{1B}\\", false),
        ("\u{1B}P1$r0m\u{1B}\\", false), ("\u{1B}[>0;136;0c", true), ("\u{1B}[>0;115;0c", true),
        ("\u{1B}[>65;7600;1c", true), ("\u{1B}[>1;10;0c", false), ("\u{1B}[>0;95;0c", false),
        ("\u{1B}[>84;0;0c", true), ("\u{1B}[>83;40800;0c", false), ("\u{1B}[?62;22c", false),
    ])
    func answersOfTerminalsWith256ColoursAreKnown(answer: String, hasColors: Bool) {
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        for byte in answer.utf8 { decoder.feed(byte, into: &events) }
        #expect(decoder.answers.hasIndexedColors == hasColors && events.isEmpty)
    }

    @Test func escapeAloneIsAKeyOnlyAfterAWait() {
        #expect(decode("\u{1B}") == [])
        #expect(decode("\u{1B}", givesUp: true) == [.key(.escape)])
        #expect(decode("\u{1B}\u{1B}", givesUp: true) == [.key(.escape), .key(.escape)])
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}]11;rgb", "\u{1B}P", "\u{1B}[M!"])
    func halfSequenceIsDroppedAndDoesNotEatTheNextKey(bytes: String) {
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        for byte in bytes.utf8 { decoder.feed(byte, into: &events) }
        #expect(decoder.timeoutMilliseconds == 250)
        decoder.giveUp(into: &events)
        #expect(decoder.timeoutMilliseconds == nil)
        decoder.feed(UInt8(ascii: "q"), into: &events)
        #expect(events == [.key(.character("q"))])
    }

    @Test(
        arguments: [
            ("\u{1B}[<0;3;4M", MouseEvent.Kind.press, MouseEvent.Button.left, 2, 3, Modifiers()),
            ("\u{1B}[<2;3;4m", .release, .right, 2, 3, []), ("\u{1B}[<32;3;4M", .drag, .left, 2, 3, []),
            ("\u{1B}[<64;1;1M", .wheelUp, .other, 0, 0, []),
            ("\u{1B}[<65;1;1M", .wheelDown, .other, 0, 0, []),
            ("\u{1B}[<80;300;9M", .wheelUp, .other, 299, 8, .control),
            ("\u{1B}[M !!", .press, .left, 0, 0, []),
        ] as [(String, MouseEvent.Kind, MouseEvent.Button, Int, Int, Modifiers)])
    func mouseIsReported(
        bytes: String, kind: MouseEvent.Kind, button: MouseEvent.Button, column: Int, row: Int,
        modifiers: Modifiers
    ) {
        let point = CellPoint(column: column, row: row)
        #expect(
            decode(bytes) == [
                .mouse(MouseEvent(kind: kind, button: button, point: point, modifiers: modifiers))
            ])
    }

    @Test func pasteIsNeverKeys() {
        #expect(
            decode("\u{1B}[200~q\u{1B}[A\u{1B}[20\n\u{1B}[201~x")
                == [.paste("q\u{1B}[A\u{1B}[20\n"), .key(.character("x"))])
    }

    @Test func longPasteIsCut() {
        let events = decode(
            "\u{1B}[200~" + String(repeating: "é", count: InputDecoder.pasteLimit / 2 + 1_000) + "\u{1B}[201~"
        )
        #expect(events == [.paste(String(repeating: "é", count: InputDecoder.pasteLimit / 2))])
    }

    @Test func pasteWithoutEndIsGivenUp() {
        #expect(decode("\u{1B}[200~abc", givesUp: true) == [.paste("abc")])
    }

    @Test(
        arguments: [
            [0xC3, 0x28], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xFF],
            [0xC2, 0x9B],
        ] as [[UInt8]])
    func brokenUTF8IsDropped(bytes: [UInt8]) {
        #expect(decode(bytes + [UInt8(ascii: "x")]).last == .key(.character("x")))
        #expect(decode(bytes + [UInt8(ascii: "x")]).count == (bytes.contains(0x28) ? 2 : 1))
    }

    @Test(arguments: UInt64(0)..<8)
    func junkEndsInTheGroundState(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        var decoder = InputDecoder()
        var events: [InputEvent] = []
        for index in 0..<50_000 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            // One in four bytes begins or continues a sequence.
            let special = Array("\u{1B}[]OP<;M~0\u{7}\\".utf8)[Int(state % 12)]
            let byte = index % 4 == 0 ? special : UInt8(truncatingIfNeeded: state)
            decoder.feed(byte, into: &events)
        }
        decoder.giveUp(into: &events)
        events = []
        decoder.feed(UInt8(ascii: "q"), into: &events)
        #expect(events == [.key(.character("q"))], "seed \(seed)")
    }

    @Test func keysOfTerminfoComeFirst() {
        var decoder = InputDecoder()
        decoder.keys[Array("\u{1B}A".utf8)] = .init(key: .up)
        decoder.keys[Array("\u{1B}[7$".utf8)] = .init(key: .home, modifiers: .shift)
        var events: [InputEvent] = []
        for byte in "\u{1B}A\u{1B}[7$".utf8 { decoder.feed(byte, into: &events) }
        #expect(events == [.key(.up), .key(.home, .shift)])
    }

    @Test(
        arguments: [
            ("11;rgb:ffff/ffff/ffff", true), ("11;rgb:0/0/0", false), ("11;rgb:1c1c/1c1c/1c1c", false),
            ("11;rgba:ff/ff/dd/ff", true), ("11;rgb:/", nil), ("11;rgb:gg/00/00", nil), ("11;?", nil),
            ("11;rgb:-1/ff/ff", nil),
        ] as [(String, Bool?)])
    func backgroundAnswerIsRead(answer: String, isLight: Bool?) {
        #expect(BackgroundColor.isLight(answer: answer) == isLight)
    }

    @Test(
        arguments: [
            ("15;0", false), ("0;15", true), ("0;default;7", true), ("x", nil), ("", nil), ("0;99", nil),
        ] as [(String, Bool?)])
    func backgroundVariableIsRead(text: String, isLight: Bool?) {
        #expect(BackgroundColor.isLight(colorfgbg: text) == isLight)
    }
}
