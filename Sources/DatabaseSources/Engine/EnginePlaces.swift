import MapModel
import RowValues
import Rows
import Streams

/// Where the rows of a table without coordinates are: the server was asked for the different values of some columns, and
/// statements join their places by these values.
struct EnginePlaces: Sendable {
    /// Writes a relation with the columns of places beside those of `base`.
    typealias Join = @Sendable (_ base: String, _ listed: Listed) -> String

    /// The columns whose values are compared, as `base` names them.
    let columns: [EngineColumn]
    private let combinations: [PlaceCombination]
    /// Their numbers by their values.
    private let numbers: [[String]: Int]
    /// The combined columns by their numbers in the table.
    private let slots: [Int]
    private let found: PlacedCombinations
    /// The relations that get places: the whole, then its parts.
    let bases: [String]
    private let join: Join

    /// What the user chooses on the screen.
    let fixes: PlaceFixes

    /// So many combinations are listed in a statement: some megabytes.
    static let limit = 50_000

    /// The names of the columns that relations get, in the order of their texts.
    static let names = ["tm_lat", "tm_lon", "tm_match", "tm_place", "tm_country"]
    /// What the texts of combinations are called where they are listed.
    static func valueName(_ slot: Int) -> String { "tm_c\(slot)" }

    /// Combinations with their places, column by column.
    struct Listed: Sendable {
        /// By combined column.
        let values: [[String]]
        let latitudes: [Double]
        let longitudes: [Double]
        /// Match, name and country.
        let texts: [[String]]

        var count: Int { latitudes.count }
    }

    // MARK: - What a table gets

    /// The names of all columns: those of the table, then latitude, longitude, match, name and country.
    var columnNames: [String] { found.columnNames }

    /// The columns of the table, then those that its rows get.
    ///
    /// - Parameters:
    ///   - numberType: the type of latitude and longitude, as the engine writes it.
    ///   - textType: that of the others.
    ///   - sql: what statements call a column that relations get.
    func allColumns(
        _ columns: [EngineColumn], numberType: String, textType: String, sql: (String) -> String
    ) -> [EngineColumn] {
        let own = zip(columns, columnNames).map { $0.renamed($1) }
        return own
            + zip(columnNames.suffix(Self.names.count), Self.names).enumerated().map { index, name in
                let kind: (column: ColumnKind, field: FieldValue.Kind) =
                    index < 2 ? (.number, .number) : (.text, .text)
                return EngineColumn(
                    name: name.0, type: index < 2 ? numberType : textType, kind: kind.column,
                    fieldKind: kind.field, sql: sql(name.1), castType: index < 2 ? numberType : textType)
            }
    }

    /// The texts of the columns that a row gets, by those of the table's own columns.
    func texts(ofRow texts: [String?]) -> [String?] {
        let values = slots.map { texts.indices.contains($0) ? texts[$0] ?? "" : "" }
        guard let number = numbers[values], let place = found.places[number] else {
            return Array(repeating: nil, count: Self.names.count)
        }
        let degrees = [place.coordinate.latitudeE7, place.coordinate.longitudeE7].map {
            "\(Self.degrees($0))"
        }
        return degrees + place.texts.map { $0.isEmpty ? nil : $0 }
    }

    /// The relation with all places.
    var relation: String { relations(in: nil)[0] }
    /// The same of its parts.
    var parts: [String] { Array(relations(in: nil).dropFirst()) }

    /// The relations with the places in some boxes: other rows seem to have none.
    func relations(in boxes: [GeoBounds]?) -> [String] {
        let listed = listed(boxes)
        return bases.map { join($0, listed) }
    }

    private static func degrees(_ units: Int32) -> Double { Double(units) / FixedCoordinate.unitsPerDegree }

