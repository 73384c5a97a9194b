import Foundation
import TestSupport
import Testing

@testable import MapSources

@Suite struct JSONLineTests {
    /// What a line holds, as text; nil when it is malformed.
    private static func values(_ text: String) -> [String]? { values(Array(text.utf8)) }

    private static func values(_ bytes: [UInt8]) -> [String]? {
        var values: [String] = []
        do {
            try JSONLine.forEachValue(of: bytes.span) { member, line in
                let top = String(decoding: bytes[member.topKey], as: UTF8.self)
                let key = String(decoding: bytes[member.key], as: UTF8.self)
                let value =
                    switch member.value {
                    case .string(let range): "'" + String(decoding: bytes[range], as: UTF8.self) + "'"
                    case .number(let number): "\(number)"
                    case .bool(let bool): "\(bool)"
                    case .null: "null"
                    }
                values.append("\(member.depth) \(top) \(key) \(value)")
            }
        } catch {
            return nil
        }
        return values
    }

    @Test func allValuesAreSeen() {
        let line = #" { "a" : 1.5 ,"b":[true,{"c":"x\"y","d":null},-2e3], "e":{}, "f":[], "g":{"h":[[0]]} } "#
        #expect(
            Self.values(line) == [
                "1 a a 1.5", "2 b b true", "3 b c 'x\\\"y'", "3 b d null", "2 b d -2000.0", "4 g h 0.0",
            ])
        #expect(Self.values("{}") == [])
    }

    @Test(arguments: [
        "", " ", "[]", "1", "{", "}", "{]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\":1 \"b\":2}",
        "{\"a\":1}}", "{\"a\":1}x", "{\"a\":[1,]}", "{\"a\":[1}", "{\"a\":tru}", "{\"a\":NaN}",
        "{\"a\":Infinity}",
        "{\"a\":-}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":+1}", "{\"a\":1e}", "{\"a\":1e999}",
        "{\"a\":0x10}", "{\"a\":\"b}", "{\"a\":\"\u{1}\"}", "{a:1}", "{'a':1}", "{\"a\":\"\\", "{\"a\":1 2}",
        "\u{0}", "{\"a\":\"\\\"}",
    ])
    func whatIsNoObjectIsMalformed(line: String) {
        #expect(Self.values(line) == nil)
    }

    @Test func depthIsLimitedWithoutRecursion() {
        func nested(_ depth: Int) -> String {
            "{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        }
        #expect(Self.values(nested(31)) != nil)
        #expect(Self.values(nested(32)) == nil && Self.values(nested(5000)) == nil)
        #expect(Self.values("{\"a\":" + String(repeating: "{\"a\":", count: 5000)) == nil)
        #expect(Self.values(String(repeating: "[", count: 1_000_000)) == nil)
    }

    @Test(arguments: [
        "0", "-0", "1", "12.50", "-37.784788333", "175.314896667", "1e5", "1E-7", "9007199254740993",
        "123456789012345678901234567890", "0.1234567890123456789", "1e308", "4.9e-324",
        "2.2250738585072011e-308",
        "0.000000000000000000000000000001", "1.7976931348623157e308", "-1.5e+3", "179.99999999999999999",
    ])
    func numbersAreTheNearestDoubles(text: String) {
        #expect(JSONNumber.value(Array(text.utf8).span) == Double(text))
    }

    @Test(arguments: 0..<200) func randomNumbersAreTheNearestDoubles(seed: UInt64) {
        var random = SeededRandom(seed)
        for _ in 0..<20 {
            var text = random.number(0...1) == 0 ? "-" : ""
            text += "\(random.number(0...Int.max >> random.number(0...62)))"
            let decimals = random.number(0...25)
            if decimals > 0 { text += "." + (0..<decimals).map { _ in "\(random.number(0...9))" }.joined() }
            if random.number(0...3) == 0 { text += "e\(random.number(-330...300))" }
            let expected = Double(text).flatMap { $0.isFinite ? $0 : nil }
            #expect(JSONNumber.value(Array(text.utf8).span) == expected, "\(text)")
        }
    }

    /// Damaged lines: accepted or refused as Foundation does, but for what is documented.
    @Test(arguments: 0..<100) func damagedLinesAreJudgedAsFoundationDoes(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let line = #"{"class":"SKY","x":[1,-2.5e3,{"used":true,"el":null}],"t":"a\"b","d":{"k":[[]],"m":0}}"#
        for _ in 0..<20 {
            var bytes = Array(line.utf8)
            for _ in 0...random.number(0...2) {
                let place = random.number(0...bytes.count - 1)
                switch random.number(0...2) {
                case 0:
                    bytes[place] =
                        Array("{}[],:\"\\0123456789.eE+-tnf ".utf8).randomElement(using: &random) ?? 0
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[random.number(0...bytes.count - 1)], at: place)
                }
            }
            let theirs = (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any]
            let ours = Self.values(bytes) != nil
            // We do not look into escapes; Foundation takes a comma before the end of a container.
            let text = String(decoding: bytes, as: UTF8.self)
            if ours != theirs {
                #expect(ours ? text.contains("\\") : text.contains(",]") || text.contains(",}"), "\(text)")
            }
        }
    }
}
