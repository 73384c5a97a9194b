/// A run of neighbouring cells of one row that differ from the previous frame.
public struct CellRun: Hashable, Sendable {
    /// The row of the frame, from the top.
    public var row: Int
    /// The columns that differ.
    public var columns: Range<Int>

    /// The cells of `row` in `columns`.
    public init(row: Int, columns: Range<Int>) {
        self.row = row
        self.columns = columns
    }
}

extension CellBuffer {
    /// Cells that may be written again to save a cursor move: moving costs about as many bytes.
    private static let bridgedGap = 4

    /// The runs of cells in which this frame differs from `previous`, top to bottom, left to right.
    ///
    /// A frame of another size differs everywhere. Runs never begin or end inside a wide character.
    /// - Complexity: O(cells), a row at a time.
    public func changes(from previous: CellBuffer) -> [CellRun] {
        guard previous.width == width, previous.height == height else {
            return (0..<height).map { CellRun(row: $0, columns: 0..<width) }
        }
        var runs: [CellRun] = []
        for row in 0..<height { appendChanges(ofRow: row, from: previous, to: &runs) }
        return runs
    }

    /// `run` in pieces of `length` cells, longer by one where a wide character would be cut.
    public func pieces(of run: CellRun, length: Int) -> [CellRun] {
        var pieces: [CellRun] = []
        var start = run.columns.lowerBound
        while run.columns.upperBound - start > length {
            var end = start + max(length, 1)
            if end < run.columns.upperBound, self[end, run.row].glyph == .covered { end += 1 }
            pieces.append(CellRun(row: run.row, columns: start..<end))
            start = end
        }
        if start < run.columns.upperBound {
            pieces.append(CellRun(row: run.row, columns: start..<run.columns.upperBound))
        }
        return pieces
    }

    private func appendChanges(ofRow row: Int, from previous: CellBuffer, to runs: inout [CellRun]) {
        let start = row * width
        var column = 0
        var open: Range<Int>?
        while column < width {
            if cells[start + column] != previous.cells[start + column] {
                if let run = open, column - run.upperBound <= Self.bridgedGap {
                    open = run.lowerBound..<(column + 1)
                } else {
                    if let run = open { runs.append(whole(run, row, previous)) }
                    open = column..<(column + 1)
                }
            }
            column += 1
        }
        if let run = open { runs.append(whole(run, row, previous)) }
    }

    /// `run` widened so that no wide character, old or new, is cut.
    private func whole(_ run: Range<Int>, _ row: Int, _ previous: CellBuffer) -> CellRun {
        var first = run.lowerBound
        var end = run.upperBound
        func isCovered(_ column: Int) -> Bool {
            self[column, row].glyph == .covered || previous[column, row].glyph == .covered
        }
        while first > 0, isCovered(first) { first -= 1 }
        while end < width, isCovered(end) { end += 1 }
        return CellRun(row: row, columns: first..<end)
    }
}
