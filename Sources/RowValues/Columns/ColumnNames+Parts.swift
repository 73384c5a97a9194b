import MapModel

/// Names of columns with degrees, minutes, seconds and hemispheres: `lat_deg,lat_min,lat_sec,lat_ns`, `LatD,LatM,LatS`.
extension ColumnNames {
    /// The latitudes and longitudes that have columns for degrees and minutes, in the order of the degrees of latitude.
    func partedAngles() -> [DegreeParts] {
        var groups: [String: [Part: Int]] = [:]
        for column in hinted.prefix(1_000) {
            guard let (group, part) = Self.part(of: Self.letters(of: folded[column])) else { continue }
            // The first of several has the name.
            if groups[group]?[part] == nil { groups[group, default: [:]][part] = column }
        }
        return groups.values.compactMap { parts in
            guard let latitude = angle(.latitude, parts), let longitude = angle(.longitude, parts) else {
                return nil
            }
            return DegreeParts(latitude: latitude, longitude: longitude)
        }.sorted { $0.latitude.degrees < $1.latitude.degrees }
    }

    /// Whether a column is called as one of letters for hemispheres is: `ns`, `N/S`, `lat_dir`, `hemisphere`.
    func isHemisphere(_ column: Int) -> Bool {
        let name = folded[column]
        guard name.utf8.count <= Self.longestName else { return false }
        return ["ns", "n/s", "ew", "e/w", "we", "w/e", "eo", "e/o", "ow", "o/w", "northsouth", "eastwest"]
            .contains(name)
            || ["hemi", "latitude", "longitude"].contains(where: name.contains)
            || ["lat", "lon", "lng"].contains { name.hasPrefix($0) || name.hasSuffix($0) }
    }

    /// Whether an O in a column of letters is the west, by its name, `E/O`, or by that of the longitude beside it; false for the
    /// east, as in German; nil where neither says it.
    func isOWest(_ letters: Int, beside longitude: Int) -> Bool? {
        let name = Self.letters(of: folded[letters])
        if ["eo", "oe"].contains(name) { return true }
        if ["ow", "wo"].contains(name) { return false }
        let word = folded[longitude]
        if ["länge", "laenge", "koordinat"].contains(where: word.contains) { return false }
        if word.contains("coordenad") || word.contains("coordonn") { return true }
        return word.contains("longitud") && !word.contains("longitude") ? true : nil
    }

    /// Whether an O is the west in the language of the names of columns, as in Spanish; false for the east, as in German; nil where
    /// they are of neither, or of both.
    var isOWestByLanguage: Bool? {
        let words = Set(folded.prefix(1_000).flatMap { $0.split { !$0.isLetter }.map(String.init) })
        let (isWest, isEast) = (!words.isDisjoint(with: Self.romance), !words.isDisjoint(with: Self.germanic))
        return isWest == isEast ? nil : isWest
    }

    private static let romance: Set = [
        "nombre", "nom", "nome", "ciudad", "ville", "città", "cidade", "país", "pays", "paese", "latitud",
        "altitud",
        "fecha", "rue", "calle", "commune", "comune", "municipio", "município", "provincia", "região",
        "región",
        "estación", "estação",
    ]
    private static let germanic: Set = [
        "breite", "breitengrad", "ort", "stadt", "straße", "strasse", "gemeinde", "plz", "höhe",
        "bezeichnung", "datum",
        "breedte", "lengte", "plaats", "naam", "gemeente", "hoogte",
    ]

    /// Whether a column is called as one of letters is that may be of hemispheres, or of where something goes.
    func mayBeHemisphere(_ column: Int) -> Bool {
        isHemisphere(column) || folded[column].contains("dir") || folded[column].contains("ref")
    }

