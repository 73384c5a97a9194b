/// A bitmap of Braille dots, a row at a time in 64-bit words, bit 0 leftmost.
///
/// Shapes are drawn in dots; what lies outside is clipped.
public struct DotBitmap: Hashable, Sendable {
    /// Dots from left to right.
    public let width: Int
    /// Dots from top to bottom.
    public let height: Int
    @usableFromInline let wordsPerRow: Int
    @usableFromInline var words: [UInt64]

    /// A bitmap with no dot set; a negative width or height becomes 0.
    public init(width: Int, height: Int) {
        self.width = Swift.max(width, 0)
        self.height = Swift.max(height, 0)
        wordsPerRow = (self.width + 63) / 64
        words = Array(repeating: 0, count: wordsPerRow * self.height)
    }

    /// Whether a dot is set; dots outside are not.
    public subscript(x: Int, y: Int) -> Bool {
        get {
            guard x >= 0, x < width, y >= 0, y < height else { return false }
            return words[y * wordsPerRow + x >> 6] >> UInt64(x & 63) & 1 == 1
        }
        set {
            guard x >= 0, x < width, y >= 0, y < height else { return }
            let bit = UInt64(1) << UInt64(x & 63)
            if newValue {
                words[y * wordsPerRow + x >> 6] |= bit
            } else {
                words[y * wordsPerRow + x >> 6] &= ~bit
            }
        }
    }

    /// Whether no dot is set.
    ///
    /// - Complexity: O(words).
    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Sets the dots that are set in `other`, a bitmap of the same size.
    public mutating func formUnion(_ other: DotBitmap) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    /// Clears the dots that are not set in `other`, a bitmap of the same size.
    public mutating func formIntersection(_ other: DotBitmap) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    /// Clears the dots that are set in `other`, a bitmap of the same size.
    public mutating func subtract(_ other: DotBitmap) {
        for index in words.indices { words[index] &= ~other.words[index] }
    }

    /// Copies a row to the `count` rows below it.
    public mutating func extendRow(_ row: Int, down count: Int) {
        guard row >= 0, row < height else { return }
        for target in (row + 1)..<Swift.max(Swift.min(row + 1 + count, height), row + 1) {
            for word in 0..<wordsPerRow {
                words[target * wordsPerRow + word] = words[row * wordsPerRow + word]
            }
        }
    }

    /// The set dots that have an unset dot among their four neighbours; the bitmap counts as continued beyond
    /// its edges.
    public func shore() -> DotBitmap {
        var result = DotBitmap(width: width, height: height)
        let lastBit = UInt64((width - 1) & 63)
        for row in 0..<height {
            let start = row * wordsPerRow
            let above = row > 0 ? start - wordsPerRow : start
            let below = row < height - 1 ? start + wordsPerRow : start
            for word in 0..<wordsPerRow {
                let here = words[start + word]
                guard here != 0 else { continue }
                let isFirst = word == 0
                let isLast = word == wordsPerRow - 1
                let carriedIn = isFirst ? (here & 1) : (words[start + word - 1] >> 63)
                let left = here << 1 | carriedIn
                let carriedBack = isLast ? here & (1 << lastBit) : words[start + word + 1] << 63
                let right = here >> 1 | carriedBack
                result.words[start + word] =
                    here & ~(left & right & words[above + word] & words[below + word])
            }
        }
        return result
    }

    /// The dots of the character cell whose top left dot is (x, y) as the low byte of a Braille pattern.
    /// x must be even, the cell inside the bitmap.
    ///
    ///     1 4      Unicode's order of the dots;
    ///     2 5      U+2800 plus the bits
    ///     3 6      is the character
    ///     7 8
    public func brailleBits(x: Int, y: Int) -> UInt8 {
        let first = pair(x, y)
        let second = pair(x, y + 1)
        let third = pair(x, y + 2)
        let fourth = pair(x, y + 3)
        let left = (first & 1) | (second & 1) << 1 | (third & 1) << 2 | (fourth & 1) << 6
        let right = (first & 2) << 2 | (second & 2) << 3 | (third & 2) << 4 | (fourth & 2) << 6
        return UInt8(left | right)
    }

    /// 64 dots, from 64 times `word` on, that are set in one of some rows; word and rows must lie in the bitmap.
    public func union(word: Int, rows: Range<Int>) -> UInt64 {
        var dots: UInt64 = 0
        for row in rows { dots |= words[row * wordsPerRow + word] }
        return dots
    }

    /// 64 dots, from 64 times `word` on, that are set in all of some rows; word and rows must lie in the bitmap.
    public func intersection(word: Int, rows: Range<Int>) -> UInt64 {
        var dots = UInt64.max
        for row in rows { dots &= words[row * wordsPerRow + word] }
        return dots
    }

    /// Two neighbouring dots of a row as two bits; x is even, so both are in one word.
    private func pair(_ x: Int, _ y: Int) -> UInt64 {
        let word = y * wordsPerRow + x >> 6
        let shift = UInt64(x & 63)
        return words[word] >> shift & 3
    }
}
