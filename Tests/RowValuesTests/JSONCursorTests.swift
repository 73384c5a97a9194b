import Foundation
import TestSupport
import Testing

@testable import RowTestSupport
@testable import RowValues
@testable import Streams

@Suite struct JSONCursorTests {
    private func passes(_ text: [UInt8]) -> Bool {
        ByteRun.with(text) { bytes in
            var cursor = JSONCursor(bytes, isFinal: true)
            return (try? cursor.skipValue()) != nil && cursor.isAtEnd()
        }
    }

    @Test(arguments: [
        "0", "-0", "1.5", "1e5", "-1.5E-7", "\"\"", "\"a\\\"b\"", "true", "false", "null", "[]", "{}",
        "[1,[2,[]],{}]",
        " {\n\"a\" : [ 1 , 2 ] ,\t\"b\": {\"c\":{}} } ", "NaN", "-Infinity", "[Infinity]", "[[],[]]",
        "[{},{}]",
        "12345678901234567890123456789012345678901234567890",
    ])
    func passesWhatIsJSON(text: String) { #expect(passes(Array(text.utf8))) }

    @Test(arguments: [
        "", "01", "1.", ".5", "+1", "1e", "--1", "\"", "\"\n\"", "tru", "nul", "[", "[1", "[1,",
        "[,1]", "{",
        "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,,}", "[,]", "[1,,]", "{1:2}", "{\"a\" 1}", "[1 2]", "[}",
        "{]", "]", "1 2",
        "[[]",
        "[]]", "-", "{,}", "'a'", "[1}", "{\"a\":1]",
    ])
    func refusesWhatIsNot(text: String) { #expect(!passes(Array(text.utf8))) }

    /// What JSON does not allow and people write.
    @Test(arguments: ["[1,]", "[1 , ]", "{\"a\":1,}", "{\"a\":[1,],\n}", "[[[],],]", "[{\"a\":{},},]"])
    func aLastCommaIsPassedAndNoted(text: String) throws {
        #expect(passes(Array(text.utf8)))
        try ByteRun.with(Array(text.utf8)) { bytes in
            var cursor = JSONCursor(bytes, isFinal: true)
            _ = try cursor.skipValue()
            #expect(cursor.hasLastComma)
        }
    }

    @Test func nestingHasALimit() {
        for (depth, isRead) in [(256, true), (257, false), (1_000_000, false)] {
            let open = [UInt8](repeating: UInt8(ascii: "["), count: depth)
            #expect(passes(open + [UInt8](repeating: UInt8(ascii: "]"), count: depth)) == isRead)
            #expect(!passes(open))
        }
        let objects = String(repeating: "{\"a\":[", count: 128) + String(repeating: "]}", count: 128)
        #expect(passes(Array(objects.utf8)))
    }

    @Test func aValueCutOffIsIncompleteUnlessNothingFollows() {
        let text = Array(#"{"a":[1.5,"x\"y",true,null,{"b":-2e10}],"c":"é"}"#.utf8)
        for length in 0..<text.count {
            for isFinal in [true, false] {
                let fault = ByteRun.with(Array(text[..<length])) { bytes -> JSONFault? in
                    var cursor = JSONCursor(bytes, isFinal: isFinal)
                    do throws(JSONFault) {
                        _ = try cursor.skipValue()
                        return nil
                    } catch {
                        return error
                    }
                }
                #expect(fault == (isFinal ? .malformed : .incomplete), "\(length)")
            }
        }
    }

    /// What Foundation reads is the same as what we read, value by value.
    @Test(arguments: UInt64(0)..<200) func readsWhatFoundationReads(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let text = Array(RandomJSON.value(&random, depth: 4).utf8)
        let theirs = try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
        try ByteRun.with(text) { bytes in
            var cursor = JSONCursor(bytes, isFinal: true)
            let ours = try RandomJSON.read(&cursor)
            let isAtEnd = cursor.isAtEnd()
            #expect(isAtEnd)
            #expect(
                RandomJSON.areEqual(ours, theirs), "seed \(seed): \(String(decoding: text, as: UTF8.self))")
        }
    }

    /// What we let pass Foundation lets pass too, and the other way round, but for what is said of the type.
    @Test(arguments: UInt64(0)..<300) func refusesWhatFoundationRefuses(seed: UInt64) {
        var random = SeededRandom(seed)
        var text = Array(RandomJSON.value(&random, depth: 3).utf8)
        for _ in 0..<random.number(1...3) { RandomJSON.mutate(&text, &random) }
        let isTheirs =
            (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
        // What is in a string is judged when it is unescaped, and bad UTF-8 is no fault.
        let isPlain = !text.contains { $0 == UInt8(ascii: "\\") || $0 >= 0x80 || $0 == 0 }
        // Foundation accepts fewer digits of exponents than there are.
        let isBounded = !text.contains { $0 | 0x20 == UInt8(ascii: "e") }
        if isPlain, isBounded {
            #expect(passes(text) == isTheirs, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
        } else {
            _ = passes(text)
        }
    }

    @Test(arguments: [
        "0", "8", "-8.5", "180", "-179.9999999", "47.37691234567890", "12.34567885", "0.00000004",
        "0.00000005", "1e2",
        "-1.25e1", "1000", "12345678901234567890", "1.00000000000000000000000000001", "999.99999999",
        "7.12345678901234567", "1e400", "90.00000005",
    ])
    func degreesAreRoundedExactly(text: String) throws {
        let expected = NumberParser(decimalMark: .point).degrees(Array(text.utf8), axis: .longitude)
        for tail in ["", ",1", "]", " ]", "\n"] {
            try ByteRun.with(Array((text + tail).utf8)) { bytes in
                var cursor = JSONCursor(bytes, isFinal: true)
                let units = try cursor.degrees()
                #expect(units.map { .value($0) } == expected)
                #expect(cursor.offset == text.utf8.count)
            }
        }
    }

    @Test(arguments: ["null", "[1]", "true", "-Infinity", "NaN"])
    func otherValuesAreNoDegrees(text: String) throws {
        try ByteRun.with(Array(text.utf8)) { bytes in
            var cursor = JSONCursor(bytes, isFinal: true)
            let units = try cursor.degrees()
            #expect(units == nil)
        }
    }

    @Test(arguments: [
        (#"\ud83d\ude00"#, "😀"), (#"a\u0000b"#, "a\0b"), (#"\ud83d"#, "\u{FFFD}"), (#"\ude00x"#, "\u{FFFD}x"),
        (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"\n\t\"\\\/\b\f\r"#, "\n\t\"\\/\u{8}\u{C}\r"), (#"\u00e9"#, "é"),
        (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀"),
    ])
    func escapesStandForCharacters(text: String, expected: String) throws {
        var found: [UInt8] = []
        try Array(text.utf8).withUnsafeBufferPointer { try JSONString.unescape($0, into: &found) }
        #expect(String(decoding: found, as: UTF8.self) == expected)
    }

    @Test(arguments: [#"\x"#, #"\u12"#, #"\u12g4"#, #"\"#])
    func otherEscapesAreRefused(text: String) {
        var found: [UInt8] = []
        #expect(throws: JSONFault.malformed) {
            try Array(text.utf8).withUnsafeBufferPointer { try JSONString.unescape($0, into: &found) }
        }
    }
}
