import Foundation
import Testing

/// A terminal on a serial line. What counts is bytes: at 9,600 bits a second 960 are a second.
@Suite(.timeLimit(.minutes(10)))
struct SlowLineTests {
    private static let airports = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../data/airports.csv").standardized.path

    /// Rows spread over Europe: about as many badges as a screen has room for.
    private static let places: String = {
        var text = "name,latitude,longitude\n"
        for index in 0..<400 {
            let (row, column) = (index / 20, index % 20)
            text += "Place \(index),\(36.0 + Double(row) * 1.3),\(-10.0 + Double(column) * 2.1)\n"
        }
        return text
    }()

    private func open(
        _ path: String, bitsPerSecond: Int32, columns: Int = 50, rows: Int = 14
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            PseudoTerminal.termmap, ["--theme", "dark", path], environment: Run.patient, columns: columns,
            rows: rows, bitsPerSecond: bitsPerSecond)
    }

    /// What came before the first colour of the 256: the whole frame has them and a sketch has not.
    private static func sketch(_ output: [UInt8]) -> ArraySlice<UInt8>? {
        let tint = Array("48;5;".utf8)
        guard
            let start = output.indices.first(where: { output[$0...].starts(with: tint) }),
            let escape = output[..<start].lastIndex(of: 0x1B)
        else { return nil }
        return output[..<escape]
    }

    private static func waitForWhole(_ terminal: PseudoTerminal) -> Bool {
        terminal.waitUntil { sketch(terminal.output) != nil }
    }

    /// The counts on the map with where they stand.
    private static func counts(_ rows: [String]) -> [String] {
        rows.dropLast(2).enumerated().flatMap { index, row in
            row.matches(of: /[0-9]+(?:\.[0-9])?[kM]?/).map {
                "\(index) \(row.distance(from: row.startIndex, to: $0.range.lowerBound)) \($0.output)"
            }
        }
    }

    /// Three seconds of the line, with every count and the coast.
    @Test(arguments: [(80, 24, 2880), (120, 40, 5400)])
    func sketchIsSmall(columns: Int, rows: Int, limit: Int) throws {
        let fast = try open(Self.airports, bitsPerSecond: 38400, columns: columns, rows: rows)
        let slow = try open(Self.airports, bitsPerSecond: 19200, columns: columns, rows: rows)
        #expect(Self.waitForWhole(slow))
        let sketch = try #require(Self.sketch(slow.output))
        #expect(sketch.count <= limit, "\(sketch.count)")
        var screen = ScreenModel(columns: columns, rows: rows)
        screen.feed(sketch)
        let text = screen.text.joined()
        #expect(text.contains("of 28,298") && !text.contains("loading"))
        #expect(text.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) } > 200)
        fast.waitForQuiet(milliseconds: 500)
        #expect(Self.counts(screen.text).count > 20)
        #expect(Self.counts(screen.text) == Self.counts(fast.rows))
    }

    /// The sketch is drawn over, not erased; what one sees in the end is what a fast line shows.
    @Test func theFullFrameIsDrawnOverTheSketch() throws {
        let file = try ScratchFile(Self.places)
        let slow = try open(file.path, bitsPerSecond: 19200)
        let fast = try open(file.path, bitsPerSecond: 38400)
        let isSame = slow.waitUntil {
            fast.drain()
            return Self.sketch(slow.output) != nil && fast.screenText.contains("400 of 400")
                && slow.rows == fast.rows
        }
        #expect(isSame)
        #expect(String(decoding: slow.output, as: UTF8.self).ranges(of: "\u{1B}[2J").count == 1)
        slow.type("q")
        #expect(slow.waitForExit() == .exit(0))
        #expect(slow.unrestored == [])
    }

    /// Keys that are typed while the frame is on its way are answered, and do not begin it again.
    @Test func keysDoNotBeginTheFrameAgain() throws {
        let file = try ScratchFile(Self.places)
        let untouched = try open(file.path, bitsPerSecond: 9600, columns: 80, rows: 24)
        let terminal = try open(file.path, bitsPerSecond: 9600, columns: 80, rows: 24)
        #expect(Self.waitForWhole(terminal))
        terminal.type(":")
        #expect(terminal.waitUntil { terminal.rows.last?.contains("zoom") == false })
        for text in ["a", "ab", "abc", "abcd"] {
            terminal.type(text.suffix(1).description)
            #expect(terminal.waitUntil { terminal.rows.last?.contains(text) == true })
            untouched.drain()
        }
        terminal.waitForQuiet(milliseconds: 400)
        untouched.waitForQuiet(milliseconds: 400)
        #expect(terminal.output.count <= untouched.output.count + 2_000)
        #expect(String(decoding: terminal.output, as: UTF8.self).ranges(of: "\u{1B}[2J").count == 1)
    }

    @Test func changeOfACellIsSmall() throws {
        let file = try ScratchFile(Self.places)
        let terminal = try open(file.path, bitsPerSecond: 19200, columns: 40, rows: 10)
        #expect(Self.waitForWhole(terminal))
        terminal.waitForQuiet(milliseconds: 400)
        let first = terminal.bytesAfterTyping(":")
        terminal.waitForQuiet(milliseconds: 300)
        let second = terminal.bytesAfterTyping("b")
        #expect(first <= 400 && second > 0 && second <= 400, "\(first) \(second)")
    }
}
