import Foundation
import TestSupport
import Testing

@testable import TerminalScreen

@Suite struct ClipboardTests {
    @Test(arguments: 0..<50) func base64IsThatOfFoundation(seed: UInt64) {
        var random = SeededRandom(seed)
        let bytes = (0..<random.number(0...40)).map { _ in UInt8(random.number(0...255)) }
        #expect(Clipboard.base64(bytes) == Array(Data(bytes).base64EncodedString().utf8))
    }

    /// Whatever a row contains, it cannot end the sequence.
    @Test func nothingButBase64IsBetweenTheEnds() {
        let bytes = Clipboard.sequence(copying: Array("a\u{07}\u{1B}\\b".utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}]52;c;YQcbXGI=\u{07}")
    }
}