    private func listed(_ boxes: [GeoBounds]?) -> Listed {
        let numbers = numbersOfPlaces(in: boxes)
        let places = numbers.compactMap { found.places[$0] }
        return Listed(
            values: columns.indices.map { slot in numbers.map { combinations[$0].values[slot] } },
            latitudes: places.map { Self.degrees($0.coordinate.latitudeE7) },
            longitudes: places.map { Self.degrees($0.coordinate.longitudeE7) },
            texts: (0..<Self.names.count - 2).map { slot in places.map { $0.texts[slot] } })
    }

    /// Combinations with a place in one of some boxes; all with a place for nil.
    private func numbersOfPlaces(in boxes: [GeoBounds]?) -> [Int] {
        combinations.indices.filter { number in
            guard let place = found.places[number] else { return false }
            guard let boxes else { return true }
            let coordinate = place.coordinate.coordinate
            return boxes.contains { Self.holds($0, coordinate) }
        }
    }

    /// More than the rounding of coordinates.
    private static let margin = 1e-6

    private static func holds(_ box: GeoBounds, _ place: Coordinate) -> Bool {
        let isEast =
            place.longitude >= box.west - margin && place.longitude <= box.east + margin
            // The line at 180° has two names.
            || abs(place.longitude) > 180 - margin
        return isEast && place.latitude >= box.south - margin && place.latitude <= box.north + margin
    }

    // MARK: - What is skipped by an index

    /// More values are not listed for an index.
    private static let listedValues = 2_000

    /// A condition for rows that may be in some boxes, by the values of the column that has most of them; nil where these
    /// are too many.
    func boxCondition(_ boxes: [GeoBounds], _ dialect: any SQLDialect) -> String? {
        let numbers = numbersOfPlaces(in: boxes)
        if numbers.isEmpty { return "1 = 0" }
        guard let slot = selective, dialect.canList(columns[slot]) else { return nil }
        let values = Set(numbers.map { combinations[$0].values[slot] }).sorted()
        guard values.count <= Self.listedValues else { return nil }
        let column = columns[slot]
        let listed = values.filter { !$0.isEmpty }.map { [$0] }
        let tests =
            (listed.isEmpty ? [] : [dialect.isOne([column], of: listed)])
            + (values.contains("") ? ["\(column.sql) IS NULL", "\(dialect.text(of: column)) = ''"] : [])
        return "(\(tests.joined(separator: " OR ")))"
    }

    /// The column of texts with the most different values.
    private var selective: Int? {
        columns.indices.filter { columns[$0].kind == .text }.max { first, second in
            different(first) < different(second)
        }
    }

    private func different(_ slot: Int) -> Int { Set(combinations.lazy.map { $0.values[slot] }).count }

    // MARK: - What there is

    /// All rows: those with a place and their box, and why others have none.
    var summary: SourceSummary {
        var count = 0
        var latitudes: [Int32] = []
        var longitudes: [Int32] = []
        for (combination, place) in zip(combinations, found.places) {
            guard let place else { continue }
            count += combination.rows
            latitudes.append(place.coordinate.latitudeE7)
            longitudes.append(place.coordinate.longitudeE7)
        }
        var bounds: GeoBounds?
        if let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
            let east = longitudes.max()
        {
            bounds = GeoBounds(
                south: Self.degrees(south), west: Self.degrees(west), north: Self.degrees(north),
                east: Self.degrees(east))
        }
        var summary = SourceSummary(
            rowCount: count, skippedCount: found.skipped.total, isEstimate: false, bounds: bounds,
            notices: found.notices)
        summary.skipped = found.skipped
        return summary
    }
}

// MARK: - Asking

extension EnginePlaces {
    /// What is asked for: a table, its columns and what they mean.
    struct Asked {
        /// What the table is called in messages.
        let title: String
        let columns: [EngineColumn]
        let roles: PlaceRoles
        /// The relation, then its parts.
        let bases: [String]
        let dialect: any SQLDialect

