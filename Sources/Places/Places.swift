import MapModel
import PlaceNames
import RowValues
import Rows
import Streams

/// The finder of places of one run: the user's options and the names of all places.
package struct Places: Sendable {
    /// What the user said.
    package let options: PlaceOptions
    let atlas: PlaceAtlas
    private let tables: [PlaceTable]
    private let airports: PlaceTable?
    /// What knows where addresses are; nil where the user wants none placed.
    let databases: AddressDatabases?
    /// What the user has chosen on the screen.
    let fixes = PlaceFixes()

    /// A finder that reads the names when a table needs them.
    ///
    /// - Parameters:
    ///   - tables: those that explain keys.
    ///   - airports: those that we ship, with the columns iata and icao.
    ///   - databases: of addresses; nil where none are to be placed.
    package init(
        options: PlaceOptions, atlas: PlaceAtlas, tables: [PlaceTable] = [], airports: PlaceTable? = nil,
        databases: AddressDatabases? = nil
    ) {
        (self.options, self.atlas, self.databases) = (options, atlas, databases)
        (self.tables, self.airports) = (tables, airports)
    }

    /// What readers need: it looks for columns of names and codes; nil where the user wants coordinates alone.
    package var columnFinder: PlaceColumnFinder? {
        guard !options.isOff else { return nil }
        return PlaceColumnFinder(description: description, isAsked: options.isAsked) {
            [self] names, hasHeader, sample throws(ColumnError) in
            try columns(names, hasHeader, sample)
        }
    }

    /// Addresses that databases place come before names and codes, and others after them.
    private func columns(
        _ names: [String], _ hasHeader: Bool, _ sample: ColumnSample
    ) throws(ColumnError) -> DetectedPlaces? {
        let addresses = databases == nil ? nil : AddressColumnSearch(columns: names, sample: sample)
        if let asked = options.address, let addresses { return try addresses.asked(asked) }
        let found = options.isAsked ? nil : addresses?.found()
        if let found, databases?.isEmpty == false { return found }
        do throws(ColumnError) {
            return try named(names, hasHeader, sample) ?? found
        } catch {
            if let found { return found }
            throw error
        }
    }

    private func named(
        _ names: [String], _ hasHeader: Bool, _ sample: ColumnSample
    ) throws(ColumnError) -> DetectedPlaces? {
        let codes = try PlaceColumnSearch.codes(
            names, hasHeader: hasHeader, sample: sample, options: options)
        if let codes { return codes }
        let finder: PlaceNameFinder
        do throws(PlaceAtlas.Missing) { finder = try atlas.names() } catch {
            throw .noPlaceNames(error.words)
        }
        return try PlaceColumnSearch(
            columns: names, hasHeader: hasHeader, sample: sample, options: options, finder: finder,
            tables: tables, airports: airports
        ).found()
    }

    /// All that decides about the columns and the places of rows: what the user said, and the states of the files that are
    /// asked.
    private var description: String {
        let files = (tables + [airports].compactMap(\.self)).map { FileState.words($0.name.path) }
        return "\(options) names \(atlas.version) tables \(files.joined(separator: ", ")) "
            + "addresses \(databases?.version ?? "off")"
    }

    /// False where a table can be read only once, so that the next run finds other places.
    var canBeSaved: Bool { tables.allSatisfy { FileIdentity(path: $0.name.path)?.isRegular == true } }

    /// The same rows where their names and codes say; a source with coordinates is returned as it is.
    ///
    /// - Parameter progress: called with the share that is done, 0…1.
    func placed(
        _ source: consuming LoadedSource, isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> LoadedSource {
        guard let roles = source.table.placeRoles, !roles.columns.isEmpty else { return source }
        if let address = roles.address {
            return try placed(source, address, roles, isCancelled: isCancelled, progress: progress)
        }
        let table = source.table
        if !roles.grid.isEmpty { return try placed(source, grid: roles, isCancelled) }
        if let code = roles.code {
            var coded = source
            coded.table = CodedTable(base: table, key: .code(code))
            return coded
        }
        let columns = Array(roles.columns.prefix(CombinationCodes.columnLimit))
        let waiting = source.points.placedRows(below: table.recordCount)
        // All that waits is in one place: its memory is for the places that are found.
        source.points = PointBuffer()
        let codes = try CombinationCodes(of: table, columns, waiting: waiting, isCancelled: isCancelled) {
            progress($0 / 2)
        }
        let (found, notices) = try found(
            roles, columns, codes.combinations, NamedColumns(table), isCancelled
        ) {
            progress(0.5 + $0 / 2)
        }
        atlas.forget()
        let rows = PlacedRows(
            codes: codes, found: found, roles: roles, columns: columns,
            hasChosenPlaces: !fixes.places.isEmpty)
        var placed = rows.source(source)
        placed.notices += notices
        return placed
    }

    /// The rows where their eastings and northings say.
    private func placed(
        _ source: LoadedSource, grid roles: PlaceRoles, _ isCancelled: () -> Bool
    ) throws(SourceError) -> LoadedSource {
        var placed = source
        placed.points = PointBuffer()
        let waiting = source.points.placedRows
        for start in stride(from: 0, to: waiting.count, by: Self.batch) {
            if isCancelled() { throw .cancelled }
            try source.table.visitRows(Array(waiting[start..<min(start + Self.batch, waiting.count)])) {
                row in
                let values = roles.grid.map { row.text(of: $0) }
                if let place = GridPlace.place(values, hasBands: roles.gridHasBands) {
                    return placed.points.append(place.coordinate, row: row.row)
                }
                let isEmpty = values.dropFirst().allSatisfy(\.isEmpty)
                placed.skipped.add(
                    isEmpty ? .noPlace : .invalidCode, line: row.line ?? Int(row.row) + 1, what: "position",
                    text: Array(values.joined(separator: " ").utf8))
            }
        }
        placed.table = CodedTable(base: source.table, key: .grid(roles.grid, hasBands: roles.gridHasBands))
        placed.layers = [SourceLayer(of: placed)]
        return placed
    }

    private static let batch = 4_096

    /// What each combination of values means, and what is to be known of it.
    func found(
        _ roles: PlaceRoles, _ columns: [Int], _ combinations: [PlaceCombination], _ table: NamedColumns,
        _ isCancelled: () -> Bool, _ progress: (Double) -> Void
    ) throws(SourceError) -> (found: [FoundPlace?], notices: [String]) {
        var notices: [String] = []
        var found = [FoundPlace?](repeating: nil, count: combinations.count)
        let chosen = fixes.places
        for (number, combination) in combinations.enumerated() {
            guard let fix = chosen[combination.values] else { continue }
            found[number] = .known(
                KnownPlace(coordinate: fix.place, match: .exact, name: fix.title, country: fix.country))
        }
        for key in roles.keys { try place(combinations, by: key, columns, table, &found, &notices) }
        let left = combinations.indices.filter { found[$0] == nil }
        let named = try self.named(
            roles, columns, left.map { combinations[$0] }, table, isCancelled, progress)
        for (number, place) in zip(left, named) { found[number] = place }
        return (found, notices)
    }

    /// Asks another table for the places of what is not found yet.
    private func place(
        _ combinations: [PlaceCombination], by key: PlaceKey, _ columns: [Int], _ data: NamedColumns,
        _ found: inout [FoundPlace?], _ notices: inout [String]
    ) throws(SourceError) {
        guard let table = key.table < tables.count ? tables[key.table] : airports else { return }
        let places = try TablePlaceFinder(table, key: key, columns: columns).places(of: combinations)
        var (known, unknown) = (0, 0)
        for (number, place) in places.enumerated() where found[number] == nil {
            found[number] = place
            if combinations[number].values.allSatisfy(\.isEmpty) { continue }
            if place == nil {
                unknown += combinations[number].rows
            } else {
                known += combinations[number].rows
            }
        }
        guard key.table < tables.count else { return }
        let names = key.columns.map { quoted(data.names[$0]) }.joined(separator: ", ")
        notices.append(
            "\(printable(data.table)): \(grouped(known)) \(known == 1 ? "row" : "rows") placed by \(names) of "
                + "\(printable(table.name.path)), \(grouped(unknown)) not in it")
    }

    /// What names say; without columns of names what is left is not known.
    private func named(
        _ roles: PlaceRoles, _ columns: [Int], _ combinations: [PlaceCombination], _ table: NamedColumns,
        _ isCancelled: () -> Bool, _ progress: (Double) -> Void
    ) throws(SourceError) -> [FoundPlace?] {
        guard !roles.names.isEmpty else {
            let reason: SkippedRows.Reason =
                roles.keys.contains { $0.table >= tables.count } ? .invalidCode : .unknownPlace
            return combinations.map { combination in
                combination.values.allSatisfy(\.isEmpty)
                    ? nil
                    : .missing(
                        reason, words: reason == .invalidCode ? "no such airport" : "unknown", candidates: [])
            }
        }
        let finder = NamedPlaceFinder(
            roles, columns: columns, header: roles.country.map { table.names[$0] } ?? "",
            options: options,
            atlas: atlas)
        do throws(PlaceFault) {
            return try finder.places(of: combinations, isCancelled: isCancelled, progress: progress)
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .missing(let words): throw .refused(name: table.table, words: words)
            }
        }
    }
}
