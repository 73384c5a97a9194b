import Streams

// Label, id and the columns that searches look through.
extension ColumnDetection {
    /// More columns than this are not searched.
    private static let searchedLimit = 64

    /// The id: the column that the user named, or one of the usual names; otherwise none (rows have numbers
    /// anyway).
    func findID(_ found: inout DetectedColumns) throws(ColumnError) {
        if let asked = options.id {
            found.id = try column(asked, flag: "--id")
        } else {
            found.id = names.columns(named: ColumnNames.ids).first { !isCoordinate($0, found) }
        }
        if let id = found.id {
            found.reasons.append("id: \(titled(id)) (\(options.id == nil ? "by name" : "--id"))")
        }
    }

    /// The label: the column that the user named, one of the usual names, a name that ends in "name", else
    /// what the values make one.
    func findLabel(_ found: inout DetectedColumns) throws(ColumnError) {
        let free = names.names.indices.filter { !isCoordinate($0, found) }
        let reason: String
        if let asked = options.label {
            found.label = try column(asked, flag: "--label")
            reason = "--label"
        } else {
            // What says where a row is names it only where nothing else does.
            let places = Set(found.placeRoles?.columns ?? [])
            let others = free.filter { !places.contains($0) }
            var choice = label(among: others, id: found.id)
            if choice.column == nil, !places.isEmpty { choice = label(among: free, id: found.id) }
            (found.label, reason) = choice
        }
        found.reasons.append(
            found.label.map { "label: \(titled($0)) (\(reason))" } ?? "label: none (\(reason))")
    }

    private func label(among columns: [Int], id: Int?) -> (column: Int?, reason: String) {
        if let named = names.label(among: columns, sample) { return (named, "by name") }
        return sample.label(of: columns, id: id)
    }

    /// The searched columns: the label, the id, then the columns of words in the order of the file.
    func findSearched(_ found: inout DetectedColumns) {
        let words = WordColumns(sample: sample)
        let others = names.names.indices.prefix(1_000).filter { column in
            column != found.label && column != found.id && !isCoordinate(column, found)
                && !names.columns(named: ColumnNames.geometries).contains(column) && words.isSearched(column)
        }
        let all = [found.label, found.id == found.label ? nil : found.id].compactMap(\.self) + others
        found.searched = Array(all.prefix(Self.searchedLimit))
        let titles = found.searched.map { names.names[$0] }.map { printable($0, limit: 48) }
        found.reasons.append("searched: \(titles.isEmpty ? "none" : titles.joined(separator: ", "))")
    }

    private func isCoordinate(_ column: Int, _ found: DetectedColumns) -> Bool {
        switch found.coordinates {
        case .pair(let latitude, let longitude): column == latitude || column == longitude
        case .parts(let parts): parts.columns.contains(column)
        case .combined(let only, _), .geometry(let only, _): column == only
        // A town may well be what a row is called.
        case .places: false
        }
    }
}
