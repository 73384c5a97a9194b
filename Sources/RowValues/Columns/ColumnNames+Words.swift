import MapModel

/// What names reveal beside the plain words: units, datums, words of other languages.
extension ColumnNames {
    /// The first column that is named as one of postcodes.
    package static func postcodes(in names: [String]) -> String? {
        names.first { postcodes.contains(folded($0)) }
    }

    private static let postcodes: Set = [
        "zip", "zipcode", "postcode", "postalcode", "plz", "postleitzahl", "codepostal", "codigopostal",
    ]

    /// `longitude (degrees_east)`, `latitude[unit="degrees_north"]`, `Lat [°]`, `LAT_WGS84`: plain names once what stands in
    /// brackets is taken away.
    func pairsWithUnits() -> [Pair] {
        let cores = names.indices.map { Self.core(of: names[$0]) }
        guard cores.contains(where: { $0 != nil }) else { return [] }
        var firsts: [String: Int] = [:]
        for (column, core) in cores.enumerated() {
            let name = core ?? folded[column]
            if firsts[name] == nil { firsts[name] = column }
        }
        return (Self.exactPairs + Self.localPairs).compactMap { latitude, longitude in
            guard let first = firsts[latitude], let second = firsts[longitude],
                cores[first] != nil || cores[second] != nil
            else { return nil }
            return Pair(latitude: first, longitude: second, rule: "names with units")
        }
    }

    /// The folded name before brackets and without the name of the datum; nil for a name that has neither.
    private static func core(of name: String) -> String? {
        guard name.utf8.count <= longestName else { return nil }
        let hasBracket = name.utf8.contains { "([{<".utf8.contains($0) }
        let hasDigits = name.utf8.contains { (0x30...0x39).contains($0) }
        guard hasBracket || hasDigits else { return nil }
        var core = folded(String(name.prefix { !"([{<".contains($0) }))
        for ending in ["wgs84", "wgs", "epsg4326", "4326", "etrs89", "nad83", "gps"]
        where core.hasSuffix(ending) {
            core = String(core.dropLast(ending.count))
            break
        }
        return core.isEmpty || core == folded(name) ? nil : core
    }

    /// Pairs of columns that have the plain names for a latitude and a longitude behind the same keys: `center.lat` and
    /// `center.lon`.
    package var nestedPlaces: [(latitude: Int, longitude: Int)] {
        var partners: [String: Int] = [:]
        for (column, name) in names.enumerated() where partners[name.lowercased()] == nil {
            partners[name.lowercased()] = column
        }
        return names.indices.compactMap { column in
            let name = names[column].lowercased()
            let key =
                name.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? name
            for (latitude, longitude) in Self.exactPairs where latitude == key {
                if let partner = partners[name.dropLast(key.count) + longitude] { return (column, partner) }
            }
            return nil
        }
    }

    /// How many units make a degree, as the name of a column says: `latitudeE7`; nil where it says nothing.
    func unitsPerDegree(_ column: Int) -> Double? {
        if folded[column].hasSuffix("e7") { return 1e7 }
        return ["e6", "microdegrees", "udeg"].contains { folded[column].hasSuffix($0) } ? 1e6 : nil
    }

    /// Whether both columns have plain names of a latitude and a longitude, x and y not among them.
    func isPlainPair(_ pair: Pair) -> Bool {
        Self.axisWords[folded[pair.latitude]] == .latitude && folded[pair.latitude] != "y"
            && !Self.projectedPairs.contains { $0.0 == folded[pair.latitude] }
    }

    /// Words in many languages that name one axis.
    private static let axisWords: [String: CoordinateAxis] = {
        var words: [String: CoordinateAxis] = [:]
        for (latitude, longitude) in exactPairs + localPairs + projectedPairs {
            (words[latitude], words[longitude]) = (.latitude, .longitude)
        }
        for word in ["north", "nord", "norte", "n", "φ"] { words[word] = .latitude }
        for word in ["east", "ost", "este", "e", "west", "λ"] { words[word] = .longitude }
        return words
    }()

    /// The axis that a column's name speaks of, by its words, units and years aside; nil where it names none, or both.
    func axis(of column: Int) -> CoordinateAxis? {
        let name = names[column]
        guard name.utf8.count <= Self.longestName else { return nil }
        let words = Self.words(of: name) + [folded[column]]
        // Single letters count only where nothing longer does: latitudeE7 speaks of no east.
        for isLong in [true, false] {
            let found = Set(words.filter { ($0.count > 1) == isLong }.compactMap { Self.axisWords[$0] })
            if !found.isEmpty { return found.count == 1 ? found.first : nil }
        }
        return nil
    }

    /// Pairs of columns whose names differ in a letter for a direction alone, beside a word for a place: `Koordinate N` and
    /// `Koordinate E`, `GPS_N` and `GPS_E`, `LATITUDE_N` and `LONGITUDE_W`.
    func lettered() -> [Pair] {
        var northern: [Set<String>: Int] = [:]
        var eastern: [(stem: Set<String>, column: Int)] = []
        for column in names.indices.prefix(1_000) where names[column].utf8.count <= Self.longestName {
            let words = Self.words(of: names[column])
            let letters = words.filter { $0.count == 1 }
            guard letters.count == 1, words.contains(where: Self.placeWords.contains) else { continue }
            let stem = Set(words).subtracting(letters).subtracting(Self.namesOfAxes)
            if ["n", "s"].contains(letters[0]) {
                if northern[stem] == nil { northern[stem] = column }
            } else if ["e", "w", "o"].contains(letters[0]) {
                eastern.append((stem, column))
            }
        }
        return eastern.compactMap { stem, column in
            northern[stem].map { Pair(latitude: $0, longitude: column, rule: "names with directions") }
        }
    }

    /// The last or the first letters of two names that are the same otherwise.
    func lettersThatDiffer(_ left: Int, _ right: Int) -> [(Character, Character)] {
        let (one, other) = (folded[left], folded[right])
        guard one.utf8.count <= Self.longestName, let first = one.first, let second = other.first,
            let last = one.last, let otherLast = other.last
        else { return [] }
        return (one.dropLast() == other.dropLast() ? [(last, otherLast)] : [])
            + (one.dropFirst() == other.dropFirst() ? [(first, second)] : [])
    }

    private static let namesOfAxes: Set = [
        "lat", "latitude", "lon", "long", "lng", "longitude", "breite", "länge", "laenge",
    ]
    private static let placeWords = namesOfAxes.union([
        "gps", "geo", "pos", "position", "coord", "coords", "coordinate", "coordinates", "koordinate",
        "koordinaten", "koord", "wgs",
    ])

    /// The words of a name in lower case: parted by anything but letters, and where a capital follows a small letter.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        for character in name {
            let isBreak = character.isUppercase && word.last?.isLowercase == true
            if !character.isLetter || isBreak {
                if !word.isEmpty { words.append(word.lowercased()) }
                word = ""
            }
            if character.isLetter { word.append(character) }
        }
        return word.isEmpty ? words : words + [word.lowercased()]
    }
}
