import Streams

/// Puts tabs behind two decimals that begin each line, so that the text behind them is one column, whatever blanks it has.
///
///     -122.42 37.77 San Francisco    →    -122.42⇥37.77⇥San Francisco
struct PlaceLines: LineFilter {
    private static let judgedBytes = 4_096

    var open: [UInt8] = []

    /// Whether each of the first lines has two decimals and a text behind them; comments aside.
    static func begin(_ head: ByteRun, isWhole: Bool, digits: Int) -> Bool {
        fields(ofLinesIn: head, isWhole: isWhole, digits: digits) != nil
    }

    /// Two decimals and the text behind them, of each of the first lines but comments; nil if a line has something else.
    ///
    /// - Parameters:
    ///   - isWhole: no bytes follow `head`.
    ///   - digits: at least so many behind each point.
    static func fields(ofLinesIn head: ByteRun, isWhole: Bool, digits: Int) -> [[ArraySlice<UInt8>]]? {
        let length = min(head.count, judgedBytes)
        let text = head.buffer(0..<length).drop { [0xEF, 0xBB, 0xBF].contains($0) }
        var lines = text.split(separator: 0x0A).map { Array($0) }
        if !isWhole || length < head.count { _ = lines.popLast() }
        let places = lines.filter { line in
            line.first != UInt8(ascii: "#") && line.contains { $0 > 0x20 }
        }
        let fields = places.compactMap { parts($0, digits: digits) }
        return fields.isEmpty || fields.count < places.count ? nil : fields
    }

    /// Whether the texts behind the numbers are names: words without digits, one blank between each two.
    static func haveNames(_ places: [[ArraySlice<UInt8>]]) -> Bool {
        places.allSatisfy { place in
            let text = place[2]
            return !text.contains { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "\"") }
                && !zip(text, text.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
        }
    }

    func replacement(of line: [UInt8]) -> [UInt8] {
        if line.first == UInt8(ascii: "#") { return [] }
        guard let parts = Self.parts(line, digits: 1) else { return line }
        return Array(parts.joined(separator: [0x09]))
    }

    /// The numbers and the text of a line; nil for another one.
    private static func parts(_ line: [UInt8], digits: Int) -> [ArraySlice<UInt8>]? {
        var next = line.drop { $0 == 0x20 }.startIndex
        guard let first = decimal(line, &next, digits: digits), gap(line, &next, mayHaveComma: true),
            let second = decimal(line, &next, digits: digits), gap(line, &next, mayHaveComma: false)
        else { return nil }
        var text = line[next...]
        while let last = text.last, last <= 0x20 { text.removeLast() }
        // More numbers are columns of a table.
        guard hasComma(first) == hasComma(second), let letter = text.first, !"+-.,;|".utf8.contains(letter),
            !(0x30...0x39).contains(letter),
            !text.contains(0x09)
        else { return nil }
        return [first, second, text]
    }

    private static func hasComma(_ number: ArraySlice<UInt8>) -> Bool { number.contains(UInt8(ascii: ",")) }

    /// A sign, up to three digits, a point or comma and some digits.
    private static func decimal(_ line: [UInt8], _ next: inout Int, digits: Int) -> ArraySlice<UInt8>? {
        let start = next
        if next < line.count, line[next] == UInt8(ascii: "-") || line[next] == UInt8(ascii: "+") { next += 1 }
        let whole = line[next...].prefix { (0x30...0x39).contains($0) }
        next = whole.endIndex
        guard (1...3).contains(whole.count), next < line.count, ".,".utf8.contains(line[next]) else {
            return nil
        }
        let fraction = line[(next + 1)...].prefix { (0x30...0x39).contains($0) }
        next = fraction.endIndex
        return fraction.count >= digits ? line[start..<next] : nil
    }

    /// Skips blanks, perhaps with a comma among them; false where there is nothing.
    private static func gap(_ line: [UInt8], _ next: inout Int, mayHaveComma: Bool) -> Bool {
        let run = line[next...].prefix { $0 == 0x20 || mayHaveComma && $0 == UInt8(ascii: ",") }
        next = run.endIndex
        return !run.isEmpty && run.count { $0 == UInt8(ascii: ",") } <= 1
    }
}
