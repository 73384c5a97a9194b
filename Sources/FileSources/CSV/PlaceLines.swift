import Streams

/// Puts tabs beside two decimals that begin or end each line, so that the text beside them is one column, whatever blanks it has.
///
///     -122.42 37.77 San Francisco    →    -122.42⇥37.77⇥San Francisco
///     Bad Ragaz 47.00 9.50           →    Bad Ragaz⇥47.00⇥9.50
struct PlaceLines: LineFilter {
    /// What a line begins with.
    enum Order { case numbers, text }

    private static let judgedBytes = 4_096

    let order: Order
    var open: [UInt8] = []

    init(_ order: Order) { self.order = order }

    /// Whether each of the first lines begins with two decimals that a text follows; comments and a header aside.
    static func begin(_ head: ByteRun, isWhole: Bool, digits: Int) -> Bool {
        fields(ofLinesIn: head, isWhole: isWhole, order: .numbers, digits: digits) != nil
    }

    /// Two decimals and the text beside them, of each of the first lines but comments and a header; nil if a line has something
    /// else.
    ///
    /// - Parameters:
    ///   - isWhole: no bytes follow `head`.
    ///   - digits: at least so many behind each point.
    static func fields(
        ofLinesIn head: ByteRun, isWhole: Bool, order: Order, digits: Int
    ) -> [[ArraySlice<UInt8>]]? {
        let length = min(head.count, judgedBytes)
        let text = head.buffer(0..<length).drop { [0xEF, 0xBB, 0xBF].contains($0) }
        var lines = text.split(separator: 0x0A).map { Array($0) }
        if !isWhole || length < head.count { _ = lines.popLast() }
        var places = lines.filter { line in
            line.first != UInt8(ascii: "#") && line.contains { $0 > 0x20 }
        }[...]
        if let first = places.first, header(first) != nil { places.removeFirst() }
        let fields = places.compactMap { parts($0, order, digits: digits) }
        return fields.isEmpty || fields.count < places.count ? nil : fields
    }

    /// Whether the texts beside the numbers are names: words without digits, one blank between each two.
    static func haveNames(_ places: [[ArraySlice<UInt8>]], _ order: Order) -> Bool {
        places.allSatisfy { place in
            let text = place[order == .numbers ? 2 : 0]
            return !text.contains { isDigit($0) || $0 == UInt8(ascii: "\"") }
                && !zip(text, text.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
        }
    }

    func replacement(of line: [UInt8]) -> [UInt8] {
        if line.first == UInt8(ascii: "#") { return [] }
        guard let parts = Self.parts(line, order, digits: 1) ?? Self.header(line) else { return line }
        return Array(parts.joined(separator: [0x09]))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// The names of three columns; nil for another line.
    private static func header(_ line: [UInt8]) -> [ArraySlice<UInt8>]? {
        let words = line.split { $0 <= 0x20 }
        return words.count == 3 && !line.contains { isDigit($0) || ",;|\"".utf8.contains($0) } ? words : nil
    }

    /// The numbers and the text of a line, in its order; nil for another one.
    private static func parts(_ line: [UInt8], _ order: Order, digits: Int) -> [ArraySlice<UInt8>]? {
        let parts = order == .numbers ? numbersFirst(line, digits: digits) : textFirst(line, digits: digits)
        guard let parts, hasComma(parts[1]) == hasComma(parts[order == .numbers ? 0 : 2]) else { return nil }
        return parts
    }

    private static func numbersFirst(_ line: [UInt8], digits: Int) -> [ArraySlice<UInt8>]? {
        var next = line.drop { $0 == 0x20 }.startIndex
        guard let first = decimal(line, &next, digits: digits), gap(line, &next, mayHaveComma: true),
            let second = decimal(line, &next, digits: digits), gap(line, &next, mayHaveComma: false)
        else { return nil }
        var text = line[next...]
        while let last = text.last, last <= 0x20 { text.removeLast() }
        // More numbers are columns of a table.
        guard let letter = text.first, !"+-.,;|".utf8.contains(letter), !isDigit(letter), !text.contains(0x09)
        else { return nil }
        return [first, second, text]
    }

    /// What separates columns elsewhere is no part of the text.
    private static func textFirst(_ line: [UInt8], digits: Int) -> [ArraySlice<UInt8>]? {
        let words = line.split { $0 == 0x20 || $0 == 0x0D }
        let numbers = words.suffix(2)
        guard words.count > 2, let first = numbers.first, let last = numbers.last,
            let end = words.dropLast(2).last?.endIndex
        else { return nil }
        for number in [first, last] {
            var next = number.startIndex
            guard decimal(line, &next, digits: digits) != nil, next == number.endIndex else { return nil }
        }
        let text = line[words[0].startIndex..<end]
        return text.contains { "\t,;|".utf8.contains($0) } ? nil : [text, first, last]
    }

    private static func hasComma(_ number: ArraySlice<UInt8>) -> Bool { number.contains(UInt8(ascii: ",")) }

    /// A sign, up to three digits, a point or comma and some digits.
    private static func decimal(_ line: [UInt8], _ next: inout Int, digits: Int) -> ArraySlice<UInt8>? {
        let start = next
        if next < line.count, line[next] == UInt8(ascii: "-") || line[next] == UInt8(ascii: "+") { next += 1 }
        let whole = line[next...].prefix(while: isDigit)
        next = whole.endIndex
        guard (1...3).contains(whole.count), next < line.count, ".,".utf8.contains(line[next]) else {
            return nil
        }
        let fraction = line[(next + 1)...].prefix(while: isDigit)
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
