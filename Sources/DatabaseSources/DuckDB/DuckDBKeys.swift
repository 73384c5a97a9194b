import Streams

/// By what rows are found again: where they are in a file, or their number in a table.
struct DuckDBKeys: Sendable {
    /// The first row of each part, and behind the last one the number of all rows.
    private let starts: [Int]
    private let firstKey: Int
    /// The keys of a table whose numbers have gaps.
    private let sparse: [Int64]?

    init(
        _ layout: DuckDBLayout, _ session: DuckDBSession, isCancelled: () -> Bool
    ) throws(SourceError) {
        var starts = [0]
        for part in layout.parts { starts.append(starts[starts.count - 1] + part.rowCount) }
        self.starts = starts
        firstKey = layout.parts.first?.firstKey ?? 0
        guard layout.parts.contains(where: { $0.firstKey == nil }) else {
            sparse = nil
            return
        }
        var keys: [Int64] = []
        var answer = DuckDBAnswer()
        try session.stream(
            "SELECT rowid FROM \(layout.relation.sql)", isQuoted: false, isCancelled: isCancelled
        ) { piece throws(DuckDBFault) in
            answer.feed(piece) {
                keys.append($0.flatMap { Int64(String(decoding: $0, as: UTF8.self)) } ?? -1)
            } endRow: {
            }
        }
        sparse = keys
    }

    /// The number of the part that a row is in, and its number there.
    func place(of row: UInt32) -> (part: Int, key: Int64) {
        let row = Int(row)
        if let sparse { return (0, row < sparse.count ? sparse[row] : -1) }
        var (low, high) = (0, starts.count - 2)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= row { low = middle } else { high = middle - 1 }
        }
        return (max(low, 0), Int64(row - starts[max(low, 0)] + firstKey))
    }
}
