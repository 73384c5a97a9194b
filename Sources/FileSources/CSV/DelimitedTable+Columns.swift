import Platform
import RowValues
import Streams

extension DelimitedTable {
    /// What separates the fraction of a number in this file.
    package var decimalMark: UInt8 { UInt8(ascii: dialect.decimalMark == .comma ? "," : ".") }

    /// Reads the file once more, its parts on all processors, and appends the fields of each record.
    package func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        try appendColumns(
            columns, to: &builders, partSize: Self.windowSize, isCancelled: isCancelled, progress: progress)
    }

    /// The same in parts of about `partSize` bytes.
    ///
    /// The first part is short and read alone: it mostly decides the types, and so how all others are read.
    func appendColumns(
        _ columns: [Int], to builders: inout [ColumnBuilder], partSize: Int, isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        try append(
            ColumnParts(of: self, columns, builders), to: &builders, partSize: partSize,
            isCancelled: isCancelled, progress: progress)
    }

    /// The columns of all parts.
    func append(
        _ parts: ColumnParts, to builders: inout [ColumnBuilder], partSize: Int, isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        let cuts = cuts(partSize: partSize)
        guard let first = cuts.first else { return }
        if isCancelled() { throw .cancelled }
        var rowCount = 0
        func take(_ part: Result<[ColumnBuilder], SourceError>, _ cut: ClosedRange<Int>) throws(SourceError) {
            for (slot, own) in try part.get().enumerated() { builders[slot].append(own) }
            parts.follow(builders)
            rowCount += self.rowCount(of: cut)
            progress(Double(rowCount) / Double(recordCount))
        }
        try take(parts.part(first), first)
        for slot in builders.indices { builders[slot].expect(recordCount - rowCount) }
        let others = Array(cuts.dropFirst())
        var made = OrderedParts(count: others.count, threads: HelperThreads.processorCount) { number in
            parts.part(others[number])
        }
        for cut in others {
            guard let part = made.next(isCancelled: isCancelled) else { throw .cancelled }
            try take(part, cut)
        }
        guard bytes.isUnchanged else { throw changed }
    }

    /// Neighbouring blocks of about `partSize` bytes together; the first ones are fewer.
    func cuts(partSize: Int) -> [ClosedRange<Int>] {
        var cuts: [ClosedRange<Int>] = []
        var block = 0
        while block < blocks.count {
            let last = blocks.last(from: block, size: cuts.isEmpty ? partSize / 4 : partSize)
            cuts.append(block...last)
            block = last + 1
        }
        return cuts
    }
}
