import MapModel
import Streams

/// The columns that the user named: by name, or by number counted from 1.
package struct ColumnOptions: Sendable, Equatable {
    /// The column of latitudes; nil when it is to be detected.
    package var latitude: String?
    /// The column of longitudes; nil when it is to be detected.
    package var longitude: String?
    /// One column with both, such as "47.38, 8.54".
    package var combined: String?
    /// One column with geometries: WKT, hexadecimal WKB or GeoJSON.
    package var geometry: String?
    /// The column of labels; nil when it is to be detected.
    package var label: String?
    /// The column of identifiers; nil when it is to be detected.
    package var id: String?
    /// What finds columns of names and codes where there are no coordinates; nil where only coordinates are read.
    package var places: PlaceColumnFinder?
    /// Latitude and longitude are exchanged.
    package var isSwapped: Bool
    /// The coordinates are in a coordinate system that the user named, not in degrees on WGS 84.
    package var isProjected: Bool

    /// Options that leave to detection what is nil.
    package init(
        latitude: String? = nil, longitude: String? = nil, combined: String? = nil,
        geometry: String? = nil, label: String? = nil, id: String? = nil, isSwapped: Bool = false,
        isProjected: Bool = false
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.combined = combined
        self.geometry = geometry
        self.label = label
        self.id = id
        self.isSwapped = isSwapped
        self.isProjected = isProjected
    }
}

extension ColumnOptions {
    /// The user named no column of coordinates.
    package var namesNoCoordinates: Bool {
        latitude == nil && longitude == nil && combined == nil && geometry == nil && !isProjected
    }

    /// The same for a look at coordinates alone.
    package var forCoordinates: ColumnOptions {
        var options = self
        options.places = nil
        return options
    }
}

/// The columns, counted from 0, for each purpose, and why.
package struct DetectedColumns: Sendable, Equatable {
    /// Where the coordinates of a row are found.
    package enum Coordinates: Sendable, Equatable {
        /// Two columns of numbers.
        case pair(latitude: Int, longitude: Int)
        /// Columns of numbers with those of their minutes, seconds and hemispheres.
        case parts(DegreeParts)
        /// One column with both numbers.
        case combined(column: Int, longitudeFirst: Bool)
        /// One column of geometries.
        case geometry(column: Int, notation: GeometryNotation)
        /// None: names and codes say where a row is, and its place is found later.
        case places(PlaceRoles)
    }

    /// The column or columns of coordinates.
    package var coordinates: Coordinates
    /// The units of a pair: whole numbers of which so many make a degree, as Google's E7 are; 1 for degrees.
    package var unitsPerDegree = 1.0
    /// What a lone O means in a column with both coordinates: the west, else the east; nil: nothing. It is not saved.
    package var isOWest: Bool?
    /// The column shown as the name of a row; nil when there is none.
    package var label: Int?
    /// The column that identifies a row; nil when there is none.
    package var id: Int?
    /// The searched columns: the label, the id, then other columns of words.
    package var searched: [Int] = []
    /// One line for each decision, for `--columns`.
    package var reasons: [String]
    /// Choices among several possibilities, and guesses: shown to the user.
    package var notices: [ColumnNotice]
}

/// A choice of columns with alternatives.
package enum ColumnNotice: Sendable, Equatable {
    /// Several pairs of columns could hold the coordinates.
    case otherPairs(chosen: String, others: [String])
    /// Several columns have the name; they are counted from 1.
    case sameName(name: String, chosen: Int, others: [Int])
    /// No header: columns guessed by their values; numbers counted from 1. `order`: which coordinate was taken to come
    /// first, where nothing shows it.
    case guessedByValues(columns: [Int], others: [Int], order: CoordinateAxis?)
    /// The names say nothing: columns detected by their values; the flag names such columns.
    case foundByValues(columns: [String], others: [String], flag: String, order: CoordinateAxis?)
    /// One column with both coordinates, of which either may be the latitude.
    case guessedOrder(column: String, first: CoordinateAxis)
    /// Whole numbers that are read as fractions of a degree.
    case wholeNumbers(columns: [String], unitsPerDegree: Double)
    /// The pair is empty in so many of the first rows that another one, which is named first, was chosen.
    case fullerPair(chosen: String, others: [String])
    /// What should be known of columns with names and codes.
    case places(String)
    /// More than two columns of plain degrees are read, or other numbers than degrees.
    case readParts(latitude: [String], longitude: [String], form: DegreeParts.Form)
    /// Numbers without a sign are in the direction that the name of the column says: south or west.
    case unsigned(column: String, direction: String)
    /// What an O at the numbers of longitudes means.
    case letterO(column: String, direction: String)
    /// An O is taken for the west though nothing shows it; and the column of the numbers beside it.
    case guessedO(column: String, numbers: String)
    /// The pair has no signs, and these columns have the letters of the hemispheres.
    case unreadLetters(columns: [String])
    /// The numbers have no signs, and the name of their column says that they are south or west, which a database does not read.
    case unreadDirection(column: String, direction: String)
    /// The pair has whole degrees, and these columns have their minutes and seconds.
    case unreadMinutes(columns: [String])
}

