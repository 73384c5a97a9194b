extension DotBitmap {
    /// The dots that lie in a square of set dots, 2 × `radius` + 1 wide; beyond the edges all counts as set.
    ///
    /// An opening after Serra, "Image Analysis and Mathematical Morphology", 1982. `radius` is less than 64.
    /// - Complexity: O(words × radius).
    public func opened(radius: Int) -> DotBitmap {
        var core = self
        core.setUnused(true)
        core.combine(radius, beyond: .max) { $0 & $1 }
        core.setUnused(false)
        core.combine(radius, beyond: 0) { $0 | $1 }
        core.setUnused(false)
        return core
    }

    /// Each dot becomes what `combine` makes of those at most `radius` away along its row, then along its column.
    private mutating func combine(
        _ radius: Int, beyond: UInt64, _ combine: (UInt64, UInt64) -> UInt64
    ) {
        guard radius > 0, wordsPerRow > 0 else { return }
        let before = words
        for index in words.indices {
            let word = index % wordsPerRow
            let left = word > 0 ? before[index - 1] : beyond
            let right = word < wordsPerRow - 1 ? before[index + 1] : beyond
            for distance in 1...UInt64(radius) {
                words[index] = combine(words[index], before[index] >> distance | right << (64 - distance))
                words[index] = combine(words[index], before[index] << distance | left >> (64 - distance))
            }
        }
        let rows = words
        for index in words.indices {
            for distance in 1...radius {
                let (above, below) = (index - distance * wordsPerRow, index + distance * wordsPerRow)
                words[index] = combine(words[index], above >= 0 ? rows[above] : beyond)
                words[index] = combine(words[index], below < rows.count ? rows[below] : beyond)
            }
        }
    }

    /// Sets or clears the bits of the last words that lie beyond the right edge.
    private mutating func setUnused(_ isSet: Bool) {
        let unused = UInt64(wordsPerRow * 64 - width)
        guard unused > 0, unused < 64 else { return }
        for index in stride(from: wordsPerRow - 1, to: words.count, by: max(wordsPerRow, 1)) {
            if isSet { words[index] |= ~(.max >> unused) } else { words[index] &= .max >> unused }
        }
    }

    /// Clears the connected parts that are less than `length` dots long and high; those at an edge may go on beyond it, and
    /// stay.
    ///
    /// - Complexity: O(words + set dots).
    public mutating func removeParts(shorterThan length: Int) {
        var rest = self
        for index in words.indices {
            while rest.words[index] != 0 {
                let x = index % wordsPerRow * 64 + rest.words[index].trailingZeroBitCount
                let part = rest.takePart(from: (x, index / wordsPerRow))
                if isLong(part, length) { continue }
                for dot in part { self[dot.x, dot.y] = false }
            }
        }
    }

    private func isLong(_ part: [(x: Int, y: Int)], _ length: Int) -> Bool {
        let (west, east) = part.reduce((Int.max, 0)) { (min($0.0, $1.x), max($0.1, $1.x)) }
        let (north, south) = part.reduce((Int.max, 0)) { (min($0.0, $1.y), max($0.1, $1.y)) }
        let isCut = west == 0 || north == 0 || east == width - 1 || south == height - 1
        return isCut || max(east - west, south - north) + 1 >= length
    }

    /// Clears and returns the dots that are connected with one, across corners, too.
    private mutating func takePart(from first: (x: Int, y: Int)) -> [(x: Int, y: Int)] {
        self[first.x, first.y] = false
        var part = [first]
        var next = 0
        while next < part.count {
            let dot = part[next]
            next += 1
            for y in dot.y - 1...dot.y + 1 {
                for x in dot.x - 1...dot.x + 1 where self[x, y] {
                    self[x, y] = false
                    part.append((x, y))
                }
            }
        }
        return part
    }
}
