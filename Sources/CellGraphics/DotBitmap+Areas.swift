extension DotBitmap {
    /// Adds the interior of some closed rings whose edges are in `flags`, and clears the flags.
    ///
    /// Only `rows` and `columns` are scanned: all flags must lie there, with the columns up to the right side
    /// where an edge to the right of the bitmap may be missing. `flags` must be as large as this bitmap.
    public mutating func fill(betweenEdgesOf flags: inout DotBitmap, rows: Range<Int>, columns: Range<Int>) {
        precondition(flags.width == width && flags.height == height)
        let rows = rows.clamped(to: 0..<height)
        let columns = columns.clamped(to: 0..<width)
        guard !columns.isEmpty else { return }
        let firstWord = columns.lowerBound >> 6
        let lastWord = (columns.upperBound - 1) >> 6
        let unused = UInt64(wordsPerRow * 64 - width)
        for row in rows {
            var isInside = false
            for word in row * wordsPerRow + firstWord...row * wordsPerRow + lastWord {
                let edges = flags.words[word]
                if edges == 0, !isInside { continue }
                flags.words[word] = 0
                var inside = edges ^ edges << 1
                inside ^= inside << 2
                inside ^= inside << 4
                inside ^= inside << 8
                inside ^= inside << 16
                inside ^= inside << 32
                if isInside { inside = ~inside }
                isInside = inside >> 63 == 1
                if word % wordsPerRow == wordsPerRow - 1 { inside &= UInt64.max >> unused }
                words[word] |= inside
            }
        }
    }

    /// Sets the dots of a rectangle, as far as they lie inside.
    public mutating func fill(rows: Range<Int>, columns: Range<Int>) {
        let rows = rows.clamped(to: 0..<height)
        let columns = columns.clamped(to: 0..<width)
        guard !columns.isEmpty else { return }
        let firstWord = columns.lowerBound >> 6
        let lastWord = (columns.upperBound - 1) >> 6
        for row in rows {
            for word in firstWord...lastWord {
                var bits = UInt64.max
                if word == firstWord { bits &= .max << UInt64(columns.lowerBound & 63) }
                if word == lastWord { bits &= .max >> UInt64(63 - (columns.upperBound - 1) & 63) }
                words[row * wordsPerRow + word] |= bits
            }
        }
    }

    /// Sets the dots of a line as `drawLine` does, faster where its ends lie in neighbouring dots of the
    /// bitmap.
    public mutating func drawEdge(from start: DotPosition, to end: DotPosition) {
        let limitX = Double(width)
        let limitY = Double(height)
        guard start.x >= 0, start.x < limitX, start.y >= 0, start.y < limitY, end.x >= 0, end.x < limitX,
            end.y >= 0, end.y < limitY
        else { return drawLine(from: start, to: end) }
        let (startX, startY) = (Int(start.x), Int(start.y))
        let (endX, endY) = (Int(end.x), Int(end.y))
        guard abs(endX - startX) <= 1, abs(endY - startY) <= 1 else {
            return drawLine(from: start, to: end)
        }
        words[startY * wordsPerRow + startX >> 6] |= 1 << UInt64(startX & 63)
        words[endY * wordsPerRow + endX >> 6] |= 1 << UInt64(endX & 63)
    }
}
