import Streams

/// A table in which only blanks separate columns and numbers have decimal commas: `Bern 46,95 7,45`.
struct BlankDecimals {
    /// There are only numbers, so each comma may just as well separate two columns.
    let isGuess: Bool

    /// What is said of a guess.
    static let notice =
        "commas between digits are read as decimal marks, blanks separate the columns (-d , if commas do)"

    private enum Token {
        case decimal(digits: Int)
        case whole
        case word
        /// A number with a point, or a comma that is no decimal mark.
        case other
    }

    /// Nil unless each comma belongs to a number between blanks, and all lines have the same count of these, at least two; lines
    /// before the first of them may have none.
    ///
    /// - Parameter isWhole: nothing follows `head`.
    init?(_ head: ByteRun, isWhole: Bool) {
        let text = head.buffer(0..<min(head.count, TableLayout.sampleBytes))
        let isWhole = isWhole && text.count == head.count
        let body = text.drop { [0xEF, 0xBB, 0xBF].contains($0) }
        var lines = body.split { $0 == 0x0A || $0 == 0x0D }
        if !isWhole, let last = body.last, last != 0x0A, last != 0x0D { _ = lines.popLast() }
        var (hasWord, hasWhole, isLong) = (false, false, false)
        var (width, decimals, headerWidth) = (0, 0, 0)
        for line in lines where line.first != UInt8(ascii: "#") {
            let tokens = line.split { $0 == 0x20 || $0 == 0x09 }
            guard !tokens.isEmpty else { continue }
            var (count, words, wholes) = (0, 0, 0)
            for token in tokens {
                switch Self.judged(token) {
                case .decimal(let digits): (count, isLong) = (count + 1, isLong || digits > 2)
                case .whole: wholes += 1
                case .word: words += 1
                case .other: return nil
                }
            }
            if count == 0, decimals == 0 {
                headerWidth = tokens.count
                continue
            }
            if decimals == 0 { (width, decimals) = (tokens.count, count) }
            guard count == decimals else { return nil }
            (hasWord, hasWhole) = (hasWord || words > 0, hasWhole || wholes > 0)
        }
        guard decimals >= 2 else { return nil }
        let isClear = hasWord || headerWidth == width
        // 1,46 30,7 15 has degrees and minutes between commas.
        guard isClear || !hasWhole else { return nil }
        isGuess = !isClear && !isLong
    }

    private static func judged(_ token: UnsafeBufferPointer<UInt8>.SubSequence) -> Token {
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        let sign = token.first.map { "+-".utf8.contains($0) } == true
        let number = sign ? token.dropFirst() : token
        let whole = number.prefix(while: isDigit)
        let rest = number[whole.endIndex...]
        if rest.isEmpty { return whole.isEmpty ? .word : .whole }
        // The numbers of a geometry.
        if token.contains(UInt8(ascii: "(")), token.contains(where: isDigit) { return .other }
        let fraction = rest.dropFirst()
        let isNumber = !whole.isEmpty && !fraction.isEmpty && fraction.allSatisfy(isDigit)
        if isNumber, rest.first == UInt8(ascii: ",") { return .decimal(digits: fraction.count) }
        return isNumber && rest.first == UInt8(ascii: ".") || token.contains(UInt8(ascii: ","))
            ? .other : .word
    }
}
