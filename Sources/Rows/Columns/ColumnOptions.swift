import Streams

/// What the user said about columns: names, or numbers counted from 1.
package struct ColumnOptions: Sendable, Equatable {
    package var latitude: String?
    package var longitude: String?
    /// One column with both, as "47.38, 8.54".
    package var combined: String?
    /// One column with geometries: WKT, hexadecimal WKB or GeoJSON.
    package var geometry: String?
    package var label: String?
    package var id: String?
    /// What is taken for latitude is longitude, and the other way round.
    package var isSwapped: Bool

    package init(
        latitude: String? = nil, longitude: String? = nil, combined: String? = nil,
        geometry: String? = nil, label: String? = nil, id: String? = nil, isSwapped: Bool = false
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.combined = combined
        self.geometry = geometry
        self.label = label
        self.id = id
        self.isSwapped = isSwapped
    }
}

/// Which columns, counted from 0, hold what, and why.
package struct DetectedColumns: Sendable, Equatable {
    package enum Position: Sendable, Equatable {
        case pair(latitude: Int, longitude: Int)
        case combined(column: Int, longitudeFirst: Bool)
        case geometry(column: Int, notation: GeometryNotation)
    }

    package var position: Position
    package var label: Int?
    package var id: Int?
    /// What searches look through: the label, the id, then other columns of words.
    package var searched: [Int] = []
    /// One line for each decision, for `--columns`.
    package var reasons: [String]
    /// What was decided among several possibilities or guessed: to be said aloud.
    package var notices: [ColumnNotice]
}

/// A decision about columns that could have been another.
package enum ColumnNotice: Sendable, Equatable {
    case otherPairs(chosen: String, others: [String])
    case sameName(name: String, chosen: Int, others: [Int])
    /// No header: columns guessed by their values; numbers counted from 1.
    case guessedByValues(columns: [Int], others: [Int])
}

extension ColumnNotice: CustomStringConvertible {
    package var description: String {
        switch self {
        case .otherPairs(let chosen, let others):
            "coordinates from \(chosen); other candidates: \(others.joined(separator: ", ")) (choose with --lat and --lon)"
        case .sameName(let name, let chosen, let others):
            "several columns are named \(quoted(name)): using \(chosen), not "
                + others.map(String.init).joined(separator: ", ") + " (--lat and --lon take numbers)"
        case .guessedByValues(let columns, let others):
            "no header: coordinates detected in column \(columns.map(String.init).joined(separator: " and "))"
                + (others.isEmpty ? "" : ", possibly also \(others.map(String.init).joined(separator: ", "))")
                + " (choose with --lat and --lon)"
        }
    }
}

/// Why no columns with coordinates could be settled on.
package enum ColumnError: Error, Equatable, Sendable {
    case noSuchColumn(flag: String, asked: String, found: [String])
    case ambiguousName(flag: String, asked: String, columns: [Int])
    /// `--lat` without `--lon` or the other way round, and no partner to be found.
    case noPartner(flag: String, given: String, found: [String])
    case sameColumnTwice(name: String)
    case looksProjected(columns: [String])
    case geometryOnly(column: String)
    /// `proposal` names the flags that would read columns whose values look like coordinates.
    case noCoordinates(found: [String], proposal: String?)
}

extension ColumnError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noSuchColumn(let flag, let asked, let found):
            "\(flag): no column \(quoted(asked)) (found \(Self.list(found)))"
        case .ambiguousName(let flag, let asked, let columns):
            "\(flag): several columns are named \(quoted(asked)): "
                + columns.map(String.init).joined(separator: ", ") + " (use the number of one)"
        case .noPartner(let flag, let given, let found):
            "\(given) needs \(flag) (found \(Self.list(found)))"
        case .sameColumnTwice(let name):
            "latitude and longitude are both column \(quoted(name)) (expected two columns)"
        case .looksProjected(let columns):
            "\(Self.list(columns)) looks projected (metres) (expected degrees, WGS 84)"
        case .geometryOnly(let column):
            "no coordinates in column \(quoted(column)) (expected geometries as WKT, hexadecimal WKB or GeoJSON)"
        case .noCoordinates(let found, let proposal):
            "no columns with coordinates (found \(Self.list(found)); "
                + (proposal.map { "try \($0))" } ?? "use --lat and --lon)")
        }
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(12).map { quoted($0) }.joined(separator: ", ")
        return names.count > 12 ? shown + " and \(names.count - 12) more" : shown
    }
}
