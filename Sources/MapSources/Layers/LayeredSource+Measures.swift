import MapModel
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

    /// Up to so many different values of a layer are compared with those of the others.
    private static let fewValues = 100

    /// - Throws: `.refused` where it has values of one type in one layer, and of another type in another.
    func distribution(
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
        let isFew = found.allSatisfy { $0.summary.distinctCount <= Self.fewValues }
        let distinct =
            isFew
            ? try frequentValues(of: column, limit: Self.fewValues * shown.count, isCancelled: isCancelled)
                .count
            : nil
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

    func rowCounts(matching filters: [String], isCancelled: () -> Bool) throws(SourceError) -> [Int] {
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

    func frequentValues(
        of column: Int, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)] {
        let shown = try shownParts(isCancelled)
        let numbers = try shown.map { (part) throws(SourceError) in
            try columns(of: part, isCancelled).firstIndex(of: column)
        }
        let found = try asking(shown, isCancelled) { (number, source, isCancelled) throws(SourceError) in
            guard let own = numbers[number] else { return [ColumnSummary.Frequency]() }
            return try source.frequentValues(of: own, limit: limit, isCancelled: isCancelled).map {
                ColumnSummary.Frequency(value: $0.value, count: $0.count)
            }
        }
        var counts: [String: Int] = [:]
        for frequency in found.joined() { counts[frequency.value, default: 0] += frequency.count }
        return Array(counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit))
            .map { ($0.key, $0.value) }
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
