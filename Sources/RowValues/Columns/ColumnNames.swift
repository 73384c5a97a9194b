/// What the names of columns reveal, by the rules of the user's manual.
///
/// Names are compared without case, spaces, `_`, `-` and `.`.
package struct ColumnNames {
    /// A latitude column, a longitude column and the rule that found them.
    package struct Pair: Equatable {
        /// The column of latitudes.
        package var latitude: Int
        /// The column of longitudes.
        package var longitude: Int
        var rule: String
    }

    static let exactPairs = [
        ("latitude", "longitude"), ("lat", "lon"), ("lat", "lng"), ("lat", "long"), ("y", "x"),
        ("geolat", "geolon"), ("decimallatitude", "decimallongitude"), ("latitude", "longtitude"),
        ("lattitude", "longtitude"), ("lattitude", "longitude"),
    ]
    static let localPairs = [
        ("breite", "länge"), ("breite", "laenge"), ("breitengrad", "längengrad"),
        ("breitengrad", "laengengrad"), ("geografischebreite", "geografischelänge"),
        ("geographischebreite", "geographischelänge"), ("geobreite", "geolänge"), ("geobreite", "geolaenge"),
        ("latitud", "longitud"),
        ("latitudine", "longitudine"), ("breedtegraad", "lengtegraad"), ("breddgrad", "längdgrad"),
        ("bredd", "längd"),
        ("breddegrad", "lengdegrad"), ("breddegrad", "længdegrad"), ("leveysaste", "pituusaste"),
        ("leveyspiiri", "pituuspiiri"), ("szerokość", "długość"),
        ("szerokośćgeograficzna", "długośćgeograficzna"),
        ("szerokosc", "dlugosc"), ("zeměpisnášířka", "zeměpisnádélka"), ("šířka", "délka"),
        ("geografskaširina", "geografskadužina"), ("širina", "dužina"), ("szélesség", "hosszúság"),
        ("enlem", "boylam"), ("laius", "pikkus"), ("platuma", "garums"), ("lintang", "bujur"),
        ("vĩđộ", "kinhđộ"), ("широта", "долгота"), ("широта", "довгота"), ("ширина", "дължина"),
        ("γεωγραφικόπλάτος", "γεωγραφικόμήκος"), ("πλάτος", "μήκος"), ("纬度", "经度"), ("緯度", "経度"),
        ("緯度", "經度"), ("위도", "경도"), ("خطالعرض", "خطالطول"), ("عرضجغرافیایی", "طولجغرافیایی"),
        ("קורוחב", "קואורך"), ("अक्षांश", "देशांतर"), ("ละติจูด", "ลองจิจูด"),
    ]
    /// Folded names of columns that hold both coordinates, the likeliest first.
    package static let combined = [
        "latlon", "latlng", "latlong", "latitudelongitude", "longitudelatitude", "coordinates", "coords",
        "loc", "location",
        "position",
        "gps", "geo", "coord", "geopoint", "geopoint2d", "pos", "lonlat", "lnglat", "longlat", "xy", "point",
        "geolocation", "koordinaten", "geokoordinaten", "coordenadas", "coordonnées", "coordonnees",
        "coordinate",
        "coordinaten", "koordinater", "koordinaatit", "współrzędne", "souřadnice", "координаты", "坐标", "座標",
    ]
    /// Folded names of columns that hold geometries, the likeliest first.
    package static let geometries = [
        "geometry", "geom", "thegeom", "wkt", "geojson", "way", "shape", "point", "polyline",
        "encodedpolyline",
        "summarypolyline",
    ]
    /// The usual names of geometry columns, in the order in which they are tried.
    static let geometryCandidates =
        geometries.filter { $0 != "point" } + ["location", "point"] + britishGrids
    /// Folded names of columns with references of the British National Grid.
    static let britishGrids = [
        "gridref", "gridreference", "osgridref", "osgridreference", "osgb", "osgb36", "osgr", "osref", "ngr",
        "bng",
        "nationalgrid", "nationalgridref", "nationalgridreference", "britishnationalgrid", "ukgridref",
    ]
    static let projectedPairs = [
        ("northing", "easting"), ("northings", "eastings"), ("hochwert", "rechtswert"),
        ("hochwert", "ostwert"),
        ("nordwert", "ostwert"),
    ]
    /// Directions, which are edges of boxes where all four are there.
    private static let directionPairs = [
        ("north", "east"), ("nord", "ost"), ("nord", "est"), ("norte", "este"), ("noord", "oost"),
        ("norr", "öst"),
    ]
    private static let otherDirections: Set = [
        "south", "west", "süd", "sued", "sud", "sur", "zuid", "söder", "ouest", "oeste",
    ]
    static let labels = [
        "name", "title", "label", "city", "town", "place", "placename", "station", "stationname", "asciiname",
        "displayname", "namesprimary", "nom", "nombre", "nome", "titel", "description", "名称", "название",
    ]
    static let ids = ["id", "uid", "uuid", "fid", "gid", "objectid", "identifier", "ident", "key"]

    let names: [String]
    let folded: [String]
    /// The part after the last dot of a name with dots, folded.
    private let parts: [Int: String]
    /// The first column of each folded name, and all columns of those that several have.
    private let firsts: [String: Int]
    private let repeated: [String: [Int]]
    /// The columns whose names may have a word for coordinates in them.
    let hinted: [Int]

    /// Longer names do not name coordinates.
    static let longestName = 256
    /// Three letters of each word for coordinates in ASCII.
    private static let hints = ["lat", "lon", "lng", "lae", "bre", "nor", "eas"].map { Array($0.utf8) }

    /// The names of all columns in the order of the source.
    ///
    /// - Complexity: O(total length).
    package init(_ names: [String]) {
        self.names = names
        let folded = names.map(Self.folded)
        self.folded = folded
        var firsts: [String: Int] = [:]
        var repeated: [String: [Int]] = [:]
        firsts.reserveCapacity(folded.count)
        for (index, name) in folded.enumerated() {
            if let first = firsts[name] {
                repeated[name, default: [first]].append(index)
            } else {
                firsts[name] = index
            }
        }
        (self.firsts, self.repeated) = (firsts, repeated)
        hinted = folded.indices.filter { Self.mayNameCoordinates(folded[$0]) }
        var parts: [Int: String] = [:]
        for (index, name) in names.enumerated() where name.utf8.count <= Self.longestName {
            guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { continue }
            parts[index] = Self.folded(String(name[name.utf8.index(after: dot)...]))
        }
        self.parts = parts
    }

    /// Whether a folded name is worth taking apart: files with a million columns exist.
    private static func mayNameCoordinates(_ folded: String) -> Bool {
        guard folded.utf8.count <= longestName else { return false }
        let bytes = Array(folded.utf8)
        if bytes.contains(where: { $0 >= 0x80 }) { return true }
        return bytes.indices.dropLast(2).contains { start in
            hints.contains { $0[0] == bytes[start] && $0[1] == bytes[start + 1] && $0[2] == bytes[start + 2] }
        }
    }

    /// A name as it is compared: lower case without spaces, tabs, `_`, `-` and `.`.
    package static func folded(_ name: String) -> String {
        // Files with a million columns exist; nearly all names are ASCII and need no `Character`.
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            return String(unsafeUninitializedCapacity: name.utf8.count) { buffer in
                var count = 0
                for byte in name.utf8 {
                    switch byte {
                    case 0x20, 0x5F, 0x2D, 0x2E, 0x09: continue
                    case 0x41...0x5A: buffer[count] = byte | 0x20
                    default: buffer[count] = byte
                    }
                    count += 1
                }
                return count
            }
        }
        return String(name.lowercased().filter { !" _-.\t\u{A0}\u{FEFF}".contains($0) })
    }

    /// The columns with the first of the names in `wanted` that exists.
    package func columns(named wanted: [String]) -> [Int] {
        wanted.lazy.map { self.columns(folded: $0) }.first { !$0.isEmpty } ?? []
    }

    private func columns(folded name: String) -> [Int] { repeated[name] ?? firsts[name].map { [$0] } ?? [] }

    /// The columns with one of the names in `wanted`, or with a name whose part after the last dot is one, in the
    /// order of `wanted`.
    func columns(calledOneOf wanted: [String]) -> [Int] {
        wanted.flatMap { name in
            columns(folded: name) + parts.filter { $0.value == name }.keys.sorted()
        }
    }

    /// The columns whose names are one of `wanted` with signs between or around the words: `lat, lon`, `(Lat/Long)`,
    /// `GPS (lat, lon)`, `Coordinates [WGS 84]`.
    func columns(joinedToOneOf wanted: [String]) -> [Int] {
        let wanted = Set(wanted)
        return folded.indices.filter { column in
            let name = folded[column]
            return name.utf8.count <= Self.longestName && name.utf8.contains(where: Self.signs.contains)
                && !wanted.isDisjoint(with: Self.joined(name))
        }
    }

    /// What stands between and around the words of a name, besides what folding takes away.
    private static let signs = Set(",;/&+|()[]".utf8)

    /// A folded name without signs: as a whole, before a bracket, and within one.
    private static func joined(_ folded: String) -> [String] {
        let parts = folded.split(whereSeparator: { "()[]".contains($0) })
        return ([folded[...]] + parts).map { part in
            String(decoding: part.utf8.filter { !signs.contains($0) }, as: UTF8.self)
        }
    }

    /// Columns by what the user wrote: the exact name, then the folded name, then a number counted from 1.
    package func columns(asked: String) -> [Int] {
        let exact = names.indices.filter { names[$0] == asked }
        if !exact.isEmpty { return exact }
        let found = asked.isEmpty ? [] : columns(folded: Self.folded(asked))
        if !found.isEmpty { return found }
        // What the second column of a name is called.
        if let column = Self.unique(names).firstIndex(of: asked) { return [column] }
        if let number = Int(asked), names.indices.contains(number - 1) { return [number - 1] }
        return []
    }

    /// The columns whose names are those of coordinates.
    package var coordinateColumns: [Int] { coordinatePairs().flatMap { [$0.latitude, $0.longitude] } }

    /// The columns with the plain names for a latitude and a longitude, which are those of the row and of nothing else.
    package var placeColumns: (latitude: Int, longitude: Int)? {
        (listed(Self.exactPairs, rule: "") + listed(Self.localPairs, rule: "")).first
            .map { ($0.latitude, $0.longitude) }
    }

    /// All pairs that rules 1, 2 and 5 find, the best first.
    package func coordinatePairs() -> [Pair] {
        var pairs = listed(Self.exactPairs, rule: "exact names") + pairsWithUnits()
        // Of names with dots, which records nested in others have, the outermost first.
        pairs += stemPairs().enumerated().sorted { left, right in
            let depths = [left, right].map { dots(in: $0.element.latitude) }
            return depths[0] != depths[1] ? depths[0] < depths[1] : left.offset < right.offset
        }.map(\.element)
        pairs += listed(Self.localPairs, rule: "local names")
        var taken: Set<Int> = []
        return pairs.filter { pair in
            guard !taken.contains(pair.latitude), !taken.contains(pair.longitude) else { return false }
            taken.formUnion([pair.latitude, pair.longitude])
            return true
        }
    }

    /// Two columns that are called like an easting and a northing.
    package func projectedPair() -> Pair? {
        listed(Self.projectedPairs, rule: "projected").first ?? directionPair
            ?? pairs(["northing"], ["easting"], by: { stems(of: $0, words: $1) }, rule: "projected").first
    }

    private var directionPair: Pair? {
        folded.contains(where: Self.otherDirections.contains)
            ? nil : listed(Self.directionPairs, rule: "projected").first
    }

    /// `point_x` and `point_y`, `xcoord` and `ycoord`: names that differ in x and y at their beginning or end.
    func axisPairs() -> [Pair] {
        pairs(
            ["y"], ["x"], in: names.indices.filter { folded[$0].utf8.count <= Self.longestName },
            by: { column, words in
                let name = folded[column]
                return words.flatMap { word in
                    [
                        name.hasPrefix(word) ? "^" + name.dropFirst() : nil,
                        name.hasSuffix(word) ? name.dropLast() + "$" : nil,
                    ].compactMap(\.self)
                }
            }, rule: "names in x and y")
    }

    /// Whether a column's name puts the longitude first: `lonlat`, `xy`; nil when it says nothing.
    package func isLongitudeFirst(_ column: Int) -> Bool? {
        let name = Self.joined(folded[column])[0]
        if ["lonlat", "lnglat", "longlat", "longitudelatitude", "lonlan", "eastnorth"].contains(
            where: name.contains)
            || name == "xy"
            || name.hasSuffix("xy") && ["coord", "koord", "point"].contains(where: name.contains)
        {
            return true
        }
        if name == "yx" { return false }
        return ["latl", "latitudelongitude", "geopoint2d"].contains(where: name.contains) ? false : nil
    }

    /// The label by name: the usual names, then names that end in "name"; a column with the same value in all rows names none
    /// of them.
    func label(among free: [Int], _ sample: ColumnSample) -> Int? {
        let isFree = Set(free)
        let usual = Self.labels.lazy.flatMap { self.columns(folded: $0) }.filter(isFree.contains)
        return usual.first { !sample.isConstant($0) }
            ?? free.first { folded[$0].hasSuffix("name") && !sample.isConstant($0) } ?? usual.first
    }

    /// Whether a column is called as those that name rows are, persons among them.
    package func namesRows(_ column: Int) -> Bool {
        let words = ["name", "nom", "nombre", "nome", "title", "titel", "label", "description", "id"]
        return words.contains { folded[column].hasPrefix($0) || folded[column].hasSuffix($0) }
    }

    /// The columns, counted from 1, that share the name of `column`, itself included.
    func namesakes(of column: Int) -> [Int] {
        columns(folded: folded[column]).map { $0 + 1 }
    }

    /// Where several columns have one name: the first latitude and the first longitude if there are as many of each,
    /// otherwise the two nearest columns, as in `Lat,Lng,lat,lon`.
    private func listed(_ wanted: [(String, String)], rule: String) -> [Pair] {
        wanted.compactMap { latitude, longitude in
            guard let first = firsts[latitude], let second = firsts[longitude] else { return nil }
            let (latitudes, longitudes) = (columns(folded: latitude), columns(folded: longitude))
            if latitudes.count == longitudes.count {
                return Pair(latitude: first, longitude: second, rule: rule)
            }
            return latitudes.prefix(Self.namesakeLimit).flatMap { latitude in
                longitudes.prefix(Self.namesakeLimit).map {
                    Pair(latitude: latitude, longitude: $0, rule: rule)
                }
            }.min { abs($0.latitude - $0.longitude) < abs($1.latitude - $1.longitude) }
        }
    }

    /// Further columns of the same name are ignored: some files have a million columns.
    private static let namesakeLimit = 100

    private func dots(in column: Int) -> Int { names[column].utf8.count { $0 == UInt8(ascii: ".") } }

    // MARK: same stems

    private static let latitudeWords = ["latitude", "lat"]
    private static let longitudeWords = ["longitude", "long", "lon", "lng"]
    /// Only as whole words: breite is also a width.
    private static let localLatitudes = localPairs.map(\.0)
    private static let localLongitudes = localPairs.map(\.1)

    /// `pickup_lat` and `pickup_lon`, `Capture Latitude`, `lat_start`, `GPS Latitude (deg)`: in the order of
    /// the latitude columns.
    private func stemPairs() -> [Pair] {
        pairs(
            Self.latitudeWords, Self.longitudeWords, by: { stems(of: $0, words: $1) }, rule: "same stem")
            + pairs(
                Self.latitudeWords + Self.localLatitudes, Self.longitudeWords + Self.localLongitudes,
                by: { rest(of: $0, words: $1) }, rule: "same stem")
    }

    /// Columns whose names have the same rest without one of the words.
    private func pairs(
        _ latitudes: [String], _ longitudes: [String], in columns: [Int]? = nil,
        by rests: (Int, [String]) -> [String], rule: String
    ) -> [Pair] {
        let columns = columns ?? hinted
        var partners: [String: Int] = [:]
        for column in columns {
            for rest in rests(column, longitudes) where partners[rest] == nil { partners[rest] = column }
        }
        return columns.compactMap { column in
            for rest in rests(column, latitudes) {
                guard let partner = partners[rest], partner != column else { continue }
                return Pair(latitude: column, longitude: partner, rule: rest.isEmpty ? "names" : rule)
            }
            return nil
        }
    }

    /// The other words of a name that has one of `words` as a whole word, and more than that.
    private func rest(of column: Int, words: [String]) -> [String] {
        let all = names[column].lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard all.count > 1, let index = all.firstIndex(where: words.contains) else { return [] }
        var others = all
        others[index] = "*"
        return [others.joined(separator: " ")]
    }

    /// The rest of a name without a word at its end, or at its beginning where a break follows the word
    /// (`latest` is not the latitude of `est`).
    private func stems(of column: Int, words: [String]) -> [String] {
        var name = folded[column]
        // Google's whole numbers.
        if name.hasSuffix("e7") { name = String(name.dropLast(2)) }
        guard name.utf8.count >= 3 else { return [] }
        var found: [String] = []
        if let word = words.first(where: { name.hasSuffix($0) }) {
            found.append(String(name.dropLast(word.count)))
        }
        if let first = Self.firstWord(of: names[column]), words.contains(first) {
            found.append(String(name.dropFirst(first.count)))
        }
        return found
    }

    private static func firstWord(of name: String) -> String? {
        var word = ""
        for character in name {
            if " _-.".contains(character) { break }
            if character.isUppercase, word.last?.isLowercase == true { break }
            word.append(character)
        }
        return word.isEmpty ? nil : word.lowercased()
    }
}
