import Testing

@testable import Streams

@Suite struct LineFramerTests {
    private static func lines(_ text: String, limit: Int, chunk: Int) -> (lines: [String], tooLong: Int) {
        var framer = LineFramer(limit: limit)
        var lines: [String] = []
        func add(_ line: Span<UInt8>) {
            lines.append(String(decoding: line.indices.map { line[$0] }, as: UTF8.self))
        }
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let end = min(start + chunk, bytes.count)
            framer.feed(bytes.span.extracting(start..<end), add)
            start = end
        }
        framer.finish(add)
        return (lines, framer.tooLongCount)
    }

    @Test(arguments: [1, 2, 3, 100]) func linesEndAtAnyLineEnd(chunk: Int) {
        #expect(
            Self.lines("a\nbb\r\nccc\r\r\n\ndd", limit: 9, chunk: chunk).lines == ["a", "bb", "ccc", "dd"])
    }

    @Test(arguments: [1, 2, 3, 100]) func longLinesAreDroppedAndCounted(chunk: Int) {
        let (lines, tooLong) = Self.lines("ab\nabcd\nabc\nabcdefg", limit: 3, chunk: chunk)
        #expect(lines == ["ab", "abc"] && tooLong == 2)
    }

    @Test func anOpenLineIsMeasured() {
        var framer = LineFramer(limit: 3)
        for _ in 0..<100 { framer.feed(Array("abcd".utf8).span) { _ in Issue.record("no line ended") } }
        #expect(framer.openByteCount == 400)
    }
}
