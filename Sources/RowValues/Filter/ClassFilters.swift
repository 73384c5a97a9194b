extension RowClasses {
    /// A filter for the rows of each class, from class 1 on; those without a value match none.
    package var filters: [String] {
        switch scheme {
        case .categories(let categories):
            let values = categories.filter { !$0.value.isEmpty }
                .map { FilterText.value($0.value, of: kind) }
            let name = FilterText.name(column)
            guard values.count < categories.count else { return values.map { "\(name) = \($0)" } }
            let others = "\(name) IS NOT NULL AND \(name) NOT IN (\(values.joined(separator: ", ")))"
            return values.map { "\(name) = \($0)" } + [others]
        case .ranges(let ranges): return NumberRanges.filters(ranges.edges, column, kind)
        }
    }

    /// A filter for the rows whose classes are not hidden; nil for all rows.
    package func filter(hiding hidden: HiddenClasses) -> String? {
        let filters = filters
        guard (0...filters.count).contains(where: { isHidden($0, by: hidden) }) else { return nil }
        let name = FilterText.name(column)
        let shown = filters.enumerated().filter { !isHidden($0.offset + 1, by: hidden) }.map {
            "(\($0.element))"
        }
        let parts = shown + (hidden.contains(.missing) ? [] : ["\(name) IS NULL"])
        return parts.isEmpty ? "\(name) IS NULL AND \(name) IS NOT NULL" : parts.joined(separator: " OR ")
    }
}

extension NumberRanges {
    /// A filter for the numbers between each two of the ascending `edges`; those beyond the ends are in the first or the
    /// last range.
    package static func filters(_ edges: [Double], _ column: String, _ kind: ColumnKind) -> [String] {
        let name = FilterText.name(column)
        guard edges.count > 2 else { return edges.isEmpty ? [] : ["\(name) IS NOT NULL"] }
        let texts = edges.map { FilterText.number($0, of: kind) }
        return (0..<edges.count - 1).map { range in
            let isFrom = range > 0 ? ["\(name) >= \(texts[range])"] : []
            let isBelow = range < edges.count - 2 ? ["\(name) < \(texts[range + 1])"] : []
            return (isFrom + isBelow).joined(separator: " AND ")
        }
    }
}