extension ColumnNotice: CustomStringConvertible {
    /// One line for the user that names the flags to choose otherwise.
    package var description: String {
        switch self {
        case .otherPairs(let chosen, let others):
            "coordinates from \(chosen); other candidates: \(others.joined(separator: ", ")) (choose with --lat and --lon)"
        case .sameName(let name, let chosen, let others):
            "several columns are named \(quoted(name)): using \(chosen), not "
                + others.map(String.init).joined(separator: ", ") + " (--lat and --lon take numbers)"
        case .guessedByValues(let columns, let others, let order):
            "no header: coordinates detected in column \(columns.map(String.init).joined(separator: " and "))"
                + Self.words(order)
                + (others.isEmpty ? "" : ", possibly also \(others.map(String.init).joined(separator: ", "))")
                + " (choose with --lat and --lon)"
        case .foundByValues(let columns, let others, let flag, let order):
            "coordinates detected by their values in \(columns.map { quoted($0) }.joined(separator: " and "))"
                + Self.words(order)
                + (others.isEmpty
                    ? "" : ", possibly also \(others.map { quoted($0) }.joined(separator: ", "))")
                + " (choose with \(flag))"
        case .guessedOrder(let column, let first):
            "coordinates in \(quoted(column))\(Self.words(first))"
        case .wholeNumbers(let columns, let unitsPerDegree):
            "whole numbers in \(columns.map { quoted($0) }.joined(separator: " and ")) read as "
                + (unitsPerDegree == 1e7 ? "units of 0.0000001 degrees (E7)" : "microdegrees")
        case .places(let words): words
        case .readParts(let latitude, let longitude, let form):
            "latitude from \(Self.list(latitude)), longitude from \(Self.list(longitude))"
                + (form.words.map { ", \($0)" } ?? "") + " (choose with --lat and --lon)"
        case .unsigned(let column, let direction):
            "numbers without a sign in \(quoted(column)) are read as \(direction), as its name says (--lat and --lon read the "
                + "numbers alone)"
        case .letterO(let column, let direction):
            "an O in \(quoted(column)) is read as \(direction)"
        case .guessedO(let column, let numbers):
            "the O in \(quoted(column)) is read as west, which is a guess (--lat and --lon \(quoted(numbers)) read the numbers "
                + "alone, as east)"
        case .unreadLetters(let columns):
            "the letters in \(columns.map { quoted($0) }.joined(separator: " and ")) are not read: rows may be on the wrong side of the "
                + "globe (put them behind the numbers, as in 33.9S; in files, --lat lat,ns reads both)"
        case .unreadDirection(let column, let direction):
            "numbers in \(quoted(column)) are not read as \(direction), as its name says: rows may be on the wrong side of the globe (put a "
                + "minus before them, as by --sql)"
        case .unreadMinutes(let columns):
            "only whole degrees are read, without \(columns.map { quoted($0) }.joined(separator: ", ")) (join them, as in "
                + "47°22'36\"N)"
        case .fullerPair(let chosen, let others):
            "coordinates from \(chosen), which has the most values; other candidates: \(others.joined(separator: ", ")) "
                + "(choose with --lat and --lon)"
        }
    }

    private static func list(_ names: [String]) -> String {
        let quoted = names.map { Streams.quoted($0) }
        return quoted.count > 1
            ? quoted.dropLast().joined(separator: ", ") + " and \(quoted[quoted.count - 1])" : quoted.joined()
    }

    private static func words(_ order: CoordinateAxis?) -> String {
        switch order {
        case .latitude: ", latitude first (--swap if it is the other way round)"
        case .longitude: ", longitude first (--swap if it is the other way round)"
        case nil: ""
        }
    }
}

