import TestSupport
import Testing

@testable import MapModel

private func folded(_ text: String) -> String { String(decoding: FoldedText.folded(text), as: UTF8.self) }

private func folded(bytes: [UInt8]) -> [UInt8] {
    var buffer = FoldingBuffer()
    bytes.withUnsafeBufferPointer { buffer.append($0) }
    return buffer.withBytes { Array($0) }
}

@Suite struct FoldedTextTests {
    /// Each block of 4,096 scalars has one hash, made by Python's unicodedata.
    @Test(arguments: FoldingOracle.hashes.indices)
    func everyScalarFoldsAsPythonFoldsIt(block: Int) {
        let range = UInt32(block) << 12..<UInt32(block + 1) << 12
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: [UInt8]) { for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
        for pair in stride(from: 0, to: FoldingOracle.assigned.count, by: 2) {
            let known = FoldingOracle.assigned[pair]..<FoldingOracle.assigned[pair + 1] + 1
            for value in known.clamped(to: range) {
                guard let scalar = Unicode.Scalar(value) else { continue }
                add(Array(String(value, radix: 16).utf8) + [UInt8(ascii: ":")])
                add(folded(bytes: Array(String(Character(scalar)).utf8)) + [UInt8(ascii: ";")])
            }
        }
        #expect(hash == FoldingOracle.hashes[block])
    }

    @Test(arguments: FoldingOracle.words.indices)
    func wordsFoldAlikeInEveryNormalForm(index: Int) {
        let word = FoldingOracle.words[index]
        for form in word.forms { #expect(FoldedText.folded(form) == Array(word.folded.utf8), "\(form)") }
    }

    @Test(arguments: FoldingOracle.words.indices)
    func foldingTwiceIsFoldingOnce(index: Int) {
        let once = FoldedText.folded(FoldingOracle.words[index].forms[0])
        #expect(folded(bytes: once) == once)
    }

    @Test(arguments: [
        ("O'Brien", "obrien"), ("Coeur d’Alene", "coeur dalene"), ("Washington, D.C.", "washington dc"),
        ("Saint-Étienne", "saint etienne"), ("St. Louis", "st louis"), ("  A\t\nB  ", "a b"),
        ("a_b/c", "a b c"),
        ("Straße", "strasse"), ("İstanbul", "istanbul"), ("Łódź", "lodz"), ("ĲSSELMEER", "ijsselmeer"),
        ("", ""), ("-", ""), ("'", ""), ("ﷺ", "صلي الله عليه وسلم"), ("한국", "한국"), ("ガ", "か\u{3099}"),
    ])
    func namesFoldAsPeopleType(name: String, expected: String) {
        #expect(Array(folded(name).utf8) == Array(expected.utf8))
    }

    /// Eight bytes at a time or one: blanks and letters at every place of a word.
    @Test(arguments: 0..<200)
    func plainTextFoldsAsCharacterByCharacter(seed: UInt64) {
        var random = SeededRandom(seed)
        let alphabet = Array("abcXYZ019  -.'é@[`{/:".unicodeScalars)
        let text = (0..<random.number(0...40)).map { _ in
            Character(alphabet[random.number(0...alphabet.count - 1)])
        }
        var expected: [UInt8] = []
        for byte in text.flatMap({ FoldedText.folded($0) })
        where byte != 0x20 || (expected.last ?? 0x20) != 0x20 {
            expected.append(byte)
        }
        if expected.last == 0x20 { expected.removeLast() }
        #expect(FoldedText.folded(String(text)) == expected, "\(String(text))")
    }

    /// Any bytes fold as the string does that they are read as.
    @Test(arguments: 0..<300)
    func badBytesAreBlanks(seed: UInt64) {
        var random = SeededRandom(seed)
        let parts: [[UInt8]] = [
            [0xC3, 0xA9], [0xE6, 0x9D, 0xB1], [0xF0, 0x9D, 0x90, 0x81], [0xC0, 0x80], [0xED, 0xA0, 0x80],
            [0xF5],
            [0xE2, 0x82], [0x80], [0xFF], [0x61], [0x20], [0xF0, 0x9F], [0xF4, 0x90, 0x80, 0x80],
            [0x41, 0x42],
        ]
        let bytes = (0..<random.number(0...12)).flatMap { _ in parts[random.number(0...parts.count - 1)] }
        #expect(folded(bytes: bytes) == FoldedText.folded(String(decoding: bytes, as: UTF8.self)), "\(bytes)")
    }

    @Test func controlCharactersNeverRemain() {
        for byte in UInt8(0)..<0x80 {
            let folded = folded(bytes: [0x61, byte, 0x62])
            #expect(folded.allSatisfy { $0 == 0x20 || $0 >= 0x30 }, "\(byte)")
        }
    }

    @Test func textThatGrowsMostFits() {
        let folded = FoldedText.folded(String(repeating: "ﷺ", count: 3_000))
        #expect(folded.count == 3_000 * 33)
    }
}
