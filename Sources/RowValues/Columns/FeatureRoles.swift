import Streams

/// Finds which columns of records are label and id and which are searched, by the rules for delimited files.
package struct FeatureRoles {
    /// The number of records in a sample.
    package static let sampleLimit = 100
    private static let searchedLimit = 64

    private let names: ColumnNames
    private let sample: ColumnSample
    private let options: ColumnOptions
    /// Columns of coordinates: never the label, never searched.
    private let coordinates: Set<Int>

    /// A search for roles in columns called `names`.
    ///
    /// - Parameter sample: the first records, in the order of `names`.
    package init(names: [String], sample: ColumnSample, options: ColumnOptions, coordinates: Set<Int> = []) {
        self.names = ColumnNames(names)
        self.sample = sample
        self.options = options
        self.coordinates = coordinates
    }

    /// The roles, and the reasons, a line each.
    ///
    /// - Throws: when the user named a column that does not exist or whose name is ambiguous.
    package func found() throws(ColumnError) -> (roles: ColumnRoles, reasons: [String]) {
        let free = names.names.indices.filter { !coordinates.contains($0) }
        var roles = ColumnRoles()
        roles.id = try asked(options.id, flag: "--id") ?? named(ColumnNames.ids)
        let label = try label(free: free, id: roles.id)
        roles.label = label.column
        let words = WordColumns(sample: sample)
        let others = free.prefix(1_000).filter { column in
            column != roles.label && column != roles.id
                && !names.columns(named: ColumnNames.geometries).contains(column) && words.isSearched(column)
        }
        let first = [roles.label, roles.id == roles.label ? nil : roles.id].compactMap(\.self)
        roles.searched = Array((first + others).prefix(Self.searchedLimit))
        return (roles, reasons(roles, label.reason))
    }

    private func label(free: [Int], id: Int?) throws(ColumnError) -> (column: Int?, reason: String) {
        if let asked = try asked(options.label, flag: "--label") { return (asked, "--label") }
        if let named = names.label(among: free, sample) { return (named, "by name") }
        return sample.label(of: free, id: id)
    }

    private func named(_ wanted: [String]) -> Int? {
        names.columns(named: wanted).first { !coordinates.contains($0) }
    }

    private func asked(_ name: String?, flag: String) throws(ColumnError) -> Int? {
        guard let name else { return nil }
        let found = names.columns(asked: name)
        guard let first = found.first else {
            throw .noSuchColumn(flag: flag, asked: name, found: names.names)
        }
        guard found.count == 1 else {
            throw .ambiguousName(flag: flag, asked: name, columns: found.map { $0 + 1 })
        }
        return first
    }

    private func reasons(_ roles: ColumnRoles, _ labelReason: String) -> [String] {
        func titled(_ column: Int) -> String { "column \(column + 1), \(quoted(names.names[column]))" }
        let searched = roles.searched.map { printable(names.names[$0], limit: 48) }
        return [
            roles.id.map { "id: \(titled($0)) (\(options.id == nil ? "by name" : "--id"))" },
            roles.label.map { "label: \(titled($0)) (\(labelReason))" } ?? "label: none (\(labelReason))",
            "searched: \(searched.isEmpty ? "none" : searched.joined(separator: ", "))",
        ].compactMap(\.self)
    }
}
