import MapModel
import RowValues
import Rows
import Streams

/// Proposes pairs among the columns that only one source has, by their values.
struct RenamedColumns {
    private static let sampleSize = 1_000
    private static let leastShare = 0.9
    /// Pairs of columns that are compared.
    private static let mostColumns = 30

    private let columns: ComparedColumns
    private let old: ComparedSource
    private let new: ComparedSource

    init(_ columns: ComparedColumns, _ old: ComparedSource, _ new: ComparedSource) {
        (self.columns, self.old, self.new) = (columns, old, new)
    }

    /// A line for each column that one source alone has: what it may be called in the other.
    func proposals(_ partners: [UInt32]) throws(SourceError) -> [String] {
        // Of a source without rows the columns are not known.
        guard old.count > 0, new.count > 0 else { return [] }
        let (firsts, seconds) = (
            columns.onlyOld.prefix(Self.mostColumns), columns.onlyNew.prefix(Self.mostColumns)
        )
        var lines: [String] = []
        var taken: Set<Int> = []
        let sample = firsts.isEmpty || seconds.isEmpty ? [] : try sample(partners)
        for first in firsts {
            var best: (column: Int, share: Double)?
            for second in seconds where !taken.contains(second) && !sample.isEmpty {
                let share = share(columns.pair(first, second), sample)
                if share >= Self.leastShare, share > best?.share ?? 0 { best = (second, share) }
            }
            guard let best else { continue }
            taken.insert(best.column)
            let (from, to) = (printable(columns.oldNames[first]), printable(columns.newNames[best.column]))
            lines.append(
                "\(from) is not in NEW: --rename \(from)=\(to)? \(Int(best.share * 100)) % of the values agree"
            )
        }
        let unknown = columns.onlyNew.filter { !taken.contains($0) }.map { printable(columns.newNames[$0]) }
        if !unknown.isEmpty { lines.append("only in NEW: \(unknown.joined(separator: ", "))") }
        let gone = columns.onlyOld.map { printable(columns.oldNames[$0]) }
            .filter { name in !lines.contains { $0.hasPrefix("\(name) is not in NEW") } }
        if !gone.isEmpty { lines.append("only in OLD: \(gone.joined(separator: ", "))") }
        return lines
    }

    /// Some of the rows that both sources have.
    private func sample(_ partners: [UInt32]) throws(SourceError) -> [(old: SourceRow, new: SourceRow)] {
        let rows = partners.indices.filter { partners[$0] != RowDifference.none }
        let step = max(rows.count / Self.sampleSize, 1)
        let chosen = stride(from: 0, to: rows.count, by: step).map { UInt32(rows[$0]) }
        var before: [UInt32: SourceRow] = [:]
        try old.table.visitRows(chosen.map { partners[Int($0)] }.sorted()) { before[$0.row] = $0 }
        var sample: [(old: SourceRow, new: SourceRow)] = []
        try new.table.visitRows(chosen) { row in
            if let old = before[partners[Int(row.row)]] { sample.append((old, row)) }
        }
        return sample
    }

    /// How many of the pairs that have values agree; 0 where they have too few different ones.
    private func share(
        _ pair: ComparedColumns.Pair, _ sample: [(old: SourceRow, new: SourceRow)]
    ) -> Double {
        var (equal, filled) = (0, 0)
        var values: Set<UInt64> = []
        for rows in sample {
            let before = pair.oldMeaning.meaning(
                rows.old.text(of: pair.old), decimalMark: old.table.decimalMark)
            let after = pair.newMeaning.meaning(
                rows.new.text(of: pair.new), decimalMark: new.table.decimalMark)
            if before == ValueMeaning.missing, after == ValueMeaning.missing { continue }
            filled += 1
            values.insert(before)
            if before == after { equal += 1 }
        }
        return values.count < 2 ? 0 : Double(equal) / Double(max(filled, 1))
    }
}