/// Why no columns with coordinates were found.
package enum ColumnError: Error, Equatable, Sendable {
    /// The user named a column that does not exist.
    case noSuchColumn(flag: String, asked: String, found: [String])
    /// The user named a column by a name that several have; they are counted from 1.
    case ambiguousName(flag: String, asked: String, columns: [Int])
    /// `--lat` without `--lon` or the other way round, and no partner to be found.
    case noPartner(flag: String, given: String, found: [String])
    /// The user named one column for latitude and longitude.
    case sameColumnTwice(name: String)
    /// Most values are beyond the range of degrees; `systems` names those that they may be in.
    case looksProjected(columns: [String], systems: String? = nil)
    /// Whole numbers of which so many make a degree, in a database.
    case wholeNumbers(columns: [String], unitsPerDegree: Double)
    /// Whole numbers of different lengths: degrees that have lost their decimal point.
    case lostDecimalPoint(columns: [String], example: String)
    /// Degrees and minutes in one number without letters, as NMEA writes them.
    case degreesAndMinutes(columns: [String], example: String)
    /// Values name cells or squares: the notation and its verb.
    case placeCodes(column: String, notation: String)
    /// A column of codes whose digits a spreadsheet has rounded.
    case lostDigits(column: String, example: String)
    /// Columns of towns hold hardly any that are known.
    case fewPlaces(found: [String], words: [String])
    /// The user named a column that holds no codes.
    case noCodes(column: String)
    /// The names of places cannot be read.
    case noPlaceNames(String)
    /// The column of geometries has values that are not geometries.
    case geometryOnly(column: String)
    /// `proposal` names the flags that would read columns whose values look like coordinates.
    case noCoordinates(found: [String], proposal: String?)
}

extension ColumnError: CustomStringConvertible {
    /// One line for the user that lists the columns found.
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
        case .wholeNumbers(let columns, let unitsPerDegree):
            "\(Self.list(columns)): whole numbers, \(Int(unitsPerDegree)) to a degree (divide them with --sql 'SELECT *, … / "
                + "\(unitsPerDegree == 1e7 ? "1e7" : "1e6") AS lat, … AS lon FROM …')"
        case .lostDecimalPoint(let columns, let example):
            "\(Self.list(columns)): whole numbers without a decimal point, such as \(quoted(example)) (expected degrees such as "
                + "47.3769; put the point back first)"
        case .degreesAndMinutes(let columns, let example):
            "\(Self.list(columns)): degrees and minutes in one number, such as \(quoted(example)), with no letter for the "
                + "hemisphere (expected degrees such as 47.3769, or 4722.6143N)"
        case .placeCodes(let column, let notation):
            "no columns with coordinates; in \(quoted(column)), \(notation) not read (convert them to columns with latitude and "
                + "longitude first)"
        case .lostDigits(let column, let example):
            "\(quoted(column)): codes lost digits in a spreadsheet, such as \(quoted(example)); export the column as text"
        case .fewPlaces(let found, let words):
            "no columns with coordinates or places (found \(Self.list(found)); \(words.joined(separator: "; ")))"
        case .noCodes(let column):
            "--code: \(quoted(column)) holds no codes of cells, squares or airports (expected geohashes, H3, S2, plus codes, MGRS, "
                + "UTM, Maidenhead, quadkeys, IATA or ICAO)"
        case .noPlaceNames(let words): words
        case .looksProjected(let columns, let systems):
            "\(Self.list(columns)) looks projected (metres) (expected degrees on WGS 84; name the coordinate "
                + "system with --crs, such as --crs \(systems ?? "EPSG:25832"))"
        case .geometryOnly(let column):
            "no coordinates in column \(quoted(column)) (expected geometries as WKT, hexadecimal WKB or GeoJSON)"
        case .noCoordinates(let found, let proposal):
            "no columns with coordinates or places (found \(Self.list(found)); "
                + (proposal.map { "try \($0))" } ?? Self.advice(for: found) + ")")
        }
    }

    private static func advice(for names: [String]) -> String {
        guard let postcodes = ColumnNames.postcodes(in: names) else {
            return "use --lat and --lon, or --city"
        }
        return
            "place the postcodes in \(quoted(postcodes)) by a table of their coordinates, as with --places zips.csv"
    }

    private static func list(_ names: [String]) -> String {
        if names.isEmpty { return "none" }
        let shown = names.prefix(12).map { quoted($0) }.joined(separator: ", ")
        return names.count > 12 ? shown + " and \(names.count - 12) more" : shown
    }
}
