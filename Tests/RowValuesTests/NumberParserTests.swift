import MapModel
import TestSupport
import Testing

@testable import RowValues
@testable import Streams

@Suite struct NumberParserTests {
    @Test(arguments: 0..<50 as Range<UInt64>) func agreesWithStrtod(seed: UInt64) {
        var random = SeededRandom(seed)
        for _ in 0..<200 {
            let text = randomDecimal(&random)
            guard let value = Double(text) else { continue }
            let expected = value * 1e7
            guard case .value(let units) = parse(text) else {
                Issue.record("seed \(seed): \(text) is not read")
                continue
            }
            // Within half a unit and what a Double of this size can be off by.
            #expect(abs(Double(units) - expected) <= 0.5 + abs(expected) * 1e-14, "seed \(seed): \(text)")
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func fastAndSlowPathsAgree(seed: UInt64) {
        var random = SeededRandom(seed)
        let characters = Array("0123456789.-,eE +N")
        for _ in 0..<500 {
            let length = Int.random(in: 0..<14, using: &random)
            let text = String((0..<length).map { _ in characters.randomElement(using: &random) ?? "0" })
            let slow = NumberParser(decimalMark: .point).degrees(Array(text.utf8), axis: .latitude)
            #expect(parse(text) == slow, "seed \(seed): \(text.debugDescription)")
        }
    }

    /// Decimals with a byte that is another, so that nearly all are almost plain.
    @Test(arguments: 0..<20 as Range<UInt64>) func almostPlainDecimalsAreReadOrLeft(seed: UInt64) {
        var random = SeededRandom(seed)
        var plainCount = 0
        for _ in 0..<2000 {
            var text = Array(randomDecimal(&random).utf8)
            if Bool.random(using: &random) {
                text[Int.random(in: text.indices, using: &random)] = UInt8.random(in: 0..<128, using: &random)
            }
            let length = text.count
            let plain = (text + Array(repeating: UInt8(ascii: "7"), count: 64)).withUnsafeBufferPointer {
                $0.baseAddress.map {
                    NumberParser.plainDegrees(in: ByteRun(base: $0, count: length), from: 0, to: length)
                } ?? NumberParser.notPlain
            }
            guard plain != NumberParser.notPlain else { continue }
            plainCount += 1
            let slow = NumberParser(decimalMark: .point).degrees(text, axis: .latitude)
            #expect(slow == .value(plain), "seed \(seed): \(text)")
        }
        #expect(plainCount > 300)
    }

    @Test(arguments: [
        ("47.3769", 473_769_000), ("-8", -80_000_000), ("+8.5", 85_000_000), (".5", 5_000_000),
        ("8.", 80_000_000),
        ("0.00000005", 1), ("-0.00000005", -1), ("0.000000049999", 0),
        ("1.23456789012345678901234567890", 12_345_679),
        ("  8.54  ", 85_400_000), ("000000047.5", 475_000_000), ("4.73769e1", 473_769_000), ("1e-400", 0),
        ("−8.5", -85_000_000), ("179.99999999", 1_800_000_000),
        ("47°22'36.8\"N", 473_768_889), ("47 22 36.8", 473_768_889), ("N47°22.6133'", 473_768_883),
        ("47:22:36.8S", -473_768_889), ("47d22m36.8s", 473_768_889), ("47.5 S", -475_000_000),
        ("-47 30", -475_000_000),
    ]) func readsDegrees(text: String, units: Int64) {
        #expect(parse(text) == .value(units))
    }

    @Test(arguments: [
        "north", "inf", "-Infinity", "0x1F", "1e", "e5", "1.2.3", "47,3769", "1,234.5", "١٢",
        "4 7 8 9",
        "--5", "47..3", "8.5E8.5", "47°61'", "47.5°30'", "8.5E", "-5N", "N", ".", "-.", "5-", "1_000",
        "47'22°", "1e5e5",
        "4\u{0}7",
    ]) func rejects(text: String) {
        #expect(parse(text) == .notANumber)
    }

    @Test(arguments: ["", " ", "NA", "na", "N/A", "NULL", "null", "\\N", "-", "NaN", "None", "undefined"])
    func knowsWhatIsMissing(
        text: String
    ) {
        #expect(parse(text) == .missing)
    }

    @Test(arguments: [
        ("47,3769", 473_769_000), ("-8,5", -85_000_000), ("47.3769", 473_769_000), ("8,5 W", -85_000_000),
        ("1511233,48W", -1_512_093_000),
    ])
    func readsDecimalCommas(text: String, units: Int64) {
        let axis: CoordinateAxis = text.hasSuffix("W") ? .longitude : .latitude
        #expect(NumberParser(decimalMark: .comma).degrees(Array(text.utf8), axis: axis) == .value(units))
        #expect(NumberParser(decimalMark: .comma).degrees(Array("1.234,5".utf8), axis: axis) == .notANumber)
    }

    @Test(arguments: ["1e400", "1e308", String(repeating: "9", count: 400), "99999999999999999999.5"])
    func hugeNumbersStayFarAway(text: String) {
        guard case .value(let units) = parse(text) else { return #expect(text == "1e400") }
        #expect(units >= 1_000 * NumberParser.unitsPerDegree)
        #expect(units <= 2 * DegreeText.farAway)
    }

    private func parse(_ text: String) -> ParsedDegrees {
        ByteRun.with(Array(text.utf8)) {
            NumberParser(decimalMark: .point).degrees(in: $0, 0..<$0.count, axis: .latitude)
        }
    }

    private func randomDecimal(_ random: inout SeededRandom) -> String {
        func digits(_ range: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: range, using: &random)).map { _ in
                    "0123456789".randomElement(using: &random) ?? "0"
                })
        }
        let sign = ["", "-", "+"].randomElement(using: &random) ?? ""
        let exponent =
            Int.random(in: 0..<8, using: &random) == 0 ? "e\(Int.random(in: -9...2, using: &random))" : ""
        return sign + digits(1...3) + "." + digits(0...20) + exponent
    }
}
