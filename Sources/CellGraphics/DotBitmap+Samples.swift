extension DotBitmap {
    /// Sets the dots of a line that is `width` dots wide, measured across it.
    public mutating func drawBand(from start: DotPosition, to end: DotPosition, width: Int) {
        guard width > 1 else { return drawEdge(from: start, to: end) }
        let dx = abs(end.x - start.x)
        let dy = abs(end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let isFlat = dx >= dy
        let along = Swift.max(isFlat ? dx : dy, 1e-9)
        // Copies are stacked along an axis: a slanted line needs more of them.
        let count = Swift.max(Int((Double(width) * length / along).rounded()), width)
        for copy in 0..<count {
            let shift = Double(copy) - Double(count - 1) / 2
            let (x, y) = isFlat ? (0, shift) : (shift, 0)
            drawLine(
                from: DotPosition(x: start.x + x, y: start.y + y), to: DotPosition(x: end.x + x, y: end.y + y)
            )
        }
    }

    /// The dots of a block of four columns and eight rows, a row after the other from the lowest bit on.
    /// x must be a multiple of 4, the block inside the bitmap.
    public func samples(x: Int, y: Int) -> UInt32 {
        let shift = UInt64(x & 63)
        var word = y * wordsPerRow + x >> 6
        var bits: UInt32 = 0
        for row in 0..<8 {
            bits |= UInt32(truncatingIfNeeded: words[word] >> shift & 15) << UInt32(4 * row)
            word += wordsPerRow
        }
        return bits
    }

    /// The bitmap at half the resolution: a dot is set where two or more of its four were.
    public func halved() -> DotBitmap {
        var half = DotBitmap(width: width / 2, height: height / 2)
        for row in 0..<half.height {
            for word in 0..<half.wordsPerRow {
                let first = 2 * row * wordsPerRow + 2 * word
                let low = Self.halved(words[first], words[first + wordsPerRow])
                let hasHigh = 2 * word + 1 < wordsPerRow
                let high = hasHigh ? Self.halved(words[first + 1], words[first + 1 + wordsPerRow]) : 0
                half.words[row * half.wordsPerRow + word] = low | high << 32
            }
        }
        return half
    }

    /// 32 dots of two rows of 64.
    private static func halved(_ above: UInt64, _ below: UInt64) -> UInt64 {
        let even: UInt64 = 0x5555_5555_5555_5555
        let (a, b) = (above & even, above >> 1 & even)
        let (c, d) = (below & even, below >> 1 & even)
        var bits = a & b | c & d | (a | b) & (c | d)
        for (shift, mask) in [
            (1, 0x3333_3333_3333_3333), (2, 0x0F0F_0F0F_0F0F_0F0F), (4, 0x00FF_00FF_00FF_00FF),
            (8, 0x0000_FFFF_0000_FFFF), (16, 0x0000_0000_FFFF_FFFF),
        ] as [(UInt64, UInt64)] {
            bits = (bits | bits >> shift) & mask
        }
        return bits
    }

    /// The dots that are not set.
    public func inverted() -> DotBitmap {
        var result = self
        let unused = UInt64(wordsPerRow * 64 - width)
        for index in words.indices {
            result.words[index] = ~words[index]
            if index % wordsPerRow == wordsPerRow - 1 { result.words[index] &= .max >> unused }
        }
        return result
    }
}
