import MapModel
import Rows

extension ChosenRows {
    /// Leaves out the rows of which no more is known than a country, and counts them by country.
    ///
    /// - Complexity: O(rows).
    mutating func hideRough(of loaded: LoadedRows) {
        guard var hidden = loaded.rough, let addresses = loaded.addresses else { return }
        let kept = lateRows.rows
        if let kept { hidden.formIntersection(kept) }
        var counts = [Int](repeating: 0, count: addresses.facts.count)
        for index in 0..<tree.count where hidden.contains(tree.row(at: index)) {
            let code = addresses.codes[Int(tree.row(at: index))]
            if code < counts.count { counts[Int(code)] += 1 }
        }
        for (code, count) in counts.enumerated() where count > 0 {
            roughCounts[addresses.facts[code].country, default: 0] += count
        }
        var rest = kept ?? RowSet(capacity: loaded.table.recordCount, containsAll: true)
        rest.subtract(hidden)
        tree = QuadTree(tree, keeping: rest, by: .processors)
        lateRows = LateRows(rest)
    }
}
