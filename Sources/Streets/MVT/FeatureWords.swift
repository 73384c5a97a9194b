/// What a feature is in plain words, such as "river" or "residential street", for all schemas.
enum FeatureWords {
    /// The words for a feature of a layer by its attributes, the general ones first; the layer's name where they say
    /// nothing.
    static func words(layer: String, _ attributes: [(key: String, value: String)]) -> String {
        var values: [String: String] = [:]
        for (key, value) in attributes where values[key] == nil { values[key] = value }
        let role = LayerRole(layer: layer)
        let exact = exactKeys.lazy.compactMap { values[$0] }.first { isWord($0) }
        let general = generalKeys.lazy.compactMap { values[$0] }.first { isWord($0) }
        switch role {
        case .buildings: return "building"
        case .roads, .roadNames, .plazas:
            let isLink = exact?.hasSuffix("_link") ?? false || general?.hasSuffix("_link") ?? false
            let word = [exact, general].lazy.compactMap { $0.map(plain) }.first { streets[$0] != nil }
            if let word, let street = streets[word] { return isLink ? "\(street) link" : street }
            return phrase(exact ?? general) ?? "street"
        case .points where exact != nil && exact == values["shop"]:
            return exact.map { shops.contains($0) ? spaced($0) : "\(spaced($0)) shop" } ?? "shop"
        default: return phrase(exact) ?? phrase(general) ?? layers[layer] ?? spaced(layer)
        }
    }

    /// Keys whose value says exactly what it is, then those that name a group.
    private static let exactKeys = [
        "kind_detail", "subclass", "highway", "railway", "waterway", "amenity", "tourism", "shop", "leisure",
        "natural", "landuse", "place",
    ]
    private static let generalKeys = ["kind", "pmap:kind", "class", "type"]

    private static let streets = [
        "motorway": "motorway", "highway": "motorway", "trunk": "trunk road", "primary": "primary road",
        "secondary": "secondary road", "tertiary": "tertiary road", "major_road": "main road",
        "medium_road": "secondary road", "minor_road": "minor road", "minor": "minor road",
        "unclassified": "minor road", "residential": "residential street", "living_street": "living street",
        "service": "service road", "pedestrian": "pedestrian street", "track": "track", "path": "path",
        "footway": "footpath", "sidewalk": "pavement", "crossing": "crossing", "cycleway": "cycle path",
        "bridleway": "bridleway", "steps": "steps", "busway": "busway", "rail": "railway line",
        "light_rail": "light railway", "narrow_gauge": "narrow-gauge railway", "tram": "tram line",
        "subway": "underground line", "monorail": "monorail", "funicular": "funicular", "ferry": "ferry line",
        "runway": "runway", "taxiway": "taxiway", "pier": "pier",
    ]

    /// Shops whose word says that they are one.
    private static let shops: Set<String> = [
        "supermarket", "bakery", "mall", "kiosk", "department_store", "hairdresser", "butcher", "florist",
        "laundry", "optician", "tailor", "greengrocer", "travel_agency", "shop",
    ]

    private static let phrases = [
        "ocean": "sea", "stream_intermittent": "stream", "basin": "water basin", "wood": "wood",
        "station": "railway station", "halt": "railway halt", "subway_entrance": "underground entrance",
        "grass": "lawn", "pitch": "sports ground", "residential": "residential area",
        "industrial": "industrial area", "commercial": "commercial area", "retail": "shopping area",
        "railway": "railway land", "earth": "land", "aerodrome": "airport", "national_park": "national park",
        "swimming_pool": "swimming pool", "townhall": "town hall", "pedestrian": "square",
    ]

    private static let layers = [
        "water": "water", "ocean": "sea", "water_polygons": "water", "water_name": "water", "earth": "land",
        "landuse": "land", "landcover": "land", "natural": "land", "land": "land", "poi": "point of interest",
        "pois": "point of interest", "place": "settlement", "places": "settlement",
        "boundary": "boundary", "boundaries": "boundary", "housenumber": "address", "addresses": "address",
        "park": "park",
    ]

    private static func isWord(_ value: String) -> Bool {
        !value.isEmpty && !["yes", "no", "true", "false", "other"].contains(value) && Int(value) == nil
    }

    private static func plain(_ word: String) -> String {
        word.hasSuffix("_link") ? String(word.dropLast("_link".count)) : word
    }

    private static func phrase(_ word: String?) -> String? { word.map { phrases[$0] ?? spaced($0) } }

    private static func spaced(_ word: String) -> String {
        String(word.map { $0 == "_" ? " " : $0 })
    }
}
