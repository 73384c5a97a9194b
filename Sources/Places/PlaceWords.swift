import MapModel
import RowValues

/// What a column of names may hold.
enum PlaceColumnRole: Sendable {
    case town, region, country, text, airport
    /// `Land` is a country, or a state of Germany or Austria: its values decide.
    case countryOrRegion
}

/// The names of columns that say where a row is, in the languages of those who made the tables.
struct PlaceWords: Sendable {
    private let roles: [String: PlaceColumnRole]

    private static let names: [(PlaceColumnRole, String)] = [
        (
            .town,
            """
            city town village municipality locality place_name placename suburb metro hometown birthplace settlement
            Ort Stadt Gemeinde Wohnort Ortschaft ville commune localité ciudad municipio localidad población poblacion città
            comune località cidade município freguesia plaats gemeente woonplaats miasto miejscowość gmina město obec město
            stad kommun ort kunta kaupunki by kommune город населённый_пункт населенный_пункт місто şehir il_ilçe πόλη 市 城市
            市区町村 市町村 都市 도시 시 مدينة עיר
            """
        ),
        (
            .region,
            """
            state province region county district admin1 admin_1 prefecture department state_code province_code region_code
            state_province state_name subdivision subd Bundesland Bundesstaat Kanton Kreis Landkreis Provinz région département
            estado provincia departamento comunidad comunidad_autónoma regione distrito uf provincie województwo powiat kraj_cz
            län maakunta fylke область регион край область_край іл il bölge 省 州 都道府県 县 區 区 도 지역
            """
        ),
        (
            .country,
            """
            country nation country_code countrycode iso iso2 iso3 iso_a2 iso_a3 iso_code cc country_name ctry nationality
            citizenship Staat Staatsangehörigkeit pays país pais paese nazione kraj państwo země stát страна країна ülke χώρα
            国家 国 國家 국가 나라 بلد land_code ländercode landkod
            """
        ),
        (.countryOrRegion, "Land lande bundesland_land"),
        (
            .text,
            """
            location place address where venue full_address Adresse Standort lieu adresse lugar dirección direccion luogo
            indirizzo endereço local adres adress adresa osoite адрес место adresse_complète 住所 地址 地点 場所 주소 위치
            """
        ),
        (
            .airport,
            "iata icao airport origin dest destination from to airport_code iata_code icao_code origin_airport dest_airport"
        ),
    ]

    init() {
        var roles: [String: PlaceColumnRole] = [:]
        for (role, names) in Self.names {
            for name in names.split(whereSeparator: \.isWhitespace)
            where roles[Self.joined(String(name))] == nil {
                roles[Self.joined(String(name))] = role
            }
        }
        self.roles = roles
    }

    /// Words that say how a column is written and not what it holds.
    private static let forms: Set = ["name", "names", "nm", "title", "label", "code", "iso", "iso2", "iso3"]
    /// A country column that says something else about a row while another one exists.
    private static let asides: Set = [
        "nationality", "citizenship", "currency", "language", "phone", "staatsangehorigkeit", "nationalite",
        "nacionalidad",
    ]

    /// Bytes of the longest name of a column that may say what it holds: a line of data may be taken for a header.
    static let longestName = 1_000

    /// What the name of a column says: the role, and what it shares with other columns of its group.
    func role(of name: String) -> (role: PlaceColumnRole, group: String, isAside: Bool)? {
        guard name.utf8.count <= Self.longestName else { return nil }
        var words = Self.words(name)
        while let last = words.last, last.allSatisfy(\.isNumber), words.count > 1 { words.removeLast() }
        let isAside = words.contains(where: Self.asides.contains)
        if let role = roles[words.joined()] { return (role, "", isAside) }
        if words.count > 1, let last = words.last, Self.forms.contains(last) {
            words.removeLast()
            if let role = roles[words.joined()] { return (role, "", isAside) }
        }
        for count in stride(from: min(3, words.count - 1), to: 0, by: -1) {
            let (rest, end) = (words.dropLast(count), words.suffix(count))
            if let role = roles[end.joined()], role != .text, role != .airport {
                return (role, rest.joined(separator: " "), isAside)
            }
        }
        for count in stride(from: min(3, words.count - 1), to: 0, by: -1) {
            let (start, rest) = (words.prefix(count), words.dropFirst(count))
            if let role = roles[start.joined()], role != .text, role != .airport {
                return (role, "*" + rest.joined(separator: " "), isAside)
            }
        }
        return nil
    }

    /// The words of a name, folded: `ShipCity`, `ship_city` and `ship city` have two.
    static func words(_ name: String) -> [String] {
        var spaced = ""
        var last: Character?
        for character in name {
            if character.isUppercase, last?.isLowercase == true { spaced.append(" ") }
            spaced.append("._-/".contains(character) ? " " : character)
            last = character
        }
        return String(decoding: FoldedText.folded(spaced), as: UTF8.self).split(separator: " ").map(
            String.init)
    }

    private static func joined(_ name: String) -> String { words(name).joined() }
}
