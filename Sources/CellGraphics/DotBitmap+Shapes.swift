/// A position in dots with a fraction.
public struct DotPosition: Hashable, Sendable {
    /// Dots from the left edge of the bitmap.
    public var x: Double
    /// Dots from the top edge of the bitmap.
    public var y: Double

    /// The position at two distances in dots; the middle of the first dot is (0.5, 0.5).
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

extension DotBitmap {
    /// Sets the dots along a straight line: one in each column that a flat line passes, one in each row of a steep one.
    ///
    /// Lines that share an end are connected, sideways or across a corner.
    public mutating func drawLine(from start: DotPosition, to end: DotPosition) {
        guard let (start, end) = clipped(start, end) else { return }
        let dx = end.x - start.x
        let dy = end.y - start.y
        if abs(dx) >= abs(dy) {
            let slope = dx == 0 ? 0 : dy / dx
            Self.visitSteps(from: start.x, to: end.x) { column, distance in
                self[column, Int((start.y + distance * slope).rounded(.down))] = true
            }
        } else {
            let slope = dx / dy
            Self.visitSteps(from: start.y, to: end.y) { row, distance in
                self[Int((start.x + distance * slope).rounded(.down)), row] = true
            }
        }
    }

    /// Calls `body` with each whole step of a stretch, and the distance of its middle from `start`.
    @inline(__always)
    private static func visitSteps(from start: Double, to end: Double, _ body: (Int, Double) -> Void) {
        let low = Swift.min(start, end)
        let high = Swift.max(start, end)
        for step in Int(low.rounded(.down))...Int(high.rounded(.down)) {
            body(step, Swift.min(Swift.max(Double(step) + 0.5, low), high) - start)
        }
    }

    /// The part of a segment inside the bitmap, by Liang and Barsky, "A New Concept and Method for Line
    /// Clipping", 1984.
    private func clipped(_ start: DotPosition, _ end: DotPosition) -> (DotPosition, DotPosition)? {
        let dx = end.x - start.x
        let dy = end.y - start.y
        var enter = 0.0
        var leave = 1.0
        func cut(_ direction: Double, _ distance: Double) -> Bool {
            if direction == 0 { return distance >= 0 }
            let ratio = distance / direction
            if direction < 0 { enter = Swift.max(enter, ratio) } else { leave = Swift.min(leave, ratio) }
            return enter <= leave
        }
        guard cut(-dx, start.x), cut(dx, Double(width) - start.x),
            cut(-dy, start.y), cut(dy, Double(height) - start.y)
        else { return nil }
        return (
            DotPosition(x: start.x + enter * dx, y: start.y + enter * dy),
            DotPosition(x: start.x + leave * dx, y: start.y + leave * dy)
        )
    }

    /// Flips, on each row whose middle the edge crosses, the first dot whose middle lies right of it.
    ///
    /// After all edges of some closed rings, `fillBetweenEdges` turns the flags into their even-odd interior.
    /// Edge-flag fill after Ackland and Weste, "The Edge Flag Algorithm", 1981.
    public mutating func toggleEdge(from start: DotPosition, to end: DotPosition) {
        let top = start.y <= end.y ? start : end
        let bottom = start.y <= end.y ? end : start
        let firstRow = (Swift.max(top.y, 0) - 0.5).rounded(.up)
        let endRow = (Swift.min(bottom.y, Double(height)) - 0.5).rounded(.up)
        guard firstRow < endRow else { return }
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        var x = top.x + (firstRow + 0.5 - top.y) * slope - 0.5
        for row in Int(firstRow)..<Int(endRow) {
            if x <= Double(width - 1) {
                let column = Int(Swift.max(x, 0).rounded(.up))
                words[row * wordsPerRow + column >> 6] ^= 1 << UInt64(column & 63)
            }
            x += slope
        }
    }

    /// Turns edge flags into filled spans: each dot becomes the parity of the flags up to it.
    public mutating func fillBetweenEdges() {
        let unused = UInt64(wordsPerRow * 64 - width)
        for row in 0..<height {
            var isInside = false
            for word in row * wordsPerRow..<(row + 1) * wordsPerRow {
                var flags = words[word]
                flags ^= flags << 1
                flags ^= flags << 2
                flags ^= flags << 4
                flags ^= flags << 8
                flags ^= flags << 16
                flags ^= flags << 32
                if isInside { flags = ~flags }
                words[word] = flags
                isInside = flags >> 63 == 1
            }
            if unused > 0, wordsPerRow > 0 { words[(row + 1) * wordsPerRow - 1] &= UInt64.max >> unused }
        }
    }
}