    /// Whether the name of a column of degrees says south or west, and no other column has the opposite direction in its name,
    /// as edges of boxes have: `Longitude (W)`, `West Longitude`.
    ///
    /// - Parameter partner: the column of the other axis. S, or a short word, may mean something else where that has no direction.
    func isNamedMinus(_ column: Int, _ axis: CoordinateAxis, beside partner: Int) -> Bool {
        let other: CoordinateAxis = axis == .latitude ? .longitude : .latitude
        guard let word = direction(in: column, axis), word.isMinus,
            word.text.utf8.count > 3 || axis == .longitude || direction(in: partner, other) != nil
        else { return false }
        return !names.indices.prefix(1_000).contains {
            $0 != column && direction(in: $0, axis)?.isMinus == false
        }
    }

    /// The word or letter for a hemisphere in a name; nil where it has none, or both.
    private func direction(in column: Int, _ axis: CoordinateAxis) -> (text: String, isMinus: Bool)? {
        guard names[column].utf8.count <= Self.longestName else { return nil }
        let found = Self.words(of: names[column]).compactMap { word in
            Hemispheres.isMinus(Array(word.utf8), axis).map { (text: word, isMinus: $0) }
        }
        return Set(found.map(\.isMinus)).count == 1 ? found.first : nil
    }

    /// Whether a column is called as one of radians is.
    func isInRadians(_ column: Int) -> Bool {
        let name = Self.letters(of: folded[column])
        return ["rad", "radian", "radians"].contains(where: name.hasSuffix) && !name.hasSuffix("grad")
    }

    private struct Part: Hashable {
        var axis: CoordinateAxis
        var kind: PartKind
    }

    /// What a column has of an angle.
    enum PartKind: CaseIterable {
        case degrees, minutes, seconds, hemisphere
        /// The name says no more than which angle it is.
        case whole

        var words: [String] {
            switch self {
            case .degrees: ["degrees", "degree", "degs", "deg", "grados", "grade", "grad", "dd", "d"]
            case .minutes: ["minutes", "minute", "minutos", "minuten", "mins", "min", "mm", "m"]
            case .seconds: ["seconds", "second", "segundos", "sekunden", "secs", "sec", "sek", "ss", "s"]
            case .hemisphere:
                [
                    "hemisphere", "hemi", "hem", "direction", "dir", "ref", "letter", "cardinal", "ns", "ew",
                    "we", "h",
                ]
            case .whole: [""]
            }
        }
    }

    static let angleWords: [(word: String, axis: CoordinateAxis)] = [
        ("latitude", .latitude), ("latitud", .latitude), ("breite", .latitude), ("lat", .latitude),
        ("longitude", .longitude), ("longitud", .longitude), ("länge", .longitude), ("laenge", .longitude),
        ("long", .longitude), ("lon", .longitude), ("lng", .longitude),
    ]

    /// What a name may be, and what else is in it: the same for all parts of a place.
    private static func part(of name: String) -> (group: String, part: Part)? {
        for isEnd in [true, false] {
            for kind in PartKind.allCases {
                for (word, axis) in angleWords where name.contains(word) {
                    // Short words only at the end: latdir is no latd.
                    for part in kind.words where isEnd || part.count > 2 {
                        for whole in [word + part, part + word]
                        where isEnd ? name.hasSuffix(whole) : name.hasPrefix(whole) {
                            let rest = isEnd ? name.dropLast(whole.count) : name.dropFirst(whole.count)
                            return (String(rest), Part(axis: axis, kind: kind))
                        }
                    }
                }
            }
        }
        return nil
    }

    private func angle(_ axis: CoordinateAxis, _ parts: [Part: Int]) -> DegreeParts.Angle? {
        func column(_ kind: PartKind) -> Int? { parts[Part(axis: axis, kind: kind)] }
        // `lat_min` beside `lat_max` is an edge.
        let edges = column(.degrees) == nil && hinted.prefix(1_000).contains { folded[$0].contains("max") }
        guard let degrees = column(.degrees) ?? (edges ? nil : column(.whole)), let minutes = column(.minutes)
        else { return nil }
        return DegreeParts.Angle(
            degrees: degrees, minutes: minutes, seconds: column(.seconds), hemisphere: column(.hemisphere))
    }

    private static func letters(of name: String) -> String {
        name.utf8.count <= longestName ? name.filter { $0.isLetter || $0.isNumber } : ""
    }
}
