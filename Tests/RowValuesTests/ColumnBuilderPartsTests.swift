import TestSupport
import Testing

@testable import RowValues
@testable import Streams

/// Values where they lie and values of parts, against the same values appended one by one.
struct ColumnBuilderPartsTests {
    /// Numbers of all shapes, with a byte that is another in some.
    @Test(arguments: 0..<40 as Range<UInt64>, [UInt8(ascii: "."), UInt8(ascii: ",")])
    func fieldsAreReadAsTheirTexts(seed: UInt64, mark: UInt8) throws {
        var random = SeededRandom(seed)
        let texts = (0..<300).map { _ in Self.number(&random, mark) }
        for kind in ColumnKind.allCases {
            var (fields, single) = (
                ColumnBuilder(name: "c", kind: kind, decimalMark: mark),
                ColumnBuilder(name: "c", kind: kind, decimalMark: mark)
            )
            Self.append(texts, to: &fields)
            for text in texts { text.withUnsafeBufferPointer { single.append($0) } }
            let (found, expected) = (fields.finish(), single.finish())
            #expect(found.filledCount == expected.filledCount && found.misfitCount == expected.misfitCount)
            for row in texts.indices {
                let isSame =
                    found.number(at: row)?.bitPattern == expected.number(at: row)?.bitPattern
                    && found.text(at: row) == expected.text(at: row)
                #expect(isSame, "seed \(seed): \(String(decoding: texts[row], as: UTF8.self))")
            }
        }
    }

    /// Parts of different widths, joined in each order of them.
    @Test(arguments: 0..<100 as Range<UInt64>) func partsArePackedLikeTheWhole(seed: UInt64) {
        var random = SeededRandom(seed)
        let sizes = [100.0, 30_000, 2e9, 1e12, 0.5]
        var (whole, joined) = (PackedNumbersBuilder(), PackedNumbersBuilder())
        var numbers: [Double] = []
        joined.expect(10_000)
        for _ in 0..<random.number(1...6) {
            var part = PackedNumbersBuilder()
            let size = sizes.randomElement(using: &random) ?? 1
            for _ in 0..<random.number(0...6_000) {
                let number =
                    random.number(0...9) == 0
                    ? Double.nan
                    : (Double.random(in: -1...1, using: &random) * size).rounded() * (size < 1 ? 0.5 : 1)
                numbers.append(size < 1 ? number + 0.5 : number)
                whole.append(numbers[numbers.count - 1])
                part.append(numbers[numbers.count - 1])
            }
            joined.append(part.finish())
        }
        #expect(joined.count == numbers.count && whole.count == numbers.count)
        let (one, other) = (whole.finish(), joined.finish())
        #expect(one.byteCount == other.byteCount)
        for found in [one, other] {
            let isSame = numbers.indices.allSatisfy {
                numbers[$0].isNaN ? found.value(at: $0).isNaN : found.value(at: $0) == numbers[$0]
            }
            #expect(isSame && found.count == numbers.count)
        }
    }

    /// The least integers of 1, 2 and 4 bytes mean none, so they are kept in the next width.
    @Test(arguments: [
        (-127.0, 1), (-128, 2), (-32_767, 2), (-32_768, 4), (-2_147_483_647, 4), (-2_147_483_648, 8),
    ])
    func leastNumbersAreNoMissingOnes(number: Double, width: Int) {
        var part = PackedNumbersBuilder()
        part.append(number)
        var joined = PackedNumbersBuilder()
        joined.append(.nan)
        joined.append(part.finish())
        let packed = joined.finish()
        #expect(packed[0] == nil && packed[1] == number && packed.byteCount == 2 * width)
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func codesOfPartsAreThoseOfTheWhole(seed: UInt64) {
        var random = SeededRandom(seed)
        let different = [3, 300, 70_000].randomElement(using: &random) ?? 3
        let long = random.number(0...1) == 0 ? "" : "a long word, "
        var (whole, joined) = (WordCodesBuilder(), WordCodesBuilder())
        for _ in 0..<random.number(1...5) {
            var part = WordCodesBuilder()
            for _ in 0..<random.number(0...20_000) {
                let isMissing = random.number(0...5) == 0
                let word = Array((isMissing ? "" : "\(long)\(random.number(0...different))").utf8)
                word.withUnsafeBufferPointer {
                    whole.append($0)
                    part.append($0)
                }
            }
            joined.append(part.finish())
        }
        let (one, other) = (whole.finish(), joined.finish())
        #expect(one.counts == other.counts && one.dictionary.bytes == other.dictionary.bytes)
        #expect(one.byteCount == other.byteCount && one.count == other.count)
        #expect((0..<one.count).allSatisfy { one.code(at: $0) == other.code(at: $0) })
    }

    private static func append(_ texts: [[UInt8]], to builder: inout ColumnBuilder) {
        var bytes: [UInt8] = []
        var spans: [FieldSpan] = []
        for text in texts {
            spans.append(FieldSpan(start: bytes.count, end: bytes.count + text.count))
            bytes += text
            // What follows a field must not be read as a part of it.
            bytes += Array("7.7\n".utf8)
        }
        ByteRun.with(bytes) { run in
            spans.withUnsafeBufferPointer { builder.append($0, in: run, quote: 0x22) }
        }
    }

    private static func number(_ random: inout SeededRandom, _ mark: UInt8) -> [UInt8] {
        func digits(_ count: ClosedRange<Int>) -> [UInt8] {
            (0..<random.number(count)).map { _ in UInt8(48 + random.number(0...9)) }
        }
        var text = random.number(0...3) == 0 ? Array("-".utf8) : []
        text += digits(0...9)
        if random.number(0...1) == 0 { text += [mark] + digits(0...10) }
        if random.number(0...6) == 0, !text.isEmpty {
            text[random.number(0...text.count - 1)] =
                Array(".,e+- 0x7".utf8).randomElement(using: &random) ?? 0
        }
        return text
    }
}
