import CellGraphics
import Testing

@testable import App
@testable import Scene

@Suite struct AsciiPatternTests {
    @Test(arguments: 0..<256)
    func everyPatternIsOnePrintableCharacter(bits: Int) throws {
        let scalar = try #require(AsciiPattern.glyph(for: UInt8(bits)).scalar)
        #expect((0x20...0x7E).contains(scalar.value))
        #expect((scalar == " ") == (bits == 0))
    }

    @Test(
        arguments: [
            (0b0000_0000, " "), (0b1111_1111, "#"), (0b0100_0111, "|"), (0b1011_1000, "|"),
            (0b1100_0000, "_"),
            (0b0000_1001, "\""), (0b0001_0010, "-"),
        ] as [(UInt8, Unicode.Scalar)])
    func plainShapesAreWhatTheyLookLike(bits: UInt8, character: Unicode.Scalar) {
        #expect(AsciiPattern.glyph(for: bits).scalar == character)
    }
}
