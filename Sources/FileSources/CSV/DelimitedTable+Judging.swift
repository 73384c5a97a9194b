import MapModel
import Platform
import RowValues
import Streams

extension DelimitedTable {
    /// Judges the rows of each part by the values of that part: no dictionary has all words of the file.
    package func judgedRows(
        _ filter: Filter, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowSet? {
        try judgedRows(filter, partSize: Self.windowSize, isCancelled: isCancelled, progress: progress)
    }

    /// Parts that decide the types at most: a thousand long records, and some.
    private static let leadParts = 8

    /// The same in parts of about `partSize` bytes, the first of which decide the types.
    func judgedRows(
        _ filter: Filter, partSize: Int, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> RowSet? {
        let cuts = cuts(partSize: partSize)
        guard cuts.count > 1, filter.columns.contains(where: { knownColumns[$0] == nil }) else { return nil }
        var builders = filter.columns.map { ColumnBuilder(name: columnNames[$0], decimalMark: decimalMark) }
        let parts = ColumnParts(of: self, filter.columns, builders)
        for cut in cuts.prefix(Self.leadParts) where builders.contains(where: { $0.kind == nil }) {
            if isCancelled() { throw .cancelled }
            for (slot, own) in try parts.part(cut).get().enumerated() { builders[slot].append(own) }
        }
        parts.follow(builders)
        let kinds = Dictionary(uniqueKeysWithValues: zip(filter.columns, builders.map(\.kind)))
        guard builders.contains(where: \.hasManyWords), kinds.values.allSatisfy({ $0 != nil }),
            let condition = try? filter.bound(to: kinds.compactMapValues { $0 })
        else { return nil }
        let columns = filter.columns
        var made = OrderedParts(count: cuts.count, threads: HelperThreads.processorCount) { number in
            parts.part(cuts[number]).map { Self.judged(condition, columns, $0) }
        }
        // A block of 64 rows is a word of the set, so parts never share one.
        var set = RowSet(capacity: recordCount)
        for cut in cuts {
            guard let part = made.next(isCancelled: isCancelled) else { throw .cancelled }
            guard let rows = try part.get() else { return nil }
            for word in 0..<rows.wordCount { set.setWord(cut.lowerBound + word, rows.word(word)) }
            let rowCount = min((cut.upperBound + 1) * RecordBlocks.length, recordCount)
            progress(Double(rowCount) / Double(recordCount))
        }
        guard bytes.isUnchanged else { throw changed }
        return set
    }

    /// The rows of a part that match, numbered from its first; nil where a value is not of the type of its column.
    private static func judged(
        _ condition: FilterCondition, _ columns: [Int], _ part: [ColumnBuilder]
    ) -> RowSet? {
        let values = part.map { $0.finish() }
        guard values.allSatisfy({ $0.misfitCount == 0 }) else { return nil }
        return condition.rows(
            Dictionary(uniqueKeysWithValues: zip(columns, values)), rowCount: values.first?.rowCount ?? 0,
            isCancelled: { false })
    }
}
