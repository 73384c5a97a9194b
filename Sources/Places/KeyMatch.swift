import RowValues
import Rows
import Streams

/// Finds the columns of a table whose values are keys of another one.
struct KeyMatch {
    private let columns: [String]
    private let sample: ColumnSample
    private let table: PlaceTable
    private let number: Int

    /// The share of different values that must be keys.
    private static let leastShare = 0.5
    private static let judgedValues = 1_000
    private static let judgedColumns = 50
    /// Columns that `--unplaced` adds, which say nothing about a place.
    private static let remarks: Set = ["rows", "reason", "candidates"]

    init(columns: [String], sample: ColumnSample, table: PlaceTable, number: Int) {
        (self.columns, self.sample) = (columns, sample)
        (self.table, self.number) = (table, number)
    }

    /// The columns that the user named, else those that both tables have, else the pair with most values in common.
    func found() throws(SourceError) -> PlaceKey {
        let others = try table.columnNames()
        if let pair = table.name.pair { return try named(pair, others) }
        let places = try table.placeColumns()
        let usable = others.indices.filter {
            !places.contains($0) && !Self.remarks.contains(ColumnNames.folded(others[$0]))
        }
        var shared: [(own: Int, other: Int)] = []
        for other in usable {
            let name = ColumnNames.folded(others[other])
            if let own = columns.firstIndex(where: { ColumnNames.folded($0) == name }) {
                shared.append((own, other))
            }
        }
        if !shared.isEmpty {
            let isFixes = others.contains { Self.remarks.contains(ColumnNames.folded($0)) }
            let all = (shared.map(\.own), shared.map(\.other))
            if isFixes { return key(all) }
            if try share(all) >= Self.leastShare { return key(all) }
            var best: (share: Double, pair: ([Int], [Int]))?
            for pair in shared {
                let share = try share(([pair.own], [pair.other]))
                if share > best?.share ?? 0 { best = (share, ([pair.own], [pair.other])) }
            }
            if let best, best.share > 0 { return key(best.pair) }
        }
        if let pair = try pairByValues(usable) { return key(pair) }
        throw .refused(
            name: table.name.path,
            words:
                "has no column with the values of one of the data (found \(Self.list(others)); the data has "
                + "\(Self.list(columns)); say which with --places \(table.name.path):COLUMN=COLUMN)")
    }

    private func key(_ pair: ([Int], [Int])) -> PlaceKey {
        PlaceKey(columns: pair.0, table: number, tableColumns: pair.1)
    }

    private func named(_ pair: (String, String), _ others: [String]) throws(SourceError) -> PlaceKey {
        let (own, other) = (ColumnNames(columns), ColumnNames(others))
        for (first, second) in [(pair.0, pair.1), (pair.1, pair.0)] {
            if let column = own.columns(asked: second).first, let key = other.columns(asked: first).first {
                return self.key(([column], [key]))
            }
        }
        throw .refused(
            name: table.name.path,
            words:
                "--places: no columns \(quoted(pair.0)) and \(quoted(pair.1)) (found \(Self.list(others)); the data has "
                + "\(Self.list(columns)))")
    }

    /// The pair of columns of which most values are keys.
    private func pairByValues(_ usable: [Int]) throws(SourceError) -> ([Int], [Int])? {
        var best: (share: Double, pair: ([Int], [Int]))?
        for own in columns.indices.prefix(Self.judgedColumns) {
            for other in usable.prefix(Self.judgedColumns) {
                let share = try share(([own], [other]))
                if share >= Self.leastShare, share > best?.share ?? 0 { best = (share, ([own], [other])) }
            }
        }
        return best?.pair
    }

    private func share(_ pair: ([Int], [Int])) throws(SourceError) -> Double {
        var seen: Set<[String]> = []
        sample.forEachRecord { text in
            let key = pair.0.map(text)
            if seen.count < Self.judgedValues, key.contains(where: { !$0.isEmpty }) { seen.insert(key) }
        }
        guard !seen.isEmpty else { return 0 }
        return Double(try table.knownCount(Array(seen), in: pair.1)) / Double(seen.count)
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.prefix(8).map { quoted($0) }.joined(separator: ", ")
    }
}