        /// The columns that are combined.
        func combined(_ placer: CombinationPlacer) -> [EngineColumn] {
            roles.columns.prefix(placer.columnLimit).map { columns[$0] }
        }
    }

    /// Asks a server for the different values and finds their places.
    ///
    /// - Throws: `.refused` where there are too many of them.
    init(
        _ asked: Asked, _ placer: CombinationPlacer, name: String, join: @escaping Join,
        isCancelled: () -> Bool, run: (_ sql: String, _ columnCount: Int) throws(SourceError) -> SQLRows
    ) throws(SourceError) {
        let slots = Array(asked.roles.columns.prefix(placer.columnLimit))
        self.slots = slots
        columns = slots.map { asked.columns[$0] }
        (bases, self.join, fixes) = (asked.bases, join, placer.fixes)
        let names = columns.map { quoted($0.name) }.joined(separator: ", ")
        var rows: [[String]: Int] = [:]
        for base in asked.bases.count > 1 ? Array(asked.bases.dropFirst()) : asked.bases {
            let found = try run(Self.statement(columns, base, asked.dialect), columns.count + 1)
            for row in 0..<found.count {
                guard let count = found.rowCount(row, columns.count) else {
                    throw .refused(name: name, words: "unexpected answer: no row count")
                }
                rows[columns.indices.map { found[row, $0] ?? "" }, default: 0] += count
            }
            guard rows.count <= Self.limit else {
                throw .refused(
                    name: name,
                    words: "\(printable(asked.title)): more than \(grouped(Self.limit)) different values of "
                        + "\(names) (places of so many are found in files: write the table to one, "
                        + "or name fewer columns with --city, --region and --country)")
            }
        }
        combinations = rows.map { PlaceCombination(values: $0.key, rows: $0.value) }
            .sorted { first, second in
                first.rows == second.rows
                    ? first.values.lexicographicallyPrecedes(second.values) : first.rows > second.rows
            }
        numbers = Dictionary(
            uniqueKeysWithValues: combinations.enumerated().map { ($1.values, $0) })
        found = try placer.find(
            AskedCombinations(
                table: name, columnNames: asked.columns.map(\.name), roles: asked.roles, columns: slots,
                combinations: combinations), isCancelled)
        guard found.places.count == combinations.count,
            found.columnNames.count == asked.columns.count + Self.names.count
        else { throw .refused(name: name, words: "places do not fit the table") }
    }

    /// The different values of columns, and how many rows have them.
    static func statement(_ columns: [EngineColumn], _ base: String, _ dialect: any SQLDialect) -> String {
        let texts = columns.indices.map { "\(text(columns[$0], dialect)) AS \(valueName($0))" }
        let names = columns.indices.map(valueName).joined(separator: ", ")
        return """
            SELECT \(texts.joined(separator: ", ")), count(*) FROM \(base)
            GROUP BY \(names) LIMIT \(limit + 1)
            """
    }

    /// The text of a value as combinations have it: empty for NULL.
    static func text(_ column: EngineColumn, _ dialect: any SQLDialect) -> String {
        "coalesce(\(dialect.text(of: column)), '')"
    }
}

extension EngineLayout {
    /// The columns that the table itself has.
    var ownColumns: [EngineColumn] { placed == nil ? columns : columns.dropLast(EnginePlaces.names.count) }

    /// The same without the places of rows, which have their keys and own columns.
    var unplaced: EngineLayout {
        guard let placed else { return self }
        var layout = self
        layout.relation = placed.bases[0]
        return layout
    }

    /// The same for rows in some boxes: a statement lists the places of these alone. Rows of tables with coordinates are
    /// found by themselves.
    func narrowed(to boxes: @autoclosure () -> [GeoBounds]) -> EngineLayout {
        guard let placed else { return self }
        var layout = self
        let relations = placed.relations(in: boxes())
        (layout.relation, layout.parts) = (relations[0], Array(relations.dropFirst()))
        return layout
    }
}
