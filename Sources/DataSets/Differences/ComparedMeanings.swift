import MapModel
import RowValues
import Rows
import Streams

/// What the values of the compared columns mean, by row: all are read in one pass where they fit, else some when they are asked
/// for.
struct ComparedMeanings {
    /// A column by row, in both tables.
    typealias Column = (old: [UInt64], new: [UInt64])

    /// Bytes that may be kept.
    private static let limit = 1 << 30

    let old: any RowTable
    let new: any RowTable
    let columns: ComparedColumns
    let isCancelled: () -> Bool
    private let keepsAll: Bool
    private var kept: [Int: Column] = [:]

    init(
        _ old: any RowTable, _ new: any RowTable, _ columns: ComparedColumns,
        isCancelled: @escaping () -> Bool
    ) {
        (self.old, self.new, self.columns, self.isCancelled) = (old, new, columns, isCancelled)
        keepsAll = (old.recordCount + new.recordCount) * max(columns.pairs.count, 1) * 8 <= Self.limit
    }

    /// The columns of some pairs, in their order.
    mutating func columns(_ wanted: [Int]) throws(SourceError) -> [Column] {
        if keepsAll, kept.isEmpty {
            let all = Array(columns.pairs.indices)
            for (pair, column) in zip(all, try read(all.map { columns.pairs[$0] })) { kept[pair] = column }
        }
        if keepsAll { return wanted.compactMap { kept[$0] } }
        return try read(wanted.map { columns.pairs[$0] })
    }

    /// As many columns of `all` as may be in memory at once.
    func portions(of all: [Int]) -> [[Int]] {
        if keepsAll { return [all] }
        let size = max(Self.limit / max((old.recordCount + new.recordCount) * 8, 1), 1)
        return stride(from: 0, to: all.count, by: size).map { Array(all[$0..<min($0 + size, all.count)]) }
    }

    /// Columns that need not be those of `columns`.
    func read(_ pairs: [ComparedColumns.Pair]) throws(SourceError) -> [Column] {
        // A table reads a column once.
        var found: [Column] = []
        let first = try Self.meanings(of: pairs.map { ($0.old, $0.oldMeaning) }, in: old, isCancelled)
        let second = try Self.meanings(of: pairs.map { ($0.new, $0.newMeaning) }, in: new, isCancelled)
        for (old, new) in zip(first, second) { found.append((old, new)) }
        return found
    }

    private static func meanings(
        of columns: [(column: Int, meaning: ValueMeaning)], in table: any RowTable, _ isCancelled: () -> Bool
    ) throws(SourceError) -> [[UInt64]] {
        if table.recordCount == 0 { return columns.map { _ in [] } }
        return try table.meanings(of: columns, isCancelled: isCancelled)
    }
}
