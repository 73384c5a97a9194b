import MapModel
import PlaceNames
import RowValues
import Rows
import Streams
import Synchronization

/// A table with coordinates that explains the keys of others, such as postcodes.
package final class PlaceTable: Sendable {
    /// Reads the table.
    package typealias Reading = @Sendable () throws(SourceError) -> LoadedSource

    /// Where the rows with a key are.
    enum Found: Sendable, Equatable {
        /// One place, with the label of its row and the code of its country, where the table has them.
        case place(FixedCoordinate, label: String, country: String)
        case several
    }

    /// The places of the rows by a key of some columns.
    private struct Index: Sendable {
        let columns: [Int]
        var places: [String: Found] = [:]
        /// By keys of digits without leading zeros; empty where two keys would be the same.
        var bare: [String: Found] = [:]
    }

    /// As the user named it.
    package let name: PlaceTableName
    private let reading: Reading
    private let source = Mutex<LoadedSource?>(nil)
    private let indexes = Mutex<[Index]>([])

    /// Rows with the same key that are further apart are different places.
    private static let sameMeters = 1_000.0

    /// A table that is read when it is needed.
    package init(_ name: PlaceTableName, reading: @escaping Reading) {
        (self.name, self.reading) = (name, reading)
    }

    private func loaded() throws(SourceError) -> LoadedSource {
        if let known = source.withLock({ $0 }) { return known }
        let read = try reading()
        source.withLock { $0 = read }
        return read
    }

    /// The different values of a column in its first rows, at most `limit`.
    func values(of column: Int, limit: Int) throws(SourceError) -> Set<String> {
        let table = try loaded().table
        var values: Set<String> = []
        let count = min(table.recordCount, limit)
        try table.visitRows((0..<count).map { UInt32($0) }) { values.insert($0.text(of: column)) }
        return values
    }

    /// The columns that hold its coordinates.
    func placeColumns() throws(SourceError) -> Set<Int> {
        let names = ColumnNames(try loaded().table.columnNames)
        return Set(names.coordinatePairs().flatMap { [$0.latitude, $0.longitude] })
    }

    /// The names of its columns.
    func columnNames() throws(SourceError) -> [String] { try loaded().table.columnNames }

    /// How many of some keys it has.
    func knownCount(_ keys: [[String]], in columns: [Int]) throws(SourceError) -> Int {
        let index = try index(columns)
        return keys.count { Self.found($0, index) != nil }
    }

    /// Where the rows with a key are; nil where it has none.
    func found(_ key: [String], in columns: [Int]) throws(SourceError) -> Found? {
        Self.found(key, try index(columns))
    }

    private static func found(_ key: [String], _ index: Index) -> Found? {
        let folded = folded(key)
        if let place = index.places[folded] { return place }
        guard key.count == 1, let only = key.first else { return nil }
        // ZIP+4 begins with the ZIP.
        let parts = only.split(separator: "-")
        if parts.count == 2, parts[0].count == 5, parts[1].count == 4,
            parts.allSatisfy({ $0.allSatisfy(\.isNumber) })
        {
            return found([String(parts[0])], index)
        }
        return withoutZeros(folded).flatMap { index.bare[$0] }
    }

    private func index(_ columns: [Int]) throws(SourceError) -> Index {
        if let known = indexes.withLock({ $0.first { $0.columns == columns } }) { return known }
        let source = try loaded()
        let tree = QuadTree(source.points)
        let rows = (0..<tree.count).map { (row: tree.row(at: $0), place: tree.coordinate(at: $0)) }
            .sorted { $0.row < $1.row }
        let label = source.table.roles.label.flatMap { columns.contains($0) ? nil : $0 }
        let country = source.table.columnNames.firstIndex {
            ["country", "country_code", "iso2"].contains($0)
        }
        var index = Index(columns: columns)
        var next = 0
        try source.table.visitRows(rows.map(\.row)) { row in
            defer { next += 1 }
            let key = columns.map { row.text(of: $0) }
            guard key.contains(where: { !$0.isEmpty }) else { return }
            let place = FixedCoordinate(rows[next].place)
            let label = label.map { row.text(of: $0) } ?? ""
            let found = Found.place(place, label: label, country: country.map { row.text(of: $0) } ?? "")
            Self.add(found, place, Self.folded(key), to: &index.places)
        }
        index.bare = columns.count == 1 ? Self.bare(index.places) : [:]
        let made = index
        indexes.withLock { $0.append(made) }
        return made
    }

    private static func add(
        _ found: Found, _ place: FixedCoordinate, _ key: String, to places: inout [String: Found]
    ) {
        guard case .place(let known, _, _)? = places[key] else {
            if places[key] == nil { places[key] = found }
            return
        }
        let distance = GreatCircle.distance(from: known.coordinate, to: place.coordinate)
        if distance > sameMeters { places[key] = .several }
    }

    /// Keys of digits without leading zeros, if that keeps them apart.
    private static func bare(_ places: [String: Found]) -> [String: Found] {
        var bare: [String: Found] = [:]
        for (key, found) in places {
            guard let short = withoutZeros(key) else { continue }
            if bare[short] != nil { return [:] }
            bare[short] = found
        }
        return bare
    }

    private static func withoutZeros(_ key: String) -> String? {
        guard !key.isEmpty, key.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return String(key.drop { $0 == "0" })
    }

    private static func folded(_ key: [String]) -> String {
        key.map { String(decoding: FoldedText.folded($0), as: UTF8.self) }.joined(separator: "\u{1F}")
    }
}

/// Finds places by keys of another table.
struct TablePlaceFinder {
    let table: PlaceTable
    let key: PlaceKey
    /// Where the columns of the key are among the values of combinations.
    private let slots: [Int]

    init(_ table: PlaceTable, key: PlaceKey, columns: [Int]) {
        (self.table, self.key) = (table, key)
        slots = key.columns.compactMap { columns.firstIndex(of: $0) }
    }

    /// The place of each combination; nil where the table does not have it.
    func places(of combinations: [PlaceCombination]) throws(SourceError) -> [FoundPlace?] {
        var found: [FoundPlace?] = []
        found.reserveCapacity(combinations.count)
        let name = printable(table.name.path)
        for combination in combinations {
            let values = slots.map { combination.values[$0] }
            switch try table.found(values, in: key.tableColumns) {
            case .place(let place, let label, let country):
                let title = label.isEmpty ? values.filter { !$0.isEmpty }.joined(separator: ", ") : label
                found.append(
                    .known(
                        KnownPlace(
                            coordinate: place, match: .exact, name: title,
                            country: country.utf8.count == 2 ? country : "")))
            case .several:
                found.append(.missing(.ambiguousPlace, words: "several places in \(name)", candidates: []))
            case nil: found.append(nil)
            }
        }
        return found
    }
}
