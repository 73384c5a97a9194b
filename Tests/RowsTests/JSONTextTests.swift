import TestSupport
import Testing

@testable import Rows

@Suite struct JSONTextTests {
    /// A string as the rules say, one character after the other.
    private func escaped(_ bytes: [UInt8]) -> String {
        var text = "\""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\0"..<" ", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    private func written(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        JSONText.append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: UInt8.min...UInt8.max) func eachByteIsEscapedWhereverItStands(byte: UInt8) {
        for place in 0..<20 {
            var bytes = Array("abcdefghijklmnopqrst".utf8)
            bytes[place] = byte
            #expect(written(bytes) == escaped(bytes), "at \(place)")
        }
    }

    @Test(arguments: 0..<300) func anyBytesAreWrittenAsTheirCharacters(seed: UInt64) {
        var random = SeededRandom(seed)
        let pieces: [[UInt8]] = [
            Array("plain text ".utf8), Array("é".utf8), Array("€".utf8), Array("😀".utf8), [0xC2, 0x85],
            [0xC2, 0xA0],
            [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
            [0xE2, 0x82],
            Array("\"".utf8), Array("\\".utf8), [0], [0x1B], [0x7F],
        ]
        let bytes = (0..<random.number(0...12)).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
        #expect(written(bytes) == escaped(bytes), "\(bytes)")
        // A collection without memory of its own is written in the same way.
        var text: [UInt8] = []
        JSONText.append(bytes.lazy.map { $0 }, to: &text)
        #expect(String(decoding: text, as: UTF8.self) == escaped(bytes))
    }

    @Test(
        arguments: [
            0, 1, -1, 10, 9_999_999, 10_000_000, -10_000_000, 100_000_000, 999_999_999, 1_800_000_000,
            -1_800_000_000,
            1_234_567_890, -15, .max, .min,
        ] as [Int32])
    func degreesAreWrittenAsDecimals(degreesE7: Int32) {
        var (text, expected): ([UInt8], [UInt8]) = ([], [])
        DecimalText.append(degreesE7: degreesE7, to: &text)
        DecimalText.append(Int(degreesE7), digits: 7, isTrimmed: true, to: &expected)
        #expect(text == expected)
    }

    @Test(arguments: 0..<50) func anyDegreesAreWrittenAsDecimals(seed: UInt64) {
        var random = SeededRandom(seed)
        for _ in 0..<100 {
            degreesAreWrittenAsDecimals(degreesE7: Int32(random.number(-1_800_000_000...1_800_000_000)))
        }
    }
}
