import MapModel
import RowValues
import Rows
import Streams

// Classes and figures of several layers: rows of a layer that does not have the column have no value.
extension LayeredSource {
    /// What a part is asked of the measures of the whole.
    func measures(
        _ measures: RowMeasures, of part: Part, _ isCancelled: () -> Bool
    ) throws(SourceError) -> RowMeasures {
        var own = measures
        if try !part.has(columnsOf: measures.classes, isCancelled) { own.classes = [] }
        switch measures.number {
        case nil: break
        case .column(let column):
            own.number = try columns(of: part, isCancelled).firstIndex(of: column).map { .column($0) }
        case .matching(let filter, _):
            if try !part.has(columnsOf: [filter], isCancelled) { own.number = nil }
        }
        return own
    }

    /// So many different values of a layer, at least, are compared with those of the others.
    private static let comparedValues = 100

    /// - Throws: `.refused` where it has values of one type in one layer, and of another type in another.
    package func distribution(
        of column: Int, quantileCount: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnDistribution {
        let shown = try shownParts(isCancelled)
        let name = table.columnNames[column]
        let numbers = try shown.map { (part) throws(SourceError) in
            try columns(of: part, isCancelled).firstIndex(of: column)
        }
        let found = try asking(shown, isCancelled) { (number, source, isCancelled) throws(SourceError) in
            guard let own = numbers[number] else {
                let count = try source.open(isCancelled: isCancelled).rowCount
                return ColumnDistribution(of: count, without: name)
            }
            return try source.distribution(of: own, quantileCount: quantileCount, isCancelled: isCancelled)
        }
        let isFew = found.allSatisfy {
            $0.summary.distinctCount.map { $0 <= Self.comparedValues } ?? false
        }
        let distinct =
            isFew
            ? try frequentValues(
                of: column, limit: Self.comparedValues * shown.count, isCancelled: isCancelled
            ).count : nil
        guard
            let joined = ColumnDistribution(
                joining: found, column: name, distinctCount: distinct, quantileCount: quantileCount)
        else {
            throw .refused(
                name: self.name,
                words: "\(quoted(name)) has values of several types in the layers (hide some of them with L)")
        }
        return joined
    }

    package func rowCounts(matching filters: [String], isCancelled: () -> Bool) throws(SourceError) -> [Int] {
        let counts = try asking(shownParts(isCancelled), isCancelled) {
            (_, source, isCancelled) throws(SourceError) in
            if try LayeredSource.has(columnsOf: filters, source, isCancelled) {
                return try source.rowCounts(matching: filters, isCancelled: isCancelled)
            }
            let count = try source.open(isCancelled: isCancelled).rowCount
            return [count] + [Int](repeating: 0, count: filters.count)
        }
        return counts.reduce([Int](repeating: 0, count: filters.count + 1)) { zip($0, $1).map(+) }
    }

    package func frequentValues(
        of column: Int, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)] {
        let shown = try shownParts(isCancelled)
        let numbers = try shown.map { (part) throws(SourceError) in
            try columns(of: part, isCancelled).firstIndex(of: column)
        }
        let found = try asking(shown, isCancelled) { (number, source, isCancelled) throws(SourceError) in
            guard let own = numbers[number] else { return [ColumnSummary.Frequency]() }
            let limit = max(limit, Self.comparedValues)
            return try source.frequentValues(of: own, limit: limit, isCancelled: isCancelled).map {
                ColumnSummary.Frequency(value: $0.value, count: $0.count)
            }
        }
        var counts: [String: Int] = [:]
        for frequency in found.joined() { counts[frequency.value, default: 0] += frequency.count }
        return Array(counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit))
            .map { ($0.key, $0.value) }
    }

    // MARK: - Summaries

    /// Words of each part that are compared: what the parts list has to show which are the most frequent.
    private static let comparedWords = 1_000

    /// What all parts hold together. Which words are the most frequent, and how many there are, is said where the words
    /// that the parts list prove it.
    package func summarizeColumns(
        in windows: [WorldWindow]?, listing limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [ColumnSummary] {
        let shown = try shownParts(isCancelled)
        let listed = shown.count > 1 ? max(limit, Self.comparedWords) : limit
        let found = try asking(shown, isCancelled) { (_, source, isCancelled) throws(SourceError) in
            try source.summarizeColumns(in: windows, listing: listed, isCancelled: isCancelled)
        }
        let names = try columnNames(isCancelled: isCancelled)
        var parts = [[ColumnSummary]](repeating: [], count: names.count)
        for (summaries, part) in zip(found, shown) {
            let columns = try columns(of: part, isCancelled)
            for (summary, column) in zip(summaries, columns) { parts[column].append(summary) }
            guard let rowCount = summaries.first?.rowCount else { continue }
            for column in Set(names.indices).subtracting(columns) {
                parts[column].append(ColumnSummary(of: rowCount, without: names[column]))
            }
        }
        return zip(names, parts).map { ColumnSummary(joining: $1, column: $0, listing: limit) }
    }

    /// Whether filters name columns that a source has.
    fileprivate static func has(
        columnsOf filters: [String], _ source: any ViewportSource, _ isCancelled: () -> Bool
    ) throws(SourceError) -> Bool {
        let names = try source.columnNames(isCancelled: isCancelled)
        return filters.allSatisfy { (try? Filter($0, columns: names)) != nil }
    }
}

extension LayeredSource.Part {
    fileprivate func has(
        columnsOf filters: [String], _ isCancelled: () -> Bool
    ) throws(SourceError) -> Bool {
        try LayeredSource.has(columnsOf: filters, source, isCancelled)
    }
}
